"""Unit symbols in the standard military style: a frame with marks in it, drawn from tables.

`MARKS` is what can be drawn in a frame, `SIZES` what stands above it, `SILHOUETTES` what stands
without one. A mark that no table holds may be written as `text SP`: letters in the frame.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TypeAlias

from vassal_bridge.pictures.canvas import Box
from vassal_bridge.pictures.colours import Colour
from vassal_bridge.pictures.fonts import text_width
from vassal_bridge.pictures.silhouettes import SILHOUETTES
from vassal_bridge.pictures.surface import Surface

Points: TypeAlias = tuple[tuple[float, float], ...]
TEXT_MARK = "text "
CAP_HEIGHT = 0.729
"""How high the bundled faces' capitals and figures are, in shares of the size."""


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line through points, so many times as wide as the symbol's lines."""

    points: Points
    width: float = 1.0


@dataclass(frozen=True, slots=True)
class Solid:
    """A filled polygon."""

    points: Points


@dataclass(frozen=True, slots=True)
class Gap:
    """A polygon in the colour of the ground, such as a gun slit."""

    points: Points


@dataclass(frozen=True, slots=True)
class Dot:
    """A circle around a point, its radius a share of the height; filled, or a line."""

    centre: tuple[float, float]
    radius: float
    filled: bool = True


@dataclass(frozen=True, slots=True)
class Track:
    """A rectangle with round ends, as armor has; left, top, right, bottom."""

    box: Box


Shape: TypeAlias = Stroke | Solid | Gap | Dot | Track


def _arc(
    centre: tuple[float, float], across: float, down: float, begin: float, end: float
) -> Points:
    """Return points along an ellipse; degrees run clockwise from the right."""
    steps = 24
    angles = [math.radians(begin + (end - begin) * step / steps) for step in range(steps + 1)]
    x, y = centre
    return tuple(
        (round(x + across * math.cos(angle), 4), round(y + down * math.sin(angle), 4))
        for angle in angles
    )


def _wave(y: float, rise: float) -> Points:
    steps = 32
    return tuple(
        (
            round(0.1 + 0.8 * step / steps, 4),
            round(y + rise * math.sin(4 * math.pi * step / steps), 4),
        )
        for step in range(steps + 1)
    )


def _spokes(radius: float, count: int) -> tuple[Stroke, ...]:
    found = []
    for number in range(count):
        angle = math.pi * number / count
        x, y = radius * math.cos(angle) / 1.5, radius * math.sin(angle)
        found.append(Stroke(((0.5 - x, 0.5 - y), (0.5 + x, 0.5 + y)), 0.8))
    return tuple(found)


_SLASH = Stroke(((0, 1), (1, 0)))
_OVAL = Track((0.14, 0.22, 0.86, 0.78))
_ARROW = (
    Stroke(((0.5, 0.80), (0.5, 0.20))),
    Stroke(((0.42, 0.36), (0.5, 0.19), (0.58, 0.36))),
)

MARKS: Mapping[str, tuple[Shape, ...]] = MappingProxyType(
    {
        "infantry": (Stroke(((0, 0), (1, 1))), _SLASH),
        "armor": (_OVAL,),
        "artillery": (Dot((0.5, 0.5), 0.19),),
        "engineer": (
            Stroke(((0.26, 0.74), (0.26, 0.34), (0.74, 0.34), (0.74, 0.74))),
            Stroke(((0.5, 0.74), (0.5, 0.34))),
        ),
        "hq": (Solid(((0, 0), (1, 0), (1, 0.24), (0, 0.24))),),
        "staff": (Stroke(((0, 1), (0, 1.34))),),
        "recon": (_SLASH,),
        "cavalry": (_SLASH, Solid(((0, 1), (1, 0), (1, 1)))),
        "parachute": (
            Stroke(_arc((0.42, 0.93), 0.08, 0.17, 180, 360)),
            Stroke(_arc((0.58, 0.93), 0.08, 0.17, 180, 360)),
        ),
        "marine": (
            Stroke(((0.5, 0.5), (0.5, 0.94)), 0.9),
            Stroke(((0.42, 0.62), (0.58, 0.62)), 0.9),
            Stroke(_arc((0.5, 0.72), 0.14, 0.22, 20, 160), 0.9),
        ),
        "mortar": (*_ARROW, Dot((0.5, 0.80), 0.11, filled=False)),
        "machine gun": (*_ARROW, Stroke(((0.38, 0.80), (0.62, 0.80)))),
        "anti-tank": (Stroke(((0, 1), (0.5, 0.0), (1, 1))),),
        "anti-aircraft": (Stroke(_arc((0.5, 1.0), 0.5, 0.6, 180, 360)),),
        "rocket": (
            Stroke(((0.36, 0.44), (0.5, 0.16), (0.64, 0.44))),
            Stroke(((0.36, 0.64), (0.5, 0.36), (0.64, 0.64))),
            Dot((0.5, 0.78), 0.12),
        ),
        "mountain": (Solid(((0.39, 1), (0.5, 0.74), (0.61, 1))),),
        "coastal": (
            Stroke(
                ((0.16, 0.72), (0.16, 0.86), (0.39, 0.86), (0.39, 0.78), (0.61, 0.78),
                 (0.61, 0.86), (0.84, 0.86), (0.84, 0.72))
            ),
        ),
        "lvt": (_OVAL, Stroke(_wave(0.5, 0.12))),
        "amphibious": (Stroke(_wave(0.86, 0.06), 0.9),),
        "truck": (Dot((0.5, 0.5), 0.32, filled=False), *_spokes(0.32, 3)),
        "motorized": (
            Dot((0.3, 1.13), 0.09, filled=False),
            Dot((0.7, 1.13), 0.09, filled=False),
        ),
        "supply": (Stroke(((0, 0.74), (1, 0.74))),),
        "signal": (Stroke(((0, 0), (0.54, 0.62), (0.46, 0.38), (1, 1))),),
        "medical": (Stroke(((0.5, 0), (0.5, 1))), Stroke(((0, 0.5), (1, 0.5)))),
        "observer": (Stroke(((0.5, 0.24), (0.72, 0.78), (0.28, 0.78), (0.5, 0.24))),),
        "fort": (
            Solid(((0.04, 1), (0.16, 0.38), (0.84, 0.38), (0.96, 1))),
            Solid(((0.02, 0.12), (0.98, 0.12), (0.98, 0.42), (0.02, 0.42))),
            Gap(((0.24, 0.56), (0.76, 0.56), (0.76, 0.72), (0.24, 0.72))),
        ),
        **{
            name: tuple(Solid(outline) for outline in outlines)
            for name, outlines in SILHOUETTES.items()
        },
    }
)  # fmt: skip
"""Every mark by the name that a recipe uses; coordinates are shares of the frame."""

UNFRAMED = frozenset({"fort", *SILHOUETTES})
"""Marks that are a whole symbol and stand without a frame."""

SIZES = ("•", "••", "•••", "I", "II", "III", "X", "XX", "XXX", "XXXX")
"""Squad, section, platoon, company, battalion, regiment, brigade, division, corps, army."""


@dataclass(frozen=True, slots=True)
class Frame:
    """Where a symbol stands, its line colour and line width."""

    box: Box
    ink: Colour
    line: float = 1.6

    def at(self, across: float, down: float) -> tuple[float, float]:
        """Return the point at shares of the frame's width and height."""
        left, top, right, bottom = self.box
        return left + (right - left) * across, top + (bottom - top) * down

    def points(self, points: Points) -> list[tuple[float, float]]:
        """Return points at shares of the frame."""
        return [self.at(across, down) for across, down in points]

    @property
    def height(self) -> float:
        """How high the frame is."""
        return self.box[3] - self.box[1]


def is_mark(name: str) -> bool:
    """Tell whether a recipe may name this mark."""
    return name in MARKS or (name.startswith(TEXT_MARK) and bool(name[len(TEXT_MARK) :].strip()))


def draw_symbol(
    surface: Surface, frame: Frame, marks: tuple[str, ...], fill: Colour, size: str = ""
) -> None:
    """Draw a symbol: its frame filled, its marks in order, its size above.

    Marks that hang below a frame, such as wheels, make it less high, so that all stays in the box.
    Raises KeyError for a mark that is none.
    """
    frame = _with_room_below(frame, marks)
    framed = not UNFRAMED.intersection(marks)
    if framed:
        surface.rectangle(frame.box, fill)
    for mark in marks:
        if mark.startswith(TEXT_MARK):
            _write_mark(surface, frame, mark[len(TEXT_MARK) :].strip())
        else:
            for shape in MARKS[mark]:
                _draw(surface, frame, shape, fill)
    if framed:
        left, top, right, bottom = frame.box
        half = frame.line / 2
        outer = (left - half, top - half, right + half, bottom + half)
        surface.rectangle(outer, None, frame.ink, frame.line)
    if size:
        draw_size(surface, frame, size)


def _with_room_below(frame: Frame, marks: tuple[str, ...]) -> Frame:
    deepest = max((_depth(shape) for one in marks for shape in MARKS.get(one, ())), default=1.0)
    if deepest <= 1:
        return frame
    left, top, right, bottom = frame.box
    return replace(frame, box=(left, top, right, top + (bottom - top) / deepest))


def _depth(shape: Shape) -> float:
    """Return how far down a shape goes, as a share of the frame's height."""
    match shape:
        case Dot((_, down), radius):
            return down + radius
        case Track((_, _, _, bottom)):
            return bottom
        case Stroke(points) | Solid(points) | Gap(points):
            return max(down for _, down in points)


def _draw(surface: Surface, frame: Frame, shape: Shape, fill: Colour) -> None:
    match shape:
        case Stroke(points, width):
            surface.line(frame.points(points), frame.ink, frame.line * width)
        case Solid(points):
            surface.polygon(frame.points(points), frame.ink)
        case Gap(points):
            surface.polygon(frame.points(points), fill)
        case Dot((across, down), radius, filled):
            x, y = frame.at(across, down)
            far = radius * frame.height
            box = (x - far, y - far, x + far, y + far)
            if filled:
                surface.ellipse(box, frame.ink)
            else:
                surface.ellipse(box, None, frame.ink, frame.line * 0.9)
        case Track((left, top, right, bottom)):
            box = (*frame.at(left, top), *frame.at(right, bottom))
            surface.rectangle(box, None, frame.ink, frame.line, radius=(box[3] - box[1]) / 2)


def _write_mark(surface: Surface, frame: Frame, text: str) -> None:
    """Write letters in the middle of the frame, as large as fits."""
    left, top, right, bottom = frame.box
    size = frame.height * 0.62 / CAP_HEIGHT
    width = text_width(text, "condensed-bold", 100) / 100
    size = min(size, (right - left) * 0.84 / width)
    base = (top + bottom) / 2 + size * CAP_HEIGHT / 2
    surface.text(
        ((left + right) / 2, base), text, frame.ink, size, face="condensed-bold", anchor="ms"
    )


def draw_size(surface: Surface, frame: Frame, size: str) -> None:
    """Draw a unit's size above its frame: strokes, crosses or dots."""
    left, top, right, _ = frame.box
    height = frame.height * 0.26
    step = height * (0.62 if "I" in size else 1.12)
    x = (left + right) / 2 - step * (len(size) - 1) / 2
    foot = top - height * 0.42
    head = foot - height
    half = height * 0.40
    thin = replace(frame, line=frame.line * 0.92)
    for mark in size:
        if mark == "I":
            surface.line([(x, head), (x, foot)], thin.ink, thin.line)
        elif mark == "X":
            surface.line([(x - half, head), (x + half, foot)], thin.ink, thin.line)
            surface.line([(x - half, foot), (x + half, head)], thin.ink, thin.line)
        else:
            middle, far = (head + foot) / 2, height * 0.28
            surface.ellipse((x - far, middle - far, x + far, middle + far), thin.ink)
        x += step
