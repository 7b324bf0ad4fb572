"""[3.1] Supply: who is out of it, and what that costs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from modules.red_beach.rules import steps
from modules.red_beach.rules.loc import (
    SUPPLY,
    Lines,
    explain,
    explain_direct,
    lines,
    supply_hexes,
)
from modules.red_beach.rules.retreat import scatter
from modules.red_beach.units import FRONT, US, Unit
from vassal_bridge.game.changes import Flip, Tell
from vassal_bridge.game.sequence import Steps

if TYPE_CHECKING:
    from modules.red_beach.state import State


@dataclass(frozen=True, slots=True)
class Supply:
    """Whether a unit is in supply and how, or which link of its chain is missing."""

    unit: str
    supplied: bool
    how: str


def supply_of(state: State, unit: Unit, trace: Lines) -> Supply:
    """Return how a unit on the map is supplied [RB-3.1-a, RB-3.1-d].

    Directly, by 5 hexes to a landing beach or 2308; or by its Btn HQ and Rgt HQ, the latter by 10.
    Tanks and Arty take any Btn HQ and its Rgt HQ.
    """
    settings = state.board.settings
    goals = supply_hexes(state)
    if path := trace.path(unit.location, goals, settings.loc_unit):
        return Supply(unit.id, True, f"direct to {path[-1]}")
    for hq in trace.rgt_hqs(unit):
        if path := trace.path(hq.location, goals, settings.loc_hq):
            return Supply(unit.id, True, f"by {hq.name} to {path[-1]}")
    return Supply(unit.id, False, _why_not(state, unit))


def _why_not(state: State, unit: Unit) -> str:
    """Return which hop fails and at which hex, of the short way and of the chain [6.0, A9]."""
    failing = explain_direct(state, unit).failing, explain(state, unit, SUPPLY).failing
    return "; ".join(dict.fromkeys(str(hop) for hop in failing if hop is not None))


def supply_of_all(state: State) -> list[Supply]:
    """Return the supply of every US unit on the map, all judged on the same position [3.1]."""
    trace = lines(state)
    ours = [unit for unit in state.units.values() if unit.side == US and unit.on_map]
    return [supply_of(state, unit, trace) for unit in ours]


def supply_phase(state: State) -> Steps[None]:
    """Judge the supply of all US units, then apply all effects together [RB-3.1-c].

    Out of supply, Tanks and Arty are eliminated, Inf lose a step, HQs are disrupted without one.
    """
    judged = supply_of_all(state)
    out = [supply for supply in judged if not supply.supplied]
    yield Tell(f"Supply: {len(judged) - len(out)} of {len(judged)} US units in supply [3.1]")
    for supply in out:
        yield from _suffer(state, state.units[supply.unit], supply.how)
    yield from scatter(state, "[3.1] supply")


def _suffer(state: State, unit: Unit, how: str) -> Steps[None]:
    why = f"[3.1] out of supply: {how}"
    if unit.is_hq:
        effect = "already disrupted" if unit.disrupted else "disrupted"
        if unit.face == FRONT:
            yield Flip(unit.id, FRONT, "back", why)
    elif unit.is_inf:
        effect = "loses 1 step"
        yield from steps.lose_step(state, unit.id, why)
    else:
        effect = "eliminated"
        yield from steps.eliminate(state, unit.id, why)
    yield Tell(f"  {unit.name} @{unit.location}: {how} -> {effect} [3.1]")
