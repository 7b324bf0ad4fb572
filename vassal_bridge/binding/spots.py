"""Spots: every place that a module's maps have a name for, with the point where it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from vassal_bridge.formats.boards.grids import Grid, HexGrid, Point, RegionGrid, SquareGrid
from vassal_bridge.formats.boards.layout import OFFBOARD, MapLayout, PlacedBoard
from vassal_bridge.formats.boards.zones import ZonedGrid
from vassal_bridge.formats.kinds import PlacedBoard as Laid
from vassal_bridge.formats.module import Module
from vassal_bridge.formats.save import Save

MOST_CELLS = 40_000
"""The most cells of one square grid that are looked at."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A named place: its map, the zone around it, its name, and a point of the map in it.

    A map that has no names at all is one spot of an empty name.
    """

    map: str
    zone: str
    name: str
    point: Point

    @property
    def key(self) -> tuple[str, str, str]:
        """Map, zone and name: what tells it from all others."""
        return self.map, self.zone, self.name

    @property
    def label(self) -> str:
        """What a player would call it: the zone as well, where the name does not hold it."""
        if not self.name:
            return self.map
        return self.name if self.zone in self.name else f"{self.zone} {self.name}"


def layouts_of(module: Module, save: Save | None) -> dict[str, MapLayout]:
    """Return the maps as a save lays out their boards, the others as in a new game.

    A map whose boards the players choose has all of them, side by side.
    """
    found = {} if save is None else module.layouts_for(save)
    for one in module.maps.values():
        if one.id not in found:
            boards = [Laid(board.name, place, 0) for place, board in enumerate(one.boards)]
            found[one.id] = one.layout(one.default_boards or boards)
    return {one.id: found[one.id] for one in module.maps.values()}


def spots_of(layouts: Mapping[str, MapLayout]) -> list[Spot]:
    """Return every spot of some maps, in the order of their boards; the first of a name counts."""
    found: dict[tuple[str, str, str], Spot] = {}
    for map_name, layout in layouts.items():
        before = len(found)
        for point in _points(layout):
            spot = spot_at(map_name, layout, point)
            if spot.name:
                found.setdefault(spot.key, spot)
        if len(found) == before and layout.boards:
            board = layout.boards[0]
            middle = (board.x + board.width // 2, board.y + board.height // 2)
            spot = Spot(map_name, "", "", middle)
            found[spot.key] = spot
    return list(found.values())


def spot_at(map_name: str, layout: MapLayout, point: Point) -> Spot:
    """Return the spot that a point of a map belongs to; one without a name has an empty one."""
    name = layout.location_name(*point)
    zone = layout.zone_at(*point)
    known = "" if zone is None else zone.name
    return Spot(map_name, known, "" if name == OFFBOARD else name, point)


def _points(layout: MapLayout) -> Iterator[Point]:
    yield from layout.decks
    for board in layout.boards:
        seen: set[Point] = set()
        for point in _points_of(board.grid, board):
            on_map = board.on_map(*point)
            if on_map not in seen:
                seen.add(on_map)
                yield on_map


def _points_of(grid: Grid, board: PlacedBoard) -> Iterator[Point]:
    """Yield the points of a grid in which each of its places can be found."""
    match grid:
        case ZonedGrid():
            for zone in grid.zones:
                inner = [p for p in _points_of(zone.grid, board) if zone.contains(*p)]
                yield from inner
                if not inner and not zone.uses_parent and zone.path:
                    yield zone.centre()
            yield from _points_of(grid.background, board)
        case HexGrid():
            yield from (centre for _, centre in grid.cells_within(board.width, board.height))
        case RegionGrid():
            yield from (origin for _, origin in grid.regions)
        case SquareGrid():
            yield from _squares(grid, board)
        case _:
            return


def _squares(grid: SquareGrid, board: PlacedBoard) -> Iterator[Point]:
    if grid.dx < 1 or grid.dy < 1:
        return
    columns, rows = int(board.width / grid.dx) + 2, int(board.height / grid.dy) + 2
    if columns * rows > MOST_CELLS:
        return
    for column in range(-1, columns):
        for row in range(-1, rows):
            x, y = int(column * grid.dx + grid.x0), int(row * grid.dy + grid.y0)
            if 0 <= x < board.width and 0 <= y < board.height:
                yield x, y
