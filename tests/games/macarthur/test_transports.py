import pytest
from hypothesis import given
from hypothesis import strategies as st

from modules.macarthur.rules import chits, transports
from modules.macarthur.rules.transports import (
    Pools,
    Sailings,
    operational_left,
    problems,
    returning,
    step_points,
    strategic_left,
)
from modules.macarthur.settings import Settings
from modules.macarthur.setup import load_game_tables
from tests.macarthur_sea import japanese, play, position
from vassal_bridge.errors import RuleError
from vassal_bridge.game.constraints import validate

POOL = Pools(strategic=115, operational=25)


def out(operational=None, strategic=None, lost=None) -> Sailings:
    return Sailings(operational or {}, strategic or {}, lost or {})


@pytest.mark.parametrize(
    ("chit", "strategic", "operational"),
    [
        (1, 115, 25),
        (2, 115, 25),
        (3, 115, 25),
        (4, 120, 30),
        (5, 75, 25),
        (6, 110, 35),
        (7, 130, 40),
    ],
)
def test_mac_16_1_4_4_a_and_4_4_2_a_points_by_chit(chit, strategic, operational) -> None:
    pool = transports.pools(position(), chit)
    assert (pool.strategic, pool.operational) == (strategic, operational)


def test_mac_4_4_2_b_what_sailed_on_this_turn_and_the_three_before_is_at_sea() -> None:
    used = {1: 10, 2: 5, 3: 0, 4: 4}
    assert operational_left(POOL, out(used), 4) == 25 - 19
    assert operational_left(POOL, out(used), 5) == 25 - 9
    assert operational_left(POOL, out(used), 6) == 25 - 4


@given(st.dictionaries(st.integers(1, 13), st.integers(0, 30), max_size=8))
def test_mac_4_4_2_b_no_four_turns_in_a_row_land_more_than_the_pool(used) -> None:
    windows = [sum(used.get(turn + n, 0) for n in range(4)) for turn in range(1, 11)]
    complaints = [text for text in problems(POOL, out(used)) if "operational" in text]
    assert bool(complaints) == (max(windows) > POOL.operational)


def test_mac_4_4_2_c_lost_strategic_points_are_made_up_from_the_operational_pool() -> None:
    sunk = out({5: 10}, {5: 60}, {5: 14})
    assert (sunk.lost_operational(5), sunk.lost_strategic(5)) == (10, 4)
    assert operational_left(POOL, sunk, 6) == 25 - 10 - 4
    assert operational_left(POOL, sunk, 9) == 25 - 10 - 4


@pytest.mark.parametrize(("turn", "points"), [(4, 0), (5, 115), (6, 115), (7, 0)])
def test_mac_4_4_2_d_strategic_points_are_there_on_turns_5_and_6_only(turn, points) -> None:
    assert strategic_left(POOL, out(), turn, transports.WINDOW) == points


def test_mac_4_4_2_d_each_strategic_point_sails_once() -> None:
    assert strategic_left(POOL, out(strategic={5: 100}), 6, transports.WINDOW) == 15


def test_mac_t2_transports_of_turn_1_are_back_on_turn_5() -> None:
    used = out({1: 20})
    assert [operational_left(POOL, used, turn) for turn in range(1, 6)] == [5, 5, 5, 5, 25]
    assert returning(used, 5) == 20


def test_mac_4_4_3_a_what_was_sunk_does_not_come_back() -> None:
    sunk = out({1: 20}, lost={1: 3})
    assert returning(sunk, 5) == 17
    assert operational_left(POOL, sunk, 5) == 22
    assert operational_left(POOL, sunk, 2) == 5


def test_mac_4_4_3_a_and_2_2_7_b_use_and_losses_are_noted_by_turn() -> None:
    state = position(turn=3)
    play(lambda s: transports.note_use(s, 12, 0), state)
    play(lambda s: transports.sink(s, 3, "[11.4]"), state)
    assert str(state.tracks["transports"]) == "lost 3=3, operational 3=12"
    play(lambda s: transports.sink(s, 40, "[11.4]"), state)
    assert transports.sailings(state).lost == {3: 12}


def test_mac_18_1_a_dice_in_secret_say_on_which_turns_strategic_transports_come() -> None:
    state = position(settings=Settings(hidden_transports=True))
    with pytest.raises(RuleError, match="another player"):
        transports.strategic_window(state)
    outcome = play(chits.roll_arrival, state, dice=[1, 2, 3, 4])
    total = chits.arrival_roll(state)
    assert total is not None
    expected = next(
        turns
        for most, turns in ((3, (3, 4)), (5, (4, 5)), (9, (5, 6)), (12, (6, 7)))
        if total <= most
    )
    assert transports.strategic_window(state) == expected
    assert not any("turns 5" in line for line in outcome.story)


@given(st.integers(1, 9), st.integers(1, 4))
def test_the_steps_of_a_unit_share_its_stacking_points(points, steps) -> None:
    units = [japanese("a", "Formosa", points=points, steps=steps, losses=n) for n in range(steps)]
    assert sum(step_points(unit) for unit in units) == points
    assert [transports.points_left(unit) for unit in units] == [
        sum(step_points(later) for later in units[n:]) for n in range(steps)
    ]


def test_the_tables_of_the_sea_are_complete_and_keep_what_is_printed() -> None:
    tables = load_game_tables("house")
    mine = ("Transport", "Neighbour", "Submarine", "chit", "Strategic", "may stay", "Corregidor")
    assert [text for text in validate(tables) if any(word in text for word in mine)] == []
