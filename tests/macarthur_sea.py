"""Positions for the sea side of MacArthur: the house board, units put where a test wants them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from automation.policies import Scripted, Sensible
from modules.macarthur.board import Board
from modules.macarthur.rules import coast, ledger
from modules.macarthur.rules.turns import REINFORCEMENT
from modules.macarthur.settings import Settings
from modules.macarthur.setup import load_board, load_units
from modules.macarthur.state import State
from modules.macarthur.units import Unit
from vassal_bridge.game.dice import ScriptedDice
from vassal_bridge.game.sequence import Outcome, Steps, run

JAPANESE_NAVAL = "Japanese Naval"
JAPANESE_AIR = "Japanese Air"
JAPANESE_COMBAT = "Japanese Combat"


@cache
def house_board() -> Board:
    """Return the board of the house edition; no test changes it."""
    return load_board("house")


def position(
    *extra: Unit,
    turn: int = 1,
    phase: str = REINFORCEMENT,
    at: Mapping[str, str] | None = None,
    without: Iterable[str] = (),
    settings: Settings | None = None,
    notes: Mapping[str, int] | None = None,
    transports: Mapping[str, int] | None = None,
) -> State:
    """Return the set-up with some units moved, added and left out, and ledgers filled in.

    The Japanese chit is open and 1, unless `notes` say otherwise.
    """
    units = {unit.id: unit for unit in (*load_units().values(), *extra)}
    for name, place in (at or {}).items():
        units[name] = replace(units[name], location=place)
    for name in without:
        del units[name]
    tracks = {
        "turn": f"Turn {turn}",
        "phase": phase,
        "notes": ledger.format_ledger({"Japanese chit": 1, **(notes or {})}),
        "transports": ledger.format_ledger(transports or {}),
    }
    board = house_board() if settings is None else replace(house_board(), settings=settings)
    return State(board, units.values(), tracks)


def play(
    sequence: Callable[[State], Steps[Any]],
    state: State,
    *,
    dice: Iterable[int] = (),
    answers: Iterable[str] = (),
) -> Outcome:
    """Run a sequence with given dice and answers; past the answers, defaults. All dice are used."""
    thrown = ScriptedDice(dice)
    outcome = run(sequence, state, thrown, Scripted(answers, Sensible()))
    assert thrown.left == ()
    return outcome


def arrow(state: State, beach: str) -> str:
    """Return the first arrow's hex off a beach."""
    return coast.arrows(state.board, beach)[0]


def japanese(
    name: str, where: str, *, points: int = 4, kind: str = "infantry", **more: Any
) -> Unit:
    """Return a Japanese ground unit."""
    return Unit(name, name, "jp", kind, where, points=points, **more)


def allied(name: str, where: str, *, points: int = 3, kind: str = "infantry", **more: Any) -> Unit:
    """Return an Allied ground unit."""
    return Unit(name, name, "allied", kind, where, points=points, **more)


def where(state: State, name: str) -> str:
    """Return where a unit is."""
    return state.units[name].location
