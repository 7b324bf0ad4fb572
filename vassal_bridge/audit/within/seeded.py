"""Rolls that the sidecar made and told in the chat: its seed gives each of them again."""

from __future__ import annotations

import re
from collections.abc import Iterator

from vassal_bridge.audit.finding import Finding
from vassal_bridge.audit.found import found
from vassal_bridge.audit.reading import Reading
from vassal_bridge.audit.sidecar_runs import told_roll
from vassal_bridge.binding.play import SPEAKER
from vassal_bridge.formats.logs.story import plain_chat
from vassal_bridge.game.dice import Roll, SeededDice

_HEADING = re.compile(rf"\* {SPEAKER}: .*\*")
_SEED = re.compile(r", seed ([0-9]{1,12})\b")


def is_told_by_sidecar(text: str) -> bool:
    """Return whether a line of chat, as it is read, tells a roll of the sidecar."""
    return told_roll(text) is not None


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
            told = told_roll(text)
            if told is None:
                continue
            if not is_headed:
                yield found("DICE-SEED", reading, step, "no heading of the sidecar stands before")
            elif seed is not None:
                dice = SeededDice(int(seed), after=told.number - 1)
                given = dice.roll(Roll(told.spec, told.why)).faces
                if given != told.faces:
                    faces, shown = (",".join(map(str, one)) for one in (given, told.faces))
                    evidence = f"seed {seed} gives {faces}, the chat tells {shown}"
                    yield found("DICE-SEED", reading, step, evidence)
