"""One save in, one save out: answers each settled save of a folder, and survives what happens.

The order on the disk is: seen, journal, the output under a temporary name, planned, the output
under its own name, done. Wherever the process dies, the next start either finds the planned
output by its digest or makes it anew. The player's save is only ever read.
"""

from __future__ import annotations

import contextlib
import threading
import time
import traceback
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, Protocol

from vassal_bridge.errors import BridgeError, FileBusy, FormatError, OutputExists, Where
from vassal_bridge.formats.save import Save
from vassal_bridge.formats.writing import atomic_write
from vassal_bridge.sidecar.chain import keep_position
from vassal_bridge.sidecar.journal import journal_path, write_journal
from vassal_bridge.sidecar.ledger import Ledger, Record, Status
from vassal_bridge.sidecar.outputs import find_output, output_names, sweep
from vassal_bridge.sidecar.ticks import folder_ticks, timed_ticks
from vassal_bridge.sidecar.watch import (
    SUFFIX,
    Clock,
    Settled,
    Ticks,
    Trouble,
    Watch,
    digest_of,
    stamps_of,
)

Kind = Literal[
    "watching",  # the sidecar began
    "answered",  # a new save was written
    "noted",  # a save that needs no answer; remembered
    "recovered",  # the answer was already there: an earlier process died after writing it
    "refused",  # the rules, the binding or our own proof said no; remembered
    "broken",  # a file is no save; remembered
    "passed",  # saves were there before and are left alone; remembered
    "busy",  # another program holds a file, or the disk says no; tried again
    "unreachable",  # the folder cannot be read; tried again
    "failed",  # something unforeseen; a report was written; the next start tries again
    "stopped",  # the sidecar ended
]


@dataclass(frozen=True, slots=True)
class Event:
    """Something that a player should hear of: one sentence, and perhaps the story of it."""

    kind: Kind
    path: Path
    text: str
    story: tuple[str, ...] = ()
    output: Path | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a save: the bytes of the new save, proved, and what happened.

    `journal` is plain data (as JSON has it): every roll, decision and change. Where no new save
    is called for, there is no data, and `summary` says why. `keeps` asks that both positions be
    kept beside the journal.
    """

    data: bytes | None
    summary: str
    story: Sequence[str] = ()
    journal: Mapping[str, Any] = field(default_factory=dict)
    keeps: bool = False


class Answerer(Protocol):
    """Works out the answer to one save, which it must not change."""

    def __call__(self, save: Save) -> Answer:
        """Return the answer; raises BridgeError where there is none to give."""


def serve(
    folder: Path,
    answer: Answerer,
    *,
    once: bool = False,
    stop: threading.Event | None = None,
    skip_existing: bool = False,
    again: bool = False,
    home: Path | None = None,
    ticks: Ticks | None = None,
    clock: Clock = time.monotonic,
    suffixes: Collection[str] = (SUFFIX,),
) -> Iterator[Event]:
    """Answer the saves of a folder, yielding what a player should hear of.

    Ends on `stop`, on Ctrl-C, or, with `once`, when every save there is dealt with. (Ctrl-C may
    also reach the caller between two events; closing the generator then frees the folder.)
    `skip_existing` leaves alone what is there when a folder is watched for the first time;
    `again` tries once more what was refused; `suffixes` tell which files are looked at. `home`
    stands in for the user folder; `ticks` and `clock` for the system's watcher and time.

    Raises:
        FormatError: there is no such folder.
        FileBusy: another sidecar watches the folder.
        OSError: the user folder cannot be written to.
    """
    if not folder.is_dir():
        raise FormatError("there is no such folder to watch", where=Where(file=str(folder)))
    stop = threading.Event() if stop is None else stop
    if ticks is None:
        ticks = timed_ticks(stop) if once else folder_ticks(folder, stop)
    with Ledger(folder, home=home) as ledger:
        server = _Server(folder, answer, ledger, stop)
        watch = Watch(
            folder, known=ledger.knows, ticks=ticks, clock=clock, once=once, suffixes=suffixes
        )
        yield Event(
            "watching", folder, f"watching {folder} ({ledger.answered} saves answered so far)"
        )
        try:
            sweep(folder, ledger.open_names())
            if again:
                ledger.forget_refused()
            if skip_existing and ledger.is_new:
                yield server.pass_over()
            yield from server.run(watch)
        except KeyboardInterrupt:
            pass
        yield Event("stopped", folder, f"stopped watching {folder}")


class _Server:
    """What `serve` remembers between saves."""

    def __init__(
        self, folder: Path, answer: Answerer, ledger: Ledger, stop: threading.Event
    ) -> None:
        self.folder = folder
        self.answer = answer
        self.ledger = ledger
        self.stop = stop
        self._waiting: dict[str, Answer] = {}
        self._told: set[str] = set()

    def pass_over(self) -> Event:
        """Note every file that is there now as one that needs no answer."""
        records: list[Record] = []
        for path in sorted(self.folder / name for name in stamps_of(self.folder)):
            with contextlib.suppress(OSError):
                records.append(Record(Status.PASSED, digest_of(path.read_bytes()), path.name))
        self.ledger.write(*records)
        text = f"{len(records)} saves were there before and are left alone"
        return Event("passed", self.folder, text)

    def run(self, watch: Watch) -> Iterator[Event]:
        """Yield an event for each save and each trouble that a watch finds."""
        for found in watch:
            if self.stop.is_set():
                return
            if isinstance(found, Trouble):
                yield self._trouble(found)
                continue
            event: Event | None
            try:
                event = self._serve(found)
            except (FileBusy, OSError) as error:
                watch.again(found.path)
                event = self._busy(found, error, watch.once)
            except Exception as error:  # the sidecar must live
                event = self._failed(found, error)
            if event is not None:
                yield event

    def _trouble(self, found: Trouble) -> Event:
        if found.kind == "broken" and found.digest:
            self._note(Status.REFUSED, found.digest, found.path, found.text)
        return Event(found.kind, found.path, found.text)

    def _serve(self, found: Settled) -> Event:
        """Answer one save; raises FileBusy or OSError where a file cannot be written now."""
        name = found.path.name
        if found.digest not in self._waiting:
            recovered = self._recover(found)
            if recovered is not None:
                return recovered
        if self.ledger.status(found.digest) is None:
            self.ledger.write(Record(Status.SEEN, found.digest, name))
        answer = self._waiting.get(found.digest)
        if answer is None:
            given = self._ask(found)
            if isinstance(given, Event):
                return given
            if given.data is None:
                return self._nothing(found, given)
            answer = self._waiting[found.digest] = given
        output = self._write(found, answer)
        del self._waiting[found.digest]
        text = f"{name}: answered in {output.name}: {answer.summary}"
        return Event("answered", found.path, text, tuple(answer.story), output)

    def _nothing(self, found: Settled, answer: Answer) -> Event:
        """Remember a save that needs no answer."""
        self._note(Status.PASSED, found.digest, found.path, answer.summary)
        text = f"{found.path.name}: {answer.summary}"
        return Event("noted", found.path, text, tuple(answer.story))

    def _busy(self, found: Settled, error: FileBusy | OSError, once: bool) -> Event | None:
        """Return what is said of a save that must wait; only the first time."""
        if found.digest in self._told:
            return None
        self._told.add(found.digest)
        reason = error.message if isinstance(error, FileBusy) else error.strerror or str(error)
        text = f"{found.path.name}: it cannot be answered now: {reason}"
        return Event("busy", found.path, text if once else f"{text}; tried again")

    def _recover(self, found: Settled) -> Event | None:
        """Recognise an output that was given its name before its process could say so."""
        for plan in self.ledger.plans(found.digest):
            output = find_output(self.folder, plan.output_name, plan.output)
            if output is not None:
                self._done(found, output, plan.output)
                text = f"{found.path.name}: already answered in {output.name}"
                return Event("recovered", found.path, text, output=output)
        return None

    def _ask(self, found: Settled) -> Answer | Event:
        """Return the answer to a save, or the event that says why there is none."""
        try:
            return self.answer(found.save)
        except FileBusy:  # a module, say, that another program holds: no word on the save
            raise
        except BridgeError as error:
            text = str(error.add(Where(file=found.path.name)))
            self._note(Status.REFUSED, found.digest, found.path, text)
            return Event("refused", found.path, text)
        except Exception as error:  # a game may fail in any way; the sidecar must live
            return self._failed(found, error)

    def _failed(self, found: Settled, error: Exception) -> Event:
        what = f"{type(error).__name__}: {error}".splitlines()[0]
        frames = traceback.extract_tb(error.__traceback__)
        place = f" ({Path(frames[-1].filename).name} line {frames[-1].lineno})" if frames else ""
        report = self.ledger.home / "failures" / f"{found.digest}.txt"
        text = f"{found.path.name}: not answered, something unforeseen happened: {what}{place}"
        lines = "".join(traceback.format_exception(error))
        with contextlib.suppress(BridgeError, OSError):
            atomic_write(report, lines.encode("utf-8", "backslashreplace"), force=True)
            text += f"; the report is in {report}"
        self._waiting.pop(found.digest, None)
        self._note(Status.FAILED, found.digest, found.path, what)
        return Event("failed", found.path, text)

    def _write(self, found: Settled, answer: Answer) -> Path:
        """Write the output under the first free name; return its path."""
        assert answer.data is not None
        output = digest_of(answer.data)
        for name in output_names(found.path.name):
            path = self.folder / name
            if path.exists():
                continue

            def plan(name: str = name) -> None:
                record = Record(Status.PLANNED, found.digest, found.path.name, output, name)
                if record not in self.ledger.plans(found.digest):
                    self._journal(found, answer, output, name)
                    self.ledger.write(record)

            try:
                atomic_write(path, answer.data, before_rename=plan)
            except OutputExists:  # taken since we looked
                continue
            self._done(found, path, output)
            return path
        raise AssertionError("names do not end")

    def _journal(self, found: Settled, answer: Answer, output: str, name: str) -> None:
        document = {
            "input": found.digest,
            "name": found.path.name,
            "output": output,
            "output_name": name,
            "summary": answer.summary,
            "story": list(answer.story),
            "journal": dict(answer.journal),
        }
        key, home = self.ledger.key, self.ledger.home
        if answer.keeps and answer.data is not None:
            keep_position(key, found.digest, found.save.to_bytes(), home=home)
            keep_position(key, output, answer.data, home=home)
        write_journal(journal_path(key, found.digest, home=home), document)

    def _done(self, found: Settled, path: Path, output: str) -> None:
        record = Record(Status.DONE, found.digest, found.path.name, output, path.name)
        self.ledger.note(record)

    def _note(self, status: Status, digest: str, path: Path, note: str) -> None:
        self.ledger.note(Record(status, digest, path.name, note=note))
