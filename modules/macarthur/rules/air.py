"""[3.2.2, 8.0] The air phase: plan, then raid by raid scramble, fight, flak, bombs, guns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modules.macarthur.rules import air_to_air, bombing, flak, strafing
from modules.macarthur.rules.planning import plan
from modules.macarthur.rules.raids import (
    Raid,
    has_to_attack,
    in_order,
    places,
    raids,
    where,
)
from modules.macarthur.rules.returns import recover
from modules.macarthur.rules.scramble import scramble
from modules.macarthur.rules.seats import is_attacked_unseen
from modules.macarthur.units import Mission
from vassal_bridge.errors import RuleError
from vassal_bridge.game.changes import Set, Tell
from vassal_bridge.game.sequence import Steps

if TYPE_CHECKING:
    from modules.macarthur.state import State


def air_phase(state: State) -> Steps[None]:
    """Play the air phase of the phasing side [MAC-3.2.2-a]."""
    yield Tell(f"{state.turn}, {state.phase}")
    yield from plan(state)
    yield from attacks(state)
    yield from recover(state)


def attacks(state: State) -> Steps[None]:
    """Resolve the raids that are over their targets, place by place.

    Raises RuleError while the charts of whom they attack are sealed [2.2.1].
    """
    if is_attacked_unseen(state, state.enemy):
        raise RuleError(
            "the enemy's airfield charts are sealed: their owner opens them and resolves the"
            " attacks; plan yours with `air_plan` or `next` [2.2.1]"
        )
    for place in places(state):
        if not any(has_to_attack(state, raid) for raid in raids(state) if raid.place == place):
            continue
        yield Tell(f"Attack @{where(state, place)}")
        yield from scramble(state, place)
        for raid in (yield from in_order(state, place)):
            yield from resolve(state, raid)


def resolve(state: State, raid: Raid) -> Steps[None]:
    """Resolve a raid: air combat, flak, bombs, guns [MAC-8.3.2-A, MAC-8.7.4-a]."""
    yield from air_to_air.fight(state, raid)
    yield from strafing.offer(state, raid)
    yield from flak.fire(state, raid)
    yield from bombing.bomb(state, raid)
    yield from strafing.strafe(state, raid)


def resolve_against_landing(state: State, place: str) -> Steps[None]:
    """Resolve what flies against a landing, after the scramble of 8.4.3 [MAC-8.4.3-A].

    Its aircraft then wait for the completion phase, as all that scrambled do [MAC-8.1-E].
    """
    for raid in (yield from in_order(state, place)):
        yield from resolve(state, raid)
        for unit in raid.units(state):
            yield Set(unit.id, "mission", unit.mission, Mission.ALOFT, "[8.4.3] its attack is over")
