import pytest

from modules.red_beach.rules import stacking, zoc
from modules.red_beach.rules.retreat import scatter
from tests.red_beach_field import (
    SHEET,
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
AROUND = {HERE, *SHEET.neighbours(HERE)}


@pytest.mark.parametrize("unit", [inf("3015"), tank("3015"), jp_inf("3015"), fort("3015")])
def test_rb_4_0_a_inf_tanks_and_forts_control_their_hex_and_the_six_around(unit) -> None:
    state = field(unit)
    assert zoc.zone_of(state, [unit]) == AROUND
    assert len(AROUND) == 7


@pytest.mark.parametrize("unit", [btn("3015"), rgt("3015"), arty("3015"), inf("Eliminated")])
def test_rb_4_0_a_hq_arty_and_units_off_the_map_control_nothing(unit) -> None:
    assert zoc.zone_of(field(unit), [unit]) == frozenset()


def test_rb_4_0_b_a_us_zoc_does_not_extend_into_an_active_fort() -> None:
    state = field(inf("3015"), fort("3016"), fort("3014", name="gone"))
    assert "3016" not in zoc.zone(state, "us")
    assert "3015" in zoc.zone(state, "jp")
    dead = field(inf("3015"), fort("Eliminated"))
    assert zoc.zone(dead, "us") == AROUND


def test_rb_4_0_c_a_zoc_crosses_seawalls_ditches_and_pier_edges() -> None:
    state = field(
        tank("3015"),
        sides={("3014", "3015"): "seawall", ("3015", "3016"): "ditch"},
        terrain={"2915": "pier"},
    )
    assert zoc.zone(state, "us") == AROUND


def test_rb_5_0_a_stacking_in_wave_boxes_is_not_that_of_hexes() -> None:
    state = field(inf("GT 4"), inf("GT 4", "B/2/8"), inf("GT 4", "C/2/8"))
    assert state.status() == []


@pytest.mark.parametrize(
    ("stack", "legal"),
    [
        ([inf("3015"), btn("3015"), tank("3015")], True),
        ([inf("3015"), btn("3015"), arty("3015")], True),
        ([inf("3015"), inf("3015", "B/2/8")], False),
        ([btn("3015"), rgt("3015")], False),
        ([tank("3015"), arty("3015"), inf("3015")], False),
        ([tank("3015"), tank("3015", "B Tk")], False),
    ],
)
def test_rb_5_0_b_a_hex_holds_one_hq_one_inf_and_one_tank_or_arty(stack, legal) -> None:
    assert stacking.may_stack(stack) is legal
    assert (field(*stack).status() == []) is legal


def test_rb_5_0_c_japanese_stack_one_fort_or_one_inf_and_one_tank_upon_us_units() -> None:
    assert stacking.jp_problem([fort("3015")]) == ""
    assert "fort" in stacking.jp_problem([fort("3015"), fort("3015", "two")])
    assert stacking.jp_problem([inf("3015"), jp_inf("3015"), jp_tank("3015")]) == ""
    assert "Inf" in stacking.jp_problem([inf("3015"), jp_inf("3015"), jp_inf("3015", "J2")])
    assert "without US" in stacking.jp_problem([jp_inf("3015")])
    assert "active fort" in stacking.jp_problem([inf("3015"), fort("3015")])


def test_rb_5_0_d_markers_do_not_count() -> None:
    state = field(inf("3015", marker1=True), btn("3015", used=True), tank("3015", moved=True))
    assert state.status() == []


def test_rb_8_4_f_hq_and_arty_enter_enemy_zoc_with_inf_or_tank_only() -> None:
    with_inf = field(inf("3015"), btn("3015"), fort("3017"), fort("3016", "near"))
    assert with_inf.status() == []
    alone = field(btn("3015"), fort("3016"))
    assert any("8.4" in problem for problem in alone.status())


def test_rb_8_4_g_hq_alone_in_enemy_zoc_retreats_out_of_it_and_is_disrupted() -> None:
    state = field(btn("3015"), fort("3016"))
    play(lambda s: scatter(s, "test"), state, answers=["3014"])
    hq = state.units["2/8"]
    assert hq.location == "3014"
    assert hq.disrupted
    assert state.status() == []


def test_rb_8_4_g_retreat_leads_to_no_hex_in_enemy_zoc_even_onto_friends() -> None:
    state = field(arty("3015"), inf("3116"), fort("3016"))
    outcome = play(lambda s: scatter(s, "test"), state, answers=["2915"])
    offered = {option.value for option in outcome.choices[0].choose.options}
    assert "3116" in zoc.zone(state, "jp")
    assert offered.isdisjoint(zoc.zone(state, "jp"))
    assert state.units["A Arty"].fired


def test_rb_8_4_g_one_that_is_flipped_already_is_eliminated() -> None:
    state = field(arty("3015", face="back"), fort("3016"))
    play(lambda s: scatter(s, "test"), state)
    assert where(state)["A Arty"] == "Eliminated"


def test_rb_8_4_g_one_that_has_no_hex_to_go_to_is_eliminated() -> None:
    forts = [fort("3016"), fort("3013", "north"), fort("2814", "west"), fort("3214", "east")]
    state = field(arty("3015"), *forts)
    play(lambda s: scatter(s, "test"), state)
    assert where(state)["A Arty"] == "Eliminated"


def test_8_4_pier_hexes_admit_no_tank_and_no_arty() -> None:
    assert field(inf("2308"), btn("2308")).status() == []
    assert any("pier" in problem for problem in field(tank("2308")).status())
    assert any("pier" in problem for problem in field(arty("2308")).status())
