"""[3.2] The Landing phase: its plan, its waves, and both together."""

from __future__ import annotations

from modules.red_beach.rules import landing as rules
from modules.red_beach.rules import landing_plan
from modules.red_beach.state import State
from vassal_bridge.game.sequence import Steps


def plan(state: State) -> Steps[None]:
    """Fill the Wave Display, unit after unit, and land nobody yet [3.2, A4]."""
    yield from landing_plan.plan_landing(state)


def clear(state: State) -> Steps[None]:
    """Take the landing plan back: the wave boxes are emptied [3.2]."""
    yield from landing_plan.clear_plan(state)


def land(state: State) -> Steps[None]:
    """Land every wave that lies in the Wave Display, under coastal defence fire [3.2]."""
    yield from rules.landing(state)


def wave(state: State) -> Steps[None]:
    """Land the next wave of a beach alone [3.2]."""
    yield from rules.next_wave(state)


def phase(state: State) -> Steps[None]:
    """Play the whole Landing phase of a day turn: the plan, then its waves [3.2]."""
    yield from landing_plan.plan_landing(state)
    yield from rules.landing(state)
