"""Scheme: how a module shows a game: which piece is which unit, where facts and places lie.

A game's binding is written once and reads through a scheme; our own modules have `Marked`, a
module of somebody else has what its binding file says (`vassal_bridge.binding.foreign`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol

from vassal_bridge.binding.binding import Fact, Geography, pieces_by_marker, set_fact
from vassal_bridge.errors import BindingError, Problem, Where
from vassal_bridge.formats.pieces import Piece, PieceId
from vassal_bridge.formats.position import Position
from vassal_bridge.game.changes import Value

Known = Callable[[str], bool]
Found = tuple[dict[str, Piece], list[Problem]]


class Scheme(Protocol):
    """What a game's binding asks of a module."""

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The facts; several of one field are ways to show it: the piece's own one counts."""
        ...

    @property
    def turn_tracker(self) -> str:
        """The turn tracker that shows the turn; empty for none."""
        ...

    def pieces(self, position: Position, known: Known) -> Found:
        """Return the pieces by the game's name for them, and what cannot be bound.

        Raises BindingError where two pieces claim to be the same.
        """
        ...

    def places(self, inner: Geography) -> Geography:
        """Return the module's places under the game's names."""
        ...

    def map_of(self, location: str) -> str:
        """Return the map that a place of the game lies on."""
        ...


@dataclass(frozen=True, slots=True)
class Marked:
    """A module of ours: a Marker names the unit, and one map has the game's own place names."""

    marker: str
    map: str
    turn_tracker: str
    facts: tuple[Fact, ...]

    def pieces(self, position: Position, known: Known) -> Found:
        """Return the pieces by the value of the Marker."""
        return pieces_by_marker(position, self.marker, known)

    def places(self, inner: Geography) -> Geography:
        """Return the places as they are."""
        return inner

    def map_of(self, location: str) -> str:
        """Return the one map."""
        return self.map


def read_facts(facts: Iterable[Fact], piece: Piece) -> dict[str, Value]:
    """Return the value of every field on a piece: from its own trait, else the one of absence.

    Raises BindingError for a state that no value has.
    """
    found: dict[str, Value] = {}
    for fact in facts:
        if fact.trait(piece) is not None:
            found.setdefault(fact.field, fact.read(piece))
    for fact in facts:
        found.setdefault(fact.field, fact.absent)
    return found


def set_field(
    position: Position, piece_id: PieceId, facts: Iterable[Fact], field: str, value: Value
) -> list[str]:
    """Return the command that gives a piece's field another value, in the way it shows it.

    Raises:
        BindingError: the piece has no trait for the field.
    """
    piece = position.pieces[piece_id]
    for fact in facts:
        if fact.field == field and isinstance(piece, Piece) and fact.trait(piece) is not None:
            return set_fact(position, piece_id, fact, value)
    raise BindingError(
        f"the piece has no trait for {field}", where=Where(position.save.name, piece=piece_id)
    )
