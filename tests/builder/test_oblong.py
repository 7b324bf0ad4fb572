"""Counters that are not square: cards and long ships, from the drawing to the sheet."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image, ImageChops

from vassal_bridge.builder.counters.counterset import contact_sheet, draw_counter, faces_of
from vassal_bridge.builder.counters.faces import Face, Plot
from vassal_bridge.builder.counters.pictureset import draw_all, picture_list
from vassal_bridge.builder.recipe import CounterRecipe, read_counter_recipe
from vassal_bridge.builder.sheets.fromrecipe import recipe_pieces
from vassal_bridge.builder.starting import start_recipe

KIND = """
[layout.long]
part = [
  { draw = "text", text = "{name}", box = [0, 0, 100, 30], size = 20 },
  { draw = "symbol", box = [10, 35, 80, 50] },
]
[kind.ship]
layout = "long"
symbol = ["infantry"]
prototype = "Unit"
tab = "Ships"
pixels = [150, 50]
face = [{}, { pale = true }]
"""


def with_ship(folder: Path) -> Path:
    """Start a recipe with a ship three times as long as wide."""
    start_recipe("mygame", folder)
    module, table = folder / "module.toml", folder / "counters.csv"
    module.write_text(module.read_text(encoding="utf-8") + KIND, encoding="utf-8")
    head, _, rest = table.read_text(encoding="utf-8").partition("\n")
    cells = {"id": "CA 1", "name": "CA 1", "side": "blue", "kind": "ship", "count": "3"}
    columns = head.split(",")
    if "count" not in columns:
        columns.append("count")
    row = ",".join(cells.get(column, "") for column in columns)
    table.write_text(f"{','.join(columns)}\n{row}\n{rest}", encoding="utf-8")
    return folder


@cache
def fleet() -> CounterRecipe:
    with TemporaryDirectory() as folder:
        return read_counter_recipe(with_ship(Path(folder) / "mygame"))


def test_it_is_drawn_in_its_own_width_and_height() -> None:
    recipe = fleet()
    front, back = (draw_counter(face, (150, 50), recipe.art) for face in _faces(recipe))
    assert front.size == back.size == (150, 50)
    drawn = {one.file: one.image.size for one in draw_all(recipe) if one.id == "CA 1"}
    assert set(drawn.values()) == {(150, 50)}
    large = [one.image.size for one in draw_all(recipe, 150) if one.id == "CA 1"]
    assert large == [(300, 100)] * 2


def _faces(recipe: CounterRecipe) -> tuple[Face, ...]:
    return faces_of(recipe.module, next(row for row in recipe.counters if row.id == "CA 1"))


def test_its_symbol_is_not_stretched() -> None:
    left, top, right, bottom = Plot(0, 0, 150, 50).upright((10, 35, 90, 85))
    assert (right - left) / (bottom - top) == (90 - 10) / (85 - 35)
    assert left >= 15 - 1e-9
    assert right <= 135 + 1e-9
    assert (left + right, top + bottom) == (150, 60)
    assert Plot(5, 7, 60, 60).upright((10, 20, 30, 40)) == Plot(5, 7, 60, 60).box((10, 20, 30, 40))


def test_its_letters_are_as_high_as_on_a_square_counter_of_its_shorter_edge() -> None:
    recipe = fleet()
    face = _faces(recipe)[0]
    high = []
    for size in ((150, 50), (50, 50)):
        image = draw_counter(face, size, recipe.art).convert("RGB").crop((4, 4, size[0] - 4, 15))
        ground = Image.new("RGB", image.size, face.ground)
        box = ImageChops.difference(image, ground).convert("L").point(lambda v: 255 * (v > 60))
        found = box.getbbox()
        assert found is not None
        high.append(found[3] - found[1])
    assert abs(high[0] - high[1]) <= 1


def test_the_sheet_keeps_its_proportion_and_its_number() -> None:
    recipe = fleet()
    ships = [piece for piece in recipe_pieces(recipe) if piece.id == "CA 1"]
    assert len(ships) == 3
    mm = recipe.module.counters.mm / recipe.module.counters.edge
    assert {(piece.width, piece.height) for piece in ships} == {
        (round(150 * mm, 3), round(50 * mm, 3))
    }


def test_the_list_of_pictures_tells_size_and_number() -> None:
    recipe = fleet()
    rows = [line.split(",") for line in picture_list(draw_all(recipe)).splitlines()]
    assert rows[0] == ["id", "face", "file", "width", "height", "count"]
    assert ["CA 1", "1", "ship-ca-1a.png", "150", "50", "3"] in rows


def test_the_contact_sheet_has_room_for_the_widest_and_the_highest() -> None:
    sheet = contact_sheet([Image.new("RGB", size) for size in ((150, 50), (40, 90), (60, 60))], 2)
    assert sheet.size == (2 * 158 + 8, 2 * 98 + 8)
