import csv
import io
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vassal_bridge.builder.reading.checking import Checker
from vassal_bridge.builder.reading.csvfile import (
    SEPARATORS,
    decode,
    note_dates,
    read_rows,
    separator_of,
    whole_hex,
)
from vassal_bridge.builder.recipe import read_recipe
from vassal_bridge.builder.starting import start_recipe


def read(tmp_path: Path, content: bytes, *columns: str) -> tuple[list[dict[str, str]], Checker]:
    (tmp_path / "units.csv").write_bytes(content)
    checker = Checker()
    rows = read_rows(checker, tmp_path, "units.csv", columns)
    return [dict(row.cells) for row in rows], checker


def complaints(checker: Checker) -> list[str]:
    return [str(problem) for problem in checker.problems]


@pytest.mark.parametrize("separator", SEPARATORS)
@pytest.mark.parametrize("bom", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("first", ["", "sep=;"])
def test_however_a_spreadsheet_saves_it(
    tmp_path: Path, separator: str, bom: bytes, end: str, first: str
) -> None:
    lines = [["id", "name"], ["a", " 1st Bn "], ["", ""], ["# no unit", ""], ["b", "Kōmo"]]
    text = (first + end if first else "") + "".join(separator.join(row) + end for row in lines)
    rows, checker = read(tmp_path, bom + text.encode("utf-8"), "id", "name")
    assert rows == [{"id": "a", "name": "1st Bn"}, {"id": "b", "name": "Kōmo"}]
    assert complaints(checker) == []
    assert checker.notes == []


def test_windows_1252_is_read_with_a_note_that_says_where_and_what_to_do(tmp_path: Path) -> None:
    rows, checker = read(tmp_path, b"id,name\na,b\nc,M\xfcller \x96 x\n", "id")
    assert rows[1]["name"] == "Müller – x"
    (note,) = checker.notes
    assert note.startswith("units.csv:3: the file is not UTF-8")
    assert "CSV UTF-8" in note


def test_a_cell_with_line_breaks_keeps_them_and_the_lines_are_counted(tmp_path: Path) -> None:
    (tmp_path / "units.csv").write_text('id,name\na,"one\ntwo"\nb,x\n', encoding="utf-8")
    checker = Checker()
    rows = read_rows(checker, tmp_path, "units.csv", ["id"])
    assert rows[0].text("name") == "one\ntwo"
    assert [row.line for row in rows] == [3, 4]


@pytest.mark.parametrize(
    ("content", "wanted"),
    [
        (b"", "units.csv:1: expected a row of column names"),
        (b"id,side\na,b\n", "units.csv:1: expected a column 'name', found the columns id, side"),
        (b"id,name,id\na,b,c\n", "units.csv:1:id: this column stands there twice"),
        (b"id,name\na,b,c\n", "units.csv:2: cell 3 has no column name: 'c'"),
        (b'id,name\na,"b\n', "units.csv:2: this is no CSV"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(tmp_path: Path, content: bytes, wanted: str) -> None:
    _, checker = read(tmp_path, content, "id", "name")
    assert any(text.startswith(wanted) for text in complaints(checker)), complaints(checker)


def test_a_missing_file_is_a_problem(tmp_path: Path) -> None:
    checker = Checker()
    assert read_rows(checker, tmp_path, "units.csv", ["id"]) == []
    assert complaints(checker) == ["units.csv: the file is missing"]


def test_cells_tell_their_own_problems(tmp_path: Path) -> None:
    (tmp_path / "units.csv").write_text("id,count,flag\na,many,maybe\nb,-1,x\n", encoding="utf-8")
    checker = Checker()
    one, other = read_rows(checker, tmp_path, "units.csv", ["id"])
    assert one.number("count", 7) == 7
    assert not one.truth("flag")
    assert other.number("count", 1, least=0) == 1
    assert other.truth("flag")
    assert complaints(checker) == [
        "units.csv:2:count: expected a whole number, found 'many'",
        "units.csv:2:flag: expected yes or no, found 'maybe'",
        "units.csv:3:count: expected at least 0, found -1",
    ]


CELL = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), max_size=8)


@given(st.lists(st.tuples(CELL, CELL), min_size=1, max_size=5), st.sampled_from(SEPARATORS))
def test_any_table_comes_back(rows: list[tuple[str, str]], separator: str) -> None:
    out = io.StringIO()
    csv.writer(out, delimiter=separator).writerows([("id", "name"), *rows])
    text = decode(Checker(), "units.csv", out.getvalue().encode("utf-8-sig"))
    assert separator_of(text) == separator
    assert list(csv.reader(io.StringIO(text, newline=""), delimiter=separator)) == [
        ["id", "name"],
        *map(list, rows),
    ]


@pytest.mark.parametrize(
    ("text", "is_date"),
    [
        *(("1-Jul", True), ("01. Jul", True), ("1. Mrz", True), ("Jan-07", True)),
        *(("01/07/2026", True), ("1.7.26", True), ("1-ao\u00fbt", True)),
        *(("1/7", False), ("1 Mar", False), ("Wing 1", False), ("1.7", False), ("A/7", False)),
    ],
)
def test_a_date_that_a_spreadsheet_made_of_a_designation_is_noted(
    tmp_path: Path, text: str, is_date: bool
) -> None:
    (tmp_path / "t.csv").write_text(f"id\n{text}\n", encoding="utf-8")
    checker = Checker()
    (row,) = read_rows(checker, tmp_path, "t.csv", ("id",))
    note_dates(row, "id")
    assert bool(checker.notes) is is_date
    assert not checker.problems


def test_hexes_get_back_the_zeros_that_a_spreadsheet_took_off(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("hex\n304\n7\n0405\nA\n\n12345\n", encoding="utf-8")
    checker = Checker()
    rows = read_rows(checker, tmp_path, "t.csv", ("hex",))
    assert [whole_hex(row, "hex") for row in rows] == ["0304", "0007", "0405", "A", "12345"]
    assert len(checker.notes) == 1


def test_a_recipe_saved_by_a_spreadsheet_is_the_same_recipe(tmp_path: Path) -> None:
    start_recipe("mygame", tmp_path / "mygame")
    before = read_recipe(tmp_path / "mygame").data
    for name in ("counters.csv", "hexes.csv", "hexsides.csv"):
        path = tmp_path / "mygame" / name
        text = re.sub(r"(?<![\w/])0(?=\d{3}\b)", "", path.read_text(encoding="utf-8"))
        path.write_text(text.replace(",", ";"), encoding="utf-8")
    after = read_recipe(tmp_path / "mygame").data
    assert after.map == before.map
    assert [one.location for one in after.units] == [one.location for one in before.units]
