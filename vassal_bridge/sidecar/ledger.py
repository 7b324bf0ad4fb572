"""The record of a watched folder: which saves were answered, and which files are our own.

Append-only lines of JSON, each on the disk before the next thing is done. A line that a crash
tore is no record, and what it would have told is done again.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from types import TracebackType

from vassal_bridge.game.userdata import user_folder
from vassal_bridge.sidecar.lock import Lock


class Status(StrEnum):
    """How far the answer to a save has come."""

    SEEN = "seen"
    """The save is settled and its answer is being worked out."""
    PLANNED = "planned"
    """The output is on the disk, proved, and is about to be given its name."""
    DONE = "done"
    """The output has its name."""
    REFUSED = "refused"
    """The save is broken, or the rules or the binding say no; it is not tried again."""
    FAILED = "failed"
    """Something unforeseen happened; the next start tries again."""
    PASSED = "passed"
    """The save was there before the watch began and is left alone."""


_SETTLED = frozenset({Status.DONE, Status.REFUSED, Status.PASSED})
"""After these, a save needs no answer any more."""


@dataclass(frozen=True, slots=True)
class Record:
    """One line of a ledger: a save by its digest, its name then, and what became of it.

    `output` and `output_name` are given when an output is planned or done; `note` says why a
    save was refused.
    """

    status: Status
    digest: str
    name: str
    output: str = ""
    output_name: str = ""
    note: str = ""

    def to_line(self) -> bytes:
        """Return the line that holds the record, its end included."""
        values = {
            "status": self.status.value,
            "input": self.digest,
            "name": self.name,
            "output": self.output,
            "output_name": self.output_name,
            "note": self.note,
        }
        kept = {key: value for key, value in values.items() if value}
        return json.dumps(kept).encode("ascii") + b"\n"


def read_records(data: bytes) -> Iterator[Record]:
    """Yield the records in a ledger's bytes; what is no record, as a torn line, is passed over."""
    for line in data.splitlines():
        try:
            values = json.loads(line)
            yield Record(
                Status(values["status"]),
                str(values["input"]),
                str(values.get("name", "")),
                str(values.get("output", "")),
                str(values.get("output_name", "")),
                str(values.get("note", "")),
            )
        except (ValueError, KeyError, TypeError, AttributeError):
            continue


def key_of(folder: Path) -> str:
    """Return the name that a watched folder goes by in the user folder."""
    whole = os.path.normcase(folder.resolve())
    digest = hashlib.sha256(whole.encode("utf-8", "surrogateescape")).hexdigest()[:16]
    plain = re.sub(r"[^A-Za-z0-9]+", "_", folder.resolve().name)  # the same in every locale
    return f"{plain[:40]}-{digest}"


def ledger_path(key: str, home: Path) -> Path:
    """Return where the ledger of a watched folder lies."""
    return home / "ledgers" / f"{key}.jsonl"


class Ledger:
    """The ledger of one folder, open for one sidecar; a context manager."""

    def __init__(self, folder: Path, *, home: Path | None = None) -> None:
        """Open or begin the ledger of a folder, alone.

        Raises:
            FileBusy: another sidecar watches the folder.
            OSError: the user folder cannot be written to.
        """
        self.key = key_of(folder)
        self.home = user_folder() if home is None else home
        self.path = ledger_path(self.key, self.home)
        self._last: dict[str, Record] = {}
        self._outputs: dict[str, str] = {}
        self._plans: dict[str, list[Record]] = {}
        self._is_torn = False
        self._lock = Lock(self.path.with_suffix(".lock"), folder)
        try:
            self._open(folder)
        except BaseException:
            self._lock.close()
            raise

    def _open(self, folder: Path) -> None:
        data = self.path.read_bytes() if self.path.exists() else b""
        for record in read_records(data):
            self._remember(record)
        if not data:
            self._append(json.dumps({"folder": str(folder.resolve())}).encode("ascii") + b"\n")
        self._is_torn = bool(data) and not data.endswith(b"\n")

    @property
    def answered(self) -> int:
        """How many saves were answered."""
        return sum(record.status is Status.DONE for record in self._last.values())

    @property
    def is_new(self) -> bool:
        """Whether the ledger has no records: its folder is watched for the first time."""
        return not self._last

    def knows(self, digest: str) -> bool:
        """Tell whether a file needs no answer: answered, refused, or our own output."""
        record = self._last.get(digest)
        return digest in self._outputs or (record is not None and record.status in _SETTLED)

    def status(self, digest: str) -> Status | None:
        """Return how far the answer to a save has come; None if it was never seen."""
        record = self._last.get(digest)
        return None if record is None else record.status

    def plans(self, digest: str) -> list[Record]:
        """Return the outputs planned for a save, the newest first."""
        return self._plans.get(digest, [])[::-1]

    def open_names(self) -> list[str]:
        """Return the names of the saves whose answer was begun and not finished."""
        names = {r.name for r in self._last.values() if r.status not in _SETTLED}
        return sorted(names)

    def forget_refused(self) -> None:
        """Let the saves that were refused be tried again."""
        for digest, record in list(self._last.items()):
            if record.status is Status.REFUSED:
                del self._last[digest]

    def write(self, *records: Record) -> None:
        """Add records and put them on the disk. Raises OSError where that fails."""
        self._append(b"".join(record.to_line() for record in records))
        for record in records:
            self._remember(record)

    def note(self, record: Record) -> None:
        """Add a record that counts until the end even where the disk refuses it.

        It is for what the next start can find out again: an output that is there, a refusal.
        """
        self._remember(record)
        with contextlib.suppress(OSError):
            self._append(record.to_line())

    def _remember(self, record: Record) -> None:
        self._last[record.digest] = record
        if record.output:
            self._outputs[record.output] = record.digest
        if record.status is Status.PLANNED:
            self._plans.setdefault(record.digest, []).append(record)

    def _append(self, line: bytes) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        start = b"\n" if self._is_torn else b""
        self._is_torn = True
        with self.path.open("ab") as file:
            file.write(start + line)
            file.flush()
            os.fsync(file.fileno())
        self._is_torn = False

    def close(self) -> None:
        """Let another sidecar have the folder."""
        self._lock.close()

    def __enter__(self) -> Ledger:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
