"""[4.5, 8.5, 10.2, 12, 14.5] Who may be chosen at sea, on Corregidor, for a drop: case by case."""

import pytest

from modules.macarthur.rules import (
    batteries,
    chits,
    coast,
    corregidor,
    landing,
    local_movement,
    paratroops,
    withdrawals,
)
from modules.macarthur.rules.air import resolve
from modules.macarthur.rules.batteries import DESTROYED, DISRUPTED, NUMBERS
from modules.macarthur.rules.missions import Target
from modules.macarthur.rules.planning import fly_raid
from modules.macarthur.rules.possible import ready
from tests.macarthur_air import CLARK, over, raid, sky
from tests.macarthur_sea import (
    JAPANESE_AIR,
    JAPANESE_COMBAT,
    JAPANESE_NAVAL,
    allied,
    arrow,
    japanese,
    play,
    position,
    where,
)

BOARD = position().board
ROCK, TARLAC = BOARD.places["Corregidor"], BOARD.places["Tarlac"]
BATAAN = next(near for near in BOARD.sheet.neighbours(ROCK) if BOARD.is_land(near))
VIGAN = coast.beach_hex(BOARD, "Vigan")
CHIT_7 = {"Japanese chit": 7}
UNIT = "1 Yokosuka"


def offered(outcome, place: int = 0) -> list[str]:
    return [option.value for option in outcome.choices[place].choose.options]


def test_mac_10_2_2_c_a_battery_that_is_disrupted_is_not_disrupted_again() -> None:
    state = position(notes={"battery 3": DISRUPTED, "battery 9": DESTROYED})
    outcome = play(lambda s: batteries.call(s, DISRUPTED, "[10.2.2]"), state)
    assert len(offered(outcome)) == 24
    assert not {"3", "9"} & set(offered(outcome))


def test_mac_10_2_2_c_what_is_destroyed_is_not_repaired() -> None:
    hurt = {"battery 3": DISRUPTED, "battery 9": DISRUPTED, "battery 4": DESTROYED}
    assert offered(play(batteries.repair, position(notes=hurt))) == ["3", "9"]


def test_mac_10_2_2_a_by_chance_is_not_in_order() -> None:
    state = position()
    play(batteries.number_batteries, state, dice=[17, 4242], answers=["by chance"])
    names = [batteries.battery_of(state, number).name for number in NUMBERS]
    assert names != [one.name for one in BOARD.batteries]


def test_mac_10_2_4_a_artillery_that_is_not_demoralized_bombards_and_nothing_else() -> None:
    tank = japanese("tank", BATAAN, kind="tank", asterisks=1)
    down = japanese("down", BATAAN, kind="artillery", asterisks=1, demoralized=True)
    guns = japanese("guns", BATAAN, kind="artillery", asterisks=1)
    state = position(tank, down, guns)
    outcome = play(corregidor.bombard, state, dice=[6, 6])
    assert [rolled.why for rolled in outcome.rolls] == ["[10.2.4] guns bombards Corregidor"]


def test_mac_10_2_4_a_artillery_disrupts_what_still_fires_and_destroys_either() -> None:
    assert BOARD.tables.lookup("corregidor", 8, "artillery") == "D"
    guns = japanese("guns", BATAAN, kind="artillery", asterisks=1)
    for dice, left in (([4, 4], 24), ([2, 3], 25)):
        state = position(guns, notes={"battery 3": DISRUPTED, "battery 9": DESTROYED})
        outcome = play(corregidor.bombard, state, dice=dice)
        assert len(offered(outcome)) == left
        assert "number 9" not in offered(outcome)


def test_mac_10_2_5_a_nine_points_exactly_may_defend() -> None:
    garrison = [unit.id for unit in position().ground_at(ROCK, "allied")]
    units = [allied("five", ROCK, points=5), allied("four", ROCK, points=4)]
    state = position(*units, allied("one", ROCK, points=1), without=garrison)
    outcome = play(lambda s: corregidor.active_defenders(s), state, answers=["five", "four"])
    assert [choice.answer for choice in outcome.choices] == ["five", "four"]


def test_mac_16_1_4_1_a_a_landing_of_units_that_the_chit_does_not_give_is_told() -> None:
    state = position(at={"8/4": arrow(position(), "Lingayen")}, phase=JAPANESE_NAVAL)
    assert landing.naval_problems(state) == ["8/4 may not land on turn 1 [16.1.4.1]"]
    assert "8/4" not in {unit.id for unit in landing.loadable(state, "Vigan")}
    assert chits.may_land(state, "", 1, 1)


def test_mac_4_5_1_a_boats_take_engineers_six_hexes_and_nobody_twice() -> None:
    engineers = japanese("eng", VIGAN, kind="combat_engineer", points=1)
    moved = japanese("moved", VIGAN, moved=True)
    state = position(engineers, moved, phase=JAPANESE_NAVAL)
    assert [unit.id for unit in local_movement.movable(state, "jp")] == ["eng"]
    ways = coast.coastal_reach(BOARD, VIGAN, 9)
    goals = local_movement.goals(state, engineers)
    assert max(ways[goal] for goal in goals) == 6
    assert {one for one, steps in ways.items() if steps <= 6} == set(goals)


def test_mac_12_2_a_cap_over_the_drop_zone_meets_the_transport() -> None:
    cap = {"P-40E 5": over(TARLAC, "cap", "Clark", "patrol"), "Tina 1": "Kagi"}
    unit = japanese(UNIT, "Formosa", kind="parachute", formation="SNLF")
    state = sky(cap, unit, notes="Japanese chit=7")
    answers = [TARLAC, "fight"]
    outcome = play(paratroops.drop, state, dice=[1, 1], answers=answers)
    assert [rolled.why for rolled in outcome.rolls] == ["[8.6.4] P-40E 5 at Tina 1"]
    assert where(state, UNIT) == where(state, "Tina 1") == "Eliminated"


def test_mac_12_1_b_and_12_2_a_in_range_on_land_and_by_an_upright_tina_alone() -> None:
    state = position(phase=JAPANESE_AIR, notes=CHIT_7)
    sea = next(one for one in sorted(BOARD.terrain) if not BOARD.is_land(one))
    assert "is no land" in paratroops.forbidden(state, sea)
    far = BOARD.places["Batangas"]
    assert "out of range" in paratroops.forbidden(state, far)
    assert far not in paratroops.drop_zones(state)
    down = sky({"Tina 1": ("Kagi", {"face": "back"})})
    assert paratroops.tina(down) is None


def test_mac_12_3_b_nobody_retreats_onto_enemies() -> None:
    near = [one for one in BOARD.sheet.neighbours(TARLAC) if BOARD.is_land(one)]
    enemies = [allied(f"pa{one}", one) for one in (TARLAC, *near[1:])]
    notes = {f"dropped {UNIT}": 1}
    state = position(*enemies, phase=JAPANESE_COMBAT, at={UNIT: TARLAC}, notes=notes)
    play(paratroops.fight, state, answers=["no", "held"])
    assert where(state, UNIT) == near[0]


def test_mac_14_5_a_what_was_withdrawn_before_does_not_count() -> None:
    gone = dict.fromkeys(("Betty 1", "Betty 2", "Nell 1"), "Withdrawn")
    state = position(turn=7, at=gone)
    assert withdrawals.excess(state) == 6 + 1 + 1
    play(withdrawals.withdraw, state, answers=["withdraw"])
    assert {where(state, name) for name in ("Betty 3", "Betty 4", "Betty 5", "Nell 2")} == {
        "Takao",
        "Tainan",
    }


def test_mac_8_5_1_a_without_bombers_no_escort_flies() -> None:
    state = sky({"Zeke 1": "Tainan", "Zeke 2": "Tainan", "ABSU Zeke 1": "Tainan"})
    outcome = play(lambda s: fly_raid(s, "navy", Target(CLARK, "field")), state)
    asked = {value for place in range(len(outcome.choices)) for value in offered(outcome, place)}
    assert asked == {"strafe Zeke 1", "strafe Zeke 2", "go"}


@pytest.mark.parametrize("fields", [{"moved": True}, {"face": "back"}, {"location": "Kato"}])
def test_mac_8_2_b_who_moved_is_down_or_unserved_flies_no_mission(fields) -> None:
    place = fields.pop("location", "Tainan")
    state = sky({"Zeke 1": (place, fields), "ABSU Zeke 1": "Tainan"})
    assert ready(state, "jp") == []


def test_mac_8_7_3_a_flak_fires_at_escorts_that_come_down_to_strafe() -> None:
    flying = {"Betty 1": over(CLARK, "bomb", "Takao"), "Zeke 1": over(CLARK, "escort", "Tainan")}
    state = sky({**flying, "P-40E 5": "Clark", "200 AA": CLARK})
    dice = [6, 6] * 4
    outcome = play(lambda s: resolve(s, raid()), state, dice=dice, answers=["strafe"])
    whys = [rolled.why.split("]")[0] for rolled in outcome.rolls]
    assert whys == ["[8.7", "[8.7", "[8.3.2", "[8.5.2"]
