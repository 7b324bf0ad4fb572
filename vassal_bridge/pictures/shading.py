"""Map shaders: areas of a map darkened or lit, around the pieces that name them (MapShader).

Whether a shader is switched on is no matter of a save: those that are always on are drawn, and
those that are on when a game starts. A border is one pixel wide whatever width is asked for,
as it is in VASSAL. A piece that the viewer does not see has no area here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from PIL import Image, ImageChops, ImageFilter

from vassal_bridge.formats.boards.layout import MapLayout
from vassal_bridge.formats.buildfile import Component
from vassal_bridge.formats.fields import read_int
from vassal_bridge.formats.tokens import decode
from vassal_bridge.pictures.art import ModuleArt
from vassal_bridge.pictures.colours import read_ink
from vassal_bridge.pictures.counter import Counter
from vassal_bridge.pictures.resampling import resized
from vassal_bridge.pictures.shapes import Rect, Shape, stretched
from vassal_bridge.pictures.sheet import Ink, Sheet, clipped, tiled
from vassal_bridge.pictures.trails import AreaLook, area_of, is_active

_BLACK: Ink = (0, 0, 0, 255)
_PATTERNS = {
    "25%": ((0, 0),),
    "50%": ((0, 0), (1, 1)),
    "75%": ((0, 0), (1, 0), (1, 1)),
}
"""The pixels of a tile of two by two that are painted."""
_LISTED = {
    "No, exclude Boards in list": (False,),
    "No, only shade Boards in List": (True,),
}
"""Whether a board must be in the list to be shaded; any other choice shades all boards."""


class Shading:
    """The shaders of a map that are on, with the counters whose areas they go by."""

    def __init__(self, art: ModuleArt, component: Component, layout: MapLayout) -> None:
        self._art = art
        self._layout = layout
        self._shaders = [
            one
            for one in component.find_all("map.MapShader")
            if one.flag("alwaysOn") or one.flag("startsOn")
        ]

    def __bool__(self) -> bool:
        return bool(self._shaders)

    def draw(
        self, sheet: Sheet, counters: Iterable[Counter], zoom: float, *, is_over: bool
    ) -> None:
        """Lay the shaders below, or those above the counters, on a sheet."""
        seen = list(counters)
        for shader in self._shaders:
            if shader.flag("drawOver") == is_over:
                self._lay(sheet, shader, seen, zoom)

    def _lay(self, sheet: Sheet, shader: Component, counters: list[Counter], zoom: float) -> None:
        areas = tuple(
            polygon
            for counter in counters
            for shape in areas_of(counter, shader.get("name", "Shading"))
            for polygon in shape
        )
        mask = _mask(sheet, areas, zoom)
        if shader.get("type", "Foreground") == "Background":
            mask = ImageChops.subtract(_mask(sheet, self._boards(shader), zoom), mask)
        if mask.getbbox() is None:
            return
        paint = self._paint(shader, sheet, zoom)
        if paint is not None:
            _lay(sheet, paint, mask, read_int(shader.get("opacity"), 100))
        border = read_ink(shader.get("borderColor", "0,0,0"))
        if shader.flag("border") and border is not None:
            line = ImageChops.subtract(mask.filter(ImageFilter.MaxFilter(3)), mask)
            whole = Image.new("RGBA", mask.size, border)
            _lay(sheet, whole, line, read_int(shader.get("borderOpacity"), 100))

    def _boards(self, shader: Component) -> Shape:
        """Return the boards that a shader covers: all, or those that it lists or leaves out."""
        choice, listed = shader.get("boards", "Yes"), decode(shader.get("boardList"), ",")
        chosen = [
            Rect(board.x, board.y, board.width, board.height)
            for board in self._layout.boards
            if (board.name in listed) in _LISTED.get(choice, (True, False))
        ]
        return tuple(polygon for rect in chosen for polygon in rect.shape)

    def _paint(self, shader: Component, sheet: Sheet, zoom: float) -> Image.Image | None:
        """Return what a shader paints with, as large as the sheet; None for nothing."""
        pattern, size = shader.get("pattern", "25%"), sheet.image.size
        if pattern == "Custom Image":
            tile = self._art.image(shader.get("image"))
            if tile is None:
                return None
            if shader.flag("scaleImage"):
                width, height = int(tile.width * zoom), int(tile.height * zoom)
                tile = resized(tile, max(1, width), max(1, height))
            return tiled(tile, size, sheet.origin)
        ink = read_ink(shader.get("color", "0,0,0"))
        if ink is None:
            return None
        if pattern not in _PATTERNS:
            return Image.new("RGBA", size, ink)
        tile = Image.new("RGBA", (2, 2), (0, 0, 0, 0))
        for pixel in _PATTERNS[pattern]:
            tile.putpixel(pixel, ink)
        return tiled(tile, size, sheet.origin)


def areas_of(counter: Counter, shader: str) -> Iterator[Shape]:
    """Yield the area that a counter's outermost Area of Effect gives a shader, where it is seen."""
    if counter.ground is None or counter.is_invisible:
        return
    for trait in counter.look.traits:
        if trait.prefix == "obs;" and counter.hides(trait):
            return
        if trait.prefix == "AreaOfEffect;":
            if trait.type["shader"] == shader and is_active(trait):
                yield area_of(counter.ground, counter.place, AreaLook().radius(counter, trait))
            return


def _mask(sheet: Sheet, shape: Shape, zoom: float) -> Image.Image:
    """Return where a shape in map pixels lies on a sheet."""
    found = Sheet(Image.new("RGBA", sheet.image.size, (0, 0, 0, 0)), sheet.origin)
    found.fill(stretched(shape, zoom, zoom), _BLACK)
    return found.image.getchannel("A")


def _lay(sheet: Sheet, paint: Image.Image, mask: Image.Image, percent: int) -> None:
    share = min(max(percent, 0), 100) / 100
    faint = mask.point([round(value * share) for value in range(256)])
    sheet.image.alpha_composite(clipped(paint, faint))
