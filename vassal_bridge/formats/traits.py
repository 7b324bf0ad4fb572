"""Every trait that we know by its fields, and the traits of a piece.

The prefix of a trait's type tells its row (VASSAL.build.module.BasicCommandEncoder). A trait
without a row is Opaque: its texts are carried as they are.

>>> trait = Trait(0, "emb2;Flip;128;A", "-1")
>>> trait.spec.name, trait.type["activate_menu"], trait.state.number("level")
('Layer', 'Flip', -1)
"""

from __future__ import annotations

from vassal_bridge.formats.fields import Record
from vassal_bridge.formats.traittable import (
    DECK_TYPE,
    OPAQUE,
    STACK_STATE,
    TRAITS,
    TraitSpec,
)

__all__ = [
    "DECK_TYPE",
    "OPAQUE",
    "STACK_STATE",
    "TRAITS",
    "Trait",
    "TraitSpec",
    "prefix_of",
    "spec_of",
]

_BY_PREFIX = {spec.prefix: spec for spec in TRAITS}


def prefix_of(type_text: str) -> str:
    """Return the prefix of a trait's type: all up to and including the first `;`."""
    head, semicolon, _ = type_text.partition(";")
    return head + semicolon


def spec_of(type_text: str) -> TraitSpec:
    """Return the row for a trait's own type; OPAQUE where no row knows it."""
    return _BY_PREFIX.get(prefix_of(type_text), OPAQUE)


class Trait:
    """One trait of a piece: its row, its type and its state; setting goes through the piece."""

    __slots__ = ("index", "state_text", "type_text")

    def __init__(self, index: int, type_text: str, state_text: str) -> None:
        self.index = index
        self.type_text = type_text
        self.state_text = state_text

    @property
    def spec(self) -> TraitSpec:
        """The row of TRAITS that describes the trait; OPAQUE where none does."""
        return spec_of(self.type_text)

    @property
    def prefix(self) -> str:
        """The prefix of the trait's type, known or not, such as `emb2;`."""
        return prefix_of(self.type_text)

    @property
    def is_opaque(self) -> bool:
        """Whether no row of TRAITS knows the trait."""
        return self.spec is OPAQUE

    @property
    def type(self) -> Record:
        """The fields of the type, without the prefix."""
        body = self.type_text[len(self.spec.prefix) :]
        return Record(body, self.spec.type_layout(body))

    @property
    def state(self) -> Record:
        """The fields of the state."""
        return Record(self.state_text, self.spec.state)

    def __repr__(self) -> str:
        return f"Trait({self.index}, {self.type_text!r}, state hidden)"
