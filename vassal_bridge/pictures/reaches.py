"""Reaches over a map: the border of what something can reach, each in a colour; and a legend."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from vassal_bridge.pictures.canvas import Canvas, Point
from vassal_bridge.pictures.colours import BLACK, WHITE, Colour
from vassal_bridge.pictures.fonts import text_width

if TYPE_CHECKING:
    from PIL import Image

COLOURS: tuple[Colour, ...] = (
    (200, 30, 40), (30, 80, 190), (20, 130, 60), (150, 60, 170),
    (215, 120, 10), (0, 140, 150), (110, 80, 50), (220, 60, 140),
)  # fmt: skip
"""The colours of reaches, in their order, and again from the first."""
MARGIN, ROW, SWATCH, LETTERS = 10, 22, 26, 13.0
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
    """Return a map's picture with outlines over it.

    Centres are pixels of the map at a zoom of 1. Outlines that share a hexside share its length.
    """
    canvas = Canvas.over(picture.convert("RGB"), factor=_FACTOR)
    sides: dict[tuple[Point, Point], list[Colour]] = {}
    for number, outline in enumerate(outlines):
        for border in outline.borders:
            sides.setdefault(border, []).append(COLOURS[number % len(COLOURS)])
    lines = [
        ([(x * zoom, y * zoom) for x, y in side_between(*border)], colours)
        for border, colours in sides.items()
    ]
    for ends, _ in lines:
        canvas.line(ends, WHITE, 5.0)
    for ends, colours in lines:
        for place, colour in enumerate(colours):
            canvas.line(_part(ends, place, len(colours)), colour, 3.0)
    return canvas.finish()


def _part(ends: Sequence[Point], place: int, count: int) -> list[Point]:
    """Return one of some equal parts of a line."""
    (ax, ay), (bx, by) = ends
    steps = (place / count, (place + 1) / count)
    return [(ax + (bx - ax) * step, ay + (by - ay) * step) for step in steps]


def with_legend(picture: Image.Image, outlines: Sequence[Outline]) -> Image.Image:
    """Return a picture with a strip at its right that tells which line is whose."""
    names = [one.name if one.borders else f"{one.name} (all of the map)" for one in outlines]
    strip = (
        SWATCH
        + 4 * MARGIN
        + round(max((text_width(name, "regular", LETTERS) for name in names), default=0))
    )
    wide = Canvas(picture.width + strip, picture.height, WHITE, factor=_FACTOR)
    for number, name in enumerate(names):
        left, y = picture.width + MARGIN, MARGIN + ROW * (number + 0.5)
        colour = COLOURS[number % len(COLOURS)]
        wide.line([(left, y), (left + SWATCH, y)], colour, 4.0)
        wide.text((left + SWATCH + MARGIN, y), name, BLACK, LETTERS, anchor="lm")
    found = wide.finish().convert("RGB")
    found.paste(picture.convert("RGB"), (0, 0))
    return found
