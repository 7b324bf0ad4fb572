import pytest

from automation.policies import FirstLegal
from automation.red_beach.hq_recovery import hq_recovery
from automation.red_beach.next import next_sequence
from automation.red_beach.recovery import day, night
from automation.red_beach.tractor import tractor
from modules.red_beach.rules import turns
from modules.red_beach.rules.recovery import SUPPORT, remove_hqs, reset_support
from modules.red_beach.settings import Settings
from modules.red_beach.state import State
from tests.red_beach_field import arty, btn, field, inf, play, rgt, where
from vassal_bridge.errors import RuleError
from vassal_bridge.game.changes import Advance, Eliminate, Flip, Set
from vassal_bridge.game.dice import ScriptedDice
from vassal_bridge.game.sequence import run


def test_rb_3_2_m_day_recovery_in_its_printed_order() -> None:
    state = field(
        inf("3015", moved=True),
        inf("Eliminated", "A/1/6"),
        btn("3010", "1/6"),
        btn("3015", face="back"),
        rgt("2010", "8", used=True),
        arty("2510", face="back"),
        turn="GT 2",
        jrl=200,
        air_strikes=1,
        amtracs_used=1,
    )
    outcome = play(day, state, dice=[1, 4])
    order = [
        (type(change).__name__, getattr(change, "field", getattr(change, "marker", change.after)))
        for change in outcome.changes
        if isinstance(change, Advance | Eliminate | Flip | Set)
    ]
    assert order == [
        ("Eliminate", "Eliminated"),
        ("Set", "used"),
        ("Flip", "front"),
        ("Set", "moved"),
        ("Flip", "front"),
        ("Advance", "air_strikes"),
        ("Advance", "destroyers"),
        ("Advance", "amtracs_used"),
        ("Advance", "amtracs"),
        ("Advance", "turn"),
    ]
    assert state.level("amtracs") == 5
    assert state.turn == "GT 3"


def test_rb_3_2_m_before_a_night_there_is_neither_air_nor_destroyers() -> None:
    state = field(inf("3015"), turn="GT 3", air_strikes=2, destroyers=1, amtracs=0)
    play(day, state)
    assert (state.level("air_strikes"), state.level("destroyers")) == (0, 0)


def test_rb_3_2_m_no_amtrac_used_no_roll() -> None:
    outcome = play(day, field(inf("3015"), turn="GT 1"))
    assert outcome.rolls == ()
    assert outcome.choices == ()


def test_rb_3_2_m_the_note_of_amtracs_used_is_rubbed_out() -> None:
    state = field(inf("3015"), turn="GT 1", amtracs_used=1)
    play(day, state, dice=[1])
    assert state.level("amtracs_used") == 0


@pytest.mark.parametrize(("answer", "dice"), [("no", []), ("yes", [6])])
def test_rb_3_2_m_a_save_that_cannot_note_amtracs_leaves_it_to_the_player(answer, dice) -> None:
    known = field(inf("3015"), turn="GT 1")
    state = State(known.board, known.units.values(), known.tracks, forgets=["amtracs_used"])
    play(day, state, dice=dice, answers=[answer])
    assert state.level("amtracs") == 6 - len(dice)


@pytest.mark.parametrize(("dawn", "destroyers"), [(False, 0), (True, 3)])
def test_rb_3_3_h_the_last_night_resets_air_strikes_and_by_a_setting_destroyers(
    dawn, destroyers
) -> None:
    state = field(inf("3015"), turn="GT 5", settings=Settings(dawn_destroyers=dawn))
    play(night, state)
    assert (state.level("air_strikes"), state.level("destroyers")) == (4, destroyers)


def test_rb_0_c_no_destroyers_in_any_of_the_six_night_turns() -> None:
    for number in (4, 5, 10, 11, 16, 17):
        before = turns.TRACK[turns.TRACK.index(turns.turn_box(number)) - 1]
        state = field(inf("3015"), turn=before, destroyers=2)
        play(lambda state: reset_support(state, SUPPORT, "3.2"), state)
        assert state.level("destroyers") == 0


def test_rb_3_2_m_only_on_day_turns() -> None:
    with pytest.raises(RuleError, match="no day turn"):
        play(day, field(turn="GT 4"))


@pytest.mark.parametrize(
    ("jrl", "dice", "loss"),
    [
        (99, [5], 0),
        (99, [6], 1),
        (120, [5], 1),
        (200, [3, 5], 1),
        (200, [3, 4], 0),
        (200, [4], 1),
        (300, [3], 1),
        (550, [2], 0),
    ],
)
def test_rb_3_2_m_tractor_loss_by_jrl_and_the_star(jrl, dice, loss) -> None:
    state = field(jrl=jrl)
    play(tractor, state, dice=dice)
    assert state.level("amtracs") == 6 - loss


@pytest.mark.parametrize(("jrl", "lost"), [(50, 6), (120, 12), (200, 20), (400, 24)])
def test_rb_t5_tractor_odds_of_the_36(jrl, lost) -> None:
    assert _lost_of_36(jrl, Settings()) == lost


def test_rb_t5_option_9_brings_the_third_column_down_to_18() -> None:
    eased = Settings(easier_tractors=True)
    assert [_lost_of_36(jrl, eased) for jrl in (50, 120, 200, 400)] == [6, 12, 18, 24]


def _lost_of_36(jrl: int, settings: Settings) -> int:
    """Count the losses over every first die, and every second one where it is rolled [RB-0-f]."""
    lost = 0
    for first in range(1, 7):
        for second in range(1, 7):
            state = field(jrl=jrl, settings=settings)
            run(tractor, state, ScriptedDice([first, second]), FirstLegal())
            lost += 6 - state.level("amtracs")
    return lost


def test_rb_12_0_i_option_9_a_3_is_no_loss_in_the_third_column() -> None:
    state = field(jrl=200, settings=Settings(easier_tractors=True))
    play(tractor, state, dice=[3])
    assert state.level("amtracs") == 6


def test_rb_3_2_m_no_fewer_than_no_amtracs() -> None:
    state = field(jrl=400, amtracs=0)
    play(tractor, state, dice=[6])
    assert state.level("amtracs") == 0


@pytest.mark.parametrize(("die", "back"), [(1, False), (3, False), (4, True), (6, True)])
def test_rb_8_85_b_a_btn_hq_recovers_by_1_to_3(die, back) -> None:
    state = field(btn("3015", face="back", marker1=True))
    play(hq_recovery, state, dice=[die])
    assert state.units["2/8"].disrupted is back
    assert state.units["2/8"].marker1


@pytest.mark.parametrize(("die", "back"), [(2, False), (3, True)])
def test_rb_8_85_b_a_rgt_hq_recovers_by_1_or_2(die, back) -> None:
    state = field(rgt("3015", face="back"))
    play(hq_recovery, state, dice=[die])
    assert state.units["8"].disrupted is back


def test_rb_8_85_b_only_disrupted_hqs_on_the_map_roll() -> None:
    state = field(btn("3015"), btn("Interphase 21 Nov", "1/8", face="back"))
    assert play(hq_recovery, state).rolls == ()


def test_rb_8_85_c_an_hq_without_inf_is_removed_for_good_wherever_it_is() -> None:
    state = field(
        inf("Eliminated"),
        inf("3015", "A/1/8"),
        btn("Interphase 21 Nov"),
        btn("3010", "1/8"),
        rgt("2010", "8"),
        rgt("2510", "6"),
        inf("Eliminated", "A/1/6"),
        turn="GT 2",
    )
    removed = [line for line in play(day, state).story if "removed" in line]
    gone = {name for name, place in where(state).items() if place == "Eliminated"}
    assert gone == {"A/2/8", "2/8", "A/1/6", "6"}
    assert len(removed) == 2
    once_more = play(remove_hqs, state).story
    assert once_more == ()


def test_rb_3_0_a_the_turn_track() -> None:
    nights = [turns.number(box) for box in turns.TRACK if turns.is_night(box)]
    days = [turns.number(box) for box in turns.TRACK if turns.is_day(box)]
    assert nights == [4, 5, 10, 11, 16, 17]
    assert days == [1, 2, 3, 6, 7, 8, 9, 12, 13, 14, 15, 18, 19, 20]
    assert [turns.next_box(turns.interphase_box(date)) for date in turns.DATES] == [
        "GT 1",
        "GT 6",
        "GT 12",
        "GT 18",
    ]
    assert {turns.date(turns.turn_box(number)) for number in range(6, 12)} == {"21 Nov"}


def test_the_marker_calls_for_what_is_next() -> None:
    assert next_sequence(field(turn="Interphase 22 Nov")) == "interphase"
    assert next_sequence(field(turn="GT 11")) == "night"
    assert next_sequence(field(turn="GT 12")) is None


def test_rb_11_0_b_after_gt_20_japan_has_won_where_forts_stand() -> None:
    state = field(inf("3015"), turn="GT 20", amtracs=0)
    assert state.outcome() is None
    outcome = play(day, state)
    verdict = state.outcome()
    assert verdict is not None
    assert verdict.winner == "jp"
    assert "Japan wins" in outcome.story[-1]
    assert next_sequence(state) is None
