"""Units and tracks: a position that is made of counters with fields and of markers on tracks."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any, Generic, TypeVar

from vassal_bridge.errors import IllegalChange
from vassal_bridge.game.changes import Advance, Change, Eliminate, Flip, Move, Place, Set, Tell
from vassal_bridge.game.history import History

U = TypeVar("U")


class UnitsAndTracks(History, Generic[U]):
    """Units by their id, tracks by their name, and the lines told; changed by changes alone.

    A unit is a frozen dataclass with `id` and `location`, and `face` where it can be flipped. A
    game names the fields that a `Set` may change in `settable`.
    """

    def __init__(self, units: Iterable[U], tracks: Mapping[str, str | int]) -> None:
        super().__init__()
        given: dict[str, Any] = {_id(unit): unit for unit in units}
        self._units: dict[str, U] = {name: given[name] for name in sorted(given)}
        self._tracks = dict(tracks)
        self._told: list[str] = []
        self._places: dict[str, tuple[U, ...]] | None = None

    @property
    @abstractmethod
    def settable(self) -> Collection[str]:
        """The fields of units that a `Set` may change."""

    @property
    def units(self) -> Mapping[str, U]:
        """Every unit by its id, in order of the ids."""
        return self._units

    @property
    def tracks(self) -> Mapping[str, str | int]:
        """The value of every track."""
        return self._tracks

    @property
    def told(self) -> tuple[str, ...]:
        """The lines told since the state was made."""
        return tuple(self._told)

    def level(self, track: str) -> int:
        """Return the number that a track stands at."""
        return int(self._tracks[track])

    def at(self, location: str) -> tuple[U, ...]:
        """Return the units in a hex or a box, by their id."""
        return self._located().get(location, ())

    def occupied(self) -> list[str]:
        """Return every hex and box that holds units, in order."""
        return sorted(self._located())

    def _located(self) -> dict[str, tuple[U, ...]]:
        if self._places is None:
            places: dict[str, list[U]] = {}
            for unit in self._units.values():
                places.setdefault(_location(unit), []).append(unit)
            self._places = {place: tuple(units) for place, units in places.items()}
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
                if field not in self.settable:
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
        unit: Any = self._units.get(unit_id)
        if unit is None:
            raise IllegalChange(f"there is no unit {unit_id!r}: {change}")
        found = getattr(unit, field)
        if found != before:
            raise IllegalChange(f"expected {field} {before!r}, found {found!r}: {change}")
        self._units[unit_id] = replace(unit, **{field: after})
        self._places = None

    def _tell(self, change: Tell) -> None:
        if change.after:
            self._told.append(change.after)
        elif self._told and self._told[-1] == change.before:
            self._told.pop()
        else:
            raise IllegalChange(f"this was not the last line told: {change.before!r}")


def _id(unit: Any) -> str:
    return str(unit.id)


def _location(unit: Any) -> str:
    return str(unit.location)
