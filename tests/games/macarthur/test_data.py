"""The data of MacArthur: tables in every edition, set-ups, map and charts."""

from __future__ import annotations

import tomllib
from collections import Counter

import pytest

from modules.macarthur.rules.fields import SHARED, SORTS, boxes, has_room, is_served, parked
from modules.macarthur.rules.turns import PHASES, TURNS
from modules.macarthur.setup import (
    data_folder,
    load_boxes,
    load_game_tables,
    load_units,
    start,
)
from modules.macarthur.units import ABSU, AIR, KINDS
from tests.built import recipe_of
from tests.macarthur_air import board
from vassal_bridge.errors import BindingError, MissingCell, RuleError
from vassal_bridge.game.constraints import validate
from vassal_bridge.game.hexes import HexId
from vassal_bridge.game.tables import Edition, with_owner_cells


def test_every_edition_obeys_what_the_text_says() -> None:
    assert validate(load_game_tables("house")) == []


@pytest.mark.parametrize(
    ("table", "row", "column"),
    [
        ("bombing", 7, 6),
        ("air_to_air", 0, "E"),
        ("aircraft", "Zeke", "range"),
        ("scramble", 6, None),
    ],
)
def test_the_printed_edition_knows_nothing_that_is_not_printed(
    table: str, row: int | str, column: int | str | None
) -> None:
    with pytest.raises(MissingCell, match="macarthur --fill"):
        load_game_tables("printed").lookup(table, row, column)


@pytest.mark.parametrize(
    ("table", "row", "column", "value"),
    [
        ("aircraft", "P-40E", "bomb", 1),
        ("airfields", "Heito", "distance", 33),
        ("airfields", "Batan Island", "F", 2),
        ("scramble", 4, None, "may"),
        ("scramble", 5, None, "must"),
        ("transports", 5, "strategic", 75),
        ("transports", 2, "operational", 25),
    ],
)
def test_printed_cells(table: str, row: int | str, column: str | None, value: int | str) -> None:
    tables = load_game_tables("printed")
    assert tables.lookup(table, row, column) == value
    assert tables.source(table, row, column) == Edition.PRINTED


@pytest.mark.parametrize(
    ("document", "said"),
    [
        ({"bombing": {"7": ["E", "D", "D", "D", "E", "E"]}}, "Bombing Table"),
        ({"air_to_air": {"0": ["26", "16"]}}, "Air-to-Air Table"),
        ({"airfields": {"Heito": [2, 3, 40]}}, "Airfield charts"),
        ({"scramble": {"4": "must"}}, "Scramble Table"),
    ],
)
def test_an_owners_cells_are_checked_against_the_text(
    document: dict[str, dict[str, object]], said: str
) -> None:
    tables = with_owner_cells(load_game_tables("house"), document, "owner")
    assert any(said in text for text in validate(tables))


def test_a_figure_that_no_dice_show_is_refused() -> None:
    with pytest.raises(BindingError, match="two figures of dice"):
        with_owner_cells(load_game_tables("house"), {"air_to_air": {"0": ["17", "26"]}}, "owner")


PRINTED_SET_UP = {
    "Del Carmen": {"P-35": 2},
    "Nichols": {"P-40E": 2},
    "Iba": {"P-40E": 2},
    "Clark": {"P-40B": 2, "P-40E": 2, "B-17": 2, "B-10": 1, "B-18": 1},
    "Batangas": {"P-26": 1},
    "Del Monte": {"B-17": 1},
    "Koshun": {"Nate": 2},
    "Kato": {"Lily": 2, "Ann": 2},
    "Chosu": {"Sally": 1, "Nate": 2},
    "Heito": {"Sonia": 1, "Ida": 1},
    "Kagi": {"Tina": 1},
    "Taichu": {"Betty": 2},
    "Tainan": {"Nell": 2, "Zeke": 3},
    "Takao": {"Betty": 3, "Zeke": 3, "Claude": 1},
}
"""The aircraft of 16.1.2.1 and 16.1.4.4; the B-10 and the B-18 may be at any bomber field.

The B-17 that flies to Clark on turn 2 comes from Del Monte [14.2].
"""


def test_the_aircraft_begin_where_the_text_says() -> None:
    found: dict[str, Counter[str]] = {}
    for unit in load_units().values():
        if unit.is_air and unit.location != "Arriving":
            found.setdefault(unit.location, Counter())[unit.model] += 1
    assert found == PRINTED_SET_UP


def test_the_convoys_bring_what_the_text_says() -> None:
    arriving = [u.model for u in load_units().values() if u.is_air and u.location == "Arriving"]
    assert Counter(arriving) == {"P-40E": 1 + 3, "B-17": 3 + 1, "A-24": 3}


def test_on_the_first_day_everybody_has_room_and_support() -> None:
    state = start("first_day", "house")
    for unit in state.alive:
        if unit.is_air and unit.location in state.board.fields:
            is_far = unit.location == "Del Monte"
            assert is_served(state, unit.location, unit) != is_far, unit.name
            assert has_room(state, unit.location, unit), unit.name


def test_there_are_no_more_counters_than_the_game_has() -> None:
    assert len(load_units()) <= 300


def test_kinds_boxes_turns_and_phases_are_known() -> None:
    assert {unit.kind for unit in load_units().values()} <= KINDS
    known = load_boxes()
    assert [box for box, track in known.items() if track == "Turn"] == [*TURNS, "End"]
    assert tuple(box for box, track in known.items() if track == "Phase") == PHASES
    for field in board().fields:
        assert field in known


def test_beaches_lie_by_the_sea_and_places_on_land() -> None:
    for place, hex_id in board().places.items():
        assert board().is_land(hex_id), place
    for hex_id in board().beaches:
        assert board().is_coastal(HexId(hex_id))


def test_roads_lead_from_hex_to_hex() -> None:
    assert all(
        any(near in board().roads for near in board().sheet.neighbours(hex_id))
        for hex_id in board().roads
    )


def test_a_support_unit_is_of_a_model_that_flies() -> None:
    models = {SHARED.get(one.model, one.model) for one in load_units().values() if one.is_air}
    assert {u.model for u in load_units().values() if u.kind == ABSU} <= models


def test_mac_16_1_2_1_a_seven_allied_support_units_begin() -> None:
    begin = [u for u in load_units().values() if u.kind == ABSU and u.side == "allied"]
    models = Counter(u.model for u in begin if u.location != "Arriving")
    assert models == {"P-35": 1, "P-40": 3, "P-26": 1, "B-10/18": 1, "B-17": 1}


def test_an_unknown_scenario_is_told() -> None:
    with pytest.raises(RuleError, match="no scenario 'nowhere'"):
        start("nowhere", "house")


def test_house_tables_say_that_they_are_ours() -> None:
    text = (data_folder() / "house" / "tables.toml").read_text(encoding="utf-8")
    assert "not the published game" in text
    assert tomllib.loads(text)


def test_every_field_has_boxes_and_nobody_is_parked_on_empty_ones() -> None:
    state = start("first_day", "house")
    for name in state.board.fields:
        assert sum(boxes(state, name, sort) for sort in SORTS) > 0
    assert parked(state, "Vigan") == ()


def test_the_figures_on_the_counters_of_aircraft_are_those_of_the_tables() -> None:
    aircraft = [row for row in recipe_of("macarthur").data.counters if row.kind in AIR]
    assert aircraft
    tables = load_game_tables("house")
    for row in aircraft:
        look = [
            int(tables.lookup("aircraft", row.cells["model"], name))
            for name in ("attack", "defence", "range", "bomb", "dive")
        ]
        attack, defence, reach, bomb, dive = look
        carried = f"({bomb})" if dive else str(bomb)
        shown = [row.cells[name] for name in ("strength", "range", "bomb")]
        assert shown == [f"{attack}-{defence}", str(reach), carried if bomb else ""]
