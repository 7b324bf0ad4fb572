"""Makes grids out of a build file's components."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from vassal_bridge.formats.boards.grids import (
    GRIDLESS,
    Grid,
    HexGrid,
    Point,
    RegionGrid,
    Size,
    Sized,
    SquareGrid,
)
from vassal_bridge.formats.boards.numbering import Numbering, numbering_from
from vassal_bridge.formats.boards.zones import Zone, ZonedGrid
from vassal_bridge.formats.pieces import read_int
from vassal_bridge.formats.tokens import decode

DEFAULT_HEX_DX = 55.42562584220407
"""VASSAL's default column width; met again when dy is set, it is replaced by √3/2·dy."""


class GridComponent(Protocol):
    """What a component of a build file offers here."""

    @property
    def tag(self) -> str:
        """The Java class name."""
        ...

    @property
    def attributes(self) -> Mapping[str, str]:
        """The attributes by name."""
        ...

    @property
    def children(self) -> Sequence[GridComponent]:
        """The components inside, in order."""
        ...


def class_name(component: GridComponent) -> str:
    """Return the last part of a component's class name, such as HexGrid."""
    return component.tag.rpartition(".")[2]


def grid_from(components: Iterable[GridComponent], size: Size) -> Grid:
    """Return the grid among a board's or zone's children; GRIDLESS where there is none.

    `size` is the width and height, in pixels, of what the grid numbers.
    """
    found: Grid = GRIDLESS
    for component in components:
        made = _make(component, size)
        found = found if made is None else made
    return found


def _make(component: GridComponent, size: Size) -> Grid | None:
    match class_name(component):
        case "HexGrid":
            return _hex_grid(component, size)
        case "SquareGrid":
            return _square_grid(component, size)
        case "RegionGrid":
            return _region_grid(component)
        case "ZonedGrid":
            return _zoned_grid(component, size)
        case _:
            return None


def _numbering(component: GridComponent) -> Numbering | None:
    found = None
    for child in component.children:
        name = class_name(child)
        if name.endswith("GridNumbering"):
            found = numbering_from(child.attributes, oblique=name.startswith("Oblique"))
    return found


def _is_usable(dx: float, dy: float) -> bool:
    """Tell whether cells of a size can be counted; with others VASSAL names every place alike."""
    return all(_LEAST_CELL <= abs(length) <= _LARGEST_CELL for length in (dx, dy))


_LEAST_CELL, _LARGEST_CELL = 0.1, 1e6


def _hex_grid(component: GridComponent, size: Size) -> Grid:
    given = Sized(component.attributes)
    dx, dy = given.number("dx", DEFAULT_HEX_DX), given.number("dy", 64.0)
    if dx == DEFAULT_HEX_DX and "dy" in component.attributes:
        dx = math.sqrt(3) / 2 * dy
    if not _is_usable(dx, dy):
        return GRIDLESS
    return HexGrid(
        dx=dx,
        dy=dy,
        x0=read_int(component.attributes.get("x0", ""), 0),
        y0=read_int(component.attributes.get("y0", ""), 32),
        sideways=given.truth("sideways"),
        edges=given.truth("edgesLegal"),
        corners=given.truth("cornersLegal"),
        snaps=given.truth("snapTo", True),
        size=size,
        numbering=_numbering(component),
    )


def _square_grid(component: GridComponent, size: Size) -> Grid:
    given = Sized(component.attributes)
    dx, dy = given.number("dx", 48.0), given.number("dy", 48.0)
    if not _is_usable(dx, dy):
        return GRIDLESS
    return SquareGrid(
        dx=dx,
        dy=dy,
        x0=read_int(component.attributes.get("x0", ""), 24),
        y0=read_int(component.attributes.get("y0", ""), 24),
        edges=given.truth("edgesLegal"),
        corners=given.truth("cornersLegal"),
        snaps=given.truth("snapTo", True),
        manhattan=component.attributes.get("range") == "Manhattan",
        size=size,
        numbering=_numbering(component),
    )


def _region_grid(component: GridComponent) -> RegionGrid:
    regions = [
        (
            child.attributes.get("name", ""),
            (
                read_int(child.attributes.get("originx", "")),
                read_int(child.attributes.get("originy", "")),
            ),
        )
        for child in component.children
        if class_name(child) == "Region"
    ]
    return RegionGrid(tuple(regions), Sized(component.attributes).truth("snapto", True))


def _zoned_grid(component: GridComponent, size: Size) -> ZonedGrid:
    zones = tuple(_zone(child) for child in component.children if class_name(child) == "Zone")
    return ZonedGrid(zones, grid_from(component.children, size))


def _zone(component: GridComponent) -> Zone:
    path = read_path(component.attributes.get("path", ""))
    xs, ys = [x for x, _ in path] or [0], [y for _, y in path] or [0]
    size = (max(xs) - min(xs), max(ys) - min(ys))
    return Zone(
        name=component.attributes.get("name", ""),
        path=path,
        location_format=component.attributes.get("locationFormat", "$name$"),
        grid=grid_from(component.children, size),
        uses_parent=component.attributes.get("useParentGrid") == "true",
    )


def read_path(text: str) -> tuple[Point, ...]:
    """Return the corners of a zone from `x,y;x,y;…`; unreadable corners are left out."""
    corners: list[Point] = []
    for token in decode(text, ";"):
        x, comma, y = token.partition(",")
        if comma:
            corners.append((read_int(x.strip()), read_int(y.strip())))
    return tuple(corners)
