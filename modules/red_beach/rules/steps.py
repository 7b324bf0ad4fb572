"""[8.81, 8.82] Steps: strength, step losses, and who takes them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from modules.red_beach.board import ELIMINATED, POOL
from modules.red_beach.rules import turns
from modules.red_beach.units import BACK, FRONT, JP_INF, US, Unit
from vassal_bridge.game.changes import Advance, Eliminate, Flip, Set
from vassal_bridge.game.hexes import HexId
from vassal_bridge.game.sequence import Option, Steps, choose

if TYPE_CHECKING:
    from modules.red_beach.state import State

JRL_PER_STEP = 2


def printed(state: State, unit: Unit, face: str) -> int:
    """Return the strength printed on a face of a unit [RB-8.81-b], or on a fort [9.5]."""
    if unit.is_fort:
        return unit.printed
    return int(state.board.tables.lookup("ladder", unit.kind, face))


def strength(state: State, unit: Unit) -> int:
    """Return the current combat strength: printed, less 1 under a "1" marker [8.7, 8.81]."""
    return printed(state, unit, unit.face) - unit.marker1


def fire_value(state: State, unit: Unit) -> int:
    """Return the multiplier of a unit's fire; a fort's goes by the JRL [RB-9.5-c]."""
    if unit.is_fort:
        return int(state.board.tables.lookup("fort_value", state.jrl))
    return int(state.board.tables.lookup("fire_value", unit.kind))


def steps_left(state: State, unit: Unit) -> int:
    """Return how many step losses eliminate a unit; an HQ has two [RB-8.81-a, RB-8.81-c]."""
    if unit.is_arty or unit.is_fort:
        return 1
    if unit.is_hq:
        return 1 if unit.marker1 else 2
    back = 2 if printed(state, unit, BACK) > 1 else 1
    on_face = 1 if unit.marker1 else 2
    return back + on_face if unit.face == FRONT else min(back, on_face)


def describe(state: State, units: Iterable[Unit]) -> str:
    """Return a stack as players read it: names and strengths."""
    return " + ".join(f"{unit.name} ({strength(state, unit)})" for unit in units)


def lose_step(state: State, unit_id: str, why: str) -> Steps[None]:
    """Take one step: "1" marker, flip, "1" marker, gone; an HQ is disrupted first.

    [RB-8.81-a, RB-8.81-c, RB-8.85-a]
    """
    unit = state.units[unit_id]
    if steps_left(state, unit) == 1:
        yield from eliminate(state, unit_id, why)
        return
    if unit.is_hq:
        if unit.face == FRONT:
            yield Flip(unit_id, FRONT, BACK, why)
        yield Set(unit_id, "marker1", False, True, why)
    elif not unit.marker1:
        yield Set(unit_id, "marker1", False, True, why)
    else:
        yield Flip(unit_id, FRONT, BACK, why)
        yield Set(unit_id, "marker1", True, False, why)


def eliminate(state: State, unit_id: str, why: str) -> Steps[None]:
    """Take a unit from the map.

    An HQ goes to the next interphase box, to land again, while Inf of its Btn or Rgt live
    [RB-8.85-d]; Japanese Inf goes back to the pool, for it always enters at full strength [9.5].
    """
    unit = state.units[unit_id]
    where = ELIMINATED
    if unit.kind == JP_INF:
        where = POOL
    elif unit.is_hq and has_infantry(state, unit):
        where = turns.next_interphase(state.turn) or ELIMINATED
    yield Eliminate(unit_id, unit.location, where, why)
    if unit.kind == JP_INF:
        yield from refresh(state, unit_id, why)


def refresh(state: State, unit_id: str, why: str) -> Steps[None]:
    """Bring a unit back to its front and full strength."""
    unit = state.units[unit_id]
    if unit.face == BACK:
        yield Flip(unit_id, BACK, FRONT, why)
    if unit.marker1:
        yield Set(unit_id, "marker1", True, False, why)


def has_infantry(state: State, hq: Unit) -> bool:
    """Whether any Inf of an HQ's Btn or Rgt is not eliminated [8.85]."""
    return any(
        unit.side == US
        and unit.is_inf
        and unit.location != ELIMINATED
        and unit.regiment == hq.regiment
        and unit.battalion == (hq.battalion or unit.battalion)
        for unit in state.units.values()
    )


def _is_hq(unit: Unit) -> bool:
    return unit.is_hq


def _is_inf(unit: Unit) -> bool:
    return unit.is_inf


def _is_tank(unit: Unit) -> bool:
    return unit.is_tank


def _is_arty(unit: Unit) -> bool:
    return unit.is_arty


PRIORITY: tuple[Callable[[Unit], bool], ...] = (_is_arty, _is_hq, _is_inf, _is_tank)


def lose_by_priority(state: State, hex_id: HexId, side: str, steps: int, why: str) -> Steps[int]:
    """Take steps in the order Arty, HQ, Inf, Tank, each from the next type there is.

    [RB-8.82-a]

    Returns how many were taken; losses beyond the last unit are none. Each Japanese step lowers
    the JRL by 2 [3.3, 8.7].
    """
    taken = 0
    place = 0
    while taken < steps:
        stack = [unit for unit in state.at(hex_id) if unit.side == side and not unit.is_fort]
        if not stack:
            break
        while not (able := [unit for unit in stack if PRIORITY[place % len(PRIORITY)](unit)]):
            place += 1
        place += 1
        yield from lose_step(state, able[0].id, why)
        taken += 1
    if side != US and taken:
        yield from lower_jrl(state, JRL_PER_STEP * taken, why)
    return taken


def lose_by_choice(
    state: State, hex_id: HexId, steps: int, why: str, *, tanks_only: bool = False
) -> Steps[int]:
    """Take steps from the US units that the player chooses [8.715, 8.82]; return how many."""
    taken = 0
    while taken < steps:
        stack = [unit for unit in state.us_at(hex_id) if unit.is_tank or not tanks_only]
        if not stack:
            break
        options = [Option(unit.id, f"{unit.name}{_left(state, unit)}") for unit in stack]
        prompt = f"Which unit in {hex_id} loses a step?"
        default = min(stack, key=lambda unit: (_worth(state, unit), unit.id)).id
        unit_id = yield from choose("loss", prompt, options, why=why, default=default)
        yield from lose_step(state, unit_id, why)
        taken += 1
    return taken


def _left(state: State, unit: Unit) -> str:
    left = steps_left(state, unit)
    return f", {left} step{'' if left == 1 else 's'} left"


def _worth(state: State, unit: Unit) -> int:
    """Return how dear a step is: the last one of a unit most, of an HQ or Arty more than Inf."""
    last = 10 if steps_left(state, unit) == 1 else 0
    return last + (5 if unit.is_arty or unit.is_hq else 2 if unit.is_tank else 0)


def lower_jrl(state: State, by: int, why: str) -> Steps[None]:
    """Lower the JRL, never below 0 [3.1]."""
    after = max(0, state.jrl - by)
    if after != state.jrl:
        yield Advance("jrl", state.jrl, after, why)
