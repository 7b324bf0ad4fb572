"""Any game: random games to their end, undone, replayed, and compared with stored files."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.conformance_kit import STEP_CAP, games, new, play_randomly, stored
from vassal_bridge.errors import IllegalChange
from vassal_bridge.game.changes import CHANGES, Change
from vassal_bridge.game.dice import Rolled, SeededDice
from vassal_bridge.game.game import Game
from vassal_bridge.game.playing import Playing, replay

ALL = range(200)

every_game = pytest.mark.parametrize("game", games(), ids=lambda game: game.name)


class Undoing:
    """Takes every change of a state back once, and makes it again."""

    def __init__(self, state: Any) -> None:
        self._state, self._push = state, state.push
        state.push = self.push

    def push(self, change: Change) -> None:
        before, told = self._state.copy(), self._state.told
        self._push(change)
        assert self._state.pop() == change
        assert self._state == before
        assert self._state.told == told
        self._push(change)


def look(state: Any) -> None:
    """A decision leaves a choice, and comes only while the game goes on."""
    assert len(state.legal()) > 1
    assert state.outcome() is None


def check_ended(playing: Playing[Any]) -> None:
    """A random game ends with a verdict, in a lawful position."""
    assert playing.state.outcome() is not None
    assert playing.state.status() == []
    assert len(playing.events) < STEP_CAP


@cache
def played(name: str) -> Playing[Any]:
    """Return a random game in which every change was undone once, played for all tests here."""
    game = next(game for game in games() if game.name == name)
    return play_randomly(game, 0, look, watch=Undoing)


@every_game
def test_a_random_game_ends_and_undoing_any_change_gives_back_the_position(game: Game) -> None:
    check_ended(played(game.name))


@every_game
@pytest.mark.slow
@pytest.mark.parametrize("batch", range(10))
def test_many_random_games_end(game: Game, batch: int) -> None:
    for seed in ALL[batch::10]:
        check_ended(play_randomly(game, seed, look))


@every_game
def test_no_undo_crosses_a_roll(game: Game) -> None:
    state = new(game)
    playing = Playing(game.sequence(game.campaign), state, SeededDice(0))
    state.seal()
    with pytest.raises(IllegalChange):
        state.pop()
    assert playing.decision is not None


@every_game
def test_answers_and_dice_replay_the_same_game_and_all_of_it_is_undone(game: Game) -> None:
    outcome = played(game.name).outcome()
    again = replay(game.sequence(game.campaign), new(game), outcome.answers, outcome.rolls)
    assert again.outcome() == outcome
    assert all(isinstance(change, CHANGES) for change in again.outcome().changes)
    again.state.rewind(0)
    assert again.state == new(game)


@every_game
def test_an_answer_that_rolled_nothing_is_undone(game: Game) -> None:
    state = new(game)
    playing = Playing(game.sequence(game.campaign), state, SeededDice(3))
    undone = 0
    while playing.decision is not None and undone < 20:
        before, events = state.copy(), playing.events
        after = playing.answer(playing.legal()[undone % len(playing.legal())].value)
        if any(isinstance(event, Rolled) for event in after):
            continue
        playing.undo()
        assert state == before
        assert playing.events == events
        undone += 1
        playing.answer(playing.legal()[-1].value)
    assert undone


@pytest.mark.parametrize(
    "file", [file for file, _ in stored()], ids=lambda file: f"{file.parent.name}-{file.stem}"
)
def test_the_stored_files_are_what_the_game_plays(file: Path) -> None:
    made = dict(stored())[file]()
    assert file.read_bytes().decode("utf-8") == made, (
        "the game plays otherwise than stored: python -m tests.conformance_kit writes it anew"
    )
