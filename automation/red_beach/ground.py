"""[3.2] The Ground Phase of a day turn, whole or segment by segment."""

from __future__ import annotations

from modules.red_beach.rules import coordination, ground, loc
from modules.red_beach.rules.ground import ground_phase, one_segment
from modules.red_beach.rules.segment_track import recall
from modules.red_beach.state import State
from vassal_bridge.game.changes import Tell
from vassal_bridge.game.sequence import Steps


def phase(state: State) -> Steps[None]:
    """Play the whole Ground Phase [3.2]."""
    yield from ground_phase(state)


def segment(state: State) -> Steps[None]:
    """Play the Ground Segment in progress, or that of one stack [3.2]."""
    yield from one_segment(state)


def end(state: State) -> Steps[None]:
    """End the Ground Phase: those who have not acted will not [3.2]."""
    yield from ground.end_phase(state)


def tracker(state: State) -> Steps[None]:
    """Tell which stacks are yet to act, how they are coordinated, and what fails [9.3, A11]."""
    judged = recall(state).judged
    reach = coordination.coordinated(state) if judged is None else judged
    waiting = ground.stacks_to_act(state)
    yield Tell(f"{len(waiting)} stacks are yet to act [9.3]")
    for hex_id, units in waiting.items():
        group = coordination.group_of(state, units, reach)
        names = " + ".join(units)
        if group.name:
            partners = ", ".join(group.partners)
            yield Tell(f"  {hex_id} {names}: waived by {group.name} ({partners}) [9.3]")
            continue
        inf = next((name for name in units if state.units[name].is_inf), None)
        if inf is None:
            why = "no Inf"
        elif reach.get(inf) == coordination.RGT:
            why = "the last of its Btn and Rgt to act"
        else:
            why = loc.explain(state, state.units[inf], loc.RGT).story
        yield Tell(f"  {hex_id} {names}: checks at its end: {why} [9.3]")
