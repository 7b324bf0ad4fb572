from __future__ import annotations

from pathlib import Path

import pytest

from vassal_bridge.errors import BindingError, MissingCell, RuleError
from vassal_bridge.game.constraints import complaints, contradictions, incomplete, validate
from vassal_bridge.game.tables import Edition, TableSet, columns_problem, load_tables

SHAPES = """
[crt]
title = "Combat Results Table"
rule = "7.4"
dice = "2d6"
rows = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
columns = ["1:2", "2:1"]
values = ["", "1", "R"]
exchanged = [["1:2", "2:1"]]
constraints = [
  { kind = "odds", values = ["R"], counts = [1, "?"] },
  { kind = "only", values = ["R"], columns = ["1:2"], rows = [2] },
  { kind = "cells", rows = [12], columns = ["1:2"], values = ["1"], rule = "7.41" },
  { kind = "column_sets", values = ["R"], columns = ["2:1"], sets = [[2, 3], [4]] },
]

[loss]
title = "Loss"
rule = "9.1"
rows = [1, 2]
columns = ["0-9", "10-99"]
low = 0
high = 5
free_columns = true
constraints = [
  { kind = "rising", along = "columns" },
  { kind = "rising", along = "rows" },
  { kind = "some", rows = [2], above = 0 },
]

[reached]
title = "Modifier"
rule = "3.3"
rows = [1, 2]
low = 1
high = 99
thresholds = true

[night]
title = "Night"
rule = "3.3"
rows = [2, 3, 4]
clamp = true
columns = ["0-9 day", "0-9 night", "10-19 night"]
values = ["none", "A"]
"""
PRINTED = """
[crt]
2 = ["R", "R"]
[loss]
1 = [0, 1]
[night]
2 = ["none", "A", "none"]
3 = ["none", "none", "A"]
"""
HOUSE = """
[crt]
3 = ["", "R"]
4 = ["", ""]
5 = ["", ""]
6 = ["", ""]
7 = ["", ""]
8 = ["", ""]
9 = ["", ""]
10 = ["", ""]
11 = ["", ""]
12 = ["1", "1"]
[loss]
2 = [1, 2]
[reached]
1 = 5
2 = 9
[night]
4 = ["A", "A", "A"]
"""


def load(
    folder: Path,
    *,
    edition: str = "house",
    shapes: str = SHAPES,
    printed: str = PRINTED,
    house: str = HOUSE,
    owner: str | None = None,
) -> TableSet:
    for name, text in {"": shapes, "printed": printed, "house": house}.items():
        (folder / "data" / name).mkdir(parents=True, exist_ok=True)
        (folder / "data" / name / "tables.toml").write_text(text, encoding="utf-8")
    file = folder / "owner.toml"
    if owner is not None:
        file.write_text(owner, encoding="utf-8")
    return load_tables("game", folder / "data", edition=edition, owner=file)


@pytest.mark.parametrize(
    ("name", "row", "column", "expected"),
    [
        ("crt", 2, "1:2", "R"),
        ("crt", "2", "1:2", "R"),
        ("loss", 1, 0, 0),
        ("loss", 1, 9, 0),
        ("loss", 1, 10, 1),
        ("loss", 1, 99, 1),
        ("night", 2, "0-9 night", "A"),
        ("night", 2, "7 night", "A"),
        ("night", 2, "7 day", "none"),
        ("night", 2, "12 night", "none"),
        ("night", 1, "7 night", "A"),
        ("night", 99, "7 night", "A"),
    ],
)
def test_a_number_falls_into_its_band(
    tmp_path: Path, name: str, row: str | int, column: str | int, expected: str | int
) -> None:
    assert load(tmp_path).lookup(name, row, column) == expected


@pytest.mark.parametrize(
    ("name", "row", "column", "complaint"),
    [
        ("odd", 1, 1, "game has no table 'odd'; it has crt, loss"),
        ("crt", 13, "1:2", r"Combat Results Table \[7.4\] has no row '13'"),
        ("crt", 2, "3:1", "has no column '3:1'; it has 1:2, 2:1"),
        ("loss", 1, 100, "has no column '100'"),
        ("night", 2, "10 day", "has no column '10 day'"),
        ("crt", 2, None, "has no column"),
    ],
)
def test_beyond_the_printed_headings_nothing_is_guessed(
    tmp_path: Path, name: str, row: int, column: str | int | None, complaint: str
) -> None:
    with pytest.raises(RuleError, match=complaint):
        load(tmp_path).lookup(name, row, column)


@pytest.mark.parametrize(
    ("number", "expected"), [(0, 0), (4, 0), (5, 1), (8, 1), (9, 2), (99, 2), (250, 2)]
)
def test_thresholds_give_the_highest_row_that_is_reached(
    tmp_path: Path, number: int, expected: int
) -> None:
    assert load(tmp_path).lookup("reached", number) == expected


def test_owner_comes_before_print_and_print_before_house(tmp_path: Path) -> None:
    owner = '[loss]\n1 = [4, "?"]\n'
    tables = load(tmp_path, owner=owner, house=HOUSE + "\n")
    assert (tables.lookup("loss", 1, 0), tables.source("loss", 1, 0)) == (4, Edition.OWNER)
    assert (tables.lookup("loss", 1, 10), tables.source("loss", 1, 10)) == (1, Edition.PRINTED)
    assert (tables.lookup("loss", 2, 10), tables.source("loss", 2, 10)) == (2, Edition.HOUSE)


@pytest.mark.parametrize("edition", ["printed", "owner"])
def test_the_house_edition_counts_only_where_it_was_chosen(tmp_path: Path, edition: str) -> None:
    tables = load(tmp_path, edition=edition)
    with pytest.raises(MissingCell) as caught:
        tables.lookup("crt", 7, "2:1")
    for part in ("Combat Results Table [7.4]", "row 7, column 2:1", "tables game --fill"):
        assert part in caught.value.message


def test_a_missing_cell_of_the_house_edition_does_not_advise_the_house_edition(
    tmp_path: Path,
) -> None:
    with pytest.raises(MissingCell) as caught:
        load(tmp_path, house="").lookup("reached", 3)
    assert "--edition house" not in caught.value.message


def test_everything_illegal_in_a_file_is_named_at_once(tmp_path: Path) -> None:
    owner = '[crt]\n2 = ["D", "1"]\n13 = ["", ""]\n[odd]\n1 = 1\n[loss]\n1 = [6]\n'
    with pytest.raises(BindingError) as caught:
        load(tmp_path, owner=owner)
    for part in ("row 2, column 1:2", "found row '13'", "no table 'odd'", "found row '1' of 1"):
        assert part in caught.value.message


def test_a_damaged_file_is_an_error_with_its_name(tmp_path: Path) -> None:
    with pytest.raises(BindingError, match=r"owner\.toml: expected TOML"):
        load(tmp_path, owner="[crt")


def test_good_tables_have_no_complaints(tmp_path: Path) -> None:
    assert validate(load(tmp_path)) == []


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('7 = ["", ""]', '7 = ["R", ""]', "column 1:2: expected R in 1 of 36 rolls, found 7"),
        ('7 = ["", ""]', '7 = ["R", ""]', "row 7, column 1:2: expected R in other rows only"),
        ('12 = ["1", "1"]', '12 = ["", "1"]', "[7.41]: row 12, column 1:2: expected one of '1'"),
        (
            '3 = ["", "R"]',
            '3 = ["", "1"]',
            "column 2:1: expected R in rows [2, 3] or [4]; found [2]",
        ),
        ("2 = [1, 2]", "2 = [1, 0]", "1 at row 1, column 10-99, 0 at row 2, column 10-99"),
        ("2 = [1, 2]", "2 = [2, 1]", "2 at row 2, column 0-9, 1 at row 2, column 10-99"),
        ("2 = [1, 2]", "2 = [0, 0]", "row 2: expected a number above 0 somewhere"),
        ("2 = 9", "2 = '?'", "Modifier: 1 cell is missing"),
        ("[loss]", "[loss]\n1 = [1, '?']", "row 1, column 0-9 is 1 in the house edition, and 0"),
    ],
)
def test_each_kind_of_complaint_names_its_cell(
    tmp_path: Path, old: str, new: str, complaint: str
) -> None:
    assert old in HOUSE
    found = validate(load(tmp_path, house=HOUSE.replace(old, new)))
    assert any(complaint in sentence for sentence in found), found
    assert all(sentence.startswith("house: ") for sentence in found)


def test_several_complaints_come_together(tmp_path: Path) -> None:
    house = HOUSE.replace('7 = ["", ""]', '7 = ["R", "R"]').replace("2 = [1, 2]", "2 = [0, 0]")
    assert len(complaints(load(tmp_path, house=house))) >= 4


def test_cells_that_are_not_known_break_no_constraint(tmp_path: Path) -> None:
    tables = load(tmp_path, edition="printed")
    assert complaints(tables) == []
    assert any(sentence.startswith("Loss: 2 cells are") for sentence in incomplete(tables))


def test_what_an_owner_typed_is_checked_too(tmp_path: Path) -> None:
    tables = load(tmp_path, edition="owner", owner="[loss]\n1 = [3, 2]\n")
    assert any("3 at row 1" in sentence for sentence in complaints(tables))
    assert any("is 3 in the owner edition" in c for c in contradictions(tables, Edition.OWNER))


def test_an_owners_copy_may_have_bands_of_its_own(tmp_path: Path) -> None:
    owner = '[loss]\ncolumns = ["0-4", "5-19", "20-99"]\n1 = [0, 2, 3]\n'
    tables = load(tmp_path, edition="owner", owner=owner)
    assert [tables.lookup("loss", 1, level) for level in (4, 5, 20)] == [0, 2, 3]
    with pytest.raises(MissingCell):
        tables.lookup("loss", 2, 5)


@pytest.mark.parametrize(
    ("columns", "complaint"),
    [
        (["0-4", "6-99"], "without a gap"),
        (["0-4", "5-98"], "from 0 to 99"),
        (["1-4", "5-99"], "from 0 to 99"),
        ([], "from 0 to 99"),
        (["0-4", "high"], "expected bands such as"),
    ],
)
def test_own_bands_must_span_the_same_numbers(
    tmp_path: Path, columns: list[str], complaint: str
) -> None:
    tables = load(tmp_path)
    assert complaint in columns_problem(tables.shape("loss"), columns)
    owner = f"[loss]\ncolumns = {columns}\n"
    with pytest.raises(BindingError, match=complaint):
        load(tmp_path, owner=owner)


def test_fixed_columns_stay(tmp_path: Path) -> None:
    with pytest.raises(BindingError, match="the columns are 1:2, 2:1"):
        load(tmp_path, owner='[crt]\ncolumns = ["0-1", "2-3"]\n')


def test_a_constraint_on_a_heading_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(BindingError, match="crt: a constraint names the columns '9:1'"):
        load(tmp_path, shapes=SHAPES.replace('columns = ["1:2"], rows', 'columns = ["9:1"], rows'))
