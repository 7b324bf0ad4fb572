"""The width and height of a picture, read from its first bytes: PNG, GIF, JPEG and SVG."""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Iterator

from vassal_bridge.formats.archive import STORED, Archive, Entry

Size = tuple[int, int]
"""Width and height in pixels."""

_PARTS = (64 * 1024, 16 * 1024 * 1024)
_PNG = b"\x89PNG\r\n\x1a\n"
_NO_FRAME = (0xC4, 0xC8, 0xCC)
_ALONE = (0x01, *range(0xD0, 0xD9))
_SVG = re.compile(rb"<(?:\w+:)?svg\b([^>]*)>")
_LENGTH = re.compile(r"\s*(\d+(?:\.\d*)?|\.\d+)\s*(?:px)?\s*")


def image_size(archive: Archive, entry_name: str) -> Size | None:
    """Return the size of an image in an archive; None where its bytes are no known picture.

    Only as much of the entry is inflated as its header needs; KeyError if there is no entry.
    """
    entry = archive.entry(entry_name)
    return next((size for size in map(size_of, _beginnings(entry)) if size is not None), None)


def _beginnings(entry: Entry) -> Iterator[bytes]:
    for length in _PARTS:
        if entry.method == STORED:
            yield bytes(entry.packed[:length])
        else:
            try:
                yield zlib.decompressobj(-zlib.MAX_WBITS).decompress(entry.packed, length)
            except zlib.error:
                return


def size_of(data: bytes) -> Size | None:
    """Return the size that a picture's first bytes tell; None where they do not."""
    if data.startswith(_PNG) and data[12:16] == b"IHDR" and len(data) >= 24:
        width, height = struct.unpack_from(">2L", data, 16)
        return width, height
    if data[:6] in (b"GIF87a", b"GIF89a") and len(data) >= 10:
        width, height = struct.unpack_from("<2H", data, 6)
        return width, height
    if data.startswith(b"\xff\xd8"):
        return _jpeg_size(data)
    return _svg_size(data)


def _jpeg_size(data: bytes) -> Size | None:
    """Go from marker to marker until one begins a frame."""
    at = 2
    while at + 9 <= len(data):
        if data[at] != 0xFF:
            return None
        marker = data[at + 1]
        if marker == 0xFF:
            at += 1
        elif marker in _ALONE:
            at += 2
        elif 0xC0 <= marker <= 0xCF and marker not in _NO_FRAME:
            height, width = struct.unpack_from(">2H", data, at + 5)
            return width, height
        else:
            at += 2 + int(struct.unpack_from(">H", data, at + 2)[0])
    return None


def _svg_size(data: bytes) -> Size | None:
    """Read width and height in pixels, or else the view box, of an SVG's root element."""
    found = _SVG.search(data)
    if found is None:
        return None
    attributes = found.group(1).decode("utf-8", "replace")
    sides = [_length(_attribute(attributes, name)) for name in ("width", "height")]
    if None in sides:
        box = _attribute(attributes, "viewBox").replace(",", " ").split()
        sides = [_length(side) for side in box[2:4]] if len(box) == 4 else []
    width, height = sides if len(sides) == 2 else (None, None)
    return None if width is None or height is None else (width, height)


def _attribute(attributes: str, name: str) -> str:
    found = re.search(rf"""(?<![\w:-]){name}\s*=\s*["']([^"']*)["']""", attributes)
    return found.group(1) if found is not None else ""


def _length(text: str) -> int | None:
    found = _LENGTH.fullmatch(text)
    return int(float(found.group(1)) + 0.5) if found is not None else None
