"""[8.1, 8.3, 8.5] The plan of an air phase: raids, CAP, interdiction, changes of field."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from modules.macarthur.rules import fields, pads
from modules.macarthur.rules.missions import Target, describe, flight, forbidden, ways_to_raid
from modules.macarthur.rules.patrols import OPEN, fly_cap, interdict, take_off, why_no_cap
from modules.macarthur.rules.possible import (
    CAP,
    INTERDICT,
    KINDS,
    MOVE,
    RAID,
    airworthy,
    parse_raid,
    possible,
    ready,
)
from modules.macarthur.rules.raids import FIELD
from modules.macarthur.rules.relocation import fields_for, relocate
from modules.macarthur.units import ALLIED, BOMBING, JP, Mission, Unit
from vassal_bridge.game.sequence import SECRET, Option, Steps, choose

if TYPE_CHECKING:
    from modules.macarthur.state import State

DONE, GO = "done", "go"
SIDES = {JP: "Japan", ALLIED: "the Allies"}


def plan(state: State) -> Steps[None]:
    """Let the phasing side fly missions until it has enough [MAC-3.2.2-a].

    Of a raid all aircraft are of one service [MAC-8.3.1-C], escorts as well [MAC-8.5.1-B]. What is
    laid out on its planning pad is flown first [2.2.7].
    """
    yield from pads.take_back(state, state.enemy)
    is_laid_out = yield from pads.fly(state, state.side)
    raided: set[str] = set()
    while True:
        kinds = [kind for kind in KINDS if next(possible(state, kind), None) is not None]
        options = [Option(DONE, "no more missions"), *(Option(one, KINDS[one]) for one in kinds)]
        prize = "" if is_laid_out else _suggestion(state, raided)
        default = RAID if prize else DONE
        prompt = f"Air mission, {SIDES[state.side]}"
        kind = yield from choose("mission", prompt, options, why="[8.3]", default=default)
        if kind == DONE:
            return
        targets = tuple(possible(state, kind))
        suggested = prize if kind == RAID else ""
        asked = SECRET if kind == MOVE else kind
        target = yield from choose(asked, f"{kind} where", targets, why="[8.3]", default=suggested)
        if kind == RAID:
            raided.add(target)
            yield from fly_raid(state, *parse_raid(target))
        else:
            yield from _fly_alone(state, kind, target)


def _suggestion(state: State, raided: set[str]) -> str:
    """Return a sensible raid: on the field with most aircraft, once; nothing where none is."""
    best, most = "", 0
    for option in possible(state, RAID):
        field = state.board.field_in(parse_raid(option.value)[1].place)
        if option.value in raided or not option.value.endswith(FIELD) or field is None:
            continue
        count = fields.expected(state, field.name)
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
        yield flight(state, unit, target)


def _joining(state: State, service: str, target: Target, flying: list[Unit]) -> Iterator[Option]:
    has_bombers = any(unit.mission in BOMBING for unit in flying)
    for unit in ready(state, state.side):
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
    """Let one fighter fly CAP or interdiction, or one aircraft change its field.

    Which one and from where is not told before it is seen in the air [2.2.1].
    """
    able = [unit for unit in airworthy(state, state.side) if _CAN[kind](state, unit, place)]
    options = [Option(unit.id, f"{unit.name} of {unit.location}") for unit in able]
    answer = yield from choose(SECRET, f"{kind} {place}", options, why="[8.5]")
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
