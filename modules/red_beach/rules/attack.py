"""[8.7] A US attack on a fort: support, first fire, fires and losses, retreat, advance."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from modules.red_beach.board import ELIMINATED
from modules.red_beach.rules import attack_support, steps
from modules.red_beach.rules.advance import advance
from modules.red_beach.rules.attack_support import Call
from modules.red_beach.rules.combat import (
    BOTH,
    TANK_ROLLS,
    Fire,
    Shot,
    fire,
    first_fire,
    lose_tank_step,
    shoot,
    take_losses,
)
from modules.red_beach.rules.fort_register import is_surrounded
from modules.red_beach.rules.movement import TRIGGERING
from modules.red_beach.rules.refusal import Refusal, listed
from modules.red_beach.rules.retreat import retreat, scatter
from modules.red_beach.rules.support import fire_of
from modules.red_beach.units import JP, US, Unit
from vassal_bridge.errors import RuleError
from vassal_bridge.game.changes import Eliminate, Tell
from vassal_bridge.game.hexes import HexId
from vassal_bridge.game.sequence import Steps

if TYPE_CHECKING:
    from modules.red_beach.state import State

_FORT_EFFECT: Final = re.compile(
    r"JRL -(\d+)|(destroyed)(?:, JRL -(\d+) x strength( if surrounded)?)?"
)


def fort_at(state: State, hex_id: HexId) -> Unit | None:
    """Return the active fort of a hex, or None."""
    return next((unit for unit in state.jp_at(hex_id) if unit.is_fort), None)


def targets(state: State, units: Sequence[str]) -> list[HexId]:
    """Return the adjacent hexes with a fort that the acting units may attack [8.7, RB-8.7-a].

    There is no limit to the attacks of a segment [RB-8.7-b]; seawalls, ditches and piers stop
    none of them [RB-8.4-d, RB-8.4-e].
    """
    here = HexId(state.units[units[0]].location)
    near = state.board.neighbours(here)
    return [there for there in near if not problems(state, units, there)]


def problems(
    state: State, units: Sequence[str], target: HexId, supports: Sequence[str] = ()
) -> list[Refusal]:
    """Return why units may not attack a hex, or not with these supports [8.7, 8.9]."""
    found = []
    stack = [state.units[name] for name in units]
    places = sorted({unit.location for unit in stack})
    if len(places) != 1:
        found.append(
            Refusal("8.7", f"an attack comes from one hex, not from {' and '.join(places)}")
        )
    elif target not in state.board.sheet.neighbours(HexId(places[0])):
        found.append(Refusal("8.7", f"{target} is not adjacent to {places[0]}"))
    if fort_at(state, target) is None:
        found.append(Refusal("8.7", f"there is no active fort in {target}"))
    if not any(unit.fights for unit in stack):
        found.append(Refusal("8.7", "HQ and Arty do not attack without an Inf or a Tank"))
    if found:
        return found
    for place, support in enumerate(supports):
        problem = attack_support.refusal(state, units, target, support, supports[:place])
        found += [problem] if problem else []
    return found


@dataclass(frozen=True, slots=True)
class FortEffect:
    """What a CRT result does to a fort [8.7, 8.841, RB-9.5-c]."""

    jrl: int = 0
    destroyed: bool = False
    per_strength: int = 0
    if_surrounded: bool = False

    def __str__(self) -> str:
        if not self.destroyed:
            return f"JRL -{self.jrl}" if self.jrl else "no effect"
        return "the fort is destroyed"


def fort_effect(state: State, result: str) -> FortEffect:
    """Return what a CRT result does to a fort; raises MissingCell [8.7, 8.841]."""
    if not result:
        return FortEffect()
    cell = str(state.board.tables.lookup("crt_effect", result, "forts"))
    found = _FORT_EFFECT.fullmatch(cell)
    if found is None:
        raise RuleError(f"crt_effect {result} on forts: expected JRL or destroyed, found {cell!r}")
    return FortEffect(int(found[1] or 0), bool(found[2]), int(found[3] or 0), bool(found[4]))


@dataclass(frozen=True, slots=True)
class Fought:
    """How an attack ended: the US total, the result on the US, the fort, and who advanced."""

    us_total: int
    us_suffered: str
    destroyed: bool
    advanced: tuple[str, ...] = ()


@dataclass(slots=True)
class _Attack:
    """An attack under way."""

    units: tuple[str, ...]
    here: HexId
    target: HexId
    fort: Unit
    call: Call = field(default_factory=Call)
    us_total: int = 0
    us_suffered: str = ""
    retreats: bool = False
    story: list[str] = field(default_factory=list)

    @property
    def why(self) -> str:
        """What all its changes cite."""
        return f"[8.7] attack {self.here} -> {self.target}"


def attack(
    state: State, units: Sequence[str], target: HexId, supports: Sequence[str] | None = None
) -> Steps[Fought]:
    """Attack the fort of a hex; without supports given, they are asked for [8.7, RB-8.7-c].

    All support first, then the side that fires first, fires and losses, retreat and advance.
    Raises RuleError, with the rules, for an attack that is not lawful.
    """
    refused = problems(state, units, target, supports or ())
    fort = fort_at(state, target)
    if refused or fort is None:
        raise RuleError(listed(refused))
    here = HexId(state.units[units[0]].location)
    if supports is None:
        supports = yield from attack_support.choose_support(state, units, target)
    fight = _Attack(tuple(units), here, target, fort)
    shown = steps.describe(state, [state.units[name] for name in units])
    before = state.jrl
    fight.call = yield from attack_support.use(state, supports)
    us_first, jp_first = reasons(state, here, target, fight.call)
    first = first_fire(us_first, jp_first)
    yield from _fires(state, fight, first)
    if fight.retreats and state.us_at(here):
        told = yield from retreat(state, here, f"[8.715] {fight.why}")
        fight.story.append(f"US {told}.")
    names = fight.call.support.names
    called = f" Support: {', '.join(names)}." if names else ""
    fell = f" JRL {before} -> {state.jrl}." if state.jrl != before else ""
    yield Tell(
        f"  Attack {here} -> {fort.name} @{target}: {shown}.{called}"
        f" {_first_told(first, us_first, jp_first)} {' '.join(fight.story)}{fell} [8.7]"
    )
    yield from scatter(state, fight.why)
    destroyed = fort_at(state, target) is None
    alive = [name for name in units if state.units[name].location == here]
    advanced: tuple[str, ...] = ()
    if destroyed and not fight.retreats:
        advanced = yield from advance(state, alive, here, target)
    return Fought(fight.us_total, fight.us_suffered, destroyed, advanced)


def reasons(
    state: State, here: HexId, target: HexId, call: Call
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return why the US and why the Japanese fire first in an attack [8.7, RB-8.7-e, RB-8.7-f].

    US: a destroyer, or an air strike without error. Fort: across a seawall; from a clear, beach
    or airfield hex, or by the setting from any hex; an air error.
    """
    japanese = ["seawall"] if state.board.has_seawall(here, target) else []
    terrain = state.board.terrain[here]
    open_ground = terrain in TRIGGERING and here not in state.board.fort_hexes
    if open_ground or state.board.settings.fort_always_first:
        japanese.append(f"from {'a destroyed fort' if here in state.board.fort_hexes else terrain}")
    return call.us_first, (*japanese, *call.jp_first)


def _first_told(first: str, us: Iterable[str], jp: Iterable[str]) -> str:
    reasons_of = {US: f"US ({', '.join(us)})", JP: f"Jap ({', '.join(jp)})"}
    if first != BOTH:
        return f"First fire: {reasons_of[first]}."
    both = " and ".join(reasons_of[side] for side in (US, JP)) if tuple(us) else "nobody"
    return f"Simultaneous: first fire for {both}."


def us_strengths(state: State, units: Iterable[str], fort: Unit, call: Call) -> tuple[int, int]:
    """Return the US attack strength and the fort's defence strength now [8.7, RB-8.7-g].

    The acting Inf and Tanks fire; others in the hex and HQ and Arty do not [RB-8.7-i, RB-8.4-b].
    """
    alive = [unit for name in units if (unit := state.units[name]).on_map]
    own = fire_of(state, alive)
    return own + (call.support.worth(alive) if own else 0), steps.strength(state, fort)


def jp_strengths(state: State, here: HexId, fort: Unit, call: Call) -> tuple[int, int]:
    """Return the fort's strength of fire and the defence strength of the whole US stack [8.7].

    All units in the hex are its target [RB-8.7-b], HQ and Arty too [RB-8.9-d, RB-8.9-e].
    """
    fire_strength = steps.strength(state, fort) * steps.fire_value(state, fort)
    defence = sum(steps.strength(state, unit) for unit in state.us_at(here))
    return fire_strength + call.enemy, defence


def _fires(state: State, fight: _Attack, first: str) -> Steps[None]:
    """Roll both fires and take the losses, in order or at once [8.7, RB-8.7-d, RB-8.7-k]."""
    if first == BOTH:
        surrounded = is_surrounded(state, fight.target)
        shots = jp_strengths(state, fight.here, fight.fort, fight.call)
        ours = us_strengths(state, fight.units, fight.fort, fight.call)
        jp_fire = yield from _jp_fire(state, fight, shots)
        us_shot = yield from _us_fire(state, fight, ours)
        yield from _us_suffer(state, fight, jp_fire)
        yield from _fort_suffers(state, fight, us_shot, surrounded=surrounded)
        return
    for side in (first, US if first == JP else JP):
        if side == JP and state.units[fight.fort.id].on_map:
            strengths = jp_strengths(state, fight.here, fight.fort, fight.call)
            jp_fire = yield from _jp_fire(state, fight, strengths)
            yield from _us_suffer(state, fight, jp_fire)
        elif side == US:
            surrounded = is_surrounded(state, fight.target)
            ours = us_strengths(state, fight.units, fight.fort, fight.call)
            us_shot = yield from _us_fire(state, fight, ours)
            yield from _fort_suffers(state, fight, us_shot, surrounded=surrounded)


def _jp_fire(state: State, fight: _Attack, strengths: tuple[int, int]) -> Steps[Fire]:
    return (yield from fire(state, JP, *strengths, fight.why))


def _us_fire(state: State, fight: _Attack, strengths: tuple[int, int]) -> Steps[Shot | None]:
    return (yield from shoot(state, US, *strengths, fight.why)) if strengths[0] else None


def _us_suffer(state: State, fight: _Attack, shot: Fire) -> Steps[None]:
    """Take the losses of the fort's fire, and the Tank step of 9 to 12 [8.82, RB-8.7-j]."""
    fight.story.append(shot.story)
    yield from take_losses(state, fight.here, US, shot.effect, fight.why)
    if shot.total in TANK_ROLLS:
        fight.story += yield from lose_tank_step(state, fight.here, shot.total, fight.why)
    fight.us_suffered = shot.result
    fight.retreats = shot.effect.retreat


def _fort_suffers(
    state: State, fight: _Attack, shot: Shot | None, *, surrounded: bool
) -> Steps[None]:
    """Apply US fire to the fort: R and D destroy it, 1 and 2 lower the JRL [8.841, RB-9.5-c].

    The counter is taken off [RB-0-d, RB-8.841-a]. Its end lowers the JRL by its strength, with
    some results only where it is surrounded [8.7].
    """
    if shot is None:
        return
    hit = fort_effect(state, shot.result)
    fight.us_total = shot.total
    fall = hit.jrl
    if hit.destroyed:
        if surrounded or not hit.if_surrounded:
            fall += hit.per_strength * steps.strength(state, fight.fort)
        yield Eliminate(fight.fort.id, fight.target, ELIMINATED, f"[8.841] {fight.why}")
    yield from steps.lower_jrl(state, fall, fight.why)
    around = f", {'surrounded' if surrounded else 'not surrounded'}" if hit.destroyed else ""
    fight.story.append(shot.told(f"{hit}{around}"))
