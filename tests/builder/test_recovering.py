"""A recipe made of a module, or of pictures, gives the counters that were there."""

import csv
import tomllib
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from tests.cli_kit import call
from vassal_bridge.builder.counters.counterset import draw_counter, faces_of
from vassal_bridge.builder.recipe import read_counter_recipe
from vassal_bridge.builder.recovering.found import Found
from vassal_bridge.builder.recovering.pictures import face_of
from vassal_bridge.builder.recovering.writing import recover_recipe
from vassal_bridge.builder.starting import start_recipe


@pytest.fixture(scope="session")
def recovered(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Return a new recipe and the recipe that is made of the module that it builds."""
    folder = tmp_path_factory.mktemp("old")
    start_recipe("mygame", folder / "mygame")
    assert call("build", "module", folder / "mygame", "-o", folder / "g.vmod").exit_code == 0
    result = call("build", "recipe", "--from", folder / "g.vmod", "-o", folder / "again")
    assert result.exit_code == 0, result.output
    return folder / "mygame", folder / "again"


def test_every_counter_of_a_module_comes_back_with_its_pictures(
    recovered: tuple[Path, Path],
) -> None:
    old, new = (read_counter_recipe(folder) for folder in recovered)
    rows = {row.cells["unit_id"]: row for row in new.counters}
    assert sorted(rows) == sorted(row.id for row in old.counters)
    for row in old.counters:
        again = rows[row.id]
        width, height = size = old.module.size(row.kind)
        before = [draw_counter(face, size, old.art) for face in faces_of(old.module, row)]
        after = [draw_counter(face, size, new.art) for face in faces_of(new.module, again)]
        assert len(before) == len(after)
        for one, other in zip(before, after, strict=True):
            within = (5, 5, width - 5, height - 5)
            inner = [image.convert("RGB").crop(within) for image in (one, other)]
            assert max(ImageChops.difference(*inner).tobytes()) <= 2


def test_what_its_markers_say_are_columns_and_the_tray_names_kinds(
    recovered: tuple[Path, Path],
) -> None:
    _, new = recovered
    with (new / "counters.csv").open(encoding="utf-8", newline="") as file:
        rows = {row["unit_id"]: row for row in csv.DictReader(file)}
    assert rows["I/1"]["side"] == "blue"
    assert rows["I/1"]["kind_"] == "infantry"
    module = tomllib.loads((new / "module.toml").read_text(encoding="utf-8"))
    assert {"Units", "Markers"} <= {kind["tab"] for kind in module["kind"].values()}


def test_it_can_be_printed_at_once_and_is_not_written_over(
    recovered: tuple[Path, Path], tmp_path: Path
) -> None:
    _, new = recovered
    assert call("build", "sheet", new, "-o", tmp_path / "x.pdf").exit_code == 0
    before = (new / "counters.csv").read_bytes()
    with pytest.raises(Exception, match="has a recipe already"):
        recover_recipe("x", [Found("a", "t", (Image.new("RGBA", (9, 9)),))], new)
    assert (new / "counters.csv").read_bytes() == before


def test_pictures_of_a_folder_become_counters(tmp_path: Path) -> None:
    source = tmp_path / "drawings"
    source.mkdir()
    for name, size in (
        ("us-inf-1.png", (40, 40)),
        ("us-inf-1-back.png", (40, 40)),
        ("jp tank_front.png", (40, 30)),
        ("notes.txt", None),
    ):
        if size is None:
            (source / name).write_text("no picture", encoding="utf-8")
        else:
            Image.new("RGBA", size, (200, 10, len(name), 255)).save(source / name)
    result = call("build", "recipe", "--images", source, "-o", tmp_path / "r")
    assert result.exit_code == 0, result.output
    recipe = read_counter_recipe(tmp_path / "r")
    found = {row.id: row for row in recipe.counters}
    assert sorted(found) == ["jp tank", "us-inf-1"]
    assert found["us-inf-1"].cells["word2"] == "inf"
    assert [found[name].faces for name in ("us-inf-1", "jp tank")] == [2, 1]
    picture = recipe.art(found["jp tank"].cells["image"])
    assert picture is not None
    assert picture.size == (40, 30)
    assert recipe.module.size(found["jp tank"].kind) == (40, 30)
    assert picture.getpixel((20, 20)) == (200, 10, len("jp tank_front.png"), 255)


def test_folders_inside_a_folder_of_pictures_are_tabs(tmp_path: Path) -> None:
    source = tmp_path / "drawings"
    for name in ("us/inf/1.png", "us/inf/1 (back).png", "jp/1.png", "only back.png"):
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        Image.new("RGB", (12, 9), (9, 9, 9)).save(source / name)
    result = call("build", "recipe", "--images", source, "-o", tmp_path / "r")
    assert result.exit_code == 0, result.output
    recipe = read_counter_recipe(tmp_path / "r")
    tabs = {row.id: recipe.module.kinds[row.kind].palette_tab for row in recipe.counters}
    assert tabs == {"1": "jp", "1 2": "us > inf", "only": "Counters"}
    assert {row.id: row.faces for row in recipe.counters} == {"1": 1, "1 2": 2, "only": 1}


def test_files_that_are_no_pictures_are_all_told(tmp_path: Path) -> None:
    for name in ("a.png", "b.gif"):
        (tmp_path / name).write_bytes(b"no picture")
    result = call("build", "recipe", "--images", tmp_path, "-o", tmp_path / "r")
    assert result.exit_code == 1
    assert "found files that are none: a.png, b.gif" in result.stderr


@pytest.mark.parametrize(
    ("stem", "wanted"),
    [
        ("tank-front", ("tank", False)),
        ("tank_back", ("tank", True)),
        ("tank b", ("tank", True)),
        ("tank (Back)", ("tank", True)),
        ("tank", ("tank", False)),
        ("feedback", ("feedback", False)),
    ],
)
def test_a_files_name_tells_its_face(stem: str, wanted: tuple[str, bool]) -> None:
    assert face_of(stem) == wanted


def test_names_that_files_cannot_tell_apart_stay_apart(tmp_path: Path) -> None:
    image = Image.new("RGBA", (12, 12), (1, 2, 3, 255))
    found = [Found(name, 'A "tab"\\', (image,)) for name in ("1/7", "1-7", "1/7", "")]
    recover_recipe('My "Game"', found, tmp_path / "r")
    recipe = read_counter_recipe(tmp_path / "r")
    assert len({row.id for row in recipe.counters}) == 4
    assert len({row.cells["image"] for row in recipe.counters}) == 4
    assert recipe.module.name == 'My "Game"'


def test_it_wants_a_module_or_a_folder(tmp_path: Path) -> None:
    assert call("build", "recipe", "-o", tmp_path / "r").exit_code == 2
    (tmp_path / "empty").mkdir()
    result = call("build", "recipe", "--images", tmp_path / "empty", "-o", tmp_path / "r")
    assert result.exit_code == 1
    assert "expected pictures" in result.stderr
