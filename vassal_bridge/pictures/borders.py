"""How borders and shapes that are no rectangles look (BorderOutline, NonRectangular)."""

from __future__ import annotations

import math
import re

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from vassal_bridge.formats.traits import Trait
from vassal_bridge.pictures.colours import read_ink
from vassal_bridge.pictures.counter import Brush, Counter, TraitLook
from vassal_bridge.pictures.shapes import Polygon, Rect, Shape, bounds, shifted, stretched
from vassal_bridge.pictures.sheet import Ink, Sheet

_FACTOR = 4


class BorderLook(TraitLook):
    """A Border Outline: the inner piece, then a line around its area while a property is true."""

    def draw(self, counter: Counter, trait: Trait, brush: Brush, x: int, y: int) -> None:
        """Draw the inner piece and the border."""
        super().draw(counter, trait, brush, x, y)
        record = trait.type
        ink = read_ink(record["colour"])
        thickness = record.number("thickness")
        inner = counter.shape(trait.index + 1)
        if not inner or ink is None or thickness <= 0 or not is_bordered(counter, trait):
            return
        zoom = brush.zoom
        rect = bounds(inner)
        wide = (rect.width + 1) / rect.width * zoom, (rect.height + 1) / rect.height * zoom
        outline = shifted(stretched(inner, *wide), x, y)
        width = max(1, math.floor(zoom * thickness + 0.5))
        _outline(brush.sheet, outline, ink, width)

    def box(self, counter: Counter, trait: Trait) -> Rect:
        """Return the rectangle of the area, wider by the border."""
        thick = trait.type.number("thickness")
        rect = counter.bounds(trait.index + 1)
        around = Rect(
            rect.x - thick, rect.y - thick, rect.width + 2 * thick, rect.height + 2 * thick
        )
        return super().box(counter, trait).union(around)


def is_bordered(counter: Counter, trait: Trait) -> bool:
    """Tell whether a Border Outline is shown, by its one or two properties."""
    record = trait.type
    first, second = record["property"], record["second_property"]
    one = counter.is_true(first) if first else True
    if not second:
        return one
    other = counter.is_true(second)
    match record["compare"].upper():
        case "OR":
            return one or other
        case "XOR":
            return one != other
        case "NOR":
            return not one and not other
        case _:
            return one and other


def _outline(sheet: Sheet, shape: Shape, ink: Ink, width: int) -> None:
    """Stroke the outline of a union of polygons, the line's middle on it."""
    if len(shape) == 1:
        sheet.stroke(shape, ink, width, closed=True, centred=True)
        return
    rect = bounds(shape)
    left, top = rect.x - width - 1, rect.y - width - 1
    size = rect.width + 2 * width + 2, rect.height + 2 * width + 2
    mask = Image.new("L", (size[0] * _FACTOR, size[1] * _FACTOR), 0)
    draw = ImageDraw.Draw(mask)
    for polygon in shape:
        draw.polygon([((x - left) * _FACTOR, (y - top) * _FACTOR) for x, y in polygon], fill=255)
    reach = 2 * (width * _FACTOR // 2) + 1
    ring = ImageChops.subtract(
        mask.filter(ImageFilter.MaxFilter(reach)), mask.filter(ImageFilter.MinFilter(reach))
    ).reduce(_FACTOR)
    picture = Image.new("RGBA", ring.size, (*ink[:3], 0))
    picture.putalpha(ring.point([round(v * ink[3] / 255) for v in range(256)]))
    sheet.paste(picture, left, top)


class NonRectangularLook(TraitLook):
    """Non-Rectangular: the picture is unchanged, the area is the given outline."""

    def shape(self, counter: Counter, trait: Trait) -> Shape:
        """Return the polygons that the trait gives; the inner area where it gives none."""
        scale = trait.type.real("scale") if trait.prefix == "nonRect2;" else 1.0
        found = read_path(trait.type["shape"])
        return stretched(found, scale, scale) if found else super().shape(counter, trait)


def read_path(text: str) -> Shape:
    """Return the polygons of a path: `M x y`, `L x y`, `Z`; curves by all their points.

    The parts are divided by blanks, or by commas in the older form, where `c` closes.

    >>> read_path("d M -15.0 -15.0 L 15.0 -15.0 L 15.0 15.0 Z N a.png")
    (((-15.0, -15.0), (15.0, -15.0), (15.0, 15.0)),)
    >>> read_path("n,m,0,0,l,5,0,l,5,5,c")
    (((0.0, 0.0), (5.0, 0.0), (5.0, 5.0)),)
    """
    is_new = text.startswith("d")
    closing = ("M", "Z") if is_new else ("m", "c")
    found: list[Polygon] = []
    numbers: list[float] = []
    for word in _WORD.findall(text.removeprefix("d") if is_new else text):
        if word == "N" and is_new:
            break
        if word in closing:
            found.append(_pairs(numbers))
            numbers = []
        elif not word.isalpha():
            numbers.append(float(word))
    found.append(_pairs(numbers))
    return tuple(polygon for polygon in found if len(polygon) > 1)


_WORD = re.compile(r"-?[0-9]+(?:\.[0-9]+)?(?:E-?[0-9]{1,2})?|[A-Za-z]")


def _pairs(numbers: list[float]) -> Polygon:
    return tuple(zip(numbers[::2], numbers[1::2], strict=False))
