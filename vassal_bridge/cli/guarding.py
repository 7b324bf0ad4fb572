"""Asks, before any command writes a file, whether that name may be written to."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from vassal_bridge.errors import OutputExists, Where


def check_out(out: Path, read: Iterable[Path], *, force: bool) -> None:
    """Refuse an output that exists, and, even with --force, one of the files that are read.

    A file is known again however its name is spelled: by links and other paths too.

    Raises:
        OutputExists: the output is there and may not be replaced.
    """
    if not out.exists():
        return
    where = Where(str(out))
    if any(file.exists() and out.samefile(file) for file in read):
        raise OutputExists("this is a file that is read, which is never written to", where=where)
    if not force:
        raise OutputExists("the file exists; --force replaces it", where=where)
