"""Planning: what a game can tell a player before a decision, as lines, as data and as reaches."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
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
    """What a player is told: lines to read, the same as data, and reaches for a picture.

    `hexes` are those that the picture shows; all of the map's picture where there are none.
    """

    lines: tuple[str, ...]
    data: Mapping[str, Any]
    reaches: tuple[Reach, ...] = ()
    hexes: frozenset[HexId] = frozenset()


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


def table(
    heads: Sequence[str], rows: Sequence[Sequence[str]], *, right: Collection[int] = ()
) -> list[str]:
    """Return the lines of a table, columns two blanks apart; `right` ones are set to the right.

    >>> table(["at", "hits"], [["Clark", "1.25"]], right=[1])
    ['at     hits', 'Clark  1.25']
    """
    lines = [list(heads), *map(list, rows)]
    widths = [max(len(line[place]) for line in lines) for place in range(len(heads))]
    return [
        "  ".join(
            cell.rjust(width) if place in right else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    ]


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
