"""[8.3, 8.5] Missions, CAP and interdiction: who may fly where, and what it costs."""

from __future__ import annotations

from dataclasses import replace

import pytest

from modules.macarthur.rules.air import air_phase
from modules.macarthur.rules.missions import Target, can_follow, forbidden, targets
from modules.macarthur.rules.patrols import (
    bridge_stands,
    fly_cap,
    interdict,
    is_interdicted,
    kept_down,
    leave,
    may_leave,
    price,
    why_no_cap,
)
from modules.macarthur.rules.planning import fly_raid, plan
from modules.macarthur.rules.possible import possible
from modules.macarthur.rules.raids import Raid, in_order, raids
from modules.macarthur.rules.returns import completion_returns
from modules.macarthur.rules.scramble import alarms
from modules.macarthur.setup import load_units
from modules.macarthur.state import State
from modules.macarthur.units import Mission, Unit
from tests.macarthur_air import ALLIED_AIR, CLARK, board, over, play, sky
from vassal_bridge.errors import RuleError
from vassal_bridge.game.changes import Tell
from vassal_bridge.game.hexes import HexId, hexside
from vassal_bridge.game.sequence import SECRET, Steps

FIELD = Target(CLARK, "field")
SUPPORT = {"ABSU Zeke 1": "Tainan", "ABSU Zeke 2": "Takao"}


def test_mac_3_2_2_a_the_phasing_side_flies_until_it_has_enough() -> None:
    state = sky({"Betty 1": "Takao", "Betty 2": "Takao", "P-40E 1": "Clark"})
    answers = ["raid", f"navy {FIELD.value}", "bomb Betty 1", "go", "done"]
    play(plan, state, answers=answers)
    assert [raid.units(state)[0].id for raid in raids(state)] == ["Betty 1"]


def test_mac_8_3_1_a_fields_units_bridges_and_corregidor_are_targets() -> None:
    found = targets(sky({"71 PA Art": "1034"}), "jp")
    kinds = {target.what.split()[0] for target in found}
    assert kinds == {"field", "ground", "bridge", "corregidor", "cavite"}
    assert Target("1034", "ground") in found
    assert {t.what.split()[0] for t in targets(sky({}), "allied")} == {"field", "bridge"}


def test_mac_8_3_6_a_corregidor_is_raided_as_others_are() -> None:
    state = sky({"Betty 1": "Takao"})
    target = next(one for one in targets(state, "jp") if one.what == "corregidor")
    assert forbidden(state, state.units["Betty 1"], Mission.BOMB, target) == ""
    assert forbidden(state, state.units["Betty 1"], Mission.HIGH, target) == ""
    assert "10.2.3" in forbidden(state, state.units["Betty 1"], Mission.HIGH, FIELD)


def test_mac_8_3_1_b_bombers_are_put_on_the_target_in_range() -> None:
    state = sky({"Betty 1": "Takao", "Ann 1": "Kato", "ABSU Ann 1": "Kato"})
    assert "8.1" in forbidden(state, state.units["Ann 1"], Mission.BOMB, FIELD)
    play(lambda s: fly_raid(s, "navy", FIELD), state)
    unit = state.units["Betty 1"]
    assert (unit.location, unit.base, unit.mission, unit.target) == (
        CLARK,
        "Takao",
        "bomb",
        "field",
    )


def test_mac_8_2_b_without_support_no_mission() -> None:
    state = sky({"Zeke 1": "Tainan"})
    assert "no support unit" in forbidden(state, state.units["Zeke 1"], Mission.STRAFE, FIELD)
    served = sky({"Zeke 1": "Tainan", **SUPPORT})
    assert forbidden(served, served.units["Zeke 1"], Mission.STRAFE, FIELD) == ""


@pytest.mark.parametrize(
    ("fields", "said"), [({"face": "back"}, "inverted"), ({"moved": True}, "changed fields")]
)
def test_mac_8_6_5_c_who_is_down_or_has_moved_does_not_fly(
    fields: dict[str, object], said: str
) -> None:
    state = sky({"Betty 1": ("Takao", fields)})
    assert said in forbidden(state, state.units["Betty 1"], Mission.BOMB, FIELD)


def test_mac_8_3_1_c_army_and_navy_fly_apart_and_dice_say_who_is_first() -> None:
    state = sky({"Betty 1": over(CLARK, "bomb", "Takao"), "Sally 1": over(CLARK, "bomb", "Chosu")})
    assert {raid.service for raid in raids(state)} == {"army", "navy"}
    for face, first in ((1, "army"), (2, "navy")):
        found: list[Raid] = []

        def order(s: State, found: list[Raid] = found) -> Steps[None]:
            found.extend((yield from in_order(s, CLARK)))

        play(order, state, dice=[face])
        assert found[0].service == first


def test_mac_8_5_1_a_and_8_5_1_b_escorts_fly_with_bombers_of_their_service() -> None:
    state = sky(
        {"Sally 1": "Chosu", "ABSU Sally 1": "Chosu", "Zeke 1": "Tainan", "Betty 1": "Takao"}
        | SUPPORT
    )
    asked: list[str] = []
    outcome = play(lambda s: fly_raid(s, "navy", FIELD), state, answers=["bomb Betty 1"])
    for choice in outcome.choices:
        asked += [option.value for option in choice.choose.options]
    assert "escort Zeke 1" in asked
    assert not [value for value in asked if "Sally" in value]
    alone = sky({"Zeke 1": "Tainan", **SUPPORT})
    outcome = play(lambda s: fly_raid(s, "navy", FIELD), alone)
    assert alone.units["Zeke 1"].mission == Mission.STRAFE


def test_mac_8_3_3_e_not_beside_friends_unless_water_lies_between() -> None:
    side = next(one for one in board().sides if "river" in board().sides[one])
    here, across = side
    dry = next(
        near
        for near in board().sheet.neighbours(HexId(here))
        if board().is_land(near) and not board().has("river", HexId(here), near)
    )
    enemy = Unit("e", "e", "allied", "infantry", here, points=1)
    for place, is_barred in ((across, False), (dry, True)):
        friend = Unit("f", "f", "jp", "infantry", place)
        found = Target(here, "ground") in targets(sky({}, enemy, friend), "jp")
        assert found is not is_barred


def test_mac_8_3_5_a_bridges_lie_where_roads_meet_rivers() -> None:
    assert board().bridges()
    for one, other in board().bridges():
        assert {one, other} <= board().roads
        assert board().has("river", one, other)


def test_mac_8_5_3_b_interdiction_flies_to_a_road_in_half_the_range() -> None:
    state = sky({"P-40E 1": "Clark", "ABSU P-40 3": "Clark"}, phase=ALLIED_AIR)
    unit = state.units["P-40E 1"]
    road = board().places["San Fernando"]
    assert forbidden(state, unit, Mission.INTERDICT, Target(road, "patrol")) == ""
    off = next(h for h in board().terrain if h not in board().roads and board().is_land(h))
    assert "no road" in forbidden(state, unit, Mission.INTERDICT, Target(off, "patrol"))
    far = board().places["Bayombong"]
    assert board().sheet.distance(HexId(CLARK), far) > 17 or far
    vigan = board().places["Vigan"]
    assert "8.1" in forbidden(state, unit, Mission.INTERDICT, Target(vigan, "patrol"))


def test_mac_8_5_3_a_and_8_5_3_c_the_road_and_its_bridges_are_gone_for_all() -> None:
    side = board().bridges()[-1]
    assert hexside(*side) == side
    state = sky({"P-40E 1": over(side[0], "interdict", "Clark", "patrol")}, phase=ALLIED_AIR)
    assert is_interdicted(state, side[0])
    assert not bridge_stands(state, side)
    assert bridge_stands(sky({}), side)


def test_mac_8_5_3_d_interdiction_is_hurt_by_nothing_in_the_air() -> None:
    place = board().places["San Fernando"]
    state = sky(
        {
            "P-40E 1": over(place, "interdict", "Clark", "patrol"),
            "Zeke 1": over(place, "strafe", "Takao", "ground"),
        },
        Unit("e", "e", "allied", "infantry", place, points=1),
    )
    play(air_phase, state, dice=[6, 6])
    assert state.units["P-40E 1"].mission == Mission.INTERDICT


def test_mac_8_5_4_1_a_cap_covers_own_units_or_fields() -> None:
    state = sky(
        {"P-40E 1": "Nichols", "P-40E 2": "Nichols", "ABSU P-40 1": "Nichols"},
        Unit("e", "e", "allied", "infantry", "1644", points=1),
        phase=ALLIED_AIR,
    )
    unit = state.units["P-40E 1"]
    assert why_no_cap(state, unit, "1644") == ""
    assert why_no_cap(state, unit, CLARK) == ""
    assert "covers own" in why_no_cap(state, unit, "1641")


def test_mac_8_5_4_1_b_cap_may_leave_unless_friends_stand_on_the_field() -> None:
    alone = sky({"P-40E 1": over(CLARK, "cap", "Iba")}, phase=ALLIED_AIR)
    assert may_leave(alone, alone.units["P-40E 1"])
    play(lambda s: leave(s, s.units["P-40E 1"]), alone)
    assert (alone.units["P-40E 1"].location, alone.units["P-40E 1"].mission) == ("Iba", "aloft")
    bound = sky({"P-40E 1": over(CLARK, "cap", "Iba"), "B-17 1": "Clark"}, phase=ALLIED_AIR)
    assert not may_leave(bound, bound.units["P-40E 1"])


def test_mac_8_1_e_cap_that_left_does_not_scramble_again_and_lands_with_the_others() -> None:
    left = sky({"P-40E 1": over(CLARK, "cap", "Iba"), "ABSU P-40 2": "Iba"})
    play(lambda s: leave(s, s.units["P-40E 1"]), left)
    raided = {**left.units, "Betty 1": replace(load_units()["Betty 1"], location="0435")}
    raided["Betty 1"] = replace(raided["Betty 1"], mission="bomb", base="Takao", target="field")
    state = State(left.board, raided.values(), left.tracks)
    assert alarms(state, "0435") == ()
    home = State(left.board, left.units.values(), {**left.tracks, "phase": "Japanese Completion"})
    play(completion_returns, home)
    assert (home.units["P-40E 1"].location, home.units["P-40E 1"].mission) == ("Iba", "")


def test_mac_8_5_4_2_a_near_the_base_one_of_the_model_is_inverted() -> None:
    state = sky(
        {"P-40E 1": "Clark", "P-40E 2": "Clark", "P-40E 3": "Clark", "ABSU P-40 3": "Clark"},
        phase=ALLIED_AIR,
    )
    play(lambda s: fly_cap(s, s.units["P-40E 1"], CLARK), state)
    assert [u.id for u in state.units.values() if u.held] == ["P-40E 2"]
    assert state.units["P-40E 2"].face == "back"
    assert state.units["P-40E 1"].location == CLARK


def test_mac_8_5_4_2_b_farther_off_two_are() -> None:
    ground = Unit("e", "e", "allied", "infantry", "1118", points=1)
    three = {"P-40E 1": "Clark", "P-40E 2": "Clark", "P-40E 3": "Clark", "ABSU P-40 3": "Clark"}
    state = sky(three, ground, phase=ALLIED_AIR)
    unit = state.units["P-40E 1"]
    assert price(state, unit, "1118") == 2
    assert price(state, unit, "1120") == 1
    assert len(kept_down(state, unit, "1118")) == 2
    del three["P-40E 3"]
    few = sky(three, ground, phase=ALLIED_AIR)
    assert "too few" in why_no_cap(few, few.units["P-40E 1"], "1118")
    with pytest.raises(RuleError, match="too few"):
        play(lambda s: fly_cap(s, s.units["P-40E 1"], "1118"), few)


def test_mac_8_5_4_2_c_of_mixed_models_the_weakest_flies_and_the_shortest_range_counts() -> None:
    state = sky(
        {"P-26 1": "Clark", "P-40E 1": "Clark", "ABSU P-26 1": "Clark", "ABSU P-40 3": "Clark"},
        phase=ALLIED_AIR,
    )
    assert [u.id for u in kept_down(state, state.units["P-26 1"], CLARK)] == ["P-40E 1"]
    assert kept_down(state, state.units["P-40E 1"], CLARK) == ()
    assert price(state, state.units["P-40E 1"], "1126", (state.units["P-26 1"],)) == 2
    assert price(state, state.units["P-40E 1"], "1126") == 1


def test_mac_8_5_4_3_a_and_8_5_4_3_b_cap_follows_an_advance_within_range_of_a_field() -> None:
    state = sky({"P-26 1": over(CLARK, "cap", "Clark")})
    assert can_follow(state, state.units["P-26 1"], "1136")
    assert not can_follow(
        sky({"Nate 1": over("1701", "cap", "Koshun")}),
        sky({"Nate 1": over("1701", "cap", "Koshun")}).units["Nate 1"],
        "1150",
    )
    parked = sky({"P-26 1": "Clark"})
    assert not can_follow(parked, parked.units["P-26 1"], "1136")


def test_interdiction_is_told_without_its_base() -> None:
    state = sky({"P-40E 1": "Clark", "ABSU P-40 3": "Clark"}, phase=ALLIED_AIR)
    place = board().places["San Fernando"]
    outcome = play(lambda s: interdict(s, s.units["P-40E 1"], place), state)
    told = [event.text for event in outcome.events if isinstance(event, Tell)]
    assert told == [f"  Interdiction: P-40E 1 @San Fernando ({place}) [8.5.3]"]


def test_mac_2_2_1_a_of_cap_and_changes_of_fields_no_base_is_told() -> None:
    three = {"P-40E 1": "Clark", "P-40E 2": "Clark", "P-40E 3": "Clark", "ABSU P-40 3": "Clark"}
    state = sky({**three, "P-35 1": "Nichols"}, phase=ALLIED_AIR)
    answers = ["cap", "0435", "P-40E 1", "move", "Batangas", "P-35 1", "done"]
    outcome = play(plan, state, answers=answers)
    assert state.units["P-35 1"].location == "Batangas"
    told = [str(c) for c in outcome.choices if c.choose.kind != SECRET] + list(outcome.story)
    shown = " ".join(told)
    assert "P-40E 1 @Iba (0435); 1 inverted" in shown
    for hidden in ("Clark", "Batangas", "Nichols", "P-40E 2", "P-35 1"):
        assert hidden not in shown


def test_mac_8_2_b_without_support_aircraft_may_still_change_fields() -> None:
    state = sky({"P-35 1": "Nichols", "ABSU P-35 1": "Del Carmen"}, phase=ALLIED_AIR)
    assert [option.value for option in possible(state, "cap")] == []
    assert "Del Carmen" in {option.value for option in possible(state, "move")}


def test_mac_16_1_2_1_a_b_17s_operate_from_clark_alone() -> None:
    away = {"B-17 1": "Nichols", "ABSU B-17 1": "Nichols"}
    state = sky(away, phase=ALLIED_AIR)
    target = Target("Takao", "field")
    assert "from Clark alone" in forbidden(state, state.units["B-17 1"], Mission.BOMB, target)
    home = sky({"B-17 1": "Clark", "ABSU B-17 1": "Clark"}, phase=ALLIED_AIR)
    assert forbidden(home, home.units["B-17 1"], Mission.BOMB, target) == ""
