"""What an expression asks the game: properties, and the pieces around the piece that it is on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias, runtime_checkable

from vassal_bridge.formats.expressions.refusal import NotEvaluated

PropertyValue: TypeAlias = str | bool | int | None
"""A property: nearly always a text; VASSAL holds a few (Moved, CurrentMatX) as other things."""

Point: TypeAlias = tuple[int, int]


class Properties(Protocol):
    """Whatever answers for properties: a piece, a map, a module."""

    def get(self, name: str, /) -> PropertyValue:
        """Return a property's value, and None where there is none."""
        ...


@runtime_checkable
class LocalizedProperties(Properties, Protocol):
    """Properties that answer otherwise where the text is for a player's eyes."""

    def get_localized(self, name: str, /) -> PropertyValue:
        """Return what the viewer may see of a property, and None where that is nothing."""
        ...


class PieceContext(Properties, Protocol):
    """A piece with its surroundings, for SumStack, CountMap, Range and their kin.

    Every method may raise NotEvaluated where the answer is not known.
    """

    def stack(self) -> Sequence[PieceContext]:
        """Return the pieces of the piece's stack or deck; the piece alone if it is in none."""
        ...

    def at_location(self, location: str | None, map_name: str | None) -> Sequence[PieceContext]:
        """Return the pieces with a LocationName on a map; None means the piece's own."""
        ...

    def in_zone(self, zone: str | None, map_name: str | None) -> Sequence[PieceContext]:
        """Return the pieces in a zone of a map; None means the piece's own."""
        ...

    def on_map(self, map_name: str | None) -> Sequence[PieceContext]:
        """Return the pieces on a map, cards in decks included; None means the piece's own."""
        ...

    def has_map(self, map_name: str) -> bool:
        """Say whether there is a map of that name."""
        ...

    def everywhere(self) -> Sequence[PieceContext]:
        """Return the pieces on all maps."""
        ...

    def on_mat(self) -> Sequence[PieceContext]:
        """Return the piece's mat and the mat's cargo; the piece alone if there is no mat."""
        ...

    def attached(self, attachment: str) -> Sequence[PieceContext]:
        """Return the pieces attached by an Attachment trait, in order; none if there is none."""
        ...

    def within(self, least: int, most: int, *, pixels: bool) -> Sequence[PieceContext]:
        """Return the other pieces of the map at a distance, both ends included."""
        ...

    def distance(self, start: Point, end: Point, map_name: str | None, *, pixels: bool) -> int:
        """Return the cells (or rounded pixels) between two points in map pixels."""
        ...

    def map_property(self, name: str, map_name: str) -> PropertyValue:
        """Return a map's property, or the module's; None for an unknown map."""
        ...

    def zone_property(self, name: str, zone: str, map_name: str | None) -> PropertyValue:
        """Return a zone's property, or its map's, or the module's; None if unknown."""
        ...


@dataclass(frozen=True, slots=True)
class Values:
    """Properties out of a mapping, and behind it out of others, as a report's own values are.

    >>> Values({"Name": "Tank"}).get("Name")
    'Tank'
    """

    own: Mapping[str, str]
    behind: Properties | None = None

    def get(self, name: str, /) -> PropertyValue:
        """Return the mapping's value, or what stands behind has."""
        if name in self.own:
            return self.own[name]
        return None if self.behind is None else self.behind.get(name)


@dataclass(frozen=True, slots=True)
class OffPiece:
    """Says that an expression stands on no piece: VASSAL then counts no pieces."""


OFF_PIECE = OffPiece()


@dataclass(frozen=True, slots=True)
class Options:
    """How to evaluate.

    leading_zeros: the module stores integers with leading zeros as strings. piece: the piece on
    which the expression stands; OFF_PIECE if it is on none; None if nobody knows, and functions
    that ask for pieces are then not evaluated. silent: Alert, Audit and Sleep give their value,
    an empty text, and nothing is shown; else they are not evaluated.
    """

    leading_zeros: bool = False
    piece: PieceContext | OffPiece | None = None
    silent: bool = False


STEP_LIMIT = 1_000_000
"""How many parts one evaluation looks at, with the filters inside it on all pieces."""


@dataclass(slots=True)
class Budget:
    """What is left of an evaluation's work, and what VASSAL would report on the way."""

    steps: int = STEP_LIMIT
    reports: list[str] = field(default_factory=list)

    def spend(self) -> None:
        """Take one step.

        Raises:
            NotEvaluated: there is none left.
        """
        self.steps -= 1
        if self.steps < 0:
            raise NotEvaluated(f"more than {STEP_LIMIT} steps")
