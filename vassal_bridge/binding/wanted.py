"""What a game asks of a module that is not ours: its pieces, facts, places and hexes, in words.

A game declares one `Wanted`; `proposing` looks for each part of it in a module.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from vassal_bridge.game.changes import Value
from vassal_bridge.game.hexes import HexId, HexMap


@dataclass(frozen=True, slots=True)
class WantedPiece:
    """A counter or marker: its id in the game, the names that it may go by, and its kind.

    Pieces of one `alike` text may stand for each other; a module may call them all by that.
    """

    id: str
    names: tuple[str, ...]
    kind: str
    alike: str = ""


@dataclass(frozen=True, slots=True)
class WantedFact:
    """A field of pieces of some kinds: each value with the words that a trait may use for it.

    `words` are those that a trait's name or menu may hold; `values` are in order, the first one
    is that of a piece without the trait. `trait` names the only trait that can show it, if any.
    """

    field: str
    kinds: frozenset[str]
    words: frozenset[str]
    values: Mapping[Value, frozenset[str]]
    trait: str = ""

    @property
    def absent(self) -> Value:
        """The value of a piece that has no trait for the fact."""
        return next(iter(self.values))


@dataclass(frozen=True, slots=True)
class WantedPlace:
    """A box off the map: its name in the game, and the names that it may go by."""

    id: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Wanted:
    """Everything that a game asks of a module.

    `synonyms` are phrases in small letters with the words that they stand for; an empty text
    leaves the phrase out. `turns` are the boxes of the turn track in order.
    """

    pieces: tuple[WantedPiece, ...]
    facts: tuple[WantedFact, ...]
    places: tuple[WantedPlace, ...]
    sheet: HexMap
    hexes: tuple[HexId, ...]
    turns: tuple[str, ...] = ()
    synonyms: Mapping[str, str] = field(default_factory=dict)
