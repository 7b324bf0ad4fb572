"""[3.2, 8.4] What a player's moves and requests of the Ground Phase mean, and whether he may.

He moves one stack and saves. Its segment is played with the hexes that he has shown; whatever the
dice and the enemy do to it on the way is done, and then it waits for what he shows next.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from modules.red_beach.rules import attack, ground, movement, segment
from modules.red_beach.rules.naming import stack_named, supports_named
from modules.red_beach.rules.recovery import day_recovery, next_turn
from modules.red_beach.rules.refusal import Refusal, listed
from modules.red_beach.rules.routes import Leg, Route, along, refused_way, routes, why_not
from modules.red_beach.rules.segment import ATTACK, DROP, LATER, MOVE, STOP
from modules.red_beach.rules.segment_track import Segment, in_progress, warn
from modules.red_beach.rules.support import NONE
from vassal_bridge.errors import RuleError
from vassal_bridge.game.changes import Tell
from vassal_bridge.game.deeds import Deed
from vassal_bridge.game.hexes import HexId, is_hex
from vassal_bridge.game.judging import Asked, Finding, Judgement, guided
from vassal_bridge.game.sequence import Choose, Option, Steps, choose

if TYPE_CHECKING:
    from modules.red_beach.state import State

PATH: Final = "path"
"""The kind of the decision which way a stack has gone."""


def judge_moves(before: State, moves: Sequence[Deed], asked: Asked | None) -> Judgement:
    """Return what the moves of one stack mean, with an attack or a stop asked for after them.

    Units of several hexes are several segments, of which nobody can tell the order.
    """
    stops = {HexId(str(deed.after)): deed.units for deed in moves}
    starts = sorted({str(deed.before) for deed in moves})
    if len(starts) > 1:
        text = f"stacks of {' and '.join(starts)} have moved: each has a segment, save after each"
        return Judgement((Finding(text, "3.2"),))
    units = tuple(name for names in stops.values() for name in names)
    if refused := _may_not_act(before, units):
        return Judgement(_as_findings(refused))
    here = HexId(starts[0])
    if asked is not None and asked.verb == "move":
        way = _way_of(asked.places)
        found = _off_the_way(before, units, here, way, stops, asked)
        return Judgement(found) if found else _segment(before, units, [way], None)
    ways = _ways(before, moves, units, here, stops)
    if not ways:
        return Judgement(_why_no_way(before, moves, units, here, stops))
    return _segment(before, units, ways, asked)


def _seen(moves: Sequence[Deed]) -> list[HexId]:
    """Return the hexes in which a log shows a stack one after the other; none for a save."""
    return [HexId(place) for place in moves[0].way] if len(moves) == 1 else []


def _ways(
    state: State,
    moves: Sequence[Deed],
    units: Sequence[str],
    here: HexId,
    stops: Mapping[HexId, tuple[str, ...]],
) -> list[Route]:
    """Return the ways by which a stack may have gone, as far as they are not known."""
    entered = _entered(state, units)
    if seen := _seen(moves):
        return along(state, [state.units[name] for name in units], here, seen, entered=entered)
    return routes(state, here, stops, entered=entered)


def _why_no_way(
    state: State,
    moves: Sequence[Deed],
    units: Sequence[str],
    here: HexId,
    stops: Iterable[HexId],
) -> tuple[Finding, ...]:
    """Return what forbids each way to where the units stand."""
    stack = [state.units[name] for name in units]
    for there in _seen(moves):
        if not along(state, stack, here, [there]):
            return tuple(why_not(state, stack, here, there))
        here = there
    return tuple(finding for goal in stops for finding in why_not(state, stack, here, goal))


def _off_the_way(
    state: State,
    units: Sequence[str],
    here: HexId,
    way: Route,
    stops: Mapping[HexId, tuple[str, ...]],
    asked: Asked,
) -> tuple[Finding, ...]:
    """Return why a stack may not have gone the way that the player says."""
    if [*stops] != [*way.hexes[-1:]]:
        text = f"{asked} does not lead to {' and '.join(stops)}, where the units stand"
        return (Finding(text, "8.4"),)
    return tuple(refused_way(state, [state.units[name] for name in units], here, way.hexes))


def judge_request(before: State, asked: Asked) -> Judgement:
    """Return what a request of the Ground Phase means where nothing was moved.

    Raises RuleError where nobody, or nobody who may act, is meant.
    """
    if asked.verb == "end":
        return Judgement((), "end of the Ground Phase, recovery", end_turn)
    units = stack_named(before, asked.subject)
    if refused := _may_not_act(before, units):
        return Judgement(_as_findings(refused))
    if asked.verb != "move":
        return _segment(before, units, [Route(())], asked)
    way = _way_of(asked.places)
    stack = [before.units[name] for name in units]
    if found := refused_way(before, stack, HexId(stack[0].location), way.hexes):
        return Judgement(tuple(found))
    return _segment(before, units, [way], None)


def end_turn(state: State) -> Steps[None]:
    """End the Ground Phase, with the segment in progress, and play Recovery [3.2]."""
    yield from _finish(state)
    yield from ground.end_phase(state)
    yield from day_recovery(state)
    yield from next_turn(state)


def _segment(
    before: State, units: tuple[str, ...], ways: list[Route], asked: Asked | None
) -> Judgement:
    """Return the segment of some units by one of some ways, with what is asked for after it."""
    target: HexId | None = None
    supports: tuple[str, ...] = ()
    if asked is not None and asked.verb == "attack":
        target = _hex(asked.places[0])
        supports = supports_named(before, asked.support)
        if not any(way.legs for way in ways):
            refused = attack.problems(before, units, target, supports)
            if refused:
                return Judgement(_as_findings(refused))
    is_last = asked is not None and asked.verb in ("stop", "next", "end")
    name = f"segment of {' + '.join(before.units[unit].name for unit in units)}"

    def play(state: State) -> Steps[None]:
        yield from warn(state)
        way = yield from _choose_way(ways)
        script = _script(state, units, way)
        if target is not None:
            script.append(f"{ATTACK}{target}")
        last = STOP if is_last or "segment" in state.forgets else LATER
        yield from _play(state, units, script, list(supports), last)
        if asked is not None and asked.verb == "end":
            yield from end_turn(state)

    return Judgement((), name, play)


def _choose_way(ways: list[Route]) -> Steps[Route]:
    """Ask which way the stack went, where the ways differ in what they trigger."""
    options = [Option(" -> ".join(way.hexes), str(way)) for way in ways]
    chosen = yield from choose(
        PATH, "Which way did the stack go?", options, why="[3.2] impulses by movement"
    )
    return ways[[option.value for option in options].index(chosen)]


def _script(state: State, units: tuple[str, ...], way: Route) -> list[str]:
    """Return the choices of a segment that lead a stack along a way, dropping units on it."""
    now = in_progress(state)
    script = []
    if now is not None and _is_of(now, units):
        behind = [name for name in now.acting if name not in units]
        script += [f"{DROP}{', '.join(sorted(behind))}"] if behind and way.legs else []
    for leg in way.legs:
        script += [f"{MOVE}{hex_id}" for hex_id in leg.hexes]
        script += [f"{DROP}{', '.join(sorted(leg.dropped))}"] if leg.dropped else []
    return script


def _play(
    state: State, units: tuple[str, ...], script: list[str], supports: list[str], last: str
) -> Steps[None]:
    """Play a segment by a script as far as that is still lawful, then end it or let it wait."""
    now = in_progress(state)
    if now is not None and not _is_of(now, units):
        yield from segment.finish(state, now)
        now = None
    may_pause = "segment" not in state.forgets
    if now is None:
        acting = _acting(state, units)
        behind = [name for name in acting if name not in units]
        if behind and script:
            script.insert(0, f"{DROP}{', '.join(sorted(behind))}")
        steps = segment.segment(state, acting, may_pause=may_pause)
    else:
        steps = segment.segment(state, now.acting, now, may_pause=may_pause)
    yield from guided(steps, lambda step: _known(step, script, supports, last))
    if script or supports:
        left = ", ".join([*script, *supports])
        yield Tell(f"  Not done any more: {left}{_why_halted(state, units, script)} [3.2]")


def _why_halted(state: State, units: Sequence[str], script: Sequence[str]) -> str:
    """Return why a stack that is alive does not do what comes next in a script; else nothing."""
    alive = [name for name in units if state.units[name].on_map]
    if not alive or not script or in_progress(state) is None:
        return ""
    here = HexId(state.units[alive[0]].location)
    refused: list[Refusal] = []
    if script[0].startswith(ATTACK):
        refused = attack.problems(state, alive, HexId(script[0].removeprefix(ATTACK)))
    elif script[0].startswith(MOVE):
        there = HexId(script[0].removeprefix(MOVE))
        refused = movement.entry_problems(state, [state.units[n] for n in alive], here, there)
    return f", for {listed(refused)}" if refused else ""


def _known(step: Choose, script: list[str], supports: list[str], last: str) -> str | None:
    """Return the answer that the script has for a decision; None for one that is the player's."""
    allowed = {option.value for option in step.options}
    if step.kind == "segment":
        if script and script[0] in allowed:
            return script.pop(0)
        return last if not script else STOP if LATER not in allowed else LATER
    if step.kind == "support" and step.why.startswith("[8.9] attack"):
        return supports.pop(0) if supports and supports[0] in allowed else NONE
    return None


def _acting(state: State, units: tuple[str, ...]) -> tuple[str, ...]:
    """Return who begins a segment together: those who moved, or their whole stack [8.4].

    By the setting `act_apart` the others may act later as a stack of their own; without it they
    are dropped off at once.
    """
    if state.board.settings.act_apart:
        return units
    here = state.units[units[0]].location
    return tuple(unit.id for unit in state.us_at(here) if not unit.moved)


def _finish(state: State) -> Steps[None]:
    now = in_progress(state)
    if now is not None:
        yield from segment.finish(state, now)


def _is_of(now: Segment, units: Iterable[str]) -> bool:
    """Whether a segment in progress is that of some units."""
    return set(units) <= set(now.acting)


def _entered(state: State, units: Iterable[str]) -> bool:
    now = in_progress(state)
    return state.jrl == 0 or (now is not None and _is_of(now, units) and now.entered)


def _may_not_act(state: State, units: tuple[str, ...]) -> list[Refusal]:
    """Return why units may not act now; a segment in progress of others ends first."""
    now = in_progress(state)
    if now is not None and _is_of(now, units):
        return []
    return [one for one in segment.problems(state, units) if "in progress" not in one.sentence]


def _as_findings(refused: Iterable[Refusal]) -> tuple[Finding, ...]:
    return tuple(Finding(one.sentence, one.rule) for one in refused)


def _way_of(places: Sequence[str]) -> Route:
    return Route((Leg(tuple(_hex(place) for place in places)),))


def _hex(text: str) -> HexId:
    if not is_hex(text):
        raise RuleError(f"expected a hex such as 2711, found {text!r}")
    return HexId(text)
