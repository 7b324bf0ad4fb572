"""[8.3 to 8.7] Who is a target, who defends, and what is counted, case by case."""

from __future__ import annotations

import pytest

from modules.macarthur.rules import air_to_air, bombing, damage, flak, strafing
from modules.macarthur.rules.damage import Hits
from modules.macarthur.rules.missions import Target, targets
from modules.macarthur.rules.patrols import bridge_stands, kept_down
from modules.macarthur.rules.raids import flak_units, patrol
from modules.macarthur.rules.scramble import (
    against_landing,
    alarmed_by_landing,
    alarms,
    modifier,
    overrun,
    scramble,
)
from modules.macarthur.units import BACK, Mission, Unit
from tests.macarthur_air import ALLIED_AIR, CLARK, board, dead, over, play, raid, sky
from vassal_bridge.game.hexes import HexId

BETTY = {"Betty 1": over(CLARK, "bomb", "Takao")}
BRIDGE = board().bridges()[0]
DOWN = {"face": BACK}


def foe(name: str, where: str, kind: str = "infantry", **more: object) -> Unit:
    return Unit(name, name, "allied", kind, where, points=2, steps=2, **more)  # type: ignore[arg-type]  # any field


def test_mac_8_3_1_a_nobody_raids_fields_of_its_own() -> None:
    fields = {one.place for one in targets(sky({}), "jp") if one.what == "field"}
    assert CLARK in fields
    assert not {"Takao", "Heito", "Batan Island"} & fields


def test_mac_8_3_5_c_a_blown_bridge_is_no_target_and_carries_nobody() -> None:
    blown = sky({}, bridges=f"{BRIDGE[0]}/{BRIDGE[1]}=1")
    target = Target(BRIDGE[0], f"bridge {BRIDGE[0]} {BRIDGE[1]}")
    assert target in targets(sky({}), "jp")
    assert target not in targets(blown, "jp")
    assert not bridge_stands(blown, BRIDGE)


@pytest.mark.parametrize("bank", BRIDGE)
def test_mac_8_5_3_c_interdiction_of_either_bank_closes_a_bridge(bank: str) -> None:
    state = sky({"P-40E 1": over(bank, "interdict", "Clark", "patrol")}, phase=ALLIED_AIR)
    assert not bridge_stands(state, BRIDGE)


def test_mac_8_3_3_e_the_sea_around_corregidor_lies_between() -> None:
    rock = board().places["Corregidor"]
    shore = next(near for near in board().sheet.neighbours(rock) if board().is_land(near))
    friend = Unit("f", "f", "jp", "infantry", shore)
    assert Target(rock, "ground") in targets(sky({}, foe("e", rock), friend), "jp")


def test_mac_8_5_4_2_a_who_is_down_already_keeps_no_cap_up() -> None:
    units = {"P-40E 1": "Clark", "P-40E 2": ("Clark", DOWN), "ABSU P-40 3": "Clark"}
    state = sky(units, phase=ALLIED_AIR)
    assert kept_down(state, state.units["P-40E 1"], CLARK) == ()


def test_mac_8_7_1_a_own_and_demoralized_aa_does_not_fire() -> None:
    own = Unit("own", "own", "jp", "aa", CLARK, points=1)
    state = sky({**BETTY, "200 AA": CLARK, "515 AA": (CLARK, {"demoralized": True})}, own)
    assert [unit.id for unit in flak_units(state, raid())] == ["200 AA"]


def test_mac_8_6_a_own_cap_does_not_meet_a_raid() -> None:
    state = sky({**BETTY, "Zeke 1": over(CLARK, "cap", "Tainan", "patrol")})
    assert patrol(state, raid()) == ()


def test_mac_8_5_4_1_b_before_a_fight_cap_is_asked_whether_it_leaves() -> None:
    state = sky({**BETTY, "P-40E 5": over(CLARK, "cap", "Iba", "patrol")})
    outcome = play(lambda s: air_to_air.fight(s, raid()), state, answers=["leave"])
    assert outcome.rolls == ()
    assert (state.units["P-40E 5"].location, state.units["P-40E 5"].mission) == ("Iba", "aloft")


def test_mac_8_6_3_b_a_bomber_without_guns_does_not_fire_back() -> None:
    state = sky(
        {"Sonia 1": over(CLARK, "bomb", "Heito"), "P-40E 5": over(CLARK, "cap", "Clark", "patrol")}
        | {"B-17 1": "Clark"}
    )
    here = raid(service="army")
    assert board().factor("Sonia", "attack") == 0
    assert len(play(lambda s: air_to_air.fight(s, here), state, dice=[6, 6]).rolls) == 1


def test_mac_8_6_6_a_destroyed_by_one_and_turned_back_by_another_it_is_destroyed_once() -> None:
    state = sky(
        {**BETTY, "P-40E 5": over(CLARK, "cap", "Clark"), "P-40E 6": over(CLARK, "cap", "Clark")}
    )
    shots = [air_to_air.Shot(name, "Betty 1", "allied") for name in ("P-40E 5", "P-40E 6")]
    play(lambda s: air_to_air.fire(s, shots), state, dice=[2, 5, 1, 1])
    assert dead(state) == {"Betty 1"}


def test_mac_8_5_2_1_a_a_p_40e_that_fought_drops_its_bomb_and_strafes_no_more() -> None:
    enemy = Unit("Zeke 9", "Zeke 9", "jp", "fighter", "0828", model="Zeke", mission="cap",
                 base="Tainan", target="patrol")  # fmt: skip
    bomber = {"P-40E 5": over("0828", "fighter-bomb", "Clark", "ground")}
    state = sky(bomber, enemy, phase=ALLIED_AIR)
    play(lambda s: air_to_air.fight(s, raid("0828", "allied", "")), state, dice=[6, 6, 6, 6])
    assert state.units["P-40E 5"].mission == Mission.BOMB


def test_mac_8_4_3_b_each_hit_on_a_landing_takes_a_step_whatever_its_letter() -> None:
    landed = Unit("L", "L", "jp", "infantry", "0828", points=6, steps=3)
    here = raid("0828", "allied", "")
    for hits, left in ((Hits(2, "D"), 1), (Hits(1, "E"), 2)):
        state = sky({}, landed, transports="operational 1=6")
        play(lambda s, h=hits: bombing.hit_landing(s, here, h, sinks=True, why="x"), state)
        assert state.units["L"].steps_left == left
        assert not state.units["L"].demoralized


def test_mac_8_4_3_c_bombs_on_a_landing_sink_its_transports() -> None:
    landed = Unit("L", "L", "jp", "infantry", "0828", points=4, steps=2)
    state = sky({"B-17 1": over("0828", "bomb", "Clark", "landing")}, landed,
                transports="operational 1=4")  # fmt: skip
    play(lambda s: bombing.bomb(s, raid("0828", "allied", "")), state, dice=[4, 4])
    assert "lost 1=2" in str(state.tracks["transports"])


def test_mac_8_3_3_d_no_unit_is_drawn_twice() -> None:
    state = sky({}, foe("a", "1034"), foe("b", "1034"))
    units = state.ground_at("1034", "allied")
    play(lambda s: damage.hit_units(s, units, Hits(2, "E"), "x"), state, dice=[1, 1, 2])
    assert [state.units[name].steps_left for name in "ab"] == [1, 1]


def test_mac_8_3_4_a_held_aircraft_that_is_destroyed_keeps_no_mark() -> None:
    state = sky({"P-40E 5": ("Clark", {**DOWN, "held": True})})
    play(lambda s: damage.hit_parked(s, "Clark", Hits(1, "E"), "x"), state)
    assert (state.units["P-40E 5"].location, state.units["P-40E 5"].held) == ("Eliminated", False)


def test_mac_8_5_2_b_the_modifier_of_strafing_counts() -> None:
    """On a field -1 makes a D of a 6, which is nothing elsewhere."""
    assert board().tables.lookup("strafing", 6) == "-"
    state = sky({"Zeke 1": over(CLARK, "strafe", "Tainan"), "P-40E 5": "Clark"})
    play(lambda s: strafing.strafe(s, raid()), state, dice=[3, 3])
    assert dead(state) == {"P-40E 5"}


def test_mac_8_5_2_2_a_escorts_that_fought_are_not_asked_to_strafe() -> None:
    engaged, escort = (over(CLARK, mission, "Tainan") for mission in ("engaged", "escort"))
    state = sky({"Zeke 1": engaged, "Zeke 2": escort, "P-40E 5": "Clark"})
    outcome = play(lambda s: strafing.offer(s, raid()), state, answers=["strafe"])
    assert len(outcome.choices) == 1
    assert state.units["Zeke 1"].mission == Mission.ENGAGED


def test_mac_8_7_2_a_own_troops_and_19_points_do_not_fire_at_low_flyers() -> None:
    """Twenty points do; nineteen, or twenty of the raider's own side, do not."""
    low = {"Zeke 1": over(CLARK, "strafe", "Tainan")}
    for points, side, rolls in ((20, "allied", 1), (19, "allied", 0), (20, "jp", 0)):
        troops = Unit("t", "t", side, "infantry", CLARK, points=points)
        outcome = play(lambda s: flak.fire(s, raid()), sky(low, troops), dice=[6, 6] * rolls)
        assert len(outcome.rolls) == rolls


def test_mac_8_7_3_a_who_is_shot_down_is_not_fired_at_again() -> None:
    state = sky({"Zeke 1": over(CLARK, "strafe", "Tainan"), "200 AA": CLARK, "515 AA": CLARK})
    assert len(play(lambda s: flak.fire(s, raid()), state, dice=[1, 1]).rolls) == 1


def _field(distance: int) -> tuple[str, str]:
    """Return a field of Luzon and a hex so many hexes from it and farther from all others."""
    luzon = [one for one in board().fields.values() if one.chart == "luzon"]
    for field in luzon:
        for hex_id in sorted(board().terrain):
            ways = {f.name: board().sheet.distance(HexId(hex_id), f.hex) for f in luzon if f.hex}
            own = ways.pop(field.name)
            if own == distance and min(ways.values()) > distance + 1:
                return field.name, hex_id
    raise AssertionError(distance)


@pytest.mark.parametrize(("most", "kind"), [(6, "attack"), (12, "landing")])
def test_mac_8_4_2_and_8_4_3_six_hexes_from_an_attack_and_twelve_from_a_landing(
    most: int, kind: str
) -> None:
    for way, is_alarmed in ((most, True), (most + 1, False)):
        field, place = _field(way)
        state = sky({"P-40E 1": field, "Betty 1": over(place, "bomb", "Takao", "ground")})
        found = (
            alarms(state, place) if kind == "attack" else alarmed_by_landing(state, place, "allied")
        )
        assert [one.name for one in found] == ([field] if is_alarmed else [])


@pytest.mark.parametrize("fields", [DOWN, {"moved": True}])
def test_mac_8_6_5_c_who_is_down_or_has_moved_does_not_scramble(fields: dict[str, object]) -> None:
    state = sky({**BETTY, "P-40E 5": ("Clark", fields), "ABSU P-40 3": "Clark"})
    assert alarms(state, CLARK) == ()
    play(lambda s: overrun(s, "Clark"), state, dice=[6])
    assert dead(state) == {"P-40E 5"}


def test_mac_8_4_5_a_only_a_raid_on_the_field_itself_adds_two() -> None:
    assert modifier(board().fields["Takao"], is_raid=False) == 0


def test_mac_8_2_b_without_support_a_fighter_gets_off_and_does_not_fight() -> None:
    state = sky({**BETTY, "P-40E 5": "Clark"})
    play(lambda s: scramble(s, CLARK), state, dice=[5])
    assert state.units["P-40E 5"].mission == Mission.ALOFT


def test_mac_8_4_1_a_on_a_5_fighters_have_no_choice() -> None:
    state = sky({**BETTY, "P-40E 5": "Clark", "ABSU P-40 3": "Clark"})
    outcome = play(lambda s: scramble(s, CLARK), state, dice=[5])
    assert outcome.choices == ()
    assert state.units["P-40E 5"].mission == Mission.SCRAMBLE


def test_mac_8_4_3_a_without_support_or_out_of_range_nobody_flies_against_a_landing() -> None:
    landed = Unit("L", "L", "jp", "infantry", "0828", points=4)
    unserved = sky({"P-40E 5": "Clark"}, landed, phase="Japanese Naval")
    assert play(lambda s: against_landing(s, "0828", "allied"), unserved).events == ()
    assert unserved.units["P-40E 5"].mission == ""
