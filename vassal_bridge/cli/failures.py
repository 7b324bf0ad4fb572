"""Evidence of what went wrong in the program itself, kept in the player's own folder."""

from __future__ import annotations

import contextlib
import hashlib
import traceback
from pathlib import Path

from vassal_bridge.errors import BridgeError, VerifyError
from vassal_bridge.formats.writing import atomic_write
from vassal_bridge.game.userdata import user_folder


def keep_evidence(error: VerifyError) -> Path | None:
    """Keep the bytes that our proof refused; return where, or None where there are none."""
    return _keep(error.evidence, ".vsav") if error.evidence else None


def keep_report(error: Exception) -> Path | None:
    """Keep the trace of an unforeseen error; return where, or None where it cannot be written."""
    lines = "".join(traceback.format_exception(error))
    return _keep(lines.encode("utf-8", "backslashreplace"), ".txt")


def in_a_line(error: Exception) -> str:
    """Return an unforeseen error in one line."""
    return f"{type(error).__name__}: {error}".splitlines()[0]


def _keep(data: bytes, suffix: str) -> Path | None:
    name = hashlib.sha256(data).hexdigest()[:16] + suffix
    path = user_folder() / "failures" / name
    with contextlib.suppress(BridgeError, OSError):
        atomic_write(path, data, force=True, private=True)
        return path
    return None
