"""[8.1 to 8.6] Where what an aircraft may do ends: to the hex, the box and the phase."""

from __future__ import annotations

from dataclasses import replace

import pytest

from modules.macarthur.rules import fields, relocation
from modules.macarthur.rules.missions import Target, forbidden
from modules.macarthur.rules.ranges import distance, is_within
from modules.macarthur.rules.returns import abort, completion_returns, landing_places, recover
from modules.macarthur.setup import load_units
from modules.macarthur.units import BACK, FRONT, Mission, Unit
from tests.macarthur_air import ALLIED_AIR, ALLIED_COMPLETION, CLARK, board, over, play, sky

FIGHTER = {"P-40E 1": "Clark", "ABSU P-40 3": "Clark"}
BOMBER = {"B-18 1": "Clark", "ABSU B-10/18 1": "Clark"}


def hexes_at(base: str, way: int, *, roads: bool = False) -> list[str]:
    """Return the hexes at a distance by air from a field, those with a road alone if asked."""
    known = sorted(board().roads) if roads else sorted(board().terrain)
    return [one for one in known if distance(board(), base, one) == way]


def test_mac_8_1_a_a_target_at_the_range_is_reached_and_one_hex_farther_is_not() -> None:
    unit = load_units()["P-26 1"]
    for part, way in ((1, 20), (2, 10)):
        assert is_within(board(), unit, "Batangas", hexes_at("Batangas", way)[0], part=part)
        farther = hexes_at("Batangas", way + 1)[0]
        assert not is_within(board(), unit, "Batangas", farther, part=part)


def test_mac_8_3_1_b_a_mission_goes_as_far_as_the_range_and_no_hex_farther() -> None:
    state = sky(FIGHTER, phase=ALLIED_AIR)
    unit = state.units["P-40E 1"]
    near, far = (Target(hexes_at("Clark", way)[0], "ground") for way in (34, 35))
    assert forbidden(state, unit, Mission.STRAFE, near) == ""
    assert "reaches 34" in forbidden(state, unit, Mission.STRAFE, far)


def test_mac_8_5_3_b_interdiction_goes_as_far_as_half_the_range_and_no_hex_farther() -> None:
    state = sky({"P-26 1": "Batangas", "ABSU P-26 1": "Batangas"}, phase=ALLIED_AIR)
    unit = state.units["P-26 1"]
    near, far = (Target(hexes_at("Batangas", way, roads=True)[0], "patrol") for way in (10, 11))
    assert forbidden(state, unit, Mission.INTERDICT, near) == ""
    assert "reaches 10" in forbidden(state, unit, Mission.INTERDICT, far)


@pytest.mark.parametrize(
    ("mission", "what"),
    [
        (Mission.ESCORT, "field"),
        (Mission.STRAFE, "field"),
        (Mission.FIGHTER_BOMB, "field"),
        (Mission.CAP, "patrol"),
        (Mission.INTERDICT, "patrol"),
    ],
)
def test_mac_8_5_fighters_alone_escort_strafe_interdict_and_fly_cap(
    mission: str, what: str
) -> None:
    state = sky(BOMBER, phase=ALLIED_AIR)
    target = Target(CLARK, what)
    assert "no fighter" in forbidden(state, state.units["B-18 1"], mission, target)


def test_mac_8_3_1_a_bombers_bomb_and_those_without_bombs_do_not() -> None:
    state = sky({**FIGHTER, "Tina 1": "Kagi"}, phase=ALLIED_AIR)
    target = Target(CLARK, "field")
    assert "no bomber" in forbidden(state, state.units["P-40E 1"], Mission.BOMB, target)
    assert "carries no bombs" in forbidden(state, state.units["Tina 1"], Mission.BOMB, target)


def test_mac_8_5_2_2_b_fighters_strafe_units_and_fields_alone() -> None:
    state = sky(FIGHTER, phase=ALLIED_AIR)
    unit = state.units["P-40E 1"]
    bridge = Target(CLARK, "bridge 1137 1238")
    assert "strafe units and fields" in forbidden(state, unit, Mission.STRAFE, bridge)


def test_mac_8_1_b_to_a_friendly_field_with_room_alone() -> None:
    full = {"P-26 1": "Batangas", "P-40E 2": "Batangas", "P-40E 3": "Batangas"}
    state = sky({**FIGHTER, **full}, notes="Vigan taken=1")
    unit = state.units["P-40E 1"]
    assert "no box" in relocation.why_not(state, unit, "Batangas")
    assert "not friendly" in relocation.why_not(state, unit, "Vigan")
    assert relocation.why_not(sky(FIGHTER), unit, "Vigan") == ""


@pytest.mark.parametrize("fields_of_it", [{"face": BACK}, {"moved": True}])
def test_mac_8_1_b_who_is_down_or_has_moved_changes_no_field(
    fields_of_it: dict[str, object],
) -> None:
    state = sky({"P-40E 1": ("Clark", fields_of_it)})
    assert "cannot fly" in relocation.why_not(state, state.units["P-40E 1"], "Iba")


def test_mac_8_1_b_the_support_unit_stays_where_the_new_field_has_one() -> None:
    state = sky({**FIGHTER, "ABSU P-40 2": "Iba"})
    play(lambda s: relocation.relocate(s, s.units["P-40E 1"], "Iba"), state)
    assert state.units["ABSU P-40 3"].location == "Clark"


def test_mac_8_2_b_who_waits_without_support_fights_from_the_turn_after_it_comes() -> None:
    state = sky({**FIGHTER, "P-40B 1": "Iba"})
    assert not fields.is_served(state, "Iba", state.units["P-40B 1"])
    play(lambda s: relocation.relocate(s, s.units["P-40E 1"], "Iba"), state)
    assert fields.is_served(state, "Iba", state.units["P-40B 1"])
    reason = forbidden(state, state.units["P-40B 1"], Mission.CAP, Target("0435", "field"))
    assert "has its support unit from the next turn on" in reason


def test_mac_8_2_a_a_support_unit_serves_its_own_side() -> None:
    support, unit = load_units()["ABSU P-40 3"], load_units()["P-40E 1"]
    assert fields.suits(support, unit)
    assert not fields.suits(replace(support, side="jp"), unit)


def test_mac_8_2_a2_what_is_built_into_formosa_is_not_on_luzon() -> None:
    state = sky({"Betty 1": "Laoag"}, Unit("x", "x", "jp", "infantry", "1106"))
    assert not fields.is_served(state, "Laoag", state.units["Betty 1"])


def test_mac_8_2_a_a_base_without_support_comes_after_a_field_that_has_it() -> None:
    state = sky({"P-40E 1": over(CLARK, "spent", "Clark"), "ABSU P-40 1": "Nichols"})
    assert landing_places(state, state.units["P-40E 1"]) == ["Nichols"]
    alone = sky({"P-40E 1": over(CLARK, "spent", "Clark")})
    assert landing_places(alone, alone.units["P-40E 1"]) == ["Clark"]


def test_mac_8_2_b_nobody_lands_on_a_base_that_was_lost() -> None:
    tank = Unit("x", "x", "jp", "tank", CLARK)
    state = sky({"P-40E 1": over(CLARK, "spent", "Clark"), "ABSU P-40 3": "Clark"}, tank)
    assert "Clark" not in landing_places(state, state.units["P-40E 1"])


def test_mac_8_2_b_nobody_lands_on_a_field_out_of_range() -> None:
    laoag = board().places["Laoag"]
    out = "Batangas B=1, Batangas F=2"
    state = sky({"P-26 1": over(laoag, "spent", "Batangas")}, damage=out)
    found = landing_places(state, state.units["P-26 1"])
    assert set(found) == {"Laoag", "Vigan", "Aparri", "Tuguegarao", "John Hayes"}
    assert all(distance(board(), name, laoag) <= 20 for name in found)


def test_mac_8_6_5_c_an_enemys_completion_turns_up_no_aircraft_that_turned_back() -> None:
    state = sky({"Zeke 4": ("Takao", {"face": BACK})}, phase=ALLIED_COMPLETION)
    play(completion_returns, state)
    assert state.units["Zeke 4"].face == BACK


def test_mac_8_6_5_c_aborted_over_a_landing_it_misses_the_next_air_phase_of_its_side_alone() -> (
    None
):
    flying = {"B-18 1": over("0828", "bomb", "Clark", "landing"), "ABSU B-10/18 1": "Clark"}
    state = sky(flying, phase="Japanese Naval")
    play(lambda s: abort(s, s.units["B-18 1"], "[8.7.6]"), state)
    assert (state.units["B-18 1"].face, state.units["B-18 1"].aborted) == (BACK, False)


def test_mac_8_6_5_c_and_8_5_4_2_a_an_air_phase_turns_up_its_own_sides_that_no_cap_keeps_down() -> (
    None
):
    down = {"face": BACK}
    state = sky(
        {
            "Zeke 1": ("Takao", down),
            "Zeke 2": ("Takao", {**down, "held": True}),
            "P-40E 1": ("Clark", down),
            "1/48": ("0828", down),
        }
    )
    play(recover, state)
    faces = {name: unit.face for name, unit in state.units.items()}
    assert faces == {"Zeke 1": FRONT, "Zeke 2": BACK, "P-40E 1": BACK, "1/48": BACK}
