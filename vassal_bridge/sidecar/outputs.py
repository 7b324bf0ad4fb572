"""What our outputs are called, and what a killed process left of them."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable, Iterator
from itertools import count
from pathlib import Path

from vassal_bridge.sidecar.watch import SUFFIX, digest_of

_MARK = re.compile(r"(?<=.)\.bot(-\d+)?$", re.IGNORECASE)
_PART = re.compile(r"\.bot(-\d+)?\.vsav\.[^.]+\.part$", re.IGNORECASE)


def base_of(name: str) -> str:
    """Return what a save's outputs begin with: its name without suffix and without our mark.

    >>> base_of("turn 3.vsav"), base_of("turn 3.bot-2.vsav")
    ('turn 3', 'turn 3')
    """
    return _MARK.sub("", name[: -len(SUFFIX)])


def output_names(name: str) -> Iterator[str]:
    """Yield the names that an answer may have, the first choice first; there is no last one.

    >>> names = output_names("turn 3.vsav")
    >>> next(names), next(names)
    ('turn 3.bot.vsav', 'turn 3.bot-2.vsav')
    """
    base = base_of(name)
    yield f"{base}.bot{SUFFIX}"
    for number in count(2):
        yield f"{base}.bot-{number}{SUFFIX}"


def find_output(folder: Path, name: str, digest: str) -> Path | None:
    """Return the file that holds an output, under its own name or another; None if none does.

    Raises:
        OSError: a file that might be it cannot be read now.
    """
    others = sorted(path for path in folder.iterdir() if path.suffix.lower() == SUFFIX)
    for path in (folder / name, *others):
        with contextlib.suppress(FileNotFoundError):
            if path.is_file() and digest_of(path.read_bytes()) == digest:
                return path
    return None


def sweep(folder: Path, names: Iterable[str]) -> None:
    """Remove the temporary files that a killed process left when it answered these saves."""
    bases = {base_of(name) for name in names}
    for path in sorted(folder.glob(".*.part")):
        mark = _PART.search(path.name)
        if mark is not None and path.name[1 : mark.start()] in bases:
            with contextlib.suppress(OSError):
                path.unlink()
