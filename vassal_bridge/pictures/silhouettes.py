"""Silhouettes of aircraft, seen from above, and of ships, seen from the side: tables of points.

Points are shares of a symbol's width and height. An aircraft is given by its left half, nose to
tail; the right half mirrors it.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TypeAlias

Outline: TypeAlias = tuple[tuple[float, float], ...]


def _mirrored(*half: tuple[float, float]) -> Outline:
    """Return a whole outline from its left half; x counts from the middle, in shares of height.

    Symbols are half as wide again as high, so an x of 0.75 is the edge.
    """
    left = tuple((0.5 - x / 1.5, y) for x, y in half)
    right = tuple((0.5 + x / 1.5, y) for x, y in reversed(half))
    return left + right


def _engine(x: float, top: float, foot: float, half: float = 0.035) -> tuple[Outline, Outline]:
    """Return a nacelle on either wing, as its share of the height from the middle."""
    left, right = 0.5 - x / 1.5, 0.5 + x / 1.5
    wide = half / 1.5
    return (
        ((left - wide, foot), (left - wide, top), (left + wide, top), (left + wide, foot)),
        ((right - wide, foot), (right - wide, top), (right + wide, top), (right + wide, foot)),
    )


_FIGHTER = _mirrored(
    (0, 0.04), (0.05, 0.07), (0.07, 0.14), (0.08, 0.30), (0.46, 0.36), (0.54, 0.41), (0.53, 0.47),
    (0.44, 0.53), (0.08, 0.55), (0.055, 0.72), (0.04, 0.80), (0.19, 0.85), (0.2, 0.91),
    (0.04, 0.93), (0, 0.97),
)  # fmt: skip
_DIVE_BOMBER = _mirrored(
    (0, 0.03), (0.05, 0.06), (0.065, 0.26), (0.22, 0.36), (0.6, 0.31), (0.63, 0.37), (0.59, 0.46),
    (0.22, 0.54), (0.07, 0.52), (0.05, 0.80), (0.23, 0.83), (0.23, 0.92), (0.04, 0.92), (0, 0.98),
)  # fmt: skip
_BOMBER = _mirrored(
    (0, 0.02), (0.05, 0.05), (0.06, 0.28), (0.68, 0.40), (0.74, 0.46), (0.7, 0.50), (0.06, 0.52),
    (0.05, 0.82), (0.27, 0.86), (0.28, 0.93), (0.05, 0.94), (0, 0.98),
)  # fmt: skip
_FLYING_BOAT = _mirrored(
    (0, 0.02), (0.07, 0.08), (0.085, 0.24), (0.74, 0.26), (0.75, 0.38), (0.70, 0.42),
    (0.085, 0.45), (0.06, 0.80), (0.28, 0.83), (0.28, 0.91), (0.05, 0.93), (0, 0.98),
)  # fmt: skip
_RECON_PLANE = _mirrored(
    (0, 0.10), (0.045, 0.13), (0.055, 0.30), (0.56, 0.30), (0.6, 0.35), (0.56, 0.44),
    (0.055, 0.45), (0.04, 0.80), (0.19, 0.82), (0.19, 0.91), (0.03, 0.91), (0, 0.95),
)  # fmt: skip
_TRANSPORT_PLANE = _mirrored(
    (0, 0.02), (0.07, 0.06), (0.09, 0.16), (0.09, 0.30), (0.66, 0.43), (0.74, 0.48), (0.09, 0.53),
    (0.08, 0.74), (0.05, 0.84), (0.26, 0.87), (0.27, 0.92), (0.04, 0.94), (0, 0.98),
)  # fmt: skip

_TRANSPORT = (
    ((0.02, 0.60), (0.12, 0.66), (0.90, 0.66), (0.98, 0.58), (0.93, 0.84), (0.09, 0.84)),
    ((0.40, 0.66), (0.40, 0.48), (0.62, 0.48), (0.62, 0.66)),
    ((0.47, 0.48), (0.47, 0.28), (0.55, 0.28), (0.55, 0.48)),
    ((0.22, 0.66), (0.22, 0.26), (0.24, 0.26), (0.24, 0.66)),
    ((0.78, 0.66), (0.78, 0.26), (0.80, 0.26), (0.80, 0.66)),
    ((0.14, 0.38), (0.14, 0.35), (0.32, 0.30), (0.32, 0.33)),
    ((0.70, 0.33), (0.70, 0.30), (0.88, 0.35), (0.88, 0.38)),
)
_DESTROYER = (
    ((0.0, 0.56), (0.30, 0.60), (0.34, 0.68), (1.0, 0.68), (0.97, 0.82), (0.05, 0.82)),
    ((0.26, 0.62), (0.26, 0.40), (0.36, 0.40), (0.36, 0.68)),
    ((0.29, 0.40), (0.30, 0.18), (0.32, 0.18), (0.33, 0.40)),
    ((0.42, 0.68), (0.43, 0.46), (0.50, 0.46), (0.49, 0.68)),
    ((0.57, 0.68), (0.58, 0.46), (0.65, 0.46), (0.64, 0.68)),
    ((0.16, 0.60), (0.16, 0.51), (0.08, 0.50), (0.08, 0.475), (0.24, 0.48), (0.24, 0.60)),
    ((0.76, 0.68), (0.76, 0.58), (0.84, 0.58), (0.92, 0.55), (0.925, 0.575), (0.84, 0.61),
     (0.84, 0.68)),
)  # fmt: skip
_CRUISER = (
    ((0.0, 0.58), (1.0, 0.62), (0.96, 0.82), (0.05, 0.82)),
    ((0.28, 0.62), (0.28, 0.34), (0.40, 0.34), (0.40, 0.62)),
    ((0.32, 0.34), (0.33, 0.12), (0.35, 0.12), (0.36, 0.34)),
    ((0.46, 0.62), (0.46, 0.38), (0.55, 0.38), (0.55, 0.62)),
    ((0.60, 0.62), (0.60, 0.44), (0.68, 0.44), (0.68, 0.62)),
    ((0.14, 0.60), (0.14, 0.50), (0.03, 0.47), (0.03, 0.445), (0.25, 0.47), (0.25, 0.60)),
    ((0.76, 0.62), (0.76, 0.50), (0.96, 0.45), (0.965, 0.475), (0.87, 0.51), (0.87, 0.62)),
)
_CARRIER = (
    ((0.0, 0.50), (1.0, 0.50), (1.0, 0.57), (0.94, 0.60), (0.90, 0.82), (0.12, 0.82), (0.04, 0.57)),
    ((0.54, 0.50), (0.54, 0.28), (0.68, 0.28), (0.68, 0.50)),
    ((0.60, 0.28), (0.60, 0.12), (0.62, 0.12), (0.62, 0.28)),
)
_SUBMARINE = (
    ((0.02, 0.66), (0.10, 0.60), (0.88, 0.60), (0.99, 0.66), (0.90, 0.78), (0.14, 0.78)),
    ((0.40, 0.60), (0.43, 0.42), (0.60, 0.42), (0.62, 0.60)),
    ((0.49, 0.42), (0.49, 0.22), (0.51, 0.22), (0.51, 0.42)),
    ((0.22, 0.60), (0.24, 0.54), (0.16, 0.51), (0.165, 0.485), (0.30, 0.53), (0.30, 0.60)),
)
_LANDING_CRAFT = (
    ((0.06, 0.46), (0.16, 0.50), (0.94, 0.54), (0.92, 0.80), (0.20, 0.80)),
    ((0.72, 0.54), (0.72, 0.34), (0.88, 0.34), (0.88, 0.54)),
)
_WAKE = ((0.0, 0.90), (1.0, 0.90), (1.0, 0.925), (0.0, 0.925))
_ON_WATER = ("transport", "destroyer", "cruiser", "carrier", "submarine", "landing craft")

_SHIPS: Mapping[str, tuple[Outline, ...]] = {
    "transport": _TRANSPORT,
    "destroyer": _DESTROYER,
    "cruiser": _CRUISER,
    "carrier": _CARRIER,
    "submarine": _SUBMARINE,
    "landing craft": _LANDING_CRAFT,
}

SILHOUETTES: Mapping[str, tuple[Outline, ...]] = MappingProxyType(
    {
        "fighter": (_FIGHTER,),
        "dive bomber": (_DIVE_BOMBER,),
        "bomber": (_BOMBER, *_engine(0.2, 0.22, 0.44), *_engine(0.42, 0.28, 0.46)),
        "flying boat": (_FLYING_BOAT, *_engine(0.17, 0.13, 0.36)),
        "recon plane": (_RECON_PLANE,),
        "transport plane": (_TRANSPORT_PLANE, *_engine(0.24, 0.24, 0.46, 0.045)),
        **{name: (*outlines, _WAKE) for name, outlines in _SHIPS.items()},
    }
)
"""Every silhouette by the name that a recipe uses: outlines that are filled."""
