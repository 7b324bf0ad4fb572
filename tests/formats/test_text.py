"""The text twin: nothing is lost on the way there and back, and a small edit is a small change."""

import difflib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import CORPUS, GOLDEN
from vassal_bridge.errors import BridgeError, FormatError
from vassal_bridge.formats.archive import STORED, Archive, make_entry
from vassal_bridge.formats.envelope import VASSAL_37
from vassal_bridge.formats.save import SAVED_GAME, Save, open_save
from vassal_bridge.formats.text import FIRST_LINE, dump, load, same_content

SAVES = (".vsav", ".vlog")
GOLDEN_SAVES = sorted(path for path in GOLDEN.rglob("*") if path.suffix in SAVES)
CORPUS_SAVES = sorted(path for path in CORPUS.rglob("*") if path.suffix in SAVES)
START = GOLDEN / "kitchen" / "03-two-players.vsav"


def _short(path: Path) -> str:
    return "/".join(path.parts[-2:])


def _check(path: Path) -> None:
    try:
        save = open_save(path)
    except BridgeError:
        pytest.skip("a file that no reader opens")
    twin = dump(save)
    back = load(twin)
    assert same_content(back, save.archive)
    assert Save(back).text == save.text
    assert dump(back) == twin
    assert all(line.isprintable() or not line.isascii() for line in twin.split("\n"))


@pytest.mark.parametrize("path", GOLDEN_SAVES, ids=_short)
def test_golden_files_come_back_from_their_twin(path: Path) -> None:
    _check(path)


@pytest.mark.parametrize("path", CORPUS_SAVES[1::17], ids=_short)
def test_a_sample_of_public_files_comes_back_from_its_twin(path: Path) -> None:
    _check(path)


@pytest.mark.slow
@pytest.mark.parametrize("path", CORPUS_SAVES, ids=_short)
def test_every_public_file_comes_back_from_its_twin(path: Path) -> None:
    _check(path)


@given(
    st.text(
        st.characters(codec="utf-8") | st.sampled_from("\x1b\\\t\r\n{}'/;|= \u2028"), max_size=80
    )
)
def test_any_stream_comes_back(text: str) -> None:
    archive = Archive.of([(SAVED_GAME, VASSAL_37.wrap(text.encode("utf-8")))])
    assert Save(load(dump(archive))).text == text


@given(st.lists(st.tuples(st.text(st.characters(codec="utf-8"), min_size=1), st.binary())))
def test_any_entries_come_back(contents: list[tuple[str, bytes]]) -> None:
    own = [(f"entries/{name}", content) for name, content in contents]
    archive = Archive.of([("a.txt", b"a\r\nb\n"), *own])
    assert same_content(load(dump(archive)), archive)


def test_an_entry_keeps_its_method_and_date() -> None:
    stamp = (46 << 9 | 11 << 5 | 30) << 16 | (6 << 11 | 37 << 5 | 9)
    archive = Archive([make_entry("x/y.txt", b"hello", method=STORED, stamp=stamp)])
    twin = dump(archive)
    assert "entry x/y.txt stored 2026-11-30T06:37:18" in twin
    assert same_content(load(twin), archive)


def test_the_first_line_warns_of_passwords_which_the_twin_holds() -> None:
    twin = dump(open_save(START))
    assert twin.split("\n")[0] == FIRST_LINE
    assert "passwords" in FIRST_LINE
    assert "us-secret" in twin


def test_flipping_a_piece_changes_one_line() -> None:
    save = open_save(START)
    before = dump(save).split("\n")
    piece = next(one for one in save.pieces if one.trait("emb2;") is not None)
    trait = piece.trait("emb2;")
    assert trait is not None
    piece.set_state(trait, "2;")
    changed = [
        line
        for line in difflib.unified_diff(before, dump(save).split("\n"), lineterm="", n=0)
        if line[:1] in "+-" and line[:3] not in ("+++", "---")
    ]
    assert len(changed) == 2
    assert changed[1] == "+  state 2;"


def test_an_edited_twin_becomes_an_edited_save() -> None:
    twin = dump(open_save(START))
    assert "\n  state US;4\n" not in twin
    save = Save(load(twin.replace("Ann O'Nym", "Anne")))
    assert [c["name"] for c in save.commands.all("AddPlayer")][:2] == ["Anne", 'Kenji "健"']


def test_windows_line_ends_are_read() -> None:
    save = open_save(START)
    assert same_content(load(dump(save).replace("\n", "\r\n")), save.archive)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (FIRST_LINE, "hello", "line 1"),
        ("entry savedGame deflated", "entry savedGame pressed", "line 2"),
        ("envelope !VCSK", "envelope !VCSQ", "line 3"),
        ("0 BeginSave: begin_save", "BeginSave", "line 4"),
        ("begin_save", "begin_save\\{110000}", "line 4"),
    ],
)
def test_a_damaged_twin_is_refused_with_the_line(old: str, new: str, told: str) -> None:
    with pytest.raises(FormatError, match=told):
        load(dump(open_save(START)).replace(old, new, 1))


def test_lines_of_a_piece_that_make_no_piece_are_refused() -> None:
    lines = dump(open_save(START)).split("\n")
    at = next(number for number, line in enumerate(lines) if line.startswith("  type "))
    with pytest.raises(FormatError, match=f"line {at}: the lines below"):
        load("\n".join([*lines[:at], "  sort of", *lines[at + 1 :]]))


def test_the_same_name_twice_is_kept_twice() -> None:
    archive = Archive([make_entry("a", b"1"), make_entry("a", b"2")])
    back = load(dump(archive))
    assert [back.content(entry) for entry in back] == [b"1", b"2"]
