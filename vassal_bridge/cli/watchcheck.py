"""`vassal-bridge watch FOLDER --check`: each log that arrives is checked with those before it."""

from __future__ import annotations

import threading
from pathlib import Path

from vassal_bridge.audit.finding import Finding
from vassal_bridge.audit.reading import Reading
from vassal_bridge.audit.umpire import Report, check
from vassal_bridge.cli.logcheck import in_words
from vassal_bridge.cli.looking import module_beside
from vassal_bridge.cli.output import put, say
from vassal_bridge.errors import EXIT_DONE, EXIT_NO, EXIT_UNREADABLE, BridgeError
from vassal_bridge.formats.logs.log import Log
from vassal_bridge.formats.module import Module
from vassal_bridge.sidecar.ticks import folder_ticks, timed_ticks
from vassal_bridge.sidecar.watch import Settled, Watch

_SUFFIXES = (".vlog",)


class LogWatch:
    """The chain of a folder's logs so far; each new log is told of as soon as it is there."""

    def __init__(self, folder: Path, module: Path | None) -> None:
        self._folder = folder
        self._given = module
        self._module: Module | None = None
        self._is_module_known = False
        self._readings: dict[str, Reading] = {}
        self._told: dict[str, Finding] = {}
        self.code = EXIT_DONE
        """What the program ends with: whether there were findings or unreadable files."""

    def run(self, *, once: bool) -> None:
        """Watch until Ctrl-C, or, with `once`, until what is there has been told of."""
        stop = threading.Event()
        ticks = timed_ticks(stop) if once else folder_ticks(self._folder, stop)
        watch = Watch(
            self._folder, known=lambda _: False, ticks=ticks, once=once, suffixes=_SUFFIXES
        )
        say(f"watching {self._folder} for logs")
        try:
            for found in watch:
                if isinstance(found, Settled):
                    self._arrived(found)
                else:
                    say(f"{found.path.name}: {found.text}")
                    self.code = max(self.code, EXIT_UNREADABLE)
        except KeyboardInterrupt:
            say("stopped")
        finally:
            stop.set()

    def _arrived(self, settled: Settled) -> None:
        """Check the chain with a log that has arrived or was written anew, and tell what is new."""
        try:
            reading = Reading(Log(settled.save), self._found_module(settled))
            self._readings[settled.path.name] = reading
            report = check(list(self._readings.values()))
        except BridgeError as error:
            self._readings.pop(settled.path.name, None)
            say(f"{settled.path.name}: {error}")
            self.code = max(self.code, EXIT_UNREADABLE)
            return
        self._tell(reading, report)

    def _found_module(self, settled: Settled) -> Module | None:
        if not self._is_module_known:
            self._module = module_beside(settled.save, settled.path, self._given)
            self._is_module_known = True
        return self._module

    def _tell(self, reading: Reading, report: Report) -> None:
        link = next(one for one in report.linked.links if one.reading is reading)
        follows = "the first" if link.before is None else f"after {link.before.name}"
        new = [one for one in report.serious if f"{one}" not in self._told]
        present = {f"{one}" for one in report.serious}
        settled = [one for text, one in self._told.items() if text not in present]
        self._told = {f"{one}": one for one in report.serious}
        count = f"{len(new)} new findings" if len(new) != 1 else "1 new finding"
        put(f"{reading.name} ({follows}): {count if new else 'no findings'}")
        for one in new:
            about = "" if one.log == reading.name else f"{one.log}, "
            put(f"  {about}{in_words(one)}")
        for one in settled:
            at = f"step {one.step}" if one.step else "start"
            put(f"  {one.log}, {at}: {one.code} is settled by it.")
        if self._told:
            self.code = max(self.code, EXIT_NO)
