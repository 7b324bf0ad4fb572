"""Binding: which counter of our MacArthur module is which unit, and where each fact lies on it.

The tables at the top are all that this file knows of traits; places are the names that the
module's own grid and zones give them, which are the rules' names too. What no counter can show,
such as the field that an aircraft came from, lies in properties of the module.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Final

from modules.macarthur.board import ELIMINATED
from modules.macarthur.rules import pads
from modules.macarthur.rules.pads import ORDERS
from modules.macarthur.settings import Settings
from modules.macarthur.setup import (
    Dial,
    load_board,
    load_cards,
    load_dials,
    load_fields,
    load_pads,
    load_units,
)
from modules.macarthur.state import MEMORY, State
from modules.macarthur.units import BACK, FRONT, Mission, Unit
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
from vassal_bridge.errors import BindingError, Problem, Where
from vassal_bridge.formats.editing import edits
from vassal_bridge.formats.pieces import Piece, PieceId
from vassal_bridge.formats.position import Position
from vassal_bridge.game.changes import Value
from vassal_bridge.game.settings import parse_settings

UNIT_MARKER = "unit_id"
"""The Marker trait that names the unit."""
MAP = "Luzon"
TURN_TRACKER = "TurnTracker0"
ON, OFF = "1", "-1"
YES_OR_NO: Final[Mapping[Value, str]] = MappingProxyType({False: OFF, True: ON})
UNITS_PROPERTY = "bridge_units"
"""The module property that holds the fields of units without a counter's trait."""
WRITTEN: Final = ("losses", "target", "base")
"""Those fields. Of a parked aircraft the base is the field it stands on, where that is another one
than at the start: should it be put on a planning pad, this is where it came from."""
MISSIONS: Final = (
    Mission.BOMB, Mission.HIGH, Mission.FIGHTER_BOMB, Mission.ESCORT, Mission.ENGAGED,
    Mission.STRAFE, Mission.SPENT, Mission.CAP, Mission.SCRAMBLE, Mission.ALOFT,
    Mission.INTERDICT, Mission.DROP,
)  # fmt: skip
"""The levels of the Layer that shows an aircraft's mission, after the one for none."""
ORDER = "order"
"""What the text on an order card is called among the facts."""

FACTS: tuple[Fact, ...] = (
    Fact("face", "emb2;", "Face", MappingProxyType({FRONT: "1", BACK: "2"}), FRONT),
    Fact("held", "emb2;", "Held", YES_OR_NO, absent=False),
    Fact("aborted", "emb2;", "Aborted", YES_OR_NO, absent=False),
    Fact(
        "mission",
        "emb2;",
        "Mission",
        MappingProxyType({name: str(level) for level, name in enumerate(("", *MISSIONS), 1)}),
        "",
    ),
    Fact("demoralized", "emb2;", "Demoralized", YES_OR_NO, absent=False),
    Fact(
        "moved", "markmoved;", None, MappingProxyType({False: "false", True: "true"}), absent=False
    ),
)
CARD = Fact(ORDER, "label;", None, MappingProxyType({}), "")
"""Where an order card keeps what is written on it; any text is a value."""


@dataclass(frozen=True, slots=True)
class Windows(Marked):
    """Our module: one map, and a window for each side's planning pad."""

    windows: Mapping[str, str] = field(default_factory=dict)

    def map_of(self, location: str) -> str:
        """Return the window of a box of a pad, else the one map."""
        return self.windows.get(location, self.map)


OURS = Windows(
    UNIT_MARKER,
    MAP,
    TURN_TRACKER,
    (*FACTS, CARD),
    MappingProxyType({box: pads.name_of(side) for box, side in load_pads().items()}),
)


def property_name(track: str) -> str:
    """Return the module property that holds a track without a counter."""
    return f"bridge_{track}"


def _shown_fields(net: Net) -> dict[tuple[str, str], Value]:
    """Return the fields of units that their counters show."""
    return {key: value for key, value in net.units.items() if key[1] not in WRITTEN}


def format_units(units: Iterable[Unit]) -> str:
    """Return the text of what no counter shows, unit by unit.

    >>> format_units([Unit("Betty 1", "Betty 1", "jp", "bomber", "1137", base="Takao")])
    'Betty 1, base=Takao'
    """
    lines, fields, homes = [], load_fields(), load_units()
    for unit in units:
        given = [(name, getattr(unit, name)) for name in WRITTEN]
        is_elsewhere = unit.is_parked and unit.location in fields
        if is_elsewhere and unit.location != homes[unit.id].location:
            given.append(("base", unit.location))
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
        self.unit_facts = tuple(one for one in scheme.facts if one.field != ORDER)

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
        known = {*units, *dials, *load_cards()}
        pieces, problems = self.scheme.pieces(position, known.__contains__)
        places = self.scheme.places(places)
        written = parse_units(property_of(position, UNITS_PROPERTY) or "")
        board = load_board(edition, chosen)
        found = []
        for unit in units.values():
            piece = pieces.get(unit.id)
            where = Where(file=position.save.name)
            if piece is None:
                problems.append(Problem(f"{unit.name} has no counter: taken as eliminated", where))
                found.append(replace(unit, location=ELIMINATED))
                continue
            facts: dict[str, Any] = read_facts(self.unit_facts, piece)
            facts.update(written.get(unit.id, {}))
            location = place_of(piece, position, places)
            if location in board.pads:
                base = facts.get("base") or unit.location
                facts = {**facts, "mission": "", "target": "", "base": base}
            elif not facts["mission"]:
                facts = {**facts, "base": ""}
            found.append(replace(unit, location=location, **facts))
        state = State(board, found, _tracks(dials, pieces, position, places))
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
        net = net_of(changes)
        places = self.scheme.places(places)
        for (unit, name), value in _shown_fields(net).items():
            piece_id = piece_of(bound, unit)
            if name == "location":
                move_to(position, self.scheme, places, piece_id, str(value))
            else:
                position.apply_all(set_field(position, piece_id, self.unit_facts, name, value))
        for unit in dict.fromkeys(unit for unit, name in net.units if name == "location"):
            self._show_mission(position, bound, unit)
        for name, box in _shown(net.tracks):
            move_to(position, self.scheme, places, piece_of(bound, name), box)
        for name, text in _orders(bound, net).items():
            position.apply_all(_write_card(position, piece_of(bound, name), text))
        for name, text in _properties(bound, net).items():
            old = property_of(position, name) or ""
            position.apply_all(edits.set_property(name, old, text))
        if "turn" in net.tracks:
            index = load_dials()["turn"].boxes.index(str(net.tracks["turn"]))
            set_list_tracker(position, self.scheme.turn_tracker, index)

    def _show_mission(self, position: Position, bound: Bound, unit: str) -> None:
        """Show the mission that an aircraft has, whatever a hand has set on a planning pad."""
        piece = position.pieces[piece_of(bound, unit)]
        shown = (one for one in self.unit_facts if one.field == "mission")
        if isinstance(piece, Piece) and any(one.trait(piece) is not None for one in shown):
            mission = bound.state.units[unit].mission
            position.apply_all(set_field(position, piece.id, self.unit_facts, "mission", mission))

    def declared(self, bound: Bound, changes: Iterable[Any], chat: tuple[str, ...]) -> Declared:
        """Return what the changes allow to differ in the save."""
        net = net_of(changes)
        names = {unit for unit, _ in _shown_fields(net)} | {name for name, _ in _shown(net.tracks)}
        names |= _orders(bound, net).keys()
        return Declared(
            pieces=frozenset(PieceId(bound.pieces[name]) for name in names),
            facts=self.facts,
            properties=frozenset(_properties(bound, net)),
            trackers=frozenset([self.scheme.turn_tracker] if "turn" in net.tracks else []),
            chat=tuple("CHAT" + line for line in chat),
        )


def _properties(bound: Bound, net: Net) -> dict[str, str]:
    """Return the new texts of the module's properties; the bound state has had the changes."""
    found = {property_name(t): str(value) for t, value in net.tracks.items() if t in MEMORY}
    if net.units:
        found[UNITS_PROPERTY] = format_units(bound.state.units.values())
    return found


def _orders(bound: Bound, net: Net) -> dict[str, str]:
    """Return the new texts of the order cards in the save, by the cards' ids."""
    if ORDERS not in net.tracks:
        return {}
    found = pads.parse_orders(str(net.tracks[ORDERS]))
    return {card: found.get(box, "") for card, box in load_cards().items() if card in bound.pieces}


def _write_card(position: Position, card: PieceId, text: str) -> list[str]:
    """Return the commands that write a text on an order card."""
    piece = position.pieces[card]
    trait = CARD.trait(piece) if isinstance(piece, Piece) else None
    if trait is None:
        raise BindingError("the card has no Text Label", where=Where(piece=card))
    return edits.set_state(position, card, trait, text)


def _read_cards(pieces: Mapping[str, Piece]) -> str:
    """Return what stands on the order cards, as a track."""
    texts = {}
    for card, box in load_cards().items():
        trait = CARD.trait(pieces[card]) if card in pieces else None
        texts[box] = "" if trait is None else trait.state_text
    return pads.format_orders(texts)


def _tracks(
    dials: Mapping[str, Dial], pieces: Mapping[str, Piece], position: Position, places: Geography
) -> dict[str, str | int]:
    """Read every track: from its marker's box, or from its property."""
    found: dict[str, str | int] = {ORDERS: _read_cards(pieces)}
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
        box = place_of(pieces[name], position, places)
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
