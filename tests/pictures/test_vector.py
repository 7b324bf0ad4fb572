"""A drawing made by the calls of a canvas looks like the picture that the canvas makes."""

from collections.abc import Callable
from xml.etree import ElementTree

import pytest
from PIL import Image, ImageChops, ImageStat

from vassal_bridge.pictures.canvas import Canvas
from vassal_bridge.pictures.fonts import FACES
from vassal_bridge.pictures.vector import SvgCanvas
from vassal_bridge.pictures.washes import Melt, Wash, paint

PAPER, RED, BLUE, INK = (240, 232, 214), (176, 57, 46), (60, 110, 160), (30, 34, 40)
SQUARE = ((30.0, 30.0), (110.0, 30.0), (110.0, 90.0), (30.0, 90.0))
ASIDE = ((80.0, 60.0), (150.0, 60.0), (150.0, 110.0), (80.0, 110.0))


def square(canvas: Canvas) -> None:
    canvas.polygon(SQUARE, RED, INK, 4)


def lines(canvas: Canvas) -> None:
    canvas.line([(20, 20), (90, 60), (150, 20)], BLUE, 6)
    canvas.dashes((20, 100), (150, 110), INK, 3, 12, 8)


def boxes(canvas: Canvas) -> None:
    canvas.rectangle((20, 20, 90, 100), RED, INK, 5, radius=12)
    canvas.ellipse((95, 30, 150, 110), None, BLUE, 4)
    canvas.disc((55, 60), 14, PAPER)


def picture(canvas: Canvas) -> None:
    canvas.picture(Image.new("RGB", (10, 10), BLUE), (30, 40, 130, 90))
    canvas.paste(Image.new("RGB", (20, 20), RED), (10, 10))


def halo(canvas: Canvas) -> None:
    canvas.rectangle((0, 0, 170, 130), BLUE)
    canvas.text((85, 65), "Tarawa", INK, 28, face="bold", halo=PAPER, halo_width=3)


def slanted(canvas: Canvas) -> None:
    canvas.slanted_text((85, 65), "LAGOON", RED, 24, 17, face="condensed-bold", spacing=4)


def both(draw: Callable[[Canvas], None]) -> tuple[Image.Image, Image.Image]:
    canvas, vector = Canvas(170, 130, PAPER), SvgCanvas(170, 130, PAPER)
    draw(canvas)
    draw(vector)
    ElementTree.fromstring(vector.svg())
    return canvas.finish().convert("RGB"), vector.finish().convert("RGB")


def unlike(one: Image.Image, other: Image.Image) -> float:
    return max(ImageStat.Stat(ImageChops.difference(one, other)).mean)


@pytest.mark.parametrize("draw", [square, lines, boxes, picture, halo, slanted])
def test_a_call_draws_the_same(draw: Callable[[Canvas], None]) -> None:
    picture, vector = both(draw)
    drawn = unlike(picture, Image.new("RGB", picture.size, PAPER))
    assert unlike(picture, vector) < min(6, drawn / 4)


@pytest.mark.parametrize("face", list(FACES))
def test_every_face_is_written_in_its_own_letters(face: str) -> None:
    """Measured where the drawing has them: as wide, as heavy, in the same place."""
    picture, vector = both(lambda canvas: canvas.text((85, 65), "Betio 1943", INK, 24, face=face))
    ink = unlike(picture, Image.new("RGB", picture.size, PAPER))
    assert unlike(picture, vector) < ink / 3


@pytest.mark.parametrize("anchor", ["ls", "lm", "lb", "mm", "mb", "rm"])
def test_a_text_stands_where_its_anchor_says(anchor: str) -> None:
    picture, vector = both(lambda canvas: canvas.text((85, 65), "Hag", INK, 30, anchor=anchor))
    found = [
        ImageChops.difference(one, Image.new("RGB", one.size, PAPER)).convert("L").point(
            [0] * 60 + [255] * 196
        ).getbbox()
        for one in (picture, vector)
    ]  # fmt: skip
    assert found[0] is not None
    assert found[1] is not None
    assert max(abs(a - b) for a, b in zip(*found, strict=True)) <= 1


MELTS = Melt((SQUARE,), 4.0), Melt((ASIDE,), 6.0, 0.4)


@pytest.mark.parametrize(
    "washes",
    [
        [Wash(RED, MELTS[0])],
        [Wash(RED, MELTS[0], 0.4), Wash(BLUE, MELTS[1], 0.7)],
        [Wash(RED, MELTS[0], inside=MELTS[1])],
        [Wash(RED, MELTS[0], outside=MELTS[1])],
        [Wash(RED, Melt((), 5.0)), Wash(BLUE, MELTS[0], outside=Melt((), 2.0))],
    ],
)
def test_washes_are_the_same_in_pixels_and_in_a_drawing(washes: list[Wash]) -> None:
    picture = Image.new("RGB", (170, 130), PAPER)
    paint(picture, washes)
    vector = SvgCanvas(170, 130, PAPER)
    vector.washes(washes)
    drawn = unlike(picture, Image.new("RGB", picture.size, PAPER))
    assert drawn > 1
    assert unlike(picture, vector.finish().convert("RGB")) < drawn / 6


def test_a_melt_has_the_size_of_its_shapes() -> None:
    """Rounding takes nothing from a side's place: half of its height is where the side was."""
    picture = Image.new("RGB", (170, 130), PAPER)
    paint(picture, [Wash(RED, Melt((SQUARE,), 4.0))])
    row = [picture.getpixel((x, 60)) == RED for x in range(170)]
    assert abs(row.index(True) - 30) <= 1
    assert abs(170 - row[::-1].index(True) - 111) <= 2


def test_letters_that_xml_reserves_are_written() -> None:
    vector = SvgCanvas(60, 30, None)
    vector.text((30, 15), "<A & B>", INK, 12)
    (text,) = ElementTree.fromstring(vector.svg())
    assert text.text == "<A & B>"
