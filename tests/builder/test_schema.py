"""The schemas say what the reader says: both come from the same tables."""

import json
import tomllib
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from vassal_bridge.builder.reading.boardrecipe import read_board
from vassal_bridge.builder.reading.checking import Checker
from vassal_bridge.builder.reading.modulerecipe import read_module
from vassal_bridge.builder.reading.schema import FILES, schema_name, schemas
from vassal_bridge.builder.recipe import shipped_recipes
from vassal_bridge.builder.starting import start_recipe

READERS = {"module.toml": read_module, "board.toml": read_board}


def schema(file: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(schemas()[schema_name(file)])
    return found


def agrees(file: str, values: dict[str, Any]) -> bool:
    return jsonschema.Draft202012Validator(schema(file)).is_valid(values)


def reads(file: str, values: dict[str, Any]) -> bool:
    checker = Checker()
    READERS[file](checker, values)
    return not checker.problems


@pytest.fixture
def started(tmp_path: Path) -> Path:
    start_recipe("mygame", tmp_path / "mygame")
    return tmp_path / "mygame"


@pytest.mark.parametrize("file", sorted(FILES))
def test_a_schema_is_one(file: str) -> None:
    jsonschema.Draft202012Validator.check_schema(schema(file))


@pytest.mark.parametrize("file", sorted(FILES))
def test_every_shipped_recipe_agrees_with_it(file: str, started: Path) -> None:
    for folder in (*shipped_recipes().values(), started):
        assert agrees(file, tomllib.loads((folder / file).read_text(encoding="utf-8")))
        assert reads(file, Checker().values(folder, file))


WRONG: list[tuple[str, list[str | int], Any]] = [
    ("module.toml", ["version"], 1),
    ("module.toml", ["versoin"], "1"),
    ("module.toml", ["kind", "infantry", "size"], "IIII"),
    ("module.toml", ["kind", "infantry", "symbol"], ["trebuchet"]),
    ("module.toml", ["kind", "infantry", "prototype"], 3),
    ("module.toml", ["counters", "edge"], 2),
    ("module.toml", ["kind", "infantry", "pixels"], [40, 7]),
    ("module.toml", ["deck"], [{"name": "Events", "at": [1, 2], "shuffle": "sometimes"}]),
    ("module.toml", ["deck"], [{"at": [1, 2]}]),
    ("module.toml", ["deck"], [{"name": "Events", "at": [1, 2], "returns": True}]),
    ("module.toml", ["map"], [{"name": "Theatre", "board": [{"picture": "x.png"}]}]),
    ("module.toml", ["map"], [{"name": "Theatre", "background": "red"}]),
    ("module.toml", ["setup"], [{"file": "old.vsav"}]),
    ("module.toml", ["turns", "names"], "One"),
    ("module.toml", ["counters", "mm"], 0),
    ("module.toml", ["layer", "Loss", "key"], "long"),
    ("module.toml", ["layer", "Loss", "at"], [1]),
    ("module.toml", ["die"], "1d6"),
    ("module.toml", ["palette", "blue"], "blue"),
    ("board.toml", ["grid", "dx"], "wide"),
    ("board.toml", ["sheet", "size"], [1.5, 2]),
    ("board.toml", ["terrain", "clear", "ground"], "air"),
    ("board.toml", ["track", "Turn", "per_row"], 0),
    ("board.toml", ["shelf"], {}),
]


@pytest.mark.parametrize(("file", "path", "value"), WRONG)
def test_what_the_reader_refuses_the_schema_refuses(
    started: Path, file: str, path: list[str | int], value: Any
) -> None:
    values = tomllib.loads((started / file).read_text(encoding="utf-8"))
    place: Any = values
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    assert not reads(file, values)
    assert not agrees(file, values)


def test_letters_are_a_mark_for_both(started: Path) -> None:
    values = tomllib.loads((started / "module.toml").read_text(encoding="utf-8"))
    values["kind"]["infantry"]["symbol"] = ["text SP", "infantry"]
    assert reads("module.toml", values)
    assert agrees("module.toml", values)


@pytest.mark.parametrize("file", sorted(FILES))
def test_each_needed_key_is_missed_by_both(started: Path, file: str) -> None:
    values = tomllib.loads((started / file).read_text(encoding="utf-8"))
    for name in schema(file)["then"]["required"]:
        fewer = {key: value for key, value in values.items() if key != name}
        assert not reads(file, fewer)
        assert not agrees(file, fewer)
