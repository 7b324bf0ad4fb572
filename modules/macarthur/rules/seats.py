"""[2.2.1, 3.0] Phases in which both players have a part, at one table or by mail.

A part is played by whoever can: while its side's charts are sealed, or its secrets lie in another
player's vault, that player is elsewhere. Then a phase stops before the part, says for whom it
waits, and goes on from there once the save is with him.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from modules.macarthur.rules import chits, ledger, secrets, submarines, turns
from modules.macarthur.rules.raids import has_to_attack, raids
from modules.macarthur.rules.sealed import is_sealed
from modules.macarthur.units import ALLIED, JP
from vassal_bridge.game.changes import Tell
from vassal_bridge.game.sequence import Steps

if TYPE_CHECKING:
    from modules.macarthur.state import State


@dataclass(frozen=True, slots=True)
class Part:
    """What one side plays of a phase, and when that has to wait for its player."""

    side: str
    waits: Callable[[State], bool]
    play: Callable[[State], Steps[None]]


def is_away(state: State, side: str) -> bool:
    """Whether a side's player is elsewhere: its charts or its secrets cannot be read here."""
    label = chits.JAPANESE_CHIT if side == JP else secrets.latest(state, submarines.TOPIC)
    is_promised = label in secrets.promises(state)
    is_foreign = label is not None and is_promised and secrets.known(state, label) is None
    return is_sealed(state, side) or is_foreign


def is_attacked_unseen(state: State, side: str) -> bool:
    """Whether raids wait for a side's fields, where its charts are sealed."""
    return is_sealed(state, side) and any(
        raid.side != side and has_to_attack(state, raid) for raid in raids(state)
    )


def play_parts(state: State, parts: Sequence[Part]) -> Steps[bool]:
    """Play a phase's parts in order up to one that has to wait; return whether all are played.

    How many are played is noted, so that none is played twice.
    """
    name = f"parts of {turns.number(state.turn)} {state.phase}"
    before = ledger.entry(state, "notes", name)
    for number, part in enumerate(parts):
        if number < before:
            continue
        if part.waits(state):
            if number != before:
                yield ledger.write(state, "notes", name, number, "[3.0] parts of a phase")
            yield Tell(_waiting(state, part.side))
            return False
        yield from part.play(state)
    if before:
        yield ledger.write(state, "notes", name, 0, "[3.0] the phase is over")
    return True


def _waiting(state: State, side: str) -> str:
    """Return for whom a phase waits, and what that player does."""
    who, word = ("the Allied player", "allied") if side == ALLIED else ("Japan", "japanese")
    opens = f"`open_{word}`, then `next`" if is_sealed(state, side) else "`next`"
    return f"{state.phase}: it is {who}'s turn to play on, with {opens}; the marker stays [2.2.1]"
