"""Geography from a module: the names of places on its maps, with the boards that a save lays."""

from __future__ import annotations

from collections.abc import Collection

from vassal_bridge.errors import BindingError, Where
from vassal_bridge.formats.boards.grids import GRIDLESS, Point
from vassal_bridge.formats.boards.layout import MapLayout
from vassal_bridge.formats.module import Module
from vassal_bridge.formats.save import Save

STEP, LEFT, TOP = 62, 40, 62
"""Pixels between pieces that are laid out in a box, and from its left and upper edge."""


class ModuleGeography:
    """Places on a module's maps; names and points are the engine's own."""

    def __init__(self, module: Module, save: Save) -> None:
        self.module = module
        self.layouts = module.layouts_for(save)

    def location(self, map_name: str, x: int, y: int) -> str:
        """Return the name of a place. Raises BindingError for a map that the module lacks."""
        return self.layouts[self._known(map_name)].location_name(x, y)

    def point(self, map_name: str, location: str) -> Point:
        """Return the map pixels of a named place. Raises BindingError for an unknown one."""
        found = self.layouts[self._known(map_name)].place(location)
        if found is None:
            raise BindingError(
                f"the map {map_name!r} has no place {location!r}",
                where=Where(self.module.file),
            )
        return found

    def free_point(self, map_name: str, location: str, taken: Collection[Point]) -> Point:
        """Return where to put a piece in a place: beside the others in a box without a grid.

        Raises BindingError for an unknown place.
        """
        return free_point(
            self.layouts[self._known(map_name)], self.point(map_name, location), taken
        )

    def _known(self, map_name: str) -> str:
        if map_name not in self.layouts:
            maps = ", ".join(repr(name) for name in self.layouts)
            raise BindingError(
                f"the module has no map {map_name!r} with boards; it has {maps}",
                where=Where(self.module.file),
            )
        return map_name


def free_point(layout: MapLayout, found: Point, taken: Collection[Point]) -> Point:
    """Return a point beside the pieces that are there, where a place is a zone without a grid."""
    zone, board = layout.zone_at(*found), layout.board_at(*found)
    if zone is None or board is None or zone.grid is not GRIDLESS or zone.uses_parent:
        return found
    name = layout.location_name(*found)
    xs = [x + board.x for x, _ in zone.path]
    ys = [y + board.y for _, y in zone.path]
    for y in range(min(ys) + TOP, max(ys) - LEFT // 2, STEP):
        for x in range(min(xs) + LEFT, max(xs) - LEFT // 2, STEP):
            crowded = any(abs(x - a) < STEP // 2 and abs(y - b) < STEP // 2 for a, b in taken)
            if not crowded and layout.location_name(x, y) == name:
                return x, y
    return found
