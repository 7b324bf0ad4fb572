"""Where pieces can be put: hexes, zones and decks by name, and what a map makes of what moves.

Names are those of the boards as the save lays them out, so they need the module. Without one,
decks and pixels are known, and nothing is said about layers of maps.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from functools import cached_property
from typing import TypeAlias

from vassal_bridge.errors import AmbiguousName, BindingError, Where
from vassal_bridge.formats.boards.layout import MapLayout
from vassal_bridge.formats.boards.zones import ZonedGrid
from vassal_bridge.formats.expressions import NotEvaluated
from vassal_bridge.formats.kinds import KeyStroke, parse_key
from vassal_bridge.formats.module import Module
from vassal_bridge.formats.pieces import Deck, Piece
from vassal_bridge.formats.position import Position
from vassal_bridge.formats.properties import Location, Scene
from vassal_bridge.formats.surroundings import SavedSurroundings
from vassal_bridge.formats.tabletop import Point, flat_maps, stacks
from vassal_bridge.formats.tokens import decode

PlaceName: TypeAlias = "str | tuple[int, int] | tuple[str, int, int]"
"""A hex, zone or deck by name, pixels of the piece's own map, or a map and pixels of it."""

NEVER = "Never"
"""What a map's option says that never marks pieces as moved."""


class Places:
    """The places of one save."""

    def __init__(self, position: Position, module: Module | None) -> None:
        self.position = position
        self.module = module
        save = position.save
        self._around = SavedSurroundings(save, module)
        self._layouts: Mapping[str, MapLayout] = (
            {} if module is None else {**module.default_layouts(), **module.layouts_for(save)}
        )

    def find(self, where: PlaceName, own_map: str | None, map_name: str | None = None) -> Point:
        """Return the map and pixels of a place; names are looked for on a piece's own map first.

        Raises:
            BindingError: there is no such place, or names are not known without the module.
            AmbiguousName: several other maps have a place of that name.
        """
        if not isinstance(where, str):
            if len(where) == 3:
                return self.map(where[0]), where[1], where[2]
            on = map_name if map_name is not None else own_map
            if on is None:
                raise BindingError("expected a map for the pixels: the piece is on none")
            return self.map(on), where[0], where[1]
        if map_name is not None:
            return self._named(where, [self.map(map_name)])
        if own_map is not None:
            found = self._on(own_map, where)
            if found is not None:
                return found
        return self._named(where, [one for one in self.maps if one != own_map])

    def _named(self, where: str, maps: list[str]) -> Point:
        found = {one: point for one in maps if (point := self._on(one, where)) is not None}
        if len(found) == 1:
            return next(iter(found.values()))
        if found:
            raise AmbiguousName(
                f"the place {where!r} is on several maps: {', '.join(found)}; say which one"
            )
        if self.module is None:
            raise BindingError(
                f"expected a deck or pixels, found {where!r}: names of places need the module;"
                " put it beside the save, or name it"
            )
        known = [deck.type["name"] for deck in self.position.pieces.decks] + self._zone_names()
        raise BindingError(f"there is no place {where!r}{meant(where, known)}")

    def _zone_names(self) -> list[str]:
        return [
            zone.name
            for layout in self._layouts.values()
            for board in layout.boards
            if isinstance(board.grid, ZonedGrid)
            for zone in board.grid.zones
        ]

    @cached_property
    def maps(self) -> list[str]:
        """The maps with boards in the save, and those of the module, which come first."""
        saved = [line["map"] for line in self.position.lines.of("SetBoards")]
        decks = [deck.map for deck in self.position.pieces.decks if deck.map is not None]
        known = [] if self.module is None else list(self.module.maps)
        return list(dict.fromkeys([*known, *saved, *decks]))

    def map(self, name: str) -> str:
        """Return a map's identifier; raises BindingError where there is no such map."""
        if name in self.maps:
            return name
        found = None if self.module is None else self.module.find_map(name)
        if found is not None:
            return found.id
        if any(one.map == name for one in self.position.pieces.everything()):
            return name
        raise BindingError(f"there is no map {name!r}{meant(name, self.maps)}")

    def _on(self, map_name: str, where: str) -> Point | None:
        for deck in self.position.pieces.decks:
            if deck.map == map_name and deck.type["name"] == where:
                return map_name, deck.x, deck.y
        layout = self._layouts.get(map_name)
        if layout is None:
            return None
        point = layout.place(where)
        if point is None:
            point = _zone_point(layout, where)
        return None if point is None else (map_name, *point)

    def location(self, piece: Piece) -> Location:
        """Return what the place of a piece is called; a card's is its deck's name."""
        stands = self.position.standing(piece)
        point = stands.point
        if point is None:
            return Location()
        found = self._around.location(*point)
        if isinstance(stands, Deck):
            return Location(stands.type["name"], found.zone, found.board)
        return found

    def layer_of(self, piece: Piece) -> int | None:
        """Return the layer of its map that a piece lies in; None where nobody knows.

        Source: VASSAL.build.module.map.LayeredPieceCollection and DefaultPieceCollection.
        """
        if self.module is None:
            return None
        return self.layer_on(piece, self.position.standing(piece).map)

    def layer_on(self, piece: Piece, map_name: str | None) -> int | None:
        """Return the layer that a piece takes on another map; None where nobody knows."""
        if self.module is None or map_name is None or map_name not in self.module.maps:
            return None
        layers = self._layers.get(map_name)
        if layers is None:
            return 1 if stacks(piece) else 0
        name, order = layers
        scene = Scene(self.position.pieces, surroundings=self._around)
        try:
            value = scene.look(piece).get(name)
        except NotEvaluated:
            return None
        text = "" if value is None else str(value)
        return order.index(text) if text in order else len(order)

    @cached_property
    def _layers(self) -> dict[str, tuple[str, list[str]]]:
        found: dict[str, tuple[str, list[str]]] = {}
        for one in () if self.module is None else self.module.maps.values():
            for child in one.component.children:
                if child.kind == "LayeredPieceCollection":
                    order = child.get("layerOrder")
                    names = decode(order, ",") if order else []
                    found[one.id] = child.get("property", "Layer"), names
        return found

    def marks(self, map_name: str | None) -> bool:
        """Tell whether a map marks pieces that move on it; without the module it does."""
        found = None if self.module is None else self.module.maps.get(map_name or "")
        return found is None or found.component.get("markMoved", "Always") != NEVER

    def move_key(self, map_name: str | None) -> KeyStroke | None:
        """Return the key that a map sends to every piece that comes to lie on it; None for none."""
        found = None if self.module is None else self.module.maps.get(map_name or "")
        key = None if found is None else parse_key(found.component.get("moveKey"))
        return key if key is not None and (key.name or key.code) else None

    def has_stacks(self, map_name: str | None) -> bool:
        """Tell whether pieces on a map make stacks; without the module they do."""
        return map_name not in self._flat

    @cached_property
    def _flat(self) -> frozenset[str]:
        return flat_maps(self.module)

    def layout(self, map_name: str) -> MapLayout | None:
        """Return a map as its boards lie; None where nobody knows."""
        return self._layouts.get(map_name)

    def known_map(self, name: str) -> str | None:
        """Return the identifier of the map of a name; None where there is none."""
        try:
            return self.map(name)
        except BindingError:
            return None

    def snap(self, point: Point) -> tuple[int, int]:
        """Return where a piece put down at a point comes to lie, by the grid of its board."""
        layout = self._layouts.get(point[0])
        return point[1:] if layout is None else layout.snap(*point[1:])

    def map_id(self, map_name: str) -> str | None:
        """Return the id by which Movement Trails know a map, `Map<n>`; None where unknown."""
        found = None if self.module is None else self.module.maps.get(map_name)
        return None if found is None else f"Map{found.number}"

    @cached_property
    def has_mats(self) -> bool:
        """Whether the game has mats, so that pieces remember the mat that they were on."""
        texts = (piece.type_text for piece in self.position.pieces)
        if any("mat;" in text or "matPiece;" in text for text in texts):
            return True
        slots = () if self.module is None else self.module.slots
        return any("mat;" in one.definition or "matPiece;" in one.definition for one in slots)


def deck_named(position: Position, name: str) -> Deck:
    """Return a deck by its name or id.

    Raises:
        BindingError: there is no such deck.
        AmbiguousName: several decks have the name; the message lists their ids.
    """
    decks = position.pieces.decks
    found = [deck for deck in decks if deck.id == name] or [
        deck for deck in decks if deck.type["name"] == name
    ]
    if len(found) == 1:
        return found[0]
    if found:
        ids = ", ".join(deck.id for deck in found)
        raise AmbiguousName(f"several decks are called {name!r}: {ids}")
    known = [deck.type["name"] for deck in decks]
    raise BindingError(
        f"there is no deck {name!r}{meant(name, known)}", where=Where(position.save.name)
    )


def _zone_point(layout: MapLayout, name: str) -> tuple[int, int] | None:
    """Return a point inside a zone, snapped if its grid's point still lies in the zone."""
    for board in layout.boards:
        if not isinstance(board.grid, ZonedGrid):
            continue
        for zone in board.grid.zones:
            if zone.name != name or not zone.path:
                continue
            point = board.on_map(*zone.centre())
            snapped = layout.snap(*point)
            there = layout.zone_at(*snapped)
            return snapped if there is not None and there.name == name else point
    return None


def meant(typed: str, names: list[str]) -> str:
    """Return `; did you mean ...?` with the nearest name; empty where none is near."""
    near = difflib.get_close_matches(typed, names, n=1)
    return f"; did you mean {near[0]!r}?" if near else ""
