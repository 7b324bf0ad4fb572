"""The hex field of a board: its hexes with their terrain, and the places to draw in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from vassal_bridge.builder.layout import HexLayout, Point
from vassal_bridge.builder.reading.boardrecipe import BoardRecipe, TerrainStyle
from vassal_bridge.builder.reading.gamedata import GameMap
from vassal_bridge.game.hexes import HexId
from vassal_bridge.pictures.colours import Palette
from vassal_bridge.pictures.texture import scatter

COMMON = 70.0
"""Pixels between the hexes for which marks in them are measured; others are scaled."""


@dataclass(frozen=True, slots=True)
class Field:
    """What the hex field is drawn from."""

    board: BoardRecipe
    game: GameMap
    layout: HexLayout
    palette: Palette

    @property
    def scale(self) -> float:
        """How large marks in hexes are drawn: 1 where hexes lie 70 pixels apart."""
        return min(self.layout.along, self.layout.across * 7 / 6) / COMMON

    def style(self, hex_id: HexId) -> TerrainStyle:
        """Return how the terrain of a hex is drawn."""
        return self.board.terrain[self.game.terrain[hex_id]]

    def hexes(self, wanted: Callable[[TerrainStyle], bool]) -> list[HexId]:
        """Return the hexes whose terrain is drawn in a wanted way."""
        return [hex_id for hex_id in self.game.terrain if wanted(self.style(hex_id))]

    def shapes(self, hexes: list[HexId], grow: float = 0.0) -> tuple[tuple[Point, ...], ...]:
        """Return the outlines of hexes."""
        return tuple(tuple(self.layout.corners(hex_id, grow)) for hex_id in hexes)


@dataclass(frozen=True, slots=True)
class Spot:
    """A hex to be filled with a pattern; a sample in the key to the map has no number."""

    at: tuple[int, int]
    style: TerrainStyle
    hex_id: HexId | None = None
    group: str = ""

    @property
    def name(self) -> str:
        """What scattered marks are computed from."""
        return self.hex_id or self.style.label

    def marks(self, name: str, count: int, scale: float) -> Iterator[Point]:
        """Yield points scattered in the hex, clear of its edge and of its number."""
        x, y = self.at
        for across, down in scatter(f"{name}/{self.name}", count):
            dx, dy = across * 27, down * 26
            is_inside = abs(dx) * 1.25 + abs(dy) * 0.55 <= 36
            if is_inside and not (dy < -13 and abs(dx) < 22):
                yield x + dx * scale, y + dy * scale
