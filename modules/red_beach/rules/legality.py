"""What is wrong with a position: stacking, ZOC, terrain, markers and tracks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from modules.red_beach.rules import stacking, turns, zoc
from modules.red_beach.rules.segment_track import recall
from modules.red_beach.rules.steps import strength
from modules.red_beach.rules.wave_display import display
from modules.red_beach.units import FRONT, KINDS, US, Unit
from vassal_bridge.errors import MissingCell, RuleError
from vassal_bridge.game.hexes import HexId

if TYPE_CHECKING:
    from modules.red_beach.state import State

MOST_JRL = 550


def problems(state: State) -> list[str]:
    """Return everything that is wrong with a position, one sentence each."""
    return [
        *_track_problems(state),
        *(problem for unit in state.units.values() for problem in _unit_problems(state, unit)),
        *_stack_problems(state),
        *display(state).problems(),
    ]


def is_alone(units: tuple[Unit, ...]) -> bool:
    """Whether US units in a hex are HQ and Arty without Inf or Tank [8.4]."""
    return bool(units) and not any(unit.fights for unit in units)


def _track_problems(state: State) -> Iterator[str]:
    if state.turn not in (*turns.TRACK, turns.END):
        yield f"the turn marker is in {state.turn!r}, no box of the turn track"
    if not 0 <= state.jrl <= MOST_JRL:
        yield f"the JRL is {state.jrl}, not 0 to {MOST_JRL} [2.0]"
    for track in ("amtracs", "engineer_level", "engineers_available", "air_strikes", "destroyers"):
        if state.level(track) < 0:
            yield f"{track} is {state.level(track)}, below 0"
    try:
        recall(state)
    except RuleError as error:
        yield error.message


def _unit_problems(state: State, unit: Unit) -> Iterator[str]:
    if unit.kind not in KINDS:
        yield f"{unit.name} is a {unit.kind}, no kind of unit"
        return
    if not unit.on_map:
        if state.board.boxes and unit.location not in state.board.boxes:
            yield f"{unit.name} is in {unit.location!r}, no box of the map"
        return
    if not state.board.is_land(HexId(unit.location)):
        yield f"{unit.name} is in {unit.location}, where no unit can stand"
    elif not state.board.admits(unit, HexId(unit.location)):
        yield f"{unit.name} is on the pier in {unit.location} [8.4]"
    if unit.is_fort or unit.is_arty:
        if unit.marker1:
            yield f'{unit.name} has one step and bears a "1" marker [8.81]'
        return
    if unit.is_hq:
        return
    try:
        if strength(state, unit) < 1:
            yield f"{unit.name} has a strength of {strength(state, unit)} [8.81]"
    except MissingCell:
        if unit.face != FRONT and unit.marker1:
            yield f"the strength of {unit.name} is not known in this edition [8.81]"


def _stack_problems(state: State) -> Iterator[str]:
    japanese = zoc.japanese_zone(state)
    for hex_id, units in state.stacks(US).items():
        if problem := stacking.us_problem(units):
            yield f"{hex_id}: {problem}"
        if is_alone(units) and hex_id in japanese:
            yield f"{hex_id}: HQ or Arty in enemy ZOC without Inf or Tank [8.4]"
    for hex_id in state.stacks("jp"):
        if problem := stacking.jp_problem(state.at(hex_id)):
            yield f"{hex_id}: {problem}"
    for hex_id in state.stacks("jp"):
        if any(unit.is_attacker for unit in state.jp_at(hex_id)):
            yield f"{hex_id}: Japanese Inf or Tanks are on the map only during an attack [9.5]"
