import shutil
from pathlib import Path

import pytest

from vassal_bridge.builder.reading.checking import RecipeError
from vassal_bridge.builder.reading.gamedata import data_folder
from vassal_bridge.builder.recipe import find_recipe, read_recipe, shipped_recipes
from vassal_bridge.errors import RuleError

RECIPE = Path(__file__).resolve().parents[2] / "build" / "red_beach"


@pytest.fixture
def recipe(tmp_path: Path) -> Path:
    return Path(shutil.copytree(RECIPE, tmp_path / "mine"))


@pytest.fixture
def data(tmp_path: Path) -> Path:
    source = data_folder("red_beach", "house")
    assert source is not None
    return Path(shutil.copytree(source, tmp_path / "data"))


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


def problems(recipe: Path, data: Path | None = None) -> list[str]:
    with pytest.raises(RecipeError) as caught:
        read_recipe(recipe, data=data)
    return [str(problem) for problem in caught.value.problems]


def test_a_recipe_is_named_or_given_as_a_folder() -> None:
    assert "red_beach" in shipped_recipes()
    assert read_recipe("red_beach").module == read_recipe(RECIPE).module


def test_an_unknown_recipe_is_an_error_that_lists_the_shipped() -> None:
    with pytest.raises(RuleError, match=r"shipped recipes \(.*red_beach.*\), found 'attu'"):
        find_recipe("attu")


def test_an_installed_wheel_reads_its_recipes_from_the_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(RECIPE, tmp_path / "recipes" / "red_beach")
    monkeypatch.setattr("vassal_bridge.builder.recipe.resources.files", lambda _: tmp_path)
    assert shipped_recipes()["red_beach"] == tmp_path / "recipes" / "red_beach"


def line_in(file: Path, text: str) -> int:
    """Return the line of a file that holds a text, as an editor counts."""
    lines = file.read_text(encoding="utf-8").splitlines()
    return next(number for number, line in enumerate(lines, 1) if text in line)


def test_all_problems_are_told_at_once_with_file_line_and_key(recipe: Path, data: Path) -> None:
    module, board = recipe / "module.toml", recipe / "board.toml"
    change(module, 'key = "L"', 'key = "long"')
    change(module, 'symbol = ["artillery"]', 'symbol = ["trebuchet"]')
    change(board, 'sea = "#9fbcc4"', 'sea = "blue"')
    change(board, "dx = 60.0", 'dx = "wide"')
    change(board, "[terrain.palm]", "[terrain.jungle]")
    (data / "hexsides.csv").write_text("a,b,feature\n1010,1030,seawall\n", encoding="utf-8")
    found = problems(recipe, data)
    for wanted in (
        f"module.toml:{line_in(module, 'long')}: layer.Step.key: expected one capital letter,"
        " found 'long'",
        f"module.toml:{line_in(module, 'trebuchet')}: kind.arty.symbol: expected a list of texts",
        f"board.toml:{line_in(board, 'blue')}: palette.sea: expected a colour such as",
        f"board.toml:{line_in(board, 'wide')}: grid.dx: expected a number above 0, found 'wide'",
        "terrain.palm: expected this table, for hexes.csv has the terrain 'palm'",
        "hexsides.csv:2:b: the hexes 1010 and 1030 are not adjacent",
    ):
        assert any(wanted in problem for problem in found), wanted


def test_the_message_lists_every_problem(recipe: Path) -> None:
    change(recipe / "module.toml", 'version = "0.2"', "version = 1")
    change(recipe / "board.toml", 'draw = "wall"', 'draw = "moat"')
    with pytest.raises(RecipeError, match=r"has 2 problems:\n.*version.*\n.*draw"):
        read_recipe(recipe)


@pytest.mark.parametrize("file", ["module.toml", "board.toml"])
def test_a_misspelt_key_is_no_silent_default(recipe: Path, file: str) -> None:
    path = recipe / file
    path.write_text("palete = 3\n" + path.read_text(encoding="utf-8"), encoding="utf-8")
    wanted = f"{file}:1: palete: this key is unknown here; did you mean palette?"
    assert wanted in problems(recipe)


@pytest.mark.parametrize(
    ("file", "text", "message"),
    [
        ("board.toml", "size = [", "board.toml: this is no TOML"),
        ("board.toml", None, "board.toml: the file is missing"),
    ],
)
def test_a_file_that_cannot_be_read_is_a_problem(
    recipe: Path, file: str, text: str | None, message: str
) -> None:
    if text is None:
        (recipe / file).unlink()
    else:
        (recipe / file).write_text(text, encoding="utf-8")
    assert any(problem.startswith(message) for problem in problems(recipe))


def test_a_game_without_data_is_a_problem(recipe: Path) -> None:
    change(recipe / "module.toml", 'game = "red_beach"', 'game = "attu"')
    (problem,) = problems(recipe)
    assert problem.endswith("data of the game 'attu', edition 'house'")


def test_a_counter_on_no_hex_is_a_problem(recipe: Path, data: Path) -> None:
    file = data / "counters.csv"
    header, *rows = file.read_text(encoding="utf-8").splitlines()
    place = header.split(",").index("hex")
    cells = rows[0].split(",")
    cells[place] = "9999"
    file.write_text("\n".join([header, ",".join(cells), *rows[1:]]) + "\n", encoding="utf-8")
    assert any("there is no hex or box '9999'" in problem for problem in problems(recipe, data))


def test_a_scenario_with_a_stranger_is_a_problem(recipe: Path, data: Path) -> None:
    file = data / "scenarios" / "start.toml"
    text = file.read_text(encoding="utf-8")
    file.write_text(text + '\n"A/9/9" = { at = "Atlantis" }\n', encoding="utf-8")
    found = problems(recipe, data)
    assert any(problem.endswith("units.A/9/9: there is no such counter") for problem in found)
    assert any("there is no hex or box 'Atlantis'" in problem for problem in found)


def test_a_box_that_is_there_twice_is_a_problem(recipe: Path, data: Path) -> None:
    file = data / "boxes.csv"
    lines = file.read_text(encoding="utf-8").splitlines()
    file.write_text("\n".join([*lines, lines[1]]) + "\n", encoding="utf-8")
    assert any("stands there twice" in problem for problem in problems(recipe, data))


def test_a_colour_for_a_counter_that_is_not_there_is_a_problem(recipe: Path) -> None:
    file = recipe / "module.toml"
    change(file, "[fills]", '[fills]\nbattleship = "navy"')
    line = line_in(file, "battleship")
    assert problems(recipe) == [
        f"module.toml:{line}: fills.battleship: the game has no such counter"
    ]


def test_a_board_too_small_for_its_hexes_is_told(recipe: Path) -> None:
    change(recipe / "board.toml", "size = [3140, 2290]", "size = [2000, 2290]")
    (found,) = problems(recipe)
    assert "sheet.size: expected a size that holds the hex" in found
