"""Colours: written as #rrggbb, named in a palette, mixed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

Colour: TypeAlias = tuple[int, int, int]

_HEX = re.compile(r"#([0-9a-fA-F]{2})([0-9a-fA-F]{2})([0-9a-fA-F]{2})")

BLACK: Colour = (0, 0, 0)
WHITE: Colour = (255, 255, 255)


def parse_colour(text: str) -> Colour:
    """Return a colour from its text; raises ValueError for anything but #rrggbb.

    >>> parse_colour("#c8b06a")
    (200, 176, 106)
    """
    found = _HEX.fullmatch(text)
    if found is None:
        raise ValueError(f"expected a colour such as #c8b06a, found {text!r}")
    red, green, blue = (int(part, 16) for part in found.groups())
    return red, green, blue


def format_colour(colour: Colour) -> str:
    """Return a colour as VASSAL writes it in a build file: its three numbers."""
    return ",".join(str(part) for part in colour)


def read_ink(text: str) -> tuple[int, int, int, int] | None:
    """Return a colour with its opacity as VASSAL's traits and build files spell it; None for none.

    >>> read_ink("255,0,0"), read_ink("1,2,3,128"), read_ink("")
    ((255, 0, 0, 255), (1, 2, 3, 128), None)
    """
    parts = [part.strip() for part in text.split(",")]
    if len(parts) not in (3, 4) or not all(part.isascii() and part.isdigit() for part in parts):
        return None
    red, green, blue, *alpha = (min(int(part), 255) for part in parts)
    return red, green, blue, (alpha[0] if alpha else 255)


def mix(one: Colour, other: Colour, share: float) -> Colour:
    """Return the colour that lies that share of the way from one colour to another."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


def darker(colour: Colour, share: float = 0.3) -> Colour:
    """Return a colour some way towards black."""
    return mix(colour, BLACK, share)


def lighter(colour: Colour, share: float = 0.3) -> Colour:
    """Return a colour some way towards white."""
    return mix(colour, WHITE, share)


def ink_on(colour: Colour) -> Colour:
    """Return black or white, whichever reads better on a colour."""
    red, green, blue = colour
    return BLACK if red * 299 + green * 587 + blue * 114 > 128_000 else WHITE


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours by the names that a recipe gives them."""

    colours: Mapping[str, Colour]

    def __getitem__(self, name: str) -> Colour:
        """Return a named colour, or the colour that a #rrggbb text is; KeyError for neither."""
        if name.startswith("#"):
            return parse_colour(name)
        return self.colours[name]

    def __contains__(self, name: str) -> bool:
        return name in self.colours or _HEX.fullmatch(name) is not None
