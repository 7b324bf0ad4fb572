"""[3.0, 3.2.5, 8.2] Turns and phases, going home, capacity on landing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from automation.macarthur.next import campaign, play_next
from automation.policies import Sensible
from modules.macarthur.rules import turns
from modules.macarthur.rules.completion import advance_phase, complete
from modules.macarthur.rules.ledger import format_ledger, parse
from modules.macarthur.rules.returns import completion_returns, landing_places
from modules.macarthur.setup import start
from modules.macarthur.state import State
from tests.macarthur_air import (
    ALLIED_COMPLETION,
    CLARK,
    JAPANESE_COMPLETION,
    dead,
    over,
    play,
    sky,
)
from vassal_bridge.errors import RuleError
from vassal_bridge.game.dice import SeededDice
from vassal_bridge.game.sequence import Event, run


def test_mac_3_0_a_and_3_3_a_a_turn_is_reinforcement_and_five_phases_a_side() -> None:
    steps = [turns.step_of(phase) for phase in turns.PHASES]
    assert steps[0] == "Reinforcement"
    assert steps[1:6] == steps[6:] == ["Naval", "Air", "Land Movement", "Combat", "Completion"]
    for phase in turns.PHASES:
        state = sky({}, phase=phase)
        assert state.side == ("allied" if phase.startswith("Allied") else "jp")
        assert state.enemy != state.side


def test_mac_3_4_a_the_turn_marker_goes_on_and_after_13_it_is_over() -> None:
    state = sky({}, phase=turns.PHASES[-1], turn=12)
    play(advance_phase, state)
    assert (state.turn, state.phase) == ("Turn 13", "Reinforcement")
    assert state.outcome() is None
    last = sky({}, phase=turns.PHASES[-1], turn=13)
    play(advance_phase, last)
    assert last.turn == "End"
    assert last.outcome() is not None


def test_mac_3_2_5_a_and_8_1_e_raiders_go_home_and_cap_and_interdiction_stay() -> None:
    flying = {
        "Betty 1": over(CLARK, "spent", "Takao"),
        "Zeke 1": over(CLARK, "engaged", "Takao"),
        "Zeke 2": over("0828", "cap", "Takao"),
        "Zeke 3": over("0829", "interdict", "Takao"),
        "P-40E 5": over(CLARK, "scramble", "Clark"),
        "P-40E 6": ("Clark", {"mission": "aloft", "base": "Clark"}),
        "ABSU Zeke 2": "Takao",
        "ABSU P-40 3": "Clark",
    }
    state = sky(flying, phase=JAPANESE_COMPLETION)
    play(completion_returns, state)
    out = {unit.id for unit in state.units.values() if unit.mission}
    assert out == {"Zeke 2", "Zeke 3"}
    assert state.units["P-40E 5"].location == "Clark"


def test_mac_8_5_3_e_and_8_5_4_1_c_they_go_home_in_the_enemys_completion() -> None:
    flying = {
        "Zeke 2": over("0828", "cap", "Takao"),
        "Zeke 3": over("0829", "interdict", "Takao"),
        "Zeke 4": ("Takao", {"face": "back", "held": True}),
        "ABSU Zeke 2": "Takao",
    }
    state = sky(flying, phase=ALLIED_COMPLETION)
    play(completion_returns, state)
    for name in ("Zeke 2", "Zeke 3", "Zeke 4"):
        unit = state.units[name]
        assert (unit.location, unit.face, unit.held, unit.mission) == ("Takao", "front", False, "")


def test_mac_8_2_a_home_if_it_serves_else_a_field_that_does() -> None:
    state = sky({"P-40E 5": over(CLARK, "spent", "Clark"), "ABSU P-40 3": "Clark"})
    assert landing_places(state, state.units["P-40E 5"]) == ["Clark"]
    full = sky(
        {
            "P-40E 5": over(CLARK, "spent", "Clark"),
            "ABSU P-40 3": "Clark",
            "ABSU P-40 1": "Nichols",
        },
        damage="Clark F=4, Clark B=4",
    )
    assert landing_places(full, full.units["P-40E 5"]) == ["Nichols"]


def test_mac_8_2_b_else_any_friendly_field_with_room_for_its_class() -> None:
    state = sky({"B-18 1": over(CLARK, "spent", "Clark")}, damage="Clark B=4")
    places = landing_places(state, state.units["B-18 1"])
    assert "Clark" not in places
    assert "Vigan" not in places
    assert {"Nichols", "Iba", "Del Carmen"} <= set(places)


def test_mac_8_2_c_without_any_field_it_is_lost() -> None:
    all_of_them = ", ".join(
        f"{name} {sort}=9"
        for name in sorted(start("first_day", "house").board.fields)
        for sort in "BF"
    )
    state = sky(
        {"P-40E 5": over(CLARK, "spent", "Clark")}, phase="Allied Completion", damage=all_of_them
    )
    play(completion_returns, state)
    assert dead(state) == {"P-40E 5"}


def test_marks_of_changed_fields_go_with_the_segment() -> None:
    state = sky({"Zeke 1": ("Takao", {"moved": True})}, phase=JAPANESE_COMPLETION)
    play(complete, state)
    assert not state.units["Zeke 1"].moved


def test_mac_8_4_4_b_japanese_that_fled_in_the_allied_segment_may_fight_on_the_next_turn() -> None:
    for phase, marks in ((ALLIED_COMPLETION, (False, False)), (JAPANESE_COMPLETION, (False, True))):
        fled = {"Zeke 1": ("Takao", {"moved": True}), "P-40E 5": ("Iba", {"moved": True})}
        state = sky(fled, phase=phase)
        play(complete, state)
        assert tuple(state.units[name].moved for name in ("Zeke 1", "P-40E 5")) == marks


def test_the_first_day_is_played_to_its_end() -> None:
    state = start("first_day", "house")
    assert state.status() == []
    while state.outcome() is None:
        before = state.phase
        outcome = play_some(state)
        assert outcome
        assert state.phase != before or state.outcome() is not None
    assert state.turn == "Turn 2"


def play_some(state: State) -> tuple[Event, ...]:
    return run(play_next, state, SeededDice(state.made), Sensible()).events


def test_a_finished_game_is_told() -> None:
    state = sky({}, phase=turns.PHASES[0], turn=2, last_turn=1)
    outcome = play(play_next, state)
    assert outcome.story[0].startswith("The game is over")
    assert play(campaign, state).events == ()


@given(st.dictionaries(st.sampled_from(["Clark F", "Iba B", "1137/1237"]), st.integers(-3, 9)))
def test_ledgers_are_read_as_written(numbers: dict[str, int]) -> None:
    assert parse(format_ledger(numbers)) == {k: v for k, v in numbers.items() if v}


@pytest.mark.parametrize("text", ["Clark", "Clark F=x", "=", "a=1,b=2,"])
def test_a_damaged_ledger_is_refused(text: str) -> None:
    with pytest.raises(RuleError, match="NAME=NUMBER"):
        parse(text)
