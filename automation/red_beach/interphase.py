"""[3.1] The interphase that opens a date."""

from __future__ import annotations

from modules.red_beach.rules import interphase as rules
from modules.red_beach.rules.recovery import next_turn
from modules.red_beach.rules.supply import supply_phase
from modules.red_beach.state import State
from vassal_bridge.game.sequence import Steps


def interphase(state: State) -> Steps[None]:
    """Play the whole interphase, and move the turn marker to the first turn of the date [3.1]."""
    yield from rules.interphase(state)
    yield from next_turn(state)


def supply(state: State) -> Steps[None]:
    """Play the Supply phase alone [3.1]."""
    yield from supply_phase(state)


def support(state: State) -> Steps[None]:
    """Roll the off-island support of the date alone: bombardments, raid, engineers [3.1]."""
    yield from rules.off_island_support(state)


def engineers(state: State) -> Steps[None]:
    """Roll for the loss of engineers alone [3.1]."""
    yield from rules.engineer_loss(state)
