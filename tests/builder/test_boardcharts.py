"""Charts that a board shows: they fit their panels, whatever stands in them."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.built import recipe_of
from vassal_bridge.builder.boards.boardcharts import EDGE, LEAST, SIZE, TITLE, fit, room_of
from vassal_bridge.builder.reading.checking import RecipeError
from vassal_bridge.builder.recipe import read_recipe, shipped_recipes
from vassal_bridge.builder.starting import start_recipe

READABLE = 10.0
"""The least letters, in pixels, that a shipped board may print."""
CELL = st.text("abc de", max_size=30).map(str.strip)
ROWS = st.integers(1, 5).flatmap(
    lambda columns: st.lists(
        st.lists(CELL, min_size=columns, max_size=columns), min_size=1, max_size=8
    )
)


@given(ROWS, st.integers(300, 900), st.integers(100, 600))
def test_a_chart_is_as_large_as_its_room_allows_and_keeps_every_word(
    rows: list[list[str]], width: int, height: int
) -> None:
    fitted = fit(rows, width, height)
    assert LEAST <= fitted.size <= SIZE
    if fitted.size > LEAST:
        assert sum(fitted.widths) <= width + 1
        assert sum(fitted.heights) <= height + 0.01
    for row, cells in zip(rows, fitted.cells, strict=True):
        assert [" ".join(lines).split() for lines in cells] == [cell.split() for cell in row]


@pytest.mark.parametrize("name", shipped_recipes())
def test_every_chart_on_a_board_fits_its_panel_in_letters_that_can_be_read(name: str) -> None:
    recipe = recipe_of(name)
    charts = {chart.style.name: chart for chart in recipe.charts}
    for panel in recipe.board.panels:
        if not panel.chart:
            continue
        chart = charts[panel.chart]
        (left, top, right, bottom), _ = room_of(panel, chart)
        fitted = fit((chart.heads, *chart.rows), right - left, bottom - top)
        assert sum(fitted.heights) <= bottom - top + 0.01, panel.title
        assert sum(fitted.widths) <= right - left + 1, panel.title
        assert fitted.size >= READABLE, panel.title


def test_a_cell_too_wide_is_broken_into_lines_before_letters_get_small() -> None:
    words = "one two three four five six seven eight nine ten eleven twelve"
    fitted = fit([["DRM", "When"], ["+1", words]], 200, 200)
    assert fitted.size == SIZE
    assert len(fitted.cells[1][1]) > 1


def test_every_chart_on_manilas_board_can_be_read() -> None:
    recipe = recipe_of("manila45")
    charts = {chart.style.name: chart for chart in recipe.charts}
    shown = [panel for panel in recipe.board.panels if panel.chart]
    assert len(shown) == 3
    for panel in shown:
        left, top, right, bottom = panel.box
        chart = charts[panel.chart]
        room = right - left - 2 * EDGE, bottom - top - TITLE - 2 * EDGE
        fitted = fit((chart.heads, *chart.rows), *room)
        assert fitted.size >= 11


def test_a_panel_with_a_chart_that_is_none_is_a_problem(tmp_path: Path) -> None:
    folder = tmp_path / "mygame"
    start_recipe("mygame", folder)
    path = folder / "board.toml"
    panel = '\n[[panel]]\nchart = "Losses"\nbox = [0, 0, 90, 90]\ncolour = "#ffffff"\n'
    path.write_text(path.read_text(encoding="utf-8") + panel, encoding="utf-8")
    with pytest.raises(RecipeError, match=r"board.toml:\d+: panel\[\d+\].chart: .*'Losses'"):
        read_recipe(folder)
