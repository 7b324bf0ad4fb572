"""[8.1-B, 8.4.4] Fields that units on the ground have entered: aircraft flee, the field is taken.

Ground movement is the players' own; what it means for airfields is seen from where units stand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modules.macarthur.board import Field
from modules.macarthur.rules.fields import capture, noted_owner, occupant, parked
from modules.macarthur.rules.scramble import overrun
from modules.macarthur.rules.sealed import is_sealed
from modules.macarthur.units import ALLIED, JP
from vassal_bridge.game.changes import Tell
from vassal_bridge.game.sequence import Steps

if TYPE_CHECKING:
    from modules.macarthur.state import State


def entered(state: State) -> tuple[Field, ...]:
    """Return the fields held by a side's ground units that were the other side's before."""
    return tuple(
        field
        for field in state.board.fields.values()
        if (side := occupant(state, field)) and side != noted_owner(state, field)
    )


def take(state: State) -> Steps[None]:
    """Let aircraft flee from the fields that enemies have entered, and note who holds them.

    [MAC-8.4.4-A, MAC-8.1-B] While charts are sealed that a field is on, its owner sees to that
    when they are opened.
    """
    for field in entered(state):
        side = occupant(state, field)
        loser = JP if side == ALLIED else ALLIED
        if is_sealed(state, loser):
            yield Tell(f"{field.name} is entered: aircraft flee when its charts are opened [8.4.4]")
            continue
        if any(unit.side != side for unit in parked(state, field.name)):
            yield from overrun(state, field.name)
        yield from capture(state, field.name, side)
        who = "the Allies" if side == ALLIED else "Japan"
        yield Tell(f"{field.name} is taken by {who} [8.1]")
