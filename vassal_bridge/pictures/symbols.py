"""Unit symbols in the standard military style, drawn as simple vectors.

A symbol is a frame and one or more marks in it; a size mark (I to XXXX) may stand above. The
table `MARKS` is the list of what can be drawn; a kind of counter names its marks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeAlias

from vassal_bridge.pictures.canvas import Box, Canvas
from vassal_bridge.pictures.colours import Colour

Mark: TypeAlias = Callable[[Canvas, "Frame"], None]


@dataclass(frozen=True, slots=True)
class Frame:
    """Where a symbol stands (pixels), its line colour and line width."""

    box: Box
    ink: Colour
    line: float = 1.6

    def at(self, across: float, down: float) -> tuple[float, float]:
        """Return the point at shares of the frame's width and height."""
        left, top, right, bottom = self.box
        return left + (right - left) * across, top + (bottom - top) * down

    def part(self, left: float, top: float, right: float, bottom: float) -> Box:
        """Return the box between shares of the frame's width and height."""
        return (*self.at(left, top), *self.at(right, bottom))


def _infantry(canvas: Canvas, frame: Frame) -> None:
    canvas.line([frame.at(0, 0), frame.at(1, 1)], frame.ink, frame.line)
    canvas.line([frame.at(0, 1), frame.at(1, 0)], frame.ink, frame.line)


def _armor(canvas: Canvas, frame: Frame) -> None:
    left, top, right, bottom = frame.part(0.14, 0.22, 0.86, 0.78)
    canvas.rectangle(
        (left, top, right, bottom), None, frame.ink, frame.line, radius=(bottom - top) / 2
    )


def _artillery(canvas: Canvas, frame: Frame) -> None:
    radius = (frame.box[3] - frame.box[1]) * 0.19
    canvas.disc(frame.at(0.5, 0.5), radius, frame.ink)


def _headquarters(canvas: Canvas, frame: Frame) -> None:
    """Draw the bar along the upper edge that marks a headquarters of a fighting arm."""
    canvas.rectangle(frame.part(0, 0, 1, 0.24), frame.ink)


def _staff(canvas: Canvas, frame: Frame) -> None:
    """Draw the flag staff below the frame's left corner."""
    canvas.line([frame.at(0, 1), frame.at(0, 1.42)], frame.ink, frame.line)


def _engineer(canvas: Canvas, frame: Frame) -> None:
    canvas.line([frame.at(0.26, 0.74), frame.at(0.26, 0.34)], frame.ink, frame.line)
    canvas.line([frame.at(0.74, 0.74), frame.at(0.74, 0.34)], frame.ink, frame.line)
    canvas.line([frame.at(0.5, 0.74), frame.at(0.5, 0.34)], frame.ink, frame.line)
    canvas.line([frame.at(0.26, 0.34), frame.at(0.74, 0.34)], frame.ink, frame.line)


def _anchor(canvas: Canvas, frame: Frame) -> None:
    """Draw the small anchor of marine infantry at the foot of the frame."""
    canvas.line([frame.at(0.5, 0.5), frame.at(0.5, 0.94)], frame.ink, frame.line * 0.9)
    canvas.line([frame.at(0.42, 0.62), frame.at(0.58, 0.62)], frame.ink, frame.line * 0.9)
    points = [frame.at(0.36, 0.8), frame.at(0.5, 0.96), frame.at(0.64, 0.8)]
    canvas.line(points, frame.ink, frame.line * 0.9)


def _fort(canvas: Canvas, frame: Frame) -> None:
    """Draw a pillbox from the front: a low block, a slab over it, a gun slit."""
    canvas.polygon(
        [frame.at(0.04, 1), frame.at(0.16, 0.38), frame.at(0.84, 0.38), frame.at(0.96, 1)],
        frame.ink,
    )
    canvas.rectangle(frame.part(0.02, 0.12, 0.98, 0.42), frame.ink, radius=1.2)


def _size(marks: str) -> Mark:
    """Return what draws a size above the frame: I company, II battalion, III regiment ..."""

    def draw(canvas: Canvas, frame: Frame) -> None:
        left, top, right, bottom = frame.box
        height = (bottom - top) * 0.24
        step = height * 0.75 if "I" in marks else height * 1.25
        x = (left + right) / 2 - step * (len(marks) - 1) / 2
        foot, head = top - height * 0.35, top - height * 1.35
        for mark in marks:
            if mark == "I":
                canvas.line([(x, head), (x, foot)], frame.ink, frame.line)
            else:
                half = height * 0.42
                canvas.line([(x - half, head), (x + half, foot)], frame.ink, frame.line * 0.9)
                canvas.line([(x - half, foot), (x + half, head)], frame.ink, frame.line * 0.9)
            x += step

    return draw


MARKS: Mapping[str, Mark] = MappingProxyType(
    {
        "infantry": _infantry,
        "armor": _armor,
        "artillery": _artillery,
        "engineer": _engineer,
        "hq": _headquarters,
        "staff": _staff,
        "marine": _anchor,
        "fort": _fort,
        **{f"size {marks}": _size(marks) for marks in ("I", "II", "III", "X", "XX", "XXX", "XXXX")},
    }
)
"""Every mark by the name that a recipe uses."""

UNFRAMED = frozenset({"fort"})
"""Marks that are a whole symbol and stand without a frame."""


def draw_symbol(canvas: Canvas, frame: Frame, marks: tuple[str, ...], fill: Colour) -> None:
    """Draw a symbol: its frame filled, then its marks in order; KeyError for an unknown mark."""
    if not UNFRAMED.intersection(marks):
        canvas.rectangle(frame.box, fill)
    for mark in marks:
        MARKS[mark](canvas, frame)
    if not UNFRAMED.intersection(marks):
        left, top, right, bottom = frame.box
        half = frame.line / 2
        outer = (left - half, top - half, right + half, bottom + half)
        canvas.rectangle(outer, None, frame.ink, frame.line)
