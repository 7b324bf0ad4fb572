"""Gives the slots of a part of a build file other gpids, and the Place Markers inside of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from vassal_bridge.formats.buildfile import BuildFile, Component, Edit
from vassal_bridge.formats.chain import Chain
from vassal_bridge.formats.parts import SLOT_CLASSES
from vassal_bridge.formats.prototypes import parse_definition
from vassal_bridge.formats.refreshing.sources import MARKERS
from vassal_bridge.formats.tokens import Tokens
from vassal_bridge.formats.traits import Trait, spec_of

_DEFINED = (*SLOT_CLASSES, "PrototypeDefinition")
_ADD_PIECE = "+/"


def gpids_in(root: Component) -> list[str]:
    """Return the gpids of a tree's slots and of the Place Markers in its definitions, once each."""
    found: dict[str, None] = {}
    for one in root.walk():
        if one.get("gpid"):
            found.setdefault(one.get("gpid"))
        if one.kind in _DEFINED:
            for trait in _markers(one.text):
                found.setdefault(trait.type["gpid"])
    return [gpid for gpid in found if gpid]


def _markers(definition: str) -> Iterator[Trait]:
    if any(prefix in definition for prefix in MARKERS):
        for number, one in enumerate(parse_definition(definition).traits):
            trait = Trait(number, one.type, one.state)
            if trait.prefix in MARKERS:
                yield trait


def renumbered(xml: bytes, numbers: Mapping[str, str]) -> bytes:
    """Return an element in which each gpid is another; all other bytes stay.

    Raises:
        UnencodableError: VASSAL could not read a definition back.
    """
    build = BuildFile(xml)
    edits: list[Edit] = []
    for one in build.root.walk():
        text = _redefined(one.text, numbers) if one.kind in _DEFINED else one.text
        gpid = numbers.get(one.get("gpid"))
        attributes = {} if gpid is None else {"gpid": gpid}
        if attributes or text != one.text:
            edits.append(Edit(one, attributes, text if text != one.text else None))
    return build.with_edits(edits)


def _redefined(definition: str, numbers: Mapping[str, str]) -> str:
    """Return a definition whose Place Markers and BasicPiece have other gpids."""
    if not definition.startswith(_ADD_PIECE):
        return definition
    tokens = Tokens(definition.removeprefix(_ADD_PIECE), "/")
    if len(tokens) < 3:
        return definition
    types, states = Chain(tokens[1]), Chain(tokens[2])
    for place, text in enumerate(types.texts()):
        spec = spec_of(text)
        if spec.prefix in MARKERS:
            record = Trait(place, text, "").type
            if record["gpid"] in numbers:
                record["gpid"] = numbers[record["gpid"]]
                types[place] = spec.prefix + str(record)
    state = Trait(0, types[-1], states[-1]).state
    if "gpid" in state.layout and state["gpid"] in numbers:
        state["gpid"] = numbers[state["gpid"]]
        states[len(states) - 1] = str(state)
    tokens[1], tokens[2] = str(types), str(states)
    return _ADD_PIECE + str(tokens)
