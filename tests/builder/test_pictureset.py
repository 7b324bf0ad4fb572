import csv
import shutil
from pathlib import Path
from shutil import copytree

import pytest
from PIL import Image

from tests.cli_kit import call
from vassal_bridge.builder.recipe import read_counter_recipe, read_recipe
from vassal_bridge.formats.archive import Archive
from vassal_bridge.formats.module import Module
from vassal_bridge.formats.pieces import Piece
from vassal_bridge.formats.save import Save
from vassal_bridge.game.hexes import HexId


@pytest.fixture(scope="session")
def mygame(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("new") / "mygame"
    assert call("build", "new", "mygame", "-o", folder).exit_code == 0
    return folder


def test_a_new_recipe_builds_at_once(mygame: Path, tmp_path: Path) -> None:
    """Counters, a sheet and a module, as the command's own advice says."""
    assert call("build", "counters", mygame, "-o", tmp_path / "counters").exit_code == 0
    assert call("build", "sheet", mygame, "-o", tmp_path / "sheet.pdf").exit_code == 0
    assert call("build", "board", mygame, "-o", tmp_path / "board.png").exit_code == 0
    assert call("build", "module", mygame, "-o", tmp_path / "mygame.vmod").exit_code == 0
    module = Archive.read(tmp_path / "mygame.vmod")
    assert module["images/board.png"] == (tmp_path / "board.png").read_bytes()
    linted = call("lint", tmp_path / "mygame.vmod")
    assert linted.exit_code == 0, linted.output
    verified = call("verify", tmp_path / "mygame.vmod")
    assert verified.exit_code == 0, verified.output


def test_a_game_without_turns_and_tracks_builds(mygame: Path, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    shutil.copytree(mygame, folder)
    (folder / "markers.csv").unlink()
    text = (folder / "module.toml").read_text(encoding="utf-8")
    (folder / "module.toml").write_text(
        text.replace('track = "Turn"', ""), encoding="utf-8", newline="\n"
    )
    (folder / "scenarios").mkdir(exist_ok=True)
    (folder / "scenarios" / "first.toml").write_text(
        'title = "First"\n[units]\n"I/1" = { at = "0405", face = "back" }\n', encoding="utf-8"
    )
    out = tmp_path / "mine.vmod"
    result = call("build", "module", folder, "-o", out)
    assert result.exit_code == 0, result.output
    module = Module.from_archive(Archive.read(out))
    assert module.turn_trackers == ()
    save = Save.from_bytes(module.archive["first.vsav"], name="first.vsav")
    stood = {piece.basic_name: piece.point for piece in save.pieces if isinstance(piece, Piece)}
    recipe = read_recipe(folder)
    assert stood["I/1"] == ("Map", *recipe.layout.centre(HexId("0405")))


def test_it_takes_the_name_that_it_is_given(tmp_path: Path) -> None:
    assert call("build", "new", "green_hell", "-o", tmp_path / "x").exit_code == 0
    recipe = read_recipe(tmp_path / "x")
    assert (recipe.module.game, recipe.module.name) == ("green_hell", "Green Hell")
    assert recipe.board.sheet.title == "Green Hell"


def test_it_writes_over_nothing(mygame: Path) -> None:
    before = (mygame / "module.toml").read_bytes()
    result = call("build", "new", "other", "-o", mygame)
    assert result.exit_code == 2
    assert (mygame / "module.toml").read_bytes() == before


def test_a_name_must_be_one(tmp_path: Path) -> None:
    result = call("build", "new", "My Game!", "-o", tmp_path / "x")
    assert result.exit_code == 1
    assert "small letters" in result.stderr
    assert not (tmp_path / "x").exists()


def test_a_new_recipe_is_commented_and_names_its_schemas(mygame: Path) -> None:
    text = (mygame / "module.toml").read_text(encoding="utf-8")
    assert text.startswith("#:schema ./module.schema.json\n")
    assert (mygame / "module.schema.json").is_file()
    assert text.count("#") > 10


def test_pictures_and_their_list(mygame: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    result = call("build", "counters", mygame, "-o", out, "--size", 100, "--contact-sheet")
    assert result.exit_code == 0
    recipe = read_counter_recipe(mygame)
    with (out / "counters.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    wanted = [
        (row.id, str(face))
        for row in recipe.counters
        for face in range(1, len(recipe.module.kinds[row.kind].faces) + 1)
    ]
    assert [(row["id"], row["face"]) for row in rows] == wanted
    assert len({row["file"] for row in rows}) == len(rows)
    kinds = {row.id: row.kind for row in recipe.counters}
    scale = 100 / recipe.module.counters.edge
    sizes = {row["id"]: recipe.module.size(kinds[row["id"]]) for row in rows}
    assert len(set(sizes.values())) == 2  # units, and smaller markers
    for row in rows:
        with Image.open(out / row["file"]) as image:
            assert image.size == tuple(round(edge * scale) for edge in sizes[row["id"]])
            assert image.mode == "RGBA"
            assert image.getpixel((0, 0))[3] < 40
    with Image.open(out / "contact-sheet.png") as sheet:
        assert sheet.width > 300


def test_pictures_are_not_written_over(mygame: Path, tmp_path: Path) -> None:
    arguments = ("build", "counters", mygame, "-o", tmp_path, "--size", 20)
    assert call(*arguments).exit_code == 0
    before = {path.name: path.read_bytes() for path in tmp_path.glob("*.png")}
    assert call(*arguments).exit_code == 2
    assert call(*arguments, "--force").exit_code == 0
    assert {path.name: path.read_bytes() for path in tmp_path.glob("*.png")} == before


def test_dark_counters_are_other_pictures(mygame: Path, tmp_path: Path) -> None:
    for name, flags in (("light", ()), ("dark", ("--dark",))):
        arguments = ("build", "counters", mygame, "-o", tmp_path / name, "--size", 30)
        assert call(*arguments, *flags).exit_code == 0
    for path in (tmp_path / "light").glob("*.png"):
        assert path.read_bytes() != (tmp_path / "dark" / path.name).read_bytes()


def test_a_windows_file_is_built_with_a_note(mygame: Path, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    copytree(mygame, folder)
    file = folder / "counters.csv"
    text = file.read_text(encoding="utf-8").replace(",", ";").replace("1st Wing", "1° Stormo")
    file.write_bytes(text.encode("cp1252"))
    result = call("build", "counters", folder, "-o", tmp_path / "out", "--size", 20)
    assert result.exit_code == 0
    assert "was read as Windows-1252" in result.stderr


def test_all_mistakes_are_told_at_once(mygame: Path, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    copytree(mygame, folder)
    for name, old, new in (
        ("counters.csv", "blue,hq", "blue,headquarters"),
        ("module.toml", 'size = "III"', 'size = "3"'),
    ):
        file = folder / name
        text = file.read_text(encoding="utf-8")
        file.write_text(text.replace(old, new, 1), encoding="utf-8", newline="\n")
    result = call("build", "counters", folder, "-o", tmp_path / "out")
    assert result.exit_code == 3
    assert "has 2 problems" in result.stderr
    assert "counters.csv:5:kind:" in result.stderr
    assert ": kind.hq.size:" in result.stderr
    assert not (tmp_path / "out").exists()
