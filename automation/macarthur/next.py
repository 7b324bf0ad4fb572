"""[3.0] What the sequence of play calls for."""

from __future__ import annotations

from modules.macarthur.rules import turns
from modules.macarthur.rules.completion import advance_phase
from modules.macarthur.state import State
from vassal_bridge.game.changes import Tell
from vassal_bridge.game.sequence import Steps


def next_sequence(state: State) -> str | None:
    """Return "next" while the game goes on, None once it is over."""
    return "next" if state.outcome() is None else None


def play_next(state: State) -> Steps[None]:
    """Play the phase that the marker stands at, and move the marker on [3.0, MAC-3.0-a].

    A phase of the ground game, which is played by hand, is passed over.
    """
    verdict = state.outcome()
    if verdict is not None:
        yield Tell(f"The game is over: {verdict.winner} has won, {verdict.why}")
        return
    if turns.step_of(state.phase) in (turns.LAND, turns.COMBAT):
        yield Tell(f"{state.turn}, {state.phase}: played by hand")
    yield from advance_phase(state)


def campaign(state: State) -> Steps[None]:
    """Play on from where the markers stand to the end of the scenario [3.0, 17.0]."""
    while state.outcome() is None:
        yield from play_next(state)
