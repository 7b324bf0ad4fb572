"""Zones: named polygons on a board, each with a grid of its own or the background's.

Source: VASSAL.build.module.map.boardPicker.board.ZonedGrid and mapgrid.Zone.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from vassal_bridge.formats.boards.grids import GRIDLESS, Grid, Point, contains
from vassal_bridge.formats.boards.numbering import GRID_LOCATION, MAX_NAME, fill, tokens_of


@dataclass(frozen=True, slots=True)
class Zone:
    """One zone: its outline in board pixels, its own grid, and how its places are called."""

    name: str
    path: tuple[Point, ...]
    location_format: str = "$name$"
    grid: Grid = GRIDLESS
    uses_parent: bool = False

    def contains(self, x: int, y: int) -> bool:
        """Tell whether a point lies in the zone."""
        return contains(self.path, x, y)

    def centre(self) -> Point:
        """Return the mean of the outline's corners, or its first corner if that lies outside."""
        count = len(self.path)
        mean = (
            int(sum(x for x, _ in self.path) / count),
            int(sum(y for _, y in self.path) / count),
        )
        return mean if self.contains(*mean) else self.path[0]


@dataclass(frozen=True, slots=True)
class ZonedGrid:
    """Zones over a background grid; the first zone that holds a point decides."""

    zones: tuple[Zone, ...]
    background: Grid = GRIDLESS

    def zone_at(self, x: int, y: int) -> Zone | None:
        """Return the zone that a point belongs to."""
        return next((zone for zone in self.zones if zone.contains(x, y)), None)

    def _grid_of(self, zone: Zone) -> Grid:
        return self.background if zone.uses_parent else zone.grid

    def snap(self, x: int, y: int) -> Point:
        """Return the zone's snap point; outside all zones the background's."""
        zone = self.zone_at(x, y)
        grid = self.background if zone is None else self._grid_of(zone)
        return grid.snap(x, y)

    def location_name(self, x: int, y: int) -> str | None:
        """Return the zone's name for the place; outside all zones the background's."""
        zone = self.zone_at(x, y)
        if zone is None:
            return self.background.location_name(x, y)
        cell = self._grid_of(zone).location_name(x, y) or ""
        return fill(zone.location_format, {"name": zone.name, GRID_LOCATION: cell})

    def point(self, name: str) -> Point | None:
        """Return the point of a named place, in the first zone that knows it."""
        for zone in self.zones:
            found = self._point_in(zone, name)
            if found is not None:
                return found
        return self.background.point(name)

    def _point_in(self, zone: Zone, name: str) -> Point | None:
        if len(name) > MAX_NAME:
            return None
        grid = self._grid_of(zone)
        pattern, cells = _pattern(zone, has_grid=grid is not GRIDLESS)
        found = re.fullmatch(pattern, name, re.DOTALL) if pattern else None
        if found is None:
            return None
        if cells:
            point = grid.point(found[cells])
            return point if point is not None and zone.contains(*point) else None
        return zone.centre() if zone.path else None

    def range(self, one: Point, other: Point) -> int:
        """Return the distance in the grid that both points share, or in pixels."""
        zone, target = self.zone_at(*one), self.zone_at(*other)
        if zone is not None and zone is target:
            grid = self._grid_of(zone)
            return grid.range(one, other)
        if self.background is not GRIDLESS:
            return self.background.range(one, other)
        return math.floor(math.dist(one, other) + 0.5)


def _pattern(zone: Zone, *, has_grid: bool) -> tuple[str, int]:
    """Return the expression that names of a zone's places match, and how many cells it has."""
    parts: list[str] = []
    cells = 0
    for token, is_name in tokens_of(zone.location_format):
        if not is_name:
            parts.append(re.escape(token))
        elif token == "name":
            parts.append(re.escape(zone.name))
        elif token == GRID_LOCATION and has_grid:
            parts.append("(.*)")
            cells += 1
    return "".join(parts), cells
