"""At an open edge of the sheet the land goes on: it is cut off there, and has no coast."""

from pathlib import Path

import pytest

from tests.built import recipe_of
from vassal_bridge.builder.boards.board import field_of, make_board
from vassal_bridge.builder.boards.mapedges import land_beyond
from vassal_bridge.builder.reading.checking import RecipeError
from vassal_bridge.builder.recipe import Recipe, read_recipe
from vassal_bridge.builder.starting import start_recipe


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a recipe whose whole sheet is clear land."""
    found = tmp_path / "mygame"
    start_recipe("mygame", found)
    sheet = read_recipe(found).data.map.sheet
    rows = "".join(f"{hex_id},clear\n" for hex_id in sheet.hexes())
    (found / "hexes.csv").write_text("hex,terrain\n" + rows, encoding="utf-8")
    (found / "hexsides.csv").unlink()
    return found


def with_edges(folder: Path, edges: str, layout: str = "") -> Recipe:
    board = folder / "board.toml"
    text = board.read_text(encoding="utf-8")
    assert "\n[grid]\n" in text
    board.write_text(text.replace("\n[grid]\n", f"\n[grid]\nopen_edges = [{edges}]\n"), "utf-8")
    with (folder / "map.toml").open("a", encoding="utf-8") as file:
        file.write(layout)
    return read_recipe(folder)


EDGES = [("left", 0, -1), ("right", 0, 1), ("top", 1, -1), ("bottom", 1, 1)]


@pytest.mark.parametrize("layout", ["", 'hexes = "rows"\n'])
@pytest.mark.parametrize(("edge", "axis", "way"), EDGES)
def test_the_land_goes_on_beyond_an_open_edge_alone(
    folder: Path, edge: str, axis: int, way: int, layout: str
) -> None:
    recipe = with_edges(folder, f'"{edge}"', layout)
    centres = [recipe.layout.centre(hex_id) for hex_id in recipe.data.map.sheet.hexes()]
    middle = (min(at[axis] for at in centres) + max(at[axis] for at in centres)) / 2
    beyond = [one.at for one in land_beyond(field_of(recipe))]
    assert beyond
    for point in beyond:
        assert (point[axis] - middle) * way > 0
        assert all(abs(point[0] - x) + abs(point[1] - y) > 20 for x, y in centres)


def test_a_sheet_without_open_edges_has_nothing_beyond(folder: Path) -> None:
    assert list(land_beyond(field_of(with_edges(folder, "")))) == []


def test_what_lies_beyond_is_the_same_land_and_is_told_once() -> None:
    recipe = recipe_of("bloody_ridge")
    beyond = list(land_beyond(field_of(recipe)))
    assert len({one.at for one in beyond}) == len(beyond)
    for one in beyond:
        x, y = recipe.layout.centre(one.land)
        distance = ((one.at[0] - x) ** 2 + (one.at[1] - y) ** 2) ** 0.5
        assert abs(distance - recipe.layout.along) < 4


def test_at_an_open_edge_there_is_no_surf_and_at_another_there_is(folder: Path) -> None:
    closed = read_recipe(folder)
    before = make_board(closed).image
    recipe = with_edges(folder, '"left", "right", "top", "bottom"')
    after = make_board(recipe).image
    surf, sea = recipe.board.palette["surf"], recipe.board.palette["sea"]
    left = min(recipe.data.map.sheet.hexes(), key=lambda one: recipe.layout.centre(one))
    x, y = recipe.layout.centre(left)
    across = range(max(0, int(x - recipe.layout.radius) - 14), int(x - recipe.layout.radius) - 2)
    assert len(across) > 4

    def is_near(colour: object, wanted: tuple[int, int, int]) -> bool:
        assert isinstance(colour, tuple)
        return sum(abs(one - other) for one, other in zip(colour, wanted, strict=True)) < 30

    assert any(is_near(before.getpixel((column, y)), surf) for column in across)
    assert not any(is_near(after.getpixel((column, y)), surf) for column in across)
    assert all(is_near(after.getpixel((column, y)), sea) for column in across)


def test_an_unknown_edge_is_a_problem(folder: Path) -> None:
    with pytest.raises(RecipeError, match=r"grid.open_edges: expected a list of texts out of left"):
        with_edges(folder, '"north"')
