"""[3.0] What the marker on the turn track calls for."""

from __future__ import annotations

from modules.red_beach.rules import turns
from modules.red_beach.state import State


def next_sequence(state: State) -> str | None:
    """Return "interphase" or "night", or None for a day turn, which is the player's, and the end.

    After his ground phase the player runs "recovery" himself, for no marker says that it is over.
    """
    if state.turn == turns.END:
        return None
    if turns.is_interphase(state.turn):
        return "interphase"
    return "night" if turns.is_night(state.turn) else None
