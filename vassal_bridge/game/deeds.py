"""Deeds: what a player did between two positions of a game, whatever way it was done.

A player who moves counters tells nobody what he does; the positions before and after do. Units
that went from one place to another together count as one deed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import Any

from vassal_bridge.game.changes import Advance, Change, Flip, Move, Place, Set, Value
from vassal_bridge.game.hexes import is_hex


class DeedKind(StrEnum):
    """The kinds of deed."""

    MOVED = "moved"
    """From one hex to another."""
    PLACED = "placed"
    """From an off-map box to a hex."""
    TAKEN = "taken off"
    """From a hex to an off-map box, such as that of the dead."""
    SHIFTED = "shifted"
    """From one off-map box to another."""
    FLIPPED = "flipped"
    """The other face up."""
    MARKED = "marked"
    """A marker upon the unit set or taken away."""
    ADVANCED = "advanced"
    """A marker on a track at another value."""


@dataclass(frozen=True, slots=True)
class Deed:
    """One thing that was done.

    `units` are the ids of the units that it was done to, none for a marker on a track; `who`
    is their names, or the track's; `what` is the field of a unit, such as a marker upon it, or
    the track. `way` are the places one after the other, the last included, where they are known.
    """

    kind: DeedKind
    units: tuple[str, ...]
    before: Value
    after: Value
    who: str
    what: str = ""
    way: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Return the deed as a sentence without its full stop.

        >>> str(Deed(DeedKind.MOVED, ("1/A/8",), "2618", "2619", "A/1/8"))
        'A/1/8 moved from 2618 to 2619'
        """
        return _SENTENCES[self.kind](self)


def _went(verb: str) -> Callable[[Deed], str]:
    return lambda deed: f"{deed.who} {verb} from {deed.before} to {deed.after}"


_SENTENCES: Mapping[DeedKind, Callable[[Deed], str]] = {
    DeedKind.MOVED: _went("moved"),
    DeedKind.PLACED: _went("placed"),
    DeedKind.TAKEN: _went("taken off"),
    DeedKind.SHIFTED: _went("shifted"),
    DeedKind.FLIPPED: lambda deed: f"{deed.who} flipped to its {deed.after}",
    DeedKind.MARKED: lambda deed: (
        f"{deed.who}: {deed.what} went from {_told(deed.before)} to {_told(deed.after)}"
    ),
    DeedKind.ADVANCED: lambda deed: f"{deed.who} went from {deed.before} to {deed.after}",
}
_WHERE = {
    (True, True): DeedKind.MOVED,
    (False, True): DeedKind.PLACED,
    (True, False): DeedKind.TAKEN,
    (False, False): DeedKind.SHIFTED,
}
"""By whether the place before, and the place after, is a hex."""


def _told(value: Value) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def deeds(before: Any, after: Any) -> tuple[Deed, ...]:
    """Return what leads from one position to another of the same game.

    Both are `State`s with the same units, each a dataclass, and perhaps `tracks`. Moves come
    first, in order of the units, then the other deeds unit by unit, then the tracks.
    """
    return (
        *_moves(before.units, after.units),
        *_alterations(before.units, after.units),
        *_tracks(getattr(before, "tracks", {}), getattr(after, "tracks", {})),
    )


def _moves(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[Deed]:
    """Yield a deed for the units that went from one place to another together."""
    groups: dict[tuple[str, str], list[str]] = {}
    for unit_id, was in before.items():
        now = after[unit_id]
        if was.location != now.location:
            groups.setdefault((was.location, now.location), []).append(unit_id)
    for (here, there), ids in groups.items():
        who = " + ".join(before[unit_id].name for unit_id in ids)
        yield Deed(_WHERE[is_hex(here), is_hex(there)], tuple(ids), here, there, who)


def _alterations(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[Deed]:
    for unit_id, was in before.items():
        now = after[unit_id]
        for field in fields(was):
            old, new = getattr(was, field.name), getattr(now, field.name)
            if old == new or field.name == "location":
                continue
            kind = DeedKind.FLIPPED if field.name == "face" else DeedKind.MARKED
            yield Deed(kind, (unit_id,), old, new, was.name, field.name)


def _tracks(before: Mapping[str, str | int], after: Mapping[str, str | int]) -> Iterator[Deed]:
    for track, old in before.items():
        if after[track] != old:
            yield Deed(DeedKind.ADVANCED, (), old, after[track], track, track)


def with_ways(done: Iterable[Deed], between: Iterable[Any]) -> tuple[Deed, ...]:
    """Return deeds with the ways that positions between show, where a deed's units went one way.

    `between` are the positions one after the other, the last included.
    """
    places: dict[str, list[str]] = {}
    for state in between:
        for unit_id, unit in state.units.items():
            seen = places.setdefault(unit_id, [])
            if not seen or seen[-1] != unit.location:
                seen.append(unit.location)
    return tuple(_with_way(deed, places) for deed in done)


def _with_way(deed: Deed, places: Mapping[str, list[str]]) -> Deed:
    ways = {
        tuple(place for n, place in enumerate(places.get(name, ())) if n or place != deed.before)
        for name in deed.units
    }
    way = ways.pop() if len(ways) == 1 else ()
    return replace(deed, way=way) if way[-1:] == (deed.after,) else deed


def as_changes(done: Iterable[Deed], why: str) -> tuple[Change, ...]:
    """Return the changes that come to the same as some deeds."""
    return tuple(change for deed in done for change in _changes(deed, why))


def _changes(deed: Deed, why: str) -> Iterator[Change]:
    before, after = deed.before, deed.after
    match deed.kind:
        case DeedKind.MOVED:
            yield from (Move(unit, str(before), str(after), why) for unit in deed.units)
        case DeedKind.PLACED | DeedKind.TAKEN | DeedKind.SHIFTED:
            yield from (Place(unit, str(before), str(after), why) for unit in deed.units)
        case DeedKind.FLIPPED:
            yield from (Flip(unit, str(before), str(after), why) for unit in deed.units)
        case DeedKind.MARKED:
            yield from (Set(unit, deed.what, before, after, why) for unit in deed.units)
        case DeedKind.ADVANCED:
            yield Advance(deed.what, before, after, why)
