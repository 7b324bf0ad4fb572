"""Pictures drawn from their definitions (VASSAL.build.module.gamepieceimage).

VASSAL's picture editor stores what it draws in the module; where that entry is missing the
picture is drawn here, from the same definition: a layout of items and the image's own values.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from PIL import Image

from vassal_bridge.formats.buildfile import Component
from vassal_bridge.formats.fields import read_int
from vassal_bridge.formats.tokens import decode
from vassal_bridge.pictures.colours import read_ink
from vassal_bridge.pictures.htmltext import ImageOf, html_picture
from vassal_bridge.pictures.natosymbols import Frame, Symbol
from vassal_bridge.pictures.shapes import Corner, Polygon
from vassal_bridge.pictures.sheet import Ink, Sheet
from vassal_bridge.pictures.writing import Style, plain_run, run_size, style_of, write

_CLEAR: Ink = (0, 0, 0, 0)
_GROUND: Ink = (192, 192, 192, 255)
_MOST = 2000
_SWATCHES: Mapping[str, Ink | None] = {
    "CLEAR": None,
    "WHITE": (255, 255, 255, 255),
    "LIGHT GRAY": (192, 192, 192, 255),
    "GRAY": (128, 128, 128, 255),
    "DARK GRAY": (64, 64, 64, 255),
    "BLACK": (0, 0, 0, 255),
    "RED": (255, 0, 0, 255),
    "PINK": (255, 175, 175, 255),
    "ORANGE": (255, 200, 0, 255),
    "YELLOW": (255, 255, 0, 255),
    "GREEN": (0, 255, 0, 255),
    "CYAN": (0, 255, 255, 255),
    "BLUE": (0, 0, 255, 255),
    "MAGENTA": (255, 0, 255, 255),
}
"""The colours that every module knows; Java's own."""
_RGB = re.compile(r"RGB\(([0-9, ]+)\)")
_FIXED = "Fixed for this layout"
_QUARTER = 10


@dataclass(frozen=True, slots=True)
class Font:
    """A font style: family, Java's style number, size in pixels, whether letters have an edge."""

    family: str = "Dialog"
    style: int = 0
    size: int = 12
    is_outlined: bool = False

    def in_ink(self, ink: Ink | None) -> Style:
        """Return the style of letters in a colour."""
        return style_of(float(self.size), ink, self.style, self.family)


@dataclass(frozen=True, slots=True)
class Item:
    """An item of a layout with the values that an image gives it.

    `own` are the fields of its kind, `values` those of the image behind the location.
    """

    kind: str
    own: tuple[str, ...]
    location: str
    x: int
    y: int
    rotation: int
    values: tuple[str, ...]
    is_html: bool = False
    box: tuple[int, int] = (0, 0)

    def value(self, place: int, default: str = "") -> str:
        """Return a value of the image; the default where it has none."""
        return self.values[place] if place < len(self.values) else default

    def field(self, place: int, default: str = "") -> str:
        """Return a field of the kind; the default where it has none."""
        return self.own[place] if place < len(self.own) else default

    def at(self, whole: tuple[int, int], size: tuple[int, int] = (0, 0)) -> tuple[int, int]:
        """Return the upper left corner of a thing of a size, by the compass point."""
        across, down = _compass(self.location)
        x = (0, whole[0] // 2 - size[0] // 2, whole[0] - size[0])[across]
        y = (0, whole[1] // 2 - size[1] // 2, whole[1] - size[1])[down]
        return x + self.x, y + self.y


def _compass(location: str) -> tuple[int, int]:
    """Return 0, 1 or 2 for left, middle, right and for top, middle, bottom."""
    across = 0 if "Left" in location else 2 if "Right" in location else 1
    return across, 0 if "Top" in location else 2 if "Bottom" in location else 1


class Definitions:
    """The picture definitions of a module: their colours, fonts and images by name."""

    def __init__(self, roots: Iterable[Component]) -> None:
        self._colours: dict[str, Ink | None] = dict(_SWATCHES)
        self._fonts: dict[str, Font] = {"Default": Font()}
        self._images: dict[str, tuple[Component, Component]] = {}
        for root in roots:
            for swatch in root.find_all("gamepieceimage.ColorSwatch"):
                self._colours[swatch.get("name")] = read_ink(swatch.get("color"))
            for font in root.find_all("gamepieceimage.FontStyle"):
                self._fonts[font.get("name")] = _font(font.get("style"))
            for layout in root.find_all("gamepieceimage.GamePieceLayout"):
                for image in layout.find_all("gamepieceimage.GamePieceImage"):
                    self._images.setdefault(image.get("name"), (layout, image))

    def __contains__(self, name: str) -> bool:
        return name in self._images

    def colour(self, name: str) -> Ink | None:
        """Return a colour by its name, or by its numbers; None for a clear or unknown one."""
        if name in self._colours:
            return self._colours[name]
        found = _RGB.fullmatch(name)
        return read_ink(found[1] if found is not None else name)

    def font(self, name: str) -> Font:
        """Return a font style by its name; the default for an unknown one."""
        return self._fonts.get(name, self._fonts["Default"])

    def draw(self, name: str, image_of: ImageOf) -> Image.Image:
        """Return a picture drawn from its definition; raises KeyError for an unknown name."""
        layout, image = self._images[name]
        size = tuple(
            min(max(1, read_int(layout.get(side), 54)), _MOST) for side in ("width", "height")
        )
        back = self.colour(image.get("bgColor", "WHITE"))
        picture = Image.new("RGBA", (size[0], size[1]), back or _CLEAR)
        for item in _items(layout.get("layout"), image.get("props")):
            draw = _DRAWN.get(item.kind)
            if draw is None:
                continue
            layer = Image.new("RGBA", picture.size, _CLEAR)
            draw(self, item, layer, image_of)
            if item.rotation % 360:
                middle = picture.width / 2, picture.height / 2
                layer = layer.rotate(-item.rotation, Image.Resampling.BICUBIC, center=middle)
            picture.alpha_composite(layer)
        edge = self.colour(image.get("borderColor", "BLACK"))
        _border(picture, layout.get("border", "3D"), edge, back or _GROUND)
        return picture

    # --- items ---------------------------------------------------------------------------------

    def _draw_box(self, item: Item, layer: Image.Image, image_of: ImageOf) -> None:
        width, height = read_int(item.field(0), 40), read_int(item.field(1), 30)
        if width < 1 or height < 1:
            return
        x, y = item.at(layer.size, (width, height))
        path = _path(item.field(2, "Rectangle"), (x, y, width, height), read_int(item.field(3), 5))
        sheet = Sheet(layer)
        fill, line = self.colour(item.value(0, "CLEAR")), self.colour(item.value(1, "BLACK"))
        if fill is not None:
            sheet.fill((path,), fill)
        if line is not None:
            sheet.stroke([path], line, closed=True)

    def _draw_text(self, item: Item, layer: Image.Image, image_of: ImageOf) -> None:
        font = self.font(item.field(0))
        text = item.field(2) if item.field(1) == _FIXED else item.value(2)
        run = plain_run(text, font.in_ink(self.colour(item.value(0, "BLACK"))))
        width, height = run_size(run)
        across, down = _compass(item.location)
        x, y = item.at(layer.size)
        x -= (0, width // 2, width)[across]
        y -= (0, height // 2, height)[down]
        sheet = Sheet(layer)
        back = self.colour(item.value(1, "CLEAR"))
        if back is not None:
            sheet.rectangle((x, y, x + width - 1, y + height - 1), back, None)
        edge = self.colour(item.value(3, "RED"))
        if font.is_outlined and edge is not None:
            behind = write(plain_run(text, font.in_ink(edge)))
            for right, below in ((-1, -1), (-1, 1), (1, -1), (1, 1)):
                sheet.paste(behind, x + right, y + below)
        sheet.paste(write(run), x, y)

    def _draw_text_box(self, item: Item, layer: Image.Image, image_of: ImageOf) -> None:
        width, height = item.box
        if width < 3 or height < 3:
            return
        x, y = item.at(layer.size, item.box)
        text = item.field(2) if item.field(1) == _FIXED else item.value(2)
        if not item.is_html:
            text = _as_html(text)
        style = self.font(item.field(0)).in_ink(self.colour(item.value(0, "BLACK")))
        pane = Image.new(
            "RGBA", (width - 2, height - 2), self.colour(item.value(1, "CLEAR")) or _CLEAR
        )
        Sheet(pane).paste(html_picture(text, style, image_of, None, width - 2), 0, 0)
        Sheet(layer).paste(pane, x + 1, y + 1)

    def _draw_image(self, item: Item, layer: Image.Image, image_of: ImageOf) -> None:
        image = image_of(item.field(0) if item.field(1) == _FIXED else item.value(0))
        if image is not None:
            Sheet(layer).paste(image, *item.at(layer.size, image.size))

    def _draw_symbol(self, item: Item, layer: Image.Image, image_of: ImageOf) -> None:
        width, height = read_int(item.field(0), 40), read_int(item.field(1), 30)
        try:
            thick = min(max(0.1, float(item.field(2, "1.0"))), 50.0)
        except ValueError:
            thick = 1.0
        if not (0 < width <= _MOST and 0 < height <= _MOST):
            return
        symbol = Symbol(
            size=item.value(2),
            arms=(item.value(3, "None"), item.value(4, "None")),
            ink=self.colour(item.value(0, "BLACK")),
            back=self.colour(item.value(1, "CLEAR")),
            size_ink=self.colour(item.value(5, "BLACK")),
            width=thick,
        )
        symbol.draw(layer, Frame(*item.at(layer.size, (width, height)), width, height))


_DRAWN: Mapping[str, Callable[[Definitions, Item, Image.Image, ImageOf], None]] = {
    "Box": Definitions._draw_box,
    "Image": Definitions._draw_image,
    "Symbol": Definitions._draw_symbol,
    "Text": Definitions._draw_text,
    "TextBox": Definitions._draw_text_box,
}


def _font(text: str) -> Font:
    family, style, size, outlined = [*text.split(","), "", "", "", ""][:4]
    return Font(
        family or "Dialog",
        read_int(style),
        min(max(1, read_int(size, 12)), _MOST),
        outlined.lower() == "true",
    )


def _items(layout: str, props: str) -> Iterable[Item]:
    """Yield the items of a layout, each with the image's values for it, in drawing order."""
    values: dict[tuple[str, str], tuple[str, ...]] = {}
    for token in decode(props, ",") if props else []:
        kind, name, _, *rest = [*decode(token, ";"), "", "", ""]
        values[kind, name] = tuple(rest[: len(decode(token, ";")) - 3])
    for token in decode(layout, ",") if layout else []:
        box, is_html, whole = (0, 0), False, token
        parts = decode(token, ",")
        if token.startswith("TextBox") and len(parts) > 1:
            pane = [*decode(parts[0], ";"), "", "", ""]
            box = read_int(pane[1], 40), read_int(pane[2], 30)
            is_html, whole = pane[3].lower() == "true", parts[1]
        own, _, place = whole.partition("|")
        fields = decode(own, ";")
        name, location, x, y, rotation = [*decode(place, ";"), "", "", "", "", ""][:5]
        kind = "TextBox" if token.startswith("TextBox") else fields[0]
        yield Item(
            kind,
            tuple(fields[1:]),
            location or "Center",
            read_int(x),
            read_int(y),
            read_int(rotation),
            values.get((kind, name), ()),
            is_html,
            (min(box[0], _MOST), min(box[1], _MOST)),
        )


def _as_html(text: str) -> str:
    """Return a plain text as HTML, so that its lines are broken as its box needs it."""
    safe = text.replace("&", "&amp;").replace("<", "&lt;")
    return "<html>" + safe.replace("\n", "<br>")


def _path(shape: str, box: tuple[int, int, int, int], bevel: int) -> Polygon:
    """Return the outline of a box: a rectangle, one with round corners, or an oval."""
    x, y, width, height = box
    if shape == "Oval":
        across, down = width / 2, height / 2
    elif shape == "Rounded Rectangle" and bevel > 0:
        across, down = min(bevel, width / 2), min(bevel, height / 2)
    else:
        return ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
    corners: list[Corner] = []
    middles = (
        (x + width - across, y + height - down),
        (x + across, y + height - down),
        (x + across, y + down),
        (x + width - across, y + down),
    )
    for quarter, (mx, my) in enumerate(middles):
        for step in range(_QUARTER + 1):
            angle = math.pi / 2 * (quarter + step / _QUARTER)
            corners.append((mx + across * math.cos(angle), my + down * math.sin(angle)))
    return tuple(corners)


def _border(picture: Image.Image, kind: str, ink: Ink | None, back: Ink) -> None:
    """Draw the border of a layout over the picture's edge; light and dark are the ground's."""
    right, bottom = picture.width - 1, picture.height - 1
    sheet = Sheet(picture)
    if kind == "3D":
        light, dark = (tuple(int(part * by) for part in back[:3]) for by in (1 / 0.7, 0.7))
        _raised(sheet, (0, 0, right, bottom), light, dark)
    elif kind in ("Plain", "Fancy") and ink is not None:
        sheet.rectangle((0, 0, right, bottom), None, ink)
        if kind == "Fancy":
            light = tuple((part + 255) // 2 for part in back[:3])
            dark = tuple(part // 2 for part in back[:3])
            _raised(sheet, (1, 1, right - 1, bottom - 1), light, dark)


def _raised(
    sheet: Sheet, box: tuple[int, int, int, int], light: tuple[int, ...], dark: tuple[int, ...]
) -> None:
    """Draw light lines at the left and top of a box, dark ones at the bottom and right."""
    left, top, right, bottom = box
    for lines, colour in (
        (((left, top, left, bottom), (left, top, right - 1, top)), light),
        (((left + 1, bottom, right, bottom), (right, top, right, bottom)), dark),
    ):
        red, green, blue = (min(part, 255) for part in colour)
        for line in lines:
            sheet.rectangle(line, (red, green, blue, 255), None)
