"""[3.2, 8.4] A Ground Segment: one stack moves, drops units, attacks, and stops."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from modules.red_beach.rules import attack, movement, turns
from modules.red_beach.rules.advance import parts
from modules.red_beach.rules.combat import IMPULSE_ROLLS
from modules.red_beach.rules.coordination import coordinated, group_of
from modules.red_beach.rules.impulse import ENDING, end_check, impulse, names_of
from modules.red_beach.rules.refusal import Refusal, listed
from modules.red_beach.rules.retreat import scatter
from modules.red_beach.rules.segment_track import (
    Segment,
    in_progress,
    keep,
    recall,
    remember,
)
from modules.red_beach.units import US
from vassal_bridge.errors import RuleError
from vassal_bridge.game.changes import Set, Tell
from vassal_bridge.game.hexes import HexId, is_hex
from vassal_bridge.game.sequence import Option, Steps, choose

if TYPE_CHECKING:
    from modules.red_beach.state import State

STOP = "stop"
LATER = "later"
MOVE, DROP, ATTACK = "move ", "drop ", "attack "


def problems(state: State, units: Sequence[str]) -> list[Refusal]:
    """Return why units may not begin a Ground Segment together [3.2, 8.4]."""
    stack = [state.units[name] for name in units]
    found = []
    if not turns.is_day(state.turn):
        found.append(Refusal("3.2", f"{state.turn} has no Ground Phase"))
    if in_progress(state) is not None:
        found.append(Refusal("3.2", "another Ground Segment is in progress"))
    if not stack:
        found.append(Refusal("3.2", "no unit is named"))
    for unit in stack:
        if unit.side != US:
            found.append(Refusal("3.2", f"{unit.name} is not of the US"))
        elif not unit.on_map:
            found.append(Refusal("3.2", f"{unit.name} is not on the map"))
        elif unit.moved:
            found.append(Refusal("3.2", f"{unit.name} has acted this Ground Phase"))
    if len({unit.location for unit in stack}) > 1:
        found.append(Refusal("8.4", "units act together from one hex only"))
    return found


def begin(state: State, units: Sequence[str]) -> Steps[Segment]:
    """Begin the segment of a stack: mark it, and judge its coordination [3.2, 9.3, RB-9.3-e].

    Units that ended a turn in one hex may act as one stack [RB-8.4-c]. Raises RuleError, with the
    rules, for units that may not act.
    """
    if refused := problems(state, units):
        raise RuleError(listed(refused))
    yield from judge_phase(state)
    judged = recall(state).judged
    group = group_of(state, units, coordinated(state) if judged is None else judged)
    here = HexId(state.units[units[0]].location)
    for name in units:
        yield Set(name, "moved", False, True, "[3.2] acts this Ground Phase")
    now = Segment(tuple(units), here, group=group.name, partners=group.partners)
    yield from keep(state, now)
    with_whom = f"; coordinated: {group.name}" if group.name else ""
    yield Tell(f"Segment @{here}: {names_of(state, units)}{with_whom} [3.2]")
    return now


def judge_phase(state: State) -> Steps[None]:
    """Judge the coordination of all for the phase, with option 3, once [12.0, RB-12.0-c]."""
    memory = recall(state)
    if state.board.settings.coordination_at_start and memory.judged is None:
        yield from remember(state, replace(memory, judged=coordinated(state)))


def segment(
    state: State, units: Sequence[str], begun: Segment | None = None, *, may_pause: bool = False
) -> Steps[None]:
    """Play a Ground Segment to its end, or from where it stands [3.2, RB-3.2-j].

    The player is asked (kind "segment") to "move 2711", "drop A/2/8, 1 Md", "attack 2712" or
    "stop"; with `may_pause` also "later", which leaves the segment in progress on its track.
    """
    now = begun or (yield from begin(state, units))
    over = False
    while not over and (here := where(state, now)) is not None:
        options = list(_options(state, now, here, may_pause=may_pause))
        prompt = f"What next for {names_of(state, now.acting)} in {here}?"
        chosen = yield from choose(
            "segment",
            prompt,
            options,
            why="[3.2]",
            default=STOP,
            reason=partial(forbidden, state, now),
        )
        if chosen == LATER:
            return
        now, over = yield from act(state, now, chosen)
    yield from finish(state, now)


def go_on(state: State, *, may_pause: bool = False) -> Steps[None]:
    """Go on with the segment in progress; raises RuleError where there is none [3.2]."""
    begun = in_progress(state)
    if begun is None:
        raise RuleError("no Ground Segment is in progress [3.2]")
    yield from segment(state, begun.acting, begun, may_pause=may_pause)


def _options(state: State, now: Segment, here: HexId, *, may_pause: bool) -> Iterator[Option]:
    """Yield everything lawful that the acting stack may do next [3.2, 8.4, 8.7]."""
    yield Option(STOP, "stop here")
    stack = [state.units[name] for name in now.acting]
    for target in attack.targets(state, now.acting):
        fort = attack.fort_at(state, target)
        yield Option(f"{ATTACK}{target}", f"attack {fort.name if fort else target} in {target}")
    for there in movement.exits(state, stack, here):
        impulse_ahead = not now.entered and state.jrl > 0 and movement.triggers(state, there)
        note = ", an impulse" if impulse_ahead else ""
        yield Option(f"{MOVE}{there}", f"move to {there}{note}")
    for part in parts(now.acting)[1:]:
        yield Option(f"{DROP}{', '.join(part)}", f"drop off {' + '.join(part)} here")
    if may_pause:
        yield Option(LATER, "go on later")


def forbidden(state: State, now: Segment, answer: str) -> str:
    """Return the rules that forbid a choice in a segment, or nothing [8.4, 8.7]."""
    here = where(state, now)
    kind, _, place = answer.partition(" ")
    if here is None or not is_hex(place):
        return ""
    stack = [state.units[name] for name in now.acting]
    if kind == MOVE.strip():
        return listed(movement.entry_problems(state, stack, here, HexId(place)))
    if kind == ATTACK.strip():
        return listed(attack.problems(state, now.acting, HexId(place)))
    return ""


def act(state: State, now: Segment, chosen: str) -> Steps[tuple[Segment, bool]]:
    """Carry out one choice of a segment; return the segment, and whether it is over [3.2].

    Raises RuleError, with the rules, for a choice that is not lawful.
    """
    here = where(state, now)
    if here is None or chosen == STOP:
        return now, True
    over = False
    if chosen.startswith(DROP):
        now = _drop(now, chosen.removeprefix(DROP).split(", "))
    elif chosen.startswith(MOVE):
        now, over = yield from _move(state, now, here, HexId(chosen.removeprefix(MOVE)))
    elif chosen.startswith(ATTACK):
        now, over = yield from _attack(state, now, here, HexId(chosen.removeprefix(ATTACK)))
    else:
        raise RuleError(f"a segment goes on by move, attack, drop or stop, not by {chosen!r} [3.2]")
    yield from keep(state, now)
    return now, over


def _drop(now: Segment, dropped: Sequence[str]) -> Segment:
    """Return the segment with some of its units left behind when the others go [RB-8.4-b]."""
    strangers = [name for name in dropped if name not in now.acting]
    if strangers:
        raise RuleError(f"{', '.join(strangers)} does not act in this segment [8.4]")
    staying = tuple(name for name in now.acting if name not in dropped)
    if not staying:
        raise RuleError("a stack cannot drop off all its units: it stops [8.4]")
    return replace(now, acting=staying, left=(*now.left, *sorted(dropped)))


def where(state: State, now: Segment) -> HexId | None:
    """Return the hex of the acting stack: that of its Inf or Tank, if any; None when all died."""
    alive = [unit for name in now.acting if (unit := state.units[name]).on_map]
    leading = [unit for unit in alive if unit.fights] or alive
    return HexId(leading[0].location) if leading else None


def _together(state: State, now: Segment) -> Segment:
    """Return the segment without the dead, and without units that were driven off from the rest.

    HQ and Arty that flee from enemy ZOC [8.4] have ended their segment, without a check.
    """
    here = where(state, now)
    acting = tuple(name for name in now.acting if state.units[name].location == here)
    left = tuple(name for name in now.left if state.units[name].on_map)
    return replace(now, acting=acting, left=left)


def _depart(state: State, now: Segment, why: str) -> Steps[Segment]:
    """Let those who were dropped off end their segment now that the rest has gone [RB-3.2-j].

    The dropped part checks where it stands, by itself, before anything happens to the others
    [RB-8.4-b].
    """
    yield from scatter(state, why)
    left, now = now.left, replace(now, left=())
    yield from keep(state, now)
    yield from end_check(state, left, now)
    return _together(state, now)


def _move(state: State, now: Segment, here: HexId, there: HexId) -> Steps[tuple[Segment, bool]]:
    """Move on by one hex; the first clear, beach or airfield hex triggers [8.4, RB-3.2-i].

    An impulse that gives R or D ends the segment [RB-3.2-l]. Raises RuleError, with the rules,
    for a hex that may not be entered.
    """
    stack = [state.units[name] for name in now.acting]
    if refused := movement.entry_problems(state, stack, here, there):
        raise RuleError(listed(refused))
    why = f"[8.4] segment from {now.begun}"
    yield from movement.step(state, stack, there, why)
    yield Tell(f"  {names_of(state, now.acting)}: {here} -> {there} [8.4]")
    now = yield from _depart(state, now, why)
    over = False
    if where(state, now) == there and not now.entered and movement.triggers(state, there):
        now = replace(now, entered=True)
        yield from keep(state, now)
        over = yield from impulse(state, there, "move")
        now = _together(state, now)
    return now, over


def _attack(state: State, now: Segment, here: HexId, target: HexId) -> Steps[tuple[Segment, bool]]:
    """Attack a fort; a US total of 11 or 12 triggers once all is done [8.7, RB-3.2-i, RB-9.2-a].

    R or D from the fort's fire ends the segment [RB-3.2-j], as R or D from the impulse does.
    Units that do not advance with the others are dropped off.
    """
    fought = yield from attack.attack(state, now.acting, target)
    now = _together(state, now)
    stayed: tuple[str, ...] = ()
    if fought.advanced:
        stayed = tuple(name for name in now.acting if name not in fought.advanced)
        acting = tuple(name for name in fought.advanced if state.units[name].on_map)
        now = replace(now, acting=acting)
    over = fought.us_suffered in ENDING
    at = where(state, now)
    if at is not None and fought.us_total in IMPULSE_ROLLS:
        over = (yield from impulse(state, at, "combat")) or over
        now = _together(state, now)
    if fought.advanced:
        alive = (name for name in stayed if state.units[name].on_map)
        now = replace(now, left=(*now.left, *alive))
        now = yield from _depart(state, now, f"[8.716] advance from {here}")
    return now, over


def finish(state: State, now: Segment) -> Steps[None]:
    """End a segment: the end check where its units stand, and the track cleared [3.2, 9.3].

    Choosing not to act at all is an end as well [RB-3.2-j].
    """
    now = _together(state, now)
    ended = (*now.acting, *now.left)
    yield from keep(state, None)
    if not ended:
        yield Tell(f"Segment from {now.begun}: all eliminated, no check [3.2]")
    by_hex: dict[str, list[str]] = {}
    for name in ended:
        by_hex.setdefault(state.units[name].location, []).append(name)
    for units in by_hex.values():
        yield from end_check(state, units, now)
