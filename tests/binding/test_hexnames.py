"""Numberings of a module's hexes are found by trying, and checked on the map."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vassal_bridge.binding.hexnames import HexForm, fit_hexes, letters
from vassal_bridge.binding.spots import Spot
from vassal_bridge.game.hexes import HexId, HexMap, parse_hex

SHEET = HexMap((1, 20), (1, 14), low="even")
LAND = tuple(h for h in SHEET.hexes() if SHEET.distance(h, HexId("1007")) <= 5)
MAP = "Map"


def point(hex_id: HexId) -> tuple[int, int]:
    column, row = parse_hex(hex_id)
    return 52 * column, 60 * row + (30 if column % 2 == 0 else 0)


def spots(form: HexForm, hexes: tuple[HexId, ...] = LAND) -> list[Spot]:
    return [Spot(MAP, "", form.name(hex_id), point(hex_id)) for hex_id in hexes]


@pytest.mark.parametrize(
    ("form", "name"),
    [
        (HexForm(MAP, "{column:02}{row:02}"), "1007"),
        (HexForm(MAP, "{row:02}{column:02}"), "0710"),
        (HexForm(MAP, "C{column}-R{row}", 3, -2), "C13-R5"),
        (HexForm(MAP, "{column:A}{row}"), "J7"),
        (HexForm(MAP, "{row}{column:A}", 5), "7O"),
        (HexForm(MAP, "Hex {column}.{row}", 0, 15, mirror_rows=True), "Hex 10.8"),
        (HexForm(MAP, "Betio {column:02}{row:02} East", 40, 40), "Betio 5047 East"),
        (HexForm(MAP, "{column:A}{row}", 25), "II7"),
    ],
)
def test_a_numbering_is_found_again(form: HexForm, name: str) -> None:
    assert form.name(HexId("1007")) == name
    fit = fit_hexes(spots(form), SHEET, LAND)
    assert fit is not None
    assert {h: fit.form.name(h) for h in LAND} == {h: form.name(h) for h in LAND}
    assert (fit.known, fit.beside, fit.upright) == (1.0, 1.0, 1.0)


@settings(max_examples=8)
@given(
    columns=st.integers(0, 40),
    rows=st.integers(0, 40),
    mirror=st.booleans(),
    text=st.sampled_from(["{column:02}{row:02}", "{row:02}{column:02}", "x{column}/{row}"]),
)
def test_any_shift_of_a_printed_sheet_is_found(
    columns: int, rows: int, mirror: bool, text: str
) -> None:
    form = HexForm(MAP, text, columns, rows + (15 if mirror else 0), mirror_rows=mirror)
    fit = fit_hexes(spots(form, SHEET.hexes()), SHEET, LAND)
    assert fit is not None
    assert {h: fit.names[h].name for h in LAND} == {h: form.name(h) for h in LAND}


def test_a_single_hex_that_is_spelt_otherwise_is_told() -> None:
    form = HexForm(MAP, "{column}-{row}")
    found = spots(form)
    odd = next(n for n, one in enumerate(found) if one.name == "9-7")
    found[odd] = Spot(MAP, "", "09-07", found[odd].point)
    fit = fit_hexes(found, SHEET, LAND)
    assert fit is not None
    assert fit.names[HexId("0907")].name == "09-07"
    named = {h: fit.otherwise.get(h) or fit.form.name(h) for h in LAND}
    assert named == {h: fit.names[h].name for h in LAND}


def test_a_numbering_whose_neighbours_lie_apart_does_not_fit() -> None:
    """The right names, strewn over the map."""
    wrong = [
        Spot(MAP, "", one, (c**3 * r**2 * 397 % 997, c**2 * r**3 * 571 % 991))
        for one in LAND
        for c, r in [parse_hex(one)]
    ]
    assert fit_hexes(wrong, SHEET, LAND) is None


def test_places_that_are_no_hexes_do_not_fit() -> None:
    boxes = [Spot(MAP, "", f"Turn {n}", (60 * n, 20)) for n in range(1, 40)]
    assert fit_hexes(boxes, SHEET, LAND) is None


@pytest.mark.parametrize(
    ("number", "text"), [(1, "A"), (26, "Z"), (27, "AA"), (53, "AAA"), (0, "")]
)
def test_letters_count_as_the_engine_counts_them(number: int, text: str) -> None:
    assert letters(number) == text
