"""[3.2.5, 3.4] The end of a segment and of a turn: what goes on, and the markers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modules.macarthur.rules import ledger, turns
from modules.macarthur.rules.fields import SORTS, damage, fields_of, has_support
from modules.macarthur.rules.returns import completion_returns
from modules.macarthur.units import ALLIED
from vassal_bridge.game.changes import Advance, Set, Tell
from vassal_bridge.game.sequence import Option, Steps, choose

if TYPE_CHECKING:
    from modules.macarthur.state import State


def advance_phase(state: State) -> Steps[None]:
    """Move the phase marker on, and after the last phase the turn marker [MAC-3.4-a]."""
    turn, phase = turns.after(state.turn, state.phase)
    yield Advance("phase", state.phase, phase, "[3.0]")
    if turn != state.turn:
        yield Advance("turn", state.turn, turn, "[3.4]")


def complete(state: State) -> Steps[None]:
    """Play what the completion phase has for aircraft: returns, repairs, new marks [3.2.5].

    With the Allied segment the turn ends: Japanese aircraft that fled from a field in it may fight
    on the next turn [8.2-B].
    """
    yield from completion_returns(state)
    yield from repair_fields(state)
    for unit in state.alive:
        if unit.moved and (unit.side == state.side or state.side == ALLIED):
            yield Set(unit.id, "moved", True, False, "[3.2.5] the segment ends")


def repair_fields(state: State) -> Steps[None]:
    """Repair one box of each damaged field that has a support unit [MAC-8.2-F]."""
    for field in fields_of(state, state.side):
        damaged = [sort for sort in SORTS if ledger.entry(state, "damage", f"{field.name} {sort}")]
        if not damaged or not has_support(state, field.name, state.side):
            continue
        options = [Option(sort, f"a box {sort}") for sort in damaged]
        sort = yield from choose("repair", f"Repaired at {field.name}", options, why="[8.2]")
        yield damage(state, field.name, sort, -1, "[8.2] repair")
        yield Tell(f"  {field.name}: a box {sort} is repaired [8.2]")
