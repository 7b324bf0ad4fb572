import contextlib
import io
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vassal_bridge.errors import FormatError
from vassal_bridge.formats.archive import Archive, is_unsafe_name

names = st.text(alphabet="abcü/.-", min_size=1, max_size=8)
contents = st.dictionaries(names, st.binary(max_size=200), min_size=1, max_size=5)


def _zip(entries: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as file:
        for name, content in entries.items():
            file.writestr(name, content)
        file.comment = b"a comment"
    return buffer.getvalue()


@given(contents, st.sampled_from([zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED]))
def test_an_untouched_archive_is_rebuilt_byte_for_byte(
    entries: dict[str, bytes], method: int
) -> None:
    data = _zip(entries, method)
    archive = Archive.from_bytes(data)
    assert archive.to_bytes() == data
    assert archive.rebuilt() == data
    assert {name: archive[name] for name in archive.names} == entries


@given(contents, st.binary(max_size=300), st.data())
def test_a_touched_entry_changes_and_no_other(
    entries: dict[str, bytes], content: bytes, data: st.DataObject
) -> None:
    archive = Archive.from_bytes(_zip(entries))
    name = data.draw(st.sampled_from(sorted(entries)))
    changed = archive.replace(name, content)
    again = Archive.from_bytes(changed.to_bytes())
    assert again.names == archive.names
    for before, after in zip(archive, again, strict=True):
        assert (before.stamp, before.method) == (after.stamp, after.method)
        if before.name == name:
            assert again[name] == content
        else:
            assert before.local == after.local
    with zipfile.ZipFile(io.BytesIO(changed.to_bytes())) as file:
        assert file.testzip() is None
        assert file.comment == b"a comment"


@given(contents)
def test_a_new_archive_has_the_same_bytes_each_time(entries: dict[str, bytes]) -> None:
    first = Archive.of(entries.items()).to_bytes()
    assert first == Archive.of(entries.items()).to_bytes()
    with zipfile.ZipFile(io.BytesIO(first)) as file:
        assert {info.filename: file.read(info) for info in file.infolist()} == entries
        assert {info.date_time for info in file.infolist()} == {(1980, 1, 1, 0, 0, 0)}


@given(contents, st.integers(0, 400))
def test_a_cut_archive_is_refused_with_a_sentence(entries: dict[str, bytes], cut: int) -> None:
    data = _zip(entries)
    with pytest.raises(FormatError):
        Archive.from_bytes(data[: min(cut, len(data) - 10)])


@given(st.binary(max_size=400))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    try:
        archive = Archive.from_bytes(data)
    except FormatError:
        return
    assert archive.rebuilt() == data


@given(contents, st.lists(st.tuples(st.integers(0, 2000), st.integers(0, 255)), max_size=6))
def test_a_damaged_archive_is_read_or_refused(
    entries: dict[str, bytes], damage: list[tuple[int, int]]
) -> None:
    data = bytearray(_zip(entries))
    for place, value in damage:
        data[place % len(data)] = value
    with contextlib.suppress(FormatError):
        archive = Archive.from_bytes(bytes(data))
        for entry in archive:
            archive.content(entry)


def test_entries_can_be_added_and_removed() -> None:
    archive = Archive.from_bytes(_zip({"a": b"1", "b": b"2"}))
    changed = archive.add("c/ü.txt", b"3").remove("a").add("b", b"4")
    again = Archive.from_bytes(changed.to_bytes())
    assert [(name, again[name]) for name in again.names] == [("b", b"4"), ("c/ü.txt", b"3")]


@pytest.mark.parametrize(
    "name", ["../a", "/a", "a\\b", "C:a", "a/../b", "nul", "a/COM1.txt", "a\0b", "a\u202etxt", ""]
)
def test_a_name_that_no_file_should_have_is_known(name: str) -> None:
    assert is_unsafe_name(name)


@pytest.mark.parametrize("name", ["savedGame", "images/a b.png", "images/", "a..b", "ü.txt"])
def test_a_plain_name_is_no_danger(name: str) -> None:
    assert not is_unsafe_name(name)


def test_entries_are_only_ever_keys(golden: Path, tmp_path: Path) -> None:
    before = sorted(tmp_path.rglob("*"))
    archive = Archive.read(golden / "broken" / "16-path-traversal.vmod")
    for entry in archive:
        archive.content(entry)
    assert sorted(tmp_path.rglob("*")) == before
    assert any("could not be a file's" in str(problem) for problem in archive.problems)
