"""[8.4, 5.0] Movement: what a stack may enter, and by which ways it goes."""

from __future__ import annotations

import pytest

from modules.red_beach.rules.movement import Path, entry_problems, exits, paths, triggers
from modules.red_beach.rules.segment import segment
from modules.red_beach.state import State
from tests.red_beach_field import arty, btn, field, fort, inf, play, tank, where
from vassal_bridge.game.hexes import HexId

HERE, THERE = HexId("3015"), HexId("3016")
DAY = "GT 6"


def refused(state: State, *names: str, to: str = THERE) -> list[tuple[str, str]]:
    stack = [state.units[name] for name in names]
    return [(one.rule, one.sentence) for one in entry_problems(state, stack, HERE, HexId(to))]


def test_rb_8_4_a_a_stack_goes_on_for_any_number_of_hexes() -> None:
    state = field(inf("3015"), terrain={"3016": "palm"}, turn=DAY, jrl=0)
    moves = [f"move {hex_id}" for hex_id in ("3016", "3017", "3018", "3019", "3020", "3021")]
    back = [f"move {hex_id}" for hex_id in ("3020", "3019", "3018", "3017", "3016")]
    play(lambda s: segment(s, ["A/2/8"]), state, answers=[*moves, *back, "stop"])
    assert where(state)["A/2/8"] == "3016"


def test_rb_8_4_b_dropped_units_stay_and_are_not_picked_up() -> None:
    state = field(inf("3015"), tank("3015"), btn("3016"), turn=DAY, jrl=0)
    units = ["A Tk", "A/2/8"]
    play(
        lambda s: segment(s, units), state, answers=["drop A Tk", "move 3016", "move 3017", "stop"]
    )
    assert where(state)["A Tk"] == "3015"
    assert where(state)["A/2/8"] == "3017"
    assert where(state)["2/8"] == "3016"
    assert not state.units["2/8"].moved
    assert state.units["A Tk"].moved


def test_rb_8_4_c_units_of_one_hex_act_as_one_stack() -> None:
    state = field(inf("3015"), tank("3015"), btn("3015"), turn=DAY, jrl=0)
    units = ["2/8", "A Tk", "A/2/8"]
    play(lambda s: segment(s, units), state, answers=["move 3016", "stop"])
    assert {where(state)[name] for name in units} == {"3016"}


@pytest.mark.parametrize("side", ["seawall", "ditch"])
def test_rb_8_4_d_tanks_cross_no_seawall_and_no_ditch(side: str) -> None:
    state = field(inf("3015"), tank("3015"), sides={(HERE, THERE): side})
    (rule, sentence), *rest = refused(state, "A Tk")
    assert rule == "8.4"
    assert "may not cross the" in sentence
    assert (side if side == "seawall" else "anti-tank ditch") in sentence
    assert rest == []
    assert refused(state, "A/2/8") == []
    assert len(refused(state, "A/2/8", "A Tk")) == 1


def test_rb_8_4_e_tanks_and_arty_enter_no_pier_hex() -> None:
    state = field(inf("3015"), tank("3015"), terrain={THERE: "pier"})
    assert [rule for rule, _ in refused(state, "A Tk")] == ["8.4"]
    assert refused(state, "A/2/8") == []
    guns = field(inf("3015"), arty("3015"), terrain={THERE: "pier"})
    assert "pier" in refused(guns, "A Arty")[0][1]


def test_rb_8_4_f_arty_and_hq_enter_enemy_zoc_with_inf_or_tank_only() -> None:
    state = field(inf("3015"), btn("3015"), fort("3017"))
    rule, sentence = refused(state, "2/8")[0]
    assert rule == "8.4"
    assert "enemy ZOC" in sentence
    assert refused(state, "2/8", "A/2/8") == []
    company = field(btn("3015"), inf("3016"), fort("3017"))
    assert refused(company, "2/8") == []


def test_rb_8_4_h_arty_that_moves_is_fired_at_once() -> None:
    state = field(arty("3015"), turn=DAY, jrl=0)
    play(lambda s: segment(s, ["A Arty"]), state, answers=["move 3016", "stop"])
    assert state.units["A Arty"].fired


def test_rb_8_4_i_the_hex_of_an_active_fort_is_not_entered() -> None:
    state = field(inf("3015"), fort(THERE))
    assert [rule for rule, _ in refused(state, "A/2/8")] == ["8.4"]
    ruin = field(inf("3015"), ruins=[THERE])
    assert refused(ruin, "A/2/8") == []


def test_rb_8_4_i_only_adjacent_hexes_that_units_can_stand_in() -> None:
    state = field(inf("3015"), terrain={THERE: "sea"})
    assert "no hex that units can stand in" in refused(state, "A/2/8")[0][1]
    assert "not adjacent" in refused(state, "A/2/8", to="3018")[0][1]


def test_rb_5_0_b_and_5_0_d_stacking_is_tested_in_every_hex_entered() -> None:
    state = field(inf("3015"), inf("3016", "B/2/8"), terrain={THERE: "palm"}, turn=DAY, jrl=0)
    (rule, sentence), *rest = refused(state, "A/2/8")
    assert (rule, rest) == ("5.0", [])
    assert "more than one Inf" in sentence
    assert THERE not in exits(state, [state.units["A/2/8"]], HERE)


def test_rb_4_0_c_zoc_neither_stops_nor_taxes_movement() -> None:
    state = field(inf("3015"), fort("3117"), fort("2917"), turn=DAY, jrl=0)
    answers = ["move 3016", "move 3017", "move 3018", "stop"]
    play(lambda s: segment(s, ["A/2/8"]), state, answers=answers)
    assert where(state)["A/2/8"] == "3018"


@pytest.mark.parametrize(
    ("terrain", "expected"),
    [("clear", True), ("beach", True), ("airfield", True), ("palm", False), ("pier", False)],
)
def test_rb_3_2_i_and_3_2_k_which_terrain_triggers(terrain: str, expected: bool) -> None:
    assert triggers(field(inf("3015"), terrain={THERE: terrain}), THERE) is expected


def test_rb_3_2_i_and_8_841_a_a_destroyed_fort_triggers_nothing() -> None:
    assert not triggers(field(inf("3015"), ruins=[THERE]), THERE)


def test_rb_3_2_i_a_way_without_trigger_is_preferred_however_long() -> None:
    palms = dict.fromkeys(("3116", "3117", "3017"), "palm")
    state = field(inf("3015"), terrain=palms)
    stack = [state.units["A/2/8"]]
    assert paths(state, stack, HERE, HexId("3017")) == [
        Path((HERE, HexId("3116"), HexId("3117"), HexId("3017")))
    ]


def test_rb_3_2_i_the_shortest_ways_are_told_apart_by_the_hex_that_triggers() -> None:
    state = field(inf("3015"))
    found = paths(state, [state.units["A/2/8"]], HERE, HexId("3117"))
    assert {path.trigger for path in found} == {"3016", "3116"}
    assert all(len(path.hexes) == 3 for path in found)
    used = paths(state, [state.units["A/2/8"]], HERE, HexId("3117"), entered=True)
    assert len(used) == 1
    assert used[0].trigger is None


def test_rb_8_4_i_no_path_into_a_fort_or_over_the_sea() -> None:
    state = field(inf("3015"), fort("3017"), terrain={"4705": "sea"})
    stack = [state.units["A/2/8"]]
    assert paths(state, stack, HERE, HexId("3017")) == []
    assert paths(state, stack, HERE, HERE) == []
