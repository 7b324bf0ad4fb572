"""Every trait that we know, one row each: how its type and its state divide into fields.

The prefix of a trait's type tells its row (VASSAL.build.module.BasicCommandEncoder). A trait
without a row is Opaque: its texts are carried as they are.
"""

from __future__ import annotations

from dataclasses import dataclass

from vassal_bridge.formats.fields import NOTHING, Layout, Record, fields, whole


@dataclass(frozen=True, slots=True)
class TraitSpec:
    """One trait: the prefix of its type, its name in VASSAL's editor, its two layouts."""

    prefix: str
    name: str
    type: Layout
    state: Layout = NOTHING


TRAITS: tuple[TraitSpec, ...] = (
    TraitSpec(
        "piece;",
        "Basic Piece",
        type=fields("clone_key:ch delete_key:ch image name"),
        state=fields("map x:i y:i gpid persistent:i=0 property*"),
    ),
    TraitSpec("mark;", "Marker", type=fields("name*", ","), state=fields("value*", ",")),
    TraitSpec(
        "emb2;",
        "Layer",
        type=fields(
            "activate_menu activate_modifiers:i=128 activate_key=A increase_menu"
            " increase_modifiers:i=128 increase_key decrease_menu decrease_modifiers:i=128"
            " decrease_key reset_menu reset_key:k reset_level:e=1 underneath:b=false x:i=0 y:i=0"
            " images:s[] names:s[] loop:b=true name random_key:k random_menu follow:b=false"
            " follow_property:e first_level:i=1 version:i=0 always_active:b=true"
            " activate_stroke:k increase_stroke:k decrease_stroke:k description scale:d=1.0"
            " only_if_property only_if_state:b=true"
        ),
        state=whole("level", "i"),
    ),
    TraitSpec(
        "PROP;",
        "Dynamic Property",
        type=fields("name constraints commands:dkc[] description"),
        state=whole("value"),
    ),
    TraitSpec(
        "markmoved;",
        "Mark When Moved",
        type=fields(
            "icon x:i=0 y:i=0 menu key:k description ignore_same_location:b=false set_menu"
            " set_key:k clear_menu clear_key:k"
        ),
        state=whole("moved", "b"),
    ),
)

OPAQUE = TraitSpec("", "Opaque", type=whole("text"), state=whole("text"))
"""What a trait without a row is: its texts are carried as they are."""

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

    __slots__ = ("index", "spec", "state_text", "type_text")

    def __init__(self, index: int, type_text: str, state_text: str) -> None:
        self.index = index
        self.type_text = type_text
        self.state_text = state_text
        self.spec = spec_of(type_text)

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
        return Record(self.type_text[len(self.spec.prefix) :], self.spec.type)

    @property
    def state(self) -> Record:
        """The fields of the state."""
        return Record(self.state_text, self.spec.state)

    def __repr__(self) -> str:
        return f"Trait({self.index}, {self.type_text!r}, state hidden)"
