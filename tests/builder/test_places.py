"""Where counters begin: windows, points of maps, several of one row; faces and masks in set-ups."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from vassal_bridge.builder.reading.checking import RecipeError
from vassal_bridge.builder.reading.places import MapPoint, Places, parse_point
from vassal_bridge.builder.recipe import read_recipe
from vassal_bridge.builder.starting import start_recipe
from vassal_bridge.builder.writing.draft import Draft, draft_module, lock_of
from vassal_bridge.builder.writing.gpidlock import START, TRAY
from vassal_bridge.builder.writing.module import module_bytes
from vassal_bridge.formats.archive import Archive
from vassal_bridge.formats.module import Module
from vassal_bridge.formats.pieces import Piece
from vassal_bridge.formats.save import Save
from vassal_bridge.formats.traitvalues import masked_by

MORE = """
[kind.spy]
symbol = ["recon"]
prototype = "Secret"
tab = "Units"
face = [{}, { name = "?" }]

[prototype.Secret]
mask = "Red"

[window."Red plans"]
sides = ["Red"]
boxes = ["Reserve"]
box = [300, 90]
colour = "grey"

[window.Chart]
boxes = ["Ammunition", "Fuel"]
box = [300, 90]
colour = "grey"

[area."Fuel"]
step = [80, 80]
inset = [48, 44]
"""
COUNTERS = """\
id,name,side,kind,regiment,attack,defense,move,range,back_attack,back_defense,count,hex,box
a,A,blue,infantry,1,4,4,4,,2,2,,0304,
b,B,blue,infantry,1,4,4,4,,2,2,,,Reserve
depot,Depot,blue,marker,,,,,,,,2,,Fuel
ammo,Ammo,blue,marker,,,,,,,,1,,Ammunition
pin,Pin,blue,marker,,,,,,,,1,,"Map @ 120,80"
spy,Spy,red,spy,,,,,,,,1,0305,
mole,Mole,red,spy,,,,,,,,1,0305,
stock,Stock,blue,marker,,,,,,,,40,,
"""
START_FILE = """\
title = "Start"
[units.a]
face = "reduced"
marks = ["Loss"]
[units.b]
at = "Chart @ 30,60"
face = 2
[units.spy]
face = "front"
[units."depot#2"]
at = "0305"
"""


def prepared(folder: Path) -> Path:
    """Start a recipe with windows, a masked kind and a set-up."""
    start_recipe("mygame", folder)
    module, board = folder / "module.toml", folder / "board.toml"
    module.write_text(module.read_text(encoding="utf-8") + MORE, encoding="utf-8")
    assert 'map = "Map"' in board.read_text(encoding="utf-8")
    (folder / "counters.csv").write_text(COUNTERS, encoding="utf-8")
    (folder / "scenarios" / "first.toml").unlink()
    (folder / "scenarios" / "start.toml").write_text(START_FILE, encoding="utf-8")
    return folder


@cache
def built() -> tuple[Draft, Module, Save]:
    with TemporaryDirectory() as folder:
        draft = draft_module(read_recipe(prepared(Path(folder) / "mygame")))
        content = module_bytes(draft)
    module = Module.from_archive(Archive.from_bytes(content, name="mygame.vmod"))
    return draft, module, Save.from_bytes(module.archive["start.vsav"], name="start.vsav")


def starting() -> dict[str, list[str]]:
    """Return what stands at the start, by the map's name."""
    return {
        one.id: [slot.get("entryName") for at in one.at_start for slot in at.component.children]
        for one in built()[1].maps.values()
    }


def pieces(name: str) -> list[Piece]:
    found = [one for one in built()[2].pieces if isinstance(one, Piece)]
    return [one for one in found if one.traits[-1].type["name"] == name]


def test_units_begin_in_windows_and_at_points_of_maps() -> None:
    found = starting()
    assert found["Red plans"] == ["B"]
    assert found["Chart"] == ["Depot", "Depot", "Ammo"]
    assert found["Map"].count("Pin") == 1
    assert "B" not in found["Map"]


def test_a_window_without_sides_is_open_to_all() -> None:
    kinds = {one.id: one.component.kind for one in built()[1].maps.values()}
    assert (kinds["Red plans"], kinds["Chart"]) == ("PrivateMap", "Map")


def test_they_stand_where_the_windows_grid_has_the_box() -> None:
    module = built()[1]
    for map_id, names in (("Red plans", {"Reserve"}), ("Chart", {"Ammunition", "Fuel"})):
        game_map, layout = module.maps[map_id], module.default_layouts()[map_id]
        where = {
            layout.location_name(*game_map.start_point(one, layout)) for one in game_map.at_start
        }
        assert where == names


def test_several_of_a_row_begin_together_each_with_a_number_and_one_slot_is_in_the_tray() -> None:
    lock = lock_of(built()[0].recipe)
    assert [name for name in lock.slots[START] if "depot" in name] == ["depot", "depot#2"]
    assert [name for name in lock.slots[TRAY] if "depot" in name] == ["depot"]
    names = [slot.name for slot in built()[1].slots]
    assert (names.count("Depot"), names.count("Stock")) == (3, 1)


def test_a_set_up_turns_and_damages_single_units() -> None:
    (a,) = pieces("A")
    states = {name: a.trait("emb2;", name) for name in ("Face", "Loss")}
    assert {name: found.state_text for name, found in states.items() if found} == {
        "Face": "2",
        "Loss": "1",
    }
    (b,) = pieces("B")
    assert b.point == ("Chart", 30, 60)
    face = b.trait("emb2;", "Face")
    assert face is not None
    assert face.state_text == "2"


def test_a_set_up_unmasks_single_units() -> None:
    masks = {name: pieces(name)[0].trait("obs;") for name in ("Spy", "Mole")}
    found = {name: mask and masked_by(mask) for name, mask in masks.items()}
    assert found == {"Spy": None, "Mole": "Red"}


def test_a_set_up_moves_one_of_several() -> None:
    assert sorted(one.map or "" for one in pieces("Depot")) == ["Chart", "Map"]


def test_a_point_is_spelled_with_its_map() -> None:
    for text, point in (
        ("Main Map @ 1,2", MapPoint("Main Map", "", 1, 2)),
        ("A @ B / C @ -3,40", MapPoint("A @ B", "C", -3, 40)),
    ):
        assert parse_point(text) == point
        assert str(point) == text
    assert parse_point("Main Map") is None
    known = Places(frozenset({"0304"}), {"Map": ("North",)})
    assert "0304" in known
    assert "Map @ 1,2" in known
    assert "Map / North @ 1,2" in known
    assert "Map / South @ 1,2" not in known
    assert "Elsewhere @ 1,2" not in known


def test_wrong_faces_marks_and_places_are_told_at_once(tmp_path: Path) -> None:
    folder = prepared(tmp_path / "mygame")
    (folder / "scenarios" / "start.toml").write_text(
        START_FILE.replace('"reduced"', '"reducd"')
        .replace('["Loss"]', '["Los"]')
        .replace("face = 2", "face = 3")
        .replace("Chart @", "Charts @")
        .replace("depot#2", "depot#3"),
        encoding="utf-8",
    )
    table = folder / "counters.csv"
    table.write_text(COUNTERS.replace("Map @ 120", "Mp @ 120"), encoding="utf-8")
    with pytest.raises(RecipeError) as caught:
        read_recipe(folder)
    told = str(caught.value)
    for wanted in (
        "start.toml:3: units.a.face: expected a face of infantry",
        "found 'reducd'; did you mean reduced?",
        "start.toml:4: units.a.marks: ",
        "did you mean Loss?",
        "units.b.face",
        "there is no hex or box 'Charts @ 30,60'",
        "units.depot#3: there is no such counter",
        "counters.csv:6:box: there is no hex or box 'Mp @ 120,80'",
    ):
        assert wanted in told, told
