import base64
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from tests.conftest import GOLDEN
from vassal_bridge.formats.archive import Archive
from vassal_bridge.formats.module import open_module
from vassal_bridge.pictures.art import ModuleArt
from vassal_bridge.pictures.svg import is_svg, rasterise

RED_BOX = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10">'
    '<rect x="5" y="2" width="10" height="4" fill="#ff0000"/></svg>'
)


def nothing(_: str) -> None:
    return None


def png(size: tuple[int, int], colour: tuple[int, int, int]) -> bytes:
    out = BytesIO()
    Image.new("RGB", size, colour).save(out, "PNG")
    return out.getvalue()


def shown(body: str, head: str = 'width="20" height="20"') -> bytes:
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f"{head}>{body}</svg>"
    ).encode()


def test_a_drawing_has_its_size_and_is_clear_where_nothing_is_drawn() -> None:
    image = rasterise(RED_BOX.encode(), nothing)
    assert image.size == (20, 10)
    assert image.getbbox() == (5, 2, 15, 6)
    assert image.getpixel((7, 4)) == (255, 0, 0, 255)


@pytest.mark.parametrize(
    ("head", "size"),
    [
        ('width="30px" height="20px"', (30, 20)),
        ('width="12.6" height="9.4"', (13, 9)),
        ('viewBox="0 0 40 50"', (40, 50)),
        ('width="100%" height="100%" viewBox="0 0 94 94"', (94, 94)),
    ],
)
def test_sizes_are_pixels_rounded_or_the_view_box(head: str, size: tuple[int, int]) -> None:
    assert rasterise(shown("<circle cx='5' cy='5' r='3'/>", head), nothing).size == size


def test_texts_are_written_in_the_bundled_fonts() -> None:
    boxes = []
    for family in ("serif", "monospace", "No Such Family"):
        text = f'<text x="2" y="15" font-size="12" font-family="{family}">iiW</text>'
        box = rasterise(shown(text, 'width="60" height="20"'), nothing).getbbox()
        assert box is not None
        boxes.append(box)
    assert boxes[0][2] != boxes[1][2], "serif and monospaced letters are of different width"


def test_another_picture_of_the_module_is_shown_and_no_other_file(tmp_path: Path) -> None:
    green = png((20, 20), (0, 255, 0))
    body = '<image width="20" height="20" xlink:href="{}"/>'
    known = {"green.png": green}.get
    assert rasterise(shown(body.format("green.png")), known).getpixel((9, 9)) == (0, 255, 0, 255)
    secret = tmp_path / "secret.png"
    secret.write_bytes(green)
    for reference in (str(secret), secret.as_uri(), "http://127.0.0.1:9/x.png"):
        assert rasterise(shown(body.format(reference)), nothing).getbbox() is None
    inside = "data:image/png;base64," + base64.b64encode(green).decode("ascii")
    assert rasterise(shown(body.format(inside)), nothing).getbbox() is not None


@pytest.mark.parametrize(
    "data",
    [
        b'<svg width="9" height="9">',
        b"<svg/>",
        b'<svg width="99999" height="99999"/>',
        b'<!DOCTYPE svg [<!ENTITY a "&a;&a;">]><svg width="9" height="9">&a;</svg>',
    ],
)
def test_what_cannot_be_drawn_is_an_error(data: bytes) -> None:
    with pytest.raises(ValueError, match=r".+"):
        rasterise(data, nothing)


def test_a_picture_that_speaks_of_drawings_is_none() -> None:
    assert is_svg(b"\xef\xbb\xbf <?xml version='1.0'?><svg:svg width='9'>")
    assert not is_svg(png((2, 2), (0, 0, 0)) + b"<svg width='9'>")


def test_a_module_gives_its_drawings_as_pictures() -> None:
    archive = Archive.read(GOLDEN / "broken" / "tiny.vmod")
    archive = archive.add("images/box.svg", RED_BOX.encode())
    archive = archive.add("images/bad.svg", b'<svg width="20" height="10"><rect')
    art = ModuleArt(archive)
    assert art.image("box.svg") == rasterise(RED_BOX.encode(), nothing)
    bad = art.image("bad.svg")
    assert bad is not None
    assert bad.size == (20, 10)
    assert art.doubts == ["the image 'bad.svg' is of a kind that is not drawn"]


def test_the_public_modules_drawings_are_drawn(corpus: Path) -> None:
    path = next((corpus / "Fleafa__Bushido-Risen-Sun-VASSAL").rglob("*.vmod"))
    art = ModuleArt(open_module(path))
    names = [name for name in art.module.archive.names if name.endswith(".svg") and "30mm-" in name]
    assert names
    for name in names[::10]:
        image = art.image(name.removeprefix("images/"))
        assert image is not None
        assert image.getbbox() is not None
    assert art.doubts == []
