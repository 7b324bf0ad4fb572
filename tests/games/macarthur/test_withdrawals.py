import pytest

from modules.macarthur.rules import withdrawals
from tests.macarthur_sea import JAPANESE_AIR, play, position, where
from vassal_bridge.errors import RuleError


def left(state, service: str) -> dict[str, int]:
    return {model: len(units) for model, units in withdrawals.by_model(state, service).items()}


def test_mac_14_5_a_turn_7_the_navy_but_two_nells_and_three_bettys() -> None:
    state = position(turn=7)
    army = left(state, "army")
    play(withdrawals.withdraw, state, answers=["withdraw"])
    assert left(state, "navy") == {"Nell": 2, "Betty": 3}
    assert left(state, "army") == army
    assert where(state, "Zeke 1") == "Withdrawn"


def test_mac_14_5_b_turn_10_the_navy_but_one_betty_and_one_nell() -> None:
    state = position(turn=10)
    play(withdrawals.withdraw, state, answers=["withdraw"])
    assert left(state, "navy") == {"Nell": 1, "Betty": 1}


def test_mac_14_5_c_turn_11_the_army_but_two_nates_an_ann_a_sonia_and_an_ida() -> None:
    state = position(turn=11)
    navy = left(state, "navy")
    play(withdrawals.withdraw, state, answers=["withdraw"])
    assert left(state, "army") == {"Nate": 2, "Ann": 1, "Sonia": 1, "Ida": 1}
    assert left(state, "navy") == navy


def test_mac_14_5_a_and_3_1_b_the_owner_says_which_stay() -> None:
    state = position(turn=7)
    play(withdrawals.withdraw, state, answers=["withdraw", "Betty 5", "Betty 1"])
    assert {unit.id for unit in withdrawals.by_model(state, "navy")["Betty"]} == {
        "Betty 2",
        "Betty 3",
        "Betty 4",
    }


def test_mac_14_5_d_each_service_that_stays_costs_a_level_once() -> None:
    state = position(turn=7)
    play(withdrawals.withdraw, state, answers=["decline"])
    assert withdrawals.levels_lost(state) == 1
    assert where(state, "Zeke 1") == "Tainan"
    again = position(turn=10, notes={"declined navy": 1})
    play(withdrawals.withdraw, again, answers=["decline"])
    assert withdrawals.levels_lost(again) == 1
    army = position(turn=11, notes={"declined navy": 1})
    play(withdrawals.withdraw, army, answers=["decline"])
    assert withdrawals.levels_lost(army) == 2


@pytest.mark.parametrize("turn", [1, 6, 8, 9, 12])
def test_on_other_turns_nobody_leaves(turn: int) -> None:
    state = position(turn=turn)
    assert play(withdrawals.withdraw, state).events == ()


def test_aircraft_leave_in_the_reinforcement_phase() -> None:
    with pytest.raises(RuleError, match="Reinforcement"):
        play(withdrawals.withdraw, position(turn=7, phase=JAPANESE_AIR))
