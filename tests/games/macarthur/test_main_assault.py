import pytest

from automation.macarthur import opening, sea
from modules.macarthur.rules import batteries, deployment, fields, landing, submarines
from modules.macarthur.rules.chits import allied_chit, japanese_chit
from modules.macarthur.setup import start
from modules.macarthur.units import ALLIED, JP
from tests.macarthur_sea import play, position, where
from vassal_bridge.errors import RuleError


@pytest.fixture
def assault():
    return start("main_assault", "house")


def test_mac_16_2_1_a_chit_1_without_the_13th_regiment_and_with_all_aircraft(assault) -> None:
    assert allied_chit(assault) == 1
    assert where(assault, "13/11 PA") == "Withdrawn"
    assert deployment.air_problems(assault, ALLIED) == []
    assert assault.status() == []


def test_mac_16_2_2_a_chit_1_and_up_to_25_points_ashore_where_they_may_be(assault) -> None:
    assert japanese_chit(assault) == 1
    ashore = [u for u in assault.alive if u.side == JP and u.is_ground and u.on_map]
    assert 0 < sum(unit.points for unit in ashore) <= 25
    assert deployment.ashore_problems(assault) == []


def test_mac_16_2_2_b_one_zero_less(assault) -> None:
    zeros = [u for u in assault.air(JP) if u.model == "Zeke" and u.location != "Withdrawn"]
    assert len(zeros) == 5


def test_mac_16_2_2_c_and_16_2_2_d_the_fields_that_japan_may_use(assault) -> None:
    for name in ("Vigan", "Laoag", "Aparri", "Tuguegarao", "Batan Island", "John Hayes"):
        assert fields.owner(assault, name) == JP
    assert fields.owner(assault, "Clark") == ALLIED


def test_mac_16_2_2_f_cavite_counts_as_bombed(assault) -> None:
    assert len(submarines.in_play(assault)) == 3
    play(lambda s: submarines.bomb_cavite(s, 8), assault)
    play(submarines.leave, assault)
    assert len(submarines.in_play(assault)) == 3


def test_mac_16_2_3_a_and_16_2_3_b_and_16_2_3_c_before_play(assault) -> None:
    answers = ["in order", "4", "Lingayen", "Lingayen", "Agno", "Lingayen"]
    outcome = play(opening.main_assault, assault, dice=[17, 4242, 2], answers=answers)
    assert batteries.destroyed(assault) == 1
    assert sorted((submarines.places(assault) or {}).values()) == ["Agno", "Lingayen", "Lingayen"]
    assert set(landing.allowed_beaches(assault)) == {"Agno", "Lingayen", "Vigan"}
    assert any("move by half" in line for line in outcome.story)


def test_mac_16_2_3_d_and_16_2_1_b_it_begins_with_turn_5(assault) -> None:
    assert assault.turn == "Turn 5"
    with pytest.raises(RuleError, match="turn 5"):
        play(opening.main_assault, position())


def test_mac_16_2_3_b_the_beach_written_before_the_scenario_begins_is_this_turns(assault) -> None:
    assert landing.turn_to_write(assault) == 5
    play(landing.write_beach, assault, dice=[17, 4242], answers=["Vigan"])
    assert set(landing.allowed_beaches(assault)) == {"Baler", "Lingayen", "Vigan"}
    assert landing.turn_to_write(assault) == 6
    assert landing.turn_to_write(position()) == 2


def test_the_whole_sea_side_of_the_main_assault_is_played(assault) -> None:
    answers = ["in order", "Lingayen", "Agno", "Agno", "Lingayen"]
    play(opening.main_assault, assault, dice=[17, 4242, 1], answers=answers)
    tracks = {**assault.tracks, "phase": "Japanese Naval"}
    state = type(assault)(assault.board, assault.units.values(), tracks)
    answers = ["Lingayen", "1/16", "16 Art", "done", "done", "7", "1"]
    outcome = play(sea.naval, state, dice=[6, 4, 1, 1, 1], answers=answers)
    assert landing.groups(state)["Lingayen"]
    assert any("7 strategic" in line for line in outcome.story)
    assert any("submarine attacks: 1" in line for line in outcome.story)
    assert any("[8.4] scramble" in roll.why for roll in outcome.rolls)
    tracks = {**state.tracks, "phase": "Japanese Combat"}
    state = type(state)(state.board, state.units.values(), tracks)
    play(sea.land, state, answers=["1/16", "done", "cleared"])
    assert where(state, "1/16") == where(state, "16 Art") == state.board.places["Lingayen"]


def test_mac_3_1_b_and_11_2_a_a_reinforcement_phase_plays_what_is_due() -> None:
    state = position(turn=7, notes={"battery 3": 1})
    play(sea.reinforcement, state, dice=[17, 4242])
    assert batteries.condition(state, 3) == 0
    assert where(state, "Zeke 1") == "Withdrawn"
