"""Soft edges and scattered marks: what makes a hex field look like land.

Scattering is no chance: a mark's place is computed from its name, so it is the same every time.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator

from PIL import Image, ImageChops

from vassal_bridge.pictures.canvas import Point


def scatter(name: str, count: int) -> Iterator[Point]:
    """Yield that many points in the square from -1 to 1, always the same for a name."""
    for index in range(count):
        spread = zlib.crc32(f"{name}/{index}".encode())
        yield (spread & 0xFFFF) / 0x8000 - 1, (spread >> 16) / 0x8000 - 1


def edge(soft: Image.Image, blur: float, level: float) -> Image.Image:
    """Return a blurred mask with its edge drawn at a level, one or two pixels wide."""
    steep = max(1.0, blur)
    cut = level * 255
    table = [min(255, max(0, round((value - cut) * steep + 127.5))) for value in range(256)]
    return soft.point(table)


def within(mask: Image.Image, other: Image.Image) -> Image.Image:
    """Return what lies in both masks."""
    return ImageChops.multiply(mask, other)


def without(mask: Image.Image, other: Image.Image) -> Image.Image:
    """Return what lies in the first mask and not in the other."""
    return ImageChops.multiply(mask, ImageChops.invert(other))
