"""[12.0] Option 8: reduced Inf of one Btn become one stronger unit."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Final

from modules.red_beach.board import ELIMINATED
from modules.red_beach.rules import loc, movement, steps
from modules.red_beach.rules.coordination import coordinated, group_of
from modules.red_beach.rules.impulse import impulse, waived_by
from modules.red_beach.rules.refusal import Refusal, listed
from modules.red_beach.rules.retreat import scatter
from modules.red_beach.rules.segment_track import Segment, recall
from modules.red_beach.units import BACK, FRONT, INF, US, Unit
from vassal_bridge.errors import RuleError
from vassal_bridge.game.changes import Eliminate, Flip, Set, Tell
from vassal_bridge.game.hexes import HexId
from vassal_bridge.game.sequence import Option, Steps, choose

if TYPE_CHECKING:
    from modules.red_beach.state import State

FULL: Final = 4
FACES: Final = {4: (FRONT, False), 3: (FRONT, True), 2: (BACK, False), 1: (BACK, True)}
"""Face and "1" marker of a US Inf by its steps [8.81]."""


def problems(state: State, units: Sequence[str]) -> list[Refusal]:
    """Return why Inf may not consolidate [12.0, RB-12.0-h]."""
    stack = [state.units[name] for name in units]
    found = []
    if not state.board.settings.consolidation:
        found.append(Refusal("12.0", "option 8 is not played"))
    if len(stack) < 2:
        found.append(Refusal("12.0", "it takes two Inf or more"))
    if len({(unit.regiment, unit.battalion) for unit in stack}) > 1:
        found.append(Refusal("12.0", "they are not of one Btn"))
    for unit in stack:
        found += _unit_problems(state, unit)
    for one, other in combinations([unit for unit in stack if unit.on_map], 2):
        if state.board.sheet.distance(HexId(one.location), HexId(other.location)) > 1:
            found.append(Refusal("12.0", f"{one.name} and {other.name} are not adjacent"))
    return found


def _unit_problems(state: State, unit: Unit) -> list[Refusal]:
    if unit.kind != INF or unit.side != US or not unit.on_map:
        return [Refusal("12.0", f"{unit.name} is no US Inf on the map")]
    found = []
    if steps.steps_left(state, unit) >= FULL:
        found.append(Refusal("12.0", f"{unit.name} has lost no step"))
    if unit.moved:
        found.append(Refusal("3.2", f"{unit.name} has acted this Ground Phase"))
    explained = loc.explain(state, unit, loc.BTN)
    if not explained.holds:
        found.append(Refusal("6.0", explained.story))
    return found


def possible(state: State) -> list[tuple[str, ...]]:
    """Return the sets of Inf that may consolidate, the larger first [12.0, RB-12.0-h]."""
    if not state.board.settings.consolidation:
        return []
    able = [unit for unit in state.units.values() if not _unit_problems(state, unit)]
    sets = [
        tuple(unit.id for unit in group)
        for size in (3, 2)
        for group in combinations(able, size)
        if len({(unit.regiment, unit.battalion) for unit in group}) == 1
    ]
    return [names for names in sets if not problems(state, names)]


def consolidate(state: State, units: Sequence[str]) -> Steps[None]:
    """Keep one Inf with the steps of all, at most 4, and eliminate the others [12.0, RB-12.0-h].

    It is the Ground Segment of all of them, with one impulse check where any would have to
    check: in a clear, beach or airfield hex, or at the end of an uncoordinated segment. Raises
    RuleError, with the rules, for Inf that may not.
    """
    if refused := problems(state, units):
        raise RuleError(listed(refused))
    checks = any(_would_check(state, name, units) for name in units)
    options = [Option(name, f"{name} in {state.units[name].location}") for name in units]
    kept = yield from choose("keep", "Which Inf is kept?", options, why="[12.0] consolidation")
    total = sum(steps.steps_left(state, state.units[name]) for name in units)
    why = "[12.0] consolidation"
    for name in units:
        yield Set(name, "moved", False, True, why)
        if name != kept:
            yield Eliminate(name, state.units[name].location, ELIMINATED, why)
    yield from _grow(state, kept, min(total, FULL), why)
    yield Tell(f"{' + '.join(units)} become {kept} with {min(total, FULL)} steps [12.0]")
    yield from scatter(state, why)
    if checks:
        yield from impulse(state, HexId(state.units[kept].location), "end")


def _would_check(state: State, name: str, units: Sequence[str]) -> bool:
    unit = state.units[name]
    if movement.triggers(state, HexId(unit.location)):
        return True
    judged = recall(state).judged
    reach = coordinated(state) if judged is None else judged
    group = group_of(state, [name], reach)
    outside = tuple(partner for partner in group.partners if partner not in units)
    return not waived_by(state, [unit], Segment((name,), unit.location, partners=outside))


def _grow(state: State, name: str, count: int, why: str) -> Steps[None]:
    """Bring an Inf to a number of steps, by its face and its "1" marker [8.81]."""
    unit = state.units[name]
    face, marker = FACES[count]
    if unit.face != face:
        yield Flip(name, unit.face, face, why)
    if unit.marker1 != marker:
        yield Set(name, "marker1", unit.marker1, marker, why)
