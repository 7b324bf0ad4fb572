"""New pieces as VASSAL makes them from a slot or a prototype: expanded, completed, with an id."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from vassal_bridge.errors import AmbiguousName, BindingError
from vassal_bridge.formats.chain import Chain
from vassal_bridge.formats.commands import Command
from vassal_bridge.formats.editing import edits
from vassal_bridge.formats.editing.places import meant
from vassal_bridge.formats.extensions import component_at
from vassal_bridge.formats.module import Module
from vassal_bridge.formats.parts import Slot
from vassal_bridge.formats.pieces import NO_MAP, Piece, PieceId
from vassal_bridge.formats.prototypes import PROTOTYPE as USES_PROTOTYPE
from vassal_bridge.formats.prototypes import parse_definition
from vassal_bridge.formats.respelling import respelled
from vassal_bridge.formats.tabletop import Point
from vassal_bridge.formats.traits import Trait

GPID = "gpid:"
PROTOTYPE = "prototype:"


@dataclass(frozen=True, slots=True)
class NewPiece:
    """A piece that is not in the game yet: its type, and the states of its traits."""

    type_text: str
    states: tuple[str, ...]

    @property
    def traits(self) -> list[Trait]:
        """The traits from the outermost inwards; the last is the BasicPiece."""
        types = Chain(self.type_text).texts()
        return [
            Trait(index, *texts) for index, texts in enumerate(zip(types, self.states, strict=True))
        ]

    def with_states(self, states: Mapping[int, str]) -> NewPiece:
        """Return the piece with other states of some traits, by their index."""
        kept = [states.get(index, text) for index, text in enumerate(self.states)]
        return NewPiece(self.type_text, tuple(kept))

    def in_game(self, piece_id: PieceId, at: Point | None) -> Piece:
        """Return the piece as it stands in the game under an id; `at` None: on no map yet."""
        basic = self.traits[-1].state
        basic["map"], basic["x"], basic["y"] = map(str, at or (NO_MAP, 0, 0))
        basic.rest = ["UniqueID", piece_id]
        states = [*self.states[:-1], str(basic)]
        return Piece(Command(edits.add(piece_id, self.type_text, edits.chain_text(states))))


def find_definition(module: Module, name: str) -> tuple[str, str]:
    """Return the definition and gpid that a name stands for: a slot's, or a prototype's.

    `gpid:12` and `prototype:Infantry` say which; a bare name is a slot's.

    Raises:
        BindingError: the module has none.
        AmbiguousName: different slots have the name; the message lists their gpids.
    """
    if name.startswith(PROTOTYPE):
        wanted = name.removeprefix(PROTOTYPE)
        if wanted not in module.prototypes:
            raise BindingError(
                f"there is no prototype {wanted!r}{meant(wanted, list(module.prototypes))}"
            )
        return module.prototypes[wanted].definition, ""
    if name.startswith(GPID):
        wanted = name.removeprefix(GPID)
        found = [slot for slot in module.slots if slot.gpid == wanted]
        if not found:
            raise BindingError(f"there is no piece slot with gpid {wanted!r}")
        return found[0].definition, found[0].gpid
    found = [slot for slot in module.slots if slot.name == name]
    if not found:
        raise BindingError(
            f"there is no piece slot {name!r}{meant(name, [slot.name for slot in module.slots])}"
        )
    if len({slot.definition for slot in found}) > 1:
        listed = "; ".join(f"gpid:{slot.gpid} in {' > '.join(slot.place)}" for slot in found)
        raise AmbiguousName(f"several piece slots are called {name!r}: {listed}")
    return found[0].definition, found[0].gpid


def slot_at(module: Module, path: str) -> Slot | None:
    """Return the slot that a path of components leads to; None where it leads to no slot."""
    found = (component_at(root, path) for root in module.roots)
    there = [one for one in found if one is not None]
    return next((slot for slot in module.slots if slot.component in there), None)


def new_piece(module: Module, name: str) -> NewPiece:
    """Return the piece that a slot or prototype gives, on no map yet. Raises as find_definition.

    Prototypes are expanded and every trait is spelled as VASSAL writes a new piece.
    """
    return defined(module, *find_definition(module, name))


def defined(module: Module | None, definition: str, gpid: str) -> NewPiece:
    """Return the piece that a definition gives, on no map yet.

    Raises:
        BindingError: it uses prototypes, and no module is known.
    """
    if module is not None:
        texts = [(one.type, one.state) for one in module.expand(definition).traits]
    else:
        parsed = parse_definition(definition).traits
        if any(one.type.startswith(USES_PROTOTYPE) for one in parsed):
            raise BindingError("the new piece uses prototypes; name the module")
        texts = [respelled(one.type, one.state) for one in parsed]
    types, states = [one for one, _ in texts], [one for _, one in texts]
    basic = Trait(0, types[-1], states[-1]).state
    for field, value in (("map", NO_MAP), ("x", "0"), ("y", "0"), ("gpid", gpid)):
        basic[field] = value
    basic.rest = []
    return NewPiece(str(Chain.of(types)), (*states[:-1], str(basic)))
