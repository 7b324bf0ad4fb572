"""The end: while the ground game is played by hand, losses in the air are compared.

The victory of 17.0 asks for Manila and Corregidor, which the air war alone does not decide. A
scenario of the air war is won by the side that destroyed more aircraft than it lost; that is ours,
not the rulebook's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modules.macarthur.board import ELIMINATED
from modules.macarthur.rules import turns
from modules.macarthur.units import ALLIED, JP
from vassal_bridge.game.game import Verdict

if TYPE_CHECKING:
    from modules.macarthur.state import State


def lost(state: State, side: str) -> int:
    """Return how many aircraft of a side are destroyed."""
    units = state.units.values()
    return sum(u.is_air and u.side == side and u.location == ELIMINATED for u in units)


def verdict(state: State) -> Verdict | None:
    """Return who has won once the last turn of the scenario is over; None before."""
    if turns.number(state.turn) <= state.level("last_turn"):
        return None
    ours, theirs = lost(state, JP), lost(state, ALLIED)
    winner = JP if theirs > ours else ALLIED
    why = f"{theirs} Allied and {ours} Japanese air units were destroyed"
    return Verdict(winner, f"{why} (house measure, not the victory of 17.0)")
