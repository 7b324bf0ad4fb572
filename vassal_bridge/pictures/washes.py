"""Washes: soft shapes of one colour, laid one over the other, as water and land are painted.

A wash is data, so that it can be painted in pixels here and written as a drawing elsewhere.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from PIL import Image, ImageDraw, ImageFilter

from vassal_bridge.pictures.canvas import Point
from vassal_bridge.pictures.colours import Colour
from vassal_bridge.pictures.texture import edge, within, without

Shape: TypeAlias = tuple[Point, ...]
Frame: TypeAlias = tuple[int, int, int, int]
"""Left, top, right, bottom, in whole pixels."""

_REDUCED = ((12.0, 4), (4.0, 2))
"""From how many pixels of blur a mask is made so many times smaller: nobody sees the difference."""


@dataclass(frozen=True, slots=True, eq=False)
class Melt:
    """Polygons melted together and rounded off.

    `blur` is the radius of rounding in pixels; `level` (0 to 1) tells how far out the edge lies:
    lower means wider.
    """

    shapes: tuple[Shape, ...]
    blur: float
    level: float = 0.5

    def frame(self, size: tuple[int, int]) -> Frame:
        """Return the part of a sheet that it can touch; an empty one where there is no shape."""
        xs = [x for shape in self.shapes for x, _ in shape]
        ys = [y for shape in self.shapes for _, y in shape]
        if not xs:
            return 0, 0, 0, 0
        far = math.ceil(3 * self.blur) + 2
        left, top = max(0, math.floor(min(xs)) - far), max(0, math.floor(min(ys)) - far)
        right = min(size[0], math.ceil(max(xs)) + far)
        bottom = min(size[1], math.ceil(max(ys)) + far)
        return left, top, max(left, right), max(top, bottom)

    @property
    def steepness(self) -> float:
        """How steeply the blurred edge is drawn: it comes out one or two pixels wide."""
        return max(1.0, self.blur)


@dataclass(frozen=True, slots=True)
class Wash:
    """A melted shape in a colour, as strongly as asked; perhaps only in or out of another."""

    colour: Colour
    melt: Melt
    strength: float = 1.0
    inside: Melt | None = None
    outside: Melt | None = None


def paint(image: Image.Image, washes: Iterable[Wash]) -> None:
    """Lay washes on a picture, one after the other."""
    masks: dict[Melt, tuple[Frame, Image.Image]] = {}

    def mask_of(melt: Melt) -> tuple[Frame, Image.Image]:
        if melt not in masks:
            frame = melt.frame(image.size)
            masks[melt] = frame, _mask(melt, frame)
        return masks[melt]

    for wash in washes:
        frame, mask = mask_of(wash.melt)
        if frame[0] == frame[2] or frame[1] == frame[3]:
            continue
        if wash.inside is not None:
            mask = within(mask, _moved(*mask_of(wash.inside), frame))
        if wash.outside is not None:
            mask = without(mask, _moved(*mask_of(wash.outside), frame))
        if wash.strength < 1.0:
            mask = mask.point([round(value * wash.strength) for value in range(256)])
        image.paste(wash.colour, frame, mask)


def _mask(melt: Melt, frame: Frame) -> Image.Image:
    """Return the mask of a melt inside its frame, white where it is."""
    left, top, right, bottom = frame
    small = next((times for blur, times in _REDUCED if melt.blur >= blur), 1)
    size = -(-(right - left) // small), -(-(bottom - top) // small)
    mask = Image.new("L", size, 0)
    draw = ImageDraw.Draw(mask)
    for shape in melt.shapes:
        draw.polygon([((x - left) / small, (y - top) / small) for x, y in shape], fill=255)
    mask = mask.filter(ImageFilter.GaussianBlur(melt.blur / small))
    if small > 1:
        mask = mask.resize((size[0] * small, size[1] * small), Image.Resampling.BILINEAR)
        mask = mask.crop((0, 0, right - left, bottom - top))
    return edge(mask, melt.blur, melt.level)


def _moved(frame: Frame, mask: Image.Image, wanted: Frame) -> Image.Image:
    """Return a mask cut to another frame of the same sheet."""
    left, top, right, bottom = wanted
    x, y = frame[0], frame[1]
    return mask.crop((left - x, top - y, right - x, bottom - y))
