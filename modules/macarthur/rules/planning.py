"""[8.1, 8.3, 8.5] The plan of an air phase: raids, CAP, interdiction, changes of field."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from modules.macarthur.rules import fields
from modules.macarthur.rules.missions import (
    Target,
    cap_places,
    describe,
    forbidden,
    targets,
    ways_to_raid,
)
from modules.macarthur.rules.patrols import OPEN, fly_cap, interdict, take_off, why_no_cap
from modules.macarthur.rules.raids import FIELD, where
from modules.macarthur.rules.ranges import distance, is_within, reach
from modules.macarthur.rules.relocation import fields_for, relocate
from modules.macarthur.units import ARMY, BOMBING, JP, NAVY, Mission, Unit
from vassal_bridge.game.changes import Tell
from vassal_bridge.game.sequence import Option, Steps, choose

if TYPE_CHECKING:
    from modules.macarthur.state import State

DONE, GO = "done", "go"
RAID, CAP, INTERDICT, MOVE = "raid", "cap", "interdict", "move"
SERVICES = {JP: (NAVY, ARMY)}


def plan(state: State) -> Steps[None]:
    """Let the phasing side fly missions until it has enough [MAC-3.2.2-a].

    Of a raid all aircraft are of one service [MAC-8.3.1-C], escorts as well [MAC-8.5.1-B].
    """
    raided: set[str] = set()
    while True:
        options = [Option(DONE, "no more missions"), *_missions(state)]
        default = _suggestion(state, options, raided)
        prompt = f"Air mission, {state.side}"
        answer = yield from choose("mission", prompt, options, why="[8.3]", default=default)
        if answer == DONE:
            return
        kind, _, rest = answer.partition(" ")
        if kind == RAID:
            raided.add(answer)
            service, _, value = rest.partition(" ")
            yield from fly_raid(state, service.strip("-"), _target(value))
        else:
            yield from _fly_alone(state, kind, rest)


def _target(value: str) -> Target:
    """Return the target that an answer names: its place may be a field of two words."""
    for what in ("bridge", "field", "ground", "corregidor", "cavite"):
        place, found, more = value.partition(f" {what}")
        if found:
            return Target(place, what + more)
    raise ValueError(f"expected a target, found {value!r}")


def _ready(state: State, side: str) -> list[Unit]:
    return [
        unit
        for unit in state.air(side)
        if unit.is_parked
        and unit.is_up
        and not unit.moved
        and unit.location in state.board.fields
        and fields.is_served(state, unit.location, unit)
    ]


def _missions(state: State) -> Iterator[Option]:
    """Yield every mission for which there is an aircraft."""
    ready = _one_of_each(_ready(state, state.side))
    for target in targets(state, state.side):
        for service in SERVICES.get(state.side, ("",)):
            own = (unit for unit in ready if unit.service == service)
            if any(_can_attack(state, unit, target) for unit in own):
                name = f"{service.capitalize()}: " if service else ""
                value = f"{RAID} {service or '-'} {target.value}"
                yield Option(value, f"{name}raid {describe(state, target)}")
    fighters = [unit for unit in ready if unit.is_fighter]
    for place in cap_places(state, state.side):
        if any(not why_no_cap(state, unit, place) for unit in fighters):
            yield Option(f"{CAP} {place}", f"CAP over {where(state, place)}")
    for place in sorted(state.board.roads):
        if any(is_within(state.board, one, one.location, place, part=2) for one in fighters):
            yield Option(f"{INTERDICT} {place}", f"interdict {where(state, place)}")
    for name in sorted({one for unit in ready for one in fields_for(state, unit)}):
        yield Option(f"{MOVE} {name}", f"change fields, to {name}")


def _one_of_each(units: list[Unit]) -> list[Unit]:
    """Return one aircraft of each model and base: the others can fly what it can."""
    return list({(unit.model, unit.location): unit for unit in units}.values())


def _can_attack(state: State, unit: Unit, target: Target) -> bool:
    ways = ATTACKS[unit.is_fighter]
    return any(not forbidden(state, unit, way, target) for way in ways)


ATTACKS = {True: (Mission.STRAFE, Mission.FIGHTER_BOMB), False: (Mission.BOMB, Mission.HIGH)}
"""How aircraft attack, by whether they are fighters."""


def _suggestion(state: State, options: list[Option], raided: set[str]) -> str:
    """Return a sensible mission: a raid on the field with most aircraft, once, or no more."""
    best, most = DONE, 0
    for option in options:
        kind, _, rest = option.value.partition(" ")
        if kind != RAID or option.value in raided or not rest.endswith(FIELD):
            continue
        field = state.board.field_in(_target(rest.partition(" ")[2]).place)
        count = len(fields.parked(state, field.name)) if field is not None else 0
        if count > most:
            best, most = option.value, count
    return best


def fly_raid(state: State, service: str, target: Target) -> Steps[None]:
    """Put aircraft of one service on a target, one after the other, until the raid is told to go.

    Escorts fly with bombers alone [MAC-8.5.1-A]; a fighter's bomb is its own way to raid.
    """
    flying: list[Unit] = []
    while True:
        options = list(_joining(state, service, target, flying))
        if flying:
            options.insert(0, Option(GO, "that is all"))
        if not options or [one.value for one in options] == [GO]:
            break
        answer = yield from choose(
            "fly",
            f"To {describe(state, target)}",
            options,
            why="[8.3.1]",
            default=_next_flyer(options, flying),
        )
        if answer == GO:
            break
        mission, _, name = answer.partition(" ")
        unit = state.units[name]
        yield from take_off(unit, mission, target)
        flying.append(state.units[name])
    for unit in flying:
        way, most = distance(state.board, unit.base, target.place), reach(state.board, unit)
        yield Tell(
            f"  {unit.name} ({unit.mission}) {unit.base} -> {describe(state, target)},"
            f" dist {way} of {most} [8.1]"
        )


def _joining(state: State, service: str, target: Target, flying: list[Unit]) -> Iterator[Option]:
    has_bombers = any(unit.mission in BOMBING for unit in flying)
    for unit in _ready(state, state.side):
        if unit.service != service:
            continue
        for mission in ways_to_raid(state, unit, target):
            if mission != Mission.ESCORT or has_bombers:
                yield Option(f"{mission} {unit.id}", f"{unit.name} of {unit.location}: {mission}")


def _next_flyer(options: list[Option], flying: list[Unit]) -> str:
    """Return a sensible next aircraft: all bombers, then an escort for each but one."""
    values = [option.value for option in options]
    bombers = sum(unit.mission in BOMBING for unit in flying)
    escorts = sum(unit.mission == Mission.ESCORT for unit in flying)
    for value in values:
        if value.startswith(f"{Mission.BOMB} ") and bombers < MOST_BOMBERS:
            return value
    for value in values:
        if value.startswith(f"{Mission.ESCORT} ") and escorts < bombers - 1:
            return value
    return GO if GO in values else values[0]


MOST_BOMBERS = 4
"""How many bombers a suggested raid has."""


def _fly_alone(state: State, kind: str, place: str) -> Steps[None]:
    """Let one fighter fly CAP or interdiction, or one aircraft change its field."""
    able = [unit for unit in _ready(state, state.side) if _CAN[kind](state, unit, place)]
    options = [Option(unit.id, f"{unit.name} of {unit.location}") for unit in able]
    answer = yield from choose("flyer", f"{kind} {place}", options, why="[8.5]")
    unit = state.units[answer]
    yield from _DEEDS[kind](state, unit, place)


def _can_cap(state: State, unit: Unit, place: str) -> bool:
    return unit.is_fighter and not why_no_cap(state, unit, place)


def _can_interdict(state: State, unit: Unit, place: str) -> bool:
    return not forbidden(state, unit, Mission.INTERDICT, Target(place, OPEN))


def _can_move(state: State, unit: Unit, place: str) -> bool:
    return place in fields_for(state, unit)


_CAN = {CAP: _can_cap, INTERDICT: _can_interdict, MOVE: _can_move}
_DEEDS = {CAP: fly_cap, INTERDICT: interdict, MOVE: relocate}
