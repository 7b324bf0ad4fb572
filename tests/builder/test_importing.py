"""A table of units of any make becomes a recipe that prints."""

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from tests.cli_kit import call
from vassal_bridge.builder.counters.counterset import faces_of
from vassal_bridge.builder.importing.columns import SYNONYMS, known_columns
from vassal_bridge.builder.reading.tomltext import quoted
from vassal_bridge.builder.recipe import CounterRecipe, read_counter_recipe

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


def imported(
    folder: Path, table: str | bytes, name: str = "units.csv"
) -> tuple[CounterRecipe, str]:
    """Return the recipe of a table that another program wrote, and what is told of it."""
    content = table if isinstance(table, bytes) else table.encode("utf-8")
    (folder / name).write_bytes(content)
    result = call("build", "recipe", "--table", folder / name, "-o", folder / "r")
    assert result.exit_code == 0, result.output
    out = folder / "out.vmod"
    assert call("build", "module", folder / "r", "-o", out).exit_code == 0
    return read_counter_recipe(folder / "r"), result.stderr


def test_sizes_types_and_strengths_of_other_makers_are_understood(tmp_path: Path) -> None:
    recipe, told = imported(
        tmp_path,
        "My counters\nprinted 2024\n\n"
        "Unit ID;Nationality;Unit Type;Size;Attack/Defense/Move;Reduced;Turn;Setup\n"
        "101-1;German;Panzer;Bn;4-6-8;2-3-8;1;A1203\n"
        "12/3;Soviet;Rifle;Rgt.;2-4-4;;2;\n",
    )
    tank, rifle = recipe.counters
    assert (tank.size, rifle.size) == ("II", "III")
    assert recipe.module.kinds[tank.kind].symbol == ("armor",)
    assert recipe.module.kinds[rifle.kind].symbol == ("infantry",)
    faces = faces_of(recipe.module, tank)
    assert [face.value("strength") for face in faces] == ["4-6-8", "2-3-8"]
    assert tank.cells["Turn"] == "1"
    assert "'Setup' stays as it is: expected hexes such as 0304, found 'A1203'" in told
    assert "'Unit Type' is taken for kind" in told


def test_pictures_beside_a_table_and_names_of_colours_are_taken(tmp_path: Path) -> None:
    (tmp_path / "art").mkdir()
    Image.new("RGB", (30, 20), (1, 2, 3)).save(tmp_path / "art" / "Inf 1.jpg")
    recipe, told = imported(
        tmp_path,
        "Name,Qty,Front Image,Back Image,Color\n"
        "A,2,art\\Inf 1.jpg,none.png,Dark Green\nB,1,,,#445566\n",
    )
    with_picture, drawn = recipe.counters
    assert recipe.art(with_picture.cells["image"]) is not None
    assert with_picture.cells["back_image"] == ""
    assert recipe.module.kinds[with_picture.kind].layout == "picture"
    assert recipe.module.kinds[drawn.kind].layout == "unit"
    assert (with_picture.cells["fill"], drawn.cells["fill"]) == ("#006400", "#445566")
    assert with_picture.count == 2
    assert "1 pictures are not beside the table, such as 'none.png'" in told


@pytest.mark.parametrize("encoding", ["cp1252", "utf-16", "utf-8-sig"])
def test_tables_in_other_languages_and_encodings_are_read(tmp_path: Path, encoding: str) -> None:
    table = "nom;camp;type;quantité;force\r\nGarde;Français;infanterie;3;5\r\n"
    recipe, _ = imported(tmp_path, table.encode(encoding))
    (row,) = recipe.counters
    assert (row.name, row.side, row.count) == ("Garde", "Français", 3)
    assert recipe.module.kinds[row.kind].symbol == ("infantry",)


def test_a_workbook_is_refused_with_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "units.xlsx").write_bytes(b"PK\x03\x04 and so on")
    result = call("build", "recipe", "--table", tmp_path / "units.xlsx", "-o", tmp_path / "r")
    assert result.exit_code == 3
    assert "save it as 'CSV UTF-8' first" in result.stderr


@given(st.text(max_size=12))
def test_a_quoted_text_is_read_back(text: str) -> None:
    read = tomllib.loads(f"a = {quoted(text)}")["a"]
    assert read == "".join(letter if letter.isprintable() else " " for letter in text)
