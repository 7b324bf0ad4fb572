"""State: a position of MacArthur; pure, and changed by changes alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from modules.macarthur.board import ELIMINATED, Board
from modules.macarthur.rules import legality, turns, verdict
from modules.macarthur.rules.pads import ORDERS
from modules.macarthur.units import ALLIED, JP, Unit
from vassal_bridge.game.game import Verdict
from vassal_bridge.game.units_and_tracks import UnitsAndTracks

MEMORY: Final[Mapping[str, str | int]] = {
    "last_turn": 13,
    "damage": "",
    "bridges": "",
    "transports": "",
    "cavite": 0,
    "notes": "",
    "seals": "",
}
"""The tracks that have no counter, with what they begin at; properties of the save hold them."""
TRACKS: Final = ("turn", "phase", ORDERS, *MEMORY)
SETTABLE: Final = frozenset(
    {"held", "aborted", "demoralized", "moved", "losses", "mission", "target", "base"}
)


class State(UnitsAndTracks[Unit]):
    """Units, the turn and phase markers, and the board that they stand on.

    `tracks`: "turn" and "phase" are boxes of their tracks. "last_turn" is the turn after which a
    scenario is judged. "damage" is a ledger of airfield boxes that are out ("Clark F" = 2),
    "bridges" lists those that are blown,
    "transports" a ledger of transport points used and lost [4.4.3], "cavite" says how many bomb
    factors fell on it [11.3], "notes" a ledger for whatever else must be remembered,
    "seals" the promises of what is secret, such as the beach of the next turn [4.4.5]. "orders"
    are the lines on the cards of the planning pads [2.2.7].
    """

    def __init__(
        self, board: Board, units: Iterable[Unit], tracks: Mapping[str, str | int]
    ) -> None:
        given = {**MEMORY, ORDERS: "", **tracks}
        super().__init__(units, {name: given[name] for name in TRACKS})
        self.board = board

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self._units == other._units and self._tracks == other._tracks

    __hash__ = None  # type: ignore[assignment] # a state changes, so it cannot be a key

    @property
    def settable(self) -> frozenset[str]:
        """The fields of units that a `Set` may change."""
        return SETTABLE

    def copy(self) -> State:
        """Return the same position with nothing to undo and nothing told."""
        return State(self.board, self._units.values(), self._tracks)

    @property
    def turn(self) -> str:
        """The box of the turn track that holds the turn marker."""
        return str(self._tracks["turn"])

    @property
    def phase(self) -> str:
        """The box of the phase track that holds the phase marker."""
        return str(self._tracks["phase"])

    @property
    def side(self) -> str:
        """The phasing side; the Japanese where both have something to do [3.0]."""
        return ALLIED if self.phase.startswith(turns.ALLIED_PHASES) else JP

    @property
    def enemy(self) -> str:
        """The side that is not phasing."""
        return JP if self.side == ALLIED else ALLIED

    @property
    def alive(self) -> tuple[Unit, ...]:
        """Every unit that has not been eliminated."""
        return tuple(unit for unit in self._units.values() if unit.location != ELIMINATED)

    def air(self, side: str) -> tuple[Unit, ...]:
        """Return the aircraft of a side that have not been destroyed."""
        return tuple(unit for unit in self.alive if unit.is_air and unit.side == side)

    def ground_at(self, place: str, side: str) -> tuple[Unit, ...]:
        """Return the ground units of a side in a place, in their order in the stack."""
        return tuple(unit for unit in self.at(place) if unit.is_ground and unit.side == side)

    def status(self) -> list[str]:
        """Return everything that is wrong with the position, one sentence each."""
        return legality.problems(self)

    def outcome(self) -> Verdict | None:
        """Return who has won, once the last turn is over [17.0]."""
        return verdict.verdict(self)
