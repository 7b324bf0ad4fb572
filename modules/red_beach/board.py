"""Board: what does not change in play: hexes, terrain, beaches, boxes, tables and settings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Protocol

from modules.red_beach.settings import Settings
from modules.red_beach.units import Unit
from vassal_bridge.game.hexes import HexId, HexMap, Hexside, hexside

PIER_END: Final = HexId("2308")
TRACE_SOURCE: Final = HexId("4624")
AVAILABLE: Final = "Available"
ELIMINATED: Final = "Eliminated"
POOL: Final = "Japanese Pool"
GREEN: Final = "green"


class Tables(Protocol):
    """The game's tables in the chosen edition."""

    def lookup(self, name: str, row: str | int, column: str | int | None = None) -> int | str:
        """Return a cell; raises MissingCell for one that the edition does not know."""
        ...


@dataclass(frozen=True, slots=True)
class Board:
    """The map as the rules see it.

    `terrain` holds every hex that units can stand on; a hex that is not in it is sea. `sides`
    gives hexsides their features: "seawall" and "ditch" count; boundaries stop nothing, and the
    dotted boundary zones are not even there [RB-0-b]. `fort_hexes` have a fort printed on them,
    whether or not it still stands.
    """

    sheet: HexMap
    terrain: Mapping[HexId, str]
    tables: Tables
    sides: Mapping[Hexside, frozenset[str]] = field(default_factory=dict)
    beaches: Mapping[HexId, str] = field(default_factory=dict)
    boxes: frozenset[str] = frozenset()
    settings: Settings = field(default_factory=Settings)
    fort_hexes: frozenset[HexId] = frozenset()
    _near: Mapping[HexId, tuple[HexId, ...]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        near = {
            hex_id: tuple(there for there in self.sheet.neighbours(hex_id) if there in self.terrain)
            for hex_id in self.terrain
        }
        object.__setattr__(self, "_near", near)

    def is_land(self, hex_id: HexId) -> bool:
        """Whether units can stand in the hex: on land, a beach or a pier."""
        return hex_id in self.terrain

    def is_pier(self, hex_id: HexId) -> bool:
        """Whether the hex is a pier, which Tanks and Arty may not enter [8.4]."""
        return self.terrain.get(hex_id) == "pier"

    def neighbours(self, hex_id: HexId) -> tuple[HexId, ...]:
        """Return the adjacent hexes that units can stand in."""
        return self._near.get(hex_id, ())

    def has_seawall(self, one: HexId, other: HexId) -> bool:
        """Whether a seawall runs between two hexes [8.7]."""
        return "seawall" in self.sides.get(hexside(one, other), frozenset())

    def is_beside_a_beach(self, hex_id: HexId) -> bool:
        """Whether a beach hex is adjacent, so that destroyers reach the hex [8.9]."""
        return any(self.terrain[there] == "beach" for there in self.neighbours(hex_id))

    def stops_tanks(self, one: HexId, other: HexId) -> bool:
        """Whether a seawall or an anti-tank ditch runs between two hexes [8.4]."""
        return bool(self.sides.get(hexside(one, other), frozenset()) & {"seawall", "ditch"})

    def admits(self, unit: Unit, hex_id: HexId) -> bool:
        """Whether the terrain of the hex lets the unit stand there [8.4]."""
        on_pier = self.is_pier(hex_id) and (unit.is_tank or unit.is_arty)
        return self.is_land(hex_id) and not on_pier
