"""[8.2, 8.6.5, 3.2.5] Going home: where aircraft land, aborts, and who stays down how long."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from modules.macarthur.board import ELIMINATED
from modules.macarthur.rules.fields import fields_of, has_room, is_served, owner
from modules.macarthur.rules.ranges import distance, is_within
from modules.macarthur.rules.sealed import BOXES, is_sealed
from modules.macarthur.units import BACK, FRONT, LATE, Unit
from vassal_bridge.game.changes import Eliminate, Flip, Move, Place, Set, Tell
from vassal_bridge.game.hexes import is_hex
from vassal_bridge.game.sequence import SECRET, Option, Steps, choose

if TYPE_CHECKING:
    from modules.macarthur.state import State


def completion_returns(state: State) -> Steps[None]:
    """Bring home the phasing side's raiders, and the enemy's CAP, interdiction and scramblers.

    Those of the phasing side stay out until the enemy's own completion [MAC-3.2.5-A, MAC-8.1-E,
    MAC-8.4.2-B, MAC-8.5.3-E, MAC-8.5.4.1-C].
    """
    side, enemy = state.side, state.enemy
    home = [unit for unit in state.air(side) if unit.mission and unit.mission not in LATE]
    home += [unit for unit in state.air(enemy) if unit.mission in LATE]
    for unit in home:
        yield from go_home(state, state.units[unit.id], "[3.2.5] returns")
    yield from release(state, enemy)


def release(state: State, side: str) -> Steps[None]:
    """Turn up the aircraft that a side's CAP kept down, once it is home [8.5.4.2]."""
    for unit in state.air(side):
        if unit.held:
            yield Set(unit.id, "held", True, False, "[8.5.4.2] CAP is home")
            yield Flip(unit.id, BACK, FRONT, "[8.5.4.2] CAP is home")


def go_home(state: State, unit: Unit, why: str) -> Steps[None]:
    """Land an aircraft; while its side's charts are sealed its owner does so later [2.2.1]."""
    if is_sealed(state, unit.side):
        yield from forget(unit, why)
        if unit.location != BOXES[unit.side]:
            yield Place(unit.id, unit.location, BOXES[unit.side], why)
        return
    yield from land(state, unit, landing_places(state, unit), unit.base, why)


def land(state: State, unit: Unit, places: Sequence[str], base: str, why: str) -> Steps[None]:
    """Land an aircraft on one of some fields; without any it is lost [MAC-8.2-C]."""
    if not places:
        yield from forget(unit, why)
        yield Eliminate(unit.id, unit.location, ELIMINATED, f"[8.2] {unit.name} finds no field")
        yield Tell(f"  {unit.name}: no field to land on, lost [8.2]")
        return
    options = [Option(name, name) for name in places]
    field = yield from choose(SECRET, f"Where {unit.name} lands", options, why="[8.2]")
    if field != base:
        yield Tell(f"  {unit.name} lands at another field than its own [8.2]")
    yield from forget(unit, why)
    if field != unit.location:
        yield moved(unit, field, why)


def moved(unit: Unit, place: str, why: str) -> Move | Place:
    """Return the change that brings a unit to another place."""
    if is_hex(unit.location) and is_hex(place):
        return Move(unit.id, unit.location, place, why)
    return Place(unit.id, unit.location, place, why)


def forget(unit: Unit, why: str) -> Steps[None]:
    """Take an aircraft's mission, target and base from it."""
    for field in ("mission", "target", "base"):
        if getattr(unit, field):
            yield Set(unit.id, field, getattr(unit, field), "", why)


def fields_in_range(state: State, unit: Unit, *, lost: str = "") -> list[str]:
    """Return the friendly fields in range with room: those that serve it first, then the nearest.

    A `lost` field counts no more.
    """
    near = [
        field.name
        for field in fields_of(state, unit.side)
        if field.name != lost
        and has_room(state, field.name, unit)
        and is_within(state.board, unit, unit.location, field.name)
    ]
    return sorted(
        near,
        key=lambda name: (
            not is_served(state, name, unit),
            distance(state.board, unit.location, name),
        ),
    )


def landing_places(state: State, unit: Unit) -> list[str]:
    """Return the fields that an aircraft may land on, the best sort alone [MAC-8.2-A].

    Its base if that serves it; else fields in range that do; else friendly fields in range with
    room [MAC-8.2-B]; none where there is no such field.
    """
    near = fields_in_range(state, unit)
    base_is_open = (
        unit.base in state.board.fields
        and owner(state, unit.base) == unit.side
        and has_room(state, unit.base, unit)
    )
    if base_is_open and is_served(state, unit.base, unit):
        return [unit.base]
    serving = [name for name in near if is_served(state, name, unit)]
    if serving or not base_is_open:
        return serving or near
    return [unit.base]


def abort(state: State, unit: Unit, why: str) -> Steps[None]:
    """Send a bomber home, inverted [MAC-8.6.5-B].

    It stays down through the next air phase of its side [MAC-8.6.5-C]: `aborted` tells one that
    turned back in an air phase of its own side, which is not yet that next one.
    """
    yield from go_home(state, unit, f"{why} aborts")
    now = state.units[unit.id]
    if now.location == ELIMINATED:
        return
    yield Flip(unit.id, FRONT, BACK, f"{why} aborts")
    if state.side == unit.side:
        yield Set(unit.id, "aborted", False, True, f"{why} aborts")


def recover(state: State) -> Steps[None]:
    """End an air phase: aircraft that were down throughout turn upright [MAC-8.6.5-C]."""
    for unit in state.air(state.side):
        if unit.face != BACK or unit.held:
            continue
        if unit.aborted:
            yield Set(unit.id, "aborted", True, False, "[8.6.5] down for the next air phase")
        else:
            yield Flip(unit.id, BACK, FRONT, "[8.6.5] ready again")
