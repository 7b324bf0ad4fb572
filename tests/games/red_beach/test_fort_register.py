import pytest

from automation.red_beach.forts import forts
from modules.red_beach.board import ELIMINATED
from modules.red_beach.rules.fort_register import (
    firing_at,
    green_is_open,
    is_surrounded,
    pier_forts,
)
from modules.red_beach.rules.waves import BY_KEY
from tests.red_beach_field import field, fort, inf, play
from tests.red_beach_landings import beachhead
from vassal_bridge.game.changes import Eliminate
from vassal_bridge.game.hexes import HexId


@pytest.mark.parametrize(("beach", "count"), [("red_one", 14), ("red_two", 9), ("red_three", 11)])
def test_rb_t1_fourteen_nine_and_eleven_forts_fire_at_the_red_beaches(beach, count) -> None:
    assert len(firing_at(beachhead(), BY_KEY[beach])) == count


def test_rb_t1_22_forts_fire_at_all() -> None:
    state = beachhead()
    assert len({f.id for beach in BY_KEY.values() for f in firing_at(state, beach)}) == 22


@pytest.mark.parametrize(
    ("group", "left"),
    [("1", (9, 9, 11)), ("B", (8, 3, 11)), ("3", (14, 9, 3)), ("A", (11, 6, 8))],
)
def test_rb_3_2_d_each_group_fires_at_its_own_beaches(group, left) -> None:
    state = beachhead(no_forts=[group])
    reds = [BY_KEY[key] for key in ("red_one", "red_two", "red_three")]
    assert tuple(len(firing_at(state, beach)) for beach in reds) == left


def test_rb_8_841_a_a_destroyed_fort_leaves_its_group_and_the_pier_at_once() -> None:
    state = beachhead()
    for name in ("Fort A-1", "Fort A-2", "Fort A-3"):
        assert pier_forts(state)
        state.push(Eliminate(name, state.units[name].location, ELIMINATED, ""))
    assert not pier_forts(state)
    assert len(firing_at(state, BY_KEY["red_two"])) == 6


def test_rb_3_1_b_and_3_2_f_green_beach_opens_with_its_sixth_fort() -> None:
    state = beachhead()
    for number in range(1, 7):
        assert not green_is_open(state)
        name = f"Fort G-{number}"
        state.push(Eliminate(name, state.units[name].location, ELIMINATED, ""))
    assert green_is_open(state)


def test_4_2_a_fort_is_surrounded_by_units_and_their_zocs_on_all_six_sides() -> None:
    middle = HexId("3015")
    state = field(fort(middle), inf("3014"), inf("3016", "B/2/8"))
    assert is_surrounded(state, middle)
    assert not is_surrounded(field(fort(middle), inf("3014")), middle)


def test_4_2_sea_surrounds_and_another_fort_does_not() -> None:
    middle = HexId("3015")
    below = {"2916": "sea", "3016": "sea", "3115": "sea", "2915": "sea", "3116": "sea"}
    assert is_surrounded(field(fort(middle), inf("3014"), terrain=below), middle)
    two = field(fort(middle), fort("3016"), inf("3014"), inf("3017", "B/2/8"))
    assert not is_surrounded(two, middle)


def test_the_register_is_told_and_nothing_changes() -> None:
    state = beachhead(no_forts=["A", "green"])
    before = state.copy()
    outcome = play(forts, state)
    assert state == before
    assert outcome.story[0].startswith("Forts: 31 of 40 stand, 9 destroyed")
    assert any("Green Beach: open" in line for line in outcome.story)
    assert any("Long Pier: none left" in line for line in outcome.story)
