"""[8.85] The recovery of disrupted HQs."""

from __future__ import annotations

from modules.red_beach.rules.recovery import recover_hqs
from modules.red_beach.state import State
from vassal_bridge.game.sequence import Steps


def hq_recovery(state: State) -> Steps[None]:
    """Roll for every disrupted HQ on the map, and nothing else [8.85]."""
    yield from recover_hqs(state)
