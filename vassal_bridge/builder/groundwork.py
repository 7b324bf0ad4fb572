"""The ground of a hex field as washes: the sea paler towards the land, and the land's terrains."""

from __future__ import annotations

from collections.abc import Iterator

from vassal_bridge.builder.hexfield import Field
from vassal_bridge.pictures.colours import darker
from vassal_bridge.pictures.washes import Melt, Wash

_COAST = 9.0
"""Pixels by which the coast is rounded off."""


def ground(field: Field) -> Iterator[Wash]:
    """Yield the washes of water and land, the hindmost first."""
    yield from _water(field)
    yield from _land(field)


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


def _land(field: Field) -> Iterator[Wash]:
    hexes = field.hexes(lambda style: style.ground == "land")
    coast, rounding = field.palette["shore"], _COAST * field.scale
    land = Melt(field.shapes(hexes, 1.0), rounding, 0.42)
    yield Wash(field.palette["surf"], Melt(field.shapes(hexes, 5.0), rounding, 0.34), 0.8)
    yield Wash(coast, land)
    for name, style in field.board.terrain.items():
        alike = [hex_id for hex_id in hexes if field.game.terrain[hex_id] == name]
        if style.ground == "land" and alike:
            patch = Melt(field.shapes(alike, 0.8), 5.0 * field.scale)
            yield Wash(field.palette[style.fill], patch, inside=land)
    inner = Melt(field.shapes(hexes, -1.0), rounding, 0.52)
    yield Wash(darker(coast, 0.45), land, 0.35, outside=inner)
