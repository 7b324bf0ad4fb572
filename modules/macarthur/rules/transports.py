"""Transports: the pools of points, what is out at sea, what has been sunk, what comes back when.

The "transports" track is a ledger. "operational 3" are the operational points used on turn 3,
"strategic 5" the strategic ones, "lost 3" the points that were sunk on turn 3.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from modules.macarthur.rules import chits, ledger, turns
from vassal_bridge.errors import RuleError
from vassal_bridge.game.changes import Tell
from vassal_bridge.game.sequence import Steps

if TYPE_CHECKING:
    from collections.abc import Mapping

    from modules.macarthur.state import State
    from modules.macarthur.units import Unit

ROUND_TRIP: Final = 4
"""Points used on one turn are there again on the fourth turn after it [4.4.3]."""
WINDOW: Final = (5, 6)
"""The turns of the strategic transports [4.4.2]."""
OPERATIONAL: Final = "operational"
STRATEGIC: Final = "strategic"
LOST: Final = "lost"


@dataclass(frozen=True, slots=True)
class Pools:
    """The transport points of a scenario [MAC-4.4.2-A, MAC-16.1.4.4-a]."""

    strategic: int
    operational: int


@dataclass(frozen=True, slots=True)
class Sailings:
    """What the planning pad says of transports [MAC-2.2.7-B]: points used and lost, by turn."""

    operational: Mapping[int, int]
    strategic: Mapping[int, int]
    lost: Mapping[int, int]

    def lost_operational(self, turn: int) -> int:
        """Return how many of a turn's losses were operational points; these are taken first."""
        return min(self.lost.get(turn, 0), self.operational.get(turn, 0))

    def lost_strategic(self, turn: int) -> int:
        """Return how many of a turn's losses were strategic points."""
        return self.lost.get(turn, 0) - self.lost_operational(turn)


def row(chit: int) -> str:
    """Return the row of the transport table for a Japanese chit."""
    return "1-3" if chit <= 3 else str(chit)


def pools(state: State, chit: int) -> Pools:
    """Return the transport points that go with a Japanese chit [MAC-16.1.4.4-a]."""
    look = state.board.tables.lookup
    return Pools(
        strategic=int(look("transports", row(chit), STRATEGIC)),
        operational=int(look("transports", row(chit), OPERATIONAL)),
    )


def sailings(state: State) -> Sailings:
    """Return what the planning pad says [MAC-4.4.3-a]."""
    found: dict[str, dict[int, int]] = {OPERATIONAL: {}, STRATEGIC: {}, LOST: {}}
    for name, points in ledger.read(state, "transports").items():
        sort, _, turn = name.rpartition(" ")
        if sort not in found or not turn.isdigit():
            raise RuleError(f"expected a sort of points and a turn, found {name!r} [4.4.3]")
        found[sort][int(turn)] = points
    return Sailings(found[OPERATIONAL], found[STRATEGIC], found[LOST])


def operational_left(pool: Pools, out: Sailings, turn: int) -> int:
    """Return the operational points that are there on a turn.

    Those of this turn and of the three before it are at sea [MAC-4.4.2-B]. Operational points that
    were lost do not come back; strategic points that were lost are made up at once [MAC-4.4.2-C].
    """
    at_sea = sum(n for used, n in out.operational.items() if turn - ROUND_TRIP < used <= turn)
    sunk = sum(out.lost_operational(one) for one in out.lost if one <= turn - ROUND_TRIP)
    made_up = sum(out.lost_strategic(one) for one in out.lost if one <= turn)
    return max(0, pool.operational - at_sea - sunk - made_up)


def strategic_left(pool: Pools, out: Sailings, turn: int, window: tuple[int, int]) -> int:
    """Return the strategic points that are there on a turn: none outside of their two turns.

    [MAC-4.4.2-D]
    """
    if not window[0] <= turn <= window[1]:
        return 0
    return max(0, pool.strategic - sum(out.strategic.values()))


def returning(out: Sailings, turn: int) -> int:
    """Return the operational points that come back on a turn: those used four turns before.

    Less what was lost of them [MAC-4.4.3-a].
    """
    used = turn - ROUND_TRIP
    return out.operational.get(used, 0) - out.lost_operational(used)


def strategic_window(state: State) -> tuple[int, int]:
    """Return the two turns of the strategic transports: 5 and 6, or what dice said in secret.

    [MAC-4.4.2-D, MAC-18.1-a] Raises RuleError where another player rolled, or nobody did.
    """
    if not state.board.settings.hidden_transports:
        return WINDOW
    total = chits.arrival_roll(state)
    if total is None:
        raise RuleError("the turns of the strategic transports: rolled by another player [18.1]")
    look = state.board.tables.lookup
    found = [int(look("strategic_arrival", total, column)) for column in ("first", "last")]
    return found[0], found[1]


def problems(pool: Pools, out: Sailings, window: tuple[int, int] = WINDOW) -> list[str]:
    """Return a sentence for each thing on the planning pad that cannot be.

    [MAC-4.4.2-B, MAC-4.4.2-D]
    """
    found: list[str] = []
    for turn in range(1, turns.LAST_TURN + 1):
        used = out.operational.get(turn, 0)
        before = {one: n for one, n in out.operational.items() if one < turn}
        there = operational_left(pool, Sailings(before, out.strategic, _until(out, turn)), turn)
        if used > there:
            found.append(f"turn {turn}: {used} operational points are used of {there} [4.4.2]")
        if out.strategic.get(turn, 0) and not window[0] <= turn <= window[1]:
            found.append(f"turn {turn}: strategic points are there on turns {window} only [4.4.2]")
        if out.lost.get(turn, 0) > used + out.strategic.get(turn, 0):
            found.append(f"turn {turn}: more points are lost than were used [4.4.3]")
    if (used := sum(out.strategic.values())) > pool.strategic:
        found.append(f"{used} strategic points are used of {pool.strategic} [4.4.2]")
    return found


def _until(out: Sailings, turn: int) -> dict[int, int]:
    return {one: n for one, n in out.lost.items() if one < turn}


def note_use(state: State, operational: int, strategic: int) -> Steps[None]:
    """Note the points that this turn's landings use [MAC-4.4.3-a]."""
    turn = turns.number(state.turn)
    for sort, points in ((OPERATIONAL, operational), (STRATEGIC, strategic)):
        if points:
            name = f"{sort} {turn}"
            total = ledger.entry(state, "transports", name) + points
            yield ledger.write(state, "transports", name, total, "[4.4.3] transports used")
    back = f", the operational ones back on turn {turn + ROUND_TRIP}" if operational else ""
    yield Tell(f"Transports: {operational} operational, {strategic} strategic{back} [4.4.3]")


def sink(state: State, points: int, why: str) -> Steps[None]:
    """Note that transport points went down with steps: by submarines or bombs, not by strafing.

    [MAC-4.4.3-a, MAC-8.4.3-C, MAC-8.4.3-D, MAC-11.4-B] No more than sailed on this turn.
    """
    turn = turns.number(state.turn)
    out = sailings(state)
    sailed = out.operational.get(turn, 0) + out.strategic.get(turn, 0)
    gone = min(points, sailed - out.lost.get(turn, 0))
    if gone > 0:
        total = out.lost.get(turn, 0) + gone
        yield ledger.write(state, "transports", f"{LOST} {turn}", total, why)
        yield Tell(f"  {gone} transport points lost {why}")


def points_left(unit: Unit) -> int:
    """Return the stacking points of what is left of a unit: its steps share what is printed."""
    return unit.points - unit.points * (unit.steps - unit.steps_left) // unit.steps


def step_points(unit: Unit) -> int:
    """Return the stacking points that a unit's next step is worth; all steps add up to the unit."""
    lost = unit.steps - unit.steps_left
    return unit.points * (lost + 1) // unit.steps - unit.points * lost // unit.steps
