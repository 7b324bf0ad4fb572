"""[3.2, 3.3] The Recovery phases of day and night."""

from __future__ import annotations

from modules.red_beach.rules.recovery import day_recovery, next_turn, night_recovery
from modules.red_beach.state import State
from vassal_bridge.game.sequence import Steps


def day(state: State) -> Steps[None]:
    """Play the Recovery phase of a day turn, and move the turn marker [3.2]."""
    yield from day_recovery(state)
    yield from next_turn(state)


def night(state: State) -> Steps[None]:
    """Play the Recovery phase of a night turn, and move the turn marker [3.3]."""
    yield from night_recovery(state)
    yield from next_turn(state)
