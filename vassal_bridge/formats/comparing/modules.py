"""Compares two versions of a module in a builder's words: slots, prototypes, maps, boards, files.

Slots are matched by gpid, then by name and place; prototypes by name; other components by their
class and name where they stand in the tree; files by their names.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from vassal_bridge.formats.archive import Archive
from vassal_bridge.formats.boards.maps import IMAGES
from vassal_bridge.formats.buildfile import Component
from vassal_bridge.formats.comparing.filled import is_added_by_vassal, is_filled_in
from vassal_bridge.formats.comparing.traits import trait_changes
from vassal_bridge.formats.imagesize import image_size
from vassal_bridge.formats.metadata import MODULE_DATA
from vassal_bridge.formats.module import Module
from vassal_bridge.formats.parts import SLOT_CLASSES, Slot
from vassal_bridge.formats.prototypes import parse_definition

PROTOTYPES = "PrototypeDefinition"
_OWN = (*SLOT_CLASSES, PROTOTYPES)


class Subject(StrEnum):
    """What a change is about."""

    MODULE = "module"
    SLOT = "slot"
    PROTOTYPE = "prototype"
    COMPONENT = "component"
    IMAGE = "image"
    FILE = "file"


class What(StrEnum):
    """What became of it."""

    ADDED = "added"
    REMOVED = "removed"
    RENAMED = "renamed"
    MOVED = "moved"
    GPID = "gpid"
    CHANGED = "changed"


@dataclass(frozen=True, slots=True)
class Change:
    """One change: what it is about, where it stands in the tree (outermost first), its name.

    `before` and `after` are values; `part` is the attribute, or the trait and field, that
    changed. `filled_in` says that VASSAL's editor did it by saving, and no builder.
    """

    subject: Subject
    what: What
    name: str
    place: tuple[str, ...] = ()
    part: str = ""
    before: str = ""
    after: str = ""
    filled_in: bool = False

    def __str__(self) -> str:
        """Return the change as a sentence without its full stop.

        >>> str(Change(Subject.SLOT, What.GPID, "1/8 Inf", ("Tray",), before="4", after="9"))
        'Tray > 1/8 Inf: the gpid was 4, is 9; saves find it by its name only'
        """
        head = " > ".join((*self.place, self.name))
        return f"{head}: {_SENTENCES[self.what].format(one=self, after=_shown(self.after))}" + (
            f" (was {_shown(self.before)})" if self.what is What.CHANGED and self.part else ""
        )


_SENTENCES: Mapping[What, str] = {
    What.ADDED: "new",
    What.REMOVED: "gone",
    What.RENAMED: "renamed from {one.before!r}",
    What.MOVED: "moved here from {one.before}",
    What.GPID: "the gpid was {one.before}, is {one.after}; saves find it by its name only",
    What.CHANGED: "{one.part} is {after}",
}
_MOST = 60


def _shown(text: str) -> str:
    plain = repr(text)
    return plain if len(plain) <= _MOST else plain[: _MOST - 4] + "..." + plain[0]


def compare_modules(before: Module, after: Module) -> list[Change]:
    """Return what differs between two versions of a module, in the order of the later one."""
    return [
        *_facts(before, after),
        *_slots(before.slots, after.slots),
        *_prototypes(before, after),
        *_components(before.root, after.root),
        *_files(before.archive, after.archive),
    ]


def _facts(before: Module, after: Module) -> Iterator[Change]:
    for part, old, new in (
        ("name", before.name, after.name),
        ("version", before.version, after.version),
        ("VASSAL version", before.vassal_version, after.vassal_version),
    ):
        if old != new:
            yield Change(Subject.MODULE, What.CHANGED, after.name, (), part, old, new)


# --- slots ------------------------------------------------------------------------------------


def _slots(before: Sequence[Slot], after: Sequence[Slot]) -> Iterator[Change]:
    pairs = _match(before, after)
    matched = {id(old) for old in pairs.values()}
    for new in after:
        old = pairs.get(id(new))
        if old is None:
            yield Change(Subject.SLOT, What.ADDED, new.name, new.place)
            continue
        if old.name != new.name:
            yield Change(Subject.SLOT, What.RENAMED, new.name, new.place, before=old.name)
        if old.place != new.place:
            yield Change(
                Subject.SLOT, What.MOVED, new.name, new.place, before=" > ".join(old.place)
            )
        if old.gpid != new.gpid:
            yield Change(Subject.SLOT, What.GPID, new.name, new.place, "", old.gpid, new.gpid)
        yield from _traits(Subject.SLOT, new.name, new.place, old.definition, new.definition)
    for old in before:
        if id(old) not in matched:
            yield Change(Subject.SLOT, What.REMOVED, old.name, old.place)


def _named_gpid(slot: Slot) -> object:
    return (slot.gpid, slot.name) if slot.gpid else None


def _gpid(slot: Slot) -> object:
    return slot.gpid or None


def _placed_name(slot: Slot) -> object:
    return slot.place, slot.name


def _name(slot: Slot) -> object:
    return slot.name or None


_KEYS = (_named_gpid, _gpid, _placed_name, _name)
"""By what slots are matched, the surest first."""


def _match(before: Sequence[Slot], after: Sequence[Slot]) -> dict[int, Slot]:
    """Return the earlier slot of each later one, by the later one's `id()`."""
    found: dict[int, Slot] = {}
    taken: set[int] = set()
    for key in _KEYS:
        waiting: dict[object, list[Slot]] = {}
        for old in before:
            if id(old) not in taken and key(old) is not None:
                waiting.setdefault(key(old), []).append(old)
        for new in after:
            if id(new) not in found and (olds := waiting.get(key(new))):
                found[id(new)] = olds.pop(0)
                taken.add(id(found[id(new)]))
    return found


def _traits(
    subject: Subject, name: str, place: tuple[str, ...], before: str, after: str
) -> Iterator[Change]:
    if before == after:
        return
    old, new = (parse_definition(text).traits for text in (before, after))
    for one in trait_changes(old, new):
        yield Change(
            subject, What.CHANGED, name, place, one.part, one.before, one.after, one.respelled
        )


def _prototypes(before: Module, after: Module) -> Iterator[Change]:
    old, new = before.prototypes, after.prototypes
    for name, one in new.items():
        if name not in old:
            yield Change(Subject.PROTOTYPE, What.ADDED, name, one.place)
        else:
            yield from _traits(
                Subject.PROTOTYPE, name, one.place, old[name].definition, one.definition
            )
    for name, one in old.items():
        if name not in new:
            yield Change(Subject.PROTOTYPE, What.REMOVED, name, one.place)


# --- the tree ---------------------------------------------------------------------------------


def _components(before: Component, after: Component) -> Iterator[Change]:
    """Yield what differs in components and, where both have them, inside of them."""
    waiting = [(before, after)]
    while waiting:
        old, new = waiting.pop()
        if new.parent is not None:
            yield from _attributes(old, new)
        olds, news = _children(old), _children(new)
        for key, child in news.items():
            if key not in olds:
                yield _of(child, What.ADDED, filled_in=is_added_by_vassal(child))
        for key, child in olds.items():
            if key not in news:
                yield _of(child, What.REMOVED)
        waiting += [(olds[key], news[key]) for key in reversed(news) if key in olds]


def _children(one: Component) -> dict[tuple[str, str, int], Component]:
    """Return the children by class, name and number among those, without slots and prototypes."""
    found: dict[tuple[str, str, int], Component] = {}
    counts: dict[tuple[str, str], int] = {}
    for child in one.children:
        if child.kind in _OWN:
            continue
        key = (child.tag, child.label)
        counts[key] = counts.get(key, -1) + 1
        found[*key, counts[key]] = child
    return found


def _of(
    one: Component,
    what: What,
    part: str = "",
    before: str = "",
    after: str = "",
    *,
    filled_in: bool = False,
) -> Change:
    place = one.place
    name = f"{one.kind} {one.label}" if one.label else one.kind
    return Change(Subject.COMPONENT, what, name, place[:-1], part, before, after, filled_in)


def _attributes(old: Component, new: Component) -> Iterator[Change]:
    for name in dict.fromkeys([*old.attributes, *new.attributes]):
        was, now = old.get(name), new.get(name)
        if was != now:
            filled_in = is_filled_in(old, new, name)
            yield _of(new, What.CHANGED, name, was, now, filled_in=filled_in)
    if old.text != new.text:
        yield _of(new, What.CHANGED, "text", old.text, new.text)


# --- files ------------------------------------------------------------------------------------


def _files(before: Archive, after: Archive) -> Iterator[Change]:
    for entry in after.names:
        if entry in (MODULE_DATA, "buildFile.xml", "buildFile") or entry.endswith("/"):
            continue
        if entry not in before:
            yield _file(entry, What.ADDED)
        elif before[entry] != after[entry]:
            sizes = (_size(archive, entry) for archive in (before, after))
            yield _file(entry, What.CHANGED, *sizes)
    for entry in before.names:
        if entry not in after and entry not in ("buildFile.xml", "buildFile") and entry[-1:] != "/":
            yield _file(entry, What.REMOVED)


def _file(entry: str, what: What, before: str = "", after: str = "") -> Change:
    subject = Subject.IMAGE if entry.startswith(IMAGES) else Subject.FILE
    part = "its content" if what is What.CHANGED else ""
    return Change(subject, what, entry, (), part, before, after)


def _size(archive: Archive, entry: str) -> str:
    size = image_size(archive, entry) if entry.startswith(IMAGES) else None
    length = f"{archive.entry(entry).size} bytes"
    return length if size is None else f"{size[0]}x{size[1]} pixels, {length}"
