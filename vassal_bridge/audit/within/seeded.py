"""Rolls that the sidecar made and told in the chat: its seed gives each of them again."""

from __future__ import annotations

import re
from collections.abc import Iterator

from vassal_bridge.audit.finding import Finding
from vassal_bridge.audit.found import found
from vassal_bridge.audit.reading import Reading
from vassal_bridge.binding.play import SPEAKER
from vassal_bridge.formats.logs.story import plain_chat
from vassal_bridge.game.dice import Roll, SeededDice

_HEADING = re.compile(rf"\* {SPEAKER}: .*\*")
_SEED = re.compile(r", seed ([0-9]{1,12})\b")
_TOLD = re.compile(
    rf"\*\*\* (?P<spec>[1-9][0-9]?d[1-9][0-9]{{0,4}}) = (?P<faces>[0-9,]+) \*\*\* <{SPEAKER}> "
    r"roll (?P<number>[0-9]{1,6}): .*"
)


def is_told_by_sidecar(text: str) -> bool:
    """Return whether a line of chat, as it is read, tells a roll of the sidecar."""
    return _TOLD.fullmatch(text) is not None


def seeded_rolls(reading: Reading) -> Iterator[Finding]:
    """Yield the sidecar's rolls that its seed does not give [DICE-SEED].

    Its heading tells the seed; a heading without one says that a player threw the dice.
    """
    seed: str | None = None
    is_headed = False
    for step in reading.steps:
        for text in map(plain_chat, step.chat):
            if _HEADING.fullmatch(text):
                own = _SEED.search(text)
                is_headed, seed = True, None if own is None else own[1]
            told = _TOLD.fullmatch(text)
            if told is None:
                continue
            if not is_headed:
                yield found("DICE-SEED", reading, step, "no heading of the sidecar stands before")
            elif seed is not None:
                given = _faces(int(seed), told["spec"], int(told["number"]))
                if given != told["faces"]:
                    evidence = f"seed {seed} gives {given}, the chat tells {told['faces']}"
                    yield found("DICE-SEED", reading, step, evidence)


def _faces(seed: int, spec: str, number: int) -> str:
    rolled = SeededDice(seed, after=number - 1).roll(Roll(spec, ""))
    return ",".join(map(str, rolled.faces))
