"""Windows that only some sides may look into."""

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
from vassal_bridge.formats.properties import OBSERVER, Viewer
from vassal_bridge.formats.save import Save
from vassal_bridge.formats.sight import closed_maps, maps_of

WINDOW = """
[window."Red losses"]
sides = ["Red"]
boxes = ["Red infantry lost", "Red tanks lost"]
box = [300, 90]
colour = "grey"
"""


def started(folder: Path, window: str = WINDOW) -> Path:
    """Start a recipe with a window, to one of whose boxes eliminated units go."""
    start_recipe("mygame", folder)
    path = folder / "module.toml"
    text = path.read_text(encoding="utf-8")
    lost = 'eliminate = "Eliminated"'
    assert lost in text
    path.write_text(text.replace(lost, 'eliminate = "Red tanks lost"') + window, encoding="utf-8")
    (folder / "scenarios").mkdir(exist_ok=True)
    (folder / "scenarios" / "start.toml").write_text('title = "Start"\n', encoding="utf-8")
    return folder


@cache
def module_with_window() -> Module:
    with TemporaryDirectory() as folder:
        content = module_bytes(draft_module(read_recipe(started(Path(folder) / "mygame"))))
    return Module.from_archive(Archive.from_bytes(content, name="mygame.vmod"))


def test_only_its_sides_may_look_into_a_window() -> None:
    module = module_with_window()
    assert closed_maps(module, Viewer(side="Red")) == frozenset()
    assert closed_maps(module, Viewer(side="Blue")) == {"Red losses", "Map1"}
    assert closed_maps(module, OBSERVER) == {"Red losses", "Map1"}


def test_each_box_of_a_window_is_a_place_of_that_name() -> None:
    places = module_with_window().default_layouts()["Red losses"]
    for number, name in enumerate(("Red infantry lost", "Red tanks lost")):
        assert places.location_name(150, 90 + 102 * number) == name


def test_units_are_eliminated_to_a_box_of_a_window() -> None:
    sent = [
        trait.type.split(";")
        for slot in module_with_window().slots
        for trait in module_with_window().expand(slot.definition).traits
        if trait.type.startswith("sendto;")
    ]
    assert sent
    for fields in sent:
        assert fields[3:5] == ["Red losses", "Red losses"]
        assert "Red tanks lost" in fields


def test_set_ups_lay_the_windows_board_too() -> None:
    module = module_with_window()
    save = Save.from_bytes(module.archive["start.vsav"], name="start.vsav")
    assert maps_of(save) == [one.id for one in module.maps.values()]


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('["Red"]', '["Green"]', r"window.Red losses.sides: .*'Green'"),
        ('"Red infantry lost"', '"Eliminated"', r"window.Red losses.boxes: .*'Eliminated'"),
    ],
)
def test_what_is_wrong_with_a_window_is_told(
    tmp_path: Path, old: str, new: str, problem: str
) -> None:
    folder = started(tmp_path / "mygame", WINDOW.replace(old, new))
    with pytest.raises(RecipeError, match=problem):
        read_recipe(folder)
