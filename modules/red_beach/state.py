"""State: a position of Red Beach One; pure, and changed by changes alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from modules.red_beach.board import Board
from modules.red_beach.rules import legality, turns, victory
from modules.red_beach.units import JP, US, Unit
from vassal_bridge.game.game import Verdict
from vassal_bridge.game.hexes import HexId
from vassal_bridge.game.units_and_tracks import UnitsAndTracks

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


class State(UnitsAndTracks[Unit]):
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
        given = {**MEMORY, **tracks}
        super().__init__(units, {name: given[name] for name in TRACKS})
        self.board = board
        self.forgets = frozenset(forgets)

    @property
    def settable(self) -> frozenset[str]:
        """The fields of units that a `Set` may change."""
        return FIELDS

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

    def us_at(self, hex_id: str) -> tuple[Unit, ...]:
        """Return the US units in a hex."""
        return tuple(unit for unit in self.at(hex_id) if unit.side == US)

    def jp_at(self, hex_id: str) -> tuple[Unit, ...]:
        """Return the Japanese units in a hex."""
        return tuple(unit for unit in self.at(hex_id) if unit.side == JP)

    def stacks(self, side: str = US) -> dict[HexId, tuple[Unit, ...]]:
        """Return the units of a side that are on the map, by hex, in order of the hexes."""
        found: dict[HexId, tuple[Unit, ...]] = {}
        for location in self.occupied():
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
