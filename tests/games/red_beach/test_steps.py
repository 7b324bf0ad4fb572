import pytest

from modules.red_beach.rules import steps
from modules.red_beach.rules.combat import Effect, take_losses
from modules.red_beach.rules.japanese_attacks import snipe
from tests.red_beach_field import (
    PlainTables,
    arty,
    btn,
    field,
    fort,
    inf,
    jp_inf,
    jp_tank,
    play,
    rgt,
    tank,
    where,
)
from vassal_bridge.game.hexes import HexId

HERE = HexId("3015")


def strengths(state, unit_id: str) -> list[int]:
    """Return the strengths of a unit, step by step, until it leaves the hex."""
    found = []
    while state.units[unit_id].location == HERE:
        found.append(steps.strength(state, state.units[unit_id]))
        assert steps.steps_left(state, state.units[unit_id]) >= 1
        play(lambda s: steps.lose_step(s, unit_id, "test"), state)
    return found


@pytest.mark.parametrize(
    ("unit", "expected"),
    [
        (inf("3015"), [4, 3, 2, 1]),
        (tank("3015", kind="lt_tank"), [4, 3, 2, 1]),
        (tank("3015"), [6, 5, 3, 2]),
        (arty("3015"), [4]),
        (btn("3015"), [2, 1]),
        (rgt("3015"), [2, 1]),
        (jp_inf("3015"), [3, 2, 1]),
        (jp_tank("3015"), [3, 2, 1]),
    ],
    ids=lambda value: value.kind if hasattr(value, "kind") else "",
)
def test_rb_8_81_a_and_b_the_ladder(unit, expected) -> None:
    state = field(inf("2010", "X/1/2"), unit)
    assert steps.steps_left(state, unit) == len(expected)
    assert strengths(state, unit.id) == expected


def test_rb_8_81_a_markers_and_faces_on_the_way() -> None:
    state = field(inf("3015"))
    seen = []
    for _ in range(3):
        play(lambda s: steps.lose_step(s, "A/2/8", "test"), state)
        unit = state.units["A/2/8"]
        seen.append((unit.face, unit.marker1))
    assert seen == [("front", True), ("back", False), ("back", True)]


def test_rb_8_81_b_a_dead_unit_is_in_the_box_of_the_dead() -> None:
    state = field(arty("3015"))
    play(lambda s: steps.lose_step(s, "A Arty", "test"), state)
    assert where(state)["A Arty"] == "Eliminated"


def test_rb_8_81_c_an_hq_is_disrupted_by_its_first_step_and_dies_by_its_second() -> None:
    state = field(inf("2010"), btn("3015"))
    play(lambda s: steps.lose_step(s, "2/8", "test"), state)
    assert state.units["2/8"].disrupted
    assert state.units["2/8"].marker1
    play(lambda s: steps.lose_step(s, "2/8", "test"), state)
    assert not state.units["2/8"].on_map


def test_rb_8_81_c_an_hq_disrupted_without_a_step_still_has_two() -> None:
    state = field(inf("2010"), btn("3015", face="back"))
    assert steps.steps_left(state, state.units["2/8"]) == 2
    play(lambda s: steps.lose_step(s, "2/8", "test"), state)
    assert state.units["2/8"].marker1
    assert state.units["2/8"].disrupted


@pytest.mark.parametrize(
    ("count", "expected"),
    [
        (1, {"A Arty": "Eliminated", "2/8": "3015", "A/2/8": "3015"}),
        (2, {"A Arty": "Eliminated", "2/8": "3015", "A/2/8": "3015"}),
        (3, {"A Arty": "Eliminated", "2/8": "3015", "A/2/8": "3015"}),
    ],
)
def test_rb_8_82_a_us_losses_go_arty_hq_inf(count, expected) -> None:
    state = field(inf("3015"), btn("3015"), arty("3015"))
    play(lambda s: steps.lose_by_priority(s, HERE, "us", count, "test"), state)
    assert {name: where(state)[name] for name in expected} == expected
    assert state.units["2/8"].marker1 is (count >= 2)
    assert state.units["A/2/8"].marker1 is (count >= 3)


def test_rb_8_82_a_japanese_losses_go_inf_then_tank_and_lower_the_jrl() -> None:
    state = field(inf("3015"), jp_inf("3015"), jp_tank("3015"), jrl=400)
    play(lambda s: steps.lose_by_priority(s, HERE, "jp", 2, "test"), state)
    assert state.units["J1"].marker1
    assert state.units["T1"].marker1
    assert state.jrl == 396


def test_rb_t6_two_steps_on_inf_and_tank_of_two_steps_take_one_from_each() -> None:
    state = field(inf("3015", face="back"), tank("3015", kind="lt_tank", face="back"))
    play(lambda s: take_losses(s, HERE, "us", Effect(steps=2), "test"), state)
    assert state.units["A/2/8"].marker1
    assert state.units["A Tk"].marker1


def test_rb_t6_two_steps_on_one_and_one_eliminate_both() -> None:
    worn = {"face": "back", "marker1": True}
    state = field(inf("3015", **worn), tank("3015", kind="lt_tank", **worn))
    play(lambda s: take_losses(s, HERE, "us", Effect(steps=2), "test"), state)
    assert state.us_at(HERE) == ()


def test_rb_8_82_a_losses_beyond_the_last_unit_are_none() -> None:
    state = field(inf("3015", face="back", marker1=True), jp_inf("3015", face="back"), jrl=400)
    play(lambda s: steps.lose_by_priority(s, HERE, "us", 5, "test"), state)
    play(lambda s: steps.lose_by_priority(s, HERE, "jp", 5, "test"), state)
    assert state.at(HERE) == ()
    assert state.jrl == 398


def test_rb_8_82_b_the_player_assigns_the_losses_of_snipers() -> None:
    tables = PlainTables(crt={("S", 7): "2"})
    state = field(inf("3015"), btn("3015"), tank("3015"), tables=tables)
    play(lambda s: snipe(s, "S", HERE), state, dice=[3, 4], answers=["A Tk", "A Tk"])
    assert state.units["A Tk"].face == "back"
    assert not state.units["A/2/8"].marker1


def test_rb_8_85_a_a_step_loss_disrupts_an_hq() -> None:
    state = field(btn("3015"), inf("2010"))
    play(lambda s: steps.lose_step(s, "2/8", "test"), state)
    assert state.units["2/8"].face == "back"
    assert state.units["2/8"].marker1


def test_rb_8_85_d_an_eliminated_hq_goes_to_the_next_interphase() -> None:
    state = field(btn("3015", marker1=True), inf("2010"), turn="GT 4")
    play(lambda s: steps.lose_step(s, "2/8", "test"), state)
    assert where(state)["2/8"] == "Interphase 21 Nov"


def test_rb_8_85_d_but_not_when_its_inf_are_all_gone_or_no_interphase_comes() -> None:
    alone = field(btn("3015", marker1=True), inf("Eliminated"), turn="GT 4")
    play(lambda s: steps.lose_step(s, "2/8", "test"), alone)
    assert where(alone)["2/8"] == "Eliminated"
    late = field(btn("3015", marker1=True), inf("2010"), turn="GT 19")
    play(lambda s: steps.lose_step(s, "2/8", "test"), late)
    assert where(late)["2/8"] == "Eliminated"


@pytest.mark.parametrize(
    ("jrl", "value"), [(0, 1), (99, 1), (299, 3), (300, 4), (449, 4), (450, 5), (550, 5)]
)
def test_rb_t7_and_t8_a_forts_fire_value_goes_by_the_jrl(jrl, value) -> None:
    state = field(fort("3015"), jrl=jrl)
    assert steps.fire_value(state, state.units["fort 3015"]) == value


def test_3_1_g_the_jrl_never_falls_below_0() -> None:
    state = field(jrl=3)
    play(lambda s: steps.lower_jrl(s, 4, "test"), state)
    assert state.jrl == 0
