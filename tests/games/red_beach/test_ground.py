"""[3.2, 9.2, 9.3] The Ground Phase: segments, impulses, coordination."""

from __future__ import annotations

from typing import Any

import pytest

from automation.red_beach.ground import tracker
from automation.red_beach.impulse import impulse as impulse_alone
from modules.red_beach.rules import segment_track
from modules.red_beach.rules.coordination import coordinated, group_of
from modules.red_beach.rules.ground import end_phase, ground_phase, one_segment
from modules.red_beach.rules.impulse import impulse
from modules.red_beach.rules.landing import go_ashore
from modules.red_beach.rules.recovery import moved_off
from modules.red_beach.rules.segment import act, begin, problems, segment
from modules.red_beach.rules.segment_track import Memory, Segment, in_progress, parse
from modules.red_beach.rules.waves import BEACHES
from modules.red_beach.settings import Settings
from modules.red_beach.state import State
from tests.red_beach_field import (
    PlainTables,
    arty,
    btn,
    field,
    fort,
    inf,
    play,
    rgt,
    tank,
    where,
)
from vassal_bridge.errors import RuleError, UnusableAnswer
from vassal_bridge.game.changes import Set
from vassal_bridge.game.hexes import HexId
from vassal_bridge.game.sequence import Outcome

HERE, TARGET = HexId("3015"), HexId("3016")
DAY = "GT 6"
COY = "A/2/8"
PALM = {f"{column}{row:02d}": "palm" for column in range(27, 34) for row in range(8, 26)}
PALM_BUT_ONE = {**PALM, "3016": "clear"}


def ground(*units: Any, tactical: Any = None, crt: Any = None, **more: Any) -> State:
    """Return a day position in palm woods; the date adds 1 to Tactical rolls."""
    tables = PlainTables(crt, tactical)
    return field(*units, tables=tables, **{"turn": DAY, "terrain": PALM, **more})


def one(state: State, *answers: str, dice: Any = (), units: tuple[str, ...] = (COY,)) -> Outcome:
    return play(lambda s: segment(s, units), state, dice, answers)


def impulses(outcome: Outcome) -> list[str]:
    """Return the trigger of each impulse that was rolled for."""
    lines = [line for line in outcome.story if line.startswith("Impulse (")]
    return [line.partition("(")[2].partition(")")[0] for line in lines]


# --- the phase --------------------------------------------------------------------------------


def test_rb_3_2_h_stacks_act_one_at_a_time_until_all_have_or_the_player_stops() -> None:
    state = ground(inf("3015"), inf("3115", "B/2/8"), inf("3215", "C/2/8"), jrl=0)
    outcome = play(ground_phase, state, answers=["3115", "stop", "3015", "stop", "end"])
    assert [unit.id for unit in state.units.values() if unit.moved] == [COY, "B/2/8"]
    offered = [[o.value for o in c.choose.options] for c in outcome.choices]
    assert offered[0] == ["3015", "3115", "3215", "end"]
    assert offered[2] == ["3015", "3215", "end"]
    assert "1 stack did not act" in outcome.story[-1]
    play(ground_phase, state, answers=["3215", "stop"])
    assert all(state.units[name].moved for name in (COY, "B/2/8", "C/2/8"))


def test_rb_3_2_h_a_unit_acts_once() -> None:
    state = ground(inf("3015", moved=True))
    (refused,) = problems(state, [COY])
    assert (refused.rule, "has acted" in refused.sentence) == ("3.2", True)
    with pytest.raises(RuleError, match=r"has acted this Ground Phase \[3.2\]"):
        one(state)


def test_rb_3_2_h_no_impulses_at_a_jrl_of_0() -> None:
    state = ground(inf("3015"), terrain=PALM_BUT_ONE, tactical=lambda _: "B", jrl=0)
    assert impulses(one(state, "move 3016", "stop")) == []


def test_3_2_only_by_day() -> None:
    with pytest.raises(RuleError, match="no day turn"):
        play(ground_phase, field(inf("3015"), turn="GT 4"))
    night = field(inf("3015"), turn="GT 4")
    assert "3.2" in [one.rule for one in problems(night, [COY])]


def test_rb_8_4_c_units_of_one_hex_may_also_act_apart() -> None:
    state = ground(inf("3015"), tank("3015"), jrl=0)
    play(ground_phase, state, answers=["3015", "A Tk", "stop", "3015", "stop"])
    assert state.units[COY].moved
    together = ground(inf("3015"), tank("3015"), jrl=0, settings=Settings(act_apart=False))
    play(ground_phase, together, answers=["3015", "stop"])
    assert together.units["A Tk"].moved


# --- triggers ---------------------------------------------------------------------------------


def test_rb_3_2_i_a_us_total_of_11_or_12_against_a_fort_triggers() -> None:
    for faces, expected in (
        ([5, 5], ["end"]),
        ([5, 6], ["combat", "end"]),
        ([6, 6], ["combat", "end"]),
    ):
        state = ground(inf("3015"), fort(TARGET), jrl=90)
        dice = [1, 1, *faces, *([3, 3] if len(expected) == 2 else []), 3, 3]
        outcome = one(state, "attack 3016", "none", "stop", dice=dice)
        assert impulses(outcome) == expected


def test_rb_3_2_i_the_first_clear_hex_of_a_segment_triggers_and_no_later_one() -> None:
    terrain = {**PALM, "3016": "clear", "3017": "clear"}
    state = ground(inf("3015"), terrain=terrain)
    outcome = one(state, "move 3016", "move 3017", "stop", dice=[3, 3, 3, 3])
    assert impulses(outcome) == ["move", "end"]
    assert impulses(one(ground(inf("3015")), "move 3016", "stop", dice=[3, 3])) == ["end"]


def test_rb_3_2_j_not_acting_at_all_is_an_end_with_a_check() -> None:
    assert impulses(one(ground(inf("3015")), "stop", dice=[3, 3])) == ["end"]


def test_rb_3_2_j_a_dropped_part_ends_its_segment_and_checks_where_it_is_left() -> None:
    state = ground(inf("3015"), tank("3015"))
    units = (COY, "A Tk")
    outcome = one(state, "drop A Tk", "move 3014", "stop", dice=[3, 3, 4, 4], units=units)
    told = [line for line in outcome.story if line.startswith("Impulse")]
    assert told[0].startswith("Impulse (end) A Tk @3015")
    assert told[1].startswith("Impulse (end) A/2/8 @3014")
    assert state.units["A Tk"].moved


def test_rb_3_2_j_dropping_off_and_staying_is_one_end() -> None:
    state = ground(inf("3015"), tank("3015"))
    outcome = one(state, "drop A Tk", "stop", dice=[3, 3], units=(COY, "A Tk"))
    assert impulses(outcome) == ["end"]


def test_rb_3_2_j_r_from_a_forts_fire_ends_the_segment() -> None:
    state = ground(inf("3015"), fort(TARGET), crt={("S", 7): "R"}, jrl=90)
    outcome = one(state, "attack 3016", "none", "3014", dice=[3, 4, 1, 1, 3, 3])
    assert impulses(outcome) == ["end"]
    assert where(state)[COY] == "3014"
    assert in_progress(state) is None


def test_rb_3_2_j_and_9_3_d_the_eliminated_trigger_nothing() -> None:
    state = ground(inf("3015", face="back", marker1=True), fort(TARGET), crt={("10:1", 7): "1"})
    outcome = one(state, "attack 3016", "none", dice=[3, 4])
    assert impulses(outcome) == []
    assert "all eliminated, no check" in outcome.story[-1]


def test_rb_3_2_k_retreats_and_advances_trigger_no_movement_impulse() -> None:
    terrain = {**PALM, "3014": "clear"}
    state = ground(inf("3015"), fort(TARGET), crt={("S", 7): "R"}, jrl=90, terrain=terrain)
    outcome = one(state, "attack 3016", "none", "3014", dice=[3, 4, 1, 1, 3, 3])
    assert impulses(outcome) == ["end"]
    ahead = ground(inf("3015"), fort(TARGET), crt={("5:1", 2): "R"}, jrl=90)
    outcome = one(ahead, "attack 3016", "none", "A/2/8", "stop", dice=[1, 1, 1, 1, 3, 3])
    assert where(ahead)[COY] == TARGET
    assert impulses(outcome) == ["end"]


def test_rb_3_2_l_r_of_an_impulse_ends_the_segment_and_then_one_end_check() -> None:
    crt = {("S", 7): "R"}
    state = ground(inf("3015"), terrain=PALM_BUT_ONE, crt=crt, tactical=lambda _: "S")
    outcome = one(state, "move 3016", "3015", "3014", dice=[3, 3, 3, 4, 3, 3, 3, 4])
    assert impulses(outcome) == ["move", "end"]
    assert where(state)[COY] == "3014"


# --- impulses ---------------------------------------------------------------------------------


def hit(state: State, dice: Any, answers: Any = ()) -> tuple[Outcome, bool]:
    ended: list[bool] = []

    def resolve(s: State) -> Any:
        ended.append((yield from impulse(s, HERE, "move")))

    return play(resolve, state, dice, answers), ended[0]


def test_rb_9_2_a_no_impulse_without_jrl_or_without_units() -> None:
    assert hit(ground(inf("3015"), jrl=0), []) == (Outcome(()), False)
    assert hit(ground(inf("3115")), []) == (Outcome(()), False)


def test_rb_9_2_a_a_combat_trigger_waits_for_the_advance() -> None:
    state = ground(inf("3015"), fort(TARGET), crt={("5:1", 11): "R"}, jrl=90)
    outcome = one(state, "attack 3016", "none", "A/2/8", "stop", dice=[1, 1, 5, 6, 3, 3, 3, 3])
    told = [line for line in outcome.story if line.startswith("Impulse (combat)")]
    assert "@3016" in told[0]


@pytest.mark.parametrize(("turn", "drm"), [("GT 1", 0), ("GT 6", 1), ("GT 12", 2), ("GT 18", 3)])
def test_rb_9_2_b_the_date_counts_and_destroyed_forts_do_not(turn: str, drm: int) -> None:
    tables = PlainTables(None, {5 + drm: "S"}, dict.fromkeys(range(60), 3))
    state = field(inf("3015"), fort("Eliminated"), fort("4705"), tables=tables, turn=turn)
    outcome, _ = hit(state, [2, 3, 3, 3])
    assert f"+{drm} date" in outcome.story[0]
    assert outcome.story[0].endswith("Day -> S [9.2]")
    assert tables.columns[0] == "400"


def test_rb_9_2_c_no_effect_lets_the_segment_go_on() -> None:
    state = ground(inf("3015"), terrain=PALM_BUT_ONE)
    outcome = one(state, "move 3016", "move 3017", "stop", dice=[3, 3, 3, 3])
    assert "no effect" in outcome.story[2]
    assert where(state)[COY] == "3017"


@pytest.mark.parametrize("kind", ["S", "M", "MG"])
def test_rb_9_2_d_snipers_mortars_and_machine_guns_roll_in_their_column(kind: str) -> None:
    state = ground(inf("3015"), tactical=lambda _: kind, crt={(kind, 7): "1"})
    _, ended = hit(state, [3, 3, 3, 4])
    assert state.units[COY].marker1
    assert not ended
    assert state.board.tables.columns[-1] == kind  # type: ignore[attr-defined] # plain tables


@pytest.mark.parametrize(("result", "ends"), [("1", False), ("2", False), ("R", True), ("D", True)])
def test_rb_9_2_d_r_and_d_end_the_segment(result: str, ends: bool) -> None:
    state = ground(inf("3015"), tactical=lambda _: "M", crt={("M", 7): result})
    _, ended = hit(state, [3, 3, 3, 4], ["3014"] if ends else [])
    assert ended is ends


def test_rb_8_82_b_the_player_assigns_the_losses_of_snipers_by_day() -> None:
    state = ground(inf("3015"), btn("3015"), tactical=lambda _: "S", crt={("S", 7): "1"})
    hit(state, [3, 3, 3, 4], [COY])
    assert state.units[COY].marker1
    assert not state.units["2/8"].disrupted


def test_rb_9_2_e_an_assault_fires_first_lowers_the_jrl_and_is_lifted() -> None:
    crt = {("3:1", 7): "1", ("4:1", 7): "1"}
    state = ground(inf("3015"), tactical=lambda _: "A", crt=crt)
    outcome, ended = hit(state, [3, 3, 5, 3, 4, 3, 4])
    assert not [rolled.why for rolled in outcome.rolls if "[3.3]" in rolled.why]
    assert state.units[COY].marker1
    assert state.jrl == 398
    assert where(state)["J1"] == "Japanese Pool"
    assert "Jap 15:4 = 3:1" in outcome.story[1]
    assert "US 12:3 = 4:1" in outcome.story[1]
    assert not ended


def test_rb_9_2_e_a_one_adds_a_tank_that_keeps_its_losses() -> None:
    crt = {("2:1", 7): "", ("3:1", 7): "2"}
    state = ground(inf("3015"), crt={**crt, ("MG", 7): "2"}, tactical=lambda _: "A")
    hit(state, [3, 3, 1, 1, 3, 4, 3, 4])
    assert state.units["T1"].marker1
    assert where(state)["T1"] == "Japanese Pool"
    assert state.jrl == 396


def test_rb_9_2_f_a_banzai_lets_the_us_fire_first() -> None:
    state = ground(inf("3015"), tactical=lambda _: "B", crt={("5:1", 7): "D"})
    outcome, _ = hit(state, [3, 3, 5, 3, 4])
    assert "US 16:3 = 5:1" in outcome.story[1]
    assert "Jap 15" not in outcome.story[1]
    assert state.jrl == 394


def test_rb_8_9_c_and_9_2_e_only_btn_hq_and_arty_support_the_defence() -> None:
    units = (inf("3015"), btn("3013"), rgt("3011"), arty("3009"))
    settings = Settings(attackers_block_loc=False)
    state = ground(*units, tactical=lambda _: "A", air_strikes=3, destroyers=3, settings=settings)
    outcome, _ = hit(state, [3, 3, 5, 3, 3, 3, 3], ["2/8", "A Arty"])
    offered = [[o.value for o in c.choose.options] for c in outcome.choices]
    assert offered == [["2/8", "A Arty", "none"], ["A Arty", "none"]]


# --- coordination -----------------------------------------------------------------------------


def btn_of_two(**more: Any) -> State:
    return ground(inf("3015"), inf("3013", "B/2/8"), btn("3014"), **more)


def test_rb_9_3_a_only_the_last_stack_of_a_btn_checks() -> None:
    state = btn_of_two()
    first = one(state, "stop")
    assert "End check waived: 2/8 Btn, 1 stack to act [9.3]" in first.story
    last = one(state, "stop", dice=[3, 3], units=("B/2/8",))
    assert impulses(last) == ["end"]


def test_rb_9_3_a_and_9_3_f_inf_out_of_loc_spare_nobody_the_check() -> None:
    state = ground(inf("3015"), inf("3024", "B/2/8"), btn("3014"))
    assert coordinated(state) == {COY: "btn"}
    assert impulses(one(state, "stop", dice=[3, 3])) == ["end"]


def test_rb_9_3_b_the_same_for_a_rgt_through_its_hqs() -> None:
    units = (inf("3015"), inf("3012", "B/1/8"), btn("3014"), btn("3011", "1/8"))
    assert group_of(ground(*units), [COY], coordinated(ground(*units))).name == ""
    state = ground(*units, rgt("3113"))
    assert "End check waived: 8 Rgt, 1 stack to act [9.3]" in one(state, "stop").story
    assert impulses(one(state, "stop", dice=[3, 3], units=("B/1/8",))) == ["end"]


@pytest.mark.parametrize("acts", [COY, "B/1/8"])
def test_rb_9_3_b_both_must_reach_the_rgt_hq(acts: str) -> None:
    near = (inf("3015"), btn("3014"), rgt("3113"))
    state = ground(*near, inf("4515", "B/1/8"), btn("4514", "1/8"))
    assert coordinated(state) == {COY: "rgt", "B/1/8": "btn"}
    assert impulses(one(state, "stop", dice=[3, 3], units=(acts,))) == ["end"]


def test_rb_9_3_c_movement_still_triggers() -> None:
    state = btn_of_two(terrain=PALM_BUT_ONE)
    outcome = one(state, "move 3016", "stop", dice=[3, 3])
    assert impulses(outcome) == ["move"]
    assert "End check waived: 2/8 Btn, 1 stack to act [9.3]" in outcome.story


def test_rb_9_3_d_a_last_stack_that_dies_spares_the_group_its_check() -> None:
    state = ground(
        inf("3015", face="back", marker1=True), inf("3013", "B/2/8"), btn("3014"),
        fort(TARGET), crt={("3:1", 7): "1"}, jrl=90,
    )  # fmt: skip
    assert impulses(one(state, "stop", units=("B/2/8",))) == []
    assert impulses(one(state, "attack 3016", "none", dice=[3, 4])) == []
    assert not state.units[COY].on_map


def test_rb_9_3_e_judged_at_the_start_of_the_own_segment_so_an_hq_may_go_first() -> None:
    state = ground(inf("3015"), inf("3013", "B/2/8"), btn("3025"))
    assert coordinated(state) == {}
    moves = [f"move {HexId(f'30{row}')}" for row in range(24, 18, -1)]
    state = ground(inf("3015"), inf("3013", "B/2/8"), btn("3025"), jrl=0)
    one(state, *moves, "stop", units=("2/8",))
    assert set(coordinated(state)) == {COY, "B/2/8"} - {"B/2/8"}
    near = ground(inf("3015"), inf("3014", "B/2/8"), btn("3025"), jrl=0)
    one(near, *moves, "stop", units=("2/8",))
    assert set(coordinated(near)) == {COY, "B/2/8"}


def test_rb_12_0_c_and_9_3_e_option_3_judges_at_the_start_of_the_phase() -> None:
    settings = Settings(coordination_at_start=True)
    units = (inf("3015"), inf("3014", "B/2/8"), btn("3021"))
    for chosen, expected in ((settings, ["end", "end"]), (Settings(), ["end"])):
        state = ground(*units, settings=chosen)
        answers = ["3021", "move 3020", "move 3019", "stop", "3015", "stop", "end"]
        dice = [3, 3] * len(expected)
        outcome = play(ground_phase, state, dice, answers)
        assert impulses(outcome) == expected
        assert state.tracks["segment"] == ""


def test_rb_9_3_f_a_stack_without_inf_always_checks() -> None:
    state = ground(tank("3015"), inf("3013", "B/2/8"), inf("3113"), btn("3014"))
    assert impulses(one(state, "stop", dice=[3, 3], units=("A Tk",))) == ["end"]


def test_rb_9_3_f_a_disrupted_hq_or_a_partner_that_has_acted_waives_nothing() -> None:
    disrupted = ground(inf("3015"), inf("3013", "B/2/8"), btn("3014", face="back"))
    assert impulses(one(disrupted, "stop", dice=[3, 3])) == ["end"]
    acted = ground(inf("3015"), inf("3013", "B/2/8", moved=True), btn("3014"))
    assert impulses(one(acted, "stop", dice=[3, 3])) == ["end"]


def test_a11_the_tracker_tells_who_will_check_and_why() -> None:
    state = ground(
        inf("3015"), inf("3013", "B/2/8"), btn("3014"), tank("3213"), inf("3216", "A/1/8")
    )
    told = "\n".join(play(tracker, state).story)
    assert "4 stacks are yet to act" not in told
    assert "3015 A/2/8: waived by 2/8 Btn (B/2/8)" in told
    assert "3213 A Tk: checks at its end: no Inf" in told
    assert "3216 A/1/8: checks at its end: no LOC A/1/8 to Btn HQ" in told


# --- from save to save ------------------------------------------------------------------------


def test_3_2_a_segment_goes_on_from_where_it_was_left() -> None:
    state = ground(inf("3015"), tank("3015"), inf("3013", "B/2/8"), btn("3014"),
                   terrain=PALM_BUT_ONE)  # fmt: skip
    answers = ["3015", "A Tk, A/2/8", "drop A Tk", "move 3016", "later"]
    play(one_segment, state, [3, 3, 3, 3], answers)
    now = in_progress(state)
    assert now == Segment((COY,), "3015", entered=True, group="2/8 Btn", partners=("B/2/8",))
    resumed = state.copy()
    outcome = play(one_segment, resumed, answers=["move 3017", "stop"])
    assert "End check waived: 2/8 Btn, 1 stack to act [9.3]" in outcome.story
    assert in_progress(resumed) is None
    assert "another Ground Segment is in progress" in problems(state, ["B/2/8"])[0].sentence


def test_3_2_the_whole_phase_finishes_the_segment_in_progress_first() -> None:
    state = ground(inf("3015"), jrl=0)
    play(one_segment, state, answers=["later"])
    play(ground_phase, state, answers=["move 3016", "stop"])
    assert where(state)[COY] == "3016"


def test_3_2_a_save_that_cannot_remember_is_told_of_and_not_paused() -> None:
    state = ground(inf("3015"), jrl=0)
    old = State(state.board, state.units.values(), state.tracks, forgets=["segment"])
    outcome = play(one_segment, old, answers=["stop"])
    assert "no property bridge_segment" in outcome.story[0]
    assert "later" not in [option.value for option in outcome.choices[0].choose.options]


@pytest.mark.parametrize(
    "memory",
    [
        Memory(),
        Memory(Segment(("A/2/8", "1 Md"), "2711")),
        Memory(Segment(("A/2/8",), "2711", True, ("1 Md", "2/8 HQ"), "2/8 Btn", ("B/2/8",))),
        Memory(None, {}),
        Memory(Segment(("A/2/8",), "2711"), {"A/2/8": "btn", "B/2/8": "rgt"}),
    ],
)
def test_3_2_what_is_remembered_is_read_as_it_was_written(memory: Memory) -> None:
    assert parse(str(memory)) == memory


@pytest.mark.parametrize("text", ["nonsense", "acting=A;acting=B"])
def test_3_2_a_text_that_nobody_wrote_is_refused(text: str) -> None:
    with pytest.raises(RuleError, match="expected a segment"):
        parse(text)


def test_3_2_a_segment_of_units_that_are_not_there_is_refused() -> None:
    state = ground(inf("3015"))
    strange = State(state.board, state.units.values(),
                    {**state.tracks, "segment": "acting=Z/9/9;begun=3015"})  # fmt: skip
    with pytest.raises(RuleError, match="no such unit"):
        segment_track.recall(strange)
    (wrong,) = strange.status()
    assert "no such unit" in wrong


def test_3_2_units_begin_together_from_one_hex() -> None:
    state = ground(inf("3015"), tank("3115"), fort("3117"))
    assert [one.rule for one in problems(state, [COY, "A Tk"])] == ["8.4"]
    assert [one.rule for one in problems(state, ["fort 3117"])] == ["3.2"]
    assert problems(state, []) != []
    with pytest.raises(RuleError, match="from one hex only"):
        play(lambda s: begin(s, [COY, "A Tk"]), state)


def test_3_2_hqs_left_alone_in_enemy_zoc_are_driven_off_at_once() -> None:
    state = ground(inf("3015"), btn("3015"), fort(TARGET), jrl=0)
    one(state, "drop 2/8", "move 3014", "3115", "stop", units=(COY, "2/8"))
    assert state.units["2/8"].disrupted


def test_3_2_undo_leads_back_to_the_position_before() -> None:
    state = ground(inf("3015"), tank("3015"), jrl=0)
    before = state.copy()
    outcome = one(state, "drop A Tk", "move 3016", "stop", units=(COY, "A Tk"))
    for change in reversed(outcome.changes):
        state.push(change.inverse())
    assert state == before


def test_a1_an_impulse_alone_asks_for_stack_and_trigger() -> None:
    state = ground(inf("3015"), inf("3115", "B/2/8"))
    outcome = play(impulse_alone, state, [3, 3], ["3115", "move"])
    assert impulses(outcome) == ["move"]
    coordinated_state = btn_of_two()
    outcome = play(impulse_alone, coordinated_state, [], ["3015", "end"])
    assert "End check waived" in outcome.story[0]
    assert play(impulse_alone, ground(inf("3015"), jrl=0), [], ["end"]).story == (
        "JRL 0: no impulse [9.2]",
    )
    with pytest.raises(RuleError, match="no day turn"):
        play(impulse_alone, field(inf("3015"), turn="GT 4"))


def test_3_2_the_end_of_the_phase_forgets_it() -> None:
    state = ground(inf("3015"), jrl=0)
    play(one_segment, state, answers=["later"])
    play(end_phase, state)
    assert state.tracks["segment"] == ""


def test_3_2_recovery_forgets_a_segment_that_was_left_half_done() -> None:
    state = ground(inf("3015"), jrl=0)
    play(one_segment, state, answers=["later"])
    play(moved_off, state)
    assert state.tracks["segment"] == ""
    assert not state.units[COY].moved


def test_3_2_units_land_yet_to_act_whatever_mark_they_bear() -> None:
    state = ground(inf("GT 6", moved=True), beaches={"3015": "red_one"})
    red_one = next(beach for beach in BEACHES if beach.key == "red_one")
    play(lambda s: go_ashore(s, red_one, (s.units[COY],)), state)
    assert where(state)[COY] == "3015"
    assert problems(state, [COY]) == []


def test_the_phase_ends_when_the_game_is_decided() -> None:
    crt = {("5:1", 2): "R"}
    state = ground(inf("3015"), inf("3115", "B/2/8"), fort(TARGET), crt=crt, jrl=0)
    play(ground_phase, state, [1, 1, 1, 1], ["3015", "attack 3016", "none", "stay", "stop"])
    assert state.outcome() is not None


def test_3_2_marks_are_set_as_units_begin() -> None:
    state = ground(inf("3015"), jrl=0)
    outcome = one(state, "stop")
    assert [change for change in outcome.changes if isinstance(change, Set)] == [
        Set(COY, "moved", False, True, "[3.2] acts this Ground Phase")
    ]


@pytest.mark.parametrize(
    ("answers", "rule"),
    [
        (["move 3115"], r"Tank, may not cross the seawall 3015/3115 \[8.4\]"),
        (["move 2915"], r"may not enter the pier hex 2915 \[8.4\]"),
        (["move 3016"], r"fort 3016 holds 3016: it cannot be entered \[8.4\]"),
        (["move 3014"], r"more than one Inf \[5.0\]"),
        (["move 3018"], r"3018 is not adjacent to 3015 \[8.4\]"),
        (["attack 3014"], r"there is no active fort in 3014 \[8.7\]"),
        (["attack 3016", "8"], r"8 Rgt HQ is out of LOC: .* \[6.0\]"),
        (["attack 3016", "2/8"], r"2/8 HQ is disrupted \[8.85\]"),
        (["attack 3016", "air"], r"no air strike is available \[8.9\]"),
        (["attack 3016", "destroyer"], r"out of reach of destroyers \[8.9\]"),
        (["move nowhere"], "expected one of stop, "),
    ],
)
def test_a12_and_a14_what_is_not_lawful_is_refused_with_its_rule(answers: Any, rule: str) -> None:
    state = ground(
        inf("3015"), tank("3015"), inf("3014", "B/2/8"), btn("3013", face="back"), rgt("3012"),
        fort(TARGET), terrain={**PALM, "2915": "pier"}, sides={(HERE, "3115"): "seawall"},
        destroyers=1,
    )  # fmt: skip
    with pytest.raises(UnusableAnswer, match=rule):
        one(state, *answers, units=(COY, "A Tk"))


def test_a14_a_stack_that_has_acted_is_refused_with_its_rule() -> None:
    state = ground(inf("3015", moved=True), inf("3115", "B/2/8"))
    with pytest.raises(UnusableAnswer, match=r"has acted this Ground Phase \[3.2\]"):
        play(ground_phase, state, answers=["3015"])


@pytest.mark.parametrize(
    ("chosen", "rule"),
    [
        ("drop B/2/8", r"does not act in this segment \[8.4\]"),
        ("drop A/2/8", r"cannot drop off all its units: it stops \[8.4\]"),
        ("fly 3016", r"not by 'fly 3016' \[3.2\]"),
        ("move 3018", r"3018 is not adjacent to 3015 \[8.4\]"),
        ("attack 3016", r"there is no active fort in 3016 \[8.7\]"),
    ],
)
def test_rb_8_4_b_what_is_done_without_asking_is_held_to_the_rules(chosen: str, rule: str) -> None:
    state = ground(inf("3015"), inf("3014", "B/2/8"), jrl=0)

    def steps(s: State) -> Any:
        now = yield from begin(s, [COY])
        yield from act(s, now, chosen)

    with pytest.raises(RuleError, match=rule):
        play(steps, state)
