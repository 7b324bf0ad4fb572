"""Every recipe that comes with the program: its module is clean, its saves are whole and tidy."""

from itertools import combinations
from pathlib import Path

import pytest

from tests.built import (
    bytes_of,
    module_of,
    recipe_of,
    undrawn_module_of,
    undrawn_save_of,
)
from vassal_bridge.builder.boards.tracks import place_tracks
from vassal_bridge.builder.recipe import shipped_recipes
from vassal_bridge.builder.sheets.frommodule import slot_faces
from vassal_bridge.builder.writing.slots import spots
from vassal_bridge.formats.linting.lint import lint
from vassal_bridge.formats.module import Module
from vassal_bridge.formats.roundtrip import round_trip
from vassal_bridge.pictures.art import ModuleArt

RECIPES = tuple(shipped_recipes())
SCENARIOS = [(name, scenario) for name in RECIPES for scenario in recipe_of(name).data.scenarios]


def check(module: Module) -> None:
    """Check that nothing is found in a module and that every slot of it can be seen."""
    assert [str(finding) for finding in lint(module)] == []
    art = ModuleArt(module)
    for slot in module.slots:
        assert list(module.expand(slot.definition).type_chain), slot.name
        assert slot_faces(art, slot) is not None, slot.name


@pytest.mark.parametrize("name", RECIPES)
def test_nothing_is_found_in_a_module_and_every_slot_expands_and_draws(name: str) -> None:
    check(undrawn_module_of(name))


@pytest.mark.slow
@pytest.mark.parametrize("name", RECIPES)
def test_the_same_is_true_with_the_board_drawn(name: str) -> None:
    module = module_of(name)
    check(module)
    assert len(bytes_of(name)) > len(undrawn_module_of(name).archive.to_bytes())


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_a_set_up_is_proved_to_come_back_unchanged(
    name: str, scenario: str, tmp_path: Path
) -> None:
    file = tmp_path / f"{scenario}.vsav"
    file.write_bytes(undrawn_save_of(name, scenario).to_bytes())
    assert list(round_trip(file).problems) == []


@pytest.mark.parametrize("name", RECIPES)
def test_the_panels_and_tracks_of_a_board_lie_on_it_and_not_on_one_another(name: str) -> None:
    board = recipe_of(name).board
    width, height = board.sheet.size
    things = [(panel.title, panel.box) for panel in board.panels]
    for track in place_tracks(board, recipe_of(name).data):
        things += [(placed.row.box, placed.box) for placed in track.boxes]
    for title, (left, top, right, bottom) in things:
        assert 0 <= left < right <= width, title
        assert 0 <= top < bottom <= height, title
    for (title, one), (other_title, other) in combinations(things, 2):
        apart = one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
        inside = one[0] <= other[0] and one[1] <= other[1] and one[2] >= other[2]
        assert apart or (inside and one[3] >= other[3]), (title, other_title)


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_every_counter_of_a_set_up_lies_within_its_box(name: str, scenario: str) -> None:
    recipe = recipe_of(name)
    tracks = place_tracks(recipe.board, recipe.data)
    boxes = {placed.row.box: placed.box for track in tracks for placed in track.boxes}
    units = recipe.data.scenarios[scenario].units
    rows = [
        (row, units[row.id].location if row.id in units else recipe.home(row))
        for row in recipe.data.units
    ]
    for spot, members in spots(recipe, tracks, rows):
        if spot.name in boxes and not spot.by_name:
            left, top, right, bottom = boxes[spot.name]
            half = max(recipe.module.size(members[0].kind)) / 2
            x, y = spot.at
            assert left < x - half, (spot.name, spot.at)
            assert x + half < right, (spot.name, spot.at)
            assert top < y - half, (spot.name, spot.at)
            assert y + half < bottom, (spot.name, spot.at)


@pytest.mark.parametrize("name", RECIPES)
def test_every_box_lies_on_the_board_and_covers_no_other(name: str) -> None:
    recipe = recipe_of(name)
    width, height = recipe.board.sheet.size
    tracks = place_tracks(recipe.board, recipe.data)
    boxes = [placed for track in tracks for placed in track.boxes]
    for number, placed in enumerate(boxes):
        left, top, right, bottom = placed.box
        assert 0 <= left < right <= width, placed.row.box
        assert 0 <= top < bottom <= height, placed.row.box
        for other in boxes[number + 1 :]:
            apart = (
                other.box[0] >= right
                or other.box[2] <= left
                or other.box[1] >= bottom
                or other.box[3] <= top
            )
            assert apart, (placed.row.box, other.row.box)
