"""A recipe's TOML file may include others: their tables stand as if they were its own."""

from pathlib import Path

import pytest

from vassal_bridge.builder.reading.checking import Checker, RecipeError
from vassal_bridge.builder.recipe import read_counter_recipe
from vassal_bridge.builder.starting import start_recipe


def problems(checker: Checker) -> list[str]:
    return [str(problem) for problem in checker.problems]


def test_tables_are_merged_and_a_files_own_values_win(tmp_path: Path) -> None:
    (tmp_path / "series.toml").write_text(
        'title = "Series"\n[palette]\nsea = "#001122"\nland = "#334455"\n[[die]]\nname = "2d6"\n',
        encoding="utf-8",
    )
    (tmp_path / "one").mkdir()
    (tmp_path / "one" / "module.toml").write_text(
        'include = ["../series.toml"]\n[palette]\nsea = "#aabbcc"\n[[die]]\nname = "1d6"\n',
        encoding="utf-8",
    )
    checker = Checker()
    assert checker.values(tmp_path / "one", "module.toml") == {
        "include": ["../series.toml"],
        "title": "Series",
        "palette": {"sea": "#aabbcc", "land": "#334455"},
        "die": [{"name": "1d6"}],
    }
    assert checker.problems == []


def test_of_several_included_files_the_later_wins(tmp_path: Path) -> None:
    for number in (1, 2):
        (tmp_path / f"{number}.toml").write_text(f"a = {number}\nb.c{number} = 0\n", "utf-8")
    (tmp_path / "module.toml").write_text('include = ["1.toml", "2.toml"]\n', encoding="utf-8")
    values = Checker().values(tmp_path, "module.toml")
    assert (values["a"], values["b"]) == (2, {"c1": 0, "c2": 0})


def test_a_problem_of_an_included_key_is_told_with_the_included_file_and_its_line(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "mygame"
    start_recipe("mygame", folder)
    shared = '[kind.gun]\nprototype = "Unit"\ntab = "Units"\nsymbol = ["trebuchet"]\n'
    (tmp_path / "shared.toml").write_text(shared, encoding="utf-8")
    text = (folder / "module.toml").read_text(encoding="utf-8")
    assert 'size = "II"' in text
    text = text.replace('size = "II"', 'size = "V"')
    (folder / "module.toml").write_text('include = ["../shared.toml"]\n' + text, encoding="utf-8")
    with pytest.raises(RecipeError) as caught:
        read_counter_recipe(folder)
    found = [str(problem) for problem in caught.value.problems]
    line = (folder / "module.toml").read_text(encoding="utf-8").splitlines().index('size = "V"')
    places = sorted(one.partition(": expected")[0] for one in found)
    assert places == [
        "../shared.toml:4: kind.gun.symbol",
        f"module.toml:{line + 1}: kind.infantry.size",
    ]


def test_an_included_file_that_is_missing_is_a_problem(tmp_path: Path) -> None:
    (tmp_path / "module.toml").write_text('include = ["nowhere.toml"]\n', encoding="utf-8")
    checker = Checker()
    checker.values(tmp_path, "module.toml")
    assert problems(checker) == ["nowhere.toml: the file is missing"]


@pytest.mark.parametrize("value", ['"shared.toml"', "[1]"])
def test_an_include_that_is_no_list_of_texts_is_a_problem(tmp_path: Path, value: str) -> None:
    folder = tmp_path / "mygame"
    start_recipe("mygame", folder)
    text = (folder / "module.toml").read_text(encoding="utf-8")
    (folder / "module.toml").write_text(f"include = {value}\n{text}", encoding="utf-8")
    with pytest.raises(RecipeError, match=r"module.toml:1: include: expected a list of texts"):
        read_counter_recipe(folder)
