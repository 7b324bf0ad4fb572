"""[8.4] Scramble: its four causes, the table's words, Formosa's modifier."""

from __future__ import annotations

import pytest

from modules.macarthur.rules import bombing, strafing
from modules.macarthur.rules.air import resolve_against_landing
from modules.macarthur.rules.damage import Hits
from modules.macarthur.rules.raids import Raid, raids
from modules.macarthur.rules.returns import completion_returns
from modules.macarthur.rules.scramble import (
    against_landing,
    alarmed_by_landing,
    alarms,
    modifier,
    overrun,
    scramble,
)
from modules.macarthur.units import Mission, Unit
from tests.macarthur_air import ALLIED_AIR, CLARK, board, dead, over, play, sky

BETTY = {"Betty 1": over(CLARK, "bomb", "Takao")}
CLARKS = {"P-40E 5": "Clark", "B-17 1": "Clark", "ABSU P-40 3": "Clark", "ABSU B-17 1": "Clark"}
IBAS = {"P-40E 3": "Iba", "ABSU P-40 2": "Iba"}


def test_mac_8_4_1_the_field_that_is_attacked_may_scramble() -> None:
    state = sky({**BETTY, **CLARKS})
    assert [field.name for field in alarms(state, CLARK)] == ["Clark"]


def test_mac_8_4_2_allied_fields_within_six_hexes_of_a_japanese_attack_too() -> None:
    near = {"P-35 1": "Del Carmen", "ABSU P-35 1": "Del Carmen", **IBAS}
    state = sky({**BETTY, **CLARKS, **near})
    assert board().sheet.distance("1137", board().places["Del Carmen"]) <= 6
    assert board().sheet.distance("1137", board().places["Iba"]) > 6
    assert [field.name for field in alarms(state, CLARK)] == ["Clark", "Del Carmen"]


def test_mac_8_4_2_an_american_raid_alarms_no_other_field() -> None:
    state = sky(
        {
            "B-17 1": over("Takao", "bomb", "Clark"),
            "Zeke 4": "Takao",
            "Zeke 1": "Tainan",
            "ABSU Zeke 1": "Tainan",
        },
        phase=ALLIED_AIR,
    )
    assert [field.name for field in alarms(state, "Takao")] == ["Takao"]


def test_mac_8_4_3_fields_within_twelve_hexes_of_a_landing_too() -> None:
    lingayen = board().places["Lingayen"]
    near = sky({**CLARKS, **IBAS, "P-40E 1": "Nichols"})
    found = {field.name for field in alarmed_by_landing(near, lingayen, "allied")}
    expected = {
        name
        for name in ("Clark", "Iba", "Nichols")
        if board().sheet.distance(lingayen, board().places[name]) <= 12
    }
    assert found == expected
    assert "Nichols" not in found


@pytest.mark.parametrize(
    ("die", "answers", "fighter", "bomber"),
    [
        (1, [], "", ""),
        (4, ["cap"], "scramble", ""),
        (4, ["escape"], "aloft", ""),
        (5, [], "scramble", ""),
        (6, ["escape"], "aloft", "aloft"),
        (6, ["cap"], "scramble", "aloft"),
    ],
)
def test_mac_8_4_1_a_what_the_table_lets_aircraft_do(
    die: int, answers: list[str], fighter: str, bomber: str
) -> None:
    state = sky({**BETTY, **CLARKS})
    play(lambda s: scramble(s, CLARK), state, dice=[die], answers=answers)
    assert state.units["P-40E 5"].mission == fighter
    assert state.units["B-17 1"].mission == bomber


def test_mac_8_4_2_a_and_8_4_2_b_scrambled_fighters_are_cap_over_the_attack_for_nothing() -> None:
    near = {"P-35 1": "Del Carmen", "P-35 2": "Del Carmen", "ABSU P-35 1": "Del Carmen"}
    state = sky({**BETTY, **near})
    play(lambda s: scramble(s, CLARK), state, dice=[5])
    for name in ("P-35 1", "P-35 2"):
        assert state.units[name].location == CLARK
        assert state.units[name].mission == Mission.SCRAMBLE
    assert not [unit for unit in state.units.values() if unit.face == "back"]


def test_bombers_of_a_field_near_by_stay_where_they_are() -> None:
    state = sky({"Betty 1": over("1139", "bomb", "Takao"), **CLARKS})
    play(lambda s: scramble(s, "1139"), state, dice=[6], answers=["go", "stay"])
    assert state.units["B-17 1"].mission == state.units["P-40E 5"].mission == ""


@pytest.mark.parametrize(
    ("field", "more"),
    [("Takao", 2), ("Koshun", 2), ("Kagi", 0), ("Taichu", 0), ("Batan Island", 0), ("Clark", 0)],
)
def test_mac_8_4_5_a_raids_on_formosa_add_two_but_for_kagi_and_taichu(
    field: str, more: int
) -> None:
    assert modifier(board().fields[field], is_raid=True) == more
    state = sky({"B-17 1": over("Takao", "bomb", "Clark"), "Betty 3": "Takao"}, phase=ALLIED_AIR)
    play(lambda s: scramble(s, "Takao"), state, dice=[4])
    assert state.units["Betty 3"].mission == Mission.ALOFT


LANDED = Unit("L", "L", "jp", "infantry", "0828", points=4, steps=2)


def test_mac_8_4_3_a_aircraft_fly_against_a_landing_bombers_too() -> None:
    state = sky({**CLARKS}, LANDED, phase="Japanese Naval")
    place = "0828"
    answers = ["go", "bomb", "strafe"]
    play(lambda s: against_landing(s, place, "allied"), state, dice=[6], answers=answers)
    assert state.units["B-17 1"].mission == Mission.BOMB
    assert state.units["P-40E 5"].mission == Mission.STRAFE
    play(lambda s: resolve_against_landing(s, place), state, dice=[6, 6, 6, 6])
    assert {state.units[name].mission for name in ("B-17 1", "P-40E 5")} == {Mission.ALOFT}


def test_mac_8_1_e_what_flew_against_a_landing_is_no_raid_and_lands_in_the_enemys_completion() -> (
    None
):
    state = sky({**CLARKS}, LANDED, phase="Japanese Naval")
    play(lambda s: against_landing(s, "0828", "allied"), state, dice=[6], answers=["go", "bomb"])
    assert [raid.side for raid in raids(state)] == ["allied"]
    play(lambda s: resolve_against_landing(s, "0828"), state, dice=[6, 6, 6, 6])
    assert raids(state) == ()
    later = sky({}, phase="Japanese Completion")
    later = type(later)(later.board, state.units.values(), later.tracks)
    play(completion_returns, later)
    assert later.units["B-17 1"].location == later.units["P-40E 5"].location == "Clark"


def test_mac_8_4_2_a_japanese_attack_on_something_else_in_its_hex_alarms_a_field_too() -> None:
    """A raid on the troops at Clark is an attack within six hexes of it, not on the field."""
    troops = Unit("pa", "pa", "allied", "infantry", CLARK, points=3)
    state = sky({"Betty 1": over(CLARK, "bomb", "Takao", "ground"), **CLARKS}, troops)
    assert [field.name for field in alarms(state, CLARK)] == ["Clark"]
    play(lambda s: scramble(s, CLARK), state, dice=[6], answers=["go", "cap"])
    assert state.units["P-40E 5"].mission == Mission.SCRAMBLE
    assert state.units["B-17 1"].mission == ""


def test_mac_8_4_2_a_a_field_near_by_may_try_or_not() -> None:
    near = {"P-35 1": "Del Carmen", "ABSU P-35 1": "Del Carmen"}
    state = sky({**BETTY, **near})
    assert play(lambda s: scramble(s, CLARK), state, answers=["stay"]).rolls == ()
    assert state.units["P-35 1"].mission == ""


def test_mac_8_4_2_a_field_without_fighters_is_not_asked() -> None:
    only_bombers = {"B-18 1": "Del Carmen", "ABSU B-10/18 1": "Del Carmen"}
    assert alarms(sky({**BETTY, **only_bombers}), CLARK) == ()


def test_mac_8_4_3_b_and_8_4_3_c_a_hit_of_bombs_takes_a_step_and_its_transports() -> None:
    state = sky({}, LANDED, transports="operational 1=4")
    raid = Raid("allied", "0828")
    play(lambda s: bombing.hit_landing(s, raid, Hits(1, "D"), sinks=True, why="x"), state)
    assert state.units["L"].steps_left == 1
    assert "lost 1=2" in str(state.tracks["transports"])


def test_mac_8_4_3_d_strafing_sinks_nothing() -> None:
    state = sky(
        {"P-40E 5": over("0828", "strafe", "Clark", "landing")},
        LANDED,
        transports="operational 1=4",
    )
    play(lambda s: strafing.strafe(s, Raid("allied", "0828")), state, dice=[1, 1])
    assert state.units["L"].steps_left == 1
    assert state.tracks["transports"] == "operational 1=4"


def test_mac_8_4_4_a_and_8_4_4_b_aircraft_flee_from_a_field_that_is_entered() -> None:
    state = sky({**CLARKS, "ABSU P-40 1": "Nichols"}, phase="Japanese Land Movement")
    play(lambda s: overrun(s, "Clark"), state, dice=[6])
    assert state.units["P-40E 5"].location == "Nichols"
    assert state.units["P-40E 5"].moved
    assert state.units["B-17 1"].location not in ("Clark", "Eliminated")


def test_mac_8_4_4_b_to_any_friendly_field_in_range_served_or_not() -> None:
    fighter = {"P-40E 5": "Clark", "ABSU P-40 1": "Nichols"}
    state = sky(fighter, phase="Japanese Land Movement")
    outcome = play(lambda s: overrun(s, "Clark"), state, dice=[6], answers=["Iba"])
    assert state.units["P-40E 5"].location == "Iba"
    offered = [option.value for option in outcome.choices[0].choose.options]
    assert offered[0] == "Nichols"
    assert "Clark" not in offered
    assert {"Iba", "Del Carmen", "Batangas"} <= set(offered)


def test_mac_8_4_4_c_those_that_do_not_get_off_are_lost() -> None:
    state = sky(CLARKS, phase="Japanese Land Movement")
    play(lambda s: overrun(s, "Clark"), state, dice=[1])
    assert dead(state) == {"P-40E 5", "B-17 1"}
    fighters = sky({**CLARKS, "ABSU P-40 2": "Iba"}, phase="Japanese Land Movement")
    play(lambda s: overrun(s, "Clark"), fighters, dice=[3])
    assert dead(fighters) == {"B-17 1"}
    assert fighters.units["P-40E 5"].location == "Iba"
