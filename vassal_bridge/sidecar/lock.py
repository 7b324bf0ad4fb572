"""One sidecar to a folder: a lock that the system lets go of when its process dies."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from pathlib import Path
from types import TracebackType

from vassal_bridge.errors import FileBusy, Where

_BYTE = 1 << 20
"""The byte that is locked: far behind the text, which others may then read on Windows too."""

if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int) -> None:
        os.lseek(handle, _BYTE, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


_TAKEN = {errno.EACCES, errno.EAGAIN, errno.EWOULDBLOCK, errno.EDEADLK}


class Lock:
    """Holds a lock file while open; a file that a dead process left behind holds nothing."""

    def __init__(self, path: Path, folder: Path) -> None:
        """Take the lock at `path` for a watched folder.

        Raises:
            FileBusy: another process that is alive holds it; the message gives its number.
            OSError: the lock file cannot be written.
        """
        path.parent.mkdir(parents=True, exist_ok=True)
        self._handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            self._take(path, folder)
        except BaseException:
            os.close(self._handle)
            raise

    def _take(self, path: Path, folder: Path) -> None:
        try:
            _lock(self._handle)
        except OSError as error:
            if error.errno not in _TAKEN:  # no locks on this file system: go on without
                return
            holder = path.read_text(encoding="ascii", errors="replace").strip()
            process = f" (process {holder})" if holder.isdigit() else ""
            raise FileBusy(
                f"another vassal-bridge{process} already watches this folder; stop it first",
                where=Where(file=str(folder)),
            ) from None
        os.ftruncate(self._handle, 0)
        os.lseek(self._handle, 0, os.SEEK_SET)
        os.write(self._handle, f"{os.getpid()}\n".encode("ascii"))

    def close(self) -> None:
        """Let go of the lock; the file stays."""
        if self._handle >= 0:
            with contextlib.suppress(OSError):
                os.ftruncate(self._handle, 0)
            os.close(self._handle)
            self._handle = -1

    def __enter__(self) -> Lock:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
