"""The umpire of Red Beach: each unlawful deed by its rule, and what lawful ones call for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from automation.policies import Scripted, Sensible
from modules.red_beach.board import AVAILABLE, ELIMINATED
from modules.red_beach.rules.judge import findings, judge
from modules.red_beach.rules.segment_track import in_progress
from modules.red_beach.state import State
from modules.red_beach.units import BACK, Unit
from tests.red_beach_field import PlainTables, arty, btn, field, fort, inf, rgt, tank
from vassal_bridge.errors import AmbiguousName, RuleError
from vassal_bridge.game.deeds import deeds, with_ways
from vassal_bridge.game.dice import SeededDice
from vassal_bridge.game.hexes import HexId
from vassal_bridge.game.judging import Asked, Judgement
from vassal_bridge.game.sequence import Decider, Outcome, run

DAY = "GT 8"
A, B = inf("2612", "A/1/8"), inf("2612", "E/2/8")
HQ, RGT = btn("2612", "1/8"), rgt("2410", "8")
TANK, GUN = tank("2612", "Med 1"), arty("2410", "Gun 1")
FORT = fort("2813", "Fort 1")


def ground(*units: Unit, turn: str = DAY, **more: Any) -> State:
    return field(*units, turn=turn, **more)


def after(state: State, **places: str) -> State:
    """Return the position with units elsewhere, by their ids."""
    moved = [
        replace(unit, location=places.get(unit.id, unit.location)) for unit in state.units.values()
    ]
    return State(state.board, moved, state.tracks)


def judged(state: State, places: dict[str, str], asked: Asked | None = None) -> Judgement:
    return judge(state, deeds(state, after(state, **places)), asked)


def rules(judgement: Judgement) -> list[str]:
    return [finding.rule for finding in judgement.findings]


def play(judgement: Judgement, state: State, decider: Decider | None = None) -> Outcome:
    assert judgement.findings == ()
    assert judgement.sequence is not None
    return run(judgement.sequence, state, SeededDice(3), decider or Sensible())


# --- what is unlawful ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("turn", "places", "rule", "said"),
    [
        ("GT 10", {"A/1/8": "2613"}, "3.3", "do not move or land at night"),
        ("Interphase 21 Nov", {"A/1/8": "2613"}, "3.1", "in an interphase"),
        (DAY, {"A/1/8": "2813"}, "8.4", "Fort 1 holds 2813"),
        (DAY, {"A/1/8": "3520"}, "8.4", "no hex that units can stand in"),
        (DAY, {"A/1/8": "2613", "Gun 1": "2411"}, "3.2", "each has a segment, save after each"),
        (DAY, {"Med 1": "2710"}, "8.4", "may not enter the pier hex 2710"),
        (DAY, {"Gun 1": "2710"}, "8.4", "may not enter the pier hex 2710"),
        (DAY, {"1/8": "2713"}, "8.4", "may not enter enemy ZOC in 2713"),
        (DAY, {"A/1/8": "2515"}, "5.0", "2515 would hold more than one Inf"),
        (DAY, {"A/1/8": ELIMINATED}, "8.81", "leaves the map by losing its steps"),
        (DAY, {"F/2/8": "2613"}, "3.2", "come ashore from the Wave Display"),
        (DAY, {"F/2/8": ELIMINATED}, "3.2", "into wave boxes and back only"),
        (DAY, {"Fort 1": ELIMINATED}, "8.841", "until combat destroys them"),
    ],
)
def test_an_unlawful_journey_is_named_with_its_rule(
    turn: str, places: dict[str, str], rule: str, said: str
) -> None:
    state = ground(
        A, TANK, HQ, GUN, FORT, inf("2515", "G/2/8"), inf(AVAILABLE, "F/2/8"),
        terrain={"2710": "pier", "3520": "sea"}, turn=turn,
    )  # fmt: skip
    found = judged(state, places)
    assert rule in rules(found)
    assert said in "; ".join(finding.text for finding in found.findings)


def test_8_4_d_a_tank_does_not_cross_a_seawall_where_there_is_no_way_round() -> None:
    around = ground(TANK).board.neighbours(HexId("2612"))
    state = ground(TANK, sides={("2612", there): "seawall" for there in around})
    found = judged(state, {"Med 1": "2613"})
    assert rules(found) == ["8.4"]
    assert "may not cross the seawall" in found.findings[0].text


def test_3_2_a_stack_that_has_acted_does_not_act_again() -> None:
    state = ground(replace(A, moved=True))
    found = judged(state, {"A/1/8": "2613"})
    assert rules(found) == ["3.2"]
    assert "has acted" in found.findings[0].text


def test_3_2_units_in_wave_boxes_land_before_anybody_moves() -> None:
    state = ground(A, inf("Red One wave 1 LCVP", "F/2/8"))
    found = judged(state, {"A/1/8": "2613"})
    assert rules(found) == ["3.2"]
    assert "wait in Red One wave 1 LCVP" in found.findings[0].text


def test_5_0_a_wave_box_holds_two_combat_units() -> None:
    three = [inf(AVAILABLE, f"{letter}/2/8") for letter in "EFG"]
    state = ground(*three)
    box = "Red One wave 1 LCVP"
    assert judged(state, {unit.id: box for unit in three[:2]}).findings == ()
    found = judged(state, {unit.id: box for unit in three})
    assert rules(found) == ["5.0"]
    play(judged(state, {three[0].id: box}), state)
    assert state.units[three[0].id].location == box


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        (lambda unit: replace(unit, marker1=True), "8.81"),
        (lambda unit: replace(unit, face=BACK), "8.81"),
        (lambda unit: replace(unit, moved=True), "3.2"),
    ],
)
def test_markers_and_faces_are_not_the_players(change: Callable[[Unit], Unit], rule: str) -> None:
    state = ground(A)
    units = [change(unit) if unit.id == A.id else unit for unit in state.units.values()]
    other = State(state.board, units, state.tracks)
    assert rules(judge(state, deeds(state, other), None)) == [rule]


@pytest.mark.parametrize("track", ["jrl", "turn", "amtracs", "engineer_level", "air_strikes"])
def test_no_player_moves_the_marker_of_a_track(track: str) -> None:
    state = ground(A)
    value = "GT 9" if track == "turn" else state.level(track) + 1
    other = State(state.board, state.units.values(), {**state.tracks, track: value})
    assert len(judge(state, deeds(state, other), None).findings) == 1


def test_sentences_of_the_rules_become_findings() -> None:
    (found,) = findings(["2711: more than one HQ [5.0]"])
    assert (found.text, found.rule) == ("2711: more than one HQ", "5.0")


# --- what lawful deeds call for --------------------------------------------------------------


def test_3_2_a_move_begins_a_segment_that_waits_for_more() -> None:
    state = ground(A, HQ, terrain={f"{c}{r}": "palm" for c in (26, 27) for r in range(10, 18)})
    play(judged(state, {"A/1/8": "2614", "1/8": "2614"}), state)
    now = in_progress(state)
    assert now is not None
    assert set(now.acting) == {"A/1/8", "1/8"}
    assert not now.entered
    assert state.units["A/1/8"].location == "2614"
    assert state.units["A/1/8"].moved


def test_3_2_i_the_first_open_hex_rolls_for_an_impulse_and_the_second_does_not() -> None:
    state = ground(A)
    outcome = play(judged(state, {"A/1/8": "2614"}), state)
    assert [roll.spec for roll in outcome.rolls] == ["2d6"]
    assert sum("Impulse (move)" in line for line in outcome.story) == 1
    again = play(judged(state, {"A/1/8": "2616"}), state)
    assert again.rolls == ()


def test_3_2_j_moving_another_stack_ends_the_segment_before_with_its_check() -> None:
    state = ground(A, inf("2410", "K/3/2"))
    play(judged(state, {"A/1/8": "2613"}), state)
    outcome = play(judged(state, {"K/3/2": "2411"}), state)
    assert "Impulse (end) A/1/8 @2613" in outcome.story[0]
    now = in_progress(state)
    assert now is not None
    assert now.acting == ("K/3/2",)


def test_8_4_b_a_unit_that_stays_behind_may_act_later_and_one_dropped_on_the_way_may_not() -> None:
    state = ground(A, HQ, TANK)
    play(judged(state, {"A/1/8": "2613", "Med 1": "2614"}), state)
    assert [state.units[name].moved for name in ("A/1/8", "Med 1", "1/8")] == [True, True, False]
    assert state.units["A/1/8"].location == "2613"
    now = in_progress(state)
    assert now is not None
    assert now.acting == ("Med 1",)


def test_9_2_a_stack_that_is_driven_back_goes_no_further() -> None:
    tables = PlainTables({("S", total): "R" for total in range(2, 13)}, lambda _: "1 S")
    state = ground(A, tables=tables)
    outcome = play(judged(state, {"A/1/8": "2616"}), state)
    assert in_progress(state) is None
    assert state.units["A/1/8"].location != "2616"
    assert outcome.choices[0].choose.kind == "retreat"
    assert outcome.story[-1].startswith("  Not done any more: move")


def test_path_the_way_is_asked_where_ways_differ_in_what_they_trigger() -> None:
    """Two ways of two hexes: the impulse comes in the one or in the other."""
    palms = {f"{c}{r}": "palm" for c in range(20, 40) for r in range(10, 25)}
    around = ground(A).board.neighbours(HexId("2714"))
    ways = dict.fromkeys(("2613", "2713"), "clear")
    state = ground(A, terrain={**palms, **dict.fromkeys(around, "sea"), **ways})
    found = judged(state, {"A/1/8": "2714"})
    for way in ways:
        copy = state.copy()
        outcome = play(found, copy, Scripted([f"{way} -> 2714"], Sensible()))
        assert outcome.choices[0].choose.kind == "path"
        assert f"@{way}:" in outcome.story[2]


def test_path_a_way_without_an_impulse_is_taken_without_asking() -> None:
    palms = {f"{c}{r}": "palm" for c in range(20, 40) for r in range(10, 25)}
    state = ground(A, terrain={**palms, "2613": "clear"})
    outcome = play(judged(state, {"A/1/8": "2614"}), state)
    assert outcome.rolls == ()
    assert outcome.choices == ()


def test_path_a_log_shows_the_way_and_the_hexes_that_were_passed() -> None:
    palms = {f"{c}{r}": "palm" for c in range(20, 40) for r in range(10, 25)}
    state = ground(A, HQ, terrain={**palms, "2613": "clear"})
    stops = [after(state, **dict.fromkeys(("A/1/8", "1/8"), hex_id)) for hex_id in ("2613", "2615")]
    done = with_ways(deeds(state, stops[-1]), stops)
    assert [deed.way for deed in done] == [("2613", "2615")]
    outcome = play(judge(state, done, None), state)
    assert len(outcome.rolls) == 1
    assert [line.split(": ")[1] for line in outcome.story if "[8.4]" in line] == [
        "2612 -> 2613 [8.4]", "2613 -> 2614 [8.4]", "2614 -> 2615 [8.4]",
    ]  # fmt: skip


def test_path_a_log_that_shows_a_stack_in_a_forbidden_hex_is_refused_there() -> None:
    state = ground(TANK, terrain={"2613": "pier"})
    stops = [after(state, **{"Med 1": hex_id}) for hex_id in ("2613", "2614")]
    done = with_ways(deeds(state, stops[-1]), stops)
    found = judge(state, done, None)
    assert rules(found) == ["8.4"]
    assert "pier hex 2613" in found.findings[0].text
    assert judge(state, deeds(state, stops[-1]), None).findings == ()


def test_a_request_says_which_way_a_stack_went() -> None:
    palms = {f"{c}{r}": "palm" for c in range(20, 40) for r in range(10, 25)}
    state = ground(A, terrain={**palms, "2613": "clear"})
    asked = Asked("move", "A/1/8", ("2613", "2614"))
    outcome = play(judged(state, {"A/1/8": "2614"}, asked), state)
    assert len(outcome.rolls) == 1
    wrong = judged(state.copy(), {"A/1/8": "2615"}, asked)
    assert "does not lead to 2615, where the units stand" in wrong.findings[0].text


def test_a_request_moves_a_stack_that_nobody_has_touched() -> None:
    state = ground(A)
    play(judged(state, {}, Asked("move", "1/8", ("2613", "2614"))), state)
    assert state.units["A/1/8"].location == "2614"
    found = judged(state, {}, Asked("move", "1/8", ("2618",)))
    assert rules(found) == ["8.4"]


def test_8_7_an_attack_is_asked_for_with_its_supports() -> None:
    state = ground(replace(A, location="2713"), FORT, terrain={"2812": "beach"}, destroyers=1)
    asked = Asked("attack", "A/1/8", ("2813",), ("destroyer",))
    outcome = play(judged(state, {}, asked), state)
    assert any("Attack 2713 -> Fort 1 @2813" in line for line in outcome.story)
    assert any("destroyer +4" in line for line in outcome.story)
    assert state.level("destroyers") == 0


@pytest.mark.parametrize(
    ("asked", "rule", "said"),
    [
        (Asked("attack", "A/1/8", ("2714",)), "8.7", "no active fort in 2714"),
        (Asked("attack", "E/2/8", ("2813",)), "8.7", "not adjacent"),
        (Asked("attack", "A/1/8", ("2813",), ("destroyer",)), "8.9", "no destroyer is available"),
        (Asked("attack", "A/1/8", ("2813",), ("air strike",)), "8.9", "is available"),
        (Asked("attack", "A/1/8", ("2813",), ("Gun 1",)), "6.0", "out of LOC"),
    ],
)
def test_8_7_an_unlawful_attack_is_named_with_its_rule(asked: Asked, rule: str, said: str) -> None:
    state = ground(replace(A, location="2713"), B, GUN, FORT)
    found = judged(state, {}, asked)
    assert rule in rules(found)
    assert said in "; ".join(finding.text for finding in found.findings)


def test_8_7_an_attack_that_a_move_does_not_lead_to_is_told_with_its_rule() -> None:
    state = ground(A, FORT)
    outcome = play(judged(state, {"A/1/8": "2613"}, Asked("attack", "A/1/8", ("2714",))), state)
    assert outcome.story[-1] == (
        "  Not done any more: attack 2714, for there is no active fort in 2714 [8.7] [3.2]"
    )


def test_next_after_a_move_ends_its_segment() -> None:
    state = ground(A)
    play(judged(state, {"A/1/8": "2613"}, Asked("next")), state)
    assert in_progress(state) is None


@pytest.mark.parametrize(
    ("asked", "error", "said"),
    [
        (Asked("attack", "X/9/9", ("2813",)), RuleError, "no US unit on the map"),
        (Asked("attack", "A/1/9", ("2813",)), RuleError, "did you mean A/1/8?"),
        (Asked("attack", "A/1/8", ("there",)), RuleError, "expected a hex such as 2711"),
        (Asked("attack", "A/1/8", ("2813",), ("destroyr",)), RuleError, "did you mean 'destroyer"),
        (Asked("attack", "2/8", ("2813",)), AmbiguousName, "stands in 2612, 2616: say which hex"),
        (Asked("stop"), RuleError, "no Ground Segment is in progress"),
    ],
)
def test_a_request_that_means_nobody_is_refused_with_a_hint(
    asked: Asked, error: type[RuleError], said: str
) -> None:
    state = ground(replace(A, location="2713"), B, inf("2616", "F/2/8"), FORT)
    with pytest.raises(error) as caught:
        judged(state, {}, asked)
    assert said in str(caught.value)


def test_stop_and_next_end_the_segment_in_progress_with_its_check() -> None:
    for asked in (Asked("stop"), Asked("next"), Asked("stop", "A/1/8")):
        state = ground(A)
        play(judged(state, {"A/1/8": "2613"}), state)
        outcome = play(judged(state, {}, asked), state)
        assert in_progress(state) is None
        assert any("Impulse (end)" in line for line in outcome.story)


def test_3_2_m_the_end_of_the_phase_plays_recovery_and_moves_the_turn_marker() -> None:
    state = ground(A)
    play(judged(state, {"A/1/8": "2613"}), state)
    outcome = play(judged(state, {}, Asked("end", "phase")), state)
    assert state.turn == "GT 9"
    assert in_progress(state) is None
    assert not state.units["A/1/8"].moved
    assert any("Impulse (end)" in line for line in outcome.story)


def test_next_lands_the_waves_that_are_planned() -> None:
    state = ground(inf("Red One wave 1 LCVP", "F/2/8"), beaches={"2107": "red_one"}, turn=DAY)
    judgement = judged(state, {}, Asked("next"))
    assert judgement.name == "landing"
    play(judgement, state)
    assert state.units["F/2/8"].location == "2107"


def test_nothing_done_and_nothing_asked_is_left_to_the_turn_track() -> None:
    assert judged(ground(A), {}) == Judgement()
    assert judged(ground(A, turn="GT 10"), {}, Asked("next")) == Judgement()
