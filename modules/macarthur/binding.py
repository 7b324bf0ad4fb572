"""Binding: which counter of our MacArthur module is which unit, and where each fact lies on it.

The tables at the top are all that this file knows of traits; places are the names that the
module's own grid and zones give them, which are the rules' names too. What no counter can show,
such as the field that an aircraft came from, lies in properties of the module.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Final

from modules.macarthur.board import ELIMINATED
from modules.macarthur.settings import Settings
from modules.macarthur.setup import Dial, load_board, load_dials, load_units
from modules.macarthur.state import MEMORY, State
from modules.macarthur.units import BACK, FRONT, Unit
from vassal_bridge.binding.binding import (
    OPTIONS_PROPERTY,
    Bound,
    Declared,
    Fact,
    Geography,
    property_of,
)
from vassal_bridge.binding.scheme import Marked, Scheme, read_facts, set_field
from vassal_bridge.binding.trackers import set_list_tracker
from vassal_bridge.errors import BindingError, Problem, Where
from vassal_bridge.formats.editing import edits
from vassal_bridge.formats.pieces import Piece, PieceId
from vassal_bridge.formats.position import Position
from vassal_bridge.game.changes import Advance, Eliminate, Flip, Move, Place, Set, Value
from vassal_bridge.game.settings import parse_settings

UNIT_MARKER = "unit_id"
"""The Marker trait that names the unit."""
MAP = "Luzon"
TURN_TRACKER = "TurnTracker0"
ON, OFF = "1", "-1"
YES_OR_NO: Final[Mapping[Value, str]] = MappingProxyType({False: OFF, True: ON})
UNITS_PROPERTY = "bridge_units"
"""The module property that holds the fields of units without a counter's trait."""
WRITTEN: Final = ("losses", "mission", "target", "base")
"""Those fields."""

FACTS: tuple[Fact, ...] = (
    Fact("face", "emb2;", "Face", MappingProxyType({FRONT: "1", BACK: "2"}), FRONT),
    Fact("held", "emb2;", "Held", YES_OR_NO, absent=False),
    Fact("aborted", "emb2;", "Aborted", YES_OR_NO, absent=False),
    Fact("demoralized", "emb2;", "Demoralized", YES_OR_NO, absent=False),
    Fact(
        "moved", "markmoved;", None, MappingProxyType({False: "false", True: "true"}), absent=False
    ),
)
OURS = Marked(UNIT_MARKER, MAP, TURN_TRACKER, FACTS)


def property_name(track: str) -> str:
    """Return the module property that holds a track without a counter."""
    return f"bridge_{track}"


@dataclass(frozen=True, slots=True)
class _Net:
    """What a run of changes comes to: for each unit and field, and each track, the last value."""

    units: Mapping[tuple[str, str], Value]
    tracks: Mapping[str, str | int]

    @property
    def shown(self) -> dict[tuple[str, str], Value]:
        """The fields of units that their counters show."""
        return {key: value for key, value in self.units.items() if key[1] not in WRITTEN}


def _net(changes: Iterable[Any]) -> _Net:
    first: dict[tuple[str, str], Value] = {}
    last: dict[tuple[str, str], Value] = {}
    for change in changes:
        match change:
            case Move(unit, before, after) | Place(unit, before, after):
                key = (unit, "location")
            case Eliminate(unit, before, after):
                key = (unit, "location")
            case Flip(unit, before, after):
                key = (unit, "face")
            case Set(unit, field, before, after):
                key = (unit, field)
            case Advance(marker, before, after):
                key = ("", marker)
            case _:
                continue
        first.setdefault(key, before)
        last[key] = after
    changed = {key: value for key, value in last.items() if first[key] != value}
    return _Net(
        {key: value for key, value in changed.items() if key[0]},
        {key[1]: value for key, value in changed.items() if not key[0]},
    )


def format_units(units: Iterable[Unit]) -> str:
    """Return the text of what no counter shows, unit by unit.

    >>> format_units([Unit("Betty 1", "Betty 1", "jp", "bomber", "1137", base="Takao")])
    'Betty 1, base=Takao'
    """
    lines = []
    for unit in units:
        given = [(name, getattr(unit, name)) for name in WRITTEN]
        parts = [f"{name}={value}" for name, value in given if value]
        if parts:
            lines.append(", ".join([unit.id, *parts]))
    return "; ".join(lines)


def parse_units(text: str) -> dict[str, dict[str, Any]]:
    """Return what `format_units` wrote: fields by unit. Raises BindingError for another text."""
    found: dict[str, dict[str, Any]] = {}
    for line in text.split("; ") if text else ():
        unit, *parts = line.split(", ")
        values: dict[str, Any] = {}
        for part in parts:
            name, equals, value = part.partition("=")
            if name not in WRITTEN or not equals or (name == "losses" and not value.isdigit()):
                raise BindingError(f"expected a field of {unit} in {UNITS_PROPERTY}, found {part}")
            values[name] = int(value) if name == "losses" else value
        found[unit] = values
    return found


class MacArthurBinding:
    """Reads a state from a save of our module and writes changes to it."""

    def __init__(self, scheme: Scheme = OURS) -> None:
        self.scheme = scheme
        self.facts = scheme.facts

    def read(
        self,
        position: Position,
        places: Geography,
        edition: str,
        settings: Settings | None = None,
    ) -> Bound:
        """Return the state that a position shows; without settings, those that it remembers.

        A unit without a counter counts as eliminated, with a warning.

        Raises:
            BindingError: two pieces are the same unit, a marker is missing, or something stands
                where no hex or box is.
        """
        chosen = settings or parse_settings(Settings, property_of(position, OPTIONS_PROPERTY) or "")
        units, dials = load_units(), load_dials()
        known = {*units, *dials}
        pieces, problems = self.scheme.pieces(position, known.__contains__)
        places = self.scheme.places(places)
        written = parse_units(property_of(position, UNITS_PROPERTY) or "")
        found = []
        for unit in units.values():
            piece = pieces.get(unit.id)
            where = Where(file=position.save.name)
            if piece is None:
                problems.append(Problem(f"{unit.name} has no counter: taken as eliminated", where))
                found.append(replace(unit, location=ELIMINATED))
                continue
            facts: dict[str, Any] = read_facts(self.facts, piece)
            facts.update(written.get(unit.id, {}))
            found.append(replace(unit, location=_place(piece, position, places), **facts))
        state = State(load_board(edition, chosen), found, _tracks(dials, pieces, position, places))
        where = Where(file=position.save.name)
        problems += [Problem(sentence, where) for sentence in state.status()]
        return Bound(state, {name: piece.id for name, piece in pieces.items()}, tuple(problems))

    def write(
        self, position: Position, places: Geography, bound: Bound, changes: Iterable[Any]
    ) -> None:
        """Apply what the changes come to: pieces moved, faces and markers set, tracks shown.

        Raises:
            BindingError: a unit that changed has no piece, or no trait for what changed.
        """
        net = _net(changes)
        places = self.scheme.places(places)
        for (unit, field), value in net.shown.items():
            piece_id = _piece_of(bound, unit)
            if field == "location":
                self._move(position, places, piece_id, str(value))
            else:
                position.apply_all(set_field(position, piece_id, self.facts, field, value))
        for name, box in _shown(net.tracks):
            self._move(position, places, _piece_of(bound, name), box)
        for name, text in _properties(bound, net).items():
            old = property_of(position, name) or ""
            position.apply_all(edits.set_property(name, old, text))
        if "turn" in net.tracks:
            index = load_dials()["turn"].boxes.index(str(net.tracks["turn"]))
            set_list_tracker(position, self.scheme.turn_tracker, index)

    def declared(self, bound: Bound, changes: Iterable[Any], chat: tuple[str, ...]) -> Declared:
        """Return what the changes allow to differ in the save."""
        net = _net(changes)
        names = {unit for unit, _ in net.shown} | {name for name, _ in _shown(net.tracks)}
        return Declared(
            pieces=frozenset(PieceId(bound.pieces[name]) for name in names),
            facts=self.facts,
            properties=frozenset(_properties(bound, net)),
            trackers=frozenset([self.scheme.turn_tracker] if "turn" in net.tracks else []),
            chat=tuple("CHAT" + line for line in chat),
        )

    def _move(
        self, position: Position, places: Geography, piece_id: PieceId, location: str
    ) -> None:
        map_name = self.scheme.map_of(location)
        taken = {(piece.x, piece.y) for piece in position.pieces if piece.map == map_name}
        x, y = places.free_point(map_name, location, taken)
        position.apply_all(edits.move(position, piece_id, map_name, x, y))


def _properties(bound: Bound, net: _Net) -> dict[str, str]:
    """Return the new texts of the module's properties; the bound state has had the changes."""
    found = {property_name(t): str(value) for t, value in net.tracks.items() if t in MEMORY}
    if len(net.shown) < len(net.units):
        found[UNITS_PROPERTY] = format_units(bound.state.units.values())
    return found


def _place(piece: Piece, position: Position, places: Geography) -> str:
    if piece.map is None:
        where = Where(position.save.name, piece=piece.id)
        raise BindingError("the piece is on no map", where=where)
    return places.location(piece.map, piece.x, piece.y)


def _piece_of(bound: Bound, name: str) -> PieceId:
    if name not in bound.pieces:
        raise BindingError(f"{name} has no counter in the save, and the rules move it")
    return bound.pieces[name]


def _tracks(
    dials: Mapping[str, Dial], pieces: Mapping[str, Piece], position: Position, places: Geography
) -> dict[str, str | int]:
    """Read every track: from its marker's box, or from its property."""
    found: dict[str, str | int] = {}
    for track, begins_at in MEMORY.items():
        text = property_of(position, property_name(track))
        if text is None:
            found[track] = begins_at
        elif isinstance(begins_at, str):
            found[track] = text
        elif text.isdigit():
            found[track] = int(text)
        else:
            where = Where(position.save.name)
            name = property_name(track)
            raise BindingError(f"expected a number in {name}, found {text!r}", where=where)
    for name, dial in dials.items():
        if name not in pieces:
            said = f"the marker {dial.name!r} is missing"
            raise BindingError(said, where=Where(position.save.name))
        box = _place(pieces[name], position, places)
        if box not in dial.boxes:
            raise BindingError(
                f"expected the marker {dial.name!r} in a box of {dial.track!r}, found it"
                f" in {box!r}",
                where=Where(position.save.name, piece=pieces[name].id),
            )
        found[dial.field] = box
    return found


def _shown(tracks: Mapping[str, str | int]) -> list[tuple[str, str]]:
    """Return the box in which each marker shows a track's new value."""
    dials = load_dials()
    return [(name, str(tracks[dial.field])) for name, dial in dials.items() if dial.field in tracks]


BINDING = MacArthurBinding()
