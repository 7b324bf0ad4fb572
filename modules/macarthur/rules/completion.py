"""[3.2.5, 3.4] The end of a segment and of a turn: what goes on, and the markers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modules.macarthur.rules import turns
from vassal_bridge.game.changes import Advance
from vassal_bridge.game.sequence import Steps

if TYPE_CHECKING:
    from modules.macarthur.state import State


def advance_phase(state: State) -> Steps[None]:
    """Move the phase marker on, and after the last phase the turn marker [MAC-3.4-a]."""
    turn, phase = turns.after(state.turn, state.phase)
    yield Advance("phase", state.phase, phase, "[3.0]")
    if turn != state.turn:
        yield Advance("turn", state.turn, turn, "[3.4]")
