"""Where counters may stand: hexes, boxes, decks, and points of maps in pixels.

A point is spelled `Map @ 120,80`, on one of several boards `Map / Board @ 120,80`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

_POINT = re.compile(r"(?P<map>.+?)(?: / (?P<board>.+))? @ (?P<x>-?\d+),(?P<y>-?\d+)")


@dataclass(frozen=True, slots=True)
class MapPoint:
    """A point of a map's board in pixels; an empty board is the map's first."""

    map: str
    board: str
    x: int
    y: int

    def __str__(self) -> str:
        board = f" / {self.board}" if self.board else ""
        return f"{self.map}{board} @ {self.x},{self.y}"


def parse_point(text: str) -> MapPoint | None:
    """Return the point that a text spells; None where it is the name of a place.

    >>> parse_point("Depot @ 60,480")
    MapPoint(map='Depot', board='', x=60, y=480)
    >>> str(parse_point("Depot / North @ 60,-4"))
    'Depot / North @ 60,-4'
    """
    found = _POINT.fullmatch(text)
    if found is None:
        return None
    return MapPoint(found["map"], found["board"] or "", int(found["x"]), int(found["y"]))


@dataclass(frozen=True, slots=True)
class Places:
    """The places of a recipe: names, decks among them, and the boards of its maps."""

    names: frozenset[str] = frozenset()
    boards: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    decks: frozenset[str] = frozenset()

    def __contains__(self, name: str) -> bool:
        if name in self.names:
            return True
        point = parse_point(name)
        if point is None or point.map not in self.boards:
            return False
        return not point.board or point.board in self.boards[point.map]

    def with_names(self, names: frozenset[str]) -> Places:
        """Return them with more names."""
        return Places(self.names | names, self.boards, self.decks)
