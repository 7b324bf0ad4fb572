import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from tests.built import red_beach_draft, red_beach_module, red_beach_recipe
from vassal_bridge.builder.layout import HexLayout
from vassal_bridge.formats.boards.layout import MapLayout
from vassal_bridge.game.hexes import HexId, HexMap
from vassal_bridge.pictures.colours import Colour


def layout() -> MapLayout:
    return red_beach_module().default_layouts()["Betio"]


def median(colours: list[Colour]) -> Colour:
    red, green, blue = (sorted(part) for part in zip(*colours, strict=True))
    middle = len(red) // 2
    return red[middle], green[middle], blue[middle]


def pixels_around(image: Image.Image, centre: tuple[int, int]) -> list[Colour]:
    x, y = centre
    steps = range(-14, 15, 2)
    return [image.getpixel((x + dx, y + dy)) for dx in steps for dy in steps]


def test_every_hex_of_the_game_is_named_and_snapped_as_it_is_drawn() -> None:
    drawn, places = red_beach_recipe().layout, layout()
    for hex_id in red_beach_recipe().data.map.terrain:
        centre = drawn.centre(hex_id)
        assert places.location_name(*centre) == hex_id
        assert places.snap(*centre) == centre
        assert places.find(hex_id) == centre


@pytest.mark.parametrize("hex_id", ["2308", "4624"])
def test_the_hexes_that_the_rulebook_names_keep_their_meaning(hex_id: str) -> None:
    centre = layout().find(hex_id)
    assert centre is not None
    assert layout().location_name(*centre) == hex_id
    zone = layout().zone_at(*centre)
    assert zone is not None
    assert zone.name == "Betio"


def test_a_point_well_inside_a_drawn_hex_snaps_to_its_middle() -> None:
    drawn, places = red_beach_recipe().layout, layout()
    for hex_id in red_beach_recipe().data.map.terrain:
        x, y = drawn.centre(hex_id)
        for corner in drawn.corners(hex_id):
            near = (round(x + (corner[0] - x) * 0.9), round(y + (corner[1] - y) * 0.9))
            assert places.snap(*near) == (x, y)


def test_every_box_is_found_under_its_own_name_and_keeps_what_lies_in_it() -> None:
    places = layout()
    for track in red_beach_draft().board.tracks:
        for placed in track.boxes:
            left, top, right, bottom = placed.box
            assert places.find(placed.row.box) == placed.centre
            for x, y in ((left + 3, top + 3), (right - 4, bottom - 4), placed.centre):
                assert places.location_name(x, y) == placed.row.box
                snapped = (x, y) if track.is_free else placed.centre
                assert places.snap(x, y) == snapped


def test_every_box_of_the_game_is_on_the_board() -> None:
    placed = [box.row.box for track in red_beach_draft().board.tracks for box in track.boxes]
    assert sorted(placed) == sorted(box.box for box in red_beach_recipe().data.boxes)


def test_tracks_stand_apart_inside_the_sheet_and_off_every_hex() -> None:
    recipe = red_beach_recipe()
    tracks = red_beach_draft().board.tracks
    width, height = recipe.board.sheet.size
    for number, track in enumerate(tracks):
        left, top, right, bottom = track.box
        assert 0 <= left < right <= width
        assert 0 <= top < bottom <= height
        for other in tracks[number + 1 :]:
            a, b, c, d = other.box
            assert right <= a or c <= left or bottom <= b or d <= top
        for hex_id in recipe.data.map.terrain:
            x, y = recipe.layout.centre(hex_id)
            assert not (left - 20 < x < right + 20 and top - 20 < y < bottom + 20)


def test_a_region_that_counters_are_laid_out_in_holds_them_all() -> None:
    recipe = red_beach_recipe()
    boxes = {p.row.box: p.box for t in red_beach_draft().board.tracks for p in t.boxes}
    for name, area in recipe.module.areas.items():
        left, top, right, bottom = boxes[name]
        per_row = (right - left - area.inset[0]) // area.step[0]
        starting = [row for row in recipe.data.counters if recipe.home(row) == name]
        rows = -(-len(starting) // per_row)
        assert top + area.inset[1] + (rows - 1) * area.step[1] + 28 <= bottom


def test_the_ground_of_each_hex_has_the_colour_of_its_terrain() -> None:
    """The commonest colour around the middle is the palette's, whatever pattern lies over it."""
    recipe = red_beach_recipe()
    image = red_beach_draft().board.image
    striped = {
        hex_id
        for strip in recipe.board.strips
        for hex_id in recipe.data.map.terrain
        if _distance(recipe.layout, hex_id, strip.start, strip.end) < 60
    }
    patterned = {name for name, style in recipe.board.terrain.items() if style.pattern == "planks"}
    tested = set()
    for hex_id, terrain in recipe.data.map.terrain.items():
        style = recipe.board.terrain[terrain]
        if (
            hex_id in striped
            or hex_id in recipe.data.map.printed
            or terrain in patterned
            or style.ground != "land"
        ):
            continue
        around = pixels_around(image, recipe.layout.centre(hex_id))
        wanted = recipe.board.palette[style.fill]
        assert math.dist(median(around), wanted) < 8, (hex_id, terrain)
        tested.add(terrain)
    assert {"clear", "palm", "beach"} <= tested


def _distance(drawn: HexLayout, hex_id: HexId, start: str, end: str) -> float:
    x, y = drawn.centre(hex_id)
    ax, ay = drawn.centre(HexId(start))
    bx, by = drawn.centre(HexId(end))
    length = math.dist((ax, ay), (bx, by))
    along = max(0.0, min(1.0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length**2))
    return math.dist((x, y), (ax + (bx - ax) * along, ay + (by - ay) * along))


def test_water_and_land_are_told_apart_at_a_glance() -> None:
    recipe, image = red_beach_recipe(), red_beach_draft().board.image
    for hex_id, terrain in recipe.data.map.terrain.items():
        ground = recipe.board.terrain[terrain].ground
        if (
            ground == "land"
            or recipe.board.terrain[terrain].pattern
            or hex_id in recipe.data.map.printed
        ):
            continue
        red, _, blue = median(pixels_around(image, recipe.layout.centre(hex_id)))
        assert blue > red, hex_id


@given(
    columns=st.integers(1, 9),
    rows=st.integers(1, 9),
    low=st.sampled_from(["even", "odd"]),
    first=st.integers(1, 4),
    dx=st.integers(30, 70),
    dy=st.integers(30, 80),
)
def test_the_sides_of_a_hex_are_those_that_its_neighbours_share(
    columns: int, rows: int, low: str, first: int, dx: int, dy: int
) -> None:
    sheet = HexMap((first, first + columns), (1, 1 + rows), low=low)  # type: ignore[arg-type]
    drawn = HexLayout(sheet, (100, 100), dx, dy)
    for hex_id in sheet.hexes():
        for there in sheet.neighbours(hex_id):
            one, other = drawn.side(hex_id, there), drawn.side(there, hex_id)
            for a, b in zip(sorted(one), sorted(other), strict=True):
                assert math.dist(a, b) < 3
        assert len({drawn.side(hex_id, there) for there in sheet.neighbours(hex_id)}) == len(
            sheet.neighbours(hex_id)
        )


def test_hexes_that_are_not_adjacent_share_no_side() -> None:
    with pytest.raises(ValueError, match="not adjacent"):
        red_beach_recipe().layout.side(HexId("1010"), HexId("1012"))
