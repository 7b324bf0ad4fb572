"""How borders and shapes that are no rectangles look (BorderOutline, NonRectangular)."""

from __future__ import annotations

import math

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from vassal_bridge.formats.traits import Trait
from vassal_bridge.pictures.colours import read_ink
from vassal_bridge.pictures.counter import Brush, Counter, TraitLook
from vassal_bridge.pictures.shapes import Corner, Polygon, Rect, Shape, bounds, shifted, stretched
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
    """Return the polygons of a path: `M x y`, `L x y`, `Z`; curves by their ends.

    The delimiter between the parts is a comma or a blank; letters may touch their numbers.

    >>> read_path("M -15.0 -15.0 L 15.0 -15.0 L 15.0 15.0 Z")
    (((-15.0, -15.0), (15.0, -15.0), (15.0, 15.0)),)
    """
    text = text.removeprefix("d").replace(",", " ").replace(";", " ")
    words = text.split()
    found: list[Polygon] = []
    points: list[Corner] = []
    numbers: list[float] = []

    def take() -> None:
        if len(numbers) >= 2:
            points.append((numbers[-2], numbers[-1]))
        numbers.clear()

    for word in words:
        letter = word[:1]
        if letter == "N":
            break
        if letter.isalpha():
            take()
            if letter in "MmZz" or word == "c":
                if len(points) > 2:
                    found.append(tuple(points))
                points = []
            word = word[1:]
        try:
            numbers.append(float(word))
        except ValueError:
            continue
    take()
    if len(points) > 2:
        found.append(tuple(points))
    return tuple(found)
