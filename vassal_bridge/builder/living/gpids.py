"""Gives the slots of a part of a build file other gpids, and the Place Markers inside of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

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


def marker_renumbered(text: str, number: Callable[[str], str]) -> str:
    """Return a trait's type; where it is a Place Marker or Replace with a gpid, with another."""
    spec = spec_of(text)
    if spec.prefix not in MARKERS:
        return text
    record = Trait(0, text, "").type
    gpid = record["gpid"]
    if not gpid or number(gpid) == gpid:
        return text
    record["gpid"] = number(gpid)
    return spec.prefix + str(record)


def _redefined(definition: str, numbers: Mapping[str, str]) -> str:
    """Return a definition whose Place Markers and BasicPiece have other gpids."""
    if not definition.startswith(_ADD_PIECE):
        return definition
    tokens = Tokens(definition.removeprefix(_ADD_PIECE), "/")
    if len(tokens) < 3:
        return definition
    types, states = Chain(tokens[1]), Chain(tokens[2])
    for place, text in enumerate(types.texts()):
        renamed = marker_renumbered(text, lambda gpid: numbers.get(gpid, gpid))
        if renamed != text:
            types[place] = renamed
    state = Trait(0, types[-1], states[-1]).state
    if "gpid" in state.layout and state["gpid"] in numbers:
        state["gpid"] = numbers[state["gpid"]]
        states[len(states) - 1] = str(state)
    tokens[1], tokens[2] = str(types), str(states)
    return _ADD_PIECE + str(tokens)
