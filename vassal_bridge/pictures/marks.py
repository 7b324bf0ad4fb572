"""Marks over a map: outlines, arrows, crosses and numbers that tell what happened to counters."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from vassal_bridge.pictures.canvas import Canvas, Point
from vassal_bridge.pictures.colours import BLACK, WHITE, Colour
from vassal_bridge.pictures.sheet import Sheet

if TYPE_CHECKING:
    from PIL import Image

MOVED: Colour = (255, 196, 0)
CHANGED: Colour = (226, 40, 30)
GONE: Colour = (90, 90, 90)
CAME: Colour = (40, 150, 60)

Sides = tuple[int, int, int, int]
"""Left, top, right and bottom, in pixels."""

_EDGE = 4
_FACTOR = 3
_LARGE = 2_000_000
_HEAD = 17.0
_BADGE = 8.0


def outline(picture: Image.Image, box: Sides, colour: Colour) -> None:
    """Draw a frame around a box."""
    width, height = box[2] - box[0] + 2 * _EDGE, box[3] - box[1] + 2 * _EDGE
    canvas = Canvas(width, height, None, factor=_FACTOR)
    canvas.rectangle((0, 0, width, height), None, WHITE, 4.5, radius=7)
    canvas.rectangle((1, 1, width - 1, height - 1), None, colour, 3, radius=6)
    _lay(picture, canvas, box[0] - _EDGE, box[1] - _EDGE)


def cross(picture: Image.Image, box: Sides, colour: Colour) -> None:
    """Draw a cross inside a box."""
    width, height = box[2] - box[0], box[3] - box[1]
    canvas = Canvas(width, height, None, factor=_FACTOR)
    inset = min(9.0, width / 4, height / 4)
    for ink, thick in ((WHITE, 9.0), (colour, 5.5)):
        canvas.line([(inset, inset), (width - inset, height - inset)], ink, thick)
        canvas.line([(inset, height - inset), (width - inset, inset)], ink, thick)
    _lay(picture, canvas, box[0], box[1])


def arrow(
    picture: Image.Image, start: Point, end: Point, colour: Colour, *, short: float = 24.0
) -> None:
    """Draw an arrow from a point to so many pixels short of another; none for a small step."""
    length = math.dist(start, end)
    if length < max(short, _HEAD):
        return
    along = ((end[0] - start[0]) / length, (end[1] - start[1]) / length)
    tip = (end[0] - along[0] * short, end[1] - along[1] * short)
    neck = (tip[0] - along[0] * _HEAD, tip[1] - along[1] * _HEAD)
    margin = 16
    left, top = (math.floor(min(start[side], tip[side])) - margin for side in (0, 1))
    right, bottom = (math.ceil(max(start[side], tip[side])) + margin for side in (0, 1))
    factor = _FACTOR if (right - left) * (bottom - top) < _LARGE else 1
    canvas = Canvas(right - left, bottom - top, None, factor=factor)

    def local(point: Point, aside: float = 0.0) -> Point:
        return point[0] - left - along[1] * aside, point[1] - top + along[0] * aside

    head = [local(tip), local(neck, 10), local(neck, -10)]
    for colour_now, grow in ((WHITE, 3.0), (colour, 0.0)):
        canvas.line([local(start), local(neck)], colour_now, 5 + grow)
        canvas.polygon(head, colour_now, colour_now, 1 + grow)
    _lay(picture, canvas, left, top)


def badge(picture: Image.Image, at: Point, number: int, colour: Colour) -> None:
    """Write a number on a small disc."""
    text = str(number)
    half = _BADGE + 3.0 * (len(text) - 1) + 1.5
    left, top = math.floor(at[0] - half) - 1, math.floor(at[1] - _BADGE) - 2
    width, height = math.ceil(2 * half) + 2, math.ceil(2 * _BADGE) + 4
    canvas = Canvas(width, height, None, factor=_FACTOR)
    canvas.rectangle((0, 0, width, height), WHITE, None, radius=height / 2)
    canvas.rectangle((1.2, 1.2, width - 1.2, height - 1.2), colour, None, radius=height / 2 - 1)
    ink = BLACK if colour == MOVED else WHITE
    canvas.text((width / 2, height / 2), text, ink, 12.0, face="bold")
    _lay(picture, canvas, left, top)


def _lay(picture: Image.Image, canvas: Canvas, left: int, top: int) -> None:
    Sheet(picture).paste(canvas.finish(), left, top)
