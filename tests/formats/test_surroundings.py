"""Properties around pieces: of a save, and of a position at the moment of asking."""

from __future__ import annotations

import pytest

from tests.conftest import GOLDEN
from vassal_bridge.formats.editing import edits
from vassal_bridge.formats.module import Module, open_module
from vassal_bridge.formats.position import Position
from vassal_bridge.formats.properties import NOWHERE, Location
from vassal_bridge.formats.save import Save, open_save
from vassal_bridge.formats.surroundings import SavedSurroundings, scene_of

IN_ZONE = Location("", "Holding Box", "West")
IN_OTHER_ZONE = Location("", "Nowhere", "West")


@pytest.fixture(scope="module")
def module() -> Module:
    return open_module(GOLDEN / "kitchen.vmod")


@pytest.fixture
def save() -> Save:
    return open_save(GOLDEN / "kitchen" / "02-script.vsav")


@pytest.mark.parametrize(
    ("name", "map_name", "location", "old", "container", "stored"),
    [
        ("VP", None, NOWHERE, "6", "Module", True),
        ("Weather", "Theatre", IN_OTHER_ZONE, "map: dry", "Theatre", True),
        ("Weather", None, NOWHERE, 'clear; "fine"', "Module", True),
        ("Supply", "Theatre", IN_ZONE, "3", "Theatre:Holding Box", True),
        ("1d6_result", None, NOWHERE, None, "Module", False),
        ("Mud", "Theatre", IN_ZONE, None, "Theatre", False),
        ("Mud", "Theatre", IN_ZONE, None, "Theatre:Holding Box", False),
    ],
)
def test_a_position_answers_what_its_commands_made_of_a_property(
    name: str,
    map_name: str | None,
    location: Location,
    old: str | None,
    container: str,
    stored: bool,
    save: Save,
) -> None:
    position = Position(save)
    around = SavedSurroundings(position)
    assert around.value(name, map_name, location) == old
    position.apply_all(edits.set_property(name, old or "", "another", container))
    assert around.value(name, map_name, location) == "another"
    kept = SavedSurroundings(position.save).value(name, map_name, location)
    assert kept == ("another" if stored else old)  # dice and the like have no line in a save


def test_a_zones_property_is_not_that_of_another_zone_or_map(save: Save) -> None:
    position = Position(save)
    around = SavedSurroundings(position)
    position.apply_all(edits.set_property("Mud", "", "deep", "Theatre:Holding Box"))
    assert around.value("Mud", "Theatre", IN_OTHER_ZONE) is None
    assert around.value("Mud", "Other", IN_ZONE) is None
    assert around.value("Mud", None, NOWHERE) is None


def test_until_a_command_speaks_of_it_the_module_says_the_first_value(
    save: Save, module: Module
) -> None:
    position = Position(save)
    around = SavedSurroundings(position, module)
    dice = module.dice[0].name
    name = f"{dice}_total"
    assert around.value(name, None, NOWHERE) == "0"
    position.apply_all(edits.set_property(name, "0", "9"))
    assert around.value(name, None, NOWHERE) == "9"


def test_pieces_of_a_position_see_its_properties(save: Save) -> None:
    position = Position(save)
    scene = scene_of(position)
    look = next(scene.looks())
    assert look["VP"] == "6"
    position.apply_all(edits.set_property("VP", "6", "11"))
    assert scene_of(position).look(look.piece)["VP"] == "11"
