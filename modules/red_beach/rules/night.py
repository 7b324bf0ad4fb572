"""[3.3, 9.5] The night turn: Japanese Tactical Action."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modules.red_beach.rules import attackers, steps, turns
from modules.red_beach.rules.combat import attackers_at
from modules.red_beach.rules.japanese_attacks import assault, one_round, snipe
from modules.red_beach.rules.night_targets import rank, stack_steps, valid_targets
from modules.red_beach.rules.retreat import scatter
from modules.red_beach.rules.tactical import NAMES, SNIPING, Result, tactical_roll
from vassal_bridge.errors import RuleError
from vassal_bridge.game.changes import Tell
from vassal_bridge.game.hexes import HexId
from vassal_bridge.game.sequence import Option, Steps, choose

if TYPE_CHECKING:
    from modules.red_beach.state import State


def tactical_action(state: State) -> Steps[None]:
    """Run the Japanese Tactical Action phase of a night turn [RB-3.3-a, RB-3.3-g].

    Raises RuleError where the turn marker is not on a night turn.
    """
    if not turns.is_night(state.turn):
        raise RuleError(f"the turn marker is on {state.turn}, no night turn [3.3]")
    before = state.jrl
    if before == 0:
        yield Tell(f"{state.turn} ({state.date}), night: JRL 0, no Japanese action [3.3]")
        return
    yield Tell(f"{state.turn} ({state.date}), night: Japanese Tactical Action, JRL {before} [3.3]")
    yield from scatter(state, "start of the night")
    repeats = 0
    while True:
        result = yield from _roll_and_attack(state)
        if not result.again or state.jrl == 0:
            break
        repeats += 1
        if not (yield from _go_on(state, repeats, "The Tactical Table has been repeated")):
            break
    yield Tell(f"{state.turn}: end of the Japanese action, JRL {before} -> {state.jrl} [3.3]")


def _roll_and_attack(state: State) -> Steps[Result]:
    """Roll once on the table and carry out the attacks, the weakest target first.

    [RB-3.3-i, RB-3.3-j]
    """
    result, head = yield from tactical_roll(state, "night")
    if not result.count:
        yield Tell(f"{head} [3.3]")
        return result
    valid = valid_targets(state)
    targets = yield from rank(state, valid, result.count)
    listed = ", ".join(f"{hex_id} ({stack_steps(state, hex_id)})" for hex_id in targets)
    dropped = result.count - len(targets)
    surplus = f"; {dropped} without a target" if dropped else ""
    yield Tell(f"{head}. {len(valid)} in reach; targets (steps): {listed or 'none'}{surplus} [3.3]")
    if result.kind in SNIPING:
        for hex_id in targets:
            yield from snipe(state, result.kind, hex_id)
    elif result.kind == "CA":
        yield from coordinated_assault(state, targets)
    else:
        for hex_id in targets:
            yield from assault(state, result.kind, hex_id)
    return result


def _go_on(state: State, count: int, what: str) -> Steps[bool]:
    """Ask whether to go on at each multiple of the guard; a night must end at last."""
    guard = state.board.settings.repeats
    if count % guard:
        return True
    options = [Option("stop", "stop here"), Option("go on", "go on")]
    prompt = f"{what} {count} times. Go on?"
    answer = yield from choose("go on", prompt, options, why="[3.3]", default="stop")
    return answer == "go on"


def coordinated_assault(state: State, targets: list[HexId]) -> Steps[None]:
    """Resolve a Coordinated Assault: all are placed, then each Japanese stack fights on [RB-3.3-e].

    A stack that clears its hex goes on to the weakest US stack that it can reach and that no
    other Japanese attack, until it dies, a target holds, or none is left.
    """
    waiting: dict[HexId, str] = {}
    for hex_id in targets:
        why = f"[3.3] {NAMES['CA']} @{hex_id}"
        if not state.us_at(hex_id):
            yield Tell(f"  CA @{hex_id}: nobody left there [3.3]")
            continue
        placed = yield from attackers.place(state, hex_id, why)
        if placed is None:
            yield Tell(f"  CA @{hex_id}: no Jap Inf counter is left [9.5]")
            continue
        waiting[hex_id] = placed
        yield from scatter(state, why)
    for hex_id, placed in waiting.items():
        yield from _fight_on(state, hex_id, placed)
    yield from scatter(state, f"[3.3] {NAMES['CA']}")


def _fight_on(state: State, first: HexId, placed: str) -> Steps[None]:
    """Let one Japanese stack fight from target to target [RB-3.3-e]."""
    here = first
    fights = 0
    while True:
        why = f"[3.3] {NAMES['CA']} @{here}"
        yield from one_round(state, "CA", here, placed, why)
        fights += 1
        if state.us_at(here) or not attackers_at(state, here):
            break
        if not (yield from _go_on(state, fights, "This Japanese stack has fought")):
            break
        there = yield from _next_target(state, here)
        if there is None:
            yield Tell(f"  CA @{here}: the hex is cleared; no further target in reach [3.3]")
            break
        yield from attackers.move_on(state, here, there, why)
        placed = f"from {here}, {steps.describe(state, attackers_at(state, there))}."
        here = there
        yield from scatter(state, why)
        if not state.us_at(here):
            break
    yield from attackers.lift(state, here, f"[3.3] {NAMES['CA']}")
    yield from scatter(state, f"[3.3] {NAMES['CA']}")


def _next_target(state: State, here: HexId) -> Steps[HexId | None]:
    free = [hex_id for hex_id in valid_targets(state, here) if not attackers_at(state, hex_id)]
    found = yield from rank(state, free, 1)
    return found[0] if found else None
