"""What is wrong with a position, whoever made it so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modules.macarthur.rules import pads, turns
from modules.macarthur.rules.sealed import is_sealed
from modules.macarthur.units import BACK

if TYPE_CHECKING:
    from collections.abc import Iterator

    from modules.macarthur.state import State
    from modules.macarthur.units import Unit


def problems(state: State) -> list[str]:
    """Return a sentence for everything that cannot be so."""
    found = [text for unit in state.alive for text in _unit(state, unit)]
    found += pads.problems(state)
    if state.turn not in (*turns.TURNS, turns.END):
        found.append(f"the turn marker is in {state.turn}, which is no box of its track")
    if state.phase not in turns.PHASES:
        found.append(f"the phase marker is in {state.phase}, which is no box of its track")
    return found


def _unit(state: State, unit: Unit) -> Iterator[str]:
    board = state.board
    if unit.on_map and unit.location not in board.sheet:
        yield f"{unit.name} is in {unit.location}, which is no hex of the map"
    if not unit.on_map and unit.location not in board.boxes:
        yield f"{unit.name} is in {unit.location}, which is no box"
    if unit.mission and unit.base not in board.fields and not is_sealed(state, unit.side):
        yield f"{unit.name} flies from {unit.base or 'nowhere'}, which is no field [8.2]"
    if unit.mission and unit.face == BACK:
        yield f"{unit.name} flies, and is inverted [8.6.5]"
    if unit.is_air and unit.on_map and not unit.mission:
        yield f"{unit.name} is in {unit.location} without a mission [8.3.1]"
