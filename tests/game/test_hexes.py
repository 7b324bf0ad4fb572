from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vassal_bridge.errors import RuleError
from vassal_bridge.game.hexes import (
    HexId,
    HexMap,
    find_path,
    format_hex,
    hexside,
    is_hex,
    parse_hex,
    reachable,
)

EVEN = HexMap(columns=(1, 30), rows=(1, 20), low="even")
ODD = HexMap(columns=(1, 30), rows=(1, 20), low="odd")
LEVEL = HexMap(columns=(1, 30), rows=(1, 20), low="even", sideways=True)
maps = st.builds(
    HexMap,
    columns=st.just((1, 30)),
    rows=st.just((1, 30)),
    low=st.sampled_from(["even", "odd"]),
    sideways=st.booleans(),
    rows_first=st.booleans(),
)
hexes = st.builds(format_hex, st.integers(1, 30), st.integers(1, 20))


@given(st.integers(0, 99), st.integers(0, 99))
def test_parse_is_the_inverse_of_format(column: int, row: int) -> None:
    assert parse_hex(format_hex(column, row)) == (column, row)


@pytest.mark.parametrize("text", ["", "261", "26185", "26A8", "Eliminated", " 2618", "２６18"])
def test_parse_refuses_what_is_no_hex_number(text: str) -> None:
    assert not is_hex(text)
    with pytest.raises(RuleError, match="four digits"):
        parse_hex(text)


def test_format_refuses_numbers_that_do_not_fit() -> None:
    with pytest.raises(RuleError):
        format_hex(100, 1)


def test_neighbours_with_the_even_columns_low() -> None:
    assert set(EVEN.neighbours(HexId("1010"))) == {"1009", "1011", "0910", "0911", "1110", "1111"}
    assert set(EVEN.neighbours(HexId("1110"))) == {"1109", "1111", "1009", "1010", "1209", "1210"}


def test_neighbours_with_the_odd_columns_low() -> None:
    assert set(ODD.neighbours(HexId("1110"))) == {"1109", "1111", "1010", "1011", "1210", "1211"}


def test_neighbours_in_level_rows_with_the_even_rows_to_the_right() -> None:
    assert set(LEVEL.neighbours(HexId("1010"))) == {"0910", "1110", "1009", "1109", "1011", "1111"}
    assert set(LEVEL.neighbours(HexId("1011"))) == {"0911", "1111", "0910", "1010", "0912", "1012"}


def test_a_number_may_begin_with_the_row() -> None:
    by_row = HexMap(columns=(1, 30), rows=(1, 20), low="even", rows_first=True)
    assert set(by_row.neighbours(HexId("0910"))) == {"0810", "1010", "0909", "1009", "0911", "1011"}
    assert HexId("2030") in by_row
    assert HexId("3020") not in by_row


@given(maps, hexes)
def test_neighbours_are_mutual_distinct_and_at_distance_one(sheet: HexMap, one: HexId) -> None:
    around = sheet.neighbours(one)
    assert len(set(around)) == len(around) <= 6
    for other in around:
        assert one in sheet.neighbours(other)
        assert sheet.distance(one, other) == 1


@given(maps, hexes, hexes)
def test_distance_is_symmetric_and_is_that_of_the_shortest_path(
    sheet: HexMap, one: HexId, other: HexId
) -> None:
    assert sheet.distance(one, other) == sheet.distance(other, one)
    path = find_path(one, [other], sheet.neighbours, lambda _: True)
    assert path is not None
    assert len(path) - 1 == sheet.distance(one, other)


@given(maps, hexes, hexes)
def test_a_line_goes_from_hex_to_adjacent_hex(sheet: HexMap, one: HexId, other: HexId) -> None:
    line = sheet.line(one, other)
    assert line[0] == one
    assert line[-1] == other
    assert len(line) == sheet.distance(one, other) + 1
    assert all(sheet.distance(a, b) == 1 for a, b in pairwise(line))


@given(maps, hexes, st.integers(0, 5))
def test_a_ring_holds_exactly_the_hexes_at_its_distance(
    sheet: HexMap, centre: HexId, radius: int
) -> None:
    expected = [other for other in sheet.hexes() if sheet.distance(centre, other) == radius]
    assert list(sheet.ring(centre, radius)) == expected


@given(maps, hexes, hexes, st.integers(0, 8), st.sets(hexes, max_size=80))
def test_reachable_and_find_path_agree(
    sheet: HexMap, one: HexId, other: HexId, limit: int, blocked: set[HexId]
) -> None:
    def free(hex_id: HexId) -> bool:
        return hex_id not in blocked

    distances = reachable(one, sheet.neighbours, free, limit=limit)
    path = find_path(one, [other], sheet.neighbours, free, limit=limit)
    assert (path is not None) == (other in distances)
    if path is not None:
        assert len(path) - 1 == distances[other]
        assert not blocked.intersection(path[1:])


@given(hexes, hexes)
def test_a_hexside_has_one_key(one: HexId, other: HexId) -> None:
    assert hexside(one, other) == hexside(other, one)


def test_a_map_holds_its_hexes_and_no_boxes() -> None:
    assert "0101" in EVEN
    assert "3121" not in EVEN
    assert "Eliminated" not in EVEN
    assert 101 not in EVEN
