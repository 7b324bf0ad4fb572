"""Puts a finished file into its place: never half of it, never over a player's own by accident."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from vassal_bridge.errors import FileBusy, OutputExists, Where

TRIES = 10
"""How often a file that another program holds is tried again."""
PAUSE = 0.1
"""Seconds before the first new try; each further one waits as much longer again."""
_UMASK = os.umask(0)
os.umask(_UMASK)  # there is no other way to read it


def atomic_write(
    path: Path,
    data: bytes,
    *,
    force: bool = False,
    private: bool = False,
    before_rename: Callable[[], None] | None = None,
) -> None:
    """Write a file by way of a temporary one in the same folder, so that it is whole or absent.

    Others may read the file as far as the system lets them read new files, or as they could read
    the one that it replaces; a `private` one is its writer's alone.
    `before_rename` is called when the data is safely on the disk and not yet under its name.

    Raises:
        OutputExists: the file is there and `force` was not given.
        FileBusy: another program holds the file and did not let go of it.
        OSError: the folder cannot be written to.
    """
    if path.exists() and not force:
        raise OutputExists("the file exists; --force replaces it", where=Where(str(path)))
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if not private:
            with contextlib.suppress(OSError):  # a disk without permissions, such as FAT
                temporary.chmod(_mode(path))
        if before_rename is not None:
            before_rename()
        if force:
            _patiently(lambda: temporary.replace(path), path)
        else:
            _patiently(lambda: _link(temporary, path), path)
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)
    _sync_folder(path.parent)


def _mode(path: Path) -> int:
    """Return the permissions that a file of this name has, or would have if it were opened anew."""
    try:
        return stat.S_IMODE(path.stat().st_mode) | stat.S_IWUSR
    except FileNotFoundError:
        return 0o666 & ~_UMASK


def _link(temporary: Path, path: Path) -> None:
    """Give the file its name unless another took it meanwhile."""
    try:
        path.hardlink_to(temporary)
    except FileExistsError:
        raise OutputExists("the file exists; --force replaces it", where=Where(str(path))) from None
    except OSError as error:
        # EPERM: a file system without hard links, such as FAT, says so; EACCES: the file is held
        if isinstance(error, PermissionError) and error.errno != errno.EPERM:
            raise
        if path.exists():
            raise OutputExists(
                "the file exists; --force replaces it", where=Where(str(path))
            ) from None
        temporary.replace(path)


def _patiently(move: Callable[[], object], path: Path) -> None:
    for attempt in range(1, TRIES + 1):
        try:
            move()
        except PermissionError:
            if attempt == TRIES:
                raise FileBusy(
                    "another program, perhaps VASSAL, holds the file and did not let go of it",
                    where=Where(str(path)),
                ) from None
            time.sleep(PAUSE * attempt)
        else:
            return


def _sync_folder(folder: Path) -> None:
    """Make the new name survive a power cut, where the system offers that."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
