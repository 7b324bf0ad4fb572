"""Counters that lie on their backs at the start: only their own side sees what they are."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from vassal_bridge.builder.reading.checking import RecipeError
from vassal_bridge.builder.recipe import read_recipe
from vassal_bridge.builder.starting import start_recipe
from vassal_bridge.builder.writing.draft import draft_module
from vassal_bridge.builder.writing.module import module_bytes
from vassal_bridge.formats.archive import Archive
from vassal_bridge.formats.module import Module
from vassal_bridge.formats.properties import Viewer
from vassal_bridge.formats.save import Save
from vassal_bridge.formats.sight import View

UNIT = "[prototype.Unit]\n"


def started(folder: Path, keys: str) -> Path:
    """Start a recipe whose units have more keys in their prototype."""
    start_recipe("mygame", folder)
    path = folder / "module.toml"
    text = path.read_text(encoding="utf-8")
    assert UNIT in text
    text = text.replace(UNIT, UNIT + keys).replace('name = "reduced"', 'name = "hidden"')
    path.write_text(text, encoding="utf-8")
    (folder / "scenarios").mkdir(exist_ok=True)
    start = 'title = "Start"\n'
    (folder / "scenarios" / "start.toml").write_text(start, encoding="utf-8")
    return folder


@cache
def masked_module() -> Module:
    with TemporaryDirectory() as folder:
        recipe = read_recipe(started(Path(folder) / "mygame", 'mask = "Red"\nfacings = 6\n'))
        content = module_bytes(draft_module(recipe))
    return Module.from_archive(Archive.from_bytes(content, name="mygame.vmod"))


def names(side: str) -> list[str]:
    save = Save.from_bytes(masked_module().archive["start.vsav"], name="start.vsav")
    view = View(save, masked_module(), Viewer(side=side))
    return [one.name for one in view.sorted()]


def test_its_own_side_sees_what_a_masked_counter_is_and_no_other_does() -> None:
    blue, red = names("Blue"), names("Red")
    assert len(blue) == len(red)
    assert blue.count("hidden") > 0
    assert "hidden" not in red


def test_a_mask_and_facings_are_written_as_vassal_writes_them() -> None:
    traits = [
        trait
        for slot in masked_module().slots
        for trait in masked_module().expand(slot.definition).traits
    ]
    masks = [trait for trait in traits if trait.type.startswith("obs;")]
    assert masks
    for trait in masks:
        fields = trait.type.split(";")
        assert fields[1] == "70,130"
        assert fields[3:7] == ["Turn over", "I", fields[5], "sides:Red"]
        assert trait.state == "Red;|0"
    (turned,) = {(one.type, one.state) for one in traits if one.type.startswith("rotate;")}
    assert turned == ("rotate;6;93,130;91,130;Turn right;Turn left;;;;;;;;true", "0")


def test_a_mask_for_a_side_that_is_none_is_a_problem(tmp_path: Path) -> None:
    folder = started(tmp_path / "mygame", 'mask = "Green"\n')
    with pytest.raises(RecipeError, match=r"module.toml:\d+: prototype.Unit.mask: .*'Green'"):
        read_recipe(folder)
