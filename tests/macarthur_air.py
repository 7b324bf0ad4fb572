"""Positions for the air side of MacArthur: the house board, and only the units a test names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from automation.policies import Scripted, Sensible
from modules.macarthur.board import Board
from modules.macarthur.rules.raids import Raid
from modules.macarthur.settings import Settings
from modules.macarthur.setup import load_board, load_units
from modules.macarthur.state import State
from modules.macarthur.units import Unit
from vassal_bridge.game.dice import ScriptedDice
from vassal_bridge.game.sequence import Outcome, Steps, run

CLARK, IBA, NICHOLS = "1137", "0435", "1643"
JAPANESE_AIR, ALLIED_AIR = "Japanese Air", "Allied Air"
JAPANESE_COMPLETION, ALLIED_COMPLETION = "Japanese Completion", "Allied Completion"

Put = str | tuple[str, Mapping[str, Any]]


@cache
def board() -> Board:
    """Return the board of the house edition; no test changes it."""
    return load_board("house")


def sky(
    units: Mapping[str, Put],
    *extra: Unit,
    phase: str = JAPANESE_AIR,
    turn: int = 1,
    settings: Settings | None = None,
    **tracks: str | int,
) -> State:
    """Return a position of a few units: where each is, perhaps with other fields."""
    known = load_units()
    found = list(extra)
    for name, put in units.items():
        place, fields = put if isinstance(put, tuple) else (put, {})
        found.append(replace(known[name], location=place, **fields))
    here = board() if settings is None else replace(board(), settings=settings)
    return State(here, found, {"turn": f"Turn {turn}", "phase": phase, **tracks})


def over(place: str, mission: str, base: str, target: str = "field") -> tuple[str, dict[str, str]]:
    """Return an aircraft on a mission: over a place, from a base."""
    return place, {"mission": mission, "base": base, "target": target}


def raid(place: str = CLARK, side: str = "jp", service: str = "navy") -> Raid:
    return Raid(side, place, service)


def play(
    sequence: Callable[[State], Steps[Any]],
    state: State,
    dice: Iterable[int] = (),
    answers: Iterable[str] = (),
) -> Outcome:
    """Run a sequence with given dice, all of which are used, and answers, then sensible ones."""
    faces, player = ScriptedDice(dice), Scripted(answers, otherwise=Sensible())
    outcome = run(sequence, state, faces, player)
    assert faces.left == ()
    assert player.left == ()
    return outcome


def dead(state: State) -> set[str]:
    return {unit.id for unit in state.units.values() if unit.location == "Eliminated"}
