"""Writes finished files, and tells what VASSAL's server would compare of them."""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from vassal_bridge.formats.writing import atomic_write


@dataclass(frozen=True, slots=True)
class Written:
    """A file that was written: its size in bytes and its CRC-32."""

    path: Path
    size: int
    crc: int


def write_all(contents: Iterable[tuple[Path, bytes]], *, force: bool) -> list[Written]:
    """Write files, each whole or not at all. Raises as `atomic_write` does."""
    written: list[Written] = []
    for path, data in contents:
        atomic_write(path, data, force=force)
        written.append(Written(path, len(data), zlib.crc32(data)))
    return written
