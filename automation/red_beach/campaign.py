"""[3.0] The whole game: every turn of the track until somebody has won."""

from __future__ import annotations

from automation.red_beach.next import play_next
from modules.red_beach.state import State
from vassal_bridge.game.sequence import Steps


def campaign(state: State) -> Steps[None]:
    """Play on from where the turn marker stands to the verdict [3.0, 11.0]."""
    while state.outcome() is None:
        yield from play_next(state)
