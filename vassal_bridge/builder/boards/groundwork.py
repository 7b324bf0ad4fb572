"""The ground of a hex field as washes: the sea paler towards the land, and the land's terrains."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from vassal_bridge.builder.boards.hexfield import Field
from vassal_bridge.builder.boards.mapedges import Beyond, land_beyond
from vassal_bridge.builder.layout import Point
from vassal_bridge.pictures.colours import darker
from vassal_bridge.pictures.washes import Melt, Wash

Shapes: TypeAlias = tuple[tuple[Point, ...], ...]
_COAST = 9.0
"""Pixels by which the coast is rounded off."""
_CUT = 36.0
"""Pixels around the hexes beyond an open edge that are made sea again, shelves with them."""


def ground(field: Field) -> Iterator[Wash]:
    """Yield the washes of water and land, the hindmost first."""
    beyond = tuple(land_beyond(field))
    yield from _water(field)
    yield from _land(field, beyond)
    if beyond:
        yield _cut(field, beyond)


def _water(field: Field) -> Iterator[Wash]:
    """Tint the sea paler towards the land, in steps, as sea charts do."""
    land = field.shapes(field.hexes(lambda style: style.ground == "land"))
    shoal = field.shapes(field.hexes(lambda style: style.ground != "water")) or land
    for shelf in field.board.shelf:
        shapes = land if shelf.around == "land" else shoal
        yield Wash(field.palette[shelf.colour], Melt(shapes, shelf.width, shelf.level))
    has_reef = any(shelf.around == "reef" for shelf in field.board.shelf)
    for name, style in field.board.terrain.items():
        by_shelf = style.ground == "reef" and has_reef
        if style.ground == "land" or by_shelf or style.fill == "sea":
            continue
        alike = [hex_id for hex_id, found in field.game.terrain.items() if found == name]
        yield Wash(field.palette[style.fill], Melt(field.shapes(alike, 0.8), 7.0 * field.scale))


def _land(field: Field, beyond: tuple[Beyond, ...]) -> Iterator[Wash]:
    hexes = field.hexes(lambda style: style.ground == "land")

    def shapes(grow: float) -> Shapes:
        return field.shapes(hexes, grow) + _shapes(field, beyond, grow)

    coast, rounding = field.palette["shore"], _COAST * field.scale
    land = Melt(shapes(1.0), rounding, 0.42)
    yield Wash(field.palette["surf"], Melt(shapes(5.0), rounding, 0.34), 0.8)
    yield Wash(coast, land)
    for name, style in field.board.terrain.items():
        alike = [hex_id for hex_id in hexes if field.game.terrain[hex_id] == name]
        if style.ground == "land" and alike:
            on = tuple(one for one in beyond if field.game.terrain[one.land] == name)
            patch = Melt(field.shapes(alike, 0.8) + _shapes(field, on, 0.8), 5.0 * field.scale)
            yield Wash(field.palette[style.fill], patch, inside=land)
    inner = Melt(shapes(-1.0), rounding, 0.52)
    yield Wash(darker(coast, 0.45), land, 0.35, outside=inner)


def _shapes(field: Field, beyond: Iterable[Beyond], grow: float) -> Shapes:
    return tuple(tuple(field.layout.around(one.at, grow)) for one in beyond)


def _cut(field: Field, beyond: tuple[Beyond, ...]) -> Wash:
    """Take away what was painted beyond the sheet: where land goes on there is no coast."""
    sheet = Melt(field.shapes(list(field.layout.sheet.hexes()), 0.5), 0.6)
    wide = _CUT * field.scale
    return Wash(field.palette["sea"], Melt(_shapes(field, beyond, wide), 2.0), outside=sheet)
