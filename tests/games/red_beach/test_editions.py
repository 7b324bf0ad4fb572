"""Whose map and counters count, and the page that says so."""

from pathlib import Path

import pytest

from modules.red_beach.setup import data_folder, load_units, source, start
from tests.conftest import ROOT
from vassal_bridge.cli.editions import PAGE, games_with_provenance, page
from vassal_bridge.errors import BindingError


def own_file(home: Path, name: str, text: str) -> None:
    (home / "red_beach").mkdir(parents=True, exist_ok=True)
    (home / "red_beach" / name).write_text(text, encoding="utf-8")


def house_file(name: str) -> str:
    return (data_folder() / "house" / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("game", games_with_provenance(), ids=lambda game: game.name)
def test_the_page_on_editions_is_up_to_date(game: object) -> None:
    shown = (ROOT / "modules" / game.name / PAGE).read_text(encoding="utf-8")  # type: ignore[attr-defined]
    assert shown == page(game), "python -m vassal_bridge.cli.editions writes it anew"  # type: ignore[arg-type]


def test_the_owners_map_counts_in_the_owners_edition_alone(bridge_home: Path) -> None:
    own_file(bridge_home, "hexes.csv", house_file("hexes.csv").replace("2308,pier", "2308,beach"))
    assert start("start", "owner").board.terrain["2308"] == "beach"
    assert start("start", "house").board.terrain["2308"] == "pier"


def painted(home: Path, hexes: str, finished: str) -> None:
    """Lay a map as the terrain page saves it."""
    folder = home / "red_beach" / "map"
    folder.mkdir(parents=True)
    sheet = 'columns = [1, 50]\nrows = [1, 30]\nlow = "odd"\n'
    files = {
        "hexes.csv": hexes,
        "hexsides.csv": "a,b,feature\n2214,2215,ditch\n",
        "map.toml": f"{sheet}finished = {finished}\n",
    }
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")


def test_the_owners_painted_map_counts_once_it_is_finished(bridge_home: Path) -> None:
    """Terrain, hexsides and the sheet itself are his, in his own edition alone."""
    painted(bridge_home, house_file("hexes.csv").replace("2308,pier", "2308,beach"), "true")
    own, ours = start("start", "owner").board, start("start", "house").board
    assert (own.terrain["2308"], ours.terrain["2308"]) == ("beach", "pier")
    assert (own.sheet.low, ours.sheet.low) == ("odd", "even")
    assert set(own.sides) == {("2214", "2215")}
    assert len(ours.sides) > 1


def test_a_map_that_is_still_being_painted_does_not_count(bridge_home: Path) -> None:
    painted(bridge_home, "hex,terrain,beach,name\n2308,beach,,\n", "false")
    own, ours = start("start", "owner").board, start("start", "house").board
    assert (own.terrain, own.sheet, own.sides) == (ours.terrain, ours.sheet, ours.sides)


def test_a_finished_map_without_a_sheet_is_refused(bridge_home: Path) -> None:
    painted(bridge_home, house_file("hexes.csv"), "true")
    file = bridge_home / "red_beach" / "map" / "map.toml"
    file.write_text("finished = true\n", encoding="utf-8")
    with pytest.raises(BindingError, match="expected columns, rows and low"):
        start("start", "owner")


def test_the_owners_counters_count(bridge_home: Path) -> None:
    lines = house_file("counters.csv").splitlines()
    arty = [line for line in lines if ",arty," in line]
    own_file(bridge_home, "counters.csv", "\n".join(line for line in lines if line != arty[-1]))
    assert load_units("house").keys() - load_units("owner").keys() == {arty[-1].split(",")[0]}


def test_a_file_without_a_column_is_refused(bridge_home: Path) -> None:
    own_file(bridge_home, "hexsides.csv", "a,b\n2214,2215\n")
    with pytest.raises(BindingError, match="columns feature"):
        source("hexsides.csv", "owner")
