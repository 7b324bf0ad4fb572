"""Nights on saves that show random legal positions: nothing may break, and nothing else change."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from automation.policies import RandomDecider
from modules.red_beach import GAME
from tests.built import red_beach_module
from tests.red_beach_saves import random_save, read_state
from vassal_bridge.binding.play import Played, Request, play
from vassal_bridge.formats.save import Save
from vassal_bridge.game.dice import SeededDice

SAMPLE = range(25)
SWEEP = range(25, 525)


def play_at_random(save: Save, seed: int) -> Played:
    request = Request(GAME, "night", None, seed)
    decider = RandomDecider(SeededDice(seed + 1))
    return play(save, red_beach_module(), request, SeededDice(seed), decider)


def unrelated(save: Save, changed: frozenset[str]) -> Iterator[tuple[int, str]]:
    """Yield every command that is neither chat, tracker, stack, nor a changed piece."""
    for command in save.commands:
        if command.kind in ("Chat", "SetTurn"):
            continue
        if command.kind == "AddPiece" and (command["type"] == "stack" or command["id"] in changed):
            continue
        yield command.level, command.text


def members(save: Save) -> list[str]:
    """Return everybody who lies in a stack."""
    return sorted(member for stack in save.pieces.stacks for member in stack.members)


def check_night(seed: int) -> None:
    save, wanted = random_save(seed)
    data = save.to_bytes()
    assert read_state(save) == wanted
    assert wanted.status() == []
    played = play_at_random(save, seed)
    after = Save.from_bytes(played.data)
    assert save.to_bytes() == data
    assert read_state(after).status() == []
    assert list(unrelated(save, played.pieces)) == list(unrelated(after, played.pieces))
    assert members(save) == members(after)
    assert list(save.archive.names) == list(after.archive.names)


@pytest.mark.parametrize("seed", SAMPLE)
def test_a_night_on_a_random_position(seed: int) -> None:
    check_night(seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", SWEEP)
def test_many_nights_on_random_positions(seed: int) -> None:
    check_night(seed)


@pytest.mark.parametrize("seed", range(3))
def test_the_same_seed_gives_the_same_bytes(seed: int) -> None:
    save, _ = random_save(seed)
    assert play_at_random(save, seed).data == play_at_random(save, seed).data
