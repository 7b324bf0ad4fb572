"""Recipes made of what was there already build modules at once, with the gpids that were there."""

from pathlib import Path

import pytest

from tests.cli_kit import call
from tests.living_kit import BEACHHEAD, late
from vassal_bridge.builder.plainboard import LEAST_COLUMNS, LEAST_ROWS
from vassal_bridge.builder.recipe import read_recipe
from vassal_bridge.builder.recovering.slots import from_module
from vassal_bridge.builder.writing.gpidlock import TRAY, read_lock
from vassal_bridge.formats.linting.lint import Severity, lint
from vassal_bridge.formats.module import Module, open_module
from vassal_bridge.formats.refreshing.refresh import Refresher
from vassal_bridge.pictures.art import ModuleArt


def faults(module: Module) -> set[str]:
    return {one.message for one in lint(module) if one.severity is not Severity.REMARK}


def built(recipe: Path, out: Path, source: Path | None = None) -> Module:
    """Build a module; it has no more faults than the one that its recipe was made of."""
    done = call("build", "module", recipe, "-o", out)
    assert done.exit_code == 0, done.output
    module = open_module(out)
    assert faults(module) <= (faults(open_module(source)) if source else set())
    return module


@pytest.fixture(scope="module")
def rebuilt(tmp_path_factory: pytest.TempPathFactory) -> Module:
    folder = tmp_path_factory.mktemp("rebuilt")
    done = call("build", "recipe", "--from", BEACHHEAD, "-o", folder / "recipe")
    assert done.exit_code == 0, done.output
    return built(folder / "recipe", folder / "again.vmod")


def test_a_module_made_of_a_modules_recipe_has_its_counters_and_their_gpids(
    rebuilt: Module,
) -> None:
    old = open_module(BEACHHEAD)
    assert {(slot.name, slot.gpid) for slot in rebuilt.slots} == {
        (slot.name, slot.gpid) for slot in old.slots
    }
    before, after = (from_module(ModuleArt(module))[0] for module in (old, rebuilt))
    sizes = [{one.name: len(one.images) for one in found} for found in (before, after)]
    assert sizes[0] == sizes[1]


def test_its_counters_lie_where_they_lay(rebuilt: Module) -> None:
    before, after = (
        {slot.gpid: slot.place for slot in module.slots}
        for module in (open_module(BEACHHEAD), rebuilt)
    )
    assert after == before


def test_saves_of_the_old_module_are_those_of_the_new_one(rebuilt: Module) -> None:
    _, report = Refresher(rebuilt).refresh(late())
    assert (report.by_name, report.kept) == (0, [])
    assert report.current == report.pieces


@pytest.mark.parametrize(
    ("table", "places"),
    [
        ("Unit;Nation;Unit Class;Attack;Setup Hex\n1/8;US;Infantry;4;0304\nTk;JP;Tank;2;1512\n",
         {"1/8": "0304", "Tk": "1512"}),
        ("Piece,Owner,Category,Setup\nA,Red,Inf,anywhere\nB,Blue,HQ,0101\n", {"A": "", "B": ""}),
        ("Counter Name\tFaction\tQty\nScout\tUN\t3\n", {"Scout": ""}),
    ],
)  # fmt: skip
def test_tables_of_other_makers_build_modules_with_every_unit_on_its_hex(
    tmp_path: Path, table: str, places: dict[str, str]
) -> None:
    (tmp_path / "units.csv").write_text(table, encoding="utf-8")
    folder = tmp_path / "recipe"
    done = call("build", "recipe", "--table", tmp_path / "units.csv", "-o", folder)
    assert done.exit_code == 0, done.output
    module = built(folder, tmp_path / "units.vmod")
    assert {row.name: row.location for row in read_recipe(folder).data.counters} == places
    assert {slot.name for slot in module.slots} == set(places)
    started = {slot.name: slot.place[-1] for slot in module.slots if slot.place[0] == "Map"}
    assert started == {name: place for name, place in places.items() if place}


def test_every_hex_of_the_plain_board_lies_on_its_sheet(tmp_path: Path) -> None:
    (tmp_path / "units.csv").write_text("Unit,Side\nA,US\n", encoding="utf-8")
    folder = tmp_path / "recipe"
    assert call("build", "recipe", "--table", tmp_path / "units.csv", "-o", folder).exit_code == 0
    module = built(folder, tmp_path / "units.vmod")
    board = module.maps["Map"].boards[0]
    layout = module.default_layouts()["Map"]
    for column in range(1, LEAST_COLUMNS + 1):
        for row in (1, LEAST_ROWS):
            point = layout.find(f"{column:02}{row:02}")
            assert point is not None
            assert 30 < point[0] < board.width - 30
            assert 60 < point[1] < board.height - 30


def test_a_folder_of_pictures_builds_a_module(tmp_path: Path) -> None:
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    for name in ("us-inf-1.png", "us-inf-1-back.png", "jp-inf-2.png"):
        (pictures / name).write_bytes(open_module(BEACHHEAD).archive["images/u01.png"])
    done = call("build", "recipe", "--images", pictures, "-o", tmp_path / "recipe")
    assert done.exit_code == 0, done.output
    module = built(tmp_path / "recipe", tmp_path / "pictures.vmod")
    assert sorted(slot.name for slot in module.slots) == ["jp-inf-2", "us-inf-1"]
    assert set(read_lock(tmp_path / "recipe").slots[TRAY].values()) == {1, 2}


PUBLIC = (
    "jzedwards__vassal-hex-n-counters-template/repacked/ragnarok-vassal__Ragnarok_SPI_1981.repack.vmod",
    "jzedwards__vassal-hex-n-counters-template/jzhex-n-counters-template-v12-379.vmod",
    "sprintska__shrimpbot/repacked/test-test_vmod__Star_Wars_Armada-3.11.1.repack.vmod",
)


@pytest.mark.slow
@pytest.mark.parametrize("name", PUBLIC)
def test_public_modules_get_recipes_that_build_modules_without_new_faults(
    corpus: Path, tmp_path: Path, name: str
) -> None:
    done = call("build", "recipe", "--from", corpus / name, "-o", tmp_path / "recipe")
    assert done.exit_code == 0, done.output
    assert built(tmp_path / "recipe", tmp_path / "again.vmod", corpus / name).slots
