"""Places on the maps of golden saves: names, zones, boards and points as the engine gave them."""

import csv
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import GOLDEN
from vassal_bridge.formats.archive import Archive
from vassal_bridge.formats.boards.gridreading import grid_from
from vassal_bridge.formats.boards.grids import Grid, HexGrid
from vassal_bridge.formats.boards.layout import MapLayout, PlacedBoard
from vassal_bridge.formats.boards.numbering import Axis, Numbering
from vassal_bridge.formats.boards.zones import ZonedGrid
from vassal_bridge.formats.module import Module, open_module
from vassal_bridge.formats.properties import Viewer
from vassal_bridge.formats.save import Save, open_save
from vassal_bridge.formats.sight import View

LAID_OUT = {"kitchen": "kitchen/02-script.vsav", "beachhead": "beachhead/0-setup.vsav"}
SEEN = sorted(GOLDEN.glob("*/*.engine*.json"))


@cache
def module_of(name: str) -> Module:
    return open_module(GOLDEN / f"{name}.vmod")


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def layouts_of(name: str) -> dict[str, MapLayout]:
    return module_of(name).layouts_for(open_save(GOLDEN / LAID_OUT[name]))


@pytest.mark.parametrize("name", LAID_OUT)
def test_9_8_a_name_leads_to_the_engines_point_or_is_refused(golden: Path, name: str) -> None:
    layouts, module = layouts_of(name), module_of(name)
    found = rows(golden / f"{name}.find.csv")
    assert len(found) > 25
    for row in found:
        one = module.find_map(row["map"])
        assert one is not None
        (board,) = (b for b in layouts[one.id].boards if b.name == row["board"])
        point = board.grid.point(row["name"])
        if row["result"] != "ok":
            assert point is None, row
            continue
        assert point == (int(row["board_x"]), int(row["board_y"])), row
        assert (point[0] + board.x, point[1] + board.y) == (int(row["map_x"]), int(row["map_y"]))


def save_beside(seen: Path) -> Path | None:
    save = seen.with_name(seen.name.partition(".engine")[0] + ".vsav")
    return save if save.exists() else None


# the texts of the lossy save end in backslashes: the engine itself reads its pieces wrongly
SAVES_SEEN = [seen for seen in SEEN if save_beside(seen) is not None and "lossy" not in seen.name]


def pieces_in(container: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for piece in container.get("pieces", []):
        yield piece
        yield from pieces_in(piece)


@pytest.mark.parametrize("seen", SAVES_SEEN, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_every_piece_is_where_the_engine_sees_it(seen: Path) -> None:
    path = save_beside(seen)
    assert path is not None
    save = open_save(path)
    layouts = module_of("beachhead" if "beachhead" in seen.parts else "kitchen").layouts_for(save)
    state = json.loads(seen.read_text(encoding="utf-8"))
    checked = 0
    for one in state["maps"]:
        layout = layouts[one["id"]]
        boards = [(b.name, b.x, b.y, b.width, b.height, b.is_reversed) for b in layout.boards]
        assert boards == [
            (b["name"], b["x"], b["y"], b["w"], b["h"], b["reversed"]) for b in one["boards"]
        ]
        for wanted in pieces_in(one):
            piece = save.pieces[wanted["id"]]
            x, y = piece.x, piece.y
            board, zone = layout.board_at(x, y), layout.zone_at(x, y)
            assert (piece.map, x, y) == (one["id"], wanted["x"], wanted["y"])
            assert (
                layout.location_name(x, y),
                zone.name if zone is not None else "",
                board.name if board is not None else "",
            ) == (wanted["location"], wanted["zone"], wanted["board"]), wanted["name"]
            checked += 1
    assert checked > 20


def hexes_of(name: str) -> Iterator[tuple[MapLayout, str]]:
    for layout in layouts_of(name).values():
        for board in layout.boards:
            grid = board.grid.background if isinstance(board.grid, ZonedGrid) else board.grid
            if isinstance(grid, HexGrid) and grid.numbering is not None:
                for hex_name, centre in grid.cells_within(board.width, board.height):
                    if layout.location_name(*board.on_map(*centre)) == hex_name:
                        yield layout, hex_name


@pytest.mark.parametrize("name", LAID_OUT)
def test_a_piece_put_at_a_named_hex_is_in_that_hex(name: str) -> None:
    hexes = list(hexes_of(name))
    assert len(hexes) > 100
    for layout, hex_name in hexes:
        point = layout.place(hex_name)
        assert point is not None
        assert layout.location_name(*point) == hex_name


def hex_grid(**changes: Any) -> HexGrid:
    return HexGrid(**{"dx": 60, "dy": 70, "x0": 30, "y0": 35, "size": (800, 600), **changes})


def on_a_margin(grid: Grid) -> MapLayout:
    return MapLayout((PlacedBoard("A", 800, 600, 20, 10, grid),), {})


@pytest.mark.parametrize(
    ("one", "other", "steps"),
    [
        ((30, 35), (90, 70), 1),
        ((30, 35), (150, 35), 2),
        ((30, 35), (210, 245), 5),
        ((90, 70), (330, 70), 4),
        ((30, 35), (390, 35), 6),
    ],
)
def test_9_5_the_range_between_hexes_of_a_board_behind_a_margin(
    one: tuple[int, int], other: tuple[int, int], steps: int
) -> None:
    start, end = (one[0] + 20, one[1] + 10), (other[0] + 20, other[1] + 10)
    assert on_a_margin(hex_grid()).range(start, end) == steps


@pytest.mark.parametrize(
    ("x0", "y0", "sideways"), [(30, 35, False), (-400, 350, False), (777, -1, True), (0, 0, True)]
)
def test_every_hex_of_a_board_is_listed_once(x0: int, y0: int, sideways: bool) -> None:
    numbering = Numbering(separator="/", horizontal=Axis(leading=0), vertical=Axis(leading=0))
    grid = hex_grid(x0=x0, y0=y0, sideways=sideways, numbering=numbering)
    listed = list(grid.cells_within(800, 600))
    # walk the board's pixels instead, and keep the centres met
    met = {grid.centre(x, y) for x in range(0, 800, 5) for y in range(0, 600, 5)}
    inside = {(x, y) for x, y in met if 0 <= x < 800 and 0 <= y < 600}
    assert {centre for _, centre in listed} == inside
    assert len({name for name, _ in listed}) == len(listed) == len(inside)
    assert all(grid.location_name(*centre) == name for name, centre in listed)


def test_9_1_a_grid_with_the_default_column_width_takes_it_from_its_height() -> None:
    class Element:
        tag = "VASSAL.build.module.map.boardPicker.board.HexGrid"
        children = ()

        def __init__(self, **attributes: str) -> None:
            self.attributes = attributes

    for attributes, width in (
        ({}, 55.42562584220407),
        ({"dy": "80.0"}, 69.28203230275508),
        ({"dx": "55.42562584220407", "dy": "80.0"}, 69.28203230275508),
        ({"dx": "55.4", "dy": "80.0"}, 55.4),
    ):
        grid = grid_from([Element(**attributes)], (800, 600))
        assert isinstance(grid, HexGrid)
        assert grid.dx == pytest.approx(width, abs=1e-12)


def test_9_8_a_turned_board_turns_the_names_but_not_the_look_up() -> None:
    grid = hex_grid(numbering=Numbering())
    layout = MapLayout((PlacedBoard("A", 800, 600, 20, 10, grid, is_reversed=True),), {})
    assert layout.location_name(20 + 800 - 30, 10 + 600 - 35) == "0101"
    assert layout.find("0101") == (50, 45)
    assert layout.place("0101") == (790, 575)
    assert layout.place("nowhere") is None


def test_9_4_a_hex_is_found_where_the_engines_own_look_up_is_off_by_a_row() -> None:
    numbering = Numbering(horizontal=Axis(descending=True))
    layout = on_a_margin(hex_grid(numbering=numbering))
    assert layout.location_name(50, 45) == "1201"
    assert layout.find("1201") == (50, -25)
    assert layout.place("1201") == (50, 45)


HAND = """<VASSAL.build.GameModule name="M" version="1">
<VASSAL.build.module.Map mapName="Main" edgeWidth="10" edgeHeight="20">
 <VASSAL.build.module.map.BoardPicker><VASSAL.build.module.map.boardPicker.Board name="North"
  width="100" height="100"><VASSAL.build.module.map.boardPicker.board.SquareGrid dx="50" dy="50"
  x0="25" y0="25"><VASSAL.build.module.map.boardPicker.board.mapgrid.SquareGridNumbering
  /></VASSAL.build.module.map.boardPicker.board.SquareGrid
  ></VASSAL.build.module.map.boardPicker.Board></VASSAL.build.module.map.BoardPicker>
 <VASSAL.build.module.map.DrawPile name="Pile" x="40" y="50"/>
</VASSAL.build.module.Map>
<VASSAL.build.module.PrivateMap mapName="Mine" useBoards="Main" side="US">
 <VASSAL.build.module.map.BoardPicker/>
 <VASSAL.build.module.map.DrawPile name="Mine alone" owningBoard="North" x="75" y="75"/>
</VASSAL.build.module.PrivateMap>
<VASSAL.build.module.PrivateMap mapName="Lost" useBoards="Later"/>
<VASSAL.build.module.Map mapName="Later"/>
</VASSAL.build.GameModule>"""
LAID = "begin_save\x1bMainBoardPicker\tNorth\t0\t0\x1bMineBoardPicker\x1bend_save"


def test_a_private_map_shows_the_boards_of_the_map_that_it_names() -> None:
    module = Module.from_archive(Archive.of([("buildFile.xml", HAND.encode())]))
    save = Save(Archive.of([("savedGame", LAID.encode())]))
    for layouts in (module.default_layouts(), module.layouts_for(save)):
        assert layouts["Mine"].location_name(85, 45) == "0201"
        assert layouts["Main"].location_name(85, 95) == "0202"
        assert layouts["Mine"].location_name(85, 95) == "Mine alone"
    assert module.maps["Lost"].lender is None  # only maps built before it lend their boards


def test_9_8_a_deck_that_no_board_owns_is_named_without_the_margin() -> None:
    # VASSAL.build.module.map.DrawPile.getPosition
    module = Module.from_archive(Archive.of([("buildFile.xml", HAND.encode())]))
    layout = module.default_layouts()["Main"]
    assert (layout.location_name(40, 50), layout.location_name(50, 70)) == ("Pile", "0102")


def test_a_map_called_by_its_number_is_the_map_and_stays_private() -> None:
    module = Module.from_archive(Archive.of([("buildFile.xml", HAND.encode())]))
    text = (
        "begin_save\x1b+/1/piece;;;;Open/Map0;85;45;1\x1b+/2/piece;;;;Mine/Map1;85;45;2\x1bend_save"
    )
    save = Save(Archive.of([("savedGame", text.encode())]))
    mine = {
        seen.piece.basic_name: seen.location
        for seen in View(save, module, Viewer(side="US")).sorted()
    }
    assert mine == {"Open": "0201", "Mine": "0201"}
    assert [seen.piece.basic_name for seen in View(save, module).sorted()] == ["Open"]
