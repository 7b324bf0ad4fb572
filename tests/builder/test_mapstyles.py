"""Further maps whose boards are pictures, pages, and set-ups that are saves already."""

from pathlib import Path

import pytest
from PIL import Image

from tests.cli_kit import call
from vassal_bridge.builder.reading.checking import RecipeError
from vassal_bridge.builder.recipe import read_recipe
from vassal_bridge.builder.starting import start_recipe
from vassal_bridge.builder.writing.module import build_module
from vassal_bridge.formats.linting.lint import Severity, lint
from vassal_bridge.formats.module import open_module

GRID = """\
<VASSAL.build.module.map.boardPicker.board.SquareGrid color="0,0,0" cornersLegal="false"
 dotsVisible="false" dx="50.0" dy="50.0" edgesLegal="false" range="Metric" snapTo="true"
 visible="false" x0="25" y0="25">
  <VASSAL.build.module.map.boardPicker.board.mapgrid.SquareGridNumbering color="0,0,0" first="H"
   fontSize="9" hDescend="false" hDrawOff="0" hLeading="1" hOff="1" hType="N"
   locationFormat="$gridLocation$" rotateText="0" sep="" vDescend="false" vDrawOff="0"
   vLeading="1" vOff="1" vType="N" visible="false"/>
</VASSAL.build.module.map.boardPicker.board.SquareGrid>
"""
MAP = """
[[chart]]
name = "Rules"
page = "rules.html"

[[chart]]
name = "Sketch"
picture = "scan.png"

[[setup]]
name = "Old start"
file = "old.vsav"

[[map]]
name = "Theatre"
ruler = 50
[[map.board]]
name = "Scan"
picture = "scan.png"
grid = "grids/scan.xml"

[[deck]]
name = "Pool"
place = "Theatre @ 10,20"
face_down = "never"
"""
COUNTERS = """\
id,name,side,kind,box,deck,regiment,attack,defense,move,range
a,A,blue,infantry,"Theatre @ 75,125",,1,4,4,4,
b,B,blue,infantry,,Pool,1,4,4,4,
"""


def with_map(folder: Path, *, has_board: bool) -> Path:
    """Start a recipe with a map of its own picture, with or without a board of hexes."""
    start_recipe("mygame", folder)
    module = folder / "module.toml"
    text = module.read_text(encoding="utf-8") + MAP
    for path in folder.glob("scenarios/*"):
        path.unlink()
    if not has_board:
        for name in ("board.toml", "map.toml", "hexes.csv", "hexsides.csv", "boxes.csv"):
            (folder / name).unlink()
        (folder / "markers.csv").unlink()
        for old in ('eliminate = "Eliminated"', 'fighter = "Air"', '[area."Air"]'):
            assert old in text
        text = text.replace('eliminate = "Eliminated"', "").replace('fighter = "Air"', "")
        head, _, rest = text.partition('[area."Air"]')
        text = head + rest.partition("inset = [48, 74]")[2]
        text = text.replace('track = "Turn"', 'names = ["One", "Two"]')
    module.write_text(text, encoding="utf-8")
    (folder / "counters.csv").write_text(COUNTERS, encoding="utf-8")
    for name in ("pictures", "grids", "pages", "setups"):
        (folder / name).mkdir()
    Image.new("RGB", (200, 300), (9, 9, 9)).save(folder / "pictures" / "scan.png")
    (folder / "grids" / "scan.xml").write_text(GRID, encoding="utf-8")
    (folder / "pages" / "rules.html").write_text("<html>Rules</html>", encoding="utf-8")
    (folder / "setups" / "old.vsav").write_bytes(b"a save")
    return folder


@pytest.mark.parametrize("has_board", [True, False])
def test_a_map_shows_its_picture_with_its_grid(tmp_path: Path, has_board: bool) -> None:
    folder = with_map(tmp_path / "mygame", has_board=has_board)
    build_module(folder, tmp_path / "x.vmod")
    module = open_module(tmp_path / "x.vmod")
    assert list(module.maps) == (["Map", "Theatre"] if has_board else ["Theatre"])
    theatre, layout = module.maps["Theatre"], module.default_layouts()["Theatre"]
    assert (theatre.boards[0].width, theatre.boards[0].height) == (200, 300)
    assert layout.location_name(75, 125) == "0203"
    stack, deck = theatre.at_start
    assert layout.location_name(*theatre.start_point(stack, layout)) == "0203"
    assert (deck.name, theatre.start_point(deck, layout)) == ("Pool", (10, 20))
    charts = [one.get("fileName") for one in module.root.find_all("HtmlChart", "widget.Chart")]
    assert charts == ["rules.html", "scan.png"]
    assert module.archive["rules.html"] == b"<html>Rules</html>"
    assert module.archive["old.vsav"] == b"a save"
    assert "Old start" in [one.name for one in module.setups]
    found = [one for one in lint(module) if one.severity is not Severity.REMARK]
    assert [one for one in found if "old.vsav" not in str(one)] == []


def test_a_recipe_without_hexes_says_so_where_a_board_is_to_be_drawn(tmp_path: Path) -> None:
    folder = with_map(tmp_path / "mygame", has_board=False)
    result = call("build", "board", folder, "-o", tmp_path / "x.png")
    assert result.exit_code == 1
    assert "has no board.toml: its boards are pictures already" in result.stderr


def test_everything_missing_is_told_at_once(tmp_path: Path) -> None:
    folder = with_map(tmp_path / "mygame", has_board=True)
    for name in ("pictures/scan.png", "pages/rules.html", "setups/old.vsav"):
        (folder / name).unlink()
    (folder / "grids" / "scan.xml").write_text("<a/>", encoding="utf-8")
    with pytest.raises(RecipeError) as caught:
        read_recipe(folder)
    told = str(caught.value)
    for wanted in (
        "map[1].board[1].picture: expected a picture in the folder pictures, found 'scan.png'",
        "chart[1]: expected a file rules.html in its folder",
        "chart[2]: expected a file scan.png in its folder",
        "setup[1].file: expected a save in the folder setups, found 'old.vsav'",
        "grids/scan.xml: expected one of HexGrid, SquareGrid, RegionGrid, ZonedGrid, found a",
    ):
        assert wanted in told, told
    lines = (folder / "module.toml").read_text(encoding="utf-8").splitlines()
    number = len(lines) - 1 - lines[::-1].index('picture = "scan.png"')
    assert f"module.toml:{number + 1}: map[1].board[1].picture" in told
