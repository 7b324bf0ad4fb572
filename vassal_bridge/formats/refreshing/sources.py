"""What a module makes pieces of: its slots, and the Place Markers and Replaces that carry a gpid.

Source: VASSAL.build.GpIdChecker, VASSAL.counters.PlaceMarker; format reference, 7.3.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from vassal_bridge.formats.buildfile import Component
from vassal_bridge.formats.extensions import component_at
from vassal_bridge.formats.merged import read_merged
from vassal_bridge.formats.module import Module
from vassal_bridge.formats.parts import SLOT_CLASSES
from vassal_bridge.formats.prototypes import TraitTexts, parse_definition
from vassal_bridge.formats.traits import Trait

MARKERS = ("placemark;", "replace;")
_ADD_PIECE = "+/"


@dataclass(frozen=True, slots=True)
class Source:
    """A definition that pieces come from, by the gpid that they carry.

    `name` is the one printed in its BasicPiece.
    """

    gpid: str
    name: str
    definition: str = field(repr=False)


class Sources:
    """Every source of a module, by gpid and by name; each is expanded when first asked for.

    Slots of a merged extension are found by the extension's gpids, too.
    """

    def __init__(self, module: Module) -> None:
        self._module = module
        self._by_gpid: dict[str, list[Source]] = {}
        self._by_name: dict[str, list[Source]] = {}
        self._expanded: dict[Source, tuple[TraitTexts, ...]] = {}
        for source in _sources(module):
            if source.gpid:
                self._by_gpid.setdefault(source.gpid, []).append(source)
            if source.name:
                self._by_name.setdefault(source.name, []).append(source)
        for record in read_merged(module.archive):
            for gpid, old in record.gpids.items():
                self._by_gpid.setdefault(old, []).extend(self._by_gpid.get(gpid, []))

    def of_gpid(self, gpid: str) -> list[Source]:
        """Return the sources of a gpid; more than one where a module gives it twice."""
        return _differing(self._by_gpid.get(gpid, []))

    def of_name(self, name: str) -> list[Source]:
        """Return the sources whose BasicPiece has a name, those that make the same piece once."""
        return _differing(self._by_name.get(name, []))

    def traits(self, source: Source) -> tuple[TraitTexts, ...]:
        """Return the traits of a new piece, the outermost first, as VASSAL spells them.

        Raises as `Module.expand` does.
        """
        known = self._expanded.get(source)
        if known is None:
            known = self._expanded[source] = self._module.expand(source.definition).traits
        return known


def _differing(sources: list[Source]) -> list[Source]:
    return list({one.definition: one for one in sources}.values())


def _sources(module: Module) -> Iterator[Source]:
    for slot in module.slots:
        yield Source(slot.gpid, _printed(slot.definition), slot.definition)
    definitions = [slot.definition for slot in module.slots]
    definitions += [one.definition for one in module.prototypes.values()]
    for definition in definitions:
        if any(prefix in definition for prefix in MARKERS):
            yield from _placed(module, definition)


def _placed(module: Module, definition: str) -> Iterator[Source]:
    """Yield what the Place Markers of a definition put on the map."""
    for number, texts in enumerate(parse_definition(definition).traits):
        trait = Trait(number, texts.type, texts.state)
        if trait.prefix not in MARKERS or not trait.type["gpid"]:
            continue
        marker = trait.type["marker"]
        made = marker if marker.startswith(_ADD_PIECE) else _of_slot(module.roots, marker)
        if made:
            yield Source(trait.type["gpid"], _printed(made), made)


def _of_slot(roots: tuple[Component, ...], path: str) -> str:
    """Return the definition of the slot that a path leads to; empty where there is none."""
    if path in ("", "null"):
        return ""
    for root in roots:
        found = component_at(root, path)
        if found is not None and found.kind in SLOT_CLASSES:
            return found.text
    return ""


def _printed(definition: str) -> str:
    basic = Trait(0, parse_definition(definition).traits[-1].type, "")
    return "" if basic.is_opaque or "name" not in basic.spec.type else basic.type["name"]
