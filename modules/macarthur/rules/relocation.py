"""[8.1] Changing fields instead of a mission."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modules.macarthur.rules.fields import (
    fields_of,
    has_room,
    is_fresh,
    is_served,
    owner,
    parked,
    suits,
)
from modules.macarthur.rules.ranges import distance, reach
from modules.macarthur.units import ABSU, Unit
from vassal_bridge.errors import RuleError
from vassal_bridge.game.changes import Place, Set, Tell
from vassal_bridge.game.sequence import Steps

if TYPE_CHECKING:
    from modules.macarthur.state import State


def why_not(state: State, unit: Unit, name: str) -> str:
    """Return why an aircraft may not change to a field, or nothing where it may [MAC-8.1-B].

    The field is friendly, was not captured in this turn, has room and lies within twice the
    range. Whether it is supplied [13.3] is for the players to see to.
    """
    if not unit.is_parked or not unit.is_up or unit.moved:
        return f"{unit.name} cannot fly [8.1]"
    if name == unit.location:
        return f"{unit.name} is at {name} [8.1]"
    if owner(state, name) != unit.side:
        return f"{name} is not friendly [8.1]"
    if is_fresh(state, name):
        return f"{name} was captured in this turn [8.1]"
    if not has_room(state, name, unit):
        return f"{name} has no box for {unit.name} [8.2]"
    if state.board.settings.relocation_needs_support and not _will_be_served(state, unit, name):
        return f"{name} has no support unit for {unit.name}, and none can go along [8.1]"
    way, most = distance(state.board, unit.location, name), 2 * reach(state.board, unit)
    return f"{name} is {way} away, and twice the range is {most} [8.1]" if way > most else ""


def _will_be_served(state: State, unit: Unit, name: str) -> bool:
    return is_served(state, name, unit) or _support(state, unit) is not None


def fields_for(state: State, unit: Unit) -> list[str]:
    """Return the fields that an aircraft may change to."""
    own = fields_of(state, unit.side)
    return [field.name for field in own if not why_not(state, unit, field.name)]


def relocate(state: State, unit: Unit, name: str) -> Steps[None]:
    """Change an aircraft's field; it fights no more in this phase [MAC-8.1-B].

    Its support unit goes along where nobody else there needs it and the new field has none; that
    costs no transport points. Aircraft that wait there without one fight from the next turn on
    [MAC-8.2-B]. Both fields are on a chart that the enemy does not see [2.2.1].
    """
    if reason := why_not(state, unit, name):
        raise RuleError(reason)
    yield Tell("  An aircraft changes its field [8.1]")
    support = _support(state, unit) if not is_served(state, name, unit) else None
    yield Place(unit.id, unit.location, name, "[8.1] changes fields")
    yield Set(unit.id, "moved", False, True, "[8.1] changes fields")
    if support is not None:
        waiting = [one for one in parked(state, name) if suits(support, one) and not one.moved]
        yield Place(support.id, support.location, name, f"[8.1] with {unit.name}")
        for one in waiting:
            yield Set(one.id, "moved", False, True, "[8.2] starts no turn with its support unit")


def _support(state: State, unit: Unit) -> Unit | None:
    """Return the support unit that only this aircraft needs, if there is one."""
    for absu in state.at(unit.location):
        if absu.kind == ABSU and suits(absu, unit):
            others = [one for one in state.alive if one.id != unit.id and _uses(one, absu)]
            return None if others else absu
    return None


def _uses(unit: Unit, absu: Unit) -> bool:
    home = unit.base or unit.location
    return unit.is_air and home == absu.location and suits(absu, unit)
