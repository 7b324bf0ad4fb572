"""Compares two definitions of a piece trait by trait and field by field."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from vassal_bridge.formats.fields import Record
from vassal_bridge.formats.prototypes import MARKER, TraitTexts
from vassal_bridge.formats.traits import Trait

_NONE = "(none)"
"""The value of a property that a Marker does not have."""
_TOLD_OTHERWISE = ("gpid",)
"""Fields that repeat what the slot says."""


@dataclass(frozen=True, slots=True)
class TraitChange:
    """A field of a trait that differs, or a trait that is new or gone; `part` names it.

    `respelled` says that every field has the value it had: an old trait that lacks the newest
    fields, say.
    """

    part: str
    before: str
    after: str
    respelled: bool = False


def trait_changes(
    before: Sequence[TraitTexts], after: Sequence[TraitTexts]
) -> Iterator[TraitChange]:
    """Yield what differs between the traits of two definitions."""
    pairs, gone = _pairs(before, after)
    for place, new in enumerate(after):
        old = pairs.get(place)
        if old is None:
            yield TraitChange(f"the trait {title_of(new)}", "", new.type)
        else:
            yield from _fields(before[old], new)
    for old in gone:
        yield TraitChange(f"the trait {title_of(before[old])}", before[old].type, "")
    order = [pairs[place] for place in range(len(after)) if place in pairs]
    if order != sorted(order):
        was, now = (", ".join(title_of(one) for one in traits) for traits in (before, after))
        yield TraitChange("the order of the traits", was, now)


def _pairs(
    before: Sequence[TraitTexts], after: Sequence[TraitTexts]
) -> tuple[dict[int, int], list[int]]:
    """Return the old trait of each new one, and the old ones that are left."""
    pairs: dict[int, int] = {}
    left = list(range(len(before)))
    for key in (lambda one: (one.type, one.state), lambda one: one.type, title_of, _kind):
        for place, new in enumerate(after):
            if place in pairs:
                continue
            old = next((n for n in left if key(before[n]) == key(new)), None)
            if old is not None:
                pairs[place] = old
                left.remove(old)
    return pairs, left


def _kind(one: TraitTexts) -> str:
    trait = Trait(0, one.type, one.state)
    return trait.prefix if trait.is_opaque else trait.spec.name


def title_of(one: TraitTexts) -> str:
    """Return what an editor calls a trait: its kind, and its name or description.

    >>> title_of(TraitTexts("PROP;Steps;;", "2"))
    "Dynamic Property 'Steps'"
    """
    trait = Trait(0, one.type, one.state)
    own = ""
    for field in ("name", "description"):
        if field in trait.spec.type and not own and not trait.is_opaque:
            record = trait.type
            own = ", ".join(record.rest) if trait.prefix == "mark;" else record[field]
    return f"{_kind(one)} {own!r}" if own else _kind(one)


def _fields(old: TraitTexts, new: TraitTexts) -> Iterator[TraitChange]:
    if new.type.startswith(MARKER) and old.type.startswith(MARKER):
        yield from _values(*(Trait(0, one.type, one.state) for one in (old, new)))
        return
    traits = [Trait(0, one.type, one.state) for one in (old, new)]
    if old.type != new.type:
        yield from _differing(title_of(new), *(trait.type for trait in traits))
    if old.state != new.state:
        yield from _differing(title_of(new), *(trait.state for trait in traits))


def _values(old: Trait, new: Trait) -> Iterator[TraitChange]:
    """Yield the properties of a Marker that differ, each with its value."""
    was, now = (dict(zip(one.type.rest, one.state.rest, strict=False)) for one in (old, new))
    for name in dict.fromkeys([*old.type.rest, *new.type.rest]):
        if (name in was) != (name in now) or was.get(name) != now.get(name):
            yield TraitChange(f"Marker {name!r}", was.get(name, _NONE), now.get(name, _NONE))


def _differing(title: str, old: Record, new: Record) -> Iterator[TraitChange]:
    if old.layout != new.layout or not new.layout.delimiter:
        if str(old) != str(new):
            yield TraitChange(title, str(old), str(new))
        return
    found = False
    for name in new.layout.names:
        was, now = _value(old, name), _value(new, name)
        if was != now and name not in _TOLD_OTHERWISE:
            found = True
            yield TraitChange(f"{title}, {name.replace('_', ' ')}", was, now)
    told = any(name in new.layout for name in _TOLD_OTHERWISE)
    if not found and not told and str(old) != str(new):
        yield TraitChange(f"{title}, its spelling", str(old), str(new), respelled=True)


def _value(record: Record, name: str) -> str:
    tail = record.layout.tail
    return ", ".join(record.rest) if tail is not None and tail.name == name else record[name]
