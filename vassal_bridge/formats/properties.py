r"""Pieces as a player sees them: what a piece answers for a property, and what it is called.

A property is looked for in the outermost trait first and then inwards, in the BasicPiece, and
behind it in the zone, the map and the module (expressions reference, section 6). Values are
never masked; names are: what a mask or Invisible hides depends on the viewer.

A scene is a look at one moment: make a new one after edits.

>>> from vassal_bridge.formats.commands import Command
>>> piece = Piece(Command("+/1/mark;Side\tpiece;;;a.png;Inf/Red\tnull;0;0;1;0"))
>>> look = Scene().look(piece)
>>> look["Side"], look.name, look.get("Nothing")
('Red', 'Inf', None)
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from vassal_bridge.formats import traitvalues
from vassal_bridge.formats.expressions import Kind, NotEvaluated
from vassal_bridge.formats.expressions.context import Point, PropertyValue
from vassal_bridge.formats.expressions.evaluator import shown
from vassal_bridge.formats.formulas import evaluate
from vassal_bridge.formats.makeup import Makeup, SeenTrait
from vassal_bridge.formats.pieces import Deck, GamePiece, Piece, Stack

MOST_NESTED = 50
"""How many evaluations inside one another VASSAL makes before it gives up."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks: a player's id, which is a password and never shown, their side and name."""

    player: str = field(default="", repr=False)
    side: str = ""
    name: str = ""


OBSERVER = Viewer()
"""Somebody without a side, who sees nothing that a mask hides."""


@dataclass(frozen=True, slots=True)
class Location:
    """What the place of a piece is called; empty where it is outside of all boards or zones."""

    name: str = ""
    zone: str = ""
    board: str = ""


NOWHERE = Location()


class Surroundings(Protocol):
    """What lies around the pieces: places by name, and the values of zones, maps and the module."""

    def location(self, map_name: str, x: int, y: int) -> Location:
        """Return what a point of a map is called."""
        ...

    def value(self, name: str, map_name: str | None, location: Location) -> str | None:
        """Return a property of a zone, else of its map, else of the module; None for none."""
        ...

    def has_map(self, map_name: str) -> bool:
        """Tell whether there is a map of a name."""
        ...

    def cells_between(self, map_name: str, start: Point, end: Point) -> int | None:
        """Return the hexes or squares from one point to another; None where nobody knows."""
        ...


class NoSurroundings:
    """Surroundings of which nothing is known: no place has a name."""

    def location(self, map_name: str, x: int, y: int) -> Location:
        """Return a location without names."""
        return NOWHERE

    def value(self, name: str, map_name: str | None, location: Location) -> str | None:
        """Return None: no value is known."""
        return None

    def has_map(self, map_name: str) -> bool:
        """Return False: no map is known."""
        return False

    def cells_between(self, map_name: str, start: Point, end: Point) -> int | None:
        """Return None: no grid is known."""
        return None


class HoldsPieces(Protocol):
    """All pieces, stacks and decks, as a save's `pieces` give them."""

    def get(self, piece_id: str) -> GamePiece | None:
        """Return a piece, stack or deck by its id."""
        ...

    def standing(self) -> Iterator[GamePiece]:
        """Yield pieces, stacks and decks in order, without stacks that are empty."""
        ...


class Scene:
    """Pieces in their surroundings, seen by one viewer."""

    def __init__(
        self,
        pieces: HoldsPieces | None = None,
        *,
        viewer: Viewer = OBSERVER,
        surroundings: Surroundings | None = None,
        leading_zeros: bool = False,
    ) -> None:
        self.pieces = pieces
        self.viewer = viewer
        self.surroundings = surroundings or NoSurroundings()
        self.leading_zeros = leading_zeros
        self.depth = 0
        self._looks: dict[str, Look] = {}
        self._holders: dict[str, Stack | Deck] | None = None
        self._all: list[Look] | None = None
        self._by_map: dict[str | None, list[Look]] | None = None

    def look(self, piece: Piece) -> Look:
        """Return the piece as it is seen here."""
        found = self._looks.get(piece.id)
        if found is None or found.piece is not piece:
            found = self._looks[piece.id] = Look(self, piece)
        return found

    def looks(self) -> Iterator[Look]:
        """Return all pieces as they are seen, in the order of the file."""
        if self._all is None:
            everything = () if self.pieces is None else self.pieces.standing()
            self._all = [self.look(piece) for piece in everything if isinstance(piece, Piece)]
        return iter(self._all)

    def on_map(self, map_name: str | None) -> list[Look]:
        """Return the pieces on a map, cards in decks included."""
        if self._by_map is None:
            self._by_map = {}
            for look in self.looks():
                self._by_map.setdefault(look.map, []).append(look)
        return self._by_map.get(map_name, [])

    def find(self, piece_id: str) -> Look | None:
        """Return a piece by its id as it is seen; None where there is none."""
        piece = None if self.pieces is None else self.pieces.get(piece_id)
        return self.look(piece) if isinstance(piece, Piece) else None

    def find_all(self, ids: Iterable[str]) -> list[Look]:
        """Return the pieces of some ids as they are seen, without those that are not here."""
        return [look for piece_id in ids if (look := self.find(piece_id)) is not None]

    def holder(self, piece: Piece) -> Stack | Deck | None:
        """Return the stack or deck that a piece is in."""
        if self._holders is None:
            self._holders = {}
            everything = () if self.pieces is None else self.pieces.standing()
            for holder in everything:
                if isinstance(holder, (Stack, Deck)):
                    self._holders.update((member, holder) for member in holder.members)
        return self._holders.get(piece.id)


class Look:
    """One piece as it is seen in a scene: its properties and its names."""

    __slots__ = (
        *("_kept", "_location", "_makeup", "_stands", "_states", "_traits", "_where"),
        *("piece", "scene"),
    )

    def __init__(self, scene: Scene, piece: Piece) -> None:
        self.scene = scene
        self.piece = piece
        self._makeup = Makeup.of(piece.types)
        self._states = piece.heard
        self._traits: list[SeenTrait] | None = None
        self._kept: dict[str, str] | None = None
        self._location: Location | None = None
        self._stands: GamePiece | None = None
        self._where: tuple[str | None, int, int] | None = None

    @property
    def traits(self) -> list[SeenTrait]:
        """The traits from the outermost inwards, as they were when the look was taken."""
        if self._traits is None:
            self._traits = list(map(SeenTrait, self._makeup.types, self._states))
        return self._traits

    def get(self, name: str, /) -> PropertyValue:
        """Return what the piece answers for a property; None where nobody knows it.

        Raises:
            NotEvaluated: an expression on the way is beyond what we evaluate.
        """
        return self.get_from(0, name)

    def get_from(self, index: int, name: str) -> PropertyValue:
        """Return what the trait at an index and those inside it answer. Raises as `get` does."""
        for place, answer in self._makeup.answering:
            if place >= index:
                value = answer(self, self.traits[place], name)
                if value is not None:
                    return value
        return self._own(name)

    def __getitem__(self, name: str) -> str:
        """Return a property's text; KeyError where nobody knows it. Raises as `get` does."""
        value = self.get(name)
        if value is None:
            raise KeyError(name)
        return shown(value)

    def own_names(self) -> Iterator[str]:
        """Yield the names of the properties that the traits contribute, outermost first."""
        for trait in self.traits[:-1]:
            named = traitvalues.NAMES.get(trait.prefix)
            if named is not None:
                yield from named(trait)

    def _own(self, name: str) -> PropertyValue:
        """Return what the BasicPiece answers, and what lies behind it."""
        answer = _BASIC.get(name)
        if answer is not None:
            return answer(self)
        if self._kept is None:
            self._kept = self.piece.persistent
        if name in self._kept:
            return self._kept[name]
        if name in _OF_VIEWER:
            viewer = self.scene.viewer
            return viewer.side if name in ("PlayerSide", "playerSide") else viewer.name
        return self.scene.surroundings.value(name, self.map, self.location)

    @property
    def name(self) -> str:
        """What the viewer sees the piece called (getName, PieceName)."""
        return self.name_from(0)

    def name_from(self, index: int) -> str:
        """Return the name that the trait at an index and those inside it give."""
        for place, naming in self._makeup.naming:
            if place >= index:
                given = naming(self, self.traits[place])
                if given is not None:
                    return given
        return shown(self.get("BasicName"))

    @property
    def basic_name(self) -> str:
        """The true name, whatever masks say; a Basic Name trait renames."""
        return shown(self.get("BasicName"))

    def name_for(self, viewer: Viewer) -> str:
        """Return what another viewer sees the piece called."""
        there = Scene(self.scene.pieces, viewer=viewer, surroundings=self.scene.surroundings)
        return there.look(self.piece).name

    @property
    def is_masked(self) -> bool:
        """Whether somebody has masked the piece."""
        return any(traitvalues.masked_by(t) is not None for t in self._of("obs;"))

    @property
    def is_masked_to_me(self) -> bool:
        """Whether a mask hides the piece from the viewer."""
        return any(traitvalues.hides(self, trait) for trait in self._of("obs;"))

    @property
    def is_invisible(self) -> bool:
        """Whether somebody has made the piece invisible to others."""
        return any(traitvalues.hidden_by(t) is not None for t in self._of("hide;"))

    @property
    def is_invisible_to_me(self) -> bool:
        """Whether the viewer does not see the piece at all."""
        return any(traitvalues.hides(self, trait) for trait in self._of("hide;"))

    def _of(self, prefix: str) -> list[SeenTrait]:
        return [self.traits[place] for place in self._makeup.places.get(prefix, ())]

    @property
    def _standing(self) -> GamePiece:
        """Whose map and pixels are the piece's: its stack's or deck's, else its own.

        Source: VASSAL.counters.BasicPiece.getMap and getPosition. What a member's own state says
        of its place may be another thing, and in many saves it is.
        """
        if self._stands is None:
            holder = self.scene.holder(self.piece)
            self._stands = self.piece if holder is None else holder
        return self._stands

    @property
    def where(self) -> tuple[str | None, int, int]:
        """Map and pixels in one look; the map is None where the piece is on none."""
        if self._where is None:
            standing = self._standing
            self._where = standing.point or (None, standing.x, standing.y)
        return self._where

    @property
    def map(self) -> str | None:
        """The identifier of the map that the piece is on; None where it is on none."""
        return self.where[0]

    @property
    def x(self) -> int:
        """Pixels from the map's left edge."""
        return self.where[1]

    @property
    def y(self) -> int:
        """Pixels from the map's upper edge."""
        return self.where[2]

    @property
    def location(self) -> Location:
        """What the piece's place is called."""
        if self._location is None:
            name, x, y = self.where
            found = NOWHERE if name is None else self.scene.surroundings.location(name, x, y)
            deck = self.deck
            if deck is not None and found is NOWHERE:
                found = Location(deck.type["name"])
            self._location = found
        return self._location

    @property
    def deck(self) -> Deck | None:
        """The deck that the piece is in."""
        holder = self.scene.holder(self.piece)
        return holder if isinstance(holder, Deck) else None

    def position(self) -> tuple[int, int]:
        """Return the piece's place in its stack or deck, 1 for the top, and how many it holds."""
        holder = self.scene.holder(self.piece)
        if holder is None:
            return 1, 1
        members = holder.members
        return len(members) - members.index(self.piece.id), len(members)

    def evaluate(
        self, text: str, kind: Kind = Kind.FORMATTED, own: Mapping[str, str] | None = None
    ) -> str:
        """Return the text of one of the piece's fields, with values of its own before others.

        Raises:
            NotEvaluated: the expression is outside what we evaluate.
        """
        if self.scene.depth >= MOST_NESTED:
            return ""
        self.scene.depth += 1
        try:
            return evaluate(text, kind, self, own, leading_zeros=self.scene.leading_zeros)
        except RecursionError:
            raise NotEvaluated("an expression that asks for itself") from None
        finally:
            self.scene.depth -= 1

    def get_localized(self, name: str, /) -> PropertyValue:
        """Return what the viewer sees of a property: nothing of the traits that a mask hides."""
        for place, answer in self._makeup.answering:
            trait = self.traits[place]
            value = answer(self, trait, name)
            if value is not None:
                return value
            if trait.prefix in ("obs;", "hide;") and traitvalues.hides(self, trait):
                break
        return self._own(name)

    # What functions such as SumStack and CountMap ask (expressions.PieceContext).

    def stack(self) -> list[Look]:
        """Return the pieces of the piece's stack or deck; the piece alone if it is in none."""
        holder = self.scene.holder(self.piece)
        return [self] if holder is None else self.scene.find_all(holder.members)

    def on_map(self, map_name: str | None) -> list[Look]:
        """Return the pieces on a map, cards in decks included; None means the piece's own."""
        wanted = self.map if map_name is None else map_name
        return [] if wanted is None else list(self.scene.on_map(wanted))

    def everywhere(self) -> list[Look]:
        """Return the pieces on all maps."""
        return [look for look in self.scene.looks() if look.map is not None]

    def at_location(self, location: str | None, map_name: str | None) -> list[Look]:
        """Return the pieces with a LocationName on a map; None means the piece's own."""
        wanted = self.location.name if location is None else location
        return [look for look in self.on_map(map_name) if look.location.name == wanted]

    def in_zone(self, zone: str | None, map_name: str | None) -> list[Look]:
        """Return the pieces in a zone of a map; None means the piece's own."""
        wanted = self.location.zone if zone is None else zone
        return [look for look in self.on_map(map_name) if look.location.zone == wanted]

    def on_mat(self) -> list[Look]:
        """Return the piece's mat and the mat's cargo; the piece alone if there is no mat."""
        mat: Look | None = self
        if not self._of("mat;"):
            cargo = self._of("matPiece;")
            mat = self.scene.find(cargo[0].state_text) if cargo else None
        if mat is None or not mat._of("mat;"):
            return [self]
        return [mat, *self.scene.find_all(mat._of("mat;")[0].state.rest)]

    def attached(self, attachment: str) -> list[Look]:
        """Return the pieces attached by an Attachment trait, in order; none if there is none."""
        for trait in self._of("attach;"):
            if trait.type["name"] == attachment:
                return self.scene.find_all(trait.state.rest)
        return []

    def within(self, least: int, most: int, *, pixels: bool) -> list[Look]:
        """Return the other pieces of the map at a distance, both ends included."""
        here = (self.x, self.y)
        return [
            look
            for look in self.on_map(None)
            if look is not self
            and least <= self.distance(here, (look.x, look.y), None, pixels=pixels) <= most
        ]

    def distance(self, start: Point, end: Point, map_name: str | None, *, pixels: bool) -> int:
        """Return the cells (or rounded pixels) between two points in map pixels."""
        if pixels:
            return math.floor(math.hypot(end[0] - start[0], end[1] - start[1]) + 0.5)
        wanted = self.map if map_name is None else map_name
        found = self.scene.surroundings.cells_between(wanted or "", start, end)
        if found is None:
            raise NotEvaluated("a distance in cells where the grid is not known")
        return found

    def has_map(self, map_name: str) -> bool:
        """Say whether there is a map of that name."""
        return self.scene.surroundings.has_map(map_name) or bool(self.on_map(map_name))

    def map_property(self, name: str, map_name: str) -> PropertyValue:
        """Return a map's property, or the module's; None for an unknown map."""
        if not self.has_map(map_name):
            return None
        return self.scene.surroundings.value(name, map_name, NOWHERE)

    def zone_property(self, name: str, zone: str, map_name: str | None) -> PropertyValue:
        """Return a zone's property, or its map's, or the module's."""
        wanted = self.map if map_name is None else map_name
        return self.scene.surroundings.value(name, wanted, Location(zone=zone))

    def __repr__(self) -> str:
        return f"<Look at {self.piece.id}>"


def _deck_place(look: Look) -> str:
    return str(look.position()[0]) if look.deck is not None else "0"


_OF_VIEWER = ("PlayerName", "playerName", "PlayerId", "playerId", "PlayerSide", "playerSide")

_BASIC: Mapping[str, traitvalues.OfPiece] = {
    "BasicName": lambda look: look._makeup.basic_name,
    "LocalizedBasicName": lambda look: look._makeup.basic_name,
    "PieceName": lambda look: look.name,
    "LocalizedPieceName": lambda look: look.name,
    "LocationName": lambda look: look.location.name,
    "CurrentMap": lambda look: look.map or "",
    "CurrentBoard": lambda look: look.location.board,
    "CurrentZone": lambda look: look.location.zone,
    "CurrentX": lambda look: str(look.x),
    "CurrentY": lambda look: str(look.y),
    "DeckName": lambda look: look.deck.type["name"] if look.deck is not None else "",
    "DeckPosition": _deck_place,
    "StackPos": lambda look: str(look.position()[0]),
    "StackSize": lambda look: str(look.position()[1]),
    "PieceUID": lambda look: look.piece.id,
    "Selected": lambda look: False,
}
"""What the BasicPiece knows of itself (VASSAL.counters.BasicPiece.getProperty)."""
