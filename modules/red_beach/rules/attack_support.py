"""[8.9] Support in attack: HQs, artillery, engineers, air strikes and destroyers.

A support is named by the id of the HQ or Arty, or by "engineer", "air" or "destroyer".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Final

from modules.red_beach.rules import loc, turns
from modules.red_beach.rules.refusal import Refusal
from modules.red_beach.rules.support import NONE, Support, fire_of, support_value
from modules.red_beach.units import BACK, BTN_HQ, FRONT, RGT_HQ, US, Unit
from vassal_bridge.game.changes import Advance, Flip, Set
from vassal_bridge.game.hexes import HexId
from vassal_bridge.game.sequence import Option, Steps, choose, roll

if TYPE_CHECKING:
    from modules.red_beach.state import State

ENGINEER: Final = "engineer"
AIR: Final = "air"
DESTROYER: Final = "destroyer"
TRACKS: Final = {ENGINEER: "engineers_available", AIR: "air_strikes", DESTROYER: "destroyers"}
NAMES: Final = {ENGINEER: "engineers", AIR: "air strike", DESTROYER: "destroyer"}


@dataclass(frozen=True, slots=True)
class Call:
    """What supports an attack: the points of both sides, and each side's reasons to fire first."""

    support: Support = field(default_factory=Support)
    enemy: int = 0
    us_first: tuple[str, ...] = ()
    jp_first: tuple[str, ...] = ()


def refusal(
    state: State,
    units: Sequence[str],
    target: HexId,
    wanted: str,
    called: Sequence[str] = (),
    *,
    trace: loc.Lines | None = None,
) -> Refusal | None:
    """Return why a support may not be called by the acting units, or None [8.9, RB-8.9-a].

    `called` are the supports that the attack has already. With a `trace`, made once for many
    questions, it is not explained which hop of a LOC fails.
    """
    if wanted in TRACKS:
        return _off_map_refusal(state, units, target, wanted, called, trace)
    unit = state.units.get(wanted)
    if unit is None or unit.side != US or not (unit.is_hq or unit.is_arty):
        return Refusal("8.9", f"{wanted} is no HQ, no Arty and no other support")
    if not unit.on_map:
        return Refusal("8.9", f"{unit.name} is not on the map")
    if wanted in called:
        return Refusal("8.9", f"{unit.name} supports this attack already")
    return _spent(unit) or _out_of_reach(state, units, unit, trace)


def _spent(unit: Unit) -> Refusal | None:
    """Return why an HQ or Arty can give nothing now [8.9, RB-8.9-b, RB-8.9-c, RB-8.9-e]."""
    if unit.disrupted:
        return Refusal("8.85", f"{unit.name} is disrupted")
    if unit.used:
        return Refusal("8.9", f"{unit.name} has been used this turn")
    if unit.fired:
        return Refusal("8.9", f"{unit.name} has fired, moved or landed this turn")
    return None


def _out_of_reach(
    state: State, units: Sequence[str], giver: Unit, trace: loc.Lines | None
) -> Refusal | None:
    """Return why no acting unit can call an HQ or Arty, or None where one can [6.0, 8.9].

    A Btn HQ supports its own Inf alone [RB-8.9-c], a Rgt HQ its own Inf by their Btn HQ and any
    Tank by any [RB-8.9-b], Arty both by the same chain [RB-8.9-e, RB-6.0-d].
    """
    callers = [unit for name in units if (unit := state.units[name]).fights]
    if giver.kind == BTN_HQ:
        own = (giver.regiment, giver.battalion)
        callers = [unit for unit in callers if (unit.regiment, unit.battalion) == own]
        if not callers:
            return Refusal("8.9", f"{giver.name} supports Inf of its own Btn only")
    lines = trace or loc.lines(state)
    if any(_reaches(lines, unit, giver) for unit in callers):
        return None
    why = _explained(state, callers, giver.id) if trace is None else ""
    return Refusal("6.0", f"{giver.name} is out of LOC{why}")


def _explained(state: State, callers: Sequence[Unit], end: str) -> str:
    """Return which hop of the first caller's LOC fails."""
    if not callers:
        return ": no Inf or Tank to call it"
    return f": {loc.explain(state, callers[0], end).story}"


def _reaches(trace: loc.Lines, unit: Unit, giver: Unit) -> bool:
    if giver.kind == BTN_HQ:
        return giver.id in {hq.id for hq in trace.btn_hqs(unit)}
    if giver.kind == RGT_HQ:
        return giver.id in {hq.id for hq in trace.rgt_hqs(unit)}
    return trace.reaches_arty(unit, giver)


def _off_map_refusal(
    state: State,
    units: Sequence[str],
    target: HexId,
    wanted: str,
    called: Sequence[str],
    trace: loc.Lines | None,
) -> Refusal | None:
    """Return why engineers, an air strike or a destroyer may not be called, or None [8.9].

    Three engineers and one of each other an attack [RB-8.9-g, RB-8.9-h, RB-8.9-i].
    """
    already = list(called).count(wanted)
    most = int(state.board.tables.lookup("support", wanted, "max"))
    if already >= most:
        return Refusal("8.9", f"an attack takes at most {most} {NAMES[wanted]}")
    if turns.is_night(state.turn):
        return Refusal("8.9", f"no {NAMES[wanted]} by night")
    if state.level(TRACKS[wanted]) - already <= 0:
        return Refusal("8.9", f"no {NAMES[wanted]} is available")
    if wanted == AIR:
        return _air_refusal(state, units, trace)
    return _destroyer_refusal(state, target) if wanted == DESTROYER else None


def _air_refusal(state: State, units: Sequence[str], trace: loc.Lines | None) -> Refusal | None:
    """Return why nobody can call an air strike: it takes a LOC by Btn and Rgt HQ [RB-8.9-h]."""
    callers = [unit for name in units if (unit := state.units[name]).fights]
    lines = trace or loc.lines(state)
    if any(lines.rgt_hqs(unit) for unit in callers):
        return None
    why = _explained(state, callers, loc.RGT) if trace is None else ""
    return Refusal("6.0", f"no LOC for an air strike{why}")


def _destroyer_refusal(state: State, target: HexId) -> Refusal | None:
    """Return why destroyers cannot fire at a fort: they reach beaches' sides [RB-8.9-i]."""
    if any(unit.long_pier for unit in state.jp_at(target)):
        return Refusal("8.9", f"destroyers do not fire at the Long Pier ({target})")
    if not state.board.is_beside_a_beach(target):
        return Refusal("8.9", f"{target} is not adjacent to a beach, out of reach of destroyers")
    return None


def worth(state: State, support: str) -> int:
    """Return the points that a support adds [8.9]."""
    if support in TRACKS:
        return int(state.board.tables.lookup("support", support, "each"))
    return support_value(state, state.units[support])


def lawful(
    state: State, units: Sequence[str], target: HexId, called: Sequence[str] = ()
) -> list[str]:
    """Return every support that may be called now, destroyer, HQs, Arty, air, engineers [8.9]."""
    givers = [
        unit.id
        for unit in state.units.values()
        if unit.side == US and unit.on_map and (unit.is_hq or unit.is_arty)
    ]
    givers.sort(key=lambda name: (state.units[name].is_arty, name))
    offered = [DESTROYER, *givers, AIR, ENGINEER]
    trace = loc.lines(state)
    return [
        one for one in offered if refusal(state, units, target, one, called, trace=trace) is None
    ]


def choose_support(state: State, units: Sequence[str], target: HexId) -> Steps[tuple[str, ...]]:
    """Ask for the supports of an attack, one after the other, before any fire [8.9, RB-8.7-c].

    The default takes them in the order of `lawful` until the odds are 10:1.
    """
    called: tuple[str, ...] = ()
    own = fire_of(state, (state.units[name] for name in units))
    enough = 10 * sum(unit.printed for unit in state.jp_at(target))
    while able := lawful(state, units, target, called):
        options = [
            *(Option(one, f"{_label(state, one)} +{worth(state, one)}") for one in able),
            Option(NONE, "no more support" if called else "no support"),
        ]
        so_far = own + sum(worth(state, one) for one in called)
        prompt = f"Which support has the attack on {target}?"
        chosen = yield from choose(
            "support",
            prompt,
            options,
            why="[8.9] attack",
            default=NONE if so_far >= enough else able[0],
            reason=partial(forbidden, state, units, target, called),
        )
        if chosen == NONE:
            break
        called = (*called, chosen)
    return called


def forbidden(
    state: State, units: Sequence[str], target: HexId, called: Sequence[str], answer: str
) -> str:
    """Return the rule that forbids a support, or nothing [8.9]."""
    return str(refusal(state, units, target, answer, called) or "")


def _label(state: State, support: str) -> str:
    return NAMES.get(support) or state.units[support].name


def use(state: State, called: Iterable[str]) -> Steps[Call]:
    """Use the supports that were called: marks, markers on tracks, and the air strike's roll."""
    inf_points = points = 0
    names: list[str] = []
    flown = False
    us_first: tuple[str, ...] = ()
    for one in called:
        value = worth(state, one)
        names.append(f"{_label(state, one)} +{value}")
        yield from _mark(state, one)
        if one == AIR:
            flown = True
        elif one in state.units and state.units[one].kind == BTN_HQ:
            inf_points += value
        else:
            points += value
        if one == DESTROYER:
            us_first = (*us_first, NAMES[one])
    call = Call(Support(inf_points, points, tuple(names)), 0, us_first)
    return (yield from _fly(state, call)) if flown else call


def _mark(state: State, support: str) -> Steps[None]:
    if support in TRACKS:
        track = TRACKS[support]
        level = state.level(track)
        yield Advance(track, level, level - 1, f"[8.9] {NAMES[support]}")
    elif state.units[support].is_arty:
        yield Flip(support, FRONT, BACK, "[8.9] fired in attack")
    else:
        yield Set(support, "used", False, True, "[8.9] HQ used in attack")


def _fly(state: State, call: Call) -> Steps[Call]:
    """Roll 2d6 for the error of an air strike; the side that it helps fires first [RB-8.9-h].

    With option 7 it never errs [RB-12.0-g].
    """
    value = worth(state, AIR)
    error = air_error(state)
    if error:
        rolled = yield from roll("2d6", f"[8.9] air strike, an error by {error} or less")
        if rolled.total <= error:
            names = (*call.support.names, f"error (2d6 {rolled.total}): Jap +{value}")
            support = Support(call.support.inf_points, call.support.points, names)
            return Call(support, value, call.us_first, ("air error",))
    old = call.support
    support = Support(old.inf_points, old.points + value, old.names)
    return Call(support, 0, (*call.us_first, NAMES[AIR]))


def air_error(state: State) -> int:
    """Return the turn's error number of air strikes, 0 with option 7 [8.9, RB-12.0-g]."""
    if state.board.settings.no_air_errors:
        return 0
    return int(state.board.tables.lookup("turns", turns.number(state.turn) or 0, "air_error"))
