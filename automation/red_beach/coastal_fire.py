"""[3.2] Coastal defence fire alone."""

from __future__ import annotations

from modules.red_beach.rules.coastal_fire import fire_at_all
from modules.red_beach.state import State
from vassal_bridge.game.sequence import Steps


def coastal_fire(state: State) -> Steps[None]:
    """Fire once at each Assault box that holds units, and move nobody [3.2, A3]."""
    yield from fire_at_all(state)
