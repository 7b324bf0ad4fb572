"""[3.3] The night turn."""

from __future__ import annotations

from modules.red_beach.rules.night import tactical_action
from modules.red_beach.rules.recovery import next_turn, night_recovery
from modules.red_beach.state import State
from vassal_bridge.game.sequence import Steps


def night(state: State) -> Steps[None]:
    """Play a whole night turn: Japanese Tactical Action, Recovery, turn marker [3.3]."""
    yield from tactical_action(state)
    yield from night_recovery(state)
    yield from next_turn(state)


def action(state: State) -> Steps[None]:
    """Play the Japanese Tactical Action phase alone [3.3]."""
    yield from tactical_action(state)
