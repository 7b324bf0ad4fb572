"""Geography from a module: the names of places on its maps, with the boards that a save lays."""

from __future__ import annotations

from vassal_bridge.errors import BindingError, Where
from vassal_bridge.formats.module import Module
from vassal_bridge.formats.save import Save


class ModuleGeography:
    """Places on a module's maps; names and points are the engine's own."""

    def __init__(self, module: Module, save: Save) -> None:
        self.module = module
        self._layouts = module.layouts_for(save)

    def location(self, map_name: str, x: int, y: int) -> str:
        """Return the name of a place. Raises BindingError for a map that the module lacks."""
        return self._layouts[self._known(map_name)].location_name(x, y)

    def point(self, map_name: str, location: str) -> tuple[int, int]:
        """Return the map pixels of a named place. Raises BindingError for an unknown one."""
        found = self._layouts[self._known(map_name)].find(location)
        if found is None:
            raise BindingError(
                f"the map {map_name!r} has no place {location!r}",
                where=Where(self.module.file),
            )
        return found

    def _known(self, map_name: str) -> str:
        if map_name not in self._layouts:
            maps = ", ".join(repr(name) for name in self._layouts)
            raise BindingError(
                f"the module has no map {map_name!r} with boards; it has {maps}",
                where=Where(self.module.file),
            )
        return map_name
