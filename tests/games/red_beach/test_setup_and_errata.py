from collections import Counter

import pytest

from modules.red_beach.board import ELIMINATED
from modules.red_beach.rules import fort_register
from modules.red_beach.rules.loc import lines
from modules.red_beach.rules.waves import BEACHES
from modules.red_beach.settings import Settings
from modules.red_beach.setup import load_game_tables, start
from tests.red_beach_field import field, fort, inf
from vassal_bridge.game.changes import Eliminate, Place
from vassal_bridge.game.hexes import HexId

LEVELS = ("jrl", "amtracs", "engineer_level", "engineers_available", "air_strikes", "destroyers")


def test_rb_2_0_a_the_markers_begin_as_the_set_up_says() -> None:
    state = start("start", "house")
    assert state.turn == "Interphase 20 Nov"
    assert [state.level(track) for track in LEVELS] == [400, 6, 10, 10, 0, 0]
    assert not state.stacks()
    assert state.status() == []


def test_rb_2_0_b_a_counter_stands_on_each_printed_fort() -> None:
    state = start("start", "house")
    places = Counter(unit.location for unit in state.active_forts())
    assert set(places) == set(state.board.fort_hexes)
    assert set(places.values()) == {1}
    assert state.forts_destroyed() == 0


def test_rb_12_0_a_option_1_begins_at_550() -> None:
    assert start("start", "house", Settings(higher_resistance=True)).jrl == 550


def test_rb_12_0_d_option_4_begins_with_twelve_amtracs() -> None:
    assert start("start", "house", Settings(more_amtracs=True)).level("amtracs") == 12


def test_rb_12_0_a_a_scenario_that_begins_later_keeps_its_own_levels() -> None:
    eased = Settings(higher_resistance=True, more_amtracs=True)
    assert start("first_night", "house", eased).tracks == start("first_night", "house").tracks


@pytest.mark.parametrize("feature", ["beach_boundary", "boundary_zone"])
def test_rb_0_b_boundaries_stop_neither_tanks_nor_locs(feature) -> None:
    side = ("3015", "3016")
    state = field(inf("3015"), sides={side: feature})
    plain = field(inf("3015"))
    assert not state.board.stops_tanks(HexId("3015"), HexId("3016"))
    goal = [HexId("3016")]
    assert lines(state).path("3015", goal, 5) == lines(plain).path("3015", goal, 5)


def test_rb_0_d_a_fort_whose_counter_is_off_the_map_is_destroyed_wherever_it_lies() -> None:
    for change in (Eliminate, Place):
        state = field(fort("3015", "one", group="B"), fort("3016", "two"))
        state.push(change("one", "3015", ELIMINATED, ""))
        assert [unit.id for unit in state.active_forts()] == ["two"]
        assert state.forts_destroyed() == 1
        assert not any(fort_register.firing_at(state, beach) for beach in BEACHES)


def test_rb_0_e_an_owner_of_the_original_map_is_told_which_columns_changed_places() -> None:
    tables = load_game_tables("house")
    assert tables.shape("crt").exchanged == (("4:1", "5:1"), ("6:1", "7:1"))
