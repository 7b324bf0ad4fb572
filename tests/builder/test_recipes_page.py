"""What the page of recipes shows is true: its examples are read, its tables name everything."""

import re
import tomllib
from pathlib import Path

from vassal_bridge.builder.reading.keys import keys_of
from vassal_bridge.builder.reading.layouts import shipped_layouts
from vassal_bridge.builder.reading.schema import FILES, inner_tables
from vassal_bridge.builder.recipe import read_counter_recipe
from vassal_bridge.builder.starting import start_recipe
from vassal_bridge.cli.reference import DOCS
from vassal_bridge.pictures.symbols import MARKS, SIZES

PAGE = (DOCS / "recipes.md").read_text(encoding="utf-8")


def test_every_key_mark_size_and_layout_is_named() -> None:
    for table in FILES.values():
        for one in (table, *inner_tables(table)):
            for name in keys_of(one):
                assert name in PAGE, name
    for name in (*MARKS, *SIZES, *shipped_layouts()):
        assert name in PAGE, name


def test_the_layout_of_the_page_is_read(tmp_path: Path) -> None:
    (example,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    assert list(tomllib.loads(example)["layout"]) == ["battalion"]
    folder = tmp_path / "mygame"
    start_recipe("mygame", folder)
    for name, old, new in (
        ("module.toml", "[layer.Loss]", example + "[layer.Loss]"),
        ("module.toml", 'symbol = ["armor"]', 'symbol = ["armor"]\nlayout = "battalion"'),
        ("counters.csv", ",back_attack,", ",barrage,"),
    ):
        text = (folder / name).read_text(encoding="utf-8")
        assert old in text
        (folder / name).write_text(text.replace(old, new), encoding="utf-8")
    parts = read_counter_recipe(folder).module.layouts["battalion"].parts
    assert [part.text for part in parts] == re.findall(r'text = "(.*?)"|symbol', example)


def test_the_counters_of_the_page_are_read(tmp_path: Path) -> None:
    (example,) = re.findall(r"```\n(id,name,.*?)```", PAGE, re.DOTALL)
    folder = tmp_path / "mygame"
    start_recipe("mygame", folder)
    (folder / "counters.csv").write_text(example, encoding="utf-8")
    text = (folder / "module.toml").read_text(encoding="utf-8")
    text = text.replace('{ right = "{range}" }', "{}").replace('right = "{range}"', 'right = ""')
    text = text.replace('blue = "blue"', 'us = "blue"')
    (folder / "module.toml").write_text(text, encoding="utf-8")
    recipe = read_counter_recipe(folder)
    assert [(row.id, row.count) for row in recipe.counters[:3]] == [
        ("1/7", 1),
        ("2/7", 1),
        ("mines", 12),
    ]
