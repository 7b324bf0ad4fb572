"""The rolls of logs as throws of dice: each once, in order, with the dice they were made of."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from vassal_bridge.audit.acts import Rolled
from vassal_bridge.audit.luck import Throw
from vassal_bridge.audit.reading import Reading

_DICE = re.compile(r"([0-9]+)d([0-9]+)")
_NO_NUMBERS = ("symbols", "text")
USUAL = (4, 6, 8, 10, 12, 20, 100)
"""The dice that are usual."""
ENOUGH = 20
"""Faces that the chat must tell before the dice are guessed from them."""
NO_DICE = 0
"""The sides of a roll whose faces are no fair sample: symbols, words, or the best of more dice."""


def throws_of(readings: Sequence[Reading]) -> list[Throw]:
    """Return the rolls of logs in order; steps that a log repeats of one before count once."""
    found: list[Throw] = []
    for place, reading in enumerate(readings):
        repeated = max((_repeats(reading, before) for before in readings[:place]), default=0)
        found += [as_throw(one) for one in reading.rolls if one.step > repeated]
    return _with_guesses(found)


def _with_guesses(throws: Sequence[Throw]) -> list[Throw]:
    """Return throws with the sides of dice that only the chat tells, where they can be guessed.

    A module that rolls by itself (VASL) tells faces and no dice. Where many were told, they are
    taken for the smallest usual die that has all their faces.
    """
    untold = [throw for throw in throws if _is_untold(throw)]
    faces = [face for throw in untold for face in throw.faces]
    guessed = next((side for side in USUAL if faces and side >= max(faces)), NO_DICE)
    if len(faces) < ENOUGH or guessed == NO_DICE:
        return list(throws)
    return [_guess(throw, guessed) if _is_untold(throw) else throw for throw in throws]


def _guess(throw: Throw, sides: int) -> Throw:
    return replace(throw, sides=sides, kind=f"{len(throw.faces)}d{sides}?")


def _is_untold(throw: Throw) -> bool:
    return (
        throw.sides == NO_DICE
        and throw.kind not in _NO_NUMBERS
        and not _DICE.fullmatch(throw.kind)
        and bool(throw.faces)
        and min(throw.faces) > 0
    )


def as_throw(rolled: Rolled) -> Throw:
    """Return a roll with the sides of its dice."""
    dice = _DICE.fullmatch(rolled.kind)
    whole = dice is not None and int(dice[1]) == len(rolled.faces)
    sides = int(dice[2]) if dice is not None and whole else NO_DICE
    if not all(1 <= face <= sides for face in rolled.faces):
        sides = NO_DICE
    return Throw(
        rolled.log,
        rolled.step,
        rolled.who.name,
        rolled.who.how,
        rolled.button,
        rolled.kind,
        sides,
        rolled.faces,
        rolled.is_undone,
        rolled.text,
    )


def _repeats(reading: Reading, before: Reading) -> int:
    """Return how many steps of a log are those of a log before that began in the same position."""
    if reading.log.start_text == before.log.start_text or reading.start == before.start:
        return sum(1 for _ in _same_steps(reading, before))
    return 0


def _same_steps(reading: Reading, before: Reading) -> Iterator[int]:
    for new, old in zip(reading.log.steps, before.log.steps, strict=False):
        if new.effective != old.effective:
            return
        yield new.number
