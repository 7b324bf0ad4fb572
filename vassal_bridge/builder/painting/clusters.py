"""A first guess of a map's terrain: hexes that look alike, put together by their colours.

Own k-means over the mean colour of each hex and how much its brightness varies. Nothing is left to
chance: the first middles are those that serve all hexes best, so that the same picture gives the
same clusters.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from PIL import Image, ImageStat

from vassal_bridge.builder.painting.cells import Cell
from vassal_bridge.pictures.colours import Colour

Look: TypeAlias = tuple[float, float, float, float]
"""Lightness, green to red, blue to yellow (Oklab), and how much the brightness varies."""

ROUNDS = 60
"""After so many rounds the clusters stand, settled or not."""
_INNER = 0.62
"""The part of a hex that is looked at: its edge belongs to the neighbours too."""
_UNEVEN = 0.35
"""How much the variation counts beside the colour."""
_CANDIDATES = 48
"""Among so many looks each first middle is sought."""


@dataclass(frozen=True, slots=True)
class Cluster:
    """Hexes that look alike, with their mean colour."""

    colour: Colour
    members: tuple[str, ...]


def cluster_hexes(image: Image.Image, cells: Mapping[str, Cell], count: int) -> list[Cluster]:
    """Return at most so many clusters of a map's hexes, the largest first."""
    picture = image.convert("RGB")
    colours: dict[str, Colour] = {}
    looks: dict[str, Look] = {}
    for name, cell in cells.items():
        colours[name], looks[name] = _look(picture, cell)
    names = sorted(looks)
    groups: dict[int, list[str]] = {}
    for name, group in zip(names, group_looks([looks[name] for name in names], count), strict=True):
        groups.setdefault(group, []).append(name)
    found = [Cluster(_mean([colours[name] for name in one]), tuple(one)) for one in groups.values()]
    return sorted(found, key=lambda one: (-len(one.members), one.members))


def nearest_colour(colour: Colour, choices: Mapping[str, Colour]) -> str:
    """Return the name of the choice that looks most like a colour; empty where there is none."""
    wanted = oklab(colour)
    ranked = sorted(choices, key=lambda name: math.dist(wanted, oklab(choices[name])))
    return ranked[0] if ranked else ""


def group_looks(looks: Sequence[Look], count: int) -> list[int]:
    """Return the cluster of each look, numbered from 0: k-means, at most so many clusters."""
    middles = _first_middles(looks, count)
    groups: list[int] = []
    for _ in range(ROUNDS):
        before, groups = groups, [_nearest(look, middles) for look in looks]
        if groups == before:
            break
        for number in range(len(middles)):
            members = [look for look, group in zip(looks, groups, strict=True) if group == number]
            if members:
                middles[number] = _middle(members)
    return groups


def _first_middles(looks: Sequence[Look], count: int) -> list[Look]:
    """Return looks to begin with: always the one that brings all the others nearest to a middle.

    Candidates are taken evenly from all looks, sorted by lightness.
    """
    ordered = sorted(looks)
    every = max(1, len(ordered) // _CANDIDATES)
    candidates = ordered[every // 2 :: every]
    far = [math.inf] * len(looks)
    found: list[Look] = []
    while len(found) < count and candidates:
        tried = [[min(near, _squared(look, one)) for look, near in zip(looks, far, strict=True)]
                 for one in candidates]  # fmt: skip
        best = min(range(len(candidates)), key=lambda place: sum(tried[place]))
        if sum(tried[best]) == sum(far):
            break
        far = tried[best]
        found.append(candidates.pop(best))
    return found


def _squared(one: Look, other: Look) -> float:
    return (
        (one[0] - other[0]) ** 2
        + (one[1] - other[1]) ** 2
        + (one[2] - other[2]) ** 2
        + (one[3] - other[3]) ** 2
    )


def _nearest(look: Look, middles: Sequence[Look]) -> int:
    return min(range(len(middles)), key=lambda number: _squared(look, middles[number]))


def _middle(looks: Sequence[Look]) -> Look:
    a, b, c, d = (sum(part) / len(looks) for part in zip(*looks, strict=True))
    return a, b, c, d


def _look(picture: Image.Image, cell: Cell) -> tuple[Colour, Look]:
    """Return the mean colour of a hex's inner part, and its look."""
    x, y = cell.centre
    half = max(1, round(cell.reach * _INNER))
    box = (
        max(0, x - half),
        max(0, y - half),
        min(picture.width, x + half),
        min(picture.height, y + half),
    )
    if box[0] >= box[2] or box[1] >= box[3]:
        return (0, 0, 0), (0.0, 0.0, 0.0, 0.0)
    part = picture.crop(box)
    red, green, blue = (round(value) for value in ImageStat.Stat(part).mean)
    uneven = ImageStat.Stat(part.convert("L")).stddev[0] / 255
    return (red, green, blue), (*oklab((red, green, blue)), uneven * _UNEVEN)


def _mean(colours: Sequence[Colour]) -> Colour:
    red, green, blue = (round(sum(part) / len(colours)) for part in zip(*colours, strict=True))
    return red, green, blue


def oklab(colour: Colour) -> tuple[float, float, float]:
    """Return a colour by lightness and its two hues, where distances are as the eye sees them.

    Source: Björn Ottosson, Oklab.
    """
    red, green, blue = (_linear(part / 255) for part in colour)
    long = math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
    middle = math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
    short = math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)
