"""The terrain page's files and first guess: what is painted, kept, refused and suggested."""

import json
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from tests.built import recipe_of, red_beach_module
from vassal_bridge.builder.painting.cells import Cells, find_cells
from vassal_bridge.builder.painting.choices import Choices, choices_of, plain_choices
from vassal_bridge.builder.painting.clusters import cluster_hexes, group_looks, nearest_colour
from vassal_bridge.builder.painting.opening import open_map
from vassal_bridge.builder.painting.painting import HEXES, MAP, RECORD, SIDES, Change, Painting
from vassal_bridge.builder.reading.boardrecipe import BoardRecipe
from vassal_bridge.builder.recipe import read_recipe
from vassal_bridge.builder.starting import start_recipe
from vassal_bridge.errors import BindingError, OutputExists, RuleError
from vassal_bridge.formats.module import open_module
from vassal_bridge.game.hexes import HexId, HexMap


@cache
def cells() -> Cells:
    module = red_beach_module()
    return find_cells(module, next(iter(module.maps.values())))[0]


@cache
def choices() -> Choices:
    return choices_of("red_beach")


def painting(folder: Path, *, force: bool = False) -> Painting:
    return Painting(folder, cells(), choices(), force=force)


def board() -> BoardRecipe:
    return recipe_of("red_beach").board


# --- the hexes of a map ---------------------------------------------------------------------


def test_every_hex_of_the_game_lies_on_the_picture_where_the_recipe_draws_it() -> None:
    recipe = recipe_of("red_beach")
    for hex_id in recipe.data.map.terrain:
        cell = cells().cells[hex_id]
        assert cell.centre == recipe.layout.centre(hex_id)
        assert set(cells().neighbours[hex_id]) == {
            there for there in recipe.data.map.sheet.neighbours(hex_id) if there in cells().cells
        }


def test_the_sheet_of_a_map_is_found_from_what_touches_what() -> None:
    sheet = cells().sheet()
    assert sheet is not None
    assert sheet.low == recipe_of("red_beach").data.map.sheet.low
    assert sheet.columns == (1, 50)


@pytest.mark.parametrize("sideways", [False, True])
@pytest.mark.parametrize("rows_first", [False, True])
@pytest.mark.parametrize("low", ["even", "odd"])
def test_any_sheet_is_known_again(low: str, rows_first: bool, sideways: bool) -> None:
    sheet = HexMap((3, 9), (11, 16), low, sideways, rows_first)  # type: ignore[arg-type]
    some = next(iter(cells().cells.values()))
    found = Cells(
        {hex_id: replace(some, name=hex_id) for hex_id in sheet.hexes()},
        {hex_id: sheet.neighbours(hex_id) for hex_id in sheet.hexes()},
    ).sheet()
    assert found is not None
    for hex_id in sheet.hexes():
        assert found.neighbours(hex_id) == sheet.neighbours(hex_id)


def test_a_side_lies_between_its_two_hexes() -> None:
    for one, other in list(cells().sides())[::97]:
        (ax, ay), (bx, by) = cells().side(one, other)
        x, y = (ax + bx) / 2, (ay + by) / 2
        cx, cy = (
            sum(pair) / 2
            for pair in zip(cells().cells[one].centre, cells().cells[other].centre, strict=True)
        )
        assert abs(x - cx) < 3
        assert abs(y - cy) < 3


# --- painting and keeping --------------------------------------------------------------------


def paint(one: Painting, terrain: dict[str, str], **sides: str) -> list[str]:
    one.apply(Change({"terrain": terrain}, {("0714", "0814"): tuple(sides.values())}))
    return [file.name for file in one.save()]


def test_what_is_painted_is_kept_and_read_again(tmp_path: Path) -> None:
    first = painting(tmp_path)
    assert paint(first, {"0714": "palm", "0814": "beach"}, side="seawall") == [HEXES, SIDES, MAP]
    first.apply(Change({"beach": {"0814": "red_one"}, "name": {"0814": "The Point"}}))
    assert [file.name for file in first.save()] == [HEXES]
    again = painting(tmp_path)
    assert again.value("0714") == "palm"
    assert again.value("0814", "beach") == "red_one"
    assert again.value("0814", "name") == "The Point"
    assert again.sides == {("0714", "0814"): ("seawall",)}
    assert again.save() == []
    assert (tmp_path / HEXES).read_text(encoding="utf-8").splitlines() == [
        "hex,terrain,beach,name",
        "0714,palm,,",
        "0814,beach,red_one,The Point",
    ]


def test_what_is_erased_is_gone(tmp_path: Path) -> None:
    one = painting(tmp_path)
    paint(one, {"0714": "palm", "0814": "beach"}, side="seawall")
    paint(one, {"0714": ""})
    assert "0714" not in (tmp_path / HEXES).read_text(encoding="utf-8")
    assert (tmp_path / SIDES).read_text(encoding="utf-8") == "a,b,feature\n"


@pytest.mark.parametrize("name", [HEXES, SIDES, MAP])
def test_a_file_that_somebody_else_wrote_is_not_touched(tmp_path: Path, name: str) -> None:
    paint(painting(tmp_path), {"0714": "palm"})
    (tmp_path / RECORD).unlink()
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    with pytest.raises(OutputExists, match="was not written by this command; --force"):
        painting(tmp_path)
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before
    assert painting(tmp_path, force=True).value("0714") == "palm"
    for other in {HEXES, SIDES, MAP} - {name}:
        (tmp_path / other).unlink()
    with pytest.raises(OutputExists, match=name):
        painting(tmp_path)


def test_a_file_that_is_changed_while_the_page_is_open_is_not_written_over(tmp_path: Path) -> None:
    one = painting(tmp_path)
    paint(one, {"0714": "palm"})
    changed = "hex,terrain,beach,name\n0814,beach,,\n"
    (tmp_path / HEXES).write_text(changed, encoding="utf-8")
    one.apply(Change({"terrain": {"0715": "palm"}}))
    with pytest.raises(OutputExists, match="was changed elsewhere"):
        one.save()
    assert (tmp_path / HEXES).read_text(encoding="utf-8") == changed


WRONG = (
    (Change({"terrain": {"9999": "palm"}}), "no hex '9999'"),
    (Change({"terrain": {"0714": "tundra"}}), "expected one of .* found 'tundra'"),
    (Change({"weather": {"0714": "rain"}}), "no column 'weather'"),
    (Change({"name": {"0714": "two\nlines"}}), "a short text"),
    (Change({"name": {"0714": "x" * 81}}), "a short text"),
    (Change(sides={("0714", "0716"): ("seawall",)}), "do not touch"),
    (Change(sides={("0814", "0714"): ("seawall",)}), "do not touch"),
    (Change(sides={("0714", "0814"): ("moat",)}), "found 'moat'"),
)


@pytest.mark.parametrize(("change", "message"), WRONG)
def test_what_may_not_be_painted_changes_nothing(
    tmp_path: Path, change: Change, message: str
) -> None:
    one = painting(tmp_path)
    good = Change({"terrain": {"0814": "beach"}, **change.hexes}, change.sides)
    with pytest.raises(RuleError, match=message):
        one.apply(good)
    assert one.value("0814") == ""


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        (HEXES, "terrain\npalm\n", "expected the columns hex, terrain"),
        (HEXES, "hex,terrain\n0714,palm\n0101x,palm\n", "line 3: the map has no hex '0101x'"),
        (HEXES, "hex,terrain\n0714,lava\n", "line 2: expected one of"),
        (SIDES, "a,b,feature\n0714,0719,seawall\n", "line 2: the hexes 0714 and 0719 do not"),
    ],
)
def test_a_damaged_file_is_told_with_its_line(
    tmp_path: Path, name: str, text: str, message: str
) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(BindingError, match=message):
        painting(tmp_path, force=True)


terrains = st.sampled_from(["", "palm", "beach", "clear", "sea"])
some_hexes = st.sampled_from(["0714", "0715", "0814", "0815", "2618"])


@given(st.lists(st.dictionaries(some_hexes, terrains, max_size=3), max_size=5))
def test_the_last_paint_counts(strokes: list[dict[str, str]]) -> None:
    one = Painting(Path("nowhere"), cells(), choices())
    wanted: dict[str, str] = {}
    for stroke in strokes:
        one.apply(Change({"terrain": stroke}))
        wanted |= stroke
    assert {name: one.value(name) for name in wanted} == wanted


def test_a_map_is_finished_when_the_owner_says_so(tmp_path: Path) -> None:
    one = painting(tmp_path)
    paint(one, {"0714": "palm"})
    assert "finished = false" in (tmp_path / MAP).read_text(encoding="utf-8")
    one.apply(Change(is_finished=True))
    assert [file.name for file in one.save()] == [MAP]
    again = painting(tmp_path)
    assert again.is_finished
    again.apply(Change({"terrain": {"0714": "beach"}}))
    again.save()
    assert "finished = true" in (tmp_path / MAP).read_text(encoding="utf-8")


def test_a_map_whose_hexes_have_other_names_cannot_be_finished(tmp_path: Path) -> None:
    some = next(iter(cells().cells.values()))
    one = Painting(tmp_path, Cells({"A1": replace(some, name="A1")}, {"A1": ()}), choices())
    assert not one.can_finish
    with pytest.raises(RuleError, match="numbered by column and row"):
        one.apply(Change({"terrain": {"A1": "palm"}}, is_finished=True))
    assert one.value("A1") == ""
    one.apply(Change({"terrain": {"A1": "palm"}}))
    assert [file.name for file in one.save()] == [HEXES, SIDES]


def test_the_record_says_what_was_written(tmp_path: Path) -> None:
    paint(painting(tmp_path), {"0714": "palm"})
    record = json.loads((tmp_path / RECORD).read_text(encoding="utf-8"))
    assert sorted(record) == [HEXES, SIDES, MAP]


def test_what_is_painted_is_a_recipes_board(tmp_path: Path) -> None:
    """The files go into a recipe's folder as they are."""
    start_recipe("mygame", tmp_path / "mygame")
    folder = tmp_path / "mygame"
    fresh = read_recipe(folder)
    for name in (HEXES, SIDES, MAP):
        (folder / name).unlink()
    hexes = fresh.data.map.sheet.hexes()
    some = next(iter(cells().cells.values()))
    known = Cells(
        {hex_id: replace(some, name=hex_id) for hex_id in hexes},
        {hex_id: fresh.data.map.sheet.neighbours(hex_id) for hex_id in hexes},
    )
    names = choices()
    own = replace(names, terrains=plain_choices().terrains, hex_columns=("hex", "terrain", "name"))
    one = Painting(folder, known, replace(own, labels={"name": ()}))
    one.apply(Change({"terrain": dict.fromkeys(hexes, "clear"), "name": {"0101": "Cape, North"}}))
    one.save()
    read = read_recipe(folder)
    assert read.data.map.sheet == fresh.data.map.sheet
    assert read.data.map.terrain == dict.fromkeys(hexes, "clear")
    assert read.data.map.names == {HexId("0101"): "Cape, North"}


# --- what can be painted, and the first guess -------------------------------------------------


def test_a_game_is_painted_with_its_own_words_and_its_recipes_colours() -> None:
    found = choices()
    assert {one.name for one in found.terrains} == set(board().terrain)
    assert {one.name for one in found.features} == set(board().features)
    palm = next(one for one in found.terrains if one.name == "palm")
    assert palm.colour == board().palette["palm"]
    assert palm.label == "Palm woods"
    assert list(found.labels) == ["beach", "name"]
    assert {one.name for one in found.labels["beach"]} == set(board().beaches)


@pytest.mark.slow
def test_without_a_name_the_first_map_with_hexes_is_opened(golden: Path, tmp_path: Path) -> None:
    module = open_module(golden / "kitchen.vmod")
    painting, _ = open_map(module, None, tmp_path, plain_choices())
    named, _ = open_map(module, "Theatre", tmp_path, plain_choices())
    assert painting.cells.cells.keys() == named.cells.cells.keys()
    with pytest.raises(BindingError, match="grid of hexes"):
        open_map(module, "Parade", tmp_path, plain_choices())


def test_a_game_that_has_a_recipe_alone_is_painted_with_its_words() -> None:
    choices = choices_of("leyte")
    assert {"jungle", "mountain", "beach"} <= {one.name for one in choices.terrains}
    assert {"river", "road", "trail"} <= {one.name for one in choices.features}
    assert choices.outside is not None
    assert choices_of("red_beach").outside is None


def test_a_game_without_hexes_is_told() -> None:
    with pytest.raises(RuleError, match="whose map has hexes, found 'nosuchgame'"):
        choices_of("nosuchgame")


def test_the_guess_puts_hexes_of_one_terrain_together(tmp_path: Path) -> None:
    """On our own board most hexes of a cluster are of one terrain, and the guess names it."""
    module = red_beach_module()
    _, page = open_map(module, None, tmp_path, choices())
    terrain = recipe_of("red_beach").data.map.terrain
    right = total = 0
    for cluster in page.sheet["guess"]:
        members = [HexId(name) for name in cluster["hexes"] if name in terrain]
        named = {"pier": "reef"}.get(cluster["terrain"], cluster["terrain"])
        right += sum(terrain[hex_id] == named for hex_id in members)
        total += len(members)
    assert total == len(terrain)
    assert right / total > 0.75


def test_the_guess_is_the_same_every_time() -> None:
    image = Image.new("RGB", (3140, 2290), (160, 190, 190))
    image.paste((200, 180, 100), (0, 0, 900, 2290))
    some = dict(list(cells().cells.items())[::7])
    first = cluster_hexes(image, some, 4)
    assert first == cluster_hexes(image, dict(reversed(some.items())), 4)
    assert sorted(name for one in first for name in one.members) == list(some)
    assert {one.colour for one in first} >= {(160, 190, 190), (200, 180, 100)}


looks = st.lists(st.tuples(*[st.floats(0, 1)] * 4), min_size=1, max_size=40)


@given(looks, st.integers(1, 6))
def test_clusters_are_at_most_as_many_as_asked_for(
    found: list[tuple[float, float, float, float]], count: int
) -> None:
    groups = group_looks(found, count)
    assert len(groups) == len(found)
    assert len(set(groups)) <= count
    for one, other in zip(found, groups, strict=True):
        assert all(groups[place] == other for place, look in enumerate(found) if look == one)


def test_groups_that_lie_apart_are_told_apart() -> None:
    spread = [(share / 100, 0.0, 0.0, 0.0) for share in (1, 2, 3, 50, 51, 52, 97, 98, 99)]
    groups = group_looks(spread, 3)
    assert [len(set(groups[at : at + 3])) for at in (0, 3, 6)] == [1, 1, 1]
    assert len(set(groups)) == 3


def test_the_nearest_colour_is_the_one_that_looks_alike() -> None:
    inks = {"sea": (150, 185, 195), "sand": (240, 228, 190), "wood": (110, 140, 80)}
    assert nearest_colour((170, 200, 210), inks) == "sea"
    assert nearest_colour((120, 150, 90), inks) == "wood"
    assert nearest_colour((0, 0, 0), {}) == ""
