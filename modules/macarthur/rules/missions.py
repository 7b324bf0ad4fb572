"""[8.1, 8.3, 8.5] Missions: what an aircraft may fly, and why it may not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from modules.macarthur.rules import ledger
from modules.macarthur.rules.coast import areas
from modules.macarthur.rules.fields import (
    SORTS,
    TIED,
    boxes,
    fields_of,
    is_barred,
    is_served,
    owner,
)
from modules.macarthur.rules.raids import BRIDGE, CAVITE, CORREGIDOR, FIELD, GROUND, where
from modules.macarthur.rules.ranges import distance, is_within, reach
from modules.macarthur.units import BATTERY, JP, Mission, Unit
from vassal_bridge.game.changes import Tell
from vassal_bridge.game.hexes import HexId, Hexside, is_hex

if TYPE_CHECKING:
    from modules.macarthur.state import State

FIGHTERS_ONLY = frozenset(
    {Mission.ESCORT, Mission.STRAFE, Mission.CAP, Mission.INTERDICT, Mission.FIGHTER_BOMB}
)
BLOWN = "bridges"
FOR_JAPAN = {CORREGIDOR: "Corregidor", CAVITE: "Cavite"}
"""What the Japanese alone bomb, by the name of its hex: batteries, and the base of submarines."""


@dataclass(frozen=True, slots=True)
class Target:
    """What may be attacked: the place to which aircraft fly, and what is meant there."""

    place: str
    what: str

    @property
    def value(self) -> str:
        """The text by which an answer names it."""
        return f"{self.place} {self.what}"


def bridge_target(side: Hexside) -> str:
    """Return the target of a bridge, by the hexes of both banks."""
    return f"{BRIDGE} {side[0]} {side[1]}"


def is_blown(state: State, side: Hexside) -> bool:
    """Whether a bridge is destroyed [8.3.5]."""
    return ledger.entry(state, BLOWN, f"{side[0]}/{side[1]}") > 0


def targets(state: State, side: str) -> tuple[Target, ...]:
    """Return what a side may bomb: fields, ground units, bridges, Corregidor [MAC-8.3.1-A].

    Corregidor may be bombed as others are [MAC-8.3.6-A], by the Japanese.
    """
    board = state.board
    found = [
        Target(field.place, FIELD)
        for field in board.fields.values()
        if owner(state, field.name) != side and any(boxes(state, field.name, s) for s in SORTS)
    ]
    found += [
        Target(hex_id, GROUND)
        for hex_id in sorted({unit.location for unit in state.alive if _stands(state, unit)})
        if _enemies(state, hex_id, side) and not bars_ground(state, HexId(hex_id), side)
    ]
    for one in board.bridges():
        if not is_blown(state, one):
            found.append(Target(one[0], bridge_target(one)))
    for what, name in FOR_JAPAN.items():
        if side == JP and name in board.places:
            found.append(Target(board.places[name], what))
    return tuple(found)


def _stands(state: State, unit: Unit) -> bool:
    """Whether a unit is in a hex or in an area of Bicol."""
    return unit.on_map or unit.location in areas(state.board)


def _enemies(state: State, place: str, side: str) -> list[Unit]:
    return [unit for unit in state.at(place) if unit.is_ground and unit.side != side]


def bars_ground(state: State, hex_id: HexId, side: str) -> bool:
    """Whether friends stand beside the target with no water between [MAC-8.3.3-E].

    In an area of Bicol they are in the same one.
    """
    board = state.board
    if not is_hex(hex_id):
        return bool(state.ground_at(hex_id, side))
    return any(
        unit.is_ground and unit.side == side and not _is_water_between(state, hex_id, near)
        for near in board.sheet.neighbours(hex_id)
        for unit in state.at(near)
    )


def _is_water_between(state: State, one: HexId, other: HexId) -> bool:
    islands = "fort" in (state.board.terrain.get(one), state.board.terrain.get(other))
    return islands or state.board.has("river", one, other)


def forbidden(state: State, unit: Unit, mission: str, target: Target) -> str:
    """Return why an aircraft may not fly a mission, or nothing where it may.

    A mission starts from a field that serves it [MAC-8.2-A, MAC-8.2-B] and goes to a target in
    range [MAC-8.1-A, MAC-8.3.1-B], interdiction to a road hex in half of it [MAC-8.5.3-B].
    """
    for text in _reasons(state, unit, mission, target):
        return text
    return ""


def _reasons(state: State, unit: Unit, mission: str, target: Target) -> Iterator[str]:
    board = state.board
    if not unit.is_parked or unit.location not in board.fields:
        yield f"{unit.name} is not on a field [8.3.1]"
        return
    if not unit.is_up:
        yield f"{unit.name} is inverted [8.5.4, 8.6.5]"
    if unit.moved:
        yield f"{unit.name} has changed fields, or has its support unit from the next turn on [8.2]"
    if (home := TIED.get(unit.model, unit.location)) != unit.location:
        yield f"{unit.name} operates from {home} alone [12.1, 16.1.2.1]"
    if is_barred(state, unit.location, unit.side):
        yield f"{unit.name} cannot use {unit.location}: an enemy is in the area [4.8]"
    if not is_served(state, unit.location, unit):
        yield f"{unit.name} has no support unit at {unit.location} [8.2]"
    yield from _unfit(state, unit, mission, target)
    way = distance(board, unit.location, target.place)
    most = reach(board, unit) / (2 if mission == Mission.INTERDICT else 1)
    if way > most:
        yield f"{unit.name} reaches {most:g}, and {target.place} is {way} away [8.1]"


def _unfit(state: State, unit: Unit, mission: str, target: Target) -> Iterator[str]:
    if mission in FIGHTERS_ONLY and not unit.is_fighter:
        yield f"{unit.name} is no fighter [8.2]"
    if mission in (Mission.BOMB, Mission.HIGH) and not unit.is_bomber:
        yield f"{unit.name} is no bomber [8.2]"
    carries = (Mission.BOMB, Mission.HIGH, Mission.FIGHTER_BOMB)
    if mission in carries and not state.board.factor(unit.model, "bomb"):
        yield f"{unit.name} carries no bombs [8.3.2]"
    if mission == Mission.HIGH and target.what != CORREGIDOR:
        yield "Only Corregidor is bombed extra high [10.2.3]"
    if mission == Mission.CAP and not covers(state, target.place, unit.side):
        yield f"CAP covers own ground units or a field, and {target.place} has none [8.5.4]"
    if mission == Mission.INTERDICT and target.place not in state.board.roads:
        yield f"{target.place} has no road [8.5.3]"
    if mission == Mission.STRAFE and target.what not in (FIELD, GROUND):
        yield "Fighters strafe units and fields [8.5.2]"


def covers(state: State, place: str, side: str) -> bool:
    """Whether CAP may fly over a place: own ground units or an own field [MAC-8.5.4.1-A]."""
    field = state.board.field_in(place)
    if field is not None and owner(state, field.name) == side:
        return True
    return is_hex(place) and bool(state.ground_at(place, side))


def cap_places(state: State, side: str) -> tuple[str, ...]:
    """Return every place over which a side's CAP may fly."""
    found = [field.place for field in fields_of(state, side)]
    found += sorted(unit.location for unit in state.alive if unit.side == side and _holds(unit))
    return tuple(dict.fromkeys(found))


def _holds(unit: Unit) -> bool:
    return unit.is_ground and unit.on_map and unit.kind != BATTERY


def ways_to_raid(state: State, unit: Unit, target: Target) -> list[str]:
    """Return the missions that an aircraft may fly on a raid, as rules allow; none for none."""
    order = (Mission.BOMB, Mission.HIGH, Mission.FIGHTER_BOMB, Mission.STRAFE, Mission.ESCORT)
    return [mission for mission in order if not forbidden(state, unit, mission, target)]


def can_follow(state: State, unit: Unit, place: str) -> bool:
    """Whether CAP may go along with an advance to a place [MAC-8.5.4.3-A, MAC-8.5.4.3-B].

    It goes nowhere out of range of a friendly field; that no reserves move over three hexes is
    for whoever moves them to see to.
    """
    if unit.mission not in (Mission.CAP, Mission.SCRAMBLE):
        return False
    near = (field.name for field in fields_of(state, unit.side))
    return any(is_within(state.board, unit, name, place) for name in near)


def flight(state: State, unit: Unit, target: Target) -> Tell:
    """Return the line about an aircraft that flies on a raid, by which both sides see its range."""
    way, most = distance(state.board, unit.base, target.place), reach(state.board, unit)
    return Tell(
        f"  {unit.name} ({unit.mission}) {unit.base} -> {describe(state, target)},"
        f" dist {way} of {most} [8.1]"
    )


def describe(state: State, target: Target) -> str:
    """Return a target in words."""
    field = state.board.field_in(target.place)
    if target.what == FIELD and field is not None:
        return f"the field {field.name}"
    if target.what == GROUND:
        return f"the units @{where(state, target.place)}"
    if target.what.startswith(BRIDGE):
        return f"the bridge {target.what.removeprefix(BRIDGE).strip().replace(' ', '/')}"
    return FOR_JAPAN[target.what]
