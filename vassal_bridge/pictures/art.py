"""The pictures of a module, by name, and how its maps lay boards and stacks out."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO

from PIL import Image

from vassal_bridge.errors import BindingError, Where
from vassal_bridge.formats.archive import Archive
from vassal_bridge.formats.fields import read_int
from vassal_bridge.formats.layout import MapLayout
from vassal_bridge.formats.maps import IMAGES, GameMap
from vassal_bridge.formats.module import Module
from vassal_bridge.formats.save import Save
from vassal_bridge.pictures.colours import WHITE

_BARE_SIZE = 1000


@dataclass(frozen=True, slots=True)
class StackOffset:
    """Pixels by which each further member of a closed stack is drawn right and up."""

    right: int = 2
    up: int = 4


class ModuleArt:
    """A module's maps and pictures; each picture is read when first asked for."""

    def __init__(self, module: Module | Archive) -> None:
        self.module = module if isinstance(module, Module) else Module.from_archive(module)
        self._images: dict[str, Image.Image | None] = {}

    def map(self, name: str | None = None) -> GameMap:
        """Return a map by its name, the first without one; raises BindingError for none."""
        if name is None and self.module.maps:
            return next(iter(self.module.maps.values()))
        found = self.module.find_map(name or "")
        if found is None:
            known = ", ".join(self.module.maps) or "none"
            where = Where(file=self.module.file)
            raise BindingError(f"the module has no map {name!r}; it has {known}", where=where)
        return found

    def image(self, name: str) -> Image.Image | None:
        """Return a picture by the name that traits use; None for one that cannot be had."""
        if name not in self._images:
            self._images[name] = self._read(name)
        return self._images[name]

    def _read(self, name: str) -> Image.Image | None:
        archive, entry = self.module.archive, IMAGES + name
        if not name or entry not in archive:
            return None
        try:
            with Image.open(BytesIO(archive[entry])) as opened:
                return opened.convert("RGBA")
        except (OSError, ValueError, Image.DecompressionBombError):
            return None

    def layout(self, found: GameMap, save: Save) -> MapLayout:
        """Return a map with its boards as a save lays them out, else as a new game does."""
        layouts = self.module.layouts_for(save)
        return layouts.get(found.id) or found.layout(found.default_boards)

    def boards(self, found: GameMap, save: Save) -> Image.Image:
        """Return a map's boards as a save lays them out, on the map's margins."""
        layout = self.layout(found, save)
        images = {board.name: board.image for board in found.boards}
        right = max((board.x + board.width for board in layout.boards), default=_BARE_SIZE)
        bottom = max((board.y + board.height for board in layout.boards), default=_BARE_SIZE)
        size = (right + found.edge_width, bottom + found.edge_height)
        picture = Image.new("RGBA", size, (*WHITE, 255))
        for board in layout.boards:
            image = self.image(images[board.name])
            if image is not None:
                turned = image.rotate(180) if board.is_reversed else image
                picture.alpha_composite(turned, (board.x, board.y))
        return picture


def stack_offset(found: GameMap) -> StackOffset:
    """Return how a map sets the members of its stacks off (VASSAL's StackMetrics)."""
    metrics = found.component.find("map.StackMetrics")
    if metrics is None:
        return StackOffset()
    if metrics.flag("disabled"):
        return StackOffset(0, 0)
    return StackOffset(
        read_int(metrics.get("unexSepX"), StackOffset().right),
        read_int(metrics.get("unexSepY"), StackOffset().up),
    )
