"""[3.3] Whom the Japanese attack: US stacks that they can reach, the weakest first."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from modules.red_beach.board import TRACE_SOURCE
from modules.red_beach.rules import steps, zoc
from modules.red_beach.units import US
from vassal_bridge.game.hexes import HexId, find_path
from vassal_bridge.game.sequence import Steps, roll

if TYPE_CHECKING:
    from modules.red_beach.state import State


def stack_steps(state: State, hex_id: HexId) -> int:
    """Return the steps of a US stack: Inf and Tanks as they are, Arty and HQ one each [3.3]."""
    return sum(steps.steps_left(state, unit) if unit.fights else 1 for unit in state.us_at(hex_id))


def can_be_reached(state: State, hex_id: HexId, source: HexId) -> bool:
    """Whether a path from a US stack to the source is free of other US units and ZOCs.

    [RB-3.3-b]

    It runs over land and pier hexes; Japanese forts do not block it. The stack's own hex does not
    count, and neither does the source where the Japanese stand there already.
    """
    stacks = state.stacks(US)
    others = [unit for here, units in stacks.items() if here != hex_id for unit in units]
    closed = zoc.zone_of(state, others) | {HexId(unit.location) for unit in others}
    if source != TRACE_SOURCE:
        closed -= {source}
    path = find_path(hex_id, [source], state.board.neighbours, lambda there: there not in closed)
    return path is not None


def valid_targets(state: State, source: HexId = TRACE_SOURCE) -> list[HexId]:
    """Return the US stacks that can be reached from a source, weakest first, then by number."""
    found = [hex_id for hex_id in state.stacks(US) if can_be_reached(state, hex_id, source)]
    return sorted(found, key=lambda hex_id: (stack_steps(state, hex_id), hex_id))


def rank(state: State, targets: Iterable[HexId], wanted: int) -> Steps[list[HexId]]:
    """Return the weakest stacks in order, as many as wanted; ties go to the lower die.

    [RB-3.3-b]
    """
    groups: dict[int, list[HexId]] = {}
    for hex_id in sorted(targets):
        groups.setdefault(stack_steps(state, hex_id), []).append(hex_id)
    order: list[HexId] = []
    for count in sorted(groups):
        if len(order) >= wanted:
            break
        order += yield from _break_ties(groups[count])
    return order[:wanted]


def _break_ties(tied: list[HexId]) -> Steps[list[HexId]]:
    """Return tied stacks in the order of 1d6 each, equal dice rolled again."""
    if len(tied) == 1:
        return tied
    dice: dict[int, list[HexId]] = {}
    for hex_id in tied:
        rolled = yield from roll("1d6", f"[3.3] tie of the weakest stacks, {hex_id}")
        dice.setdefault(rolled.total, []).append(hex_id)
    order: list[HexId] = []
    for face in sorted(dice):
        order += yield from _break_ties(dice[face])
    return order
