"""What the report on some logs tells: step by step who did what, its picture and the findings.

Everything in it is as one viewer sees it: the story (`formats.logs.story`) and the pictures
(`pictures.steps`) leave out what that viewer may not know, and the findings were made for the same
viewer. `report_html` makes the page of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from io import BytesIO

from vassal_bridge.audit.acts import ReadStep
from vassal_bridge.audit.finding import Finding
from vassal_bridge.audit.luck import DiceReport
from vassal_bridge.audit.reading import Reading
from vassal_bridge.formats.logs.story import Happening, Told, Who, story
from vassal_bridge.pictures.art import ModuleArt
from vassal_bridge.pictures.steps import Event, StepPicture, draw_steps

PICTURE_SIZE = (480, 360)
_QUALITY = 80
_REPORTED = ("moved", "created", "deleted", "dice")
"""What VASSAL reports in the chat too; such lines of the chat are told once."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A step's picture as a file in memory, and what its numbers stand for."""

    jpeg: bytes
    width: int
    height: int
    map: str
    captions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ReportStep:
    """A step as the report tells it."""

    number: int
    turn: str
    who: Who
    happenings: tuple[Happening, ...]
    picture: Picture | None
    findings: tuple[Finding, ...]

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of what happened, each once."""
        return tuple(dict.fromkeys(one.kind for one in self.happenings))


@dataclass(frozen=True, slots=True)
class ReportLog:
    """A log of the report: its steps, and the findings about it as a whole."""

    name: str
    steps: tuple[ReportStep, ...]
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """The whole report; `side` is whose eyes it is made for, empty for an observer's."""

    title: str
    side: str
    logs: tuple[ReportLog, ...]
    others: tuple[Finding, ...]
    dice: DiceReport
    notes: tuple[str, ...] = ()

    @property
    def findings(self) -> list[Finding]:
        """All findings, those of no log here first, then log by log."""
        found = list(self.others)
        for log in self.logs:
            found += log.findings
            for step in log.steps:
                found += step.findings
        return found

    @property
    def serious(self) -> list[Finding]:
        """The findings that are no notes."""
        return [one for one in self.findings if not one.is_note]

    @property
    def noted(self) -> list[Finding]:
        """The findings that happen in honest play."""
        return [one for one in self.findings if one.is_note]

    @property
    def steps(self) -> int:
        """The number of all steps."""
        return sum(len(log.steps) for log in self.logs)


def report_steps(
    reading: Reading, findings: Sequence[Finding], art: ModuleArt | None = None
) -> Iterator[ReportStep]:
    """Yield the steps of a log as its reader is told them, each with its findings.

    Pictures are drawn where the module's art is given.
    """
    log = reading.log
    pictures = _Pictures(reading, art)
    clean = reading.redactor.clean
    own = [one for one in findings if one.log == log.name]
    for told, read in zip(story(log, reading.module, reading.viewer), reading.steps, strict=True):
        here = tuple(one for one in own if one.step == told.number)
        happenings = tuple(_with_turns(_without_echoes(told), read, clean))
        picture = pictures.of(told.number)
        yield ReportStep(told.number, clean(read.turn), read.who, happenings, picture, here)


def report_log(
    reading: Reading, steps: Iterable[ReportStep], findings: Sequence[Finding]
) -> ReportLog:
    """Return a log of the report from its steps, with the findings that belong to none of them."""
    told = tuple(steps)
    numbers = {step.number for step in told}
    own = (one for one in findings if one.log == reading.name)
    return ReportLog(reading.name, told, tuple(one for one in own if one.step not in numbers))


def _without_echoes(told: Told) -> Iterator[Happening]:
    """Yield what happened without the chat lines in which VASSAL reports the same."""
    reported = any(one.kind in _REPORTED for one in told.happenings)
    for one in told.happenings:
        if not (reported and one.kind == "chat" and one.text.startswith("* ")):
            yield one


def _with_turns(
    happenings: Iterable[Happening], read: ReadStep, clean: Callable[[str], str]
) -> Iterator[Happening]:
    """Yield what happened, with the turns where the turn marker was moved."""
    for one in happenings:
        if one.kind == "turn" and read.turn != read.next_turn:
            yield replace(one, text=clean(f"from {read.turn or '-'} to {read.next_turn or '-'}"))
        else:
            yield one


class _Pictures:
    """The pictures of a log, drawn one after the other as they are asked for."""

    def __init__(self, reading: Reading, art: ModuleArt | None) -> None:
        self._drawn: Iterator[StepPicture] = iter(())
        if art is not None:
            self._drawn = draw_steps(reading.log, art, reading.viewer, PICTURE_SIZE)
        self._next = next(self._drawn, None)

    def of(self, step: int) -> Picture | None:
        """Return a step's picture; None where nothing is to be seen. Steps must rise."""
        while self._next is not None and self._next.step < step:
            self._next = next(self._drawn, None)
        if self._next is None or self._next.step != step:
            return None
        return _as_file(self._next)


def _as_file(picture: StepPicture) -> Picture:
    held = BytesIO()
    picture.image.save(held, "JPEG", quality=_QUALITY, optimize=True)
    captions = tuple(_caption(event) for event in picture.events)
    return Picture(held.getvalue(), *picture.image.size, picture.map, captions)


def _caption(event: Event) -> str:
    return f"{', '.join(event.names)} {event.kind}"
