"""Measures: numbers that say how a game of Red Beach stands, for reports on many games."""

from __future__ import annotations

from dataclasses import replace

from modules.red_beach.board import ELIMINATED
from modules.red_beach.rules import turns
from modules.red_beach.rules.steps import steps_left
from modules.red_beach.state import State
from modules.red_beach.units import FRONT, US, Unit


def measures(state: State) -> dict[str, int]:
    """Return losses of both sides, what still stands, and how far the game has come."""
    ours = [unit for unit in state.units.values() if unit.side == US]
    dead = [unit for unit in ours if unit.location == ELIMINATED]
    return {
        "turn": _turn(state),
        "JRL": state.jrl,
        "forts destroyed": state.forts_destroyed(),
        "forts left": len(state.active_forts()),
        "US units ashore": sum(unit.on_map for unit in ours),
        "US units lost": len(dead),
        "US steps lost": sum(_lost(state, unit) for unit in ours if unit not in dead)
        + sum(_full(state, unit) for unit in dead),
    }


def _turn(state: State) -> int:
    """Return the game turn, or the one that follows the interphase; 20 at the end."""
    box = state.turn
    while box != turns.END and turns.is_interphase(box):
        box = turns.next_box(box) or turns.END
    return turns.LAST_TURN if box == turns.END else turns.number(box) or turns.LAST_TURN


def _full(state: State, unit: Unit) -> int:
    return steps_left(state, replace(unit, face=FRONT, marker1=False))


def _lost(state: State, unit: Unit) -> int:
    return _full(state, unit) - steps_left(state, unit)
