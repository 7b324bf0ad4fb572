"""Board: what does not change in play: hexes, roads, fields, boxes, tables and settings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Protocol

from modules.macarthur.settings import Settings
from vassal_bridge.game.hexes import HexId, HexMap, Hexside, find_path, hexside, is_hex

ELIMINATED: Final = "Eliminated"
WITHDRAWN: Final = "Withdrawn"
ARRIVING: Final = "Arriving"
FORMOSA: Final = "Formosa"
"""The box of Japanese ground units that are not yet on Luzon [2.2.3]."""
WATER: Final = frozenset({"sea", "lake"})
OFF: Final = "Off "
"""What comes before the name of a Bicol area in that of the box off its shore [4.8]."""
BICOL_STEP: Final = 6
"""Movement of aircraft from one area of the Bicol Peninsula to the next [8.1]."""

LUZON_CHART: Final = "luzon"
FORMOSA_CHART: Final = "formosa"
BICOL_CHART: Final = "bicol"
FAR_CHART: Final = "far"


class Tables(Protocol):
    """The game's tables in the chosen edition."""

    def lookup(self, name: str, row: str | int, column: str | int | None = None) -> int | str:
        """Return a cell; raises MissingCell for one that the edition does not know."""
        ...


@dataclass(frozen=True, slots=True)
class Field:
    """An airfield: its box on a chart, and its hex where it lies on the map.

    `area` is the number of its area of the Bicol Peninsula, 0 for none; `owner` whose it is at
    the start.
    """

    name: str
    chart: str
    hex: HexId | None
    owner: str
    area: int = 0

    @property
    def place(self) -> str:
        """Where an attack upon the field flies: its hex, or its box where it has none."""
        return self.hex or self.name


@dataclass(frozen=True, slots=True)
class Battery:
    """A coast defence battery of one factor, which costs no stacking points [10.2.1].

    `local` ones act against local amphibious moves too.
    """

    name: str
    island: str
    local: bool


@dataclass(frozen=True, slots=True)
class Board:
    """The map as the rules see it.

    `terrain` holds every hex of the sheet. `places` gives named hexes by their names, `roads` the
    hexes with a road, `sides` the features of hexsides: "river" and "bridge". `entries` are the
    hexes marked F and B, where flights from Formosa and from the Bicol Peninsula come in [2.2.3,
    8.1]. `boxes` are all places that are no hexes; of them `pads` gives those of the planning
    pads, with the sides whose they are [2.2.7].
    """

    sheet: HexMap
    terrain: Mapping[HexId, str]
    tables: Tables
    fields: Mapping[str, Field]
    places: Mapping[str, HexId] = field(default_factory=dict)
    roads: frozenset[HexId] = frozenset()
    sides: Mapping[Hexside, frozenset[str]] = field(default_factory=dict)
    beaches: Mapping[HexId, str] = field(default_factory=dict)
    entries: Mapping[str, tuple[HexId, ...]] = field(default_factory=dict)
    boxes: frozenset[str] = frozenset()
    pads: Mapping[str, str] = field(default_factory=dict)
    batteries: tuple[Battery, ...] = ()
    settings: Settings = field(default_factory=Settings)
    ways: dict[tuple[str, str], int] = field(default_factory=dict, repr=False, compare=False)
    """Distances by air that were asked for already; `rules.ranges` keeps them here."""
    figures: dict[tuple[str, str], int] = field(default_factory=dict, repr=False, compare=False)
    """Figures of aircraft that were asked for already."""

    def is_land(self, hex_id: str) -> bool:
        """Whether a hex is land."""
        return self.terrain.get(HexId(hex_id), "sea") not in WATER

    def is_coastal(self, hex_id: HexId) -> bool:
        """Whether a land hex borders the sea."""
        near = self.sheet.neighbours(hex_id)
        return self.is_land(hex_id) and any(self.terrain.get(one, "sea") == "sea" for one in near)

    def is_rough(self, hex_id: HexId) -> bool:
        """Whether a hex is rough [2.1.1]."""
        return self.terrain.get(hex_id) in ("rough", "mountain")

    def has(self, feature: str, one: HexId, other: HexId) -> bool:
        """Whether a feature, "river" or "bridge", lies on the side between two hexes."""
        return feature in self.sides.get(hexside(one, other), frozenset())

    def bridges(self) -> tuple[Hexside, ...]:
        """Return the hexsides with a bridge, where a road meets a major river [MAC-8.3.5-A]."""
        return tuple(side for side, features in sorted(self.sides.items()) if "bridge" in features)

    def hex_of(self, place: str) -> HexId | None:
        """Return the hex of a place: itself, or that of a field on the map; None for no hex."""
        if is_hex(place):
            return HexId(place)
        return self.fields[place].hex if place in self.fields else None

    def field_in(self, place: str) -> Field | None:
        """Return the field that an attack upon a hex or a box meets; None for none."""
        return next((one for one in self.fields.values() if one.place == place), None)

    def boxes_of(self, name: str, sort: str) -> int:
        """Return how many boxes of a sort, "F" or "B", a field has when undamaged [2.2.1]."""
        return int(self.tables.lookup("airfields", name, sort))

    def factor(self, model: str, name: str) -> int:
        """Return a figure of an aircraft's counter: attack, defence, range, bomb or dive."""
        known = self.figures.get((model, name))
        if known is None:
            known = self.figures[model, name] = int(self.tables.lookup("aircraft", model, name))
        return known

    def land_path(self, start: HexId, goal: HexId) -> tuple[HexId, ...] | None:
        """Return a shortest way over land between two hexes, None where there is none."""
        return find_path(start, [goal], self.sheet.neighbours, self.is_land)
