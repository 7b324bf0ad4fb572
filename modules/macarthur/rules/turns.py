"""Turns and phases: the boxes of both tracks, and what follows what [3.0]."""

from __future__ import annotations

from typing import Final

LAST_TURN: Final = 13
TURNS: Final = tuple(f"Turn {number}" for number in range(1, LAST_TURN + 1))
END: Final = "End"
REINFORCEMENT: Final = "Reinforcement"
JAPANESE_PHASES: Final = "Japanese"
ALLIED_PHASES: Final = "Allied"
NAVAL, AIR, LAND, COMBAT, COMPLETION = "Naval", "Air", "Land Movement", "Combat", "Completion"
STEPS: Final = (NAVAL, AIR, LAND, COMBAT, COMPLETION)
PHASES: Final = (
    REINFORCEMENT,
    *(f"{JAPANESE_PHASES} {step}" for step in STEPS),
    *(f"{ALLIED_PHASES} {step}" for step in STEPS),
)
"""The phases of a turn: reinforcement, five of the Japanese, five of the Allies [MAC-3.0-a]."""


def number(turn: str) -> int:
    """Return the number of a turn's box; one more than the last for the end.

    >>> number("Turn 5")
    5
    """
    return LAST_TURN + 1 if turn == END else TURNS.index(turn) + 1


def box(turn: int) -> str:
    """Return the box of a turn by its number; the end past the last [MAC-3.4-a]."""
    return TURNS[turn - 1] if turn <= LAST_TURN else END


def step_of(phase: str) -> str:
    """Return what is done in a phase, whoever's it is: "Air", or "Reinforcement".

    >>> step_of("Allied Land Movement")
    'Land Movement'
    """
    return phase if phase == REINFORCEMENT else phase.partition(" ")[2]


def after(turn: str, phase: str) -> tuple[str, str]:
    """Return the turn and the phase that follow [MAC-3.0-a, MAC-3.3-a, MAC-3.4-a]."""
    place = PHASES.index(phase) + 1
    if place < len(PHASES):
        return turn, PHASES[place]
    return box(number(turn) + 1), PHASES[0]
