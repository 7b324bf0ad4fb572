"""Text files from a player's hands, in whatever encoding a spreadsheet or a shell wrote them."""

from __future__ import annotations

import codecs
from pathlib import Path

from vassal_bridge.errors import FormatError, Where

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
"""Byte order marks: PowerShell's `>` writes UTF-16, Excel's "CSV UTF-8" marks its UTF-8."""


def read_text(path: Path) -> str:
    """Return a file's text: UTF-8, or UTF-16 where a mark says so.

    Raises:
        FormatError: the text is in neither.
        OSError: the file cannot be read.
    """
    return decode_text(path.read_bytes(), path.name)


def decode_text(data: bytes, name: str) -> str:
    """Return the text in some bytes, read as `read_text` does. Raises FormatError."""
    encoding = next((name for mark, name in _MARKS if data.startswith(mark)), "utf-8")
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        found = f"byte {data[error.start]} at {error.start}" if data else "nothing"
        if data.startswith(b"PK"):
            raise FormatError("expected a text file, found a zip", where=Where(name)) from None
        raise FormatError(
            f"expected text in UTF-8, found {found}; save it as UTF-8", where=Where(name)
        ) from None
