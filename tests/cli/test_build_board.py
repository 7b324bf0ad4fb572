"""`vassal-bridge build board`: a picture or a drawing, whichever the name asks for."""

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from tests.cli_kit import call
from vassal_bridge.builder.starting import start_recipe
from vassal_bridge.formats.imagesize import size_of


@pytest.fixture(scope="module")
def recipe(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("recipe") / "mygame"
    start_recipe("mygame", folder)
    return folder


def test_a_board_is_a_picture_or_a_drawing_by_its_name(recipe: Path, tmp_path: Path) -> None:
    for name in ("board.png", "board.SVG"):
        result = call("build", "board", recipe, "-o", tmp_path / name)
        assert result.exit_code == 0, result.stderr
        assert "1180 by 1060 pixels" in result.stdout
        assert size_of((tmp_path / name).read_bytes()) == (1180, 1060)
    with Image.open(BytesIO((tmp_path / "board.png").read_bytes())) as picture:
        assert picture.format == "PNG"
    assert b"<svg" in (tmp_path / "board.SVG").read_bytes()


def test_another_kind_of_file_is_refused(recipe: Path, tmp_path: Path) -> None:
    result = call("build", "board", recipe, "-o", tmp_path / "board.gif")
    assert result.exit_code == 2
    assert "ends in .png or .svg, found 'board.gif'" in result.stderr
    assert list(tmp_path.glob("board*")) == []


def test_a_board_that_is_there_is_not_replaced_unasked(recipe: Path, tmp_path: Path) -> None:
    out = tmp_path / "board.svg"
    out.write_text("mine", encoding="utf-8")
    assert call("build", "board", recipe, "-o", out).exit_code == 2
    assert out.read_text(encoding="utf-8") == "mine"
    assert call("build", "board", recipe, "-o", out, "--force").exit_code == 0
    assert out.read_text(encoding="utf-8") != "mine"
