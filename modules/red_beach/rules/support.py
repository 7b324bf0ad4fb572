"""[8.9] Support in defence: Btn HQ and artillery add to the fire of an attacked US stack."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from modules.red_beach.rules.loc import Lines, lines
from modules.red_beach.rules.steps import fire_value, strength
from modules.red_beach.units import ARTY, FRONT, Unit
from vassal_bridge.game.changes import Flip, Set
from vassal_bridge.game.hexes import HexId
from vassal_bridge.game.sequence import Option, Steps, choose

if TYPE_CHECKING:
    from modules.red_beach.state import State

NONE = "none"


@dataclass(frozen=True, slots=True)
class Support:
    """What was called in: points that need an Inf left to use them, points for any, and names."""

    inf_points: int = 0
    points: int = 0
    names: tuple[str, ...] = ()

    def worth(self, stack: Iterable[Unit]) -> int:
        """Return the points that the units left in a stack can use [8.9].

        Support adds to a strength and never fires alone; Tanks profit from a Btn HQ only while
        stacked with its Inf.
        """
        units = [unit for unit in stack if unit.fights]
        inf = self.inf_points if any(unit.is_inf for unit in units) else 0
        return inf + self.points if units else 0


def support_value(state: State, unit: Unit) -> int:
    """Return the points that an HQ or Arty adds: strength times fire value [8.9]."""
    return strength(state, unit) * fire_value(state, unit)


def defence_support(state: State, hex_id: HexId, attackers: Iterable[Unit]) -> list[Unit]:
    """Return the Btn HQs and Arty that may support the defence of a hex, by id [8.9].

    A Btn HQ: undisrupted, not used this turn, with a LOC from its own Inf [RB-8.9-c]. Arty: ready,
    with the LOC of an Inf or Tank by Btn and Rgt HQ, or next to an Inf [RB-8.9-e]. A Rgt HQ never
    in defence [RB-8.9-b].
    """
    blocking = state.board.settings.attackers_block_loc
    trace = lines(state, without=() if blocking else attackers)
    stack = [unit for unit in state.us_at(hex_id) if unit.fights]
    found = {hq.id: hq for unit in stack if unit.is_inf for hq in trace.btn_hqs(unit)}
    able = [hq for hq in found.values() if not hq.used]
    return sorted([*able, *_ready_arty(state, trace, stack)], key=lambda unit: unit.id)


def _ready_arty(state: State, trace: Lines, stack: list[Unit]) -> list[Unit]:
    return [
        arty
        for arty in state.units.values()
        if arty.kind == ARTY
        and arty.on_map
        and not arty.fired
        and any(trace.reaches_arty(unit, arty) for unit in stack)
    ]


def call_support(state: State, hex_id: HexId, attackers: Iterable[Unit]) -> Steps[Support]:
    """Ask which support the defence of a hex uses, one after the other; mark it as used [8.9].

    The default takes the Btn HQ first, then Arty, until both fires together reach 10:1.
    """
    foes = tuple(attackers)
    enough = 10 * sum(strength(state, unit) for unit in foes)
    support = Support()
    while able := defence_support(state, hex_id, foes):
        fire = own_fire(state, hex_id) + support.worth(state.us_at(hex_id))
        options = [
            *(Option(unit.id, f"{unit.name} +{support_value(state, unit)}") for unit in able),
            Option(NONE, "no more support" if support.names else "no support"),
        ]
        default = NONE if fire >= enough else min(able, key=_arty_last).id
        prompt = f"Which support does the stack in {hex_id} use?"
        chosen = yield from choose("support", prompt, options, why="[8.9] defence", default=default)
        if chosen == NONE:
            break
        support = yield from _use(state, state.units[chosen], support)
    return support


def own_fire(state: State, hex_id: HexId) -> int:
    """Return what the Inf and Tanks of a US stack fire with: strength times value [8.7]."""
    return fire_of(state, state.us_at(hex_id))


def fire_of(state: State, units: Iterable[Unit]) -> int:
    """Return what units fire with; HQ and Arty give support alone [8.7, RB-8.7-g, RB-8.7-i]."""
    return sum(
        strength(state, unit) * fire_value(state, unit)
        for unit in units
        if unit.fights and unit.on_map
    )


def _arty_last(unit: Unit) -> tuple[bool, str]:
    return unit.is_arty, unit.id


def _use(state: State, unit: Unit, support: Support) -> Steps[Support]:
    value = support_value(state, unit)
    names = (*support.names, f"{unit.name} +{value}")
    if unit.is_arty:
        yield Flip(unit.id, FRONT, "back", "[8.9] fired in defence")
        return Support(support.inf_points, support.points + value, names)
    yield Set(unit.id, "used", False, True, "[8.9] HQ used in defence")
    return Support(support.inf_points + value, support.points, names)
