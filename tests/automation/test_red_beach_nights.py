"""Nights from random legal positions with random tables: nothing may break, ever."""

import pytest

from automation.policies import RandomDecider, Scripted, Sensible
from automation.red_beach.night import night
from modules.red_beach.state import State
from tests.red_beach_positions import random_night
from vassal_bridge.errors import IllegalChange
from vassal_bridge.game.changes import CHANGES, Advance, Tell
from vassal_bridge.game.dice import RecordedDice, SeededDice
from vassal_bridge.game.sequence import Outcome, run, undo

SAMPLE = range(120)
SWEEP = range(120, 1500)


def check_night(start: State, seed: int) -> Outcome:
    """Play a night at random and hold it against everything that must be so."""
    assert start.status() == []
    state = start.copy()
    outcome = run(night, state, SeededDice(seed), RandomDecider(SeededDice(seed + 1)))
    assert state.status() == []
    for change in outcome.changes:
        if isinstance(change, Advance) and change.marker == "jrl":
            assert 0 <= int(change.after) < int(change.before)
        assert isinstance(change, Tell) or change.why.startswith("[")
    for line in outcome.story:
        line.encode("cp1252")
    again = start.copy()
    replayed = run(night, again, RecordedDice(outcome.rolls), Scripted(outcome.answers))
    assert replayed.events == outcome.events
    assert again == state
    undo(state, outcome.changes)
    assert state == start
    assert state.told == ()
    return outcome


@pytest.mark.parametrize("seed", SAMPLE)
def test_a_night_from_a_random_position(seed: int) -> None:
    check_night(random_night(seed), seed)


@pytest.mark.slow
def test_many_nights_from_random_positions() -> None:
    for seed in SWEEP:
        check_night(random_night(seed), seed)


@pytest.mark.parametrize("seed", range(20))
def test_the_same_seed_and_the_default_answers_give_the_same_night(seed: int) -> None:
    start = random_night(seed)
    one = run(night, start.copy(), SeededDice(seed), Sensible())
    other = run(night, start.copy(), SeededDice(seed), Sensible())
    assert one == other


def test_the_sample_sees_every_kind_of_attack_and_decision() -> None:
    lines: list[str] = []
    asked: set[str] = set()
    for seed in SAMPLE:
        outcome = run(night, random_night(seed), SeededDice(seed), RandomDecider(SeededDice(seed)))
        lines += outcome.story
        asked |= {chosen.choose.kind for chosen in outcome.choices}
    text = "\n".join(lines)
    kinds = ("  S @", "  M @", "  MG @", "  A @", "  CA @", "  B @", " from ", "alone in enemy ZOC")
    assert [kind for kind in kinds if kind not in text] == []
    assert {"loss", "retreat", "support"} <= asked


def test_undo_stops_at_a_roll() -> None:
    state = random_night(1)
    outcome = run(night, state, SeededDice(1), Sensible())
    assert outcome.rolls
    after = [type(event).__name__ for event in outcome.events][::-1].index("Rolled")
    choices = sum(not isinstance(event, CHANGES) for event in outcome.events[-after:])
    for change in outcome.changes[::-1][: after - choices]:
        assert state.pop() == change
    with pytest.raises(IllegalChange, match="since the last roll"):
        state.pop()
