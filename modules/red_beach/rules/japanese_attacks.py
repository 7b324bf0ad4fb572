"""[3.3, 8.7, 9.2, 9.5] What the Tactical Table lets the Japanese do to one US stack, day and night.

Each attack returns the CRT result that the US suffered: "R" and "D" end a Ground Segment [9.2].
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from modules.red_beach.rules import attackers, steps
from modules.red_beach.rules.combat import (
    TANK_ROLLS,
    attackers_at,
    crt,
    effect,
    fight_round,
    lose_tank_step,
)
from modules.red_beach.rules.retreat import retreat, scatter
from modules.red_beach.rules.tactical import NAMES
from modules.red_beach.units import JP, US, Unit
from vassal_bridge.game.changes import Tell
from vassal_bridge.game.hexes import HexId
from vassal_bridge.game.sequence import Steps

if TYPE_CHECKING:
    from modules.red_beach.state import State

NIGHT = "3.3"
DAY = "9.2"


def snipe(state: State, kind: str, hex_id: HexId, rule: str = NIGHT) -> Steps[str]:
    """Resolve a Sniper, Mortar or Machine-Gun attack on a stack; return its result.

    [RB-3.3-c, RB-9.2-d]

    The player assigns the losses as he likes [RB-8.82-b], and a retreat is one of [8.715].
    """
    stack = state.us_at(hex_id)
    if not stack:
        yield Tell(f"  {kind} @{hex_id}: nobody left there [{rule}]")
        return ""
    shown = steps.describe(state, stack)
    why = f"[{rule}] {NAMES[kind]} @{hex_id}"
    total, result = yield from crt(state, kind, why)
    hit = effect(state, result, US)
    lost = hit.steps
    if hit.eliminated:
        lost = sum(steps.steps_left(state, unit) for unit in stack)
    yield from steps.lose_by_choice(state, hex_id, lost, f"[8.82] {why}")
    story = [f"  {kind} @{hex_id} {shown}: 2d6 {total} -> {f'{result}: ' if result else ''}{hit}."]
    if total in TANK_ROLLS and state.board.settings.sniper_hits_tanks:
        story += yield from lose_tank_step(state, hex_id, total, why)
    if hit.retreat and state.us_at(hex_id):
        retreated = yield from retreat(state, hex_id, f"[8.715] {why}")
        story.append(f"US {retreated}.")
    yield Tell(f"{' '.join(story)}{_lost(state, stack)} [{rule}]")
    yield from scatter(state, why)
    return result


def assault(state: State, kind: str, hex_id: HexId, rule: str = NIGHT) -> Steps[str]:
    """Resolve an Assault, or a Banzai Charge in which the US fires first; return the US result.

    [RB-3.3-d, RB-3.3-f, RB-9.2-e, RB-9.2-f]

    Japanese Inf, perhaps with a Tank, are placed upon the stack, fight one round and are lifted
    [3.3, 8.7, 9.2, RB-8.7-a, RB-9.5-b].
    """
    why = f"[{rule}] {NAMES[kind]} @{hex_id}"
    if not state.us_at(hex_id):
        yield Tell(f"  {kind} @{hex_id}: nobody left there [{rule}]")
        return ""
    placed = yield from attackers.place(state, hex_id, why)
    if placed is None:
        yield Tell(f"  {kind} @{hex_id}: no Jap Inf counter is left [9.5]")
        return ""
    yield from scatter(state, why)
    result = yield from one_round(state, kind, hex_id, placed, why, rule)
    yield from attackers.lift(state, hex_id, why)
    yield from scatter(state, why)
    return result


def one_round(
    state: State, kind: str, hex_id: HexId, placed: str, why: str, rule: str = NIGHT
) -> Steps[str]:
    """Fight a round with Japanese that are upon the hex, and tell it; return the US result.

    The US fires first in a Banzai Charge, else the Japanese [RB-8.7-e, RB-8.7-f].
    """
    fighting = (*state.us_at(hex_id), *attackers_at(state, hex_id))
    shown = steps.describe(state, state.us_at(hex_id))
    before = state.jrl
    fight = yield from fight_round(state, hex_id, US if kind == "B" else JP, why)
    left = steps.describe(state, state.us_at(hex_id)) or "hex cleared"
    fell = f" JRL {before} -> {state.jrl}." if state.jrl != before else ""
    head = f"  {kind} @{hex_id} {shown}:"
    told = " ".join(part for part in (head, placed, fight.told) if part)
    yield Tell(f"{told}{_lost(state, fighting)}{fell} Left: {left}. [{rule}]")
    return fight.results.get(US, "")


def _lost(state: State, units: Iterable[Unit]) -> str:
    """Return which of these units are no longer on the map, as a sentence."""
    names = [unit.name for unit in units if not state.units[unit.id].on_map]
    return f" Eliminated: {', '.join(names)}." if names else ""
