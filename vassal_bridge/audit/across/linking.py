"""Finds the chain that logs and saves make, in whatever order they are given.

A log follows another where it begins just as that one ends; or, where its player began to log
before stepping through the other's, where it begins as that one begins and repeats its steps.
Otherwise the one whose end is least unlike its start comes before it, and the break is named.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from vassal_bridge.audit.reading import Chain, Reading
from vassal_bridge.audit.sidecar_runs import run_in_save
from vassal_bridge.audit.versions import saved_data


class How(StrEnum):
    """How a log follows the one before it."""

    FIRST = "first"
    EXACT = "exact"
    SAME_START = "same start"
    BROKEN = "broken"


@dataclass(frozen=True, slots=True)
class Link:
    """A log in its place in the chain: which one it follows (None: none), and how."""

    reading: Reading
    before: Reading | None
    how: How


@dataclass(frozen=True, slots=True)
class Linked:
    """The links of a chain in the order of play."""

    links: tuple[Link, ...]

    @property
    def chain(self) -> Chain:
        """The logs in the order of play."""
        return Chain(tuple(link.reading for link in self.links))

    def after(self, reading: Reading) -> list[Reading]:
        """Return the logs with steps that begin where a log ends."""
        return [
            link.reading
            for link in self.links
            if link.reading is not reading
            and link.reading.steps
            and link.reading.start == reading.end
        ]


def linked(readings: Sequence[Reading]) -> Linked:
    """Return logs and saves in the order of play, each with the one that it follows."""
    waiting = sorted(readings, key=_age) if len(readings) > 1 else list(readings)
    placed: list[Reading] = []
    links: list[Link] = []
    while waiting:
        link = _next(waiting, placed)
        waiting.remove(link.reading)
        placed.append(link.reading)
        links.append(link)
    return Linked(tuple(links))


def _age(reading: Reading) -> tuple[int, int, bool, str]:
    """Return a key of the time of play: when a file was saved, or its youngest piece was made.

    Of files of one time a save comes before the logs that go on from it.
    """
    data = saved_data(reading.log.save)
    saved = 0 if data is None else data.date_saved or 0
    youngest = max((int(key) for key in reading.end if key.isdigit()), default=0)
    return saved, youngest, bool(reading.steps), reading.name


def _next(waiting: Sequence[Reading], placed: Sequence[Reading]) -> Link:
    """Return the next log of the chain: one that follows just so, else the oldest."""
    for before in reversed(placed):
        for reading in waiting:
            if reading.start == before.end:
                twin = _twin(reading, placed)
                if twin is not None:
                    return Link(reading, twin, How.SAME_START)
                return Link(reading, before, How.EXACT)
    for before in placed:
        for reading in waiting:
            if before.steps and reading.start == before.start:
                return Link(reading, before, How.SAME_START)
    heads = [one for one in waiting if not _follows_any(one, waiting)] or list(waiting)
    heads.sort(key=lambda one: _is_last_answer(one, waiting))
    if not placed:
        return Link(heads[0], None, How.FIRST)
    near = _ends(placed) if run_in_save(heads[0].log.start) is not None else placed
    return Link(heads[0], min(near, key=lambda one: _distance(one, heads[0])), How.BROKEN)


def _ends(placed: Sequence[Reading]) -> Sequence[Reading]:
    """Return the files from which no log in its place goes on: the sidecar answers one of them."""
    ends = [
        one
        for one in placed
        if not any(log.steps and log is not one and log.start == one.end for log in placed)
    ]
    return ends or placed


def _twin(reading: Reading, placed: Sequence[Reading]) -> Reading | None:
    """Return the first log, in its place already, that begins in the same position."""
    twins = (one for one in placed if one.steps and one.start == reading.start)
    return next(twins, None) if reading.steps else None


def _follows_any(reading: Reading, others: Sequence[Reading]) -> bool:
    return any(
        one is not reading and one.end == reading.start and one.start != reading.start
        for one in others
    )


def _is_last_answer(reading: Reading, others: Sequence[Reading]) -> bool:
    """Whether a file is a save of the sidecar's with which no other begins: it comes late."""
    if reading.steps or run_in_save(reading.log.start) is None:
        return False
    return all(one is reading or one.start != reading.start for one in others)


def _distance(before: Reading, after: Reading) -> int:
    """Return in how many facts a log's start differs from another's end."""
    one, other = before.end, after.start
    return sum(one.get(key) != other.get(key) for key in {**one, **other})
