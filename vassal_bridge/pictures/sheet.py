"""A sheet that pictures, areas and lines are laid on, each with its own transparency.

Coordinates are pixels of the sheet. As in Java a line with whole coordinates runs through the
middle of its pixels. Smooth edges are drawn enlarged and reduced, only where they are needed.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from PIL import Image, ImageChops, ImageDraw

from vassal_bridge.pictures.shapes import Corner, Polygon, Rect, Shape, shifted

Ink: TypeAlias = tuple[int, int, int, int]
"""Red, green, blue and opacity, 0 to 255."""

_FACTORS = ((250_000, 8), (4_000_000, 4), (16_000_000, 2))
"""How often areas are enlarged up to so many pixels; larger ones are not."""

_SHRINK = 0.5
"""In each row Pillow fills the pixels under a polygon's edge too; so much is taken off there."""
_PARALLEL = 1e-3


class Sheet:
    """A picture (RGBA) that is drawn on; `origin` is the point that its upper left corner shows."""

    def __init__(self, image: Image.Image, origin: tuple[int, int] = (0, 0)) -> None:
        self.image = image
        self.origin = origin

    @classmethod
    def clear(cls, width: int, height: int) -> Sheet:
        """Return an empty, transparent sheet."""
        return cls(Image.new("RGBA", (max(width, 1), max(height, 1)), (0, 0, 0, 0)))

    def part(self, rect: Rect) -> Sheet | None:
        """Return a copy of what lies in a rectangle, to be drawn on and put back; None if nothing.

        What is drawn on it is cut off at the rectangle.
        """
        left, top = self.origin
        x, y = max(rect.x, left), max(rect.y, top)
        right = min(rect.right, left + self.image.width)
        bottom = min(rect.bottom, top + self.image.height)
        if right <= x or bottom <= y:
            return None
        box = (x - left, y - top, right - left, bottom - top)
        return Sheet(self.image.crop(box), (x, y))

    def put_back(self, part: Sheet) -> None:
        """Replace what a part shows by the part as it is now."""
        corner = part.origin[0] - self.origin[0], part.origin[1] - self.origin[1]
        self.image.paste(part.image, corner)

    def paste(self, image: Image.Image, left: int, top: int) -> None:
        """Lay a picture on the sheet; what lies outside is cut off."""
        self._lay(image, left - self.origin[0], top - self.origin[1])

    def _lay(self, image: Image.Image, left: int, top: int) -> None:
        right, bottom = left + image.width, top + image.height
        if right <= 0 or bottom <= 0 or left >= self.image.width or top >= self.image.height:
            return
        source = (max(0, -left), max(0, -top))
        self.image.alpha_composite(image, (max(0, left), max(0, top)), source)

    def rectangle(self, box: tuple[int, int, int, int], fill: Ink | None, line: Ink | None) -> None:
        """Draw a box (left, top, right, bottom, the last pixels included), hard-edged."""
        left, top, right, bottom = box
        picture = Image.new("RGBA", (right - left + 1, bottom - top + 1), fill or (0, 0, 0, 0))
        if line is not None:
            draw = ImageDraw.Draw(picture)
            draw.rectangle((0, 0, right - left, bottom - top), outline=line)
        self.paste(picture, left, top)

    def fill(self, shape: Shape, ink: Ink) -> None:
        """Fill the union of polygons, with smooth edges; whole coordinates give hard ones."""
        self._through(shape, ink)

    def stroke(
        self,
        paths: Iterable[Sequence[Corner]],
        ink: Ink,
        width: float = 1.0,
        *,
        closed: bool = False,
        centred: bool = False,
    ) -> None:
        """Draw lines with square ends; closed ones are mitred.

        Coordinates name pixels (`centred`: points between pixels, as a stretched outline has).
        """
        shift = 0.0 if centred else 0.5
        quads: list[Polygon] = []
        for path in paths:
            points = [(x + shift, y + shift) for x, y in path]
            ends = [*points[1:], points[0]] if closed else points[1:]
            pairs = zip(points, ends, strict=False)
            quads.extend(_quad(one, other, width) for one, other in pairs)
        self._through(tuple(quads), ink)

    def disc(
        self,
        box: tuple[float, float, float],
        fill: Ink | None,
        line: Ink | None,
        width: float = 1.0,
    ) -> None:
        """Draw a circle in the square that begins at left, top with a diameter."""
        left, top, diameter = box
        sides = max(24, int(diameter) * 2)
        middle, radius = (left + diameter / 2, top + diameter / 2), diameter / 2
        circle = tuple(
            (
                middle[0] + radius * math.cos(2 * math.pi * step / sides),
                middle[1] + radius * math.sin(2 * math.pi * step / sides),
            )
            for step in range(sides)
        )
        if fill is not None:
            self.fill((circle,), fill)
        if line is not None:
            self.stroke([circle], line, width, closed=True)

    def _through(self, shape: Shape, ink: Ink) -> None:
        """Lay a colour on the sheet where a shape is."""
        own = shifted(shape, -self.origin[0], -self.origin[1]) if any(self.origin) else shape
        found = _mask_of(own, self.image.size)
        if found is None:
            return
        mask, left, top = found
        if ink[3] < 255:
            mask = mask.point([round(value * ink[3] / 255) for value in range(256)])
        picture = Image.new("RGBA", mask.size, (*ink[:3], 0))
        picture.putalpha(mask)
        self._lay(picture, left, top)


def _quad(one: Corner, other: Corner, width: float) -> Polygon:
    length = math.dist(one, other)
    if length == 0:
        half = width / 2
        x, y = one
        return (
            (x - half, y - half),
            (x + half, y - half),
            (x + half, y + half),
            (x - half, y + half),
        )
    ux, uy = (other[0] - one[0]) / length, (other[1] - one[1]) / length
    half = width / 2
    end = half
    ax, ay = one[0] - ux * end, one[1] - uy * end
    bx, by = other[0] + ux * end, other[1] + uy * end
    nx, ny = -uy * half, ux * half
    return ((ax + nx, ay + ny), (bx + nx, by + ny), (bx - nx, by - ny), (ax - nx, ay - ny))


def _mask_of(shape: Shape, size: tuple[int, int]) -> tuple[Image.Image, int, int] | None:
    """Return the coverage of polygons (0 to 255) with its left and top; None outside the sheet."""
    corners = [corner for polygon in shape for corner in polygon]
    if not corners:
        return None
    left = max(0, math.floor(min(x for x, _ in corners)))
    top = max(0, math.floor(min(y for _, y in corners)))
    right = min(size[0], math.ceil(max(x for x, _ in corners)))
    bottom = min(size[1], math.ceil(max(y for _, y in corners)))
    if right <= left or bottom <= top:
        return None
    width, height = right - left, bottom - top
    factor = next((by for most, by in _FACTORS if width * height <= most), 1)
    mask = Image.new("L", (width * factor, height * factor), 0)
    draw = ImageDraw.Draw(mask)
    for polygon in shape:
        _fill(draw, [((x - left) * factor, (y - top) * factor) for x, y in polygon])
    return (mask.reduce(factor) if factor > 1 else mask), left, top


def _fill(draw: ImageDraw.ImageDraw, points: list[Corner]) -> None:
    """Fill a polygon whose coordinates lie between pixels."""
    box = _upright(points)
    if box is not None:
        left, top, right, bottom = (math.floor(side + 0.5) for side in box)
        if right > left and bottom > top:
            draw.rectangle((left, top, right - 1, bottom - 1), fill=255)
        return
    draw.polygon([(round(x - 0.5), round(y - 0.5)) for x, y in _inset(points)], fill=255)


def _inset(points: list[Corner]) -> list[Corner]:
    """Return a polygon with every edge moved inwards by what Pillow fills across it."""
    ends = [*points[1:], points[0]]
    twice = sum(x * by - bx * y for (x, y), (bx, by) in zip(points, ends, strict=True))
    side = 1.0 if twice > 0 else -1.0
    normals: list[Corner] = []
    for (x, y), (bx, by) in zip(points, ends, strict=True):
        length = math.dist((x, y), (bx, by)) or 1.0
        normals.append((-side * (by - y) / length, side * (bx - x) / length))
    return [
        (x + right, y + down)
        for place, (x, y) in enumerate(points)
        for right, down in [_corner_shift(normals[place - 1], normals[place])]
    ]


def _corner_shift(one: Corner, other: Corner) -> Corner:
    """Return how far a corner moves when its two edges do, each by its share of the shrinking."""
    far, near = _SHRINK * abs(one[0]), _SHRINK * abs(other[0])
    cross = one[0] * other[1] - one[1] * other[0]
    if abs(cross) < _PARALLEL:
        return one[0] * far, one[1] * far
    right = (far * other[1] - near * one[1]) / cross
    down = (one[0] * near - other[0] * far) / cross
    return min(max(right, -1.0), 1.0), min(max(down, -1.0), 1.0)


def _upright(points: list[Corner]) -> tuple[float, float, float, float] | None:
    """Return the sides of an upright rectangle; None for any other polygon."""
    if len(points) != 4:
        return None
    across, down = {round(x, 6) for x, _ in points}, {round(y, 6) for _, y in points}
    if len(across) != 2 or len(down) != 2:
        return None
    return min(across), min(down), max(across), max(down)


def faded(image: Image.Image, opacity: float) -> Image.Image:
    """Return a picture with its opacity multiplied, 0 to 1."""
    found = image.copy()
    found.putalpha(image.getchannel("A").point([round(v * opacity) for v in range(256)]))
    return found


def tiled(tile: Image.Image, size: tuple[int, int], corner: tuple[int, int]) -> Image.Image:
    """Return a tile repeated over a picture whose upper left lies at a corner; from 0, 0 on."""
    found = Image.new("RGBA", size, (0, 0, 0, 0))
    left, top = -(corner[0] % tile.width), -(corner[1] % tile.height)
    row = Image.new("RGBA", (size[0], tile.height), (0, 0, 0, 0))
    for x in range(left, size[0], tile.width):
        row.paste(tile, (x, 0))
    for y in range(top, size[1], tile.height):
        found.paste(row, (0, y))
    return found


def clipped(image: Image.Image, mask: Image.Image) -> Image.Image:
    """Return a picture that is seen only where a mask of its size is white."""
    found = image.copy()
    found.putalpha(ImageChops.multiply(image.getchannel("A"), mask))
    return found
