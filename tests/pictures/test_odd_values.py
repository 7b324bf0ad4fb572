"""Pictures of what real files hold and nobody would write on purpose."""

from functools import cache

import pytest
from PIL import Image

from tests.conftest import GOLDEN
from vassal_bridge.formats.archive import Archive
from vassal_bridge.formats.module import open_module
from vassal_bridge.formats.save import Save
from vassal_bridge.pictures.art import ModuleArt
from vassal_bridge.pictures.mapview import MapView


@cache
def art() -> ModuleArt:
    return ModuleArt(open_module(GOLDEN / "kitchen.vmod"))


def drawn(piece: str) -> Image.Image:
    """Return the map Theatre with one piece, whose text is given without id and place."""
    text = f"begin_save\x1b+/1/{piece}Theatre;300;300;1;0\x1bend_save"
    save = Save(Archive.of([("savedGame", text.encode("utf-8"))]))
    return MapView(art(), save, art().map("Theatre")).draw()


@pytest.fixture(scope="module")
def bare() -> Image.Image:
    """Return the map without a piece."""
    return drawn("piece;;;;Nothing/")


def test_an_image_name_of_blanks_is_none_and_no_placeholder(bare: Image.Image) -> None:
    assert drawn("piece;;; ;Blank/").tobytes() == bare.tobytes()
    assert drawn("piece;;;lost.png;Lost/").tobytes() != bare.tobytes()


@pytest.mark.parametrize("size", ["0", "-7", "99999999"])
def test_letters_of_any_size_can_be_asked_for(bare: Image.Image, size: str) -> None:
    piece = f"label;;L;{size};;;t;0;c;0;b;c\tpiece;;;;P/text\t"
    assert drawn(piece).size == bare.size
