"""The journal: one document for each answer, with every roll, decision and change of it.

VASSAL drops chat lines at its next save; the journal keeps them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from vassal_bridge.errors import FormatError, Where
from vassal_bridge.formats.writing import atomic_write
from vassal_bridge.game.userdata import user_folder


def journal_path(key: str, digest: str, *, home: Path | None = None) -> Path:
    """Return where the journal of a save lies: by its folder's key and its own digest."""
    return (user_folder() if home is None else home) / "journals" / key / f"{digest}.json"


def write_journal(path: Path, document: Mapping[str, Any]) -> None:
    """Write a journal, whole or not at all; an earlier one for the same save is replaced.

    Raises:
        TypeError: the document holds something else than plain data.
        FileBusy: another program holds the file.
        OSError: the user folder cannot be written to.
    """
    text = json.dumps(document, indent=1, ensure_ascii=True)
    atomic_write(path, text.encode("ascii") + b"\n", force=True, private=True)


def read_journal(path: Path) -> dict[str, Any]:
    """Return a journal's document.

    Raises:
        FormatError: the file is no journal.
        OSError: the file cannot be read.
    """
    where = Where(file=path.name)
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise FormatError(f"expected a journal, found no JSON: {error}", where=where) from None
    if not isinstance(document, dict) or "input" not in document:
        raise FormatError("expected a journal, found other JSON", where=where)
    return document


def journals(key: str, *, home: Path | None = None) -> list[Path]:
    """Return the journals of a watched folder, by name."""
    folder = journal_path(key, "x", home=home).parent
    return sorted(folder.glob("*.json")) if folder.is_dir() else []
