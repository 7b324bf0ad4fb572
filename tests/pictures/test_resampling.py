"""Pictures of another size: samples where VASSAL's GeneralFilter takes them."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from vassal_bridge.pictures.resampling import MOST_EXACT, resized


def lanczos(at: float) -> float:
    """Return the kernel of radius 3 (Lanczos3Filter)."""
    if at == 0:
        return 1.0
    if abs(at) >= 3:
        return 0.0
    turn = math.pi * at
    return 3 * math.sin(turn) * math.sin(turn / 3) / turn**2


def reduced_row(row: list[int], length: int) -> list[int]:
    """Return a row of bytes made shorter by the rules of GeneralFilter, sample by sample."""
    factor = (length - 1) / (len(row) - 1)
    made = []
    for place in range(length):
        centre = (place + 0.5) / factor
        weights = [lanczos(factor * (old - centre + 0.5)) for old in range(len(row))]
        value = sum(map(float.__mul__, weights, map(float, row))) / sum(weights)
        made.append(min(255, max(0, math.floor(value + 0.5))))
    return made


@given(st.lists(st.integers(0, 255), min_size=4, max_size=40), st.integers(2, 30))
def test_a_reduced_row_is_what_the_filter_gives(row: list[int], length: int) -> None:
    length = min(length, len(row) - 1)
    image = Image.new("RGB", (len(row), 4))
    for x, value in enumerate(row):
        image.paste((value, value, value), (x, 0, x + 1, 4))
    found = resized(image, length, 4)
    ours = [found.getpixel((x, 0))[0] for x in range(length)]
    assert all(abs(a - b) <= 1 for a, b in zip(ours, reduced_row(row, length), strict=True))


@pytest.mark.parametrize("mode", ["RGB", "RGBA", "L", "P"])
@pytest.mark.parametrize("size", [(1, 1), (1, 40), (7, 3), (64, 64), (100, 20), (200, 300)])
def test_every_size_can_be_asked_for(mode: str, size: tuple[int, int]) -> None:
    assert resized(Image.new(mode, (64, 64)), *size).size == size
    assert resized(Image.new(mode, (1, 1)), *size).size == size


def test_a_plain_picture_stays_plain() -> None:
    for image in (Image.new("RGBA", (60, 50), (9, 99, 199, 255)), Image.new("RGB", (60, 50), 7)):
        assert resized(image, 31, 17).getextrema() == image.getextrema()


def test_a_large_picture_is_reduced_too() -> None:
    large = Image.new("RGB", (MOST_EXACT // 100 + 1, 100), (1, 2, 3))
    assert resized(large, 500, 5).getextrema() == ((1, 1), (2, 2), (3, 3))
