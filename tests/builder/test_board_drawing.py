"""A board shows terrains in their hexes, features on their hexsides; PNG and SVG agree."""

from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from PIL import Image, ImageChops, ImageDraw, ImageStat

from tests.sampleboard import LEGEND, sample_recipe
from vassal_bridge.builder.boards.board import board_drawing, make_board
from vassal_bridge.builder.boards.hexsides import CROSSING
from vassal_bridge.builder.reading.boardrecipe import HEX_PATTERNS, SIDE_DRAWINGS
from vassal_bridge.builder.recipe import Recipe, read_recipe
from vassal_bridge.game.hexes import HexId, HexMap
from vassal_bridge.pictures.svg import rasterise

FAR = 50
"""Pixels around a hex's middle in which its colour is looked for: some beyond its corners."""
SHEETS = (
    HexMap((1, 8), (1, 8), low="even"),
    HexMap((1, 8), (1, 8), low="odd", sideways=True, rows_first=True),
)


@cache
def sample(sheet: HexMap) -> Recipe:
    with TemporaryDirectory() as folder:
        return sample_recipe(Path(folder) / "mygame", sheet)


def altered(sheet: HexMap, **changes: object) -> Recipe:
    """Return the sample with another map."""
    recipe = sample(sheet)
    game = replace(recipe.data.map, **{"hexsides": (), "names": {}} | changes)  # type: ignore[arg-type]
    return replace(recipe, data=replace(recipe.data, map=game))


@cache
def drawn(sheet: HexMap) -> Image.Image:
    """Return the sample with every terrain plain and without features."""
    return make_board(plain(sheet)).image


def plain(sheet: HexMap, **changes: object) -> Recipe:
    return altered(sheet, **{"terrain": dict.fromkeys(sheet.hexes(), "t0")} | changes)


def difference(one: Image.Image, other: Image.Image) -> Image.Image:
    channels = ImageChops.difference(one, other).split()
    most = ImageChops.lighter(ImageChops.lighter(channels[0], channels[1]), channels[2])
    return most.point([0] * 12 + [255] * 244)


def hexes_of(recipe: Recipe, hexes: tuple[HexId, ...], grow: float) -> Image.Image:
    mask = Image.new("L", recipe.board.sheet.size, 0)
    pen = ImageDraw.Draw(mask)
    for hex_id in hexes:
        pen.polygon(recipe.layout.corners(hex_id, grow), fill=255)
    return mask


@pytest.mark.parametrize("sheet", SHEETS)
def test_the_drawing_shows_what_the_picture_shows(sheet: HexMap) -> None:
    recipe = sample(sheet)
    picture = make_board(recipe).image
    vector = rasterise(board_drawing(recipe).encode("utf-8"), lambda name: None).convert("RGB")
    assert vector.size == picture.size
    assert max(ImageStat.Stat(ImageChops.difference(picture, vector)).mean) < 5
    blank = Image.new("RGB", picture.size, recipe.board.palette["sea"])
    assert max(ImageStat.Stat(ImageChops.difference(picture, blank)).mean) > 20


def test_a_board_is_drawn_alike_every_time() -> None:
    recipe = sample(SHEETS[0])
    assert make_board(recipe).image.tobytes() == make_board(recipe).image.tobytes()
    assert board_drawing(recipe) == board_drawing(recipe)


@pytest.mark.parametrize("sheet", SHEETS)
def test_each_hex_is_drawn_evenly_around_its_place_in_the_grid(sheet: HexMap) -> None:
    """Hexes that do not touch get one colour; it lies evenly around the centre in the grid."""
    for marked in apart(sheet):
        recipe = plain(sheet)
        style = replace(recipe.board.terrain["t0"], name="marked", fill="#a02020")
        styles = {**recipe.board.terrain, "marked": style}
        grid = replace(recipe.board.grid, numbers="none")
        board = replace(recipe.board, terrain=styles, grid=grid)
        terrain = {**recipe.data.map.terrain, **dict.fromkeys(marked, "marked")}
        game = replace(recipe.data.map, terrain=terrain)
        image = make_board(replace(recipe, board=board, data=replace(recipe.data, map=game))).image
        for hex_id in marked:
            if len(sheet.neighbours(hex_id)) < 6:
                continue  # its coast is rounded off
            x, y = recipe.layout.centre(hex_id)
            near = image.crop((x - FAR, y - FAR, x + FAR + 1, y + FAR + 1))
            inside = hexes_of(recipe, (hex_id,), 3).crop(
                (x - FAR, y - FAR, x + FAR + 1, y + FAR + 1)
            )
            wanted = Image.new("RGB", near.size, (160, 32, 32))
            alike = ImageChops.invert(difference(near, wanted))
            found = ImageChops.multiply(alike, inside).getbbox()
            assert found is not None
            assert abs((found[0] + found[2] - 1) / 2 - FAR) <= 1, hex_id
            assert abs((found[1] + found[3] - 1) / 2 - FAR) <= 1, hex_id


def apart(sheet: HexMap) -> list[list[HexId]]:
    """Return the hexes of a sheet in lists in which no two touch."""
    found: list[list[HexId]] = []
    for hex_id in sheet.hexes():
        around = set(sheet.neighbours(hex_id))
        home = next((one for one in found if not around & set(one)), None)
        if home is None:
            found.append([hex_id])
        else:
            home.append(hex_id)
    return found


@pytest.mark.parametrize("pattern", [name for name in HEX_PATTERNS if name])
def test_a_pattern_shows_and_stays_in_its_hex(pattern: str) -> None:
    for sheet in SHEETS:
        where = sheet.hexes()[20]
        recipe = plain(sheet)
        style = replace(recipe.board.terrain["t0"], name="marked", pattern=pattern)
        board = replace(recipe.board, terrain={**recipe.board.terrain, "marked": style})
        game = replace(recipe.data.map, terrain={**recipe.data.map.terrain, where: "marked"})
        marked = replace(recipe, board=board, data=replace(recipe.data, map=game))
        changed = difference(make_board(marked).image, drawn(sheet))
        inside = hexes_of(recipe, (where,), 8 if pattern == "planks" else 1.5)
        assert changed.getbbox() is not None
        assert ImageChops.subtract(changed, inside).getbbox() is None


@pytest.mark.parametrize("feature", [name for name in SIDE_DRAWINGS if name != "none"])
def test_a_feature_shows_on_its_hexside_and_near_it(feature: str) -> None:
    for sheet in SHEETS:
        one = sheet.hexes()[20]
        for other in sheet.neighbours(one):
            recipe = plain(sheet, hexsides=((one, other, feature),))
            changed = difference(make_board(recipe).image, drawn(sheet))
            assert ImageChops.subtract(changed, hexes_of(recipe, (one, other), 8)).getbbox() is None
            (ax, ay), (bx, by) = recipe.layout.side(one, other)
            x, y = round((ax + bx) / 2), round((ay + by) / 2)
            assert changed.crop((x - 5, y - 5, x + 6, y + 6)).getbbox() is not None
            if feature in CROSSING - {"bridge"}:
                for cx, cy in (recipe.layout.centre(one), recipe.layout.centre(other)):
                    assert changed.crop((cx - 5, cy - 5, cx + 6, cy + 6)).getbbox() is not None
            break


def test_a_road_bends_through_a_hex_and_does_not_break_at_its_sides() -> None:
    sheet = SHEETS[0]
    one = HexId("0303")
    ends = (sheet.neighbours(one)[0], sheet.neighbours(one)[-1])
    recipe = plain(sheet, hexsides=tuple((one, end, "road") for end in ends))
    changed = difference(make_board(recipe).image, drawn(sheet))
    pieces = changed.copy()
    ImageDraw.floodfill(pieces, recipe.layout.centre(ends[0]), 100)
    assert pieces.getpixel(recipe.layout.centre(ends[1])) == 100


def test_names_of_hexes_are_written_where_the_recipe_wants_them() -> None:
    sheet = SHEETS[0]
    recipe = plain(sheet, names={HexId("0303"): "Port Moresby"})
    assert recipe.board.hex_names is not None
    changed = difference(make_board(recipe).image, drawn(sheet)).getbbox()
    assert changed is not None
    x, y = recipe.layout.centre(HexId("0303"))
    assert abs((changed[0] + changed[2]) / 2 - x) < 3
    assert abs((changed[1] + changed[3]) / 2 - y - recipe.board.hex_names.offset[1]) < 4
    silent = replace(recipe, board=replace(recipe.board, hex_names=None))
    assert make_board(silent).image.tobytes() == drawn(sheet).tobytes()


@pytest.mark.parametrize("at", ["top", "bottom", "none"])
def test_numbers_stand_where_the_recipe_wants_them(at: str) -> None:
    recipe = plain(SHEETS[0])
    found = difference(_numbered(recipe, at), _numbered(recipe, "none")).getbbox()
    if at == "none":
        assert found is None
        return
    assert found is not None
    _, y = recipe.layout.centre(HexId("0101"))
    assert (found[1] < y - 20) == (at == "top")


def _numbered(recipe: Recipe, at: str) -> Image.Image:
    grid = replace(recipe.board.grid, numbers=at)
    terrain = {HexId("0101"): "t0"}
    game = replace(recipe.data.map, terrain=terrain)
    board = replace(recipe.board, grid=grid)
    return make_board(replace(recipe, board=board, data=replace(recipe.data, map=game))).image


def test_the_key_to_the_map_shows_every_terrain_and_feature(tmp_path: Path) -> None:
    folder = tmp_path / "mygame"
    sample_recipe(folder, SHEETS[0])
    board = folder / "board.toml"
    text = board.read_text(encoding="utf-8").replace("size = [760, 760]", "size = [760, 1600]")
    board.write_text(text + LEGEND, encoding="utf-8")
    drawing = board_drawing(read_recipe(folder))
    for name in (*HEX_PATTERNS, *SIDE_DRAWINGS):
        assert f">{name or 'plain'}</text>" in drawing
