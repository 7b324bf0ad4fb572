"""A file is put into its place whole or not at all, whatever stands in the way."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from vassal_bridge.errors import FileBusy, OutputExists
from vassal_bridge.formats import writing
from vassal_bridge.formats.writing import atomic_write

OLD, NEW = b"the old content", b"the new content" * 1000


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """Return a path in a folder of its own whose name is no plain one."""
    folder = tmp_path / "neue Züge"
    folder.mkdir()
    return folder / "out 1.vsav"


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a file that is held be tried at once."""
    monkeypatch.setattr(writing, "PAUSE", 0.0)


def alone(path: Path) -> bool:
    return [each.name for each in path.parent.iterdir()] == [path.name]


@pytest.mark.parametrize("force", [False, True])
def test_a_new_file_is_written_and_nothing_else_is_left(out: Path, force: bool) -> None:
    atomic_write(out, NEW, force=force)
    assert out.read_bytes() == NEW
    assert alone(out)


def test_an_old_file_is_replaced_by_force_only(out: Path) -> None:
    out.write_bytes(OLD)
    with pytest.raises(OutputExists):
        atomic_write(out, NEW)
    assert out.read_bytes() == OLD
    atomic_write(out, NEW, force=True)
    assert out.read_bytes() == NEW
    assert alone(out)


@pytest.mark.skipif(sys.platform == "win32", reason="permissions of POSIX")
def test_others_may_read_it_as_they_may_read_any_new_file_or_the_old_one(out: Path) -> None:
    plain = out.with_name("plain")
    plain.write_bytes(OLD)
    atomic_write(out, NEW)
    assert out.stat().st_mode == plain.stat().st_mode
    out.chmod(0o640)
    atomic_write(out, OLD, force=True)
    assert out.stat().st_mode & 0o777 == 0o640
    atomic_write(out, NEW, force=True, private=True)
    assert out.stat().st_mode & 0o077 == 0


def test_a_file_that_appears_meanwhile_is_kept(out: Path) -> None:
    with pytest.raises(OutputExists):
        atomic_write(out, NEW, before_rename=lambda: out.write_bytes(OLD) and None)
    assert out.read_bytes() == OLD
    assert alone(out)


def test_before_the_rename_the_data_is_whole_and_without_its_name(out: Path) -> None:
    seen: list[bytes] = []

    def look() -> None:
        assert not out.exists()
        seen.extend(path.read_bytes() for path in out.parent.iterdir())

    atomic_write(out, NEW, before_rename=look)
    assert seen == [NEW]


@pytest.mark.parametrize("force", [False, True])
def test_what_fails_before_the_rename_leaves_the_old_file(out: Path, force: bool) -> None:
    if force:
        out.write_bytes(OLD)

    def fail() -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with pytest.raises(OSError, match="No space"):
        atomic_write(out, NEW, force=force, before_rename=fail)
    assert out.exists() is force
    assert not force or out.read_bytes() == OLD
    assert [path.name for path in out.parent.iterdir()] == [out.name] * force


@pytest.mark.parametrize(("force", "deed"), [(False, "link"), (True, "replace")])
@pytest.mark.parametrize("times", [writing.TRIES - 1, writing.TRIES])
def test_a_held_file_is_tried_again_and_then_said_to_be_held(
    out: Path, monkeypatch: pytest.MonkeyPatch, force: bool, deed: str, times: int
) -> None:
    done = getattr(os, deed)
    tries: list[str] = []

    def refuse(*given: object, **named: object) -> None:
        tries.append(deed)
        if len(tries) <= times:
            raise PermissionError(errno.EACCES, "Permission denied")
        done(*given, **named)

    monkeypatch.setattr(os, deed, refuse)
    if times < writing.TRIES:
        atomic_write(out, NEW, force=force)
        assert out.read_bytes() == NEW
        assert alone(out)
    else:
        with pytest.raises(FileBusy, match="VASSAL"):
            atomic_write(out, NEW, force=force)
        assert list(out.parent.iterdir()) == []


@pytest.mark.parametrize("number", [errno.EPERM, errno.ENOTSUP])
def test_a_file_system_without_hard_links_will_do(
    out: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    def none(*given: object, **named: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "link", none)
    atomic_write(out, NEW)
    assert out.read_bytes() == NEW
    with pytest.raises(OutputExists):
        atomic_write(out, OLD, before_rename=None)
    assert alone(out)


SCRIPT = """
import os, signal, sys
from pathlib import Path
from vassal_bridge.formats.writing import atomic_write

def die(*given, **named):
    os.kill(os.getpid(), signal.SIGKILL)

point, out = sys.argv[1], Path(sys.argv[2])
before = None
if point == "while writing":
    os.fsync = die
elif point == "before":
    before = die
elif point == "after":
    replace = os.replace
    def replace_and_die(*given, **named):
        replace(*given, **named)
        die()
    os.replace = replace_and_die
atomic_write(out, b"the new content" * 1000, force=True, before_rename=before)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is a thing of POSIX")
@pytest.mark.parametrize(
    ("point", "content"), [("while writing", OLD), ("before", OLD), ("after", NEW)]
)
def test_a_killed_process_leaves_the_old_file_or_the_new_one(
    out: Path, point: str, content: bytes
) -> None:
    out.write_bytes(OLD)
    done = subprocess.run([sys.executable, "-c", SCRIPT, point, str(out)], check=False, timeout=60)
    assert done.returncode == -signal.SIGKILL
    assert out.read_bytes() == content
