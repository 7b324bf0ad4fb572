"""Where the hexes of a board are: the drawing and the module's grid share these numbers.

Source of the geometry: VASSAL.build.module.map.boardPicker.board.HexGrid.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from vassal_bridge.game.hexes import HexId, HexMap

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Runs:
    """Which way the numbers of hexes rise: columns to the right or left, rows down or up."""

    left: bool = False
    up: bool = False


@dataclass(frozen=True, slots=True)
class HexLayout:
    """A sheet of hexes laid over a board.

    `origin` is the centre of the grid's own hex 0,0; `dx` and `dy` lie between columns and rows,
    from left to right and from top to bottom; all in pixels. VASSAL sinks the odd columns of its
    grid (sideways: shifts the odd rows to the right); so where the even printed lines are the low
    ones, the first line drawn is the grid's line 0 if it is odd, else its line 1. Where steps run
    up (sideways: left) the lines that lie half a hex on are drawn half a hex back: the others are
    the low ones.
    """

    sheet: HexMap
    origin: tuple[int, int]
    dx: float
    dy: float
    runs: Runs = Runs()

    @property
    def backwards(self) -> tuple[bool, bool]:
        """Whether the numbers of lines, and of the steps along them, rise backwards."""
        runs = self.runs
        return (runs.up, runs.left) if self.sheet.sideways else (runs.left, runs.up)

    @property
    def first(self) -> tuple[int, int]:
        """The printed line and step of the grid's hex 0,0: the offsets of its numbering."""
        lines_back, steps_back = self.backwards
        line, step = self.sheet.lines[lines_back], self.sheet.steps[steps_back]
        lows_even = (self.sheet.low == "even") != steps_back
        if (line % 2 == 1) != lows_even:
            line += 1 if lines_back else -1
        return line, step

    @property
    def across(self) -> float:
        """The distance between lines: what VASSAL's grid calls dx."""
        return self.dy if self.sheet.sideways else self.dx

    @property
    def along(self) -> float:
        """The distance between the hexes of a line: what VASSAL's grid calls dy."""
        return self.dx if self.sheet.sideways else self.dy

    def turned(self, x: float, y: float) -> Point:
        """Return a point of the page on the grid's axes, or back: sideways x and y are changed."""
        return (y, x) if self.sheet.sideways else (x, y)

    def centre(self, hex_id: HexId) -> tuple[int, int]:
        """Return the pixel at which VASSAL puts a counter in the hex."""
        line, step = self.sheet.place(hex_id)
        nx, ny = abs(line - self.first[0]), abs(step - self.first[1])
        x0, y0 = self.turned(*self.origin)
        x = int(self.across * nx + x0)
        y = int(self.along * ny + (int(self.along / 2) if nx % 2 else 0) + y0)
        return (y, x) if self.sheet.sideways else (x, y)

    @property
    def radius(self) -> float:
        """The distance from the centre to the corners at the hex's two points."""
        return 2 * self.across / 3

    @property
    def rise(self) -> float:
        """How far above the centre a hex still is half as wide as in its middle."""
        return self.radius * 0.75 if self.sheet.sideways else self.dy / 2

    def corners(self, hex_id: HexId, grow: float = 0.0) -> list[Point]:
        """Return the six corners in their order, the right one (sideways the low one) first.

        They lie `grow` pixels outwards.
        """
        return self.around(self.centre(hex_id), grow)

    def around(self, centre: tuple[int, int], grow: float = 0.0) -> list[Point]:
        """Return the six corners of a hex around a pixel, as `corners` does."""
        x, y = self.turned(*centre)
        far = self.radius + grow
        near, half = far / 2, self.along / 2 + grow
        return [
            self.turned(*corner)
            for corner in (
                (x + far, float(y)),
                (x + near, y + half),
                (x - near, y + half),
                (x - far, float(y)),
                (x - near, y - half),
                (x + near, y - half),
            )
        ]

    def side(self, one: HexId, other: HexId) -> tuple[Point, Point]:
        """Return the two corners that adjacent hexes share; ValueError where they are not so."""
        ax, ay = self.centre(one)
        bx, by = self.centre(other)
        middle = ((ax + bx) / 2, (ay + by) / 2)
        corners = self.corners(one)
        for index, corner in enumerate(corners):
            following = corners[(index + 1) % 6]
            at = ((corner[0] + following[0]) / 2, (corner[1] + following[1]) / 2)
            if abs(at[0] - middle[0]) < self.dx / 4 and abs(at[1] - middle[1]) < self.dy / 4:
                return corner, following
        raise ValueError(f"hexes {one} and {other} are not adjacent")

    def outline(self) -> tuple[tuple[int, int], ...]:
        """Return the corners of a rectangle around every hex of the sheet, clockwise."""
        corners = [corner for hex_id in self._rim() for corner in self.corners(hex_id)]
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        left, right, top, bottom = int(min(xs)), int(max(xs)), int(min(ys)), int(max(ys))
        return (left, top), (right, top), (right, bottom), (left, bottom)

    def _rim(self) -> Iterable[HexId]:
        """Yield the first two and the last two hexes of the first two and the last two lines."""
        lines, steps = self.sheet.lines, self.sheet.steps
        near = min(lines[0] + 1, lines[1]), max(lines[1] - 1, lines[0])
        for line in (lines[0], *near, lines[1]):
            for step in steps:
                yield self.sheet.number(line, step)
