"""Charts: CSV files of a recipe as pages of the module's chart window."""

from pathlib import Path

import pytest

from vassal_bridge.builder.reading.checking import RecipeError
from vassal_bridge.builder.recipe import read_recipe
from vassal_bridge.builder.starting import start_recipe
from vassal_bridge.builder.writing.draft import draft_module
from vassal_bridge.builder.writing.module import module_bytes
from vassal_bridge.formats.archive import Archive
from vassal_bridge.formats.module import Module

CHART = '\n[[chart]]\nname = "Terrain"\nfile = "terrain.csv"\nnote = "Rough & ready."\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    found = tmp_path / "mygame"
    start_recipe("mygame", found)
    with (found / "module.toml").open("a", encoding="utf-8") as file:
        file.write(CHART)
    return found


def test_a_chart_is_a_page_of_the_chart_window(folder: Path) -> None:
    (folder / "terrain.csv").write_text("Terrain,Cost\nClear,1\nRough,<3>\n", encoding="utf-8")
    content = module_bytes(draft_module(read_recipe(folder)))
    module = Module.from_archive(Archive.from_bytes(content, name="mygame.vmod"))
    (window,) = [one for one in module.root.children if one.is_a("module.ChartWindow")]
    (tabs,) = window.children
    (chart,) = tabs.children
    assert chart.kind == "HtmlChart"
    assert chart.get("chartName") == "Terrain"
    page = module.archive[chart.get("fileName")].decode("utf-8")
    for text in (
        "<tr><th>Terrain</th><th>Cost</th></tr>",
        "<td align=center>Rough</td><td align=center>&lt;3&gt;</td>",
        "<p>Rough &amp; ready.</p>",
    ):
        assert text in page
    assert page.count("<tr>") == 3


def test_a_module_without_charts_has_no_chart_window(tmp_path: Path) -> None:
    start_recipe("mygame", tmp_path / "plain")
    content = module_bytes(draft_module(read_recipe(tmp_path / "plain")))
    module = Module.from_archive(Archive.from_bytes(content, name="plain.vmod"))
    assert not [one for one in module.root.children if one.is_a("module.ChartWindow")]


def test_a_chart_whose_file_is_missing_is_a_problem(folder: Path) -> None:
    with pytest.raises(RecipeError, match=r"terrain.csv: the file is missing"):
        read_recipe(folder)
