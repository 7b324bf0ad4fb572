"""[8.4] Routes: the ways by which a stack may have come where a player has put its units.

A stack may drop units on the way, so that its units end in several hexes; a route is the legs
from stop to stop, with whom goes on and who is dropped.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import TYPE_CHECKING

from modules.red_beach.rules import movement
from modules.red_beach.units import Unit
from vassal_bridge.game.hexes import HexId
from vassal_bridge.game.judging import Finding

if TYPE_CHECKING:
    from modules.red_beach.state import State


@dataclass(frozen=True, slots=True)
class Leg:
    """A way from hex to hex, its start left out, and who is dropped at its end."""

    hexes: tuple[HexId, ...]
    dropped: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Route:
    """Legs in order, and the hexes whose entry may trigger an impulse, if any does."""

    legs: tuple[Leg, ...]
    trigger: HexId | None = None

    @property
    def hexes(self) -> tuple[HexId, ...]:
        """Every hex that is entered, in order."""
        return tuple(hex_id for leg in self.legs for hex_id in leg.hexes)

    def __str__(self) -> str:
        way = " -> ".join(self.hexes)
        return f"{way} (an impulse at {self.trigger})" if self.trigger else f"{way} (no impulse)"


def routes(
    state: State, start: HexId, stops: Mapping[HexId, tuple[str, ...]], *, entered: bool = False
) -> list[Route]:
    """Return the routes by which units may have come from one hex to some stops, the best first.

    `stops` are the units that stand in each hex in the end. With several the stack went together
    and dropped them one after another, in any order that is possible.
    """
    found = [
        route
        for order in permutations(sorted(stops))
        for route in _legs(state, start, order, stops, entered)
    ]
    quiet = [route for route in found if route.trigger is None]
    return quiet[:1] if quiet else _distinct(found)


def _legs(
    state: State,
    start: HexId,
    order: Sequence[HexId],
    stops: Mapping[HexId, tuple[str, ...]],
    entered: bool,
) -> Iterator[Route]:
    """Yield the routes that lead to the stops in an order."""
    if not order:
        yield Route(())
        return
    here, *rest = order
    going = [state.units[name] for stop in order for name in stops[stop]]
    for path in movement.paths(state, going, start, here, entered=entered):
        leg = Leg(path.hexes[1:], stops[here] if rest else ())
        triggered = entered or path.trigger is not None
        for route in _legs(state, here, rest, stops, triggered):
            yield Route((leg, *route.legs), path.trigger or route.trigger)


def along(
    state: State,
    units: Sequence[Unit],
    start: HexId,
    way: Sequence[HexId],
    *,
    entered: bool = False,
) -> list[Route]:
    """Return the routes of a stack by the hexes in which it was seen one after the other.

    Where two of them are not adjacent, any way between is taken that `routes` would take.
    """
    found = list(_by_way(state, units, start, way, entered))
    quiet = [route for route in found if route.trigger is None]
    return quiet[:1] if quiet else _distinct(found)


def _by_way(
    state: State, units: Sequence[Unit], start: HexId, way: Sequence[HexId], entered: bool
) -> Iterator[Route]:
    if not way:
        yield Route(())
        return
    here, *rest = way
    for path in _between(state, units, start, here, entered):
        triggered = entered or path.trigger is not None
        for route in _by_way(state, units, here, rest, triggered):
            yield Route((Leg(path.hexes[1:]), *route.legs), path.trigger or route.trigger)


def _between(
    state: State, units: Sequence[Unit], start: HexId, here: HexId, entered: bool
) -> list[movement.Path]:
    """Return the step to an adjacent hex where it is lawful, else the ways to a farther one."""
    if here not in state.board.sheet.neighbours(start):
        return movement.paths(state, units, start, here, entered=entered)
    if movement.entry_problems(state, units, start, here):
        return []
    trigger = here if not entered and movement.triggers(state, here) else None
    return [movement.Path((start, here), trigger)]


def _distinct(found: Iterable[Route]) -> list[Route]:
    """Return routes that differ in where they trigger, or in who is dropped first."""
    kept: dict[tuple[object, ...], Route] = {}
    for route in found:
        key = (route.trigger, *(leg.dropped for leg in route.legs))
        kept.setdefault(key, route)
    return list(kept.values())


def refused_way(
    state: State, units: Sequence[Unit], start: HexId, way: Iterable[HexId]
) -> list[Finding]:
    """Return why a stack may not go from hex to hex as a player says, or nothing."""
    here = start
    for there in way:
        problems = movement.entry_problems(state, units, here, there)
        if problems:
            return [Finding(one.sentence, one.rule) for one in problems]
        here = there
    return []


def why_not(state: State, units: Sequence[Unit], start: HexId, goal: HexId) -> list[Finding]:
    """Return why there is no way from a hex to another: what forbids the last step, or a step.

    The last step is looked at from the side that the stack can reach, or from the nearest one.
    """
    who = " + ".join(unit.name for unit in units)
    if goal in state.board.sheet.neighbours(start):
        problems = movement.entry_problems(state, units, start, goal)
        return [Finding(one.sentence, one.rule) for one in problems]
    if not state.board.is_land(goal):
        return [Finding(f"{goal} is no hex that units can stand in", "8.4")]
    sheet = state.board.sheet
    near = sorted(state.board.neighbours(goal), key=lambda one: (sheet.distance(start, one), one))
    reached = [one for one in near if one == start or movement.paths(state, units, start, one)]
    for beside in (*reached, *near[:1]):
        problems = movement.entry_problems(state, units, beside, goal)
        if problems:
            return [Finding(one.sentence, one.rule) for one in problems]
    return [Finding(f"there is no way from {start} to {goal} that {who} may go together", "8.4")]
