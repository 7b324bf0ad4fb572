import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops

from vassal_bridge.pictures.canvas import Canvas, png_bytes
from vassal_bridge.pictures.colours import BLACK, WHITE, ink_on, mix, parse_colour
from vassal_bridge.pictures.fonts import FACES, fit_size, text_width, wrap
from vassal_bridge.pictures.symbols import MARKS, Frame, draw_symbol
from vassal_bridge.pictures.texture import scatter


def chunks(png: bytes) -> list[bytes]:
    found, place = [], 8
    while place < len(png):
        (length,) = struct.unpack_from(">L", png, place)
        found.append(png[place + 4 : place + 8])
        place += 12 + length
    return found


def symbol(mark: str) -> Image.Image:
    canvas = Canvas(48, 48, (200, 200, 180), factor=4)
    draw_symbol(canvas, Frame((12, 18, 36, 34), BLACK), (mark,), WHITE)
    return canvas.finish()


def test_a_png_holds_pixels_and_nothing_else() -> None:
    image = Image.new("RGB", (8, 8), (1, 2, 3))
    image.info.update({"Software": "someone", "dpi": (300, 300), "comment": b"hello"})
    assert set(chunks(png_bytes(image))) == {b"IHDR", b"IDAT", b"IEND"}


def test_the_same_calls_give_the_same_bytes() -> None:
    assert png_bytes(symbol("infantry")) == png_bytes(symbol("infantry"))


@pytest.mark.parametrize("mark", MARKS)
def test_every_mark_draws_something_of_its_own(mark: str) -> None:
    others = [symbol(other).tobytes() for other in MARKS if other != mark]
    bare = Canvas(48, 48, (200, 200, 180), factor=4)
    draw_symbol(bare, Frame((12, 18, 36, 34), BLACK), (), WHITE)
    drawn = symbol(mark).tobytes()
    assert drawn != bare.finish().tobytes()
    assert drawn not in others


def test_a_clear_canvas_keeps_its_colour_at_the_edges() -> None:
    canvas = Canvas(20, 20, None, factor=4)
    canvas.disc((10, 10), 7.3, (255, 0, 0))
    image = canvas.finish()
    pixels = [image.getpixel((x, y)) for x in range(20) for y in range(20)]
    assert any(0 < pixel[3] < 255 for pixel in pixels)
    assert all(pixel[0] > 200 and pixel[1] < 8 for pixel in pixels if pixel[3] > 32)
    assert image.getpixel((0, 0))[3] == 0


def test_a_shape_is_smooth_and_in_its_place() -> None:
    canvas = Canvas(40, 40, BLACK, factor=4)
    canvas.rectangle((10, 10, 30, 30), WHITE)
    box = canvas.finish().convert("L").getbbox()
    assert box == (10, 10, 30, 30)


def test_a_canvas_over_a_picture_leaves_the_picture_as_it_is() -> None:
    under = Image.effect_noise((30, 30), 80).convert("RGB")
    assert ImageChops.difference(under, Canvas.over(under, factor=2).finish()).getbbox() is None


@given(text=st.text("ABCdefgh 123/", min_size=1, max_size=30), width=st.integers(10, 200))
def test_a_fitted_text_fits_unless_even_the_least_size_does_not(text: str, width: int) -> None:
    size = fit_size(text, width, "condensed-bold", 20, least=6)
    assert 6 <= size <= 20
    assert size == 6 or text_width(text, "condensed-bold", size) <= width
    if size < 20:
        assert text_width(text, "condensed-bold", size + 0.5) > width


@given(words=st.lists(st.text("abcdef", min_size=1, max_size=8), max_size=8))
def test_wrapping_keeps_every_word_in_order(words: list[str]) -> None:
    lines = wrap(" ".join(words), 60, "regular", 12)
    assert " ".join(lines).split() == words
    assert all(text_width(line, "regular", 12) <= 60 for line in lines if " " in line)


@pytest.mark.parametrize("face", FACES)
def test_every_face_is_bundled(face: str) -> None:
    assert text_width("Betio", face, 12) > 10


@pytest.mark.parametrize("text", ["red", "#12", "#12345g", "", "123456"])
def test_a_colour_is_six_hex_digits(text: str) -> None:
    with pytest.raises(ValueError, match="expected a colour"):
        parse_colour(text)


@given(share=st.floats(0, 1))
def test_a_mixed_colour_lies_between_its_two(share: float) -> None:
    assert all(10 <= part <= 200 for part in mix((10, 200, 50), (200, 10, 90), share))


def test_ink_is_light_on_dark_and_dark_on_light() -> None:
    assert ink_on((20, 20, 60)) == WHITE
    assert ink_on((240, 230, 200)) == BLACK


@given(name=st.text(max_size=12))
def test_scattered_points_are_the_same_every_time_and_stay_in_the_square(name: str) -> None:
    points = list(scatter(name, 12))
    assert points == list(scatter(name, 12))
    assert all(-1 <= x <= 1 and -1 <= y <= 1 for x, y in points)
