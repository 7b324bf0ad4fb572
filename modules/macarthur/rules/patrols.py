"""[8.5.3, 8.5.4] CAP and interdiction: where they fly, and whom CAP keeps down at its base."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modules.macarthur.rules.fields import parked
from modules.macarthur.rules.missions import Target, forbidden
from modules.macarthur.rules.raids import where
from modules.macarthur.rules.ranges import distance, reach
from modules.macarthur.rules.returns import moved
from modules.macarthur.rules.sealed import BOXES
from modules.macarthur.units import BACK, FRONT, Mission, Unit
from vassal_bridge.errors import RuleError
from vassal_bridge.game.changes import Flip, Set, Tell
from vassal_bridge.game.hexes import HexId, Hexside
from vassal_bridge.game.sequence import Steps

if TYPE_CHECKING:
    from modules.macarthur.state import State

OPEN = "patrol"
"""The target of CAP and interdiction, which attack nothing."""


def price(state: State, unit: Unit, place: str, others: tuple[Unit, ...] = ()) -> int:
    """Return how many aircraft one CAP keeps down: one near its base, two farther off.

    Near is half the range [MAC-8.5.4.2-A, MAC-8.5.4.2-B]; of several models the shortest range
    counts [MAC-8.5.4.2-C].
    """
    shortest = min(reach(state.board, one) for one in (unit, *others))
    return 1 if 2 * distance(state.board, unit.location, place) <= shortest else 2


def kept_down(state: State, unit: Unit, place: str) -> tuple[Unit, ...]:
    """Return the aircraft that a CAP inverts at its base; none where there are not enough.

    Its own model comes first [MAC-8.5.4.2-A]. Fighters of other models help out where the CAP is
    the weakest of them all [MAC-8.5.4.2-C].
    """
    there = [
        one
        for one in parked(state, unit.location)
        if one.is_fighter and one.is_up and one.id != unit.id and one.side == unit.side
    ]
    same = tuple(one for one in there if one.model == unit.model)
    wanted = price(state, unit, place)
    if len(same) >= wanted:
        return same[:wanted]
    others = tuple(one for one in there if one.model != unit.model)
    for count in range(1, len(others) + 1):
        mixed = (*same, *others[:count])
        wanted = price(state, unit, place, mixed)
        if len(mixed) >= wanted and _is_weakest(state, unit, mixed[:wanted]):
            return mixed[:wanted]
    return ()


def _is_weakest(state: State, unit: Unit, others: tuple[Unit, ...]) -> bool:
    return all(_strength(state, unit) <= _strength(state, one) for one in others)


def _strength(state: State, unit: Unit) -> tuple[int, int]:
    board = state.board
    return board.factor(unit.model, "attack"), board.factor(unit.model, "defence")


def why_no_cap(state: State, unit: Unit, place: str) -> str:
    """Return why a fighter may not fly CAP over a place, or nothing."""
    reason = forbidden(state, unit, Mission.CAP, Target(place, OPEN))
    if reason:
        return reason
    if not kept_down(state, unit, place):
        return f"{unit.location} has too few fighters to turn round for {unit.name} [8.5.4]"
    return ""


def fly_cap(state: State, unit: Unit, place: str) -> Steps[None]:
    """Put a fighter over a place, and turn its fellows at the base round [8.5.4.2].

    Base and fellows stand on a chart that the enemy does not see: they are not told [2.2.1].
    """
    reason = why_no_cap(state, unit, place)
    if reason:
        raise RuleError(reason)
    down = kept_down(state, unit, place)
    for one in down:
        yield Flip(one.id, FRONT, BACK, f"[8.5.4] keeps {unit.name} up")
        yield Set(one.id, "held", False, True, f"[8.5.4] keeps {unit.name} up")
    yield from take_off(unit, Mission.CAP, Target(place, OPEN))
    where_to = where(state, place)
    yield Tell(f"  CAP: {unit.name} @{where_to}; {len(down)} inverted at its base [8.5.4]")


def interdict(state: State, unit: Unit, place: str) -> Steps[None]:
    """Put a fighter over a road [MAC-8.5.3-A, MAC-8.5.3-B]; nothing in the air touches it there."""
    target = Target(place, OPEN)
    reason = forbidden(state, unit, Mission.INTERDICT, target)
    if reason:
        raise RuleError(reason)
    yield from take_off(unit, Mission.INTERDICT, target)
    yield Tell(f"  Interdiction: {unit.name} @{where(state, place)} [8.5.3]")


def take_off(unit: Unit, mission: str, target: Target) -> Steps[None]:
    """Send a parked aircraft on a mission: it is put on its target [MAC-8.3.1-B]."""
    why = f"[8.3.1] {mission}"
    yield Set(unit.id, "base", "", unit.location, why)
    yield Set(unit.id, "mission", "", mission, why)
    yield Set(unit.id, "target", "", target.what, why)
    if target.place != unit.location:
        yield moved(unit, target.place, why)


def is_interdicted(state: State, place: str) -> bool:
    """Whether a hex has neither road nor bridges at present, for anybody [MAC-8.5.3-C].

    The fighter stays while the enemy moves, and takes no part in fights [MAC-8.5.3-D].
    """
    return any(unit.mission == Mission.INTERDICT for unit in state.at(place))


def bridge_stands(state: State, side: Hexside) -> bool:
    """Whether a bridge can be used: not blown, and neither bank interdicted [MAC-8.5.3-C]."""
    from modules.macarthur.rules.missions import is_blown

    banks: tuple[HexId, HexId] = side
    return not is_blown(state, side) and not any(is_interdicted(state, bank) for bank in banks)


def may_leave(state: State, unit: Unit) -> bool:
    """Whether CAP may avoid a fight: no friendly aircraft is on the ground [MAC-8.5.4.1-B]."""
    field = state.board.field_in(unit.location)
    if field is None:
        return True
    return not any(one.side == unit.side for one in parked(state, field.name))


def leave(state: State, unit: Unit) -> Steps[None]:
    """Take CAP off before a fight [8.5.4.1]: it is out of reach until it lands as all CAP does."""
    yield Tell(f"  {unit.name} leaves @{unit.location} [8.5.4.1]")
    yield Set(unit.id, "mission", unit.mission, Mission.ALOFT, "[8.5.4.1] leaves")
    yield Set(unit.id, "target", unit.target, "", "[8.5.4.1] leaves")
    yield moved(unit, unit.base or BOXES[unit.side], "[8.5.4.1] leaves")
