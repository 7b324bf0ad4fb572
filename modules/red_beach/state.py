"""State: a position of Red Beach One; pure, and changed by changes alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

from modules.red_beach.board import Board
from modules.red_beach.rules import legality, turns, victory
from modules.red_beach.units import JP, US, Unit
from vassal_bridge.errors import IllegalChange
from vassal_bridge.game.changes import Advance, Change, Eliminate, Flip, Move, Place, Set, Tell
from vassal_bridge.game.game import Verdict
from vassal_bridge.game.hexes import HexId
from vassal_bridge.game.history import History

TRACKS = (
    "turn",
    "jrl",
    "amtracs",
    "engineer_level",
    "engineers_available",
    "air_strikes",
    "destroyers",
    "segment",
    "amtracs_used",
)
MEMORY: Final[Mapping[str, str | int]] = {"segment": "", "amtracs_used": 0}
"""The tracks that have no counter, with what they begin at; not every save can hold them."""
FIELDS = frozenset({"marker1", "used", "moved"})


class State(History):
    """Units, the markers on the tracks, and the board that they stand on.

    `tracks` has "turn" (the name of a box of the turn track) and numbers: "jrl", "amtracs",
    "engineer_level", "engineers_available", "air_strikes", "destroyers" [2.0]; and what must be
    remembered from one save to the next: "segment", a text about the Ground Segment in progress,
    empty when there is none [3.2], and "amtracs_used", 1 once AMTRACs landed this turn [3.2].

    `forgets` names the tracks that the save of this position cannot hold: they count while the
    state lives, and not when two positions are compared.
    """

    def __init__(
        self,
        board: Board,
        units: Iterable[Unit],
        tracks: Mapping[str, str | int],
        *,
        forgets: Iterable[str] = (),
    ) -> None:
        super().__init__()
        self.board = board
        self._units = {unit.id: unit for unit in sorted(units, key=lambda unit: unit.id)}
        given = {**MEMORY, **tracks}
        self._tracks = {name: given[name] for name in TRACKS}
        self.forgets = frozenset(forgets)
        self._told: list[str] = []
        self._places: dict[str, tuple[Unit, ...]] | None = None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        forgotten = self.forgets | other.forgets
        kept = [name for name in TRACKS if name not in forgotten]
        return self._units == other._units and all(
            self._tracks[name] == other._tracks[name] for name in kept
        )

    __hash__ = None  # type: ignore[assignment] # a state changes, so it cannot be a key

    def copy(self) -> State:
        """Return the same position with nothing to undo and nothing told."""
        return State(self.board, self._units.values(), self._tracks, forgets=self.forgets)

    @property
    def units(self) -> Mapping[str, Unit]:
        """Every unit by its id, in order of the ids."""
        return self._units

    @property
    def tracks(self) -> Mapping[str, str | int]:
        """Every marker on a track."""
        return self._tracks

    @property
    def told(self) -> tuple[str, ...]:
        """The lines told since the state was made."""
        return tuple(self._told)

    @property
    def turn(self) -> str:
        """The box of the turn track that holds the turn marker."""
        return str(self._tracks["turn"])

    @property
    def jrl(self) -> int:
        """The Japanese Resistance Level."""
        return self.level("jrl")

    @property
    def date(self) -> str:
        """The date of the turn, such as "20 Nov"."""
        return turns.date(self.turn)

    def level(self, track: str) -> int:
        """Return the number that a marker on a track stands at."""
        return int(self._tracks[track])

    def at(self, location: str) -> tuple[Unit, ...]:
        """Return the units in a hex or a box, by their id."""
        return self._located().get(location, ())

    def us_at(self, hex_id: str) -> tuple[Unit, ...]:
        """Return the US units in a hex."""
        return tuple(unit for unit in self.at(hex_id) if unit.side == US)

    def jp_at(self, hex_id: str) -> tuple[Unit, ...]:
        """Return the Japanese units in a hex."""
        return tuple(unit for unit in self.at(hex_id) if unit.side == JP)

    def stacks(self, side: str = US) -> dict[HexId, tuple[Unit, ...]]:
        """Return the units of a side that are on the map, by hex, in order of the hexes."""
        found: dict[HexId, tuple[Unit, ...]] = {}
        for location in sorted(self._located()):
            units = tuple(unit for unit in self.at(location) if unit.side == side and unit.on_map)
            if units:
                found[HexId(location)] = units
        return found

    def active_forts(self) -> tuple[Unit, ...]:
        """Return the forts that stand: a destroyed one's counter is off the map [RB-0-d]."""
        return tuple(unit for unit in self._units.values() if unit.is_fort and unit.on_map)

    def forts_destroyed(self) -> int:
        """Return how many forts are gone."""
        return sum(unit.is_fort and not unit.on_map for unit in self._units.values())

    def status(self) -> list[str]:
        """Return everything that is wrong with the position, one sentence each."""
        return legality.problems(self)

    def outcome(self) -> Verdict | None:
        """Return who has won, once somebody has [11.0]."""
        return victory.verdict(self)

    def _located(self) -> dict[str, tuple[Unit, ...]]:
        if self._places is None:
            places: dict[str, list[Unit]] = {}
            for unit in self._units.values():
                places.setdefault(unit.location, []).append(unit)
            self._places = {location: tuple(units) for location, units in places.items()}
        return self._places

    def _apply(self, change: Change) -> None:
        match change:
            case Tell():
                self._tell(change)
            case Advance(marker, before, after, _):
                if self._tracks.get(marker) != before:
                    raise IllegalChange(f"{marker} is not at {before}: {change}")
                self._tracks[marker] = after
            case Set(unit, field, before, after, _):
                if field not in FIELDS:
                    raise IllegalChange(f"units have no field {field!r}: {change}")
                self._replace(unit, field, before, after, change)
            case Flip(unit, before, after, _):
                self._replace(unit, "face", before, after, change)
            case Move(unit, before, after, _) | Place(unit, before, after, _):
                self._replace(unit, "location", before, after, change)
            case Eliminate(unit, before, after, _):
                self._replace(unit, "location", before, after, change)

    def _replace(
        self, unit_id: str, field: str, before: object, after: object, change: Change
    ) -> None:
        unit = self._units.get(unit_id)
        if unit is None:
            raise IllegalChange(f"there is no unit {unit_id!r}: {change}")
        if getattr(unit, field) != before:
            found = getattr(unit, field)
            raise IllegalChange(f"expected {field} {before!r}, found {found!r}: {change}")
        self._units[unit_id] = replace(unit, **{field: after})  # type: ignore[arg-type] # by name
        self._places = None

    def _tell(self, change: Tell) -> None:
        if change.after:
            self._told.append(change.after)
        elif self._told and self._told[-1] == change.before:
            self._told.pop()
        else:
            raise IllegalChange(f"this was not the last line told: {change.before!r}")
