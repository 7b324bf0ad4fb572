"""What wakes the watch: the system's reports of changed files, or the passing of time."""

from __future__ import annotations

import threading
from collections.abc import Collection, Iterator
from pathlib import Path

import watchfiles

TICK = 0.25
"""Seconds after which the watch is woken though nothing is reported."""
_GROUP = 200
"""Milliseconds over which reports are gathered."""


def folder_ticks(folder: Path, stop: threading.Event) -> Iterator[Collection[str]]:
    """Yield the names that the system reports as changed, often none; ends when `stop` is set.

    Where the system cannot report (some network folders, too many watches), time alone wakes.
    """
    try:
        for changes in watchfiles.watch(
            folder,
            watch_filter=None,
            debounce=_GROUP,
            stop_event=stop,
            rust_timeout=int(TICK * 1000),
            yield_on_timeout=True,
            recursive=False,
            ignore_permission_denied=True,
        ):
            yield {Path(path).name for _, path in changes}
    except (OSError, RuntimeError):
        pass
    yield from timed_ticks(stop)


def timed_ticks(stop: threading.Event) -> Iterator[Collection[str]]:
    """Yield nothing, several times a second; ends when `stop` is set."""
    while not stop.wait(TICK):
        yield ()
