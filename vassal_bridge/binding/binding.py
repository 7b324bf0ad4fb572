"""Binding: which piece is which unit, and which trait is which fact about it.

A game's binding is tables: `Fact`s name a trait and the state text for each value; everything
else here reads those tables, forwards to make a state and backwards to make edits.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from vassal_bridge.errors import BindingError, Problem, Where
from vassal_bridge.formats.editing import edits
from vassal_bridge.formats.pieces import Piece, PieceId
from vassal_bridge.formats.position import Position
from vassal_bridge.formats.traits import Trait
from vassal_bridge.game.changes import Value

GAME_PROPERTY = "bridge_game"
"""The module property of our own modules that names their game."""
EDITION_PROPERTY = "bridge_edition"
"""The module property of our own modules that names their edition."""

OPTIONS_PROPERTY = "bridge_options"
"""The module property of our own modules that keeps the optional rules and readings of a game."""


class Geography(Protocol):
    """Names for places: what a map's boards and grids say."""

    def location(self, map_name: str, x: int, y: int) -> str:
        """Return the name of a place given in map pixels."""
        ...

    def point(self, map_name: str, location: str) -> tuple[int, int]:
        """Return the map pixels of a named place; raises BindingError for an unknown one."""
        ...

    def free_point(
        self, map_name: str, location: str, taken: Collection[tuple[int, int]]
    ) -> tuple[int, int]:
        """Return where to put a piece in a place: beside the others in a box without a grid."""
        ...


@dataclass(frozen=True, slots=True)
class Fact:
    """How one field of a unit lies in its piece.

    `prefix` and `name` find the trait; `texts` gives the state's text for each value. A piece
    without the trait has the value `absent`.
    """

    field: str
    prefix: str
    name: str | None
    texts: Mapping[Value, str]
    absent: Value

    def trait(self, piece: Piece) -> Trait | None:
        """Return the trait that holds the fact; None where the piece has none."""
        return piece.trait(self.prefix, self.name)

    def read(self, piece: Piece) -> Value:
        """Return the fact's value. Raises BindingError for a state that no value has."""
        trait = self.trait(piece)
        if trait is None:
            return self.absent
        for value, text in self.texts.items():
            if trait.state_text == text:
                return value
        expected = ", ".join(self.texts.values())
        raise BindingError(
            f"expected one of {expected} for {self.field}, found another state",
            where=Where(piece=piece.id, trait=trait.index, trait_id=self.prefix),
        )


@dataclass(frozen=True, slots=True)
class Bound:
    """A state read from a save, with the piece that stands for each unit and marker."""

    state: Any
    pieces: Mapping[str, PieceId]
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Declared:
    """What may differ: pieces (their place and the facts' states), properties, trackers, chat."""

    pieces: frozenset[PieceId] = frozenset()
    facts: tuple[Fact, ...] = ()
    properties: frozenset[str] = frozenset()
    trackers: frozenset[str] = frozenset()
    chat: tuple[str, ...] = field(default=(), repr=False)


class Binding(Protocol):
    """What a game's `binding` is: the only thing that knows its traits and pixels."""

    facts: tuple[Fact, ...]

    def read(
        self, position: Position, places: Geography, edition: str, settings: Any = None
    ) -> Bound:
        """Return the state that a position shows; without settings, those that it remembers.

        Raises:
            BindingError: a unit that the game needs has no piece, or stands nowhere.
        """
        ...

    def write(
        self, position: Position, places: Geography, bound: Bound, changes: Iterable[Any]
    ) -> None:
        """Apply a state's changes to the position, as the commands that VASSAL would send."""
        ...

    def declared(self, bound: Bound, changes: Iterable[Any], chat: tuple[str, ...]) -> Declared:
        """Return what the changes allow to differ in the save."""
        ...


def pieces_by_marker(
    position: Position, marker: str, known: Callable[[str], bool]
) -> tuple[dict[str, Piece], list[Problem]]:
    """Return the pieces by the value of a Marker, and a problem for each that cannot be bound.

    Raises:
        BindingError: two pieces claim to be the same unit.
    """
    found: dict[str, Piece] = {}
    problems: list[Problem] = []
    for piece in position.pieces:
        unit = piece.marker(marker)
        if unit is None:
            continue
        where = Where(file=position.save.name, piece=piece.id)
        if not known(unit):
            problems.append(
                Problem(f"the game has no unit {unit!r}; the piece is left alone", where)
            )
        elif unit in found:
            raise BindingError(
                f"two pieces are {unit!r}: {found[unit].id} and {piece.id}", where=where
            )
        else:
            found[unit] = piece
    return found, problems


def set_fact(position: Position, piece_id: PieceId, fact: Fact, value: Value) -> list[str]:
    """Return the command that gives a piece's fact another value.

    Raises:
        BindingError: the piece has no trait for the fact.
    """
    piece = position.pieces[piece_id]
    trait = fact.trait(piece) if isinstance(piece, Piece) else None
    if trait is None:
        raise BindingError(f"the piece has no trait for {fact.field}", where=Where(piece=piece_id))
    return edits.set_state(position, piece_id, trait, fact.texts[value])


def property_of(position: Position, name: str) -> str | None:
    """Return the value of a module property that the save stores; None where it stores none."""
    for command in position.commands.all("SetGlobalProperty"):
        if command["name"] == name:
            return command["value"]
    return None
