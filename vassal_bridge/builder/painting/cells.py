"""The hexes of a module's map as they lie on its picture: centres, corners, neighbours, sides."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from vassal_bridge.errors import BindingError, Where
from vassal_bridge.formats.boards.grids import Grid, HexGrid
from vassal_bridge.formats.boards.layout import MapLayout, PlacedBoard
from vassal_bridge.formats.boards.maps import GameMap
from vassal_bridge.formats.boards.zones import ZonedGrid
from vassal_bridge.formats.kinds import PlacedBoard as Laid
from vassal_bridge.formats.module import Module
from vassal_bridge.game.hexes import HexId, HexMap, is_hex, parse_hex
from vassal_bridge.pictures.shapes import hex_outline

Point: TypeAlias = tuple[float, float]
_AROUND = (
    ((-1, -1), (-1, 0), (0, -1), (0, 1), (1, -1), (1, 0)),
    ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, 0), (1, 1)),
)
"""The cells that touch one, by columns and rows from it: of an even column, then of an odd one."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A hex on the picture of a map, in pixels; its corners in their order."""

    name: str
    centre: tuple[int, int]
    corners: tuple[Point, ...]

    @property
    def reach(self) -> float:
        """The distance from the centre to the nearest side."""
        ends = zip(self.corners, (*self.corners[1:], self.corners[0]), strict=True)
        return min(
            math.dist(self.centre, ((ax + bx) / 2, (ay + by) / 2)) for (ax, ay), (bx, by) in ends
        )


@dataclass(frozen=True, slots=True)
class Cells:
    """The hexes of a map by their names, and which of them touch."""

    cells: Mapping[str, Cell]
    neighbours: Mapping[str, tuple[str, ...]]

    def sides(self) -> Iterator[tuple[str, str]]:
        """Yield each pair of hexes that touch once, the lesser name first."""
        for name, around in self.neighbours.items():
            yield from ((name, other) for other in around if name < other)

    def side(self, one: str, other: str) -> tuple[Point, Point]:
        """Return the corners of a hex between which it touches another."""
        towards = self.cells[other].centre
        corners = self.cells[one].corners
        nearest = sorted(range(6), key=lambda place: math.dist(corners[place], towards))[:2]
        return corners[min(nearest)], corners[max(nearest)]

    def sheet(self) -> HexMap | None:
        """Return the sheet on which the same hexes touch; None where they are not so numbered."""
        if not all(is_hex(name) for name in self.cells):
            return None
        numbers = [parse_hex(name) for name in self.cells]
        firsts, seconds = ((min(part), max(part)) for part in zip(*numbers, strict=True))
        lows: tuple[Literal["even", "odd"], ...] = ("even", "odd")
        for rows_first, sideways, low in itertools.product((False, True), (False, True), lows):
            columns, rows = (seconds, firsts) if rows_first else (firsts, seconds)
            found = HexMap(columns, rows, low, sideways, rows_first)
            if all(self._agree(found, name) for name in self.cells):
                return found
        return None

    def _agree(self, sheet: HexMap, name: str) -> bool:
        around = [other for other in sheet.neighbours(HexId(name)) if other in self.cells]
        return sorted(around) == sorted(self.neighbours[name])


def find_cells(module: Module, found: GameMap) -> tuple[Cells, MapLayout]:
    """Return the hexes of a map with the boards that lie on it when a game begins.

    Raises BindingError where no board has a grid of hexes with numbers.
    """
    laid = found.default_boards or [Laid(board.name, 0, 0) for board in found.boards[:1]]
    layout = found.layout(laid)
    cells: dict[str, Cell] = {}
    around: dict[str, tuple[str, ...]] = {}
    for board in layout.boards:
        for grid in _hex_grids(board.grid):
            known = dict(_cells(board, grid))
            names = {place: cell.name for place, cell in known.items()}
            for (column, row), cell in known.items():
                if cell.name in cells:
                    continue
                cells[cell.name] = cell
                touching = ((column + x, row + y) for x, y in _AROUND[column % 2])
                around[cell.name] = tuple(
                    sorted(names[place] for place in touching if place in names)
                )
    if not cells:
        raise BindingError(
            f"expected a grid of hexes with numbers on the map {found.id!r}, found none",
            where=Where(module.file),
        )
    order = sorted(cells)
    sheet = Cells({name: cells[name] for name in order}, {name: around[name] for name in order})
    return sheet, layout


def _hex_grids(grid: Grid) -> Iterator[HexGrid]:
    grids: tuple[Grid, ...] = (grid,)
    if isinstance(grid, ZonedGrid):
        grids = (*(zone.grid for zone in grid.zones), grid.background)
    yield from (one for one in grids if isinstance(one, HexGrid))


def _cells(board: PlacedBoard, grid: HexGrid) -> Iterator[tuple[tuple[int, int], Cell]]:
    """Yield the hexes of a grid that lie on a board where the grid counts, by column and row.

    A hex of which just a half lies in a zone is none of the map's.
    """
    for name, centre in grid.cells_within(board.width, board.height):
        if not name or not _counts(board.grid, grid, centre):
            continue
        x, y = (centre[1], centre[0]) if grid.sideways else centre
        outline = hex_outline(x, y, grid.dx, grid.dy, sideways=grid.sideways)
        half_way = [
            (round((cx + centre[0]) / 2), round((cy + centre[1]) / 2)) for cx, cy in outline
        ]
        if sum(_counts(board.grid, grid, at) for at in half_way) > 4:
            corners = tuple(board.on_map(round(cx), round(cy)) for cx, cy in outline)
            yield grid.cell(*centre), Cell(name, board.on_map(*centre), corners)


def _counts(whole: Grid, grid: HexGrid, at: tuple[int, int]) -> bool:
    """Tell whether a board's place belongs to one of its grids.

    Where zones use the background's hexes, what lies outside all zones is no part of the map.
    """
    if not isinstance(whole, ZonedGrid):
        return True
    zone = whole.zone_at(*at)
    if zone is None:
        return grid is whole.background and not any(one.uses_parent for one in whole.zones)
    return grid is (whole.background if zone.uses_parent else zone.grid)
