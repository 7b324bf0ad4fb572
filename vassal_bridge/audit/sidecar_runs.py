"""What the sidecar has told in a log: its runs, each a heading, lines, and the steps behind them.

A run that was written as a log has a step for each line, then one for each edit (`play.as_log`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from vassal_bridge.audit.acts import ReadStep
from vassal_bridge.binding.play import SPEAKER
from vassal_bridge.formats.logs.story import plain_chat
from vassal_bridge.formats.save import Save

_HEADING = re.compile(
    rf"\* {SPEAKER}: (?P<what>.+?)(?:, seed (?P<seed>[0-9]{{1,12}}))?"
    r"(?:, (?P<settings>\w+=\S+(?: \w+=\S+)*))?(?P<house> \(house edition[^()]*\))? \*"
)
_ROLL = re.compile(
    rf"\*\*\* (?P<spec>[1-9][0-9]?d[1-9][0-9]{{0,4}}) = (?P<faces>[0-9]+(?:,[0-9]+)*) \*\*\*"
    rf" <{SPEAKER}> roll (?P<number>[0-9]{{1,6}}): (?P<why>.*)",
    re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class ToldRoll:
    """A roll as the sidecar tells it in the chat."""

    spec: str
    faces: tuple[int, ...]
    number: int
    why: str


@dataclass(frozen=True, slots=True)
class SidecarRun:
    """A run: what its heading says, the steps that tell it, and those behind that say nothing.

    `what` is the game and the sequence; `seed` is None where a player threw the dice. `told` has
    a step for each line, or none where a save holds the lines.
    """

    what: str
    seed: int | None
    settings: str
    is_house: bool
    lines: tuple[str, ...]
    told: tuple[ReadStep, ...] = ()
    silent: tuple[ReadStep, ...] = ()

    def step(self, line: int) -> ReadStep | None:
        """Return the step that tells a line, the last for lines beyond; None for a save's."""
        return self.told[min(line, len(self.told) - 1)] if self.told else None


def runs_in(steps: Sequence[ReadStep]) -> list[SidecarRun]:
    """Return the runs that the steps of a log tell, in order."""
    found: list[SidecarRun] = []
    heads = [place for place, step in enumerate(steps) if _is_heading(step)]
    for head, end in pairwise([*heads, len(steps)]):
        last = head + 1
        while last < end and _only_tells(steps[last]):
            last += 1
        quiet = last
        while quiet < end and not steps[quiet].chat and not steps[quiet].is_undo:
            quiet += 1
        told, silent = tuple(steps[head:last]), tuple(steps[last:quiet])
        run = _run([step.chat[0] for step in told])
        found += [] if run is None else [replace(run, told=told, silent=silent)]
    return found


def run_in_save(save: Save) -> SidecarRun | None:
    """Return the last run whose lines a save holds, as the sidecar's own saves do."""
    chat = [command["text"] for command in save.commands.all("Chat")]
    heads = [place for place, text in enumerate(chat) if _HEADING.fullmatch(plain_chat(text))]
    return _run(chat[heads[-1] :]) if heads else None


def _run(chat: Sequence[str]) -> SidecarRun | None:
    lines = tuple(map(plain_chat, chat))
    said = _HEADING.fullmatch(lines[0])
    if said is None:
        return None
    seed = None if said["seed"] is None else int(said["seed"])
    return SidecarRun(said["what"], seed, said["settings"] or "", said["house"] is not None, lines)


def silent_steps(steps: Sequence[ReadStep]) -> frozenset[int]:
    """Return the numbers of the steps that a run of the sidecar explains, which tells before."""
    return frozenset(step.number for run in runs_in(steps) for step in run.silent)


def told_roll(line: str) -> ToldRoll | None:
    """Return the roll that a line of the sidecar tells; None where it tells none."""
    found = _ROLL.fullmatch(line)
    if found is None:
        return None
    faces = tuple(int(face) for face in found["faces"].split(","))
    return ToldRoll(found["spec"], faces, int(found["number"]), found["why"])


def _is_heading(step: ReadStep) -> bool:
    return _only_tells(step) and _HEADING.fullmatch(plain_chat(step.chat[0])) is not None


def _only_tells(step: ReadStep) -> bool:
    """Whether a step holds one line that nobody typed, and nothing else."""
    kinds = {act.kind for act in step.acts} - {"Null"}
    return len(step.chat) == 1 and kinds == {"Chat"} and step.chat[0].startswith("*")
