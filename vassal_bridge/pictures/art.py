"""The pictures of a module, by name, and how its maps lay boards and stacks out."""

from __future__ import annotations

from functools import cached_property
from io import BytesIO

from PIL import Image, ImageDraw

from vassal_bridge.errors import BindingError, Where
from vassal_bridge.formats.archive import Archive
from vassal_bridge.formats.boards.layout import MapLayout
from vassal_bridge.formats.boards.maps import GameMap, find_image
from vassal_bridge.formats.imagesize import size_of
from vassal_bridge.formats.module import Module
from vassal_bridge.formats.save import Save
from vassal_bridge.pictures.fonts import font, wrap
from vassal_bridge.pictures.generated import Definitions
from vassal_bridge.pictures.svg import is_svg, rasterise

PLACEHOLDER_SIZE = (40, 40)
"""The size of what stands for a picture that the module lacks."""

_GREY = (190, 190, 190, 255)
_DARK = (90, 90, 90, 255)
_MOST = 4000


def placeholder(name: str, size: tuple[int, int]) -> Image.Image:
    """Return a grey box that says which picture is missing."""
    width, height = max(size[0], 3), max(size[1], 3)
    picture = Image.new("RGBA", (width, height), _GREY)
    draw = ImageDraw.Draw(picture)
    draw.rectangle((0, 0, width - 1, height - 1), outline=_DARK)
    lines = wrap(name.replace("_", " ").replace(".", " ."), width - 4, "condensed", 8.0)
    text = "\n".join(lines[: max(1, (height - 4) // 10)])
    draw.multiline_text((3, 2), text, fill=_DARK, font=font("condensed", 8.0), spacing=1)
    return picture


class ModuleArt:
    """A module's maps and pictures; each picture is read when first asked for.

    With `shows_missing` a picture that is missing is drawn from its definition, if the module
    has one, and else a grey box stands where a piece would be; VASSAL draws nothing there.
    """

    def __init__(self, module: Module | Archive, *, shows_missing: bool = True) -> None:
        self.shows_missing = shows_missing
        self.module = module if isinstance(module, Module) else Module.from_archive(module)
        self._images: dict[str, Image.Image | None] = {}
        self._doubts: dict[str, None] = {}
        self._drawing: set[str] = set()

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
        """Return a picture by the name that traits use; None for one that cannot be had.

        A name of blanks alone names none (VASSAL.tools.imageop.ScaledImagePainter).
        """
        if name not in self._images:
            self._images[name] = self._read(name)
        return self._images[name]

    def _read(self, name: str) -> Image.Image | None:
        if not name.strip():
            return None
        data = self.data(name)
        if data is not None:
            return self._open(name, data)
        if self.shows_missing and name in self.definitions and name not in self._drawing:
            return self._draw(name)
        self.doubt(f"the image {name!r} is not in the module")
        return None

    @cached_property
    def definitions(self) -> Definitions:
        """The definitions of the pictures that VASSAL's picture editor draws."""
        modules = (self.module, *self.module.extensions)
        return Definitions(root for module in modules for root in module.roots)

    def _draw(self, name: str) -> Image.Image:
        """Return a picture drawn from its definition; one that shows itself is drawn once."""
        self._drawing.add(name)
        try:
            return self.definitions.draw(name, self.image)
        finally:
            self._drawing.discard(name)

    def data(self, name: str) -> bytes | None:
        """Return the bytes of a picture by the name that traits use; None where it is missing."""
        for module in (self.module, *self.module.extensions):
            entry = find_image(module.archive, name)
            if entry is not None:
                return module.archive[entry]
        return None

    def _open(self, name: str, data: bytes) -> Image.Image | None:
        try:
            if is_svg(data):
                return rasterise(data, self.data)
            with Image.open(BytesIO(data)) as opened:
                return opened.convert("RGBA")
        except (OSError, ValueError, Image.DecompressionBombError):
            size = size_of(data)
            if size is None:
                self.doubt(f"the image {name!r} is no picture that can be read")
                return None
            self.doubt(f"the image {name!r} is of a kind that is not drawn")
            return placeholder(name, (min(size[0], _MOST), min(size[1], _MOST)))

    def doubt(self, sentence: str) -> None:
        """Take note of what could not be drawn as VASSAL draws it, once for each sentence."""
        self._doubts[sentence] = None

    @property
    def doubts(self) -> list[str]:
        """What could not be drawn as VASSAL draws it, in the order in which it was met."""
        return list(self._doubts)

    def layout(self, found: GameMap, save: Save) -> MapLayout:
        """Return a map with its boards as a save lays them out, else as a new game does."""
        layouts = self.module.layouts_for(save)
        return layouts.get(found.id) or found.layout(found.default_boards)
