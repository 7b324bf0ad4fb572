from dataclasses import replace

import pytest

from modules.red_beach.board import Board
from modules.red_beach.rules.turns import next_box
from tests.red_beach_field import field, fort, inf
from vassal_bridge.errors import IllegalChange, RuleError
from vassal_bridge.game.changes import (
    Advance,
    Change,
    Eliminate,
    Flip,
    Move,
    Place,
    Set,
    Tell,
)

CHANGES: list[Change] = [
    Move("A/2/8", "3015", "3016", "[1]"),
    Flip("A/2/8", "front", "back", "[1]"),
    Set("A/2/8", "marker1", False, True, "[1]"),
    Place("J1", "Japanese Pool", "3015", "[1]"),
    Eliminate("A/2/8", "3015", "Eliminated", "[1]"),
    Advance("jrl", 400, 398, "[1]"),
    Advance("turn", "GT 4", "GT 5", "[1]"),
    Tell("a line"),
]


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: type(change).__name__)
def test_pop_undoes_push(change: Change) -> None:
    state = field(inf("3015"))
    before = state.copy()
    state.push(change)
    assert (state != before) or state.told == ("a line",)
    assert state.pop() == change
    assert state == before
    assert state.told == ()


@pytest.mark.parametrize(
    "change",
    [
        Move("A/2/8", "3016", "3015", "[1]"),
        Move("nobody", "3015", "3016", "[1]"),
        Flip("A/2/8", "back", "front", "[1]"),
        Set("A/2/8", "marker1", True, False, "[1]"),
        Set("A/2/8", "kind", "inf", "arty", "[1]"),
        Advance("jrl", 399, 398, "[1]"),
        Advance("morale", 1, 2, "[1]"),
        Tell("", before="never told"),
    ],
    ids=str,
)
def test_a_change_that_does_not_fit_is_refused_and_changes_nothing(change: Change) -> None:
    state = field(inf("3015"))
    before = state.copy()
    with pytest.raises(IllegalChange):
        state.push(change)
    assert state == before


def test_a_seal_stops_pop() -> None:
    state = field(inf("3015"))
    state.push(CHANGES[0])
    state.seal()
    state.push(CHANGES[5])
    assert state.pop() == CHANGES[5]
    with pytest.raises(IllegalChange, match="since the last roll"):
        state.pop()


def test_units_are_found_by_place_after_they_moved() -> None:
    state = field(inf("3015"), fort("3017"))
    state.push(CHANGES[0])
    assert [unit.id for unit in state.us_at("3016")] == ["A/2/8"]
    assert state.us_at("3015") == ()
    assert set(state.stacks("us")) == {"3016"}


def test_rb_11_0_a_the_us_wins_with_all_forts_gone_and_the_jrl_at_0() -> None:
    won = field(inf("3015"), fort("Eliminated"), jrl=0).outcome()
    assert won is not None
    assert won.winner == "us"
    lost = field(inf("3015"), fort("Eliminated"), jrl=3).outcome()
    assert lost is not None
    assert lost.winner == "jp"
    assert field(inf("3015"), jrl=0).outcome() is None


def test_a_box_that_is_none_is_named() -> None:
    with pytest.raises(RuleError, match="'GT 0'"):
        next_box("GT 0")


def test_boards_are_equal_by_what_they_hold() -> None:
    one = field().board
    same = Board(one.sheet, one.terrain, one.tables, one.sides, one.beaches, one.boxes)
    same = replace(same, fort_hexes=one.fort_hexes)
    assert one == same
