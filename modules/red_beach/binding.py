"""Binding: which counter of our Red Beach module is which unit, and where each fact lies on it.

The tables at the top are all that this file knows of traits; places are the names that the
module's own grid and zones give them, which are the rules' names too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from modules.red_beach.board import ELIMINATED
from modules.red_beach.settings import Settings
from modules.red_beach.setup import Dial, load_board, load_dials, load_units
from modules.red_beach.state import MEMORY, TRACKS, State
from modules.red_beach.units import BACK, FRONT, Unit
from modules.red_beach.wanted import load_wanted
from vassal_bridge.binding.binding import (
    OPTIONS_PROPERTY,
    Bound,
    Declared,
    Fact,
    Geography,
    property_of,
)
from vassal_bridge.binding.net import Net, move_to, net_of, piece_of, place_of
from vassal_bridge.binding.scheme import Marked, Scheme, read_facts, set_field
from vassal_bridge.binding.trackers import set_list_tracker
from vassal_bridge.binding.wanted import Wanted
from vassal_bridge.errors import BindingError, Problem, Where
from vassal_bridge.formats.editing import edits
from vassal_bridge.formats.pieces import Piece, PieceId
from vassal_bridge.formats.position import Position
from vassal_bridge.game.settings import parse_settings

UNIT_MARKER = "unit_id"
"""The Marker trait that names the unit."""
MAP = "Betio"
TURN_TRACKER = "TurnTracker0"
ON, OFF = "1", "-1"
PROPERTIES: Mapping[str, str] = MappingProxyType(
    {"segment": "bridge_segment", "amtracs_used": "bridge_amtracs_used"}
)
"""The module properties that hold the tracks without a counter."""

FACTS: tuple[Fact, ...] = (
    Fact("face", "emb2;", "Face", MappingProxyType({FRONT: "1", BACK: "2"}), FRONT),
    Fact("marker1", "emb2;", "Step", MappingProxyType({False: OFF, True: ON}), absent=False),
    Fact("used", "emb2;", "HQUsed", MappingProxyType({False: OFF, True: ON}), absent=False),
    Fact(
        "moved", "markmoved;", None, MappingProxyType({False: "false", True: "true"}), absent=False
    ),
)


OURS = Marked(UNIT_MARKER, MAP, TURN_TRACKER, FACTS)


class RedBeachBinding:
    """Reads a state from a save, of our module or by another scheme, and writes changes to it."""

    def __init__(self, scheme: Scheme = OURS) -> None:
        self.scheme = scheme
        self.facts = scheme.facts

    def wanted(self) -> Wanted:
        """Return what the game asks of a module that is not ours."""
        return load_wanted()

    def through(self, scheme: Scheme) -> RedBeachBinding:
        """Return the binding for modules of another scheme."""
        return RedBeachBinding(scheme)

    def read(
        self,
        position: Position,
        places: Geography,
        edition: str,
        settings: Settings | None = None,
    ) -> Bound:
        """Return the state that a position shows; without settings, those that it remembers.

        A fort without a counter is destroyed [8.841]; any other unit without one counts as
        eliminated, with a warning. A save without the property of a track forgets that track.

        Raises:
            BindingError: two pieces are the same unit, a marker is missing, or something stands
                where no hex or box is.
        """
        chosen = settings or parse_settings(Settings, property_of(position, OPTIONS_PROPERTY) or "")
        board, units, dials = load_board(edition, chosen), load_units(edition), load_dials()
        known = {*units, *dials}
        pieces, problems = self.scheme.pieces(position, known.__contains__)
        places = self.scheme.places(places)
        found = [
            self._unit(unit, pieces.get(unit.id), position, places, problems)
            for unit in units.values()
        ]
        tracks = _tracks(dials, pieces, position, places)
        forgets = [track for track in PROPERTIES if _remembered(position, track) is None]
        state = State(board, found, tracks, forgets=forgets)
        where = Where(file=position.save.name)
        problems += [Problem(sentence, where) for sentence in state.status()]
        return Bound(state, {name: piece.id for name, piece in pieces.items()}, tuple(problems))

    def _unit(
        self,
        unit: Unit,
        piece: Piece | None,
        position: Position,
        places: Geography,
        problems: list[Problem],
    ) -> Unit:
        if piece is None:
            if not unit.is_fort:
                where = Where(file=position.save.name)
                problems.append(Problem(f"{unit.name} has no counter: taken as eliminated", where))
            return replace(unit, location=ELIMINATED)
        facts: dict[str, Any] = read_facts(self.facts, piece)
        return replace(unit, location=place_of(piece, position, places), **facts)

    def write(
        self, position: Position, places: Geography, bound: Bound, changes: Iterable[Any]
    ) -> None:
        """Apply what the changes come to: pieces moved, faces and markers set, tracks shown.

        Raises:
            BindingError: a unit that changed has no piece, or no trait for what changed.
        """
        net = net_of(changes)
        places = self.scheme.places(places)
        for (unit, field), value in net.units.items():
            piece_id = piece_of(bound, unit)
            if field == "location":
                move_to(position, self.scheme, places, piece_id, str(value))
            else:
                position.apply_all(set_field(position, piece_id, self.facts, field, value))
        for name, box in _shown(net.tracks):
            move_to(position, self.scheme, places, piece_of(bound, name), box)
        for track in _kept(bound, net):
            old = property_of(position, PROPERTIES[track]) or ""
            new = str(net.tracks[track])
            position.apply_all(edits.set_property(PROPERTIES[track], old, new))
        if "turn" in net.tracks:
            tracker = self.scheme.turn_tracker
            set_list_tracker(position, tracker, _turn_index(str(net.tracks["turn"])))

    def declared(self, bound: Bound, changes: Iterable[Any], chat: tuple[str, ...]) -> Declared:
        """Return what the changes allow to differ in the save."""
        net = net_of(changes)
        names = {unit for unit, _ in net.units} | {name for name, _ in _shown(net.tracks)}
        return Declared(
            pieces=frozenset(PieceId(bound.pieces[name]) for name in names),
            facts=self.facts,
            properties=frozenset(PROPERTIES[track] for track in _kept(bound, net)),
            trackers=frozenset([self.scheme.turn_tracker] if "turn" in net.tracks else []),
            chat=tuple("CHAT" + line for line in chat),
        )


def _remembered(position: Position, track: str) -> str | int | None:
    """Return a track that a property holds; None where the save has no such property."""
    text = property_of(position, PROPERTIES[track])
    if text is None or isinstance(MEMORY[track], str):
        return text
    if text not in ("", "0", "1"):
        where = Where(position.save.name)
        raise BindingError(f"expected 0 or 1 in {PROPERTIES[track]}, found {text!r}", where=where)
    return int(text or 0)


def _kept(bound: Bound, net: Net) -> list[str]:
    """Return the changed tracks that a property of the save holds."""
    forgets = bound.state.forgets
    return [track for track in PROPERTIES if track in net.tracks and track not in forgets]


def _tracks(
    dials: Mapping[str, Dial], pieces: Mapping[str, Piece], position: Position, places: Geography
) -> dict[str, str | int]:
    """Read every track: a number is the sum of its markers' boxes, each times its unit."""
    found: dict[str, str | int] = dict.fromkeys(TRACKS, 0)
    for track, begins_at in MEMORY.items():
        value = _remembered(position, track)
        found[track] = begins_at if value is None else value
    for name, dial in dials.items():
        if name not in pieces:
            raise BindingError(
                f"the marker {dial.name!r} is missing", where=Where(position.save.name)
            )
        piece = pieces[name]
        box = place_of(piece, position, places)
        where = Where(position.save.name, piece=piece.id)
        if box not in dial.boxes:
            raise BindingError(
                f"expected the marker {dial.name!r} in a box of {dial.track!r}, found it"
                f" in {box!r}",
                where=where,
            )
        if dial.unit:
            found[dial.field] = int(found[dial.field]) + dial.boxes.index(box) * dial.unit
        else:
            found[dial.field] = box
    return found


def _shown(tracks: Mapping[str, str | int]) -> Iterator[tuple[str, str]]:
    """Yield the box in which each marker shows a track's new value."""
    dials = load_dials()
    for field, value in tracks.items():
        rest = value
        chosen = [(name, dial) for name, dial in dials.items() if dial.field == field]
        for name, dial in sorted(chosen, key=lambda item: -item[1].unit):
            if not dial.unit:
                yield name, str(value)
            else:
                count = min(int(rest) // dial.unit, len(dial.boxes) - 1)
                rest = int(rest) - count * dial.unit
                yield name, dial.boxes[count]


def _turn_index(box: str) -> int:
    dial = next(dial for dial in load_dials().values() if dial.field == "turn")
    return dial.boxes.index(box)


BINDING = RedBeachBinding()
