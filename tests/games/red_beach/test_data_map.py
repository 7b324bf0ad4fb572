from __future__ import annotations

import csv
from collections import Counter
from typing import Any

import pytest

from modules.red_beach.board import Board
from modules.red_beach.rules.night_targets import valid_targets
from modules.red_beach.rules.supply import supply_of_all
from modules.red_beach.setup import data_folder, load_board, load_units, start
from modules.red_beach.units import Unit
from vassal_bridge.game.hexes import HexId, hexside, is_hex, reachable

BEACHES = ("red_one", "red_two", "red_three", "green")
SCENARIOS = ("start", "first_night")


def rows(name: str) -> list[dict[str, str]]:
    text = (data_folder() / "house" / name).read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))


@pytest.fixture(scope="module")
def board() -> Board:
    return load_board("house")


@pytest.fixture(scope="module")
def units() -> dict[str, Unit]:
    return load_units()


@pytest.fixture(scope="module")
def forts(units: dict[str, Unit]) -> list[Unit]:
    return [unit for unit in units.values() if unit.is_fort]


def beach_hexes(name: str) -> list[HexId]:
    return [HexId(row["hex"]) for row in rows("hexes.csv") if row["beach"] == name]


def test_every_hex_is_on_the_sheet_once_and_has_a_known_terrain(board: Board) -> None:
    hexes = [row["hex"] for row in rows("hexes.csv")]
    assert len(hexes) == len(set(hexes))
    assert all(hex_id in board.sheet for hex_id in hexes)
    known = {"sea", "reef", "beach", "clear", "airfield", "palm", "pier"}
    assert {row["terrain"] for row in rows("hexes.csv")} <= known
    assert {row["beach"] for row in rows("hexes.csv")} == {*BEACHES, ""}


def test_a_landing_beach_is_a_connected_strip_of_beach_on_the_water(board: Board) -> None:
    for name in BEACHES:
        hexes = beach_hexes(name)
        assert len(hexes) >= 5
        assert {board.terrain[hex_id] for hex_id in hexes} == {"beach"}
        joined = reachable(hexes[0], board.neighbours, frozenset(hexes).__contains__)
        assert set(joined) == set(hexes)
        for hex_id in hexes:
            assert any(not board.is_land(there) for there in board.sheet.neighbours(hex_id))


def test_the_island_is_one_piece_with_the_pier(board: Board) -> None:
    joined = reachable(HexId("4624"), board.neighbours, lambda _: True)
    assert set(joined) == set(board.terrain)


def test_4_0_2308_is_the_end_of_the_long_pier(board: Board) -> None:
    pier = [hex_id for hex_id, terrain in sorted(board.terrain.items()) if terrain == "pier"]
    assert pier[0] == "2308"
    assert board.neighbours(HexId("2308")) == (pier[1],)
    foot = {there for there in board.neighbours(pier[-1]) if there not in pier}
    assert {board.beaches[there] for there in foot} <= {"red_two", "red_three"}


def test_3_3_4624_is_dry_land_from_which_the_beaches_can_be_reached(board: Board) -> None:
    assert board.terrain[HexId("4624")] in ("clear", "palm")
    joined = reachable(HexId("4624"), board.neighbours, lambda there: not board.is_pier(there))
    for name in BEACHES:
        assert set(beach_hexes(name)) <= set(joined)


def test_hexsides_lie_between_neighbours_on_land(board: Board) -> None:
    sides = [(HexId(row["a"]), HexId(row["b"]), row["feature"]) for row in rows("hexsides.csv")]
    assert len(sides) == len(set(sides))
    for one, other, feature in sides:
        assert other in board.sheet.neighbours(one)
        assert board.is_land(one)
        assert board.is_land(other)
        assert (one, other) == hexside(one, other)
        if feature == "beach_boundary":
            assert board.beaches[one] != board.beaches[other]
    assert {feature for _, _, feature in sides} == {"seawall", "ditch", "beach_boundary"}


def test_two_beaches_never_touch_without_a_boundary(board: Board) -> None:
    for one, beach in board.beaches.items():
        for other in board.neighbours(one):
            if board.beaches.get(other, beach) != beach:
                assert "beach_boundary" in board.sides[hexside(one, other)]


def test_8_4_tanks_can_leave_some_beach_and_reach_the_tail(board: Board) -> None:
    came: dict[HexId, list[HexId]] = {}
    for hex_id in board.terrain:
        came[hex_id] = [
            there
            for there in board.neighbours(hex_id)
            if not board.is_pier(there) and not board.stops_tanks(hex_id, there)
        ]
    for name in ("red_two", "green"):
        start_hex = beach_hexes(name)[0]
        seen, todo = {start_hex}, [start_hex]
        while todo:
            for there in came[todo.pop()]:
                if there not in seen:
                    seen.add(there)
                    todo.append(there)
        assert "4624" in seen


def test_3_2_fort_groups_rb_t1(forts: list[Unit]) -> None:
    groups = Counter(fort.group for fort in forts)
    assert {group: groups[group] for group in "1B3A"} == {"1": 5, "B": 6, "3": 8, "A": 3}
    assert groups["1"] + groups["B"] + groups["A"] == 14
    assert groups["B"] + groups["A"] == 9
    assert groups["3"] + groups["A"] == 11
    assert sum(fort.long_pier for fort in forts) == 3
    assert sum(fort.green for fort in forts) == 6


def test_3_2_forts_stand_by_the_beaches_that_they_fire_at(board: Board, forts: list[Unit]) -> None:
    reach = {"1": {"red_one"}, "B": {"red_one", "red_two"}, "3": {"red_three"}}
    hexes = [fort.location for fort in forts]
    assert len(hexes) == len(set(hexes))
    for fort in forts:
        here = HexId(fort.location)
        assert board.is_land(here)
        assert here not in board.beaches
        assert board.is_pier(here) == (fort.group == "A") == fort.long_pier
        near = {board.beaches.get(there) for there in board.neighbours(here)} - {None}
        if fort.group in reach:
            assert near & reach[fort.group]
        if fort.green:
            assert "green" in near
    assert "2308" not in hexes
    assert "4624" not in hexes


def test_1_2_order_of_battle(units: dict[str, Unit]) -> None:
    infantry = [unit for unit in units.values() if unit.kind == "inf"]
    battalions = Counter((unit.regiment, unit.battalion) for unit in infantry)
    assert battalions == {(regiment, battalion): 3 for regiment in "268" for battalion in "123"}
    hqs = {(unit.regiment, unit.battalion) for unit in units.values() if unit.kind == "btn_hq"}
    assert hqs == set(battalions)
    assert {unit.regiment for unit in units.values() if unit.kind == "rgt_hq"} == set("268")
    assert sum(unit.kind == "jp_tank" for unit in units.values()) == 2
    assert sum(unit.kind == "jp_inf" for unit in units.values()) >= 12


def test_8_81_counters_print_what_the_ladder_says(board: Board, units: dict[str, Unit]) -> None:
    for row in rows("counters.csv"):
        if row["kind"] != "fort":
            for face in ("front", "back"):
                assert int(row[face]) == board.tables.lookup("ladder", row["kind"], face)
        else:
            assert int(row["front"]) > 0
    assert len(units) == len(rows("counters.csv"))


def test_names_are_unique_and_never_look_like_a_hex(units: dict[str, Unit]) -> None:
    boxes = [row["box"] for row in rows("boxes.csv")]
    names = [*boxes, *(unit.name for unit in units.values())]
    assert len(names) == len(set(names))
    markers = [row["id"] for row in rows("markers.csv")]
    ids = [*markers, *units]
    assert len(ids) == len(set(ids))
    assert [name for name in names + ids if is_hex(name)] == []


def test_every_counter_and_marker_begins_somewhere(board: Board, units: dict[str, Unit]) -> None:
    for unit in units.values():
        assert unit.location in board.boxes or board.is_land(HexId(unit.location))
    tracks = {row["box"]: row["track"] for row in rows("boxes.csv")}
    for row in rows("markers.csv"):
        assert tracks[row["box"]] == row["track"]


def test_markers_begin_where_the_landing_scenario_has_them() -> None:
    total: dict[str, int] = {}
    for row in rows("markers.csv"):
        if row["field"] == "turn":
            assert row["box"] == start("start", "house").turn
            continue
        digit = int(row["box"].rpartition(" ")[2])
        total[row["field"]] = total.get(row["field"], 0) + digit * int(row["unit"])
    assert total == {name: start("start", "house").level(name) for name in total}
    assert len(total) == 6


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_scenario_is_legal(scenario: str) -> None:
    assert start(scenario, "house").status() == []


def test_2_0_the_landing_begins_as_printed() -> None:
    state: Any = start("start", "house")
    levels = (
        "jrl",
        "amtracs",
        "engineer_level",
        "engineers_available",
        "air_strikes",
        "destroyers",
    )
    assert [state.level(name) for name in levels] == [400, 6, 10, 10, 0, 0]
    assert state.turn == "Interphase 20 Nov"
    assert state.stacks() == {}
    assert state.forts_destroyed() == 0


def test_3_3_the_first_night_is_worth_playing() -> None:
    state: Any = start("first_night", "house")
    assert state.turn == "GT 4"
    assert 300 <= state.jrl <= 400
    ashore = [unit for units in state.stacks().values() for unit in units]
    assert len(ashore) >= 20
    assert len(valid_targets(state)) >= 5
    assert any(unit.disrupted for unit in ashore)
    assert any(unit.fired for unit in ashore)
    assert any(unit.marker1 for unit in ashore)
    assert [supply for supply in supply_of_all(state) if not supply.supplied] == []
    assert state.forts_destroyed() > 0
