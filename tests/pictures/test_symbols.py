"""Every mark draws something of its own; an unknown one is refused, never drawn as a riddle."""

from itertools import combinations

import pytest

from vassal_bridge.pictures.canvas import Canvas, png_bytes
from vassal_bridge.pictures.silhouettes import SILHOUETTES
from vassal_bridge.pictures.symbols import (
    MARKS,
    SIZES,
    UNFRAMED,
    Dot,
    Frame,
    Gap,
    Solid,
    Stroke,
    Track,
    draw_symbol,
    is_mark,
)

WHITE, BLACK = (255, 255, 255), (0, 0, 0)
NAMED_BY_THE_RULEBOOKS = (
    *("infantry", "armor", "artillery", "engineer", "hq", "recon", "cavalry", "parachute"),
    *("marine", "mortar", "machine gun", "anti-tank", "anti-aircraft", "rocket", "lvt", "truck"),
    *("coastal", "mountain", "fighter", "bomber", "dive bomber", "flying boat", "recon plane"),
    *("transport plane", "transport", "submarine", "destroyer"),
)


def drawn(*marks: str, size: str = "", edge: int = 90) -> bytes:
    canvas = Canvas(edge, edge, WHITE)
    box = (edge * 0.2, edge * 0.35, edge * 0.8, edge * 0.75)
    draw_symbol(canvas, Frame(box, BLACK, edge / 40), marks, WHITE, size)
    return png_bytes(canvas.finish())


def test_the_types_that_the_rulebooks_name_are_there() -> None:
    assert set(NAMED_BY_THE_RULEBOOKS) <= set(MARKS)


def test_no_two_marks_look_alike() -> None:
    pictures = {name: drawn(name) for name in MARKS}
    for one, other in combinations(pictures, 2):
        assert pictures[one] != pictures[other], (one, other)
    assert drawn() not in pictures.values()


def test_no_two_sizes_look_alike() -> None:
    pictures = [drawn("infantry", size=size) for size in ("", *SIZES)]
    assert len(set(pictures)) == len(SIZES) + 1


@pytest.mark.parametrize("name", ["trebuchet", "", "text ", "Infantry"])
def test_an_unknown_mark_is_refused(name: str) -> None:
    assert not is_mark(name)
    if not name.startswith("text"):
        with pytest.raises(KeyError):
            drawn(name)


def test_letters_make_a_mark() -> None:
    assert is_mark("text SP")
    assert len({drawn("text SP"), drawn("text CDO"), drawn()}) == 3


def points_of(name: str) -> list[tuple[float, float]]:
    found: list[tuple[float, float]] = []
    for shape in MARKS[name]:
        match shape:
            case Stroke(points, _) | Solid(points) | Gap(points):
                found += points
            case Dot((x, y), radius, _):
                found += [(x - radius / 1.5, y - radius), (x + radius / 1.5, y + radius)]
            case Track((left, top, right, bottom)):
                found += [(left, top), (right, bottom)]
    return found


@pytest.mark.parametrize("name", sorted(MARKS))
def test_a_mark_stays_in_its_frame(name: str) -> None:
    """A staff and wheels hang below it, as they should."""
    below = 1.45 if name in ("staff", "motorized") else 1.0
    for x, y in points_of(name):
        assert -1e-9 <= x <= 1 + 1e-9
        assert -1e-9 <= y <= below + 1e-9


def test_aircraft_are_the_same_on_both_sides() -> None:
    for name in ("fighter", "bomber", "dive bomber", "flying boat", "recon plane"):
        points = {(round(x, 6), y) for outline in SILHOUETTES[name] for x, y in outline}
        assert {(round(1 - x, 6), y) for x, y in points} == points


def test_a_silhouette_has_no_frame() -> None:
    assert set(SILHOUETTES) <= UNFRAMED
    canvas = Canvas(60, 40, WHITE)
    draw_symbol(canvas, Frame((0, 0, 60, 40), BLACK, 2), ("fighter",), (200, 0, 0))
    assert canvas.finish().getpixel((2, 2)) == WHITE


@pytest.mark.parametrize("marks", [("infantry", "motorized"), ("staff",), ("staff", "motorized")])
def test_marks_that_hang_below_the_frame_stay_in_the_symbols_box(marks: tuple[str, ...]) -> None:
    canvas = Canvas(90, 90, WHITE)
    draw_symbol(canvas, Frame((18, 30, 72, 60), BLACK, 2), marks, WHITE)
    image = canvas.finish().convert("L")
    below = image.crop((0, 62, 90, 90))
    assert below.getextrema() == (255, 255)
    assert image.crop((0, 54, 90, 62)).getextrema()[0] < 128
