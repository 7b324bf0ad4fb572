"""Reaches over a map: the border of what something can reach, each in a colour, with a legend."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from vassal_bridge.pictures.canvas import Canvas, Point
from vassal_bridge.pictures.colours import BLACK, WHITE, Colour

if TYPE_CHECKING:
    from PIL import Image

COLOURS: tuple[Colour, ...] = (
    (200, 30, 40), (30, 80, 190), (20, 130, 60), (150, 60, 170),
    (215, 120, 10), (0, 140, 150), (110, 80, 50), (220, 60, 140),
)  # fmt: skip
"""The colours of reaches, in their order, and again from the first."""
MARGIN, ROW, SWATCH = 10, 20, 26
_FACTOR = 2


@dataclass(frozen=True, slots=True)
class Outline:
    """A reach by its name, and the centres of each pair of hexes between which its border runs."""

    name: str
    borders: Sequence[tuple[Point, Point]]


def side_between(one: Point, other: Point) -> tuple[Point, Point]:
    """Return the ends of the hexside between two hexes, given their centres.

    In a regular hex the side stands upright on the middle of the way between the centres, and is
    as long as that way divided by the square root of 3.
    """
    across = (other[0] - one[0], other[1] - one[1])
    middle = ((one[0] + other[0]) / 2, (one[1] + other[1]) / 2)
    half = 1 / (2 * math.sqrt(3))
    turned = (-across[1] * half, across[0] * half)
    return (
        (middle[0] + turned[0], middle[1] + turned[1]),
        (middle[0] - turned[0], middle[1] - turned[1]),
    )


def draw_reaches(
    picture: Image.Image, outlines: Sequence[Outline], *, zoom: float = 1.0
) -> Image.Image:
    """Return a map's picture with outlines over it and a legend in its corner.

    Centres are pixels of the map at a zoom of 1. Later outlines lie a little further inside, so
    that those which share a hexside are all seen.
    """
    canvas = Canvas.over(picture.convert("RGB"), factor=_FACTOR)
    for number, outline in enumerate(outlines):
        colour = COLOURS[number % len(COLOURS)]
        inwards = number % len(COLOURS) * 0.8
        lines = [_line(one, other, zoom, inwards) for one, other in outline.borders]
        for ink, width in ((WHITE, 5.0), (colour, 3.0)):
            for line in lines:
                canvas.line(line, ink, width)
    _legend(canvas, [outline.name for outline in outlines])
    return canvas.finish()


def _line(one: Point, other: Point, zoom: float, inwards: float) -> list[Point]:
    ends = side_between(one, other)
    length = math.dist(one, other) or 1.0
    back = ((one[0] - other[0]) / length * inwards, (one[1] - other[1]) / length * inwards)
    return [(x * zoom + back[0], y * zoom + back[1]) for x, y in ends]


def _legend(canvas: Canvas, names: Sequence[str]) -> None:
    if not names:
        return
    wide = SWATCH + 3 * MARGIN + 8 * max(len(name) for name in names)
    high = ROW * len(names) + MARGIN
    canvas.rectangle((MARGIN, MARGIN, MARGIN + wide, MARGIN + high), WHITE, BLACK, 1.0)
    for number, name in enumerate(names):
        y = MARGIN + MARGIN / 2 + ROW * (number + 0.5)
        colour = COLOURS[number % len(COLOURS)]
        canvas.line([(2 * MARGIN, y), (2 * MARGIN + SWATCH, y)], colour, 4.0)
        canvas.text((3 * MARGIN + SWATCH, y), name, BLACK, 13.0, anchor="lm")
