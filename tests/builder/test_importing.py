"""A table of units of any make becomes a recipe that prints."""

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cli_kit import call
from vassal_bridge.builder.counters import faces_of
from vassal_bridge.builder.importing import SYNONYMS, known_columns
from vassal_bridge.builder.recipe import read_counter_recipe
from vassal_bridge.builder.tomltext import quoted

TABLE = '''\ufeffUnit;Nation;Unit Type;Qty;Attack;Defense;Move;Remarks
1st/7;US;Inf;2;4;5;(6);arrives on turn 2
"Tank ""A""";US;Light Tank;;6;3;10;
1st/7;JP;Machine Gun;1;2;;4;
Wing;JP;Spy;1;;;;
'''


@pytest.fixture
def made(tmp_path: Path) -> Path:
    (tmp_path / "units.csv").write_text(TABLE, encoding="utf-8")
    result = call("build", "recipe", "--table", tmp_path / "units.csv", "-o", tmp_path / "r")
    assert result.exit_code == 0, result.output
    return tmp_path / "r"


def test_columns_are_found_by_the_hobbys_names(made: Path) -> None:
    recipe = read_counter_recipe(made)
    rows = recipe.counters
    assert [row.id for row in rows] == ["1st/7", 'Tank "A"', "1st/7 2", "Wing"]
    assert [(row.side, row.kind, row.count) for row in rows] == [
        ("US", "inf", 2),
        ("US", "light-tank", 1),
        ("JP", "machine-gun", 1),
        ("JP", "spy", 1),
    ]
    assert rows[0].cells["Remarks"] == "arrives on turn 2"
    symbols = {name: kind.symbol for name, kind in recipe.module.kinds.items()}
    assert symbols == {
        "inf": ("infantry",),
        "light-tank": ("armor",),
        "machine-gun": ("machine gun",),
        "spy": (),
    }


def test_figures_become_strengths_in_their_order(made: Path) -> None:
    recipe = read_counter_recipe(made)
    strengths = [faces_of(recipe.module, row)[0].value("strength") for row in recipe.counters]
    assert strengths == ["4-5-(6)", "6-3-10", "2-4", ""]


def test_it_is_printed_at_once_and_nothing_is_written_over(made: Path, tmp_path: Path) -> None:
    assert call("build", "sheet", made, "-o", tmp_path / "x.pdf").exit_code == 0
    again = call("build", "recipe", "--table", tmp_path / "units.csv", "-o", made)
    assert again.exit_code == 2


@pytest.mark.parametrize(
    ("text", "code", "wanted"),
    [
        ("x,y\n1,2\n", 1, "expected a column such as name, unit"),
        ("name\n", 1, "expected a row for each counter"),
        ("name,name\na,b\n", 3, "this column stands there twice"),
    ],
)
def test_a_table_that_says_no_units_is_refused(
    tmp_path: Path, text: str, code: int, wanted: str
) -> None:
    (tmp_path / "units.csv").write_text(text, encoding="utf-8")
    result = call("build", "recipe", "--table", tmp_path / "units.csv", "-o", tmp_path / "r")
    assert result.exit_code == code
    assert wanted in result.stderr
    assert not (tmp_path / "r").exists()


def test_every_synonym_is_known_and_means_one_column() -> None:
    names = [name for names in SYNONYMS.values() for name in names]
    assert len(set(names)) == len(names)
    for ours, theirs in SYNONYMS.items():
        for name in theirs:
            assert known_columns([name.title()]) == {ours: name.title()}


@given(st.text(max_size=12))
def test_a_quoted_text_is_read_back(text: str) -> None:
    read = tomllib.loads(f"a = {quoted(text)}")["a"]
    assert read == "".join(letter if letter.isprintable() else " " for letter in text)
