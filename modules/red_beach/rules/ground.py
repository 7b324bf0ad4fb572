"""[3.2] The Ground Phase of a day turn: US stacks act one after the other."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from modules.red_beach.rules import consolidation, segment, steps, turns
from modules.red_beach.rules.advance import parts
from modules.red_beach.rules.refusal import listed
from modules.red_beach.rules.retreat import scatter
from modules.red_beach.rules.segment_track import forget, in_progress, warn
from modules.red_beach.units import US
from vassal_bridge.errors import RuleError
from vassal_bridge.game.changes import Tell
from vassal_bridge.game.hexes import HexId
from vassal_bridge.game.sequence import Option, Steps, choose

if TYPE_CHECKING:
    from modules.red_beach.state import State

END: Final = "end"
CONSOLIDATE: Final = "consolidate "


def stacks_to_act(state: State) -> dict[HexId, tuple[str, ...]]:
    """Return the US units that have not acted, by hex [3.2, RB-3.2-h]."""
    found = {
        hex_id: tuple(unit.id for unit in units if not unit.moved)
        for hex_id, units in state.stacks(US).items()
    }
    return {hex_id: units for hex_id, units in found.items() if units}


def ground_phase(state: State) -> Steps[None]:
    """Play the Ground Phase: a segment for each stack that the player picks [3.2, RB-3.2-h].

    A segment in progress is finished first. The phase ends when all have acted or the player
    says so. Raises RuleError on a turn that is no day turn.
    """
    if not turns.is_day(state.turn):
        raise RuleError(f"the turn marker is on {state.turn}, no day turn [3.2]")
    yield Tell(f"{state.turn} ({state.date}): Ground Phase, JRL {state.jrl} [3.2]")
    if in_progress(state) is not None:
        yield from segment.go_on(state)
    yield from scatter(state, "start of the Ground Phase")
    yield from segment.judge_phase(state)
    while state.outcome() is None and (yield from _next_segment(state)):
        pass
    yield from end_phase(state)


def _next_segment(state: State) -> Steps[bool]:
    """Ask which stack acts next and play its segment; return whether there may be another."""
    waiting = stacks_to_act(state)
    if not waiting:
        return False
    options = [
        Option(hex_id, f"{hex_id}: {steps.describe(state, [state.units[name] for name in units])}")
        for hex_id, units in waiting.items()
    ]
    options += [
        Option(CONSOLIDATE + ", ".join(units), f"consolidate {' + '.join(units)}")
        for units in consolidation.possible(state)
    ]
    options.append(Option(END, "end the Ground Phase"))
    prompt = "Which stack acts next?"
    chosen = yield from choose(
        "stack", prompt, options, why="[3.2]", default=END, reason=partial(forbidden, state)
    )
    if chosen == END:
        return False
    if chosen.startswith(CONSOLIDATE):
        units = tuple(chosen.removeprefix(CONSOLIDATE).split(", "))
        yield from consolidation.consolidate(state, units)
    else:
        units = yield from choose_part(state, waiting[HexId(chosen)])
        yield from segment.segment(state, units)
    return True


def forbidden(state: State, answer: str) -> str:
    """Return why a stack may not act, or Inf may not consolidate; or nothing [3.2, 12.0]."""
    if answer.startswith(CONSOLIDATE):
        units = answer.removeprefix(CONSOLIDATE).split(", ")
        known = all(name in state.units for name in units)
        return listed(consolidation.problems(state, units)) if known else ""
    stack = [unit.id for unit in state.us_at(answer) if unit.on_map]
    return listed(segment.problems(state, stack)) if stack else ""


def choose_part(state: State, units: tuple[str, ...]) -> Steps[tuple[str, ...]]:
    """Ask which units of a hex act together, all of them by default [8.4, RB-8.4-c].

    By the setting `act_apart` the others may act later as a stack of their own.
    """
    if len(units) == 1 or not state.board.settings.act_apart:
        return units
    options = [Option(", ".join(part), " + ".join(part)) for part in parts(units)]
    prompt = f"Which units of {state.units[units[0]].location} act together?"
    chosen = yield from choose("part", prompt, options, why="[8.4]", default=options[0].value)
    return tuple(chosen.split(", "))


def choose_stack(state: State, prompt: str) -> Steps[tuple[str, ...]]:
    """Ask which stack yet to act is meant; raises RuleError where none is left [3.2]."""
    waiting = stacks_to_act(state)
    if not waiting:
        raise RuleError("every US stack on the map has acted [3.2]")
    options = [
        Option(hex_id, f"{hex_id}: {' + '.join(state.units[name].name for name in units)}")
        for hex_id, units in waiting.items()
    ]
    chosen = yield from choose("stack", prompt, options, why="[3.2]")
    return (yield from choose_part(state, waiting[HexId(chosen)]))


def one_segment(state: State) -> Steps[None]:
    """Play one segment alone: the one in progress, or one of a stack yet to act [3.2].

    It may be left half-done where the save can hold it.
    """
    if not turns.is_day(state.turn):
        raise RuleError(f"the turn marker is on {state.turn}, no day turn [3.2]")
    yield from warn(state)
    may_pause = "segment" not in state.forgets
    if in_progress(state) is not None:
        yield from segment.go_on(state, may_pause=may_pause)
    else:
        units = yield from choose_stack(state, "Which stack acts?")
        yield from segment.segment(state, units, may_pause=may_pause)


def end_phase(state: State) -> Steps[None]:
    """End the Ground Phase: what was to be remembered of it is forgotten [3.2]."""
    resting = len(stacks_to_act(state))
    yield from forget(state)
    rest = f", {resting} stack{'' if resting == 1 else 's'} did not act" if resting else ""
    yield Tell(f"{state.turn}: end of the Ground Phase, JRL {state.jrl}{rest} [3.2]")
