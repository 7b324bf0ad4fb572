"""[8.1, 8.2] Ranges, airfields and their boxes, support units."""

from __future__ import annotations

import pytest

from modules.macarthur.rules import fields, relocation
from modules.macarthur.rules.completion import repair_fields
from modules.macarthur.rules.ranges import distance, is_within
from modules.macarthur.settings import Settings
from modules.macarthur.setup import load_fields, load_units
from modules.macarthur.units import Unit
from tests.macarthur_air import CLARK, JAPANESE_COMPLETION, board, play, sky


def test_mac_8_1_a_every_hex_costs_one_and_the_target_lies_in_range() -> None:
    assert distance(board(), "Clark", CLARK) == 0
    assert distance(board(), "Clark", "1139") == 2
    p26 = load_units()["P-26 1"]
    assert is_within(board(), p26, "Batangas", board().places["Nichols"])
    assert not is_within(board(), p26, "Batangas", board().places["Laoag"])


def test_mac_t8_and_8_1_c_and_2_2_3_b_heito_is_33_from_the_f_hexes() -> None:
    assert "1701" in board().entries["F"]
    assert distance(board(), "Heito", "1701") == 33
    assert distance(board(), "Heito", "1704") == 36


def test_mac_8_1_d_raids_on_formosa_go_the_same_way() -> None:
    assert distance(board(), "Clark", "Heito") == distance(board(), "Heito", CLARK)
    near = min(board().sheet.distance("1137", entry) for entry in board().entries["F"])
    assert distance(board(), "Clark", "Heito") == 33 + near


def test_mac_8_1_f_bicol_is_six_an_area_and_then_the_way_from_b() -> None:
    (entry,) = board().entries["B"]
    assert [distance(board(), f"Bicol {area}", entry) for area in range(1, 5)] == [6, 12, 18, 24]
    assert distance(board(), "Bicol 1", "Bicol 3") == 12


def test_nobody_reaches_del_monte() -> None:
    assert not is_within(board(), load_units()["B-17 1"], "Del Monte", CLARK)


def test_mac_8_1_b_fields_are_changed_within_twice_the_range() -> None:
    state = sky({"P-40E 1": "Nichols", "ABSU P-40 1": "Nichols"})
    unit = state.units["P-40E 1"]
    assert relocation.why_not(state, unit, "Aparri") == ""
    assert distance(state.board, "Nichols", "Aparri") > 34
    assert "twice the range" in relocation.why_not(
        sky({"P-26 1": "Batangas"}), load_units()["P-26 1"], "Laoag"
    )


def test_mac_8_1_b_not_to_a_field_that_was_captured_in_this_turn() -> None:
    state = sky({"Zeke 1": "Tainan"}, turn=2)
    for change in fields.capture(state, "Vigan", "jp"):
        state.push(change)
    assert fields.owner(state, "Vigan") == "jp"
    assert "captured in this turn" in relocation.why_not(state, state.units["Zeke 1"], "Vigan")
    later = sky({"Zeke 1": "Tainan"}, turn=3, notes=state.tracks["notes"])
    assert relocation.why_not(later, later.units["Zeke 1"], "Vigan") == ""


def test_mac_8_1_b_the_support_unit_goes_along_unless_others_need_it() -> None:
    state = sky({"P-40E 1": "Nichols", "ABSU P-40 1": "Nichols"})
    play(lambda s: relocation.relocate(s, s.units["P-40E 1"], "Iba"), state)
    assert state.units["ABSU P-40 1"].location == state.units["P-40E 1"].location == "Iba"
    assert state.units["P-40E 1"].moved
    state = sky({"P-40E 1": "Nichols", "P-40E 2": "Nichols", "ABSU P-40 1": "Nichols"})
    play(lambda s: relocation.relocate(s, s.units["P-40E 1"], "Iba"), state)
    assert state.units["ABSU P-40 1"].location == "Nichols"


def test_by_the_other_reading_aircraft_change_fields_with_support_alone() -> None:
    both = {"P-40E 1": "Nichols", "P-40E 2": "Nichols", "ABSU P-40 1": "Nichols"}
    strict = Settings(relocation_needs_support=True)
    state = sky(both, settings=strict)
    unit = state.units["P-40E 1"]
    assert "no support unit" in relocation.why_not(state, unit, "Iba")
    assert relocation.why_not(sky(both), unit, "Iba") == ""
    there = sky({**both, "ABSU P-40 2": "Iba"}, settings=strict)
    assert relocation.why_not(there, unit, "Iba") == ""
    alone = sky({"P-40E 1": "Nichols", "ABSU P-40 1": "Nichols"}, settings=strict)
    assert relocation.why_not(alone, unit, "Iba") == ""


def test_mac_8_2_a_and_8_2_a1_p_40s_share_and_others_do_not() -> None:
    state = sky(
        {
            "P-40E 1": "Clark",
            "P-40B 1": "Clark",
            "P-35 1": "Clark",
            "B-17 1": "Clark",
            "ABSU P-40 3": "Clark",
            "ABSU B-17 1": "Iba",
        }
    )
    served = {
        u.id for u in state.units.values() if u.is_air and fields.is_served(state, "Clark", u)
    }
    assert served == {"P-40E 1", "P-40B 1"}


def test_mac_8_2_a2_nell_betty_and_tina_need_no_support_unit_on_formosa() -> None:
    state = sky({"Betty 1": "Takao", "Nell 1": "Takao", "Tina 1": "Kagi", "Zeke 1": "Takao"})
    served = [u.id for u in state.units.values() if fields.is_served(state, u.location, u)]
    assert served == ["Betty 1", "Nell 1", "Tina 1"]


def test_mac_8_2_g_one_support_unit_serves_any_number() -> None:
    zekes = {f"Zeke {number}": "Takao" for number in range(1, 7)}
    state = sky({**zekes, "ABSU Zeke 2": "Takao"})
    assert all(fields.is_served(state, "Takao", state.units[name]) for name in zekes)


def test_mac_8_2_d_batan_island_is_japanese_and_holds_two_fighters() -> None:
    state = sky({"Zeke 1": "Batan Island", "Nate 1": "Takao", "Betty 1": "Takao"})
    assert fields.owner(state, "Batan Island") == "jp"
    assert fields.has_room(state, "Batan Island", state.units["Nate 1"])
    assert not fields.has_room(state, "Batan Island", state.units["Betty 1"])
    full = sky({"Zeke 1": "Batan Island", "Zeke 2": "Batan Island", "Nate 1": "Takao"})
    assert not fields.has_room(full, "Batan Island", full.units["Nate 1"])


def test_mac_8_2_e_and_2_2_1_a_no_more_aircraft_than_boxes() -> None:
    there = {f"Zeke {number}": "Batangas" for number in (1, 2, 3)}
    state = sky({**there, "Zeke 4": "Takao"})
    assert (fields.boxes(state, "Batangas", "F"), fields.boxes(state, "Batangas", "B")) == (2, 1)
    assert not fields.has_room(state, "Batangas", state.units["Zeke 4"])
    damaged = sky({"Zeke 1": "Batangas", "Zeke 2": "Takao"}, damage="Batangas F=2")
    assert not fields.has_room(damaged, "Batangas", damaged.units["Zeke 2"])


def test_mac_8_2_e1_bombers_need_b_boxes_and_fighters_take_either() -> None:
    state = sky({"B-10 1": "Batangas", "B-18 1": "Clark", "P-35 1": "Clark"})
    assert not fields.has_room(state, "Batangas", state.units["B-18 1"])
    assert fields.has_room(state, "Batangas", state.units["P-35 1"])
    fighters = sky({"P-35 1": "Batangas", "P-35 2": "Batangas", "P-26 1": "Clark"})
    assert fields.has_room(fighters, "Batangas", fighters.units["P-26 1"])


def test_mac_8_2_e2_which_models_are_fighters() -> None:
    fighters = {unit.model for unit in load_units().values() if unit.is_fighter}
    assert fighters == {"Zeke", "Claude", "Nate", "P-40E", "P-40B", "P-35", "P-26"}


def test_mac_8_2_f_a_field_with_support_repairs_one_box_a_turn() -> None:
    state = sky(
        {"ABSU Zeke 1": "Tainan"},
        phase=JAPANESE_COMPLETION,
        damage="Heito B=1, Tainan B=1, Tainan F=2",
    )
    play(repair_fields, state, answers=["F"])
    assert state.tracks["damage"] == "Heito B=1, Tainan B=1, Tainan F=1"


def test_mac_8_2_f_and_8_2_a2_a_field_with_built_in_support_repairs_too() -> None:
    damage = "Heito B=1, Kagi B=1, Taichu F=2"
    state = sky({}, phase=JAPANESE_COMPLETION, damage=damage)
    play(repair_fields, state)
    assert state.tracks["damage"] == "Heito B=1, Taichu F=1"
    homes = {u.location for u in load_units().values() if u.model in fields.BUILT_IN}
    assert homes == fields.BUILT_IN_AT


def test_every_field_on_the_map_has_a_hex_and_a_box() -> None:
    for field in load_fields().values():
        assert field.name in board().boxes
        assert (field.hex is not None) == (field.chart == "luzon")


def test_a_field_belongs_to_whoever_stands_on_it() -> None:
    tank = Unit("x", "x", "jp", "tank", CLARK)
    assert fields.owner(sky({}, tank), "Clark") == "jp"
    assert fields.owner(sky({}), "Clark") == "allied"


@pytest.mark.parametrize("name", ["Clark", "Takao", "Iba"])
def test_the_set_up_fits_the_boxes(name: str) -> None:
    state = sky({unit.id: unit.location for unit in load_units().values() if unit.is_air})
    parked = fields.parked(state, name)
    assert parked
    assert sum(unit.is_bomber for unit in parked) <= fields.boxes(state, name, "B")
    assert len(parked) <= fields.boxes(state, name, "B") + fields.boxes(state, name, "F")
