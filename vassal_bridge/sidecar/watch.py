"""Yields the saves of a folder that VASSAL has finished writing: new ones and overwritten ones.

VASSAL truncates a save and rewrites it in place under a lock (VASSAL.tools.io.ZipWriter), so a
watcher meets half-written zips. A save is settled when its size and time are equal on two
looks, before and after it is read, and it opens as a zip that holds savedGame.
"""

from __future__ import annotations

import hashlib
import stat
import time
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from vassal_bridge.errors import BridgeError, Where
from vassal_bridge.formats.archive import MAX_FILE
from vassal_bridge.formats.save import Save

SUFFIX = ".vsav"

SETTLE = 0.3
"""Seconds between the two looks that must find a file unchanged."""
PATIENCE = 3.0
"""Seconds after its last change until a file that is locked or no whole save is spoken of."""
POLL = 3.0
"""Seconds between looks where the system reports no change, as on network folders."""

Clock = Callable[[], float]
"""Gives seconds that only grow."""

Ticks = Iterable[Collection[str]]
"""Wakes the watch a few times a second with the names of files said to have changed, or none."""


def digest_of(data: bytes) -> str:
    """Return the digest (SHA-256, hexadecimal) that a file is known by."""
    return hashlib.sha256(data).hexdigest()


@dataclass(frozen=True, slots=True)
class Settled:
    """A save that is complete and was not answered yet."""

    path: Path
    digest: str
    save: Save


@dataclass(frozen=True, slots=True)
class Trouble:
    """A file, or the folder, that could not be read; it is spoken of once.

    `broken` files have a digest unless they are too large to be read; `busy` ones and an
    `unreachable` folder are looked at again.
    """

    kind: Literal["broken", "busy", "unreachable"]
    path: Path
    text: str
    digest: str = ""


@dataclass(frozen=True, slots=True)
class Stamp:
    """What a look at a file compares: its size in bytes and its time in nanoseconds."""

    size: int
    mtime: int


@dataclass(slots=True)
class _Seen:
    """What is remembered of one file between looks."""

    stamp: Stamp
    since: float
    next_look: float
    wait: float = SETTLE
    is_quiet: bool = False
    is_told: bool = False


class Watch:
    """The settled saves of one folder, one by one; iterate it.

    `known` tells by digest what needs no answer: what was answered, and our own output. A name
    is no proof. `suffixes` tell saves (and logs) from other files. With `once` the watch ends
    when every save there has been looked at; otherwise it ends with the ticks.
    """

    def __init__(
        self,
        folder: Path,
        *,
        known: Callable[[str], bool],
        ticks: Ticks,
        clock: Clock = time.monotonic,
        once: bool = False,
        suffixes: Collection[str] = (SUFFIX,),
    ) -> None:
        self.folder = folder
        self.once = once
        self.suffixes = suffixes
        self._known = known
        self._ticks = ticks
        self._clock = clock
        self._seen: dict[str, _Seen] = {}
        self._last_look = 0.0
        self._is_lost = False

    def __iter__(self) -> Iterator[Settled | Trouble]:
        """Yield each settled save, and each trouble, when the one before was dealt with."""
        yield from self._look(())
        if self._is_finished():
            return
        is_first = True  # the system's watcher begins with its first tick: look what it missed
        for changed in self._ticks:
            if is_first or self._is_due(changed):
                is_first = False
                yield from self._look(changed)
                if self._is_finished():
                    return

    def again(self, path: Path) -> None:
        """Look at a file again after a while: its answer could not be written now."""
        seen = self._seen.get(path.name)
        if seen is not None and not self.once:
            seen.is_quiet = False
            seen.next_look = self._clock() + POLL

    def _is_due(self, changed: Collection[str]) -> bool:
        now = self._clock()
        return (
            bool(changed)
            or now - self._last_look >= POLL
            or any(not seen.is_quiet and seen.next_look <= now for seen in self._seen.values())
        )

    def _is_finished(self) -> bool:
        return self.once and all(seen.is_quiet for seen in self._seen.values())

    def _look(self, changed: Collection[str]) -> Iterator[Settled | Trouble]:
        """Look at every save of the folder, the oldest first."""
        self._last_look = self._clock()
        try:
            stamps = stamps_of(self.folder, self.suffixes)
        except OSError as error:
            if not self._is_lost:
                self._is_lost = True
                yield self._unreadable("unreachable", self.folder, str(self.folder), error)
            return
        self._is_lost = False
        for name in self._seen.keys() - stamps.keys():
            del self._seen[name]
        for name in sorted(stamps, key=lambda name: (stamps[name].mtime, name)):
            found = self._look_at(name, stamps[name], name in changed)
            if found is not None:
                yield found

    def _look_at(self, name: str, stamp: Stamp, is_changed: bool) -> Settled | Trouble | None:
        now = self._clock()
        seen = self._seen.get(name)
        if seen is None or seen.stamp != stamp or is_changed:
            self._begin(name, stamp, now)
            return None
        if seen.is_quiet or now < seen.next_look:
            return None
        return self._read(self.folder / name, seen, now)

    def _begin(self, name: str, stamp: Stamp, now: float) -> None:
        self._seen[name] = _Seen(stamp, since=now, next_look=now + SETTLE)

    def _read(self, path: Path, seen: _Seen, now: float) -> Settled | Trouble | None:
        if seen.stamp.size > MAX_FILE:
            seen.is_quiet = True
            return Trouble("broken", path, f"{path.name}: larger than {MAX_FILE} bytes")
        try:
            data = path.read_bytes()
            after = stamp_of(path)
        except FileNotFoundError:
            del self._seen[path.name]
            return None
        except OSError as error:
            return self._put_off(seen, now, self._unreadable("busy", path, path.name, error))
        if after is None or after != seen.stamp or len(data) != after.size:
            self._begin(path.name, after or seen.stamp, now)
            return None
        digest = digest_of(data)
        if self._known(digest):
            seen.is_quiet = True
            return None
        try:
            save = Save.from_bytes(data, name=path.name)
        except BridgeError as error:
            return self._put_off(seen, now, Trouble("broken", path, str(error), digest))
        except Exception as error:  # a file may be broken in a way that no reader foresaw
            text = f"{Where(file=path.name)}: expected a save, found {type(error).__name__}"
            return self._put_off(seen, now, Trouble("broken", path, text, digest))
        seen.is_quiet = True
        return Settled(path, digest, save)

    def _unreadable(
        self, kind: Literal["busy", "unreachable"], path: Path, name: str, error: OSError
    ) -> Trouble:
        reason = f"it cannot be read now ({error.strerror or type(error).__name__})"
        if isinstance(error, PermissionError) and kind == "busy":
            reason = "another program, perhaps VASSAL, holds it"
        return Trouble(kind, path, f"{name}: {reason}" + ("" if self.once else "; tried again"))

    def _put_off(self, seen: _Seen, now: float, trouble: Trouble) -> Trouble | None:
        """Return the trouble if the file had its time and it was not told; else look again."""
        seen.wait = min(POLL, seen.wait * 2)
        seen.next_look = now + seen.wait
        if now - seen.since < PATIENCE or seen.is_told:
            return None
        seen.is_told = True
        seen.is_quiet = trouble.kind == "broken" or self.once
        return trouble


def stamps_of(folder: Path, suffixes: Collection[str] = (SUFFIX,)) -> dict[str, Stamp]:
    """Return size and time of each save in a folder; hidden files are none."""
    stamps: dict[str, Stamp] = {}
    for path in folder.iterdir():
        if path.suffix.lower() in suffixes and not path.name.startswith("."):
            try:
                stamp = stamp_of(path)
            except OSError:  # gone meanwhile, or a dangling link
                continue
            if stamp is not None:
                stamps[path.name] = stamp
    return stamps


def stamp_of(path: Path) -> Stamp | None:
    """Return a file's size and time; None for what is not a plain file."""
    found = path.stat()
    return Stamp(found.st_size, found.st_mtime_ns) if stat.S_ISREG(found.st_mode) else None
