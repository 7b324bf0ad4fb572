"""What the sidecar has told in a log: its runs, each a heading, lines, and the steps behind them.

A run that was written as a log has a step for each line, then one for each edit (`play.as_log`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from vassal_bridge.audit.acts import ReadStep
from vassal_bridge.binding.play import SPEAKER
from vassal_bridge.formats.logs.story import plain_chat

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

    `what` is the game and the sequence; `seed` is None where a player threw the dice.
    """

    what: str
    seed: int | None
    settings: str
    is_house: bool
    told: tuple[ReadStep, ...]
    silent: tuple[ReadStep, ...]

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines told, the heading first, as they are read."""
        return tuple(plain_chat(step.chat[0]) for step in self.told)


def runs_in(steps: Sequence[ReadStep]) -> list[SidecarRun]:
    """Return the runs that the steps of a log tell, in order."""
    found: list[SidecarRun] = []
    heads = [place for place, step in enumerate(steps) if _heading(step) is not None]
    for head, end in zip(heads, [*heads[1:], len(steps)], strict=True):
        last = head + 1
        while last < end and _only_tells(steps[last]):
            last += 1
        quiet = last
        while quiet < end and not steps[quiet].chat and not steps[quiet].is_undo:
            quiet += 1
        said = _heading(steps[head])
        assert said is not None
        seed = None if said["seed"] is None else int(said["seed"])
        told, silent = tuple(steps[head:last]), tuple(steps[last:quiet])
        house = said["house"] is not None
        found.append(SidecarRun(said["what"], seed, said["settings"] or "", house, told, silent))
    return found


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


def _heading(step: ReadStep) -> re.Match[str] | None:
    return _HEADING.fullmatch(plain_chat(step.chat[0])) if _only_tells(step) else None


def _only_tells(step: ReadStep) -> bool:
    """Whether a step holds one line that nobody typed, and nothing else."""
    kinds = {act.kind for act in step.acts} - {"Null"}
    return len(step.chat) == 1 and kinds == {"Chat"} and step.chat[0].startswith("*")
