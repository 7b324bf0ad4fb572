from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vassal_bridge.errors import BindingError, MissingCell, RuleError
from vassal_bridge.game import owner
from vassal_bridge.game.tables import Edition, TableSet, load_tables

SHAPES = """
[crt]
title = "Combat Results Table"
rule = "7.4"
rows = [2, 3, 4]
columns = ["1:2", "1:1"]
values = ["", "1", "2", "R"]

[loss]
title = "Loss by level"
rule = "9.1"
rows = ["0-9", "10-99"]
low = 0
high = 5

[night]
title = "Night table"
rule = "3.3"
rows = [2, 3]
columns = ["0-9 night", "10-99 night"]
pattern = '(none|[1-9] (S|A))( \\+)?'
note = "none, or a number with S or A, with + for a repeat"
"""
PRINTED = """
[crt]
2 = ["1", "?"]
3 = ["", "R"]

[loss]
0-9 = 1
"""
HOUSE = """
[crt]
2 = ["?", "R"]
4 = ["", ""]

[loss]
10-99 = 2
"""


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    for name, text in {"": SHAPES, "printed": PRINTED, "house": HOUSE}.items():
        (folder / name).mkdir(parents=True, exist_ok=True)
        (folder / name / "tables.toml").write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "user" / "game" / "tables.toml"


def load(data: Path, file: Path, edition: str = "owner") -> TableSet:
    return load_tables("game", data, edition=edition, owner=file)


def test_overview_counts_each_edition_with_those_before_it(data: Path, file: Path) -> None:
    counts = {
        (known.table, str(known.edition)): (known.known, len(known.missing))
        for known in owner.overview(load(data, file))
    }
    assert counts["crt", "printed"] == (3, 3)
    assert counts["crt", "owner"] == (3, 3)
    assert counts["crt", "house"] == (6, 0)
    assert counts["night", "house"] == (0, 4)


def test_cells_to_fill_come_row_by_row_and_say_what_may_be_typed(data: Path, file: Path) -> None:
    blanks = list(owner.cells_to_fill(load(data, file)))
    assert [(b.table, b.row, b.column) for b in blanks[:4]] == [
        ("crt", "2", "1:1"),
        ("crt", "4", "1:2"),
        ("crt", "4", "1:1"),
        ("loss", "10-99", "value"),
    ]
    assert "blank" in blanks[0].wanted
    assert blanks[3].wanted == "a whole number from 0 to 5"
    assert "repeat" in blanks[4].wanted


def test_a_typed_cell_is_saved_at_once_and_filling_can_be_resumed(data: Path, file: Path) -> None:
    answers = {"crt": "-", "loss": "3", "night": "2 A +"}
    filled = 0
    while blanks := list(owner.cells_to_fill(load(data, file))):
        blank = blanks[0]
        text = answers[blank.table]
        owner.set_owner_cell(file, load(data, file), blank.table, blank.row, blank.column, text)
        filled += 1
        assert len(list(owner.cells_to_fill(load(data, file)))) == len(blanks) - 1
    assert filled == 8
    tables = load(data, file)
    assert tables.lookup("crt", 4, "1:2") == ""
    assert tables.lookup("loss", 50) == 3
    assert tables.source("loss", 50) is Edition.OWNER
    assert tables.lookup("night", 3, "10-99 night") == "2 A +"


@pytest.mark.parametrize(
    ("table", "row", "column", "text", "expected"),
    [
        ("crt", "2", "1:1", "r", "R"),
        ("crt", "2", "1:1", "  2 ", "2"),
        ("crt", "2", "1:1", "-", ""),
        ("crt", 2, "1:1", "", ""),
        ("loss", "17", None, "5", 5),
    ],
)
def test_what_is_typed_is_read_kindly(
    data: Path, file: Path, table: str, row: str, column: str, text: str, expected: str | int
) -> None:
    tables = load(data, file)
    assert owner.set_owner_cell(file, tables, table, row, column, text) == expected
    assert load(data, file).lookup(table, row, column) == expected


@pytest.mark.parametrize(
    ("table", "row", "column", "text", "complaint"),
    [
        ("crt", "2", "1:1", "D", "expected - for blank, 1, 2, R; found 'D'"),
        ("loss", "0-9", None, "6", "expected a whole number from 0 to 5; found '6'"),
        ("night", "2", "0-9 night", "2 B", "with \\+ for a repeat; found '2 B'"),
        ("crt", "5", "1:1", "1", "has no row '5'"),
        ("none", "5", "1:1", "1", "has no table 'none'"),
    ],
)
def test_a_wrong_cell_is_refused_and_nothing_is_written(
    data: Path, file: Path, table: str, row: str, column: str, text: str, complaint: str
) -> None:
    with pytest.raises(RuleError, match=complaint):
        owner.set_owner_cell(file, load(data, file), table, row, column, text)
    assert not file.exists()


def test_a_question_mark_takes_a_cell_out_again(data: Path, file: Path) -> None:
    for table, row, column, text in [("crt", "2", "1:1", "2"), ("loss", "10-99", None, "4")]:
        owner.set_owner_cell(file, load(data, file), table, row, column, text)
        owner.set_owner_cell(file, load(data, file), table, row, column, "?")
        with pytest.raises(MissingCell, match="tables game --fill"):
            load(data, file).lookup(table, row, column)


def test_comments_and_other_cells_of_the_owners_file_stay(data: Path, file: Path) -> None:
    file.parent.mkdir(parents=True)
    text = '# my copy, 1991\n[crt]\n4 = ["2", "?"] # faint print\n'
    file.write_text(text, encoding="utf-8")
    owner.set_owner_cell(file, load(data, file), "crt", 4, "1:1", "R")
    assert file.read_text(encoding="utf-8") == text.replace("?", "R")


def test_a_failed_write_leaves_the_old_file(
    data: Path, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner.set_owner_cell(file, load(data, file), "crt", 2, "1:1", "2")
    before = file.read_bytes()

    def fail(*_: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr("vassal_bridge.game.owner.os.fsync", fail)
    with pytest.raises(OSError, match="disk full"):
        owner.set_owner_cell(file, load(data, file), "crt", 4, "1:1", "2")
    assert file.read_bytes() == before
    assert [found.name for found in file.parent.iterdir()] == [file.name]


def test_a_damaged_owners_file_is_named(data: Path, file: Path) -> None:
    tables = load(data, file)
    file.parent.mkdir(parents=True)
    file.write_text("[crt\n", encoding="utf-8")
    with pytest.raises(BindingError, match=r"tables\.toml: expected TOML"):
        owner.set_owner_cell(file, tables, "crt", 2, "1:1", "2")


def test_csv_lists_every_cell_with_its_edition(data: Path, file: Path) -> None:
    owner.set_owner_cell(file, load(data, file), "crt", 2, "1:1", "2")
    lines = owner.export_csv(load(data, file)).splitlines()
    assert lines[0] == "table,row,column,value,edition,rule"
    assert lines[1:4] == [
        "crt,2,1:2,1,printed,7.4",
        "crt,2,1:1,2,owner,7.4",
        "crt,3,1:2,,printed,7.4",
    ]
    assert "crt,4,1:1,?,,7.4" in lines
    assert "crt,4,1:1,,house,7.4" in owner.export_csv(load(data, file, "house")).splitlines()


def test_a_changed_or_filled_line_of_a_csv_becomes_the_owners(data: Path, file: Path) -> None:
    tables = load(data, file, "house")
    text = owner.export_csv(tables)
    text = text.replace("crt,2,1:2,1,printed", "crt,2,1:2,2,printed")
    text = text.replace("night,3,0-9 night,?,", "night,3,0-9 night,1 S,")
    assert owner.import_csv(text, tables) == {
        "crt": {("2", "1:2"): "2"},
        "night": {("3", "0-9 night"): "1 S"},
    }


def test_a_csv_of_a_spreadsheet_may_use_semicolons_and_a_byte_order_mark(
    data: Path, file: Path
) -> None:
    text = "\ufefftable;row;column;value\r\ncrt;4;1:2;R\r\n"
    assert owner.import_csv(text, load(data, file)) == {"crt": {("4", "1:2"): "R"}}


def test_every_wrong_line_of_a_csv_is_named(data: Path, file: Path) -> None:
    text = "table,row,column,value\ncrt,9,1:2,R\ncrt,4,1:2,R\nloss,0-9,value,7\nodd,1,1,1\n"
    with pytest.raises(BindingError) as caught:
        owner.import_csv(text, load(data, file))
    assert [line[:7] for line in str(caught.value).splitlines()] == [
        "line 2:",
        "line 4:",
        "line 5:",
    ]


def test_a_csv_without_its_first_line_is_refused(data: Path, file: Path) -> None:
    with pytest.raises(BindingError, match="expected a first line with table, row"):
        owner.import_csv("crt,4,1:2,R\n", load(data, file))


CELLS = {
    "crt": (["2", "3", "4"], ["1:2", "1:1"], st.sampled_from(["", "1", "2", "R"])),
    "loss": (["0-9", "10-99"], ["value"], st.integers(0, 5)),
    "night": (["2", "3"], ["0-9 night", "10-99 night"], st.sampled_from(["none", "3 A +", "1 S"])),
}


@st.composite
def owned(draw: st.DrawFn) -> dict[str, dict[tuple[str, str], str | int]]:
    found: dict[str, dict[tuple[str, str], str | int]] = {}
    for name, (rows, columns, values) in CELLS.items():
        for cell in draw(st.sets(st.tuples(st.sampled_from(rows), st.sampled_from(columns)))):
            found.setdefault(name, {})[cell] = draw(values)
    return found


@given(cells=owned())
def test_the_owners_cells_survive_file_csv_and_toml(
    cells: dict[str, dict[tuple[str, str], str | int]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    home = tmp_path_factory.mktemp("home")
    data, file = home / "data", home / "tables.toml"
    for name, text in {"": SHAPES, "printed": PRINTED, "house": HOUSE}.items():
        (data / name).mkdir(parents=True)
        (data / name / "tables.toml").write_text(text, encoding="utf-8")
    owner.save_owner_cells(file, load(data, file), cells)
    tables = load(data, file, "house")
    assert tables.cells[Edition.OWNER] == cells
    assert owner.import_csv(owner.export_csv(tables), tables) == cells
    exported = owner.export_toml(tables)
    tomllib.loads(exported)
    other = home / "other.toml"
    other.write_text(exported, encoding="utf-8")
    assert load(data, other).cells[Edition.OWNER] == cells


def with_free_columns(data: Path) -> None:
    shapes = SHAPES.replace('"0-9 night", "10-99 night"', '"0-9", "10-99"')
    shapes = shapes.replace("[night]\n", "[night]\nfree_columns = true\n")
    shapes = shapes.replace("[crt]\n", '[crt]\nexchanged = [["1:2", "1:1"]]\n')
    (data / "tables.toml").write_text(shapes, encoding="utf-8")


def test_own_bands_keep_what_was_typed_under_bands_that_remain(data: Path, file: Path) -> None:
    with_free_columns(data)
    owner.set_owner_cell(file, load(data, file), "night", 2, 5, "1 S")
    owner.set_owner_cell(file, load(data, file), "night", 2, 50, "2 S")
    owner.set_owner_columns(file, load(data, file), "night", ["0-9", "10 - 19", "20-99"])
    tables = load(data, file)
    assert tables.lookup("night", 2, 5) == "1 S"
    with pytest.raises(MissingCell):
        tables.lookup("night", 2, 50)
    owner.set_owner_cell(file, tables, "night", 3, 20, "none")
    other = file.with_name("other.toml")
    other.write_text(owner.export_toml(load(data, file)), encoding="utf-8")
    assert load(data, other).cells == load(data, file).cells
    assert load(data, other).shapes == load(data, file).shapes


def test_bands_with_a_gap_and_fixed_columns_are_refused(data: Path, file: Path) -> None:
    with_free_columns(data)
    with pytest.raises(RuleError, match="without a gap"):
        owner.set_owner_columns(file, load(data, file), "night", ["0-9", "20-99"])
    with pytest.raises(RuleError, match="the columns are 1:2, 1:1"):
        owner.set_owner_columns(file, load(data, file), "crt", ["0-9", "10-99"])
    assert not file.exists()


def test_a_column_of_the_original_print_goes_where_it_stands_today(data: Path, file: Path) -> None:
    with_free_columns(data)
    owner.set_owner_cell(file, load(data, file), "crt", 4, "1:2", "2", original=True)
    assert load(data, file).lookup("crt", 4, "1:1") == "2"
    with pytest.raises(MissingCell):
        load(data, file).lookup("crt", 4, "1:2")
