"""[8.3, 8.5.2] What bombs and guns do to fields, units, bridges and Corregidor."""

from __future__ import annotations

import pytest

from modules.macarthur.rules import damage
from modules.macarthur.rules.air import resolve
from modules.macarthur.rules.bombing import bomb
from modules.macarthur.rules.damage import Hits
from modules.macarthur.rules.raids import defenders
from modules.macarthur.rules.strafing import modifier, offer, strafe
from modules.macarthur.settings import Settings
from modules.macarthur.state import State
from modules.macarthur.units import Mission, Unit
from tests.macarthur_air import ALLIED_AIR, CLARK, board, dead, over, play, raid, sky
from vassal_bridge.game.sequence import Steps

TROOPS = "1034"


def bombers(place: str, target: str, *names: str) -> dict[str, object]:
    return {name: over(place, "bomb", "Takao", target) for name in names or ("Betty 1", "Betty 2")}


def stack(count: int, kind: str = "infantry", steps: int = 2) -> list[Unit]:
    return [
        Unit(f"u{n}", f"u{n}", "allied", kind, TROOPS, points=2, steps=steps)
        for n in range(1, count + 1)
    ]


def test_mac_8_3_2_d_two_dice_a_group_in_the_column_of_its_factors() -> None:
    state = sky(bombers(CLARK, "field", "Betty 1", "Betty 2", "Betty 3"))
    outcome = play(lambda s: bomb(s, raid()), state, dice=[6, 6] * 2)
    assert [rolled.spec for rolled in outcome.rolls] == ["2d6", "2d6"]
    told = [line for line in outcome.story if "factors" in line]
    assert [line.split(": ")[1].split()[0] for line in told] == ["6", "3"]
    assert all(state.units[f"Betty {n}"].mission == Mission.SPENT for n in (1, 2, 3))


def test_mac_8_3_2_c_of_equally_few_groups_the_attacker_chooses() -> None:
    names = ("Sally 1", "Lily 1", "Lily 2")
    for answer, told in (("5+2", ["5", "2"]), ("4+3", ["3", "4"])):
        state = sky(bombers(CLARK, "field", *names))
        army = raid(service="army")
        outcome = play(lambda s, army=army: bomb(s, army), state, [6, 6] * 2, [answer])
        lines = [line for line in outcome.story if "factors" in line]
        assert sorted(line.split(": ")[1].split()[0] for line in lines) == sorted(told)


@pytest.mark.parametrize(("dice", "demoralized", "stepped"), [([5, 5], 1, 0), ([4, 4], 0, 1)])
def test_mac_8_3_3_a_and_8_3_3_b_d_demoralizes_and_e_takes_a_step(
    dice: list[int], demoralized: int, stepped: int
) -> None:
    """In the house column of 6 factors a 10 is a D and an 8 an E."""
    state = sky(bombers(TROOPS, "ground"), *stack(1))
    play(lambda s: bomb(s, raid(TROOPS)), state, dice=dice)
    assert sum(unit.demoralized for unit in state.units.values()) == demoralized
    assert sum(unit.steps_left == 1 for unit in state.units.values() if unit.is_ground) == stepped


@pytest.mark.parametrize(("dice", "kind"), [([3, 3], "D"), ([2, 2], "E")])
def test_mac_8_3_3_c_2d_and_2e_are_two_units(dice: list[int], kind: str) -> None:
    state = sky(bombers(TROOPS, "ground"), *stack(2))
    play(lambda s: bomb(s, raid(TROOPS)), state, dice=[*dice, 1, 2])
    hit = [u for u in state.units.values() if u.is_ground and (u.demoralized or u.steps_left == 1)]
    assert len(hit) == 2
    assert all(unit.demoralized == (kind == "D") for unit in hit)


def test_mac_t9_and_8_3_3_d_3_and_6_of_seven_are_the_units_drawn() -> None:
    state = sky({}, *stack(7))
    outcome = play(
        lambda s: damage.hit_units(s, s.ground_at(TROOPS, "allied"), Hits(2, "E"), "x"),
        state,
        dice=[3, 3, 6],
    )
    assert {unit.id for unit in state.units.values() if unit.steps_left == 1} == {"u3", "u6"}
    assert [rolled.spec for rolled in outcome.rolls] == ["1d7"] * 3


PARKED = {"B-17 1": "Clark", "B-17 2": "Clark", "P-40E 5": "Clark"}


def test_mac_8_3_4_a_and_8_3_4_c_one_parked_aircraft_that_the_attacker_picks() -> None:
    state = sky({**bombers(CLARK, "field"), **PARKED})
    play(lambda s: bomb(s, raid()), state, dice=[4, 4], answers=["aircraft", "B-17 2"])
    assert dead(state) == {"B-17 2"}


def test_mac_8_3_4_b_two_for_2d_and_2e() -> None:
    for dice in ([3, 3], [2, 2]):
        state = sky({**bombers(CLARK, "field"), **PARKED})
        play(lambda s: bomb(s, raid()), state, dice=dice, answers=["aircraft", "B-17 2", "B-17 1"])
        assert dead(state) == {"B-17 1", "B-17 2"}


def test_mac_8_3_4_d_and_8_3_4_e_or_a_box_for_each_hit_at_minus_two() -> None:
    """A 8 is an E in the column of 6 factors; with -2 it is a 6, a 2D."""
    state = sky({**bombers(CLARK, "field"), **PARKED})
    outcome = play(lambda s: bomb(s, raid()), state, dice=[4, 4], answers=["boxes", "F", "B"])
    assert state.tracks["damage"] == "Clark B=1, Clark F=1"
    assert not dead(state)
    assert any("8-2" in line for line in outcome.story)


def test_by_the_other_reading_minus_two_counts_for_parked_aircraft_too() -> None:
    units = {**bombers(CLARK, "field"), **PARKED}
    state = sky(units, settings=Settings(field_modifier_on_aircraft=True))
    play(lambda s: bomb(s, raid()), state, dice=[4, 4], answers=["aircraft", "B-17 1", "B-17 2"])
    assert dead(state) == {"B-17 1", "B-17 2"}


def test_mac_8_3_5_b_and_8_3_5_c_both_banks_defend_a_bridge_and_any_hit_destroys_it() -> None:
    one, other = board().bridges()[0]
    gun = Unit("gun", "gun", "allied", "aa", other, points=1)
    state = sky(bombers(one, f"bridge {one} {other}"), gun)
    assert set(defenders(state, raid(one))) >= {one, other}
    outcome = play(lambda s: resolve(s, raid(one)), state, dice=[6, 6, 5, 5])
    assert [rolled.why for rolled in outcome.rolls] == [f"[8.7] gun @{one}", "[8.3.2] bombing"]
    assert state.tracks["bridges"] == f"{one}/{other}=1"


def test_mac_8_3_7_a_circled_factors_use_the_dive_bombing_table() -> None:
    enemy = Unit("e", "e", "jp", "infantry", "0828", points=2, steps=2)
    state = sky({"A-24 1": over("0828", "bomb", "Clark", "ground")}, enemy, phase=ALLIED_AIR)
    outcome = play(lambda s: bomb(s, raid("0828", "allied", "")), state, dice=[3, 3])
    assert [rolled.why for rolled in outcome.rolls] == ["[8.3.7] dive bombing"]
    assert board().tables.lookup("dive_bombing", 6, 3) == "E"
    assert state.units["e"].steps_left == 1


def test_mac_8_3_7_a_dive_bombers_form_groups_as_others_do() -> None:
    """Three A-24s of factor 3: 3+3 and 3, each group on the Dive Bombing Table."""
    enemy = Unit("e", "e", "jp", "infantry", "0828", points=2, steps=2)
    diving = {f"A-24 {n}": over("0828", "bomb", "Clark", "ground") for n in (1, 2, 3)}
    state = sky({**diving, "B-18 1": over("0828", "bomb", "Clark", "ground")}, enemy)
    outcome = play(lambda s: bomb(s, raid("0828", "allied", "")), state, dice=[6, 6] * 3)
    told = [line.strip().split(" @")[0] for line in outcome.story if "factors" in line]
    assert told == ["B-18 1: 2 factors", "A-24 1 + A-24 2: 6 factors", "A-24 3: 3 factors"]
    assert [rolled.why.split("] ")[1] for rolled in outcome.rolls] == [
        "bombing",
        "dive bombing",
        "dive bombing",
    ]


def test_mac_10_2_3_b_and_10_2_3_c_extra_high_each_bomber_rolls_alone() -> None:
    place = board().places["Corregidor"]
    high = {f"Betty {n}": over(place, "high", "Takao", "corregidor") for n in (1, 2)}
    state = sky(high)
    outcome = play(lambda s: bomb(s, raid(place)), state, dice=[6, 6, 6, 6])
    assert len([rolled for rolled in outcome.rolls if rolled.spec == "2d6"]) == 2


def test_cavite_takes_note_of_the_factors_that_fall_on_it() -> None:
    place = board().places["Cavite"]
    state = sky(bombers(place, "cavite"))
    play(lambda s: bomb(s, raid(place)), state)
    assert state.level("cavite") == 6


def strafers(place: str = TROOPS, target: str = "ground", *names: str) -> dict[str, object]:
    return {name: over(place, "strafe", "Tainan", target) for name in names or ("Zeke 1",)}


def test_mac_8_5_2_a_and_8_5_2_b_two_dice_a_fighter_on_the_strafing_table() -> None:
    state = sky(strafers(TROOPS, "ground", "Zeke 1", "Zeke 2"), *stack(1))
    outcome = play(lambda s: strafe(s, raid(TROOPS)), state, dice=[1, 1, 6, 6])
    assert [rolled.spec for rolled in outcome.rolls] == ["2d6", "2d6"]
    assert state.units["u1"].steps_left == 1


def test_mac_8_5_2_b_modifiers_by_what_is_strafed() -> None:
    state = sky(strafers(CLARK, "field"))
    unit = state.units["Zeke 1"]
    assert modifier(state, raid(), unit) == -1
    rough = next(h for h in board().terrain if board().is_rough(h))
    there = sky(strafers(rough, "ground"))
    assert modifier(there, raid(rough), there.units["Zeke 1"]) == 1
    assert modifier(sky({}), raid(TROOPS), sky(strafers()).units["Zeke 1"]) == 0


def test_mac_8_5_2_1_a_a_p_40e_strafes_after_its_bomb_unless_it_fought() -> None:
    enemy = Unit("e", "e", "jp", "infantry", "0828", points=2, steps=2)
    here = raid("0828", "allied", "")
    for mission, rolls in (("fighter-bomb", 2), ("bomb", 1)):
        state = sky({"P-40E 5": over("0828", mission, "Clark", "ground")}, enemy, phase=ALLIED_AIR)
        outcome = play(lambda s: resolve(s, here), state, dice=[6, 6] * rolls)
        assert len(outcome.rolls) == rolls


def test_mac_8_5_2_2_a_an_escort_without_a_fight_may_strafe() -> None:
    state = sky({"Zeke 1": over(CLARK, "escort", "Tainan"), "P-40E 5": "Clark"})
    play(lambda s: offer(s, raid()), state, answers=["strafe"])
    assert state.units["Zeke 1"].mission == Mission.STRAFE
    engaged = sky({"Zeke 1": over(CLARK, "engaged", "Tainan"), "P-40E 5": "Clark"})
    assert not play(lambda s: offer(s, raid()), engaged).events


def test_mac_8_5_2_2_b_fighters_may_come_alone() -> None:
    state = sky({**strafers(CLARK, "field"), "P-40E 5": "Clark"})
    play(lambda s: resolve(s, raid()), state, dice=[2, 3])
    assert dead(state) == {"P-40E 5"}


def test_mac_8_5_2_3_a_tanks_are_demoralized_instead() -> None:
    for kind in ("tank", "spa"):
        state = sky(strafers(), *stack(1, kind, 3))
        play(lambda s: strafe(s, raid(TROOPS)), state, dice=[1, 1])
        assert state.units["u1"].demoralized
        assert state.units["u1"].steps_left == 3


def test_hits_on_a_battalion_take_companies_and_then_the_counter() -> None:
    state = sky({}, *stack(1, "tank", 3))

    def once(s: State) -> Steps[None]:
        yield from damage.lose_step(s.units["u1"], "x")

    left = []
    for _ in range(3):
        play(once, state)
        left.append(state.units["u1"].steps_left)
    assert left[:2] == [2, 1]
    assert dead(state) == {"u1"}
