"""[3.0] What the sequence of play calls for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from automation.macarthur.air import air, home
from modules.macarthur.rules import turns
from modules.macarthur.rules.completion import advance_phase
from modules.macarthur.state import State
from vassal_bridge.game.changes import Tell
from vassal_bridge.game.sequence import Steps


def _completion(state: State) -> Steps[None]:
    yield Tell(f"{state.turn}, {state.phase}")
    yield from home(state)
    yield from advance_phase(state)


PHASES: Mapping[str, Callable[[State], Steps[None]]] = MappingProxyType(
    {turns.AIR: air, turns.COMPLETION: _completion}
)
"""What is played in a phase, the marker's move included; the others are the players' own."""


def next_sequence(state: State) -> str | None:
    """Return "next" while the game goes on, None once it is over."""
    return "next" if state.outcome() is None else None


def play_next(state: State) -> Steps[None]:
    """Play the phase that the marker stands at, or the next one that is not played by hand.

    The marker moves on after each phase [3.0, MAC-3.0-a]; both sides have the same ones
    [MAC-3.3-a].
    """
    while state.outcome() is None:
        play = PHASES.get(turns.step_of(state.phase))
        if play is not None:
            yield from play(state)
            return
        yield Tell(f"{state.turn}, {state.phase}: played by hand")
        yield from advance_phase(state)
    verdict = state.outcome()
    if verdict is not None:
        winner = "Japan" if verdict.winner == "jp" else "The Allied side"
        yield Tell(f"The game is over. {winner} has won: {verdict.why}")


def campaign(state: State) -> Steps[None]:
    """Play on from where the markers stand to the end of the scenario [3.0, 17.0]."""
    while state.outcome() is None:
        yield from play_next(state)
