"""The sidecar with the system's own watcher and time: few tests, short waits."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import watchfiles

from tests.sidecar_kit import Chatty, a_save, answered, names, with_chat
from vassal_bridge.sidecar import ticks as ticks_module
from vassal_bridge.sidecar import watch as watch_module
from vassal_bridge.sidecar.serve import Event, serve
from vassal_bridge.sidecar.ticks import folder_ticks, timed_ticks

ROOT = Path(__file__).resolve().parent.parent.parent
LONG = 20.0
"""Seconds after which a test gives up; nothing waits so long when all is well."""


@pytest.fixture(autouse=True)
def short_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let waits be as short as a test can bear."""
    monkeypatch.setattr(ticks_module, "TICK", 0.03)
    monkeypatch.setattr(watch_module, "SETTLE", 0.1)


def wait_until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + LONG
    while not is_so():
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.01)


@contextmanager
def serving(folder: Path, answer: Chatty) -> Iterator[list[Event]]:
    """Serve in a thread; the events appear in the list."""
    events: list[Event] = []
    stop = threading.Event()

    def run() -> None:
        for event in serve(folder, answer, stop=stop):
            events.append(event)

    thread = threading.Thread(target=run)
    thread.start()
    try:
        wait_until(lambda: bool(events))
        yield events
    finally:
        stop.set()
        thread.join(LONG)
    assert not thread.is_alive()
    assert events[-1].kind == "stopped"


def answers(events: list[Event]) -> int:
    return sum(event.kind == "answered" for event in events)


def test_a_burst_half_written_and_overwritten(tmp_path: Path) -> None:
    folder = tmp_path / "Spielstände 1"
    folder.mkdir()
    answer = Chatty()
    with serving(folder, answer) as events:
        for number in range(4):
            (folder / f"{number}.vsav").write_bytes(a_save(number))
        data = a_save(9)
        with (folder / "slow.vsav").open("wb") as file:
            for at in range(0, len(data), 200):
                file.write(data[at : at + 200])
                file.flush()
                time.sleep(0.02)
        wait_until(lambda: answers(events) == 5)
        player = with_chat(answered(data), "my move")
        (folder / "slow.bot.vsav").write_bytes(player)
        wait_until(lambda: answers(events) == 6)
    assert [event.kind for event in events[1:-1]] == ["answered"] * 6
    assert (folder / "slow.bot-2.vsav").read_bytes() == answered(player)
    assert (folder / "slow.vsav").read_bytes() == data
    assert len(names(folder)) == 11


def test_where_the_system_reports_nothing_time_wakes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(*folders: Path, **options: object) -> Iterator[set[tuple[object, str]]]:
        raise OSError(28, "too many watches")

    monkeypatch.setattr(watchfiles, "watch", none)
    monkeypatch.setattr(watch_module, "POLL", 0.1)
    with serving(tmp_path, Chatty()) as events:
        (tmp_path / "a.vsav").write_bytes(a_save())
        wait_until(lambda: answers(events) == 1)


def test_the_system_reports_names_and_not_reading(tmp_path: Path) -> None:
    stop = threading.Event()
    ticks = folder_ticks(tmp_path, stop)
    next(ticks)
    (tmp_path / "ä b.vsav").write_bytes(a_save())
    seen: set[str] = set()
    wait_until(lambda: bool(seen.update(next(ticks)) or seen))
    assert seen == {"ä b.vsav"}
    for _ in range(10):
        next(ticks)
    (tmp_path / "ä b.vsav").read_bytes()
    assert [list(next(ticks)) for _ in range(10)] == [[]] * 10
    stop.set()
    assert list(ticks) == []


def test_time_ends_with_the_stop() -> None:
    stop = threading.Event()
    ticks = timed_ticks(stop)
    assert next(ticks) == ()
    stop.set()
    assert list(ticks) == []


SCRIPT = """
import sys
from pathlib import Path
from tests.sidecar_kit import Chatty
from vassal_bridge.sidecar.serve import serve

def say(kind):
    sys.stdout.write(kind + "\\n")
    sys.stdout.flush()

try:
    for event in serve(Path(sys.argv[1]), Chatty(), once=len(sys.argv) > 2):
        say(event.kind)
except KeyboardInterrupt:  # it came while we spoke, not while the sidecar worked
    say("stopped")
"""


def command(folder: Path, *more: str) -> list[str]:
    return [sys.executable, "-c", SCRIPT, str(folder), *more]


def test_once_in_a_process_of_its_own(tmp_path: Path, bridge_home: Path) -> None:
    (tmp_path / "a.vsav").write_bytes(a_save())
    done = subprocess.run(
        command(tmp_path, "once"), cwd=ROOT, capture_output=True, check=True, timeout=LONG * 3
    )
    assert done.stdout.split() == [b"watching", b"answered", b"stopped"]
    assert done.stderr == b""


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent as a signal of POSIX")
def test_ctrl_c_ends_a_process_cleanly(tmp_path: Path) -> None:
    folder = tmp_path / "saves"
    folder.mkdir()
    process = subprocess.Popen(
        command(folder), cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None
    assert process.stdout.readline().strip() == b"watching"
    (folder / "a.vsav").write_bytes(a_save())
    assert process.stdout.readline().strip() == b"answered"
    os.kill(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=LONG)
    assert (out.strip(), err, process.returncode) == (b"stopped", b"", 0)
    assert names(folder) == ["a.bot.vsav", "a.vsav"]
