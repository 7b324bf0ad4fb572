"""When a save counts as settled, told with a list for a watcher and a clock that we turn."""

from __future__ import annotations

import os
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from tests.sidecar_kit import GOLDEN, KITCHEN, Step, Time, a_save, digest, long_enough, nothing
from vassal_bridge.formats import archive
from vassal_bridge.sidecar import watch as watch_module
from vassal_bridge.sidecar.watch import PATIENCE, POLL, SETTLE, Settled, Trouble, Watch

Found = Settled | Trouble


def look(
    folder: Path,
    *steps: Step | tuple[Step, list[str]],
    known: Callable[[str], bool] = lambda digest: False,
    once: bool = False,
    time: Time | None = None,
) -> list[Found]:
    time = time or Time()
    ticks = time.ticks(*steps)
    return list(Watch(folder, known=known, ticks=ticks, clock=time.clock, once=once))


def told(found: list[Found]) -> list[tuple[str, str]]:
    return [
        ("settled" if isinstance(each, Settled) else each.kind, each.path.name) for each in found
    ]


def test_a_save_is_settled_on_the_second_equal_look(tmp_path: Path) -> None:
    (tmp_path / "turn 1.vsav").write_bytes(a_save())
    assert look(tmp_path) == []
    (found,) = look(tmp_path, nothing)
    assert isinstance(found, Settled)
    assert found.path == tmp_path / "turn 1.vsav"
    assert found.digest == digest(found.path)
    assert found.save.name == "turn 1.vsav"
    assert found.save.to_bytes() == a_save()


def test_two_looks_close_together_are_not_enough(tmp_path: Path) -> None:
    (tmp_path / "a.vsav").write_bytes(a_save())
    time = Time(pause=SETTLE / 4)
    report = (nothing, ["b.vsav"])
    assert look(tmp_path, report, report, time=time) == []
    assert told(look(tmp_path, *[report] * 5, time=time)) == [("settled", "a.vsav")]


def test_a_save_is_yielded_once_while_it_stays_the_same(tmp_path: Path) -> None:
    (tmp_path / "a.vsav").write_bytes(a_save())
    assert told(look(tmp_path, *long_enough(60))) == [("settled", "a.vsav")]


def test_a_save_that_grows_in_several_writes_is_waited_for(tmp_path: Path) -> None:
    path, data = tmp_path / "a.vsav", a_save()
    third = len(data) // 3

    def grow(part: bytes) -> Step:
        def step() -> None:
            with path.open("ab") as file:
                file.write(part)

        return step

    steps = [path.touch, grow(data[:third]), nothing, nothing, grow(data[third : 2 * third])]
    found = look(tmp_path, *steps, nothing, grow(data[2 * third :]), nothing, *long_enough())
    assert told(found) == [("settled", "a.vsav")]
    assert isinstance(found[0], Settled)
    assert found[0].save.to_bytes() == data


def test_an_overwritten_save_of_the_same_name_is_new(tmp_path: Path) -> None:
    path = tmp_path / "a.vsav"
    path.write_bytes(a_save())
    found = look(tmp_path, nothing, lambda: path.write_bytes(a_save(1)), *long_enough())
    assert told(found) == [("settled", "a.vsav")] * 2
    assert isinstance(found[1], Settled)
    assert found[1].save.to_bytes() == a_save(1)


def test_an_overwritten_save_of_equal_size_and_time_is_new_when_reported(tmp_path: Path) -> None:
    path = tmp_path / "a.vsav"
    commented = a_save()[:-2] + b"\x01\x00"
    path.write_bytes(commented + b"A")
    before = path.stat()

    def overwrite() -> None:
        path.write_bytes(commented + b"B")
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))

    found = look(tmp_path, nothing, (overwrite, ["a.vsav"]), nothing)
    assert told(found) == [("settled", "a.vsav")] * 2


def test_what_changes_while_it_is_read_is_looked_at_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.vsav"
    path.write_bytes(a_save())
    read = Path.read_bytes
    reads: list[Path] = []

    def read_and_change(self: Path) -> bytes:
        data = read(self)
        reads.append(self)
        if len(reads) == 1:
            self.write_bytes(a_save(7))
        return data

    expected = a_save(7)
    monkeypatch.setattr(Path, "read_bytes", read_and_change)
    found = look(tmp_path, *[nothing] * 4)
    assert told(found) == [("settled", "a.vsav")]
    assert isinstance(found[0], Settled)
    assert found[0].save.to_bytes() == expected


def test_a_burst_comes_in_the_order_of_saving(tmp_path: Path) -> None:
    order = ["z.vsav", "m.vsav", "a.vsav", "k.vsav"]

    def burst() -> None:
        for number, name in enumerate(order):
            path = tmp_path / name
            path.write_bytes(a_save(number))
            os.utime(path, ns=(10**18 + number, 10**18 + number))

    found = look(tmp_path, (burst, order), nothing)
    assert told(found) == [("settled", name) for name in order]


def test_only_saves_are_looked_at(tmp_path: Path) -> None:
    for name in ("a.vlog", "b.vsav.part", ".c.vsav", "._d.vsav", "e.txt", "vsav"):
        (tmp_path / name).write_bytes(a_save())
    (tmp_path / "folder.vsav").mkdir()
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "f.vsav").write_bytes(a_save())
    (tmp_path / "LOUD.VSAV").write_bytes(a_save())
    assert told(look(tmp_path, *long_enough())) == [("settled", "LOUD.VSAV")]


def test_a_known_digest_is_skipped_whatever_its_name(tmp_path: Path) -> None:
    (tmp_path / "a.vsav").write_bytes(a_save(1))
    (tmp_path / "a.bot.vsav").write_bytes(a_save(2))
    ours = digest(tmp_path / "a.vsav")
    found = look(tmp_path, nothing, known=lambda digest: digest == ours)
    assert told(found) == [("settled", "a.bot.vsav")]


def test_a_known_digest_is_asked_for_after_the_file_before_was_dealt_with(tmp_path: Path) -> None:
    (tmp_path / "a.vsav").write_bytes(a_save())
    (tmp_path / "copy.vsav").write_bytes(a_save())
    dealt: set[str] = set()
    time = Time()
    found: list[Found] = []
    for each in Watch(
        tmp_path, known=dealt.__contains__, ticks=time.ticks(nothing), clock=time.clock
    ):
        found.append(each)
        assert isinstance(each, Settled)
        dealt.add(each.digest)
    assert len(found) == 1


BROKEN = ["01-truncated.vsav", "02-empty-zip.vsav", "03-no-savedGame.vsav"]


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_save_is_told_once_when_it_had_its_time(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes((GOLDEN / "broken" / name).read_bytes())
    soon = look(tmp_path, *long_enough(PATIENCE - 0.5))
    assert soon == []
    (found,) = look(tmp_path, *long_enough(60))
    assert isinstance(found, Trouble)
    assert (found.kind, found.digest) == ("broken", digest(tmp_path / name))
    assert found.text.startswith(name)
    assert "\n" not in found.text


def test_a_broken_save_that_is_saved_again_is_settled(tmp_path: Path) -> None:
    path = tmp_path / "a.vsav"
    path.write_bytes(a_save()[:200])
    steps = [*long_enough(10), lambda: path.write_bytes(a_save()), *long_enough()]
    assert told(look(tmp_path, *steps)) == [("broken", "a.vsav"), ("settled", "a.vsav")]


def test_a_file_too_large_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert watch_module.MAX_FILE == archive.MAX_FILE
    monkeypatch.setattr(watch_module, "MAX_FILE", 100)
    (tmp_path / "a.vsav").write_bytes(a_save())
    (found,) = look(tmp_path, *long_enough(30))
    assert isinstance(found, Trouble)
    assert (found.kind, found.digest) == ("broken", "")


def test_a_reader_that_stumbles_does_not_end_the_watch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stumble(data: bytes, *, name: str = "") -> None:
        raise IndexError("secret")

    (tmp_path / "a.vsav").write_bytes(a_save())
    monkeypatch.setattr(watch_module.Save, "from_bytes", stumble)
    (found,) = look(tmp_path, *long_enough())
    assert isinstance(found, Trouble)
    assert found.text == "a.vsav: expected a save, found IndexError"


class Locked:
    """Makes a file refuse to be read some number of times, as VASSAL's lock does on Windows."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, times: int) -> None:
        self.times = times
        self.reads = 0
        read = Path.read_bytes

        def refuse(path: Path) -> bytes:
            if path.suffix == ".vsav" and self.reads < self.times:
                self.reads += 1
                raise PermissionError(13, "Permission denied")
            return read(path)

        monkeypatch.setattr(Path, "read_bytes", refuse)


def test_a_lock_of_a_moment_is_waited_for_in_silence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.vsav").write_bytes(a_save())
    locked = Locked(monkeypatch, times=2)
    assert told(look(tmp_path, *long_enough())) == [("settled", "a.vsav")]
    assert locked.reads == 2


def test_a_long_lock_is_told_once_and_then_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.vsav").write_bytes(a_save())
    Locked(monkeypatch, times=10)
    found = look(tmp_path, *long_enough(60))
    assert told(found) == [("busy", "a.vsav"), ("settled", "a.vsav")]
    assert isinstance(found[0], Trouble)
    assert "VASSAL" in found[0].text


def test_once_ends_at_a_file_that_stays_locked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.vsav").write_bytes(a_save())
    Locked(monkeypatch, times=1000)
    left = [nothing] * 1000
    time = Time()
    ticks = time.ticks(*left)
    found = list(Watch(tmp_path, known=bool, ticks=ticks, clock=time.clock, once=True))
    assert told(found) == [("busy", "a.vsav")]
    assert next(ticks, None) is not None


def test_once_ends_when_every_save_was_looked_at(tmp_path: Path) -> None:
    for number in range(3):
        (tmp_path / f"{number}.vsav").write_bytes(a_save(number))
    (tmp_path / "x.vsav").write_bytes(b"PK\x03\x04")
    time = Time()
    ticks = time.ticks(*[nothing] * 100)
    found = list(Watch(tmp_path, known=lambda d: False, ticks=ticks, clock=time.clock, once=True))
    assert sorted(told(found)) == [
        ("broken", "x.vsav"),
        ("settled", "0.vsav"),
        ("settled", "1.vsav"),
        ("settled", "2.vsav"),
    ]
    assert next(ticks, None) is not None


def test_once_in_an_empty_folder_needs_no_tick(tmp_path: Path) -> None:
    assert look(tmp_path, once=True) == []


def test_without_any_report_the_folder_is_looked_at_now_and_then(tmp_path: Path) -> None:
    path = tmp_path / "a.vsav"
    steps = [nothing, lambda: path.write_bytes(a_save()), *long_enough(POLL + 2 * SETTLE + 0.5)]
    assert told(look(tmp_path, *steps)) == [("settled", "a.vsav")]


def test_what_came_before_the_first_report_is_not_missed(tmp_path: Path) -> None:
    path = tmp_path / "a.vsav"
    assert told(look(tmp_path, lambda: path.write_bytes(a_save()), nothing)) == [
        ("settled", "a.vsav")
    ]


def test_without_any_report_the_folder_is_not_looked_at_all_the_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[Path] = []
    listing = Path.iterdir

    def count(path: Path) -> object:
        looks.append(path)
        return listing(path)

    monkeypatch.setattr(Path, "iterdir", count)
    look(tmp_path, *[nothing] * 100, time=Time(pause=POLL / 10))
    assert len(looks) <= 12


def test_a_folder_that_vanishes_is_told_once_and_taken_up_again(tmp_path: Path) -> None:
    folder, away = tmp_path / "saves", tmp_path / "away"
    folder.mkdir()
    (folder / "a.vsav").write_bytes(a_save())

    def back() -> None:
        away.rename(folder)
        (folder / "b.vsav").write_bytes(a_save(1))

    steps = [nothing, lambda: folder.rename(away), *long_enough(20), back, *long_enough()]
    found = look(folder, *steps)
    assert told(found) == [("settled", "a.vsav"), ("unreachable", "saves"), ("settled", "b.vsav")]


def test_a_save_that_vanishes_is_forgotten(tmp_path: Path) -> None:
    path = tmp_path / "a.vsav"
    path.write_bytes(a_save())
    steps = [path.unlink, *long_enough(), lambda: path.write_bytes(a_save()), *long_enough()]
    assert told(look(tmp_path, *steps)) == [("settled", "a.vsav")]


def test_again_brings_a_save_back_after_a_while(tmp_path: Path) -> None:
    (tmp_path / "a.vsav").write_bytes(a_save())
    time = Time()
    watch = Watch(
        tmp_path, known=lambda d: False, ticks=time.ticks(*long_enough(20)), clock=time.clock
    )
    at: list[float] = []
    for found in watch:
        at.append(time.now)
        if len(at) < 3:
            watch.again(found.path)
    assert len(at) == 3
    assert all(later - earlier >= POLL for earlier, later in pairwise(at))


def test_a_large_save_with_odd_names_is_settled(tmp_path: Path) -> None:
    name = "Nächte über Betio – 夜 1.vsav"
    (tmp_path / name).write_bytes(KITCHEN.read_bytes())
    assert told(look(tmp_path, nothing)) == [("settled", name)]
