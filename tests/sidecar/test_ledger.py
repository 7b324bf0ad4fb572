"""The ledger: what it remembers, what a torn line costs, and who may hold it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vassal_bridge.errors import FileBusy
from vassal_bridge.sidecar.ledger import Ledger, Record, Status, key_of, read_records
from vassal_bridge.sidecar.lock import Lock

texts = st.text(max_size=12)
digests = st.sampled_from(["a1", "b2", "c3"])
records = st.builds(Record, st.sampled_from(Status), digests, texts, texts, texts, texts)


@given(st.lists(records, max_size=6))
def test_records_come_back_as_written(given: list[Record]) -> None:
    assert list(read_records(b"".join(record.to_line() for record in given))) == given


@given(st.lists(records, max_size=6), st.data())
def test_any_prefix_is_readable_and_holds_the_first_records(
    given: list[Record], data: st.DataObject
) -> None:
    whole = b"".join(record.to_line() for record in given)
    cut = data.draw(st.integers(0, len(whole)))
    found = list(read_records(whole[:cut]))
    assert found == given[: len(found)]
    assert whole[:cut].count(b"\n") <= len(found) <= whole[:cut].count(b"\n") + 1


@given(st.binary(max_size=200))
def test_any_bytes_are_readable(data: bytes) -> None:
    list(read_records(data))


def a_folder(tmp_path: Path) -> Path:
    folder = tmp_path / "My Säves"
    folder.mkdir()
    return folder


@pytest.mark.parametrize("cut", range(1, 200, 7))
def test_what_follows_a_torn_line_is_kept(tmp_path: Path, cut: int) -> None:
    folder = a_folder(tmp_path)
    with Ledger(folder) as ledger:
        ledger.write(Record(Status.DONE, "d1", "one.vsav", "o1", "one.bot.vsav"))
        path = ledger.path
    path.write_bytes(path.read_bytes()[:-cut])
    with Ledger(folder) as ledger:
        ledger.write(Record(Status.REFUSED, "d2", "two.vsav", note="no"))
        ledger.write(Record(Status.REFUSED, "d3", "three.vsav", note="no"))
    with Ledger(folder) as ledger:
        assert ledger.knows("d2")
        assert ledger.knows("d3")
        assert ledger.knows("d1") == (cut == 1)


def test_a_line_that_the_disk_cut_short_does_not_cost_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = a_folder(tmp_path)
    with Ledger(folder) as ledger:

        def full(handle: int) -> None:
            os.ftruncate(handle, os.fstat(handle).st_size - 9)
            raise OSError(28, "No space left on device")

        with monkeypatch.context() as patch:
            patch.setattr(os, "fsync", full)
            with pytest.raises(OSError, match="No space"):
                ledger.write(Record(Status.PLANNED, "d1", "a.vsav", "o1", "a.bot.vsav"))
        assert not ledger.knows("o1")
        assert ledger.plans("d1") == []
        ledger.write(Record(Status.REFUSED, "d2", "b.vsav"))
    with Ledger(folder) as ledger:
        assert ledger.knows("d2")
        assert ledger.status("d1") is None


def test_what_the_disk_refuses_to_note_counts_until_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    with Ledger(a_folder(tmp_path)) as ledger:
        monkeypatch.setattr(os, "fsync", full)
        ledger.note(Record(Status.DONE, "d1", "a.vsav", "o1", "a.bot.vsav"))
        assert ledger.knows("d1")


@pytest.mark.parametrize(
    ("status", "is_known"),
    [
        (Status.SEEN, False),
        (Status.PLANNED, False),
        (Status.DONE, True),
        (Status.REFUSED, True),
        (Status.FAILED, False),
        (Status.PASSED, True),
    ],
)
def test_which_saves_need_no_answer_after_a_restart(
    tmp_path: Path, status: Status, is_known: bool
) -> None:
    folder = a_folder(tmp_path)
    with Ledger(folder) as ledger:
        assert ledger.is_new
        ledger.write(Record(status, "d1", "a.vsav"))
    with Ledger(folder) as ledger:
        assert not ledger.is_new
        assert ledger.knows("d1") is is_known
        assert ledger.status("d1") is status
        assert ledger.open_names() == ([] if is_known else ["a.vsav"])


def test_an_output_is_known_from_its_plan_on(tmp_path: Path) -> None:
    folder = a_folder(tmp_path)
    first = Record(Status.PLANNED, "d1", "a.vsav", "o1", "a.bot.vsav")
    second = Record(Status.PLANNED, "d1", "a.vsav", "o2", "a.bot-2.vsav")
    with Ledger(folder) as ledger:
        ledger.write(first, second)
    with Ledger(folder) as ledger:
        assert ledger.knows("o1")
        assert ledger.knows("o2")
        assert ledger.plans("d1") == [second, first]
        assert ledger.answered == 0


def test_each_folder_has_a_ledger_of_its_own(tmp_path: Path, bridge_home: Path) -> None:
    one, other = tmp_path / "1" / "saves", tmp_path / "2" / "saves"
    one.mkdir(parents=True)
    other.mkdir(parents=True)
    with Ledger(one) as first, Ledger(other) as second:
        first.write(Record(Status.DONE, "d1", "a.vsav"))
        assert not second.knows("d1")
        assert first.path != second.path
        assert first.path.is_relative_to(bridge_home)
    assert key_of(one / ".." / "saves") == key_of(one)


def test_two_sidecars_on_one_folder_are_refused_in_a_sentence(tmp_path: Path) -> None:
    folder = a_folder(tmp_path)
    with Ledger(folder):
        with pytest.raises(FileBusy) as caught:
            Ledger(folder)
        assert str(os.getpid()) in str(caught.value)
        assert str(folder) in str(caught.value)
    with Ledger(folder):
        pass


def test_a_lock_of_a_dead_process_holds_nothing(tmp_path: Path) -> None:
    path = tmp_path / "some.lock"
    code = f"""
import os
from pathlib import Path
from vassal_bridge.sidecar.lock import Lock
lock = Lock(Path({str(path)!r}), Path("folder"))
print("held", flush=True)
os._exit(9)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert done.stdout.strip() == b"held"
    assert path.read_text(encoding="ascii").strip().isdigit()
    with Lock(path, tmp_path):
        assert path.read_text(encoding="ascii") == f"{os.getpid()}\n"


def test_where_there_are_no_locks_the_sidecar_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(handle: int) -> None:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr("vassal_bridge.sidecar.lock._lock", none)
    with Lock(tmp_path / "a.lock", tmp_path), Lock(tmp_path / "a.lock", tmp_path):
        pass


def test_the_user_folder_keeps_no_machine_words_in_lines(tmp_path: Path) -> None:
    folder = a_folder(tmp_path)
    with Ledger(folder) as ledger:
        ledger.write(Record(Status.SEEN, "d1", "\udce4 odd \x1b name.vsav"))
        data = ledger.path.read_bytes()
    assert data.isascii()
    (record,) = read_records(data)
    assert record.name == "\udce4 odd \x1b name.vsav"


def test_a_folder_keeps_its_ledger_in_every_locale(tmp_path: Path) -> None:
    name = "Spielstände 1"
    as_c_locale = name.encode("utf-8").decode("ascii", "surrogateescape")
    assert key_of(tmp_path / name) == key_of(tmp_path / as_c_locale)
