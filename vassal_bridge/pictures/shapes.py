"""Rectangles and outlines around a piece's point: what stacking, labels and borders go by.

A shape is a tuple of polygons, its area their union; all in pixels from the piece's point.
"""

from __future__ import annotations

import math
from typing import NamedTuple, TypeAlias

Corner: TypeAlias = tuple[float, float]
Polygon: TypeAlias = tuple[Corner, ...]
Shape: TypeAlias = tuple[Polygon, ...]

NO_SHAPE: Shape = ()
_GRAIN = 1e-6


class Rect(NamedTuple):
    """A rectangle of whole pixels: its left, its top, its width and height."""

    x: int
    y: int
    width: int
    height: int

    @property
    def right(self) -> int:
        """The first pixel column behind the rectangle."""
        return self.x + self.width

    @property
    def bottom(self) -> int:
        """The first pixel row below the rectangle."""
        return self.y + self.height

    def union(self, other: Rect) -> Rect:
        """Return the smallest rectangle around both; an empty one counts by its corner."""
        left, top = min(self.x, other.x), min(self.y, other.y)
        right, bottom = max(self.right, other.right), max(self.bottom, other.bottom)
        return Rect(left, top, right - left, bottom - top)

    def moved(self, x: int, y: int) -> Rect:
        """Return the rectangle so many pixels to the right and down."""
        return Rect(self.x + x, self.y + y, self.width, self.height)

    def holds(self, x: int, y: int) -> bool:
        """Tell whether a point lies inside."""
        return self.x <= x < self.right and self.y <= y < self.bottom

    def contains(self, other: Rect) -> bool:
        """Tell whether another rectangle lies wholly inside."""
        return self.union(other) == self

    @property
    def shape(self) -> Shape:
        """The rectangle as a shape; an empty one is no shape."""
        if self.width <= 0 or self.height <= 0:
            return NO_SHAPE
        return (
            (
                (self.x, self.y),
                (self.right, self.y),
                (self.right, self.bottom),
                (self.x, self.bottom),
            ),
        )


NOTHING = Rect(0, 0, 0, 0)


def around(width: int, height: int) -> Rect:
    """Return the rectangle of a picture whose middle is the point, cut as Java cuts."""
    return Rect(-(width // 2), -(height // 2), width, height)


def bounds(shape: Shape) -> Rect:
    """Return the rectangle of whole pixels around a shape, rounded outwards."""
    corners = [corner for polygon in shape for corner in polygon]
    if not corners:
        return NOTHING
    left = math.floor(min(x for x, _ in corners) + _GRAIN)
    top = math.floor(min(y for _, y in corners) + _GRAIN)
    right = math.ceil(max(x for x, _ in corners) - _GRAIN)
    bottom = math.ceil(max(y for _, y in corners) - _GRAIN)
    return Rect(left, top, right - left, bottom - top)


def joined(shape: Shape, rect: Rect) -> Shape:
    """Return the union of a shape and a rectangle; one that holds the other stands alone."""
    if rect.width <= 0 or rect.height <= 0:
        return shape
    inner = bounds(shape)
    if not shape or rect.contains(inner):
        return rect.shape
    if shape == inner.shape and inner.contains(rect):
        return shape
    return (*shape, *rect.shape)


def turned(shape: Shape, degrees: float, centre: Corner = (0.0, 0.0)) -> Shape:
    """Return a shape turned clockwise about a point."""
    cosine, sine = direction(degrees)
    cx, cy = centre
    return tuple(
        tuple(
            (
                cx + (x - cx) * cosine - (y - cy) * sine,
                cy + (x - cx) * sine + (y - cy) * cosine,
            )
            for x, y in polygon
        )
        for polygon in shape
    )


def direction(degrees: float) -> Corner:
    """Return cosine and sine of an angle, exact at the quarters."""
    degrees %= 360.0
    quarter = {0.0: (1.0, 0.0), 90.0: (0.0, 1.0), 180.0: (-1.0, 0.0), 270.0: (0.0, -1.0)}
    if degrees in quarter:
        return quarter[degrees]
    return math.cos(math.radians(degrees)), math.sin(math.radians(degrees))


def stretched(shape: Shape, across: float, down: float) -> Shape:
    """Return a shape enlarged about the point."""
    return tuple(tuple((x * across, y * down) for x, y in polygon) for polygon in shape)


def shifted(shape: Shape, x: float, y: float) -> Shape:
    """Return a shape so many pixels to the right and down."""
    return tuple(tuple((px + x, py + y) for px, py in polygon) for polygon in shape)


def hex_outline(
    x: float, y: float, dx: float, dy: float, *, sideways: bool = False, more: int = 0
) -> Polygon:
    """Return a hex's corners, each rounded; `more` pixels are added at the right and below."""
    r = 2 * dx / 3

    def at(px: float, py: float, right: int, below: int) -> Corner:
        one, other = math.floor(px + 0.5) + right * more, math.floor(py + 0.5) + below * more
        return (other, one) if sideways else (one, other)

    return (
        at(x - r, y, 0, 0),
        at(x - r / 2, y - dy / 2, 0, 0),
        at(x + r / 2, y - dy / 2, 1, 0),
        at(x + r, y, 1, 0),
        at(x + r / 2, y + dy / 2, 1, 1),
        at(x - r / 2, y + dy / 2, 0, 1),
    )
