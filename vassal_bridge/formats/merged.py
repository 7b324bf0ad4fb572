"""The record that a module keeps of an extension that was merged into it.

It is an entry of the module, which VASSAL leaves alone: by it the extension can be split off
again, and pieces of saves that still carry the extension's gpids find their slots.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from vassal_bridge.errors import FormatError, Where
from vassal_bridge.formats.archive import Archive

_START, _END = "merged-", ".json"


@dataclass(frozen=True, slots=True)
class Part:
    """A component that came from an extension: its target, class and name.

    `nth` counts the components of the same class and name at the target, from 0.
    """

    target: str
    tag: str
    label: str
    nth: int


@dataclass(frozen=True, slots=True)
class Merged:
    """An extension that was merged: its file, the attributes of its root, its parts.

    `gpids` gives the extension's own gpid for each that the module uses now, `files` are the
    entries that it brought, `data` is its entry extensiondata.
    """

    file: str
    attributes: Mapping[str, str] = field(default_factory=dict)
    parts: tuple[Part, ...] = ()
    gpids: Mapping[str, str] = field(default_factory=dict)
    files: tuple[str, ...] = ()
    data: str = ""

    @property
    def entry(self) -> str:
        """The name of the record among the module's entries."""
        return f"{_START}{self.file.rpartition('.')[0] or self.file}{_END}"

    def to_bytes(self) -> bytes:
        """Return the record as JSON."""
        return (json.dumps(asdict(self), indent=1, ensure_ascii=True) + "\n").encode("ascii")


def read_merged(archive: Archive) -> list[Merged]:
    """Return the records of a module, in the order of its entries.

    Raises:
        FormatError: a record is damaged.
    """
    names = [name for name in archive.names if name.startswith(_START) and name.endswith(_END)]
    return [_read(archive, name) for name in names]


def _read(archive: Archive, name: str) -> Merged:
    try:
        values: dict[str, Any] = json.loads(archive[name])
        parts = tuple(Part(**part) for part in values["parts"])
        files = tuple(values["files"])
        return Merged(**{**values, "parts": parts, "files": files})
    except (ValueError, KeyError, TypeError) as error:
        raise FormatError(
            f"expected the record of a merged extension: {error}", where=Where(archive.name, name)
        ) from None
