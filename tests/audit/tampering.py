"""A small kit that edits a log as somebody might who wants it to tell another story."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from vassal_bridge.formats.archive import Archive
from vassal_bridge.formats.commands import ESC
from vassal_bridge.formats.logs.log import Log, Step, open_log, step_text
from vassal_bridge.formats.save import Save

GOLDEN = Path(__file__).parent.parent / "data" / "golden"


def golden(name: str) -> Log:
    """Return a log written by VASSAL."""
    return open_log(GOLDEN / name)


def with_start(log: Log, edit: Callable[[str], str]) -> Log:
    """Return a log with another start state."""
    return _joined(log, edit(log.start_text), [step.raw for step in log.steps])


def with_step(log: Log, number: int, edit: Callable[[str], str]) -> Log:
    """Return a log in which one step is spelled otherwise; it must change something."""
    raws = [step.raw for step in log.steps]
    new = edit(raws[number - 1])
    assert new != raws[number - 1], "the edit changed nothing"
    raws[number - 1] = new
    return _joined(log, log.start_text, raws)


def without_step(log: Log, number: int) -> Log:
    """Return a log that lacks a step."""
    raws = [step.raw for step in log.steps]
    del raws[number - 1]
    return _joined(log, log.start_text, raws)


def with_step_after(log: Log, number: int, *texts: str) -> Log:
    """Return a log with one more step behind another (0: before the first)."""
    raws = [step.raw for step in log.steps]
    raws.insert(number, step_text(texts))
    return _joined(log, log.start_text, raws)


def swapped(log: Log, one: int, other: int) -> Log:
    """Return a log in which two steps have changed places."""
    raws = [step.raw for step in log.steps]
    raws[one - 1], raws[other - 1] = raws[other - 1], raws[one - 1]
    return _joined(log, log.start_text, raws)


def cut(log: Log, last: int) -> Log:
    """Return a log that ends after a step."""
    return _joined(log, log.start_text, [step.raw for step in log.steps[:last]])


def replacing(old: str, new: str, count: int = -1) -> Callable[[str], str]:
    """Return an edit that writes a text for another, which must be there."""

    def edit(text: str) -> str:
        assert old in text, f"{old!r} is not there"
        return text.replace(old, new, count)

    return edit


def with_entry(log: Log, entry: str, edit: Callable[[str], str]) -> Log:
    """Return a log with another text in one of its other entries."""
    archive = Archive.from_bytes(log.to_bytes(), name=log.name)
    archive = archive.replace(entry, edit(archive[entry].decode("utf-8")).encode("utf-8"))
    return Log(Save.from_bytes(archive.to_bytes(), name=log.name))


def named(log: Log, name: str) -> Log:
    """Return a log under another file name."""
    return Log(Save.from_bytes(log.to_bytes(), name=name))


def step_of(log: Log, words: str) -> Step:
    """Return the first step that holds a text."""
    return next(step for step in log.steps if words in step.raw)


def rows(table: Mapping[str, object]) -> list[Any]:
    """Return the names of a table's rows; every other one runs by default, all with `-m ""`."""
    return [
        pytest.param(name, marks=[pytest.mark.slow] if place % 2 else [])
        for place, name in enumerate(table)
    ]


def _joined(log: Log, start: str, raws: list[str]) -> Log:
    """Return a log of the given parts, read again from bytes as a reader would."""
    made = log.save.with_text(ESC.join([start, *raws]))
    return Log(Save.from_bytes(made.to_bytes(), name=log.name))
