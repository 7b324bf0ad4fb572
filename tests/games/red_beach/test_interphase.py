import pytest

from automation.red_beach.interphase import engineers, interphase, support
from modules.red_beach.settings import Settings
from tests.red_beach_field import btn, field, fort, inf, play, rgt, where
from vassal_bridge.errors import RuleError

PIER = [fort(hex_id, f"pier {hex_id}", long_pier=True) for hex_id in ("2309", "2310", "2311")]


def test_rb_3_1_e_naval_air_and_scouts_on_20_nov() -> None:
    state = field(*PIER, turn="Interphase 20 Nov")
    outcome = play(interphase, state, dice=[5, 6, 3], answers=["pier 2310"])
    assert state.jrl == 400 - 75 - 15
    assert where(state)["pier 2310"] == "Eliminated"
    assert state.turn == "GT 1"
    assert "Naval bombardment: d6 5 -> -75: JRL 400 -> 325" in outcome.story[1]


def test_rb_12_0_e_and_12_0_f_options_5_and_6_use_the_stronger_rows() -> None:
    settings = Settings(more_effective_bombardment=True, daisy_cutter=True)
    state = field(*PIER, turn="Interphase 20 Nov", settings=settings)
    play(interphase, state, dice=[5, 6, 1])
    assert state.jrl == 400 - 100 - 50


def test_rb_3_1_e_the_player_chooses_each_pier_fort_until_none_is_left() -> None:
    state = field(*PIER[:2], fort("3015"), turn="Interphase 20 Nov")
    outcome = play(interphase, state, dice=[1, 1, 6], answers=["pier 2310"])
    assert state.forts_destroyed() == 2
    assert where(state)["fort 3015"] == "3015"
    assert len(outcome.choices) == 1


def test_rb_2_0_d_gt_1_has_no_support_unless_the_setting_gives_it_that_of_its_box() -> None:
    plain = field(*PIER, turn="Interphase 20 Nov")
    play(interphase, plain, dice=[1, 1, 1])
    assert (plain.level("air_strikes"), plain.level("destroyers")) == (0, 0)
    early = field(*PIER, turn="Interphase 20 Nov", settings=Settings(first_turn_support=True))
    play(interphase, early, dice=[1, 1, 1])
    assert (early.level("air_strikes"), early.level("destroyers")) == (4, 3)


def test_rb_12_0_a_and_12_0_d_markers_set_up_without_the_options_are_moved_first() -> None:
    settings = Settings(higher_resistance=True, more_amtracs=True)
    state = field(*PIER, turn="Interphase 20 Nov", settings=settings)
    play(interphase, state, dice=[1, 1, 1])
    assert state.jrl == 550 - 25
    assert state.level("amtracs") == 12


def test_rb_3_1_f_fire_support_then_engineers_in_the_column_that_it_leaves() -> None:
    state = field(turn="Interphase 21 Nov", jrl=310, engineers_available=2)
    play(interphase, state, dice=[3, 4])
    assert state.jrl == 290
    assert state.level("engineer_level") == 9
    assert state.level("engineers_available") == 9
    assert state.turn == "GT 6"


def test_rb_3_1_f_by_a_setting_engineers_are_rolled_before_the_fire_support() -> None:
    state = field(turn="Interphase 21 Nov", jrl=310, settings=Settings(engineers_first=True))
    play(interphase, state, dice=[4, 3])
    assert state.jrl == 290
    assert state.level("engineer_level") == 7


@pytest.mark.parametrize("turn", ["Interphase 20 Nov", "Interphase 22 Nov"])
def test_a5_off_island_support_alone_leaves_supply_and_the_turn_marker(turn) -> None:
    state = field(inf("4015"), turn=turn)
    play(support, state, dice=[6] * (3 if turn == "Interphase 20 Nov" else 2))
    assert state.turn == turn
    assert not state.units["A/2/8"].marker1
    assert state.jrl < 400


def test_rb_3_1_f_eliminated_hqs_come_back_whole_while_their_inf_live() -> None:
    state = field(
        inf("2310"),
        inf("Eliminated", "A/1/6"),
        btn("Interphase 21 Nov", face="back", marker1=True),
        btn("Eliminated", "1/6"),
        rgt("Eliminated", "8"),
        turn="Interphase 21 Nov",
    )
    play(interphase, state, dice=[1, 1])
    assert where(state)["2/8"] == "Interphase 21 Nov"
    assert state.units["2/8"].face == "front"
    assert not state.units["2/8"].marker1
    assert where(state)["8"] == "Interphase 21 Nov"
    assert where(state)["1/6"] == "Eliminated"


def test_rb_3_1_f_supply_comes_first() -> None:
    state = field(inf("4015"), turn="Interphase 22 Nov")
    outcome = play(interphase, state, dice=[1, 1])
    assert state.units["A/2/8"].marker1
    assert outcome.story[1].startswith("Supply: 0 of 1")


def test_rb_3_1_g_neither_jrl_nor_engineers_below_0() -> None:
    state = field(turn="Interphase 23 Nov", jrl=15, engineer_level=0, engineers_available=0)
    play(interphase, state, dice=[6, 6])
    assert state.jrl == 0
    assert state.level("engineer_level") == 0
    assert state.status() == []


def test_3_1_engineers_alone() -> None:
    state = field(jrl=310)
    play(engineers, state, dice=[5])
    assert state.level("engineer_level") == 7


def test_3_1_only_in_an_interphase() -> None:
    with pytest.raises(RuleError, match="no interphase"):
        play(interphase, field(turn="GT 6"))
