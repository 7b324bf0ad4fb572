"""[8.0] The air phase, whole and step by step; each step takes the raids that are over targets."""

from __future__ import annotations

from modules.macarthur.rules import air as rules
from modules.macarthur.rules import air_to_air, bombing, captures, flak, scramble, strafing, turns
from modules.macarthur.rules.completion import advance_phase, complete
from modules.macarthur.rules.planning import plan as plan_missions
from modules.macarthur.rules.raids import in_order, places, raids
from modules.macarthur.rules.returns import recover
from modules.macarthur.state import State
from vassal_bridge.errors import RuleError
from vassal_bridge.game.sequence import Steps


def air(state: State) -> Steps[None]:
    """Play the whole air phase of the phasing side, and move the phase marker [3.2.2].

    Raises RuleError in another phase.
    """
    if turns.step_of(state.phase) != turns.AIR:
        raise RuleError(f"the air phase is played in its own phase [3.2.2]; it is {state.phase}")
    yield from rules.air_phase(state)
    yield from advance_phase(state)


def plan(state: State) -> Steps[None]:
    """Put aircraft on their missions alone [8.3.1]."""
    yield from plan_missions(state)


def scrambles(state: State) -> Steps[None]:
    """Roll the scrambles at every place under attack alone [8.4]."""
    for place in places(state):
        yield from scramble.scramble(state, place)


def combat(state: State) -> Steps[None]:
    """Fight every raid and the CAP over it, once, in the order that dice say [8.6]."""
    for place in places(state):
        for raid in (yield from in_order(state, place)):
            yield from air_to_air.fight(state, raid)


def fire(state: State) -> Steps[None]:
    """Fire flak at every raid, once [8.7]."""
    for raid in raids(state):
        yield from strafing.offer(state, raid)
        yield from flak.fire(state, raid)


def bombs(state: State) -> Steps[None]:
    """Drop the bombs of every raid, after fighters and flak [8.3]."""
    for raid in raids(state):
        yield from bombing.bomb(state, raid)


def guns(state: State) -> Steps[None]:
    """Let every fighter strafe that may [8.5.2]."""
    for raid in raids(state):
        yield from strafing.strafe(state, raid)


def attacks(state: State) -> Steps[None]:
    """Resolve every raid that is over its target, all steps of it [8.3 to 8.7]."""
    yield from rules.attacks(state)


def end(state: State) -> Steps[None]:
    """End the air phase: aircraft that were down for it turn upright [8.6.5]."""
    yield from recover(state)


def overrun(state: State) -> Steps[None]:
    """Let aircraft flee from fields that enemies on the ground have entered [8.4.4]."""
    yield from captures.take(state)


def home(state: State) -> Steps[None]:
    """Bring aircraft home, and repair fields: the completion phase for the air [3.2.5, 8.2]."""
    yield from complete(state)
