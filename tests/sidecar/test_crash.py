"""A process that dies at any moment: the player's save and any finished output stay intact."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.sidecar_kit import (
    Chatty,
    Time,
    a_save,
    answered,
    kinds,
    names,
    nothing,
    with_chat,
)
from vassal_bridge.formats.save import Save
from vassal_bridge.sidecar import serve as serve_module
from vassal_bridge.sidecar.ledger import Ledger, Status, key_of, read_records
from vassal_bridge.sidecar.serve import Answer, Answerer, Event, serve

ROOT = Path(__file__).resolve().parent.parent.parent
SAVES = {"eins.vsav": a_save(1), "zwei drei.vsav": a_save(2)}


class KilledError(BaseException):
    """Stands for the death of the process: nothing in the project may catch it."""


class Deadly:
    """Counts what touches the disk, and kills at one count: before it is done, or after."""

    def __init__(self, at: int) -> None:
        self.at = at
        self.count = 0

    def step(self) -> None:
        self.count += 1
        if self.count == self.at:
            raise KilledError

    def around(self, deed: Callable[..., object]) -> Callable[..., object]:
        """Return a deed that may die before and after."""

        def deadly(*given: object, **named: object) -> object:
            self.step()
            result = deed(*given, **named)
            self.step()
            return result

        return deadly


def run_once(folder: Path, answer: Answerer) -> list[Event]:
    time = Time()
    ticks = time.ticks(*[nothing] * 200)
    return list(serve(folder, answer, once=True, ticks=ticks, clock=time.clock))


def run_deadly(folder: Path, answer: Answerer, at: int) -> bool:
    """Serve, and die at the given step; tell whether the sidecar came so far."""
    deadly = Deadly(at)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Ledger, "_append", deadly.around(Ledger._append))
        patch.setattr(serve_module, "write_journal", deadly.around(serve_module.write_journal))
        patch.setattr(os, "link", deadly.around(os.link))
        patch.setattr(os, "fsync", deadly.around(os.fsync))
        try:
            run_once(folder, answer)
        except KilledError:
            return True
    return False


def check(folder: Path, saves: dict[str, bytes]) -> None:
    """Each save is as it was and has exactly one answer; nothing else lies there."""
    outputs = {f"{Path(name).stem}.bot.vsav": answered(data) for name, data in saves.items()}
    assert names(folder) == sorted([*saves, *outputs])
    for name, data in (saves | outputs).items():
        assert (folder / name).read_bytes() == data


def steps_to_the_end() -> range:
    """Return more steps than a whole run takes (2 saves, some 12 deadly deeds each)."""
    return range(1, 70)


@pytest.mark.parametrize("at", steps_to_the_end())
def test_dying_at_any_step_repeats_nothing_and_misses_nothing(tmp_path: Path, at: int) -> None:
    folder = tmp_path / "saves"
    folder.mkdir()
    for name, data in SAVES.items():
        (folder / name).write_bytes(data)
    times = {name: (folder / name).stat().st_mtime_ns for name in SAVES}
    died = run_deadly(folder, Chatty(), at)
    for path in folder.iterdir():
        if path.name not in SAVES:
            assert path.read_bytes() in [answered(data) for data in SAVES.values()]
    run_once(folder, Chatty())
    check(folder, SAVES)
    assert {name: (folder / name).stat().st_mtime_ns for name in SAVES} == times
    last = Chatty()
    assert kinds(run_once(folder, last)) == []
    assert last.asked == []
    if at < 40:
        assert died
    if at == steps_to_the_end()[-1]:
        assert not died


@pytest.mark.parametrize("at", range(1, 40, 3))
def test_dying_again_and_again_comes_to_the_same_end(tmp_path: Path, at: int) -> None:
    folder = tmp_path / "saves"
    folder.mkdir()
    for name, data in SAVES.items():
        (folder / name).write_bytes(data)
    for later in range(at, at + 4):
        run_deadly(folder, Chatty(), later)
    run_once(folder, Chatty())
    check(folder, SAVES)


class Fresh:
    """An answer that differs each time, as one does whose seed is drawn."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, save: Save) -> Answer:
        self.count += 1
        return Answer(with_chat(save.to_bytes(), f"roll {self.count}"), "rolled")


@pytest.mark.parametrize("at", steps_to_the_end())
def test_dying_with_other_rolls_leaves_one_answer(tmp_path: Path, at: int) -> None:
    folder = tmp_path / "saves"
    folder.mkdir()
    (folder / "a.vsav").write_bytes(a_save())
    answer = Fresh()
    run_deadly(folder, answer, at)
    run_once(folder, answer)
    run_once(folder, answer)
    assert names(folder) == ["a.bot.vsav", "a.vsav"]
    assert answer.count <= 2


def test_an_output_renamed_before_the_restart_is_recognised(tmp_path: Path) -> None:
    folder = tmp_path / "saves"
    folder.mkdir()
    (folder / "a.vsav").write_bytes(a_save())

    def die(self: Ledger, record: object) -> None:
        raise KilledError

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Ledger, "note", die)
        with pytest.raises(KilledError):
            run_once(folder, Chatty())
    (folder / "a.bot.vsav").rename(folder / "my night.vsav")
    answer = Chatty()
    events = run_once(folder, answer)
    assert kinds(events) == ["recovered"]
    assert events[1].output == folder / "my night.vsav"
    assert answer.asked == []
    with Ledger(folder) as ledger:
        assert ledger.answered == 1


SCRIPT = """
import os, signal, sys
from pathlib import Path
from tests.sidecar_kit import Chatty
from vassal_bridge.sidecar import serve as serve_module
from vassal_bridge.sidecar.ledger import Ledger

point, folder = sys.argv[1], Path(sys.argv[2])

def die(*given, **named):
    os.kill(os.getpid(), signal.SIGKILL)

answer = Chatty()
if point == "answer":
    answer = die
elif point == "before the rename":
    os.link = die
elif point == "after the rename":
    link = os.link
    def link_and_die(*given, **named):
        link(*given, **named)
        die()
    os.link = link_and_die
elif point == "before it is done":
    Ledger.note = die
for event in serve_module.serve(folder, answer, once=True):
    pass
"""


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is a thing of POSIX")
@pytest.mark.parametrize(
    ("point", "then"),
    [
        ("answer", "answered"),
        ("before the rename", "answered"),
        ("after the rename", "recovered"),
        ("before it is done", "recovered"),
    ],
)
def test_a_killed_process_leaves_everything_intact(
    tmp_path: Path, bridge_home: Path, point: str, then: str
) -> None:
    folder = tmp_path / "mit Ümlaut"
    folder.mkdir()
    saves = {"a b.vsav": a_save()}
    (folder / "a b.vsav").write_bytes(a_save())
    (folder / ".own.vsav.x.part").write_bytes(b"not ours")
    before = (folder / "a b.vsav").stat().st_mtime_ns
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, point, str(folder)],
        cwd=ROOT,
        env={**os.environ, "VASSAL_BRIDGE_HOME": str(bridge_home)},
        check=False,
        timeout=60,
    )
    assert done.returncode == -signal.SIGKILL
    if point in ("before the rename", "after the rename"):
        assert len(list(folder.glob(".a b.bot.vsav.*.part"))) == 1
    assert kinds(run_once(folder, Chatty())) == [then]
    (folder / ".own.vsav.x.part").unlink()
    check(folder, saves)
    assert (folder / "a b.vsav").stat().st_mtime_ns == before
    lines = read_records((bridge_home / "ledgers" / f"{key_of(folder)}.jsonl").read_bytes())
    assert [record.status for record in lines][-1] is Status.DONE
