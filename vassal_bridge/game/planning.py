"""Planning: what a game can tell a player before a decision, as lines, as data and as reaches."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from vassal_bridge.game.hexes import HexId, HexMap


@dataclass(frozen=True, slots=True)
class Reach:
    """The hexes that something can reach, and the pairs of hexes between which its border runs."""

    name: str
    hexes: frozenset[HexId]
    borders: tuple[tuple[HexId, HexId], ...]


@dataclass(frozen=True, slots=True)
class Report:
    """What a player is told: lines to read, the same as data, and reaches for a picture."""

    lines: tuple[str, ...]
    data: Mapping[str, Any]
    reaches: tuple[Reach, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """What a plan is asked for: a side, and perhaps one base and one target; "" for all.

    `against` names what else the enemy may put in the way, such as fighters by their models.
    """

    side: str = ""
    base: str = ""
    target: str = ""
    against: tuple[str, ...] = ()


Planner = Callable[[Any, Question], Report]
"""What a game offers: a function (state, question) -> report."""


def reach(name: str, sheet: HexMap, hexes: Iterable[HexId]) -> Reach:
    """Return a reach with its border on a sheet; the sheet's own edge is no border."""
    inside = frozenset(hexes)
    borders = tuple(
        (one, other)
        for one in sorted(inside)
        for other in sheet.neighbours(one)
        if other not in inside
    )
    return Reach(name, inside, borders)
