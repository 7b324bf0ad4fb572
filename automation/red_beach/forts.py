"""[8.841] The fort register."""

from __future__ import annotations

from modules.red_beach.rules.fort_register import tell_register
from modules.red_beach.state import State
from vassal_bridge.game.sequence import Steps


def forts(state: State) -> Steps[None]:
    """Tell which forts stand and at which beaches they fire; nothing changes [A13]."""
    yield from tell_register(state)
