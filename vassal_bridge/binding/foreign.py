"""Foreign modules: a game read from, and written to, a module that somebody else made.

What such a module calls everything stands in a binding file; `ForeignScheme` is that file as a
game's binding wants it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import Protocol, cast, runtime_checkable

from vassal_bridge.binding.binding import GAME_PROPERTY, Binding, Fact, Geography, property_of
from vassal_bridge.binding.bindingfile import BindingFile, PieceKey, PlaceKey, find_binding
from vassal_bridge.binding.geography import ModuleGeography, free_point
from vassal_bridge.binding.scheme import Found, Known, Scheme
from vassal_bridge.binding.spots import Spot, spot_at, spots_of
from vassal_bridge.binding.wanted import Wanted
from vassal_bridge.errors import BindingError, Problem, Where
from vassal_bridge.formats.boards.grids import Point
from vassal_bridge.formats.finding import module_name
from vassal_bridge.formats.pieces import Piece
from vassal_bridge.formats.position import Position
from vassal_bridge.formats.save import Save
from vassal_bridge.formats.traitvalues import images_of
from vassal_bridge.game.game import Game
from vassal_bridge.game.hexes import HexId, is_hex

NO_TRAIT = "(none);"
"""The prefix of a fact that no trait of the module shows; no trait has it."""


@runtime_checkable
class Adaptable(Binding, Protocol):
    """A game's binding that can be told how somebody else's module shows the game."""

    def wanted(self) -> Wanted:
        """Return what the game asks of a module."""
        ...

    def through(self, scheme: Scheme) -> Binding:
        """Return the binding for a module of another scheme."""
        ...


@dataclass(frozen=True, slots=True)
class ForeignScheme:
    """A binding file as a game's binding wants it."""

    file: BindingFile
    wanted: Wanted

    @property
    def turn_tracker(self) -> str:
        """The turn tracker that shows the turn; empty for none."""
        return self.file.turn_tracker

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The file's facts; behind them, for each field, that no trait shows it."""
        nowhere = (
            Fact(one.field, NO_TRAIT, None, dict.fromkeys(one.values, ""), one.absent)
            for one in self.wanted.facts
        )
        return (*self.file.facts, *nowhere)

    def pieces(self, position: Position, known: Known) -> Found:
        """Return the pieces that have the keys of the file; those of one key by their ids.

        Raises:
            BindingError: two pieces have a key that the file gives to one unit only.
        """
        groups: dict[PieceKey, list[str]] = {}
        for name, key in self.file.pieces.items():
            if known(name):
                groups.setdefault(key, []).append(name)
        found: dict[str, Piece] = {}
        problems: list[Problem] = []
        where = Where(position.save.name)
        candidates = _by_name(position.pieces)
        for key, names in groups.items():
            pieces = _pieces_of(key, candidates)
            if len(pieces) > len(names) == 1:
                raise BindingError(
                    f"two pieces are {names[0]!r}: {pieces[0].id} and {pieces[1].id};"
                    " tell them apart in the binding file",
                    where=where,
                )
            if len(pieces) > len(names):
                more = len(pieces) - len(names)
                problems.append(Problem(f"{more} more {key.name!r} than the game has", where))
            found.update(zip(names, pieces, strict=False))
        return found, problems

    def places(self, inner: Geography) -> Geography:
        """Return the module's places under the game's names."""
        return ForeignGeography(cast("ModuleGeography", inner), self.file, self.wanted)

    def map_of(self, location: str) -> str:
        """Return the map of a place of the game; raises BindingError for one that is not bound."""
        return place_key(self.file, location).map


def place_key(file: BindingFile, location: str) -> PlaceKey:
    """Return what a module calls a hex or box; raises BindingError for one that is not bound."""
    found = _bound_place(file, location)
    if found is None:
        raise BindingError(f"the binding of {file.module!r} has no place for {location!r}")
    return found


def _bound_place(file: BindingFile, location: str) -> PlaceKey | None:
    if file.hexes is None or not is_hex(location):
        return file.places.get(location)
    hex_id = HexId(location)
    name = file.hex_names.get(hex_id) or file.hexes.name(hex_id)
    return PlaceKey(file.hexes.map, name) if name else None


def _by_name(pieces: Iterable[Piece]) -> dict[str, list[Piece]]:
    """Return pieces by their name and, under the empty name, all; in the order of their ids."""
    found: dict[str, list[Piece]] = {"": []}
    for piece in sorted(pieces, key=lambda piece: (len(piece.id), piece.id)):
        found.setdefault(piece.basic_name, []).append(piece)
        found[""].append(piece)
    return found


def _pieces_of(key: PieceKey, candidates: dict[str, list[Piece]]) -> list[Piece]:
    return [
        piece
        for piece in candidates.get(key.name, [])
        if key.gpid in ("", piece.gpid) and (not key.image or key.image in images(piece))
    ]


def images(piece: Piece) -> frozenset[str]:
    """Return the images of a piece: its own and those of its Layers."""
    layers = (trait for trait in piece.traits if trait.prefix in ("emb2;", "emb;"))
    found = {piece.basic_type["image"], *(image for one in layers for image in images_of(one))}
    return frozenset(found - {""})


@dataclass(slots=True)
class ForeignGeography:
    """A module's places under a game's names, and the game's places as points of the module."""

    inner: ModuleGeography
    file: BindingFile
    wanted: Wanted
    _names: dict[PlaceKey, str] = field(init=False, repr=False)
    _points: dict[PlaceKey, Point] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        boxes = [one.id for one in self.wanted.places]
        bound = {one: _bound_place(self.file, one) for one in (*boxes, *self.wanted.sheet.hexes())}
        self._names = {key: one for one, key in bound.items() if key is not None}
        self._points = {}
        for spot in spots_of(self.inner.layouts):
            for key in _keys(spot):
                self._points.setdefault(key, spot.point)

    def location(self, map_name: str, x: int, y: int) -> str:
        """Return the game's name of a place; the module's, with its map, for one not bound.

        Raises BindingError for a map that the module lacks.
        """
        name = self.inner.location(map_name, x, y)
        spot = spot_at(map_name, self.inner.layouts[map_name], (x, y))
        for key in _keys(spot):
            if key in self._names:
                return self._names[key]
        return f"{name} of {map_name} (not bound)"

    def point(self, map_name: str, location: str) -> Point:
        """Return where a place of the game is; raises BindingError for one that is not bound."""
        key = place_key(self.file, location)
        if key not in self._points:
            raise BindingError(
                f"the map {key.map!r} has no place {key.name!r}, which is to be {location!r}",
                where=Where(self.inner.module.file),
            )
        return self._points[key]

    def free_point(self, map_name: str, location: str, taken: Collection[Point]) -> Point:
        """Return where to put a piece in a place: beside the others in a box without a grid."""
        found = self.point(map_name, location)
        return free_point(self.inner.layouts[place_key(self.file, location).map], found, taken)


def _keys(spot: Spot) -> tuple[PlaceKey, PlaceKey]:
    """Return the keys that a spot answers to: with its zone, and by its name alone."""
    return PlaceKey(spot.map, spot.name, spot.zone), PlaceKey(spot.map, spot.name)


def bound_file(game: Game, save: Save) -> BindingFile | None:
    """Return the player's binding of a save's module; None for modules of ours and unbound ones.

    Raises:
        BindingError: the binding file is damaged, or names what the game does not have.
    """
    name = module_name(save.archive)
    if name is None or property_of(Position(save), GAME_PROPERTY) is not None:
        return None
    own = game.load_binding()
    return find_binding(game.name, name, own.wanted()) if isinstance(own, Adaptable) else None


def bound_edition(game: Game, save: Save) -> str:
    """Return the edition that the binding of a save's module names; empty for none.

    Raises BindingError as `bound_file` does.
    """
    file = bound_file(game, save)
    return "" if file is None else file.edition


def binding_for(game: Game, save: Save) -> Binding:
    """Return a game's binding for a save: our own, or through the player's binding file.

    Raises:
        BindingError: the binding file is damaged, or names what the game does not have.
    """
    own = game.load_binding()
    file = bound_file(game, save)
    if file is None or not isinstance(own, Adaptable):
        return cast("Binding", own)
    return own.through(ForeignScheme(file, own.wanted()))


def hinted(error: BindingError, game: Game, save: Save) -> BindingError:
    """Return an error about a save with what may help, where its module is neither ours nor bound.

    Raises BindingError as `bound_file` does.
    """
    is_ours = property_of(Position(save), GAME_PROPERTY) is not None
    if not is_ours and bound_file(game, save) is None:
        error.message += (
            f"; this module is not ours: `vassal-bridge bind MODULE.vmod --game {game.name}`"
            " tells how it shows the game"
        )
    return error
