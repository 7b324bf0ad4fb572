"""A board's hexes lie in the module's grid as they are drawn, however they stand."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from tests.built import recipe_of
from vassal_bridge.builder.boards.board import Board
from vassal_bridge.builder.boards.tracks import place_tracks
from vassal_bridge.builder.layout import HexLayout, Runs
from vassal_bridge.builder.recipe import shipped_recipes
from vassal_bridge.builder.spelling.xmltree import Component
from vassal_bridge.builder.writing.grids import hex_grid, zoned_grid
from vassal_bridge.formats.boards.gridreading import grid_from
from vassal_bridge.formats.boards.grids import HexGrid
from vassal_bridge.game.hexes import HexMap


@st.composite
def sheets(draw: st.DrawFn) -> HexMap:
    column, row = draw(st.integers(0, 90)), draw(st.integers(0, 90))
    return HexMap(
        columns=(column, column + draw(st.integers(0, 8))),
        rows=(row, row + draw(st.integers(0, 8))),
        low=draw(st.sampled_from(["even", "odd"])),
        sideways=draw(st.booleans()),
        rows_first=draw(st.booleans()),
    )


layouts = st.builds(
    HexLayout,
    sheets(),
    st.tuples(st.integers(60, 200), st.integers(60, 200)),
    st.floats(24, 90).map(lambda value: round(value, 2)),
    st.floats(24, 90).map(lambda value: round(value, 2)),
    st.builds(Runs, left=st.booleans(), up=st.booleans()),
)


def module_grid(layout: HexLayout) -> HexGrid:
    grid = grid_from([hex_grid(layout, (2000, 1500))], (2000, 1500))
    assert isinstance(grid, HexGrid)
    return grid


@given(layouts)
def test_every_hex_has_its_number_where_it_is_drawn(layout: HexLayout) -> None:
    grid = module_grid(layout)
    for hex_id in layout.sheet.hexes():
        centre = layout.centre(hex_id)
        assert grid.location_name(*centre) == hex_id
        assert grid.snap(*centre) == centre
        found = grid.point(hex_id)
        assert found is not None
        assert math.dist(found, centre) <= 1.5


@given(layouts)
def test_the_hexes_that_touch_are_the_neighbours_of_the_rules(layout: HexLayout) -> None:
    sheet, grid = layout.sheet, module_grid(layout)
    for hex_id in sheet.hexes():
        here = layout.centre(hex_id)
        near = {there for there in sheet.hexes() if grid.range(here, layout.centre(there)) == 1}
        assert near == set(sheet.neighbours(hex_id))
        for there in near:
            one, other = layout.side(hex_id, there), layout.side(there, hex_id)
            for a, b in zip(sorted(one), sorted(other), strict=True):
                assert math.dist(a, b) < 3


@given(layouts)
def test_the_field_of_hexes_is_just_as_large_as_its_hexes(layout: HexLayout) -> None:
    corners = [at for hex_id in layout.sheet.hexes() for at in layout.corners(hex_id)]
    (left, top), _, (right, bottom), _ = layout.outline()
    assert 0 <= min(x for x, _ in corners) - left < 1
    assert 0 <= max(x for x, _ in corners) - right < 1
    assert 0 <= min(y for _, y in corners) - top < 1
    assert 0 <= max(y for _, y in corners) - bottom < 1


@pytest.mark.parametrize("game", list(shipped_recipes()))
def test_every_hex_of_every_recipe_is_in_the_module_where_it_is_drawn(game: str) -> None:
    """The drawing's centre is the grid's centre, and the place there has the hex's number."""
    recipe = recipe_of(game)
    blank = Image.new("1", recipe.board.sheet.size)
    board = Board(blank, recipe.layout, place_tracks(recipe.board, recipe.data))
    grid = grid_from([zoned_grid(recipe.board.name, board)], blank.size)
    for hex_id in recipe.data.map.sheet.hexes():
        centre = recipe.layout.centre(hex_id)
        xs, ys = zip(*recipe.layout.corners(hex_id), strict=True)
        middle = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
        assert middle == pytest.approx(centre)
        if hex_id in recipe.data.map.terrain:
            assert grid.location_name(*centre) == hex_id
            assert grid.snap(*centre) == centre
            found = grid.point(hex_id)
            assert found is not None
            assert grid.snap(*found) == centre


def _attributes(layout: HexLayout) -> tuple[Component, Component]:
    grid = hex_grid(layout, (500, 400))
    return grid, grid.children[0]


def test_a_sheet_that_lies_sideways_is_written_as_vassal_writes_one() -> None:
    """VASSAL turns its axes: dx and x0 are measured downwards, H numbers the rows."""
    sheet = HexMap((1, 9), (1, 7), low="even", sideways=True)
    grid, numbering = _attributes(HexLayout(sheet, (40, 70), 50.0, 43.3))
    assert grid.attributes["sideways"] == "true"
    assert (grid.attributes["dx"], grid.attributes["dy"]) == ("43.3", "50.0")
    assert (grid.attributes["x0"], grid.attributes["y0"]) == ("70", "40")
    assert numbering.attributes["first"] == "V"
