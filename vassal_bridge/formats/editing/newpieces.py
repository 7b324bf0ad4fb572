"""New pieces as VASSAL makes them from a slot or a prototype: expanded, completed, with an id."""

from __future__ import annotations

from dataclasses import dataclass

from vassal_bridge.errors import AmbiguousName, BindingError
from vassal_bridge.formats.chain import Chain
from vassal_bridge.formats.editing.places import meant
from vassal_bridge.formats.module import Module
from vassal_bridge.formats.pieces import NO_MAP
from vassal_bridge.formats.traits import Trait

GPID = "gpid:"
PROTOTYPE = "prototype:"


@dataclass(frozen=True, slots=True)
class NewPiece:
    """A piece that is not in the game yet: its type, and the states of its traits."""

    type_text: str
    states: tuple[str, ...]


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


def new_piece(module: Module, name: str) -> NewPiece:
    """Return the piece that a slot or prototype gives, on no map yet. Raises as find_definition.

    Prototypes are expanded and every trait is spelled as VASSAL writes a new piece.
    """
    definition, gpid = find_definition(module, name)
    traits = module.expand(definition).traits
    types, states = [one.type for one in traits], [one.state for one in traits]
    basic = Trait(0, types[-1], states[-1]).state
    for field, value in (("map", NO_MAP), ("x", "0"), ("y", "0"), ("gpid", gpid)):
        basic[field] = value
    basic.rest = []
    return NewPiece(str(Chain.of(types)), (*states[:-1], str(basic)))
