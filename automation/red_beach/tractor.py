"""[3.2] The loss of AMTRACs after a turn that used them."""

from __future__ import annotations

from modules.red_beach.rules.recovery import tractor_loss
from modules.red_beach.state import State
from vassal_bridge.game.sequence import Steps


def tractor(state: State) -> Steps[None]:
    """Roll on the Amphibious Tractor Loss table alone; run it after AMTRACs were used [3.2]."""
    yield from tractor_loss(state)
