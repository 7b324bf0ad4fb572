"""How wide Java sets the bundled fonts: whole pixels a letter, without kerning.

Java and Pillow hint letters in two ways, so that some come out a pixel wider or narrower.
`fonts/java.csv` lists these, as Java 17's FontMetrics measures the bundled fonts on Linux: by
face and size, the letters by what they are wider, and what ascent and descent have more.
Letters and sizes that are not listed are as wide as Pillow sets them.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from functools import cache
from importlib import resources

from vassal_bridge.pictures.fonts import font

_PARTS = ("ascent", "descent")


@cache
def _listed() -> Mapping[tuple[str, float, str], int]:
    """Return what Java's measures have more than Pillow's, by face, size and letter or part."""
    found: dict[tuple[str, float, str], int] = {}
    text = (resources.files("vassal_bridge.pictures") / "fonts" / "java.csv").read_text("utf-8")
    for row in csv.DictReader(text.splitlines()):
        face, size, what, letters = row["face"], float(row["size"]), row["what"], row["letters"]
        if what in _PARTS:
            found[face, size, what] = int(letters)
        else:
            found.update(((face, size, letter), int(what)) for letter in letters)
    return found


@cache
def advance(letter: str, face: str, size: float) -> float:
    """Return how many pixels lie between the beginnings of a letter and the next."""
    return font(face, size).getlength(letter) + _listed().get((face, size, letter), 0)


@cache
def metrics(face: str, size: float) -> tuple[int, int]:
    """Return the pixels above and below the base line."""
    ascent, descent = font(face, size).getmetrics()
    more = (_listed().get((face, size, part), 0) for part in _PARTS)
    return ascent + next(more), descent + next(more)


def length(text: str, face: str, size: float) -> float:
    """Return how many pixels a line is wide.

    >>> length("tl just", "regular", 10.0)
    26.0
    """
    return sum(advance(letter, face, size) for letter in text) + 0.0
