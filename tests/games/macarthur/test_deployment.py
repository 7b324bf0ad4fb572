from dataclasses import replace

import pytest

from automation.macarthur import opening
from modules.macarthur.rules import deployment, order_of_battle
from modules.macarthur.settings import Settings
from modules.macarthur.units import ALLIED, JP
from tests.macarthur_sea import allied, japanese, play, position, where
from vassal_bridge.errors import RuleError

BOARD = position().board
FAR = BOARD.places["Laoag"]


def test_the_house_set_up_keeps_to_every_printed_place() -> None:
    state = position()
    assert deployment.ground_problems(state) == []
    assert deployment.air_problems(state, ALLIED) == []
    assert deployment.air_problems(state, JP) == []


@pytest.mark.parametrize(
    ("letter", "unit"),
    [
        ("A", "41/41 PA"),
        ("B", "51/51 PA"),
        ("C", "91/91 PA"),
        ("D", "31/31 PA"),
        ("G", "71/71 PA"),
        ("G", "26 Cav"),
        ("H", "13/11 PA"),
        ("I", "11/11 PA"),
        ("I", "21/21 PA"),
        ("L", "31 PH"),
    ],
)
def test_mac_16_1_2_4_a_to_l_a_unit_far_from_its_place(letter: str, unit: str) -> None:
    (text,) = deployment.ground_problems(position(at={unit: FAR}))
    assert f"[16.1.2.4{letter}]" in text
    assert unit in text


def _one_step_off(unit: str, place: str, within: int) -> tuple[list[str], list[str]]:
    start = deployment._hexes(position(), (place,))
    here = next(iter(start))
    inside = next(o for o in sorted(BOARD.terrain) if BOARD.sheet.distance(o, here) == within)
    outside = next(o for o in sorted(BOARD.terrain) if BOARD.sheet.distance(o, here) == within + 1)
    return (
        deployment.ground_problems(position(at={unit: inside})),
        deployment.ground_problems(position(at={unit: outside})),
    )


def test_mac_16_1_2_4_a_within_one_of_batangas_beach() -> None:
    inside, outside = _one_step_off("41/41 PA", "Batangas", 1)
    assert (len(inside), len(outside)) == (0, 1)


def test_mac_16_1_2_4_b_within_one_of_infanta_lamon_or_lucena() -> None:
    for place in ("Infanta", "Lamon", "Lucena"):
        inside, outside = _one_step_off("51/51 PA", place, 1)
        assert (len(inside), len(outside)) == (0, 1)


def test_mac_16_1_2_4_c_the_91st_in_cabanatuan() -> None:
    inside, outside = _one_step_off("91/91 PA", "Cabanatuan", 0)
    assert (len(inside), len(outside)) == (0, 1)


def test_mac_16_1_2_4_d_within_four_of_iba() -> None:
    inside, outside = _one_step_off("31/31 PA", "Iba", 4)
    assert (len(inside), len(outside)) == (0, 1)


def test_mac_16_1_2_4_e_and_16_1_2_4_f_marines_and_aa_of_the_forts() -> None:
    assert "1 Marine battalion begin at Olongapo [16.1.2.4E]" in deployment.ground_problems(
        position(at={"4M/3": BOARD.places["Manila"]})
    )
    texts = deployment.ground_problems(position(at={"Cor AA": BOARD.places["Manila"]}))
    assert texts == ["3 AA batteries begin at Corregidor [16.1.2.4F]"]


@pytest.mark.parametrize(
    ("unit", "place"),
    [("71/71 PA", "Camp O'Donnell"), ("13/11 PA", "Tuguegarao"), ("21/21 PA", "Lingayen")],
)
def test_mac_16_1_2_4_g_and_16_1_2_4_h_and_16_1_2_4_i_in_the_place_itself(unit, place) -> None:
    inside, outside = _one_step_off(unit, place, 0)
    assert (len(inside), len(outside)) == (0, 1)


def test_mac_16_1_2_4_j_tanks_and_aa_at_clark() -> None:
    texts = deployment.ground_problems(position(without=["200 AA"]))
    assert texts == ["2 AA batteries begin at Clark [16.1.2.4J]"]
    texts = deployment.ground_problems(position(without=["192 Tank"]))
    assert texts == ["1 tank battalion begin at Clark [16.1.2.4J]"]


def test_mac_16_1_2_4_k_three_ph_artillery_and_trucks_anywhere() -> None:
    guns = ["23 PH Art", "24 PH Art", "88 PH Art"]
    truck = allied("truck", FAR, kind="truck")
    state = position(truck, at=dict.fromkeys(guns, FAR))
    assert deployment.ground_problems(state) == []
    fourth = allied("4th", FAR, kind="artillery", formation="PH")
    state = position(fourth, at=dict.fromkeys(guns, FAR))
    assert len(deployment.ground_problems(state)) == 1


def test_mac_16_1_2_4_l_the_rest_at_manila_san_fernando_mckinley_or_near_bataan_field() -> None:
    for place in ("Manila", "San Fernando", "Fort McKinley"):
        assert deployment.ground_problems(position(at={"31 PH": BOARD.places[place]})) == []
    inside, outside = _one_step_off("31 PH", "Bataan Airfield", 2)
    assert (len(inside), len(outside)) == (0, 1)


def test_mac_16_1_2_1_a_where_allied_aircraft_begin() -> None:
    texts = deployment.air_problems(position(at={"P-35 1": "Iba"}), ALLIED)
    assert texts == [
        "Del Carmen: expected 2 P-35, found 1 [16.1.2.1]",
        "Iba: expected 0 P-35, found 1 [16.1.2.1]",
    ]
    assert deployment.air_problems(position(at={"B-18 1": "Iba"}), ALLIED) == []
    assert deployment.air_problems(position(at={"B-18 1": "Vigan"}), ALLIED) == [
        "Vigan has no bomber box for B-18 1 [16.1.2.1]"
    ]


def test_mac_16_1_2_1_b_support_units_anywhere() -> None:
    assert deployment.air_problems(position(at={"ABSU P-35 1": "Vigan"}), ALLIED) == []


def test_mac_16_1_4_4_2_a_where_japanese_aircraft_begin() -> None:
    texts = deployment.air_problems(position(at={"Zeke 1": "Takao"}), JP)
    assert texts == [
        "Tainan: expected 3 Zeke, found 2 [16.1.4.4.2]",
        "Takao: expected 3 Zeke, found 4 [16.1.4.4.2]",
    ]


def test_mac_16_1_2_5_c_the_misprinted_p_40es_are_there_from_the_start() -> None:
    state = position()
    count = sum(u.model == "P-40E" and u.location != "Arriving" for u in state.air(ALLIED))
    assert count == 6


def test_mac_16_1_2_2_a_and_16_1_2_2_b_convoy_aircraft_go_to_luzon_and_b_17s_to_del_monte() -> None:
    state = position(notes={"Allied chit": 4})
    outcome = play(deployment.deploy_convoys, state, answers=["Iba"])
    fields_asked = [c for c in outcome.choices if c.choose.prompt.startswith("At which field")]
    asked = {c.choose.prompt.split("does ")[1].split(" of")[0]: c for c in fields_asked}
    assert where(state, "P-40E 7") == "Iba"
    assert where(state, "B-17 3") == "Del Monte"
    luzon = {one.name for one in BOARD.fields.values() if one.chart == "luzon"}
    for name, choice in asked.items():
        assert {option.value for option in choice.choose.options} <= luzon, name
    roomy = position(notes={"Allied chit": 4}, without=["B-10 1", "B-18 1"])
    outcome = play(deployment.deploy_convoys, roomy, answers=["Iba", "Clark", "Del Monte"])
    assert (where(roomy, "B-17 3"), where(roomy, "B-17 4")) == ("Clark", "Del Monte")
    offered = [c.choose.options for c in outcome.choices if "B-17" in c.choose.prompt]
    assert {option.value for options in offered for option in options} == {"Clark", "Del Monte"}


def test_mac_3_1_a_and_16_1_2_2_a_b_17s_of_del_monte_arrive_on_turn_2() -> None:
    far = {"B-17 3": "Del Monte", "B-17 4": "Del Monte"}
    crowded = position(turn=2, at=far)
    play(deployment.arrive_far, crowded, answers=["Del Monte", "Nichols"])
    assert (where(crowded, "B-17 3"), where(crowded, "B-17 4")) == ("Del Monte", "Nichols")
    roomy = position(turn=2, at=far, without=["B-10 1", "B-18 1"])
    outcome = play(deployment.arrive_far, roomy)
    assert {where(roomy, name) for name in far} == {"Clark"}
    offered = [option.value for option in outcome.choices[0].choose.options]
    assert offered == ["Clark", "Del Monte"]
    for turn in (1, 3):
        assert play(deployment.arrive_far, position(turn=turn, at=far)).events == ()


def test_mac_16_1_2_5_a_pensacola_brings_a_p_40e_three_b_17s_and_three_a_24s() -> None:
    state = position(notes={"Allied chit": 4})
    play(deployment.deploy_convoys, state)
    models = sorted(
        state.units[name].model for name in deployment.PENSACOLA if state.units[name].is_air
    )
    assert models == ["A-24", "A-24", "A-24", "B-17", "B-17", "B-17", "P-40E"]
    assert all(where(state, name) != "Arriving" for name in deployment.PENSACOLA)
    assert all(where(state, name) == "Arriving" for name in deployment.POLK_COOLIDGE)


def test_mac_16_1_2_6_a_and_16_1_2_6_b_polk_coolidge_brings_three_p_40es_and_a_b_17() -> None:
    state = position(notes={"Allied chit": 5})
    play(deployment.deploy_convoys, state)
    models = sorted(state.units[name].model for name in deployment.POLK_COOLIDGE)
    assert models == ["B-17", "P-40E", "P-40E", "P-40E"]
    assert all(where(state, name) != "Arriving" for name in deployment.POLK_COOLIDGE)


def test_mac_16_1_2_5_a_and_16_1_2_6_c_ground_units_of_convoys_begin_with_the_rest() -> None:
    state = position(notes={"Allied chit": 5})
    play(deployment.deploy_convoys, state)
    names = (*deployment.PENSACOLA_GROUND, *deployment.POLK_COOLIDGE_GROUND)
    kinds = sorted(state.units[name].kind for name in names)
    assert kinds == ["artillery"] * 5 + ["truck"] * 2
    rest = {BOARD.places[place] for place in deployment.REST}
    assert {where(state, name) for name in names} <= rest
    assert deployment.ground_problems(state) == []
    with pytest.raises(RuleError, match="not drawn"):
        play(deployment.deploy_convoys, position())


def test_mac_16_1_2_5_b_a_regiment_of_four_divisions_is_replaced_by_a_better_one() -> None:
    state = position(notes={"Allied chit": 4})
    before = {name: unit.location for name, unit in state.units.items()}
    outcome = play(deployment.deploy_convoys, state)
    replaced = [c.answer for c in outcome.choices if c.choose.kind == "strongest"]
    assert len(replaced) == 4
    assert {where(state, name) for name in replaced} == {"Withdrawn"}
    for old, new in zip(replaced, deployment.BETTER.values(), strict=True):
        assert where(state, new) == before[old]
        assert state.units[new].formation == state.units[old].formation


def test_mac_16_1_3_a_free_deployment_lets_the_allies_stand_anywhere() -> None:
    free = Settings(free_deployment=True)
    assert deployment.ground_problems(position(at={"31 PH": FAR}, settings=free)) == []


def test_mac_16_1_2_a_the_allies_set_up_first_and_are_checked_first() -> None:
    state = position(at={"31 PH": FAR, "Zeke 1": "Takao"})
    story = play(opening.check, state).story
    assert "31 PH" in story[0]
    assert "[16.1.4.4.2]" in story[-1]
    assert play(opening.check, position()).story == (
        "The set-up keeps to every printed place [16.0]",
    )


@pytest.mark.parametrize(
    ("gone", "said"),
    [
        ("4 Tank", "Group A lacks its 4 [16.1.4.3.1A]"),
        ("3 Ind Eng", "Group A lacks its 3 Ind [16.1.4.3.1B]"),
        ("14 Army HQ", "Group A lacks its 14 Army [16.1.4.3.1C]"),
        ("1 FA 3", "Group A lacks its 1 FA [16.1.4.3.1D]"),
        ("40/45 AA", "Group A lacks its 40/45 [16.1.4.3.1E]"),
        ("9/10 AT", "Group A lacks its 9/10 [16.1.4.3.1F]"),
        ("1 HA", "Group B lacks its 1 HA [16.1.4.3.2A]"),
        ("20 AT", "Group B lacks its 20 [16.1.4.3.2B]"),
        ("21 Ind", "Group B lacks its 21 Ind [16.1.4.3.2A]"),
        ("65 Eng", "the 65 lacks its engineer unit [16.1.4.1B]"),
        ("21 MT", "the 62 lacks its artillery unit [16.1.4.1B]"),
    ],
)
def test_mac_16_1_4_3_1_a_to_f_a_unit_of_the_groups_is_missed(gone: str, said: str) -> None:
    assert order_of_battle.problems(position().units.values()) == []
    assert order_of_battle.problems(position(without=[gone]).units.values()) == [said]


def group(letter: str, kinds: frozenset[str]) -> int:
    units = position().units.values()
    return sum(unit.formation == letter and unit.kind in kinds for unit in units)


def test_mac_16_1_4_3_1_a_and_16_1_4_3_1_b_and_16_1_4_3_1_c_and_16_1_4_3_1_d_group_a() -> None:
    assert group("A", frozenset({"tank"})) == 2
    assert group("A", order_of_battle.ENGINEER_KINDS) == 4
    assert group("A", frozenset({"hq"})) == 1
    assert group("A", order_of_battle.ARTILLERY_KINDS) == 8


def test_mac_16_1_4_3_1_e_and_16_1_4_3_1_f_aa_and_at_of_group_a() -> None:
    assert group("A", frozenset({"aa"})) == 3
    assert group("A", frozenset({"at"})) == 2


def test_mac_16_1_4_3_2_a_and_16_1_4_3_2_b_artillery_and_at_of_group_b() -> None:
    assert group("B", order_of_battle.ARTILLERY_KINDS) == 4
    assert group("B", frozenset({"at"})) == 2


def test_mac_16_1_4_3_2_c_the_21st_independent_is_not_the_21st_mt_of_the_62nd() -> None:
    units = position().units
    assert (units["21 Ind"].formation, units["21 MT"].formation) == ("B", "62")
    wrong = {**units, "21 MT": replace(units["21 MT"], formation="B")}
    assert "21 MT belongs to the 62nd Group [16.1.4.3.2C]" in order_of_battle.problems(
        wrong.values()
    )


@pytest.mark.parametrize(
    ("field", "told"),
    [("Iba", "fighters"), ("Clark", "fighters and bombers"), ("Vigan", "no aircraft")],
)
def test_mac_16_1_2_3_a_japan_scouts_one_field(field: str, told: str) -> None:
    outcome = play(deployment.reconnoitre, position(), answers=[field])
    assert outcome.story == (f"{field}: {told} [16.1.2.3]",)


def test_mac_16_2_2_a_25_points_on_roads_of_coast_or_mountain_north_of_the_line() -> None:
    vigan = BOARD.places["Vigan"]
    good = position(japanese("a", vigan, points=25))
    assert deployment.ashore_problems(good) == []
    many = position(japanese("a", vigan, points=26))
    assert deployment.ashore_problems(many) == ["26 SP begin ashore: no more than 25 may [16.2.2A]"]
    south = position(japanese("a", BOARD.places["Batangas"]))
    assert "a begins south of the line [16.2.2A]" in deployment.ashore_problems(south)
    inland = position(japanese("a", BOARD.places["Ilagan"]))
    assert deployment.ashore_problems(inland) == [
        "a begins on a road in a coastal or mountain hex [16.2.2A]"
    ]
