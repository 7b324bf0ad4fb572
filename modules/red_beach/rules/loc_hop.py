"""[6.0] One hop of a LOC, explained: its way, or the hex at which it fails."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from modules.red_beach.units import Unit
from vassal_bridge.game.hexes import HexId, Neighbours, find_path

if TYPE_CHECKING:
    from modules.red_beach.state import State


@dataclass(frozen=True, slots=True)
class Hop:
    """A hop between two ends: its path where it holds, else the problem and the hex it is at."""

    start: str
    end: str
    limit: int
    at: HexId | None = None
    problem: str = ""
    path: tuple[HexId, ...] = ()

    @property
    def holds(self) -> bool:
        """Whether the hop is a LOC."""
        return not self.problem

    def __str__(self) -> str:
        if self.problem:
            return f"no LOC {self.start} to {self.end}: {self.problem}"
        count = len(self.path) - 1
        return f"{self.start} to {self.end}: {count} of {self.limit} hexes"


def explain_hop(
    state: State,
    unit: Unit,
    goals: Mapping[HexId, str],
    limit: int,
    may_enter: Callable[[HexId], bool],
) -> Hop:
    """Return the hop from a unit to the nearest of some hexes, named for the player [6.0].

    Where it fails: too long, at the first hex beyond the limit; or closed, at the first hex that
    a LOC may not enter on the way with the fewest such hexes [RB-6.0-b].
    """
    start = HexId(unit.location)
    near = state.board.neighbours
    names = " or ".join(sorted(set(goals.values()))) if len(goals) < 3 else "supply"
    if not goals:
        return Hop(unit.name, "its end", limit, problem="nothing is there to trace to")
    path = find_path(start, goals, near, may_enter)
    if path is not None and len(path) - 1 <= limit:
        return Hop(unit.name, goals[path[-1]], limit, path=path)
    short = _fewest_closed(start, goals, near, may_enter, limit)
    closed = next((there for there in short[1:] if not may_enter(there)), None)
    if closed is not None:
        return Hop(unit.name, names, limit, closed, _why_closed(state, closed))
    if path is not None:
        far = f"{len(path) - 1} hexes to {path[-1]}, at most {limit}"
        return Hop(
            unit.name, names, limit, path[limit + 1], f"{far}; out of reach at {path[limit + 1]}"
        )
    return Hop(unit.name, names, limit, start, f"no way leads there within {limit} hexes")


def _why_closed(state: State, hex_id: HexId) -> str:
    japanese = state.jp_at(hex_id)
    if japanese:
        return f"{japanese[0].name} is in {hex_id}"
    return f"enemy ZOC in {hex_id}, and no US unit there"


def _fewest_closed(
    start: HexId,
    goals: Mapping[HexId, str],
    near: Neighbours,
    may_enter: Callable[[HexId], bool],
    limit: int,
) -> tuple[HexId, ...]:
    """Return a path within the limit that enters the fewest closed hexes, or no path at all."""
    best: dict[tuple[HexId, int], int] = {(start, 0): 0}
    ways: dict[tuple[HexId, int], tuple[HexId, ...]] = {(start, 0): (start,)}
    queue = deque([(start, 0)])
    while queue:
        here, length = queue.popleft()
        if length >= limit:
            continue
        for there in near(here):
            key = (there, length + 1)
            cost = best[here, length] + (not may_enter(there))
            if cost < best.get(key, limit + 1):
                best[key] = cost
                ways[key] = (*ways[here, length], there)
                queue.append(key)
    arrived = [(best[key], key[1], key[0]) for key in best if key[0] in goals]
    if not arrived:
        return ()
    _, length, goal = min(arrived)
    return ways[goal, length]
