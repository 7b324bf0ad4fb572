"""[3.0] What the sequence of play calls for."""

from __future__ import annotations

from automation.red_beach import ground, interphase, landing, night, recovery
from modules.red_beach.rules import turns
from modules.red_beach.rules.wave_display import ground_has_begun
from modules.red_beach.state import State
from vassal_bridge.game.changes import Tell
from vassal_bridge.game.sequence import Steps

WINNERS = {"us": "the US has won", "jp": "Japan has won"}


def next_sequence(state: State) -> str | None:
    """Return "interphase" or "night", or None for a day turn, which is the player's, and the end.

    After his ground phase the player runs "recovery" himself, for no marker says that it is over.
    """
    if state.outcome() is not None:
        return None
    if turns.is_interphase(state.turn):
        return "interphase"
    return "night" if turns.is_night(state.turn) else None


def play_next(state: State) -> Steps[None]:
    """Play what the turn marker calls for: an interphase, a day turn, or a night turn [3.0].

    A Ground Phase that has begun is gone on with, and nobody lands again. Once somebody has won,
    that is told and nothing is played.
    """
    verdict = state.outcome()
    if verdict is not None:
        yield Tell(f"The game is over: {WINNERS[verdict.winner]} {verdict.why}")
    elif turns.is_interphase(state.turn):
        yield from interphase.interphase(state)
    elif turns.is_night(state.turn):
        yield from night.night(state)
    else:
        yield from day(state)


def day(state: State) -> Steps[None]:
    """Play a whole day turn: Landing, Ground Phase, Recovery, turn marker [3.2]."""
    if not ground_has_begun(state):
        yield from landing.phase(state)
    yield from ground.phase(state)
    yield from recovery.day(state)
