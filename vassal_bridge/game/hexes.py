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
    odd, sit half a hex lower than the others. On a sheet that lies `sideways` hexes stand in level
    rows instead, and `low` says which rows sit half a hex further to the right. A number gives the
    column and then the row, with `rows_first` the row and then the column.

    >>> HexMap(columns=(1, 50), rows=(1, 30), low="even").distance(HexId("2308"), HexId("2409"))
    2
    """

    columns: tuple[int, int]
    rows: tuple[int, int]
    low: Literal["even", "odd"]
    sideways: bool = False
    rows_first: bool = False

    def __contains__(self, hex_id: object) -> bool:
        if not isinstance(hex_id, str) or not is_hex(hex_id):
            return False
        return self._holds(*self.place(hex_id))

    @property
    def lines(self) -> tuple[int, int]:
        """The first and last line in which hexes touch side by side: a column, sideways a row."""
        return self.rows if self.sideways else self.columns

    @property
    def steps(self) -> tuple[int, int]:
        """The first and last hex of a line."""
        return self.columns if self.sideways else self.rows

    @property
    def is_line_first(self) -> bool:
        """Whether a hex's number begins with its line."""
        return self.sideways == self.rows_first

    def place(self, hex_id: HexId | str) -> tuple[int, int]:
        """Return the line of a hex and its step along it; RuleError for no hex number."""
        first, second = parse_hex(hex_id)
        return (first, second) if self.is_line_first else (second, first)

    def number(self, line: int, step: int) -> HexId:
        """Return the number of the hex at a step of a line; RuleError out of 0 to 99."""
        return format_hex(line, step) if self.is_line_first else format_hex(step, line)

    def _holds(self, line: int, step: int) -> bool:
        lines, steps = self.lines, self.steps
        return lines[0] <= line <= lines[1] and steps[0] <= step <= steps[1]

    def hexes(self) -> tuple[HexId, ...]:
        """Every hex of the sheet, by its number."""
        lines, steps = self.lines, self.steps
        found = [
            self.number(line, step)
            for line in range(lines[0], lines[1] + 1)
            for step in range(steps[0], steps[1] + 1)
        ]
        return tuple(sorted(found))

    @cache  # noqa: B019 - the few sheets there are live as long as the program
    def neighbours(self, hex_id: HexId) -> tuple[HexId, ...]:
        """Return the adjacent hexes that lie on the sheet, by their number."""
        line, step = self.place(hex_id)
        near = step if self._is_low(line) else step - 1
        around = (
            (line - 1, near),
            (line - 1, near + 1),
            (line, step - 1),
            (line, step + 1),
            (line + 1, near),
            (line + 1, near + 1),
        )
        return tuple(sorted(self.number(*place) for place in around if self._holds(*place)))

    def distance(self, one: HexId, other: HexId) -> int:
        """Return how many hexsides lie between two hexes, over the open sheet."""
        a, b = self._cube(one), self._cube(other)
        return max(abs(x - y) for x, y in zip(a, b, strict=True))

    def ring(self, centre: HexId, radius: int) -> tuple[HexId, ...]:
        """Return the hexes of the sheet at exactly that distance, by their number."""
        line, step = self.place(centre)
        found = [
            self.number(there, at)
            for there in range(line - radius, line + radius + 1)
            for at in range(step - radius, step + radius + 1)
            if self._holds(there, at) and self.distance(centre, self.number(there, at)) == radius
        ]
        return tuple(sorted(found))

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

    def _is_low(self, line: int) -> bool:
        return (line % 2 == 0) == (self.low == "even")

    def _shift(self, line: int) -> int:
        odd = line % 2
        return (line + odd) // 2 if self.low == "even" else (line - odd) // 2

    def _cube(self, hex_id: HexId) -> tuple[int, int, int]:
        line, step = self.place(hex_id)
        z = step - self._shift(line)
        return line, -line - z, z

    def _uncube(self, cube: tuple[int, int, int]) -> HexId:
        line, _, z = cube
        return self.number(line, z + self._shift(line))


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
