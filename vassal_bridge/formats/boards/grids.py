"""Grids: pixels to cells and names, and back, exactly as the engine computes them.

All coordinates are pixels from the board's upper left corner. The formulas, with Java's
truncations and the engine's quirks, are those of the format reference, section 9; sources are
VASSAL.build.module.map.boardPicker.board.HexGrid, SquareGrid, RegionGrid, ZonedGrid and their
numberings.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

from vassal_bridge.formats.boards.numbering import Numbering

Point: TypeAlias = tuple[int, int]
Size: TypeAlias = tuple[int, int]


class Grid(Protocol):
    """What every grid answers."""

    def snap(self, x: int, y: int) -> Point:
        """Return the point that a piece dropped here comes to lie on."""
        ...

    def location_name(self, x: int, y: int) -> str | None:
        """Return the name of the place; None where the grid has none."""
        ...

    def point(self, name: str) -> Point | None:
        """Return the point of a named place; None for a name that is none (BadCoords)."""
        ...

    def range(self, one: Point, other: Point) -> int:
        """Return the distance in cells, or in pixels where there are no cells."""
        ...


def _round(value: float) -> int:
    return math.floor(value + 0.5)


def _float32(value: float) -> float:
    found: float = struct.unpack("f", struct.pack("f", value))[0]
    return found


def contains(polygon: Sequence[tuple[float, float]], x: float, y: float) -> bool:
    """Tell whether a point lies in a polygon, by the engine's half-open rule."""
    inside = False
    for place, (ax, ay) in enumerate(polygon):
        bx, by = polygon[place - 1]
        if ay > by:
            (ax, ay), (bx, by) = (bx, by), (ax, ay)
        if ay <= y < by:
            edge = ax if y == ay else ax + (y - ay) * (bx - ax) / (by - ay)
            if x < edge:
                inside = not inside
    return inside


@dataclass(frozen=True, slots=True)
class HexGrid:
    """Hexes in upright columns of width `dx` and height `dy`, odd ones half a hex lower.

    The origin is the centre of the first hex; `sideways` swaps x and y. `size` is the width and
    height of the board or zone that the grid numbers, needed for descending numbers.
    """

    dx: float = math.sqrt(3) / 2 * 64
    dy: float = 64.0
    x0: int = 0
    y0: int = 32
    sideways: bool = False
    edges: bool = False
    corners: bool = False
    snaps: bool = True
    size: Size = (0, 0)
    numbering: Numbering | None = None

    def _turn(self, x: int, y: int) -> Point:
        return (y, x) if self.sideways else (x, y)

    def snap(self, x: int, y: int) -> Point:
        """Return the centre, or the edge or corner where those are legal and nearer."""
        if not self.snaps:
            return (x, y)
        return self.forced_snap(x, y)

    def forced_snap(self, x: int, y: int) -> Point:
        """Return the snap point even where the grid does not snap."""
        x, y = self._turn(x, y)
        found = self._centre_of(x, y)
        if self.edges or self.corners:
            side, vertex = self._side_of(x, y), self._vertex_of(x, y)
            if self.edges and self.corners:
                nearer_side = _squared((x, y), side) < _squared((x, y), vertex)
                target = side if nearer_side else vertex
            else:
                target = side if self.edges else vertex
            found = found if _squared(found, target) <= 2 else target
        return self._turn(*found)

    def centre(self, x: int, y: int) -> Point:
        """Return the centre of the hex that a point lies in."""
        return self._turn(*self._centre_of(*self._turn(x, y)))

    def centre_of_cell(self, column: int, row: int) -> Point:
        """Return the centre of a hex by its raw column and row."""
        return self._turn(*self._centre(column, row))

    def _centre(self, nx: int, ny: int) -> Point:
        lower = int(self.dy / 2) if nx % 2 else 0
        return int(self.dx * nx + self.x0), int(self.dy * ny + lower + self.y0)

    def _centre_of(self, x: int, y: int) -> Point:
        nx = math.floor((x - self.x0 + self.dx / 2) / self.dx)
        shift = 0 if nx % 2 else self.dy / 2
        ny = math.floor((y - self.y0 + shift) / self.dy)
        centre = self._centre(nx, ny)
        if contains(self._outline(*centre), x, y):
            return centre
        around = (
            ((-1, 0), (-1, 1), (1, 0), (1, 1)) if nx % 2 else ((-1, -1), (-1, 0), (1, -1), (1, 0))
        )
        for ox, oy in around:
            other = self._centre(nx + ox, ny + oy)
            if contains(self._outline(*other), x, y):
                return other
        return centre

    def _outline(self, cx: int, cy: int) -> tuple[Point, ...]:
        dx, dy = _float32(self.dx), _float32(self.dy)
        r = _float32(_float32(2.0 * dx) / 3.0)
        half, up = _float32(r / 2), _float32(dy / 2)
        x, y = _float32(cx), _float32(cy)

        def at(px: float, py: float) -> Point:
            return _round(_float32(px)), _round(_float32(py))

        upper, lower = at(x - half, y - up), at(x - half, y + up)
        upper_right, lower_right = at(x + half, y - up), at(x + half, y + up)
        return (
            at(x - r, y),
            upper,
            (upper_right[0] + 1, upper_right[1]),
            (at(x + r, y)[0] + 1, at(x + r, y)[1]),
            (lower_right[0] + 1, lower_right[1] + 1),
            (lower[0], lower[1] + 1),
        )

    def _side_of(self, x: int, y: int) -> Point:
        dx, dy = self.dx, self.dy
        nx = math.floor((x - self.x0 + dx / 4) * 2 / dx)
        px = int(dx / 2 * nx + self.x0)
        if nx % 2 == 0:
            ny = math.floor((y - self.y0 + dy / 4) * 2 / dy)
            return px, int(dy / 2 * ny + self.y0)
        ny = math.floor((y - self.y0) * 2 / dy)
        return px, int(dy / 2 * ny + int(dy / 4) + self.y0)

    def _vertex_of(self, x: int, y: int) -> Point:
        dx, dy = self.dx, self.dy
        ny = math.floor((y - self.y0 + dy / 4) * 2 / dy)
        py = int(dy / 2 * ny + self.y0)
        if ny % 2 == 0:
            nx = int(math.floor(x - self.x0 + dx / 3) * 3 / (2 * dx))
            return int(2 * dx / 3 * nx + self.x0), py
        nx = int(math.floor(x - self.x0 + dx / 3 + dx / 3) * 3 / (2 * dx))
        return int(2 * dx / 3 * nx - int(dx / 3) + self.x0), py

    def cell(self, x: int, y: int) -> tuple[int, int]:
        """Return raw column and row of a point, as the numbering (not the outline) sees it."""
        x, y = self._turn(x, y)
        column = math.floor((x - self.x0) / self.dx + 0.5)
        shift = self.dy / 2 if _round((x - self.x0) / self.dx) % 2 else 0
        return column, _round((y - self.y0 - shift) / self.dy)

    @property
    def _limits(self) -> tuple[int, int]:
        """The greatest column and row, by the engine's own quirk: rows by dx, columns by dy."""
        width, height = self.size
        return math.floor(width / self.dy + 0.5), math.floor(height / self.dx + 0.5)

    def _descends(self, numbering: Numbering) -> tuple[int | None, int | None, bool]:
        """Return what columns and rows are counted down from, and whether stagger is turned."""
        columns, rows = self._limits
        across, down = numbering.horizontal.descending, numbering.vertical.descending
        if self.sideways:
            return (rows if down else None), (columns if across else None), across
        return (columns if across else None), (rows if down else None), down

    def location_name(self, x: int, y: int) -> str | None:
        """Return the name of the hex; None where the grid has no numbering."""
        numbering = self.numbering
        if numbering is None:
            return None
        raw, row = self.cell(x, y)
        top_column, top_row, turned = self._descends(numbering)
        column = raw if top_column is None else top_column - raw
        row = row if top_row is None else top_row - row
        if numbering.stagger and raw % 2:
            row += -1 if turned else 1
        if numbering.oblique:
            half = int(column / 2)
            row = row + half if numbering.stagger else row - half + 1
        return numbering.name(column, row)

    def point(self, name: str) -> Point | None:
        """Return the point that VASSAL finds for a name, within a pixel of the centre."""
        numbering = self.numbering
        found = numbering.cell(name) if numbering is not None else None
        if numbering is None or found is None:
            return None
        column, row = found
        top_column, top_row, turned = self._descends(numbering)
        if numbering.stagger and column % 2:
            row += 1 if turned else -1
        column = column if top_column is None else top_column - column
        row = row if top_row is None else top_row - row
        x = int(column * self.dx) + self.x0
        y = int(row * self.dy + (self.dy / 2 if column % 2 else 0)) + self.y0
        return self._turn(x, y)

    def range(self, one: Point, other: Point) -> int:
        """Return the distance in hexes between two points that were snapped before."""
        (q, r), (other_q, other_r) = self._axial(*one), self._axial(*other)
        dq, dr = q - other_q, r - other_r
        return (abs(dq) + abs(dr) + abs(dq + dr)) // 2

    def _axial(self, x: int, y: int) -> Point:
        column, row = self.cell(x, y)
        return column, row - int((column - (column & 1)) / 2)

    def cells_within(self, width: int, height: int) -> Iterator[tuple[str, Point]]:
        """Yield the name and centre of every hex whose centre lies on a board of a size."""
        across, down = (height, width) if self.sideways else (width, height)
        columns = (math.floor(-self.x0 / self.dx) - 1, math.floor((across - self.x0) / self.dx) + 2)
        rows = (math.floor(-self.y0 / self.dy) - 2, math.floor((down - self.y0) / self.dy) + 2)
        for nx in range(*columns):
            for ny in range(*rows):
                x, y = self.centre_of_cell(nx, ny)
                if 0 <= x < width and 0 <= y < height:
                    yield self.location_name(x, y) or "", (x, y)


def _squared(one: Point, other: Point) -> int:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


@dataclass(frozen=True, slots=True)
class SquareGrid:
    """Rectangles of `dx` by `dy` pixels; the origin is the centre of the first."""

    dx: float = 48.0
    dy: float = 48.0
    x0: int = 24
    y0: int = 24
    edges: bool = False
    corners: bool = False
    snaps: bool = True
    manhattan: bool = False
    size: Size = (0, 0)
    numbering: Numbering | None = None

    def snap(self, x: int, y: int) -> Point:
        """Return the centre, or the edge or corner where those are legal."""
        return self.forced_snap(x, y) if self.snaps else (x, y)

    def forced_snap(self, x: int, y: int) -> Point:
        """Return the snap point even where the grid does not snap."""
        ox, oy = x - self.x0, y - self.y0
        nx, ny = _round(ox / (0.5 * self.dx)), _round(oy / (0.5 * self.dy))
        if not self.edges and not self.corners:
            nx, ny = 2 * _round(ox / self.dx), 2 * _round(oy / self.dy)
        elif self.corners and not self.edges:
            nx = 1 + 2 * _round(ox / self.dx - 0.5) if ny % 2 else 2 * _round(ox / self.dx)
        elif self.edges and not self.corners and (ny % 2 or nx % 2 == 0):
            nx = 2 * _round(ox / self.dx)
        return self.x0 + _round(nx * self.dx / 2), self.y0 + _round(ny * self.dy / 2)

    @property
    def _limits(self) -> tuple[int, int]:
        return int(self.size[0] / self.dx + 0.5), int(self.size[1] / self.dy + 0.5)

    def location_name(self, x: int, y: int) -> str | None:
        """Return the name of the cell; None where the grid has no numbering."""
        if self.numbering is None:
            return None
        column = math.floor((x - self.x0) / self.dx + 0.5)
        row = int((y - self.y0) / self.dy + 0.5)
        return self.numbering.name(*self._turned(column, row))

    def _turned(self, column: int, row: int) -> tuple[int, int]:
        assert self.numbering is not None
        columns, rows = self._limits
        if self.numbering.horizontal.descending:
            column = columns - column
        if self.numbering.vertical.descending:
            row = rows - row
        return column, row

    def point(self, name: str) -> Point | None:
        """Return the point that VASSAL finds for a name, within a pixel of the centre."""
        found = self.numbering.cell(name) if self.numbering is not None else None
        if found is None:
            return None
        column, row = self._turned(*found)
        return int(column * self.dx + self.x0), int(row * self.dy + self.y0)

    def range(self, one: Point, other: Point) -> int:
        """Return the distance in cells."""
        across = abs(math.floor((other[0] - one[0]) / self.dx + 0.5))
        down = abs(math.floor((other[1] - one[1]) / self.dy + 0.5))
        return across + down if self.manhattan else max(across, down)


def _in_hash_order(points: Iterable[Point]) -> list[Point]:
    """Return distinct points in the order in which Java walks a HashMap of them.

    A map doubles from 16 places when it is three quarters full; within a place the order is
    that of insertion. It decides which of two regions equally far away is the nearest, and
    which of two of one name is found.
    """
    distinct = list(points)
    places = 16
    while len(distinct) > places * 3 // 4:
        places *= 2
    return sorted(distinct, key=lambda point: _java_hash(point) & (places - 1))


def _java_hash(point: Point) -> int:
    """Return java.awt.Point's hash code, spread as HashMap spreads it."""
    x, y = (struct.unpack("<Q", struct.pack("<d", float(value)))[0] for value in point)
    bits = x ^ (y * 31 & 0xFFFFFFFFFFFFFFFF)
    code = (bits ^ bits >> 32) & 0xFFFFFFFF
    return int(code ^ code >> 16)


@dataclass(frozen=True, slots=True)
class RegionGrid:
    """Named points; a place is called after the nearest one."""

    regions: tuple[tuple[str, Point], ...] = ()
    snaps: bool = True

    def _nearest(self, x: int, y: int) -> tuple[str, Point] | None:
        last = {origin: name for name, origin in self.regions}
        if not last:
            return None
        here = (x, y)
        least = min(_squared(origin, here) for origin in last)
        nearest = [origin for origin in last if _squared(origin, here) == least]
        if len(nearest) > 1:
            nearest = [one for one in _in_hash_order(last) if _squared(one, here) == least]
        return last[nearest[0]], nearest[0]

    def snap(self, x: int, y: int) -> Point:
        """Return the nearest region's point."""
        found = self._nearest(x, y) if self.snaps else None
        return (x, y) if found is None else found[1]

    def location_name(self, x: int, y: int) -> str | None:
        """Return the nearest region's name."""
        found = self._nearest(x, y)
        return None if found is None else found[0]

    def point(self, name: str) -> Point | None:
        """Return the point of a region by its name; of several, the one that VASSAL meets first."""
        last = {origin: region for region, origin in self.regions}
        found = [origin for origin, region in last.items() if region == name]
        if len(found) > 1:
            found = [origin for origin in _in_hash_order(last) if last[origin] == name]
        return found[0] if found else None

    def range(self, one: Point, other: Point) -> int:
        """Return the distance in pixels."""
        return _round(math.dist(one, other))


@dataclass(frozen=True, slots=True)
class NoGrid:
    """A board or zone without a grid: nothing snaps, nothing has a name."""

    def snap(self, x: int, y: int) -> Point:
        """Return the point itself."""
        return (x, y)

    def location_name(self, x: int, y: int) -> str | None:
        """Return None."""
        return None

    def point(self, name: str) -> Point | None:
        """Return None."""
        return None

    def range(self, one: Point, other: Point) -> int:
        """Return the distance in pixels."""
        return _round(math.dist(one, other))


GRIDLESS = NoGrid()


@dataclass(frozen=True, slots=True)
class Sized:
    """Attributes read from a component that describes a regular grid."""

    attributes: Mapping[str, str] = field(default_factory=dict)

    def number(self, name: str, default: float) -> float:
        """Return a number; the default where the attribute is missing or unreadable."""
        try:
            return float(self.attributes[name])
        except (KeyError, ValueError):
            return default

    def truth(self, name: str, default: bool = False) -> bool:
        """Return a truth value; the default where the attribute is missing."""
        return self.attributes[name] == "true" if name in self.attributes else default
