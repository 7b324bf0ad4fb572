"""Hexes by their printed number: neighbours, distances, rings, lines and paths."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from typing import Literal, NewType, TypeAlias

from vassal_bridge.errors import RuleError

HexId = NewType("HexId", str)
Hexside: TypeAlias = tuple[HexId, HexId]
Neighbours: TypeAlias = Callable[[HexId], tuple[HexId, ...]]
_NUMBER = re.compile(r"([0-9]{2})([0-9]{2})")


def is_hex(text: str) -> bool:
    """Tell whether a location is a hex number such as "2618" (and not the name of a box)."""
    return _NUMBER.fullmatch(text) is not None


@cache
def parse_hex(text: str) -> tuple[int, int]:
    """Return column and row of a printed number; raises RuleError for anything else.

    >>> parse_hex("2618")
    (26, 18)
    """
    found = _NUMBER.fullmatch(text)
    if found is None:
        raise RuleError(f"expected a hex number of four digits, found {text!r}")
    return int(found[1]), int(found[2])


def format_hex(column: int, row: int) -> HexId:
    """Return the printed number of a column and a row; raises RuleError out of 0 to 99.

    >>> format_hex(26, 8)
    '2608'
    """
    if not (0 <= column <= 99 and 0 <= row <= 99):
        raise RuleError(f"expected a column and a row of 0 to 99, found {column} and {row}")
    return HexId(f"{column:02d}{row:02d}")


def hexside(one: HexId, other: HexId) -> Hexside:
    """Return the key of the side between two hexes, the same from either side.

    >>> hexside(HexId("2619"), HexId("2618"))
    ('2618', '2619')
    """
    return (one, other) if one <= other else (other, one)


@dataclass(frozen=True, slots=True)
class HexMap:
    """A sheet of hexes in upright columns, rows counted downwards.

    `columns` and `rows` are the first and last printed; `low` says which columns, the even or the
    odd, sit half a hex lower than the others.

    >>> HexMap(columns=(1, 50), rows=(1, 30), low="even").distance(HexId("2308"), HexId("2409"))
    2
    """

    columns: tuple[int, int]
    rows: tuple[int, int]
    low: Literal["even", "odd"]

    def __contains__(self, hex_id: object) -> bool:
        if not isinstance(hex_id, str) or not is_hex(hex_id):
            return False
        column, row = parse_hex(hex_id)
        return self._holds(column, row)

    def _holds(self, column: int, row: int) -> bool:
        return self.columns[0] <= column <= self.columns[1] and self.rows[0] <= row <= self.rows[1]

    def hexes(self) -> tuple[HexId, ...]:
        """Every hex of the sheet, by column and row."""
        return tuple(
            format_hex(column, row)
            for column in range(self.columns[0], self.columns[1] + 1)
            for row in range(self.rows[0], self.rows[1] + 1)
        )

    @cache  # noqa: B019 - the few sheets there are live as long as the program
    def neighbours(self, hex_id: HexId) -> tuple[HexId, ...]:
        """Return the adjacent hexes that lie on the sheet, by their number."""
        column, row = parse_hex(hex_id)
        near = row if self._is_low(column) else row - 1
        around = (
            (column - 1, near),
            (column - 1, near + 1),
            (column, row - 1),
            (column, row + 1),
            (column + 1, near),
            (column + 1, near + 1),
        )
        return tuple(format_hex(c, r) for c, r in around if self._holds(c, r))

    def distance(self, one: HexId, other: HexId) -> int:
        """Return how many hexsides lie between two hexes, over the open sheet."""
        a, b = self._cube(one), self._cube(other)
        return max(abs(x - y) for x, y in zip(a, b, strict=True))

    def ring(self, centre: HexId, radius: int) -> tuple[HexId, ...]:
        """Return the hexes of the sheet at exactly that distance, by their number."""
        column, row = parse_hex(centre)
        found = [
            format_hex(c, r)
            for c in range(column - radius, column + radius + 1)
            for r in range(row - radius, row + radius + 1)
            if self._holds(c, r) and self.distance(centre, format_hex(c, r)) == radius
        ]
        return tuple(found)

    def line(self, one: HexId, other: HexId) -> tuple[HexId, ...]:
        """Return the hexes that the straight line between two centres crosses, ends included.

        Where the line runs along a hexside, one of the two hexes stands for both.
        """
        a, b = self._cube(one), self._cube(other)
        steps = self.distance(one, other)
        if steps == 0:
            return (one,)
        return tuple(
            self._uncube(
                _round([x * (steps - i) + y * i for x, y in zip(a, b, strict=True)], steps)
            )
            for i in range(steps + 1)
        )

    def _is_low(self, column: int) -> bool:
        return (column % 2 == 0) == (self.low == "even")

    def _shift(self, column: int) -> int:
        odd = column % 2
        return (column + odd) // 2 if self.low == "even" else (column - odd) // 2

    def _cube(self, hex_id: HexId) -> tuple[int, int, int]:
        column, row = parse_hex(hex_id)
        z = row - self._shift(column)
        return column, -column - z, z

    def _uncube(self, cube: tuple[int, int, int]) -> HexId:
        column, _, z = cube
        return format_hex(column, z + self._shift(column))


def _round(scaled: list[int], steps: int) -> tuple[int, int, int]:
    """Return the hex that holds a point, given as cube coordinates times `steps`."""
    rounded = [(2 * value + steps) // (2 * steps) for value in scaled]
    errors = [abs(near * steps - value) for near, value in zip(rounded, scaled, strict=True)]
    worst = errors.index(max(errors))
    rounded[worst] -= sum(rounded)
    return rounded[0], rounded[1], rounded[2]


def reachable(
    start: HexId,
    neighbours: Neighbours,
    may_enter: Callable[[HexId], bool],
    *,
    limit: int | None = None,
) -> dict[HexId, int]:
    """Return every hex that can be reached, with its distance; the start is at 0, untested."""
    distances = {start: 0}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        if limit is not None and distances[here] >= limit:
            continue
        for there in neighbours(here):
            if there not in distances and may_enter(there):
                distances[there] = distances[here] + 1
                queue.append(there)
    return distances


def find_path(
    start: HexId,
    goals: Iterable[HexId],
    neighbours: Neighbours,
    may_enter: Callable[[HexId], bool],
    *,
    limit: int | None = None,
) -> tuple[HexId, ...] | None:
    """Return a shortest path from start to any goal, both included, or None.

    Every hex but the start must satisfy `may_enter`, the goal too; `limit` is the most hexsides.
    """
    wanted = frozenset(goals)
    came: dict[HexId, HexId | None] = {start: None}
    queue = deque([(start, 0)])
    while queue:
        here, distance = queue.popleft()
        if here in wanted:
            path = [here]
            while (back := came[path[-1]]) is not None:
                path.append(back)
            return tuple(reversed(path))
        if limit is not None and distance >= limit:
            continue
        for there in neighbours(here):
            if there not in came and may_enter(there):
                came[there] = here
                queue.append((there, distance + 1))
    return None
