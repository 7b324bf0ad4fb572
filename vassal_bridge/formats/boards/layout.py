"""A map as it lies on the table: boards beside each other, some turned, and what places are called.

Source: VASSAL.build.module.Map and boardPicker.Board; format reference, section 9.8.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from vassal_bridge.formats.boards.grids import GRIDLESS, Grid, HexGrid, Point
from vassal_bridge.formats.boards.zones import Zone, ZonedGrid

OFFBOARD = "offboard"
"""What VASSAL calls a place that no board or no grid has a name for."""


@dataclass(frozen=True, slots=True)
class PlacedBoard:
    """One board at its place on a map; all in pixels.

    `x` and `y` are the map coordinates of its upper left corner; `is_reversed` boards are turned
    by 180 degrees.
    """

    name: str
    width: int
    height: int
    x: int = 0
    y: int = 0
    grid: Grid = GRIDLESS
    is_reversed: bool = False
    magnification: float = 1.0

    def contains(self, x: int, y: int) -> bool:
        """Tell whether a point of the map lies on the board."""
        return 0 <= x - self.x < self.width and 0 <= y - self.y < self.height

    def local(self, x: int, y: int) -> Point:
        """Return a point of the map as the board's grid sees it."""
        x, y = x - self.x, y - self.y
        if self.is_reversed:
            x, y = self.width - x, self.height - y
        if self.magnification != 1.0:
            x, y = _round(x / self.magnification), _round(y / self.magnification)
        return x, y

    def on_map(self, x: int, y: int) -> Point:
        """Return a point of the board's grid as a point of the map."""
        if self.magnification != 1.0:
            x, y = _round(x * self.magnification), _round(y * self.magnification)
        if self.is_reversed:
            x, y = self.width - x, self.height - y
        return x + self.x, y + self.y


def _round(value: float) -> int:
    return math.floor(value + 0.5)


@dataclass(frozen=True, slots=True)
class MapLayout:
    """A map with its boards in place; `decks` are the configured points of draw piles."""

    boards: tuple[PlacedBoard, ...]
    decks: Mapping[Point, str]

    def board_at(self, x: int, y: int) -> PlacedBoard | None:
        """Return the board that a point lies on."""
        return next((board for board in self.boards if board.contains(x, y)), None)

    def location_name(self, x: int, y: int) -> str:
        """Return the name of a place, as LocationName gives it."""
        if (x, y) in self.decks:
            return self.decks[x, y]
        board = self.board_at(x, y)
        name = None if board is None else board.grid.location_name(*board.local(x, y))
        return OFFBOARD if name is None else name

    def snap(self, x: int, y: int) -> Point:
        """Return the point that a piece dropped here comes to lie on."""
        board = self.board_at(x, y)
        if board is None:
            return (x, y)
        snapped = board.on_map(*board.grid.snap(*board.local(x, y)))
        other = self.board_at(*snapped)
        if other is None:
            return self._pulled_in(board, *snapped)
        if other is not board:
            return other.on_map(*other.grid.snap(*other.local(*snapped)))
        return snapped

    def _pulled_in(self, board: PlacedBoard, x: int, y: int) -> Point:
        """Move a point back onto its board where it is off by exactly one pixel."""
        local_x, local_y = x - board.x, y - board.y
        if local_x == board.width:
            local_x -= 1
        elif local_x == -1:
            local_x = 0
        if local_y == board.height:
            local_y -= 1
        elif local_y == -1:
            local_y = 0
        return board.x + local_x, board.y + local_y

    def zone_at(self, x: int, y: int) -> Zone | None:
        """Return the zone at a point, without turning a turned board, as VASSAL does."""
        board = self.board_at(x, y)
        if board is None or not isinstance(board.grid, ZonedGrid):
            return None
        return board.grid.zone_at(x - board.x, y - board.y)

    def find(self, name: str) -> Point | None:
        """Return the point of the map where a name leads; the first board that knows it.

        Like VASSAL's own look-up it does not turn a turned board.
        """
        for point, deck in self.decks.items():
            if deck == name:
                return point
        for board in self.boards:
            found = board.grid.point(name)
            if found is not None:
                return found[0] + board.x, found[1] + board.y
        return None

    def place(self, name: str) -> Point | None:
        """Return where a piece has to stand for its place to have a name: the snapped centre.

        Unlike `find` it turns turned boards, and finds hexes for which the engine's own look-up
        gives a neighbour's point. None where no place has the name.
        """
        deck = next((point for point, deck in self.decks.items() if deck == name), None)
        if deck is not None:
            return deck
        tried = (point for board in self.boards for point in _candidates(board, name))
        return next((point for point in tried if self.location_name(*point) == name), None)

    def range(self, one: Point, other: Point) -> int:
        """Return the distance between two points of the map, as VASSAL's range limits count it.

        Hexes are counted in map coordinates after snapping, so an odd margin can shift the
        engine's own count by one.
        """
        start, end = self.snap(*one), self.snap(*other)
        board = self.board_at(*one)
        if board is None or board is not self.board_at(*other):
            return _round(math.dist(one, other))
        return board.grid.range(start, end)


def _candidates(board: PlacedBoard, name: str) -> Iterator[Point]:
    """Yield points of the map that may have a name: the engine's, then any hex of that name."""
    found = board.grid.point(name)
    if found is not None:
        yield board.on_map(*board.grid.snap(*found))
        yield board.on_map(*found)
    for grid in _hex_grids(board.grid):
        for called, centre in grid.cells_within(board.width, board.height):
            if called and called in name:
                yield board.on_map(*centre)


def _hex_grids(grid: Grid) -> Iterator[HexGrid]:
    grids: tuple[Grid, ...] = (grid,)
    if isinstance(grid, ZonedGrid):
        grids = (*(zone.grid for zone in grid.zones), grid.background)
    yield from (one for one in grids if isinstance(one, HexGrid))
