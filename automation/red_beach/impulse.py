"""[9.2] A Japanese Tactical Impulse alone."""

from __future__ import annotations

from typing import Final

from modules.red_beach.rules import turns
from modules.red_beach.rules.coordination import coordinated, group_of
from modules.red_beach.rules.impulse import end_check
from modules.red_beach.rules.impulse import impulse as resolve
from modules.red_beach.rules.segment_track import Segment
from modules.red_beach.state import State
from modules.red_beach.units import US
from vassal_bridge.errors import RuleError
from vassal_bridge.game.changes import Tell
from vassal_bridge.game.hexes import HexId
from vassal_bridge.game.sequence import Option, Steps, choose

TRIGGERS: Final = (
    Option("end", "the end of its segment"),
    Option("move", "movement into a clear, beach or airfield hex"),
    Option("combat", "a total of 11 or 12 against a fort"),
)


def impulse(state: State) -> Steps[None]:
    """Resolve one impulse upon a stack and by a trigger that the player names [9.2, A1].

    Raises RuleError by night, and where no US unit is on the map.
    """
    if not turns.is_day(state.turn):
        raise RuleError(f"the turn marker is on {state.turn}, no day turn [9.2]")
    stacks = state.stacks(US)
    if not stacks:
        raise RuleError("no US unit is on the map [9.2]")
    options = [
        Option(hex_id, f"{hex_id}: {' + '.join(unit.name for unit in units)}")
        for hex_id, units in stacks.items()
    ]
    chosen = yield from choose("stack", "Which stack triggered?", options, why="[9.2]")
    trigger = yield from choose("trigger", "By what?", TRIGGERS, why="[9.2]")
    if state.jrl == 0:
        yield Tell("JRL 0: no impulse [9.2]")
    elif trigger == "end":
        units = tuple(unit.id for unit in stacks[HexId(chosen)])
        group = group_of(state, units, coordinated(state))
        ended = Segment(units, chosen, group=group.name, partners=group.partners)
        yield from end_check(state, units, ended)
    else:
        yield from resolve(state, HexId(chosen), "move" if trigger == "move" else "combat")
