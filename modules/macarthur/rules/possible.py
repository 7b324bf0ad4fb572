"""[8.1, 8.3, 8.5] What could be flown just now: the targets of each kind of mission."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from modules.macarthur.rules import fields
from modules.macarthur.rules.missions import Target, cap_places, describe, forbidden, targets
from modules.macarthur.rules.patrols import why_no_cap
from modules.macarthur.rules.raids import (
    BRIDGE,
    CAVITE,
    CORREGIDOR,
    FIELD,
    GROUND,
    where,
)
from modules.macarthur.rules.ranges import is_within
from modules.macarthur.rules.relocation import why_not
from modules.macarthur.units import ARMY, JP, NAVY, Mission, Unit
from vassal_bridge.game.sequence import Option

if TYPE_CHECKING:
    from modules.macarthur.state import State

RAID, CAP, INTERDICT, MOVE = "raid", "cap", "interdict", "move"
KINDS: Mapping[str, str] = MappingProxyType(
    {RAID: "a raid", CAP: "CAP", INTERDICT: "interdiction", MOVE: "a change of field"}
)
"""The kinds of missions that are planned, with what they are called."""
SERVICES = MappingProxyType({JP: (NAVY, ARMY)})
ATTACKS = MappingProxyType(
    {True: (Mission.STRAFE, Mission.FIGHTER_BOMB), False: (Mission.BOMB, Mission.HIGH)}
)
"""How aircraft attack, by whether they are fighters."""


def airworthy(state: State, side: str) -> list[Unit]:
    """Return the aircraft that may take off: parked on a field, upright and unmoved."""
    return [
        unit
        for unit in state.air(side)
        if unit.is_parked and unit.is_up and not unit.moved and unit.location in state.board.fields
    ]


def ready(state: State, side: str) -> list[Unit]:
    """Return the aircraft that may fly missions: those without support may not fight [8.2]."""
    return [unit for unit in airworthy(state, side) if fields.is_served(state, unit.location, unit)]


def _one_of_each(units: list[Unit]) -> list[Unit]:
    """Return one aircraft of each model and base: the others can fly what it can."""
    return list({(unit.model, unit.location): unit for unit in units}.values())


def possible(state: State, kind: str) -> Iterator[Option]:
    """Yield the targets of a kind of mission for which there is an aircraft, as answers."""
    return _POSSIBLE[kind](state)


def _raids(state: State) -> Iterator[Option]:
    able = _one_of_each(ready(state, state.side))
    for target in targets(state, state.side):
        for service in SERVICES.get(state.side, ("",)):
            own = (unit for unit in able if unit.service == service)
            if any(_can_attack(state, unit, target) for unit in own):
                name = f"{service.capitalize()}: " if service else ""
                value = f"{service or '-'} {target.value}"
                yield Option(value, f"{name}{describe(state, target)}")


def _can_attack(state: State, unit: Unit, target: Target) -> bool:
    ways = ATTACKS[unit.is_fighter]
    return any(not forbidden(state, unit, way, target) for way in ways)


def parse_raid(value: str) -> tuple[str, Target]:
    """Return the service and the target that an answer names; a place may be of two words."""
    service, _, rest = value.partition(" ")
    for what in (BRIDGE, FIELD, GROUND, CORREGIDOR, CAVITE):
        place, found, more = rest.partition(f" {what}")
        if found:
            return service.strip("-"), Target(place, what + more)
    raise ValueError(f"expected a target, found {value!r}")


def _caps(state: State) -> Iterator[Option]:
    fighters = [unit for unit in ready(state, state.side) if unit.is_fighter]
    for place in cap_places(state, state.side):
        if any(not why_no_cap(state, unit, place) for unit in fighters):
            yield Option(place, where(state, place))


def _interdictions(state: State) -> Iterator[Option]:
    able = _one_of_each(ready(state, state.side))
    fighters = [unit for unit in able if unit.is_fighter]
    for place in sorted(state.board.roads):
        if any(is_within(state.board, one, one.location, place, part=2) for one in fighters):
            yield Option(place, where(state, place))


def _moves(state: State) -> Iterator[Option]:
    able = _one_of_each(airworthy(state, state.side))
    for name in sorted(state.board.fields):
        if any(not why_not(state, unit, name) for unit in able):
            yield Option(name, name)


_POSSIBLE: Mapping[str, Callable[[State], Iterator[Option]]] = MappingProxyType(
    {RAID: _raids, CAP: _caps, INTERDICT: _interdictions, MOVE: _moves}
)
