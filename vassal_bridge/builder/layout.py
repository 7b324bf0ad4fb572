"""Where the hexes of a board are: the drawing and the module's grid share these numbers.

Source of the geometry: VASSAL.build.module.map.boardPicker.board.HexGrid with upright columns.
"""

from __future__ import annotations

from dataclasses import dataclass

from vassal_bridge.game.hexes import HexId, HexMap, parse_hex

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class HexLayout:
    """A sheet of hexes laid over a board.

    `origin` is the centre of the grid's own hex 0,0 and `dx`, `dy` the distances between columns
    and rows, all in pixels. VASSAL sinks the odd columns of its grid; so where the even printed
    columns are the low ones, the first printed column is the grid's column 0, else its column 1.
    """

    sheet: HexMap
    origin: tuple[int, int]
    dx: float
    dy: float

    @property
    def first(self) -> tuple[int, int]:
        """The printed column and row of the grid's hex 0,0: the offsets of its numbering."""
        column, row = self.sheet.columns[0], self.sheet.rows[0]
        lows_even = self.sheet.low == "even"
        return (column if (column % 2 == 1) == lows_even else column - 1), row

    def centre(self, hex_id: HexId) -> tuple[int, int]:
        """Return the pixel at which VASSAL puts a counter in the hex."""
        column, row = parse_hex(hex_id)
        nx, ny = column - self.first[0], row - self.first[1]
        x = int(self.dx * nx + self.origin[0])
        y = int(self.dy * ny + (int(self.dy / 2) if nx % 2 else 0) + self.origin[1])
        return x, y

    @property
    def radius(self) -> float:
        """The distance from the centre to the left and right corners."""
        return 2 * self.dx / 3

    def corners(self, hex_id: HexId, grow: float = 0.0) -> list[Point]:
        """Return the six corners, from the right one clockwise, `grow` pixels outwards."""
        return self.around(self.centre(hex_id), grow)

    def around(self, centre: tuple[int, int], grow: float = 0.0) -> list[Point]:
        """Return the six corners of a hex around a pixel, as `corners` does."""
        x, y = centre
        far = self.radius + grow
        near, half = far / 2, self.dy / 2 + grow
        return [
            (x + far, float(y)),
            (x + near, y + half),
            (x - near, y + half),
            (x - far, float(y)),
            (x - near, y - half),
            (x + near, y - half),
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
        columns, rows = self.sheet.columns, self.sheet.rows
        lefts = [self.centre(HexId(f"{columns[0]:02d}{row:02d}")) for row in rows]
        seconds = [self.centre(HexId(f"{columns[0] + 1:02d}{row:02d}")) for row in rows]
        rights = [self.centre(HexId(f"{columns[1]:02d}{row:02d}")) for row in rows]
        ys = [y for _, y in lefts + seconds]
        left = int(lefts[0][0] - self.radius)
        right = int(rights[0][0] + self.radius)
        top, bottom = int(min(ys) - self.dy / 2), int(max(ys) + self.dy / 2)
        return (left, top), (right, top), (right, bottom), (left, bottom)
