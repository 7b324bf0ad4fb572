"""[8.7, 8.9, 8.716, 8.841] US attacks on forts."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from modules.red_beach.rules.attack import attack, problems, targets
from modules.red_beach.rules.attack_chances import chances
from modules.red_beach.rules.attack_support import lawful, refusal
from modules.red_beach.settings import Settings
from modules.red_beach.state import State
from tests.red_beach_field import (
    PlainTables,
    arty,
    btn,
    field,
    fort,
    inf,
    jp_inf,
    play,
    rgt,
    tank,
    where,
)
from vassal_bridge.errors import RuleError
from vassal_bridge.game.hexes import HexId
from vassal_bridge.game.sequence import Outcome

HERE, TARGET = HexId("3015"), HexId("3016")
DAY = "GT 6"
COY, FORT = "A/2/8", "fort 3016"


def ground(*units: Any, crt: dict[tuple[str, int], str] | None = None, **more: Any) -> State:
    """Return a day position with a fort of 3 in 3016; at a JRL of 90 its fire is 3."""
    more = {"turn": DAY, "jrl": 90, **more}
    return field(*units, fort(TARGET), tables=PlainTables(crt), **more)


def fight(
    state: State,
    dice: list[int],
    answers: list[str] | None = None,
    units: tuple[str, ...] = (COY,),
    supports: tuple[str, ...] | None = (),
) -> Outcome:
    return play(lambda s: attack(s, units, TARGET, supports), state, dice, answers or [])


def rules_of(state: State, *supports: str, units: tuple[str, ...] = (COY,)) -> list[str]:
    return [one.rule for one in problems(state, units, TARGET, supports)]


# --- who, and in which order ------------------------------------------------------------------


def test_rb_8_7_a_an_inf_or_tank_may_attack_an_adjacent_fort() -> None:
    state = ground(inf("3015"))
    assert targets(state, [COY]) == [TARGET]
    assert problems(state, [COY], TARGET) == []


def test_rb_8_7_a_no_attack_from_afar_on_nothing_or_by_hq_alone() -> None:
    state = ground(inf("3013"), btn("3015"), tank("3113"))
    assert "not adjacent" in problems(state, [COY], TARGET)[0].sentence
    assert "no active fort" in problems(state, [COY], HexId("3012"))[0].sentence
    assert "without an Inf or a Tank" in problems(state, ["2/8"], TARGET)[0].sentence
    apart = problems(state, [COY, "A Tk"], TARGET)
    assert [one.rule for one in apart] == ["8.7"]
    with pytest.raises(RuleError, match=r"not adjacent to 3013 \[8.7\]"):
        fight(state, [])


def test_rb_8_7_b_the_acting_units_fire_and_the_whole_stack_is_fired_at() -> None:
    state = ground(inf("3015"), tank("3015"), btn("3015"))
    shown = chances(state, ["A Tk"], TARGET)
    assert (shown.us.attack, shown.us.defence) == (6 * 8, 3)
    assert (shown.jp.attack, shown.jp.defence) == (3, 4 + 6 + 2)


def test_rb_8_4_d_and_8_4_e_attacks_cross_walls_ditches_and_piers() -> None:
    wall = ground(tank("3015"), sides={(HERE, TARGET): "seawall"})
    pier = ground(tank("3015"), terrain={TARGET: "pier"})
    assert targets(wall, ["A Tk"]) == [TARGET]
    assert targets(pier, ["A Tk"]) == [TARGET]


def test_rb_8_7_c_support_then_fires_then_retreat_then_advance_then_trigger() -> None:
    crt = {("S", 7): "R", ("8:1", 11): "D"}
    state = ground(inf("3015"), crt=crt, engineers_available=1)
    outcome = fight(state, [3, 4, 5, 6], ["engineer", "2915"], supports=None)
    kinds = [choice.choose.kind for choice in outcome.choices]
    assert kinds == ["support", "retreat"]
    assert where(state)[COY] == "2915"
    assert where(state)[FORT] == "Eliminated"


def test_rb_8_7_d_the_fort_fires_first_and_its_losses_count_before_the_us_fires() -> None:
    crt = {("1:2", 7): "", ("1:1", 7): "", ("S", 7): "", ("M", 7): "2"}
    state = ground(inf("3015", face="back", marker1=False), crt=crt)
    strong = chances(state, [COY], TARGET)
    assert strong.us.attack == 2 * 4
    outcome = fight(state, [3, 4])
    assert not state.units[COY].on_map
    assert len(outcome.rolls) == 1
    assert where(state)[FORT] == TARGET


def test_rb_8_7_d_simultaneous_fires_use_the_strengths_before_combat() -> None:
    crt = {("M", 7): "2", ("4:1", 9): "R"}
    settings = Settings(fort_always_first=False)
    state = ground(inf("3015", face="back"), crt=crt, settings=settings, terrain={HERE: "palm"})
    fight(state, [3, 4, 4, 5])
    assert not state.units[COY].on_map
    assert where(state)[FORT] == TARGET
    strong = ground(inf("3015"), crt={("M", 7): "1", ("5:1", 9): "R"}, settings=settings,
                    terrain={HERE: "palm"})  # fmt: skip
    fight(strong, [3, 4, 4, 5], ["stay"])
    assert where(strong)[FORT] == "Eliminated"


def test_rb_8_7_e_destroyer_and_air_let_the_us_fire_first() -> None:
    settings = Settings(fort_always_first=False, no_air_errors=True)
    more: dict[str, Any] = {"settings": settings, "beaches": {"3017": "Red One"}}
    more["terrain"] = {HERE: "palm", "3017": "beach"}
    more |= {"destroyers": 1, "air_strikes": 1}
    state = ground(inf("3015"), btn("3014"), rgt("3013"), **more)
    for support in ("destroyer", "air"):
        shown = chances(state, [COY], TARGET, [support])
        assert shown.first == "us"
        assert shown.us.attack == 16 + 4
    assert chances(state, [COY], TARGET).first == "both"


def test_rb_8_7_f_seawall_open_ground_and_air_error_let_the_fort_fire_first() -> None:
    settings = Settings(fort_always_first=False)
    palm = {"terrain": {HERE: "palm"}, "settings": settings}
    assert chances(ground(inf("3015"), **palm), [COY], TARGET).first == "both"
    wall = ground(inf("3015"), sides={(HERE, TARGET): "seawall"}, **palm)
    assert chances(wall, [COY], TARGET).jp_first == ("seawall",)
    for terrain in ("clear", "beach", "airfield"):
        state = ground(inf("3015"), terrain={HERE: terrain}, settings=settings)
        assert chances(state, [COY], TARGET).first == "jp"
    ruin = ground(inf("3015"), ruins=[HERE], settings=settings)
    assert chances(ruin, [COY], TARGET).first == "both"
    assert chances(ground(inf("3015"), terrain={HERE: "palm"}), [COY], TARGET).first == "jp"


def test_rb_t11_destroyer_against_a_fort_behind_a_seawall_is_simultaneous() -> None:
    state = ground(
        inf("3015"),
        sides={(HERE, TARGET): "seawall"},
        terrain={"3017": "beach"},
        destroyers=1,
    )
    shown = chances(state, [COY], TARGET, ["destroyer"])
    assert shown.first == "both"
    assert shown.us_first == ("destroyer",)
    assert "seawall" in shown.jp_first


def test_rb_8_7_g_strength_times_fire_value_plus_support_against_strength() -> None:
    state = ground(inf("3015", marker1=True), tank("3015", kind="lt_tank"), jrl=300)
    shown = chances(state, [COY, "A Tk"], TARGET, ["engineer"])
    assert (shown.us.attack, shown.us.defence) == (3 * 4 + 4 * 3 + 10, 3)
    assert (shown.jp.attack, shown.jp.defence) == (3 * 4, 3 + 4)


def test_rb_8_7_g_and_t7_a_fort_fires_at_least_once_its_strength() -> None:
    assert chances(ground(inf("3015"), jrl=0), [COY], TARGET).jp.attack == 3


def test_rb_8_7_h_odds_go_down_to_a_printed_column_and_worse_than_1_to_4_does_nothing() -> None:
    state = ground(inf("3015"), tank("3015"), btn("3015"), jrl=0)
    assert chances(state, [COY], TARGET).us.odds == "5:1"
    assert chances(state, [COY], TARGET).jp.column == "1:4"
    weak = field(inf("3015"), tank("3015"), btn("3015"), fort(TARGET, printed=2), turn=DAY, jrl=0)
    assert chances(weak, [COY], TARGET).jp.column == ""
    outcome = fight(weak, [3, 4])
    assert "worse than 1:4, no effect" in outcome.story[0]


def test_rb_8_7_i_hq_and_arty_in_the_stack_do_not_fire_but_defend() -> None:
    state = ground(inf("3015"), arty("3015"), btn("3015"))
    shown = chances(state, [COY, "A Arty", "2/8"], TARGET)
    assert shown.us.attack == 16
    assert shown.jp.defence == 4 + 4 + 2


def test_rb_8_7_j_a_japanese_9_to_12_costs_a_tank_step() -> None:
    state = ground(inf("3015"), tank("3015"))
    fight(state, [4, 5, 1, 1], units=(COY, "A Tk"))
    assert state.units["A Tk"].marker1
    assert not state.units[COY].marker1


def test_rb_8_7_k_a_retreat_comes_after_both_fires() -> None:
    crt = {("1:2", 7): "R", ("S", 7): "R", ("M", 7): "R", ("5:1", 8): "R"}
    state = ground(inf("3015", marker1=True), crt={**crt, ("4:1", 8): "R"})
    outcome = fight(state, [3, 4, 4, 4], ["2915"])
    assert len(outcome.rolls) == 2
    assert where(state)[FORT] == "Eliminated"
    assert where(state)[COY] == "2915"


# --- support ----------------------------------------------------------------------------------


def test_rb_8_9_a_support_is_that_of_the_matrix() -> None:
    state = ground(
        inf("3015"), btn("3014"), rgt("3013"), arty("3012"),
        terrain={"3017": "beach"}, destroyers=1, air_strikes=1,
    )  # fmt: skip
    assert lawful(state, [COY], TARGET) == ["destroyer", "2/8", "8", "A Arty", "air", "engineer"]
    tanks = ground(tank("3015"), btn("3014"), rgt("3013"), arty("3012"), engineers_available=0)
    assert lawful(tanks, ["A Tk"], TARGET) == ["8", "A Arty"]
    assert rules_of(state, "B/2/8") == ["8.9"]
    assert rules_of(state, COY) == ["8.9"]


@pytest.mark.parametrize(("marker1", "points"), [(False, 16), (True, 8)])
def test_rb_8_9_b_and_t2_a_rgt_hq_adds_8_times_its_strength(marker1: bool, points: int) -> None:
    state = ground(inf("3015"), btn("3014"), rgt("3013", marker1=marker1))
    assert chances(state, [COY], TARGET, ["8"]).us.attack == 16 + points
    fight(state, [1, 1, 1, 1], supports=("8",))
    assert state.units["8"].used
    assert rules_of(state, "8") == ["8.9"]


def test_rb_8_9_b_a_rgt_hq_needs_the_chain_and_its_own_inf() -> None:
    assert rules_of(ground(inf("3015"), rgt("3013")), "8") == ["6.0"]
    other = ground(inf("3015"), btn("3014"), rgt("3013", "2"))
    assert rules_of(other, "2") == ["6.0"]
    by_tank = ground(tank("3015"), btn("3014", "1/2"), rgt("3013", "2"))
    assert problems(by_tank, ["A Tk"], TARGET, ["2"]) == []


@pytest.mark.parametrize(("marker1", "points"), [(False, 12), (True, 6)])
def test_rb_8_9_c_and_t3_a_btn_hq_adds_6_times_its_strength(marker1: bool, points: int) -> None:
    state = ground(inf("3015"), btn("3014", marker1=marker1))
    assert chances(state, [COY], TARGET, ["2/8"]).us.attack == 16 + points


def test_rb_8_9_c_a_btn_hq_supports_its_own_inf_only() -> None:
    state = ground(inf("3015"), btn("3014", "1/8"))
    assert rules_of(state, "1/8") == ["8.9"]
    tanks = ground(tank("3015"), btn("3014"))
    assert rules_of(tanks, "2/8", units=("A Tk",)) == ["8.9"]


@pytest.mark.parametrize(
    ("hq", "rule"), [({"face": "back"}, "8.85"), ({"used": True}, "8.9"), ({}, None)]
)
def test_rb_8_85_a_and_8_9_c_disrupted_or_used_hqs_give_nothing(hq: Any, rule: Any) -> None:
    state = ground(inf("3015"), btn("3014", **hq))
    found = refusal(state, [COY], TARGET, "2/8")
    assert (found.rule if found else None) == rule


def test_rb_8_9_d_an_hq_in_the_stack_defends_and_may_support_besides() -> None:
    state = ground(inf("3015"), btn("3015"))
    shown = chances(state, [COY, "2/8"], TARGET)
    assert (shown.us.attack, shown.jp.defence) == (16, 6)
    assert chances(state, [COY, "2/8"], TARGET, ["2/8"]).us.attack == 28


def test_rb_8_9_e_and_t4_each_ready_arty_adds_20_to_the_attack_alone() -> None:
    state = ground(inf("3015"), arty("3014"), arty("2915", "B Arty"), arty("3013", "C Arty"))
    shown = chances(state, [COY], TARGET, ["A Arty", "B Arty"])
    assert shown.us.attack == 16 + 40
    assert shown.jp.attack == chances(state, [COY], TARGET).jp.attack
    assert rules_of(state, "C Arty") == ["6.0"]
    assert rules_of(state, "A Arty", "A Arty") == ["8.9"]
    fight(state, [1, 1, 1, 1], supports=("A Arty",))
    assert state.units["A Arty"].fired
    assert rules_of(state, "A Arty") == ["8.9"]


def test_rb_8_9_g_up_to_three_engineers_and_each_once_a_day() -> None:
    state = ground(inf("3015"), engineers_available=4)
    assert rules_of(state, *["engineer"] * 3) == []
    assert rules_of(state, *["engineer"] * 4) == ["8.9"]
    assert chances(state, [COY], TARGET, ["engineer"] * 3).us.attack == 16 + 30
    fight(state, [1, 1, 1, 1], supports=("engineer",) * 3)
    assert state.level("engineers_available") == 1
    assert rules_of(state, "engineer", "engineer") == ["8.9"]


def test_rb_8_9_h_an_air_strike_needs_the_chain_and_is_one_an_attack() -> None:
    state = ground(inf("3015"), btn("3014"), rgt("3013"), air_strikes=2)
    assert rules_of(state, "air") == []
    assert rules_of(state, "air", "air") == ["8.9"]
    assert rules_of(ground(inf("3015"), btn("3014"), air_strikes=2), "air") == ["6.0"]
    assert rules_of(ground(inf("3015"), btn("3014"), rgt("3013")), "air") == ["8.9"]


def test_rb_8_9_h_an_air_error_fires_for_the_japanese() -> None:
    units = (inf("3015"), btn("3014"), rgt("3013"))
    settings = Settings(fort_always_first=False)
    good = ground(*units, air_strikes=2, settings=settings, terrain={HERE: "palm"})
    outcome = fight(good, [2, 3, 1, 1, 1, 1], supports=("air",))
    assert "US 20:3" in outcome.story[0]
    assert "First fire: US (air strike)" in outcome.story[0]
    assert good.level("air_strikes") == 1
    bad = ground(*units, air_strikes=2, settings=settings, terrain={HERE: "palm"})
    outcome = fight(bad, [2, 2, 1, 1, 1, 1], supports=("air",))
    assert "Jap 7:4" in outcome.story[0]
    assert "US 16:3" in outcome.story[0]
    assert "First fire: Jap (air error)" in outcome.story[0]
    assert bad.level("air_strikes") == 1


def test_rb_8_9_h_and_8_7_d_an_air_error_takes_no_first_fire_from_a_destroyer() -> None:
    units = (inf("3015"), btn("3014"), rgt("3013"))
    state = ground(*units, air_strikes=1, destroyers=1, terrain={"3017": "beach"})
    outcome = fight(state, [1, 1, 3, 4, 3, 4], supports=("air", "destroyer"))
    assert "Simultaneous: first fire for US (destroyer) and Jap (" in outcome.story[0]
    assert "air error" in outcome.story[0]
    assert "Jap 7:4" in outcome.story[0]
    assert "US 20:3" in outcome.story[0]


def test_rb_12_0_g_option_7_there_is_no_air_error() -> None:
    settings = Settings(no_air_errors=True)
    state = ground(inf("3015"), btn("3014"), rgt("3013"), air_strikes=1, settings=settings)
    outcome = fight(state, [1, 1, 1, 1], supports=("air",))
    assert "US 20:3" in outcome.story[0]
    assert chances(ground(inf("3015"), btn("3014"), rgt("3013"), air_strikes=1,
                          settings=settings), [COY], TARGET, ["air"]).error == 0  # fmt: skip


def test_rb_8_9_i_destroyers_reach_forts_beside_a_beach_but_not_the_long_pier() -> None:
    beach = {"3017": "beach"}
    state = ground(inf("3015"), terrain=beach, destroyers=2)
    assert rules_of(state, "destroyer") == []
    assert rules_of(state, "destroyer", "destroyer") == ["8.9"]
    fight(state, [1, 1, 1, 1], supports=("destroyer",))
    assert state.level("destroyers") == 1
    inland = ground(inf("3015"), destroyers=2)
    assert rules_of(inland, "destroyer") == ["8.9"]
    assert rules_of(ground(inf("3015"), terrain=beach), "destroyer") == ["8.9"]
    pier = field(inf("3015"), fort(TARGET, long_pier=True), terrain=beach, turn=DAY, destroyers=2)
    assert "Long Pier" in problems(pier, [COY], TARGET, ["destroyer"])[0].sentence
    night = ground(inf("3015"), terrain=beach, destroyers=2, turn="GT 4")
    assert rules_of(night, "destroyer") == ["8.9"]


def test_rb_8_9_a_points_of_a_btn_hq_die_with_its_inf() -> None:
    crt = {("MG", 7): "", ("M", 7): "", ("1:3", 7): "2", ("1:4", 7): "2"}
    state = ground(
        inf("3015", face="back", marker1=True), tank("3015"), btn("3014"), crt=crt, jrl=90
    )
    outcome = fight(state, [3, 4, 1, 1], units=(COY, "A Tk"), supports=("2/8",))
    assert not state.units[COY].on_map
    assert "US 40:3" in outcome.story[0]


# --- results ----------------------------------------------------------------------------------


def test_rb_9_5_c_and_8_841_a_r_and_d_destroy_a_fort_and_1_and_2_cost_jrl() -> None:
    for result, fall, stands in (("1", 1, True), ("2", 2, True), ("R", 0, False)):
        state = ground(inf("3015"), crt={("5:1", 2): result})
        fight(state, [1, 1, 1, 1], [] if stands else ["stay"])
        assert state.jrl == 90 - fall
        assert (where(state)[FORT] == TARGET) is stands


def test_rb_8_841_a_the_jrl_falls_by_twice_the_strength_where_it_is_surrounded() -> None:
    sea = dict.fromkeys(("2916", "2917", "3017", "3116", "3117"), "sea")
    state = ground(inf("3015"), crt={("5:1", 2): "R"}, terrain=sea)
    fight(state, [1, 1, 1, 1], ["stay"])
    assert state.jrl == 90 - 2 * 3
    near = ground(inf("3015"), inf("2916", "B/2/8"), inf("3117", "C/2/8"), crt={("5:1", 2): "R"})
    fight(near, [1, 1, 1, 1], ["stay"])
    assert near.jrl == 90 - 2 * 3


def test_rb_8_841_a_the_hex_of_a_destroyed_fort_is_free_and_its_fort_fires_at_no_beach() -> None:
    state = ground(inf("3015"), crt={("5:1", 2): "D"})
    fight(state, [1, 1, 1, 1], ["A/2/8"])
    assert where(state)[COY] == TARGET
    assert state.active_forts() == ()
    assert state.forts_destroyed() == 1


def test_rb_8_715_c_attackers_that_cannot_retreat_lose_a_step_more() -> None:
    near = dict.fromkeys(("2915", "3014", "3115", "2916", "3116"), "sea")
    state = ground(inf("3015"), crt={("1:2", 2): "R", ("S", 2): "R"}, terrain=near)
    fight(state, [1, 1, 1, 1])
    assert state.units[COY].marker1
    assert where(state)[COY] == HERE


def test_rb_8_715_c_and_8_716_a_who_should_have_retreated_does_not_advance() -> None:
    near = dict.fromkeys(("2915", "3014", "3115", "2916", "3116"), "sea")
    crt = {("S", 2): "R", ("5:1", 2): "R"}
    state = ground(inf("3015"), fort("3017"), crt=crt, terrain=near)
    outcome = fight(state, [1, 1, 1, 1])
    assert where(state)[FORT] == "Eliminated"
    assert where(state)[COY] == HERE
    assert "advance" not in [choice.choose.kind for choice in outcome.choices]


def test_rb_8_716_a_the_attacker_may_advance_from_zoc_to_zoc() -> None:
    state = ground(inf("3015"), fort("3017"), crt={("5:1", 2): "R"})
    fight(state, [1, 1, 1, 1], ["A/2/8"])
    assert where(state)[COY] == TARGET
    kept = ground(inf("3015"), fort("3017"), crt={("5:1", 2): "R"})
    fight(kept, [1, 1, 1, 1], ["stay"])
    assert where(kept)[COY] == HERE


def test_rb_8_716_a_an_hq_advances_with_an_inf_or_tank_only() -> None:
    state = ground(inf("3015"), btn("3015"), crt={("5:1", 2): "R"})
    outcome = fight(state, [1, 1, 1, 1], ["stay"], units=("2/8", COY))
    offered = {option.value for option in outcome.choices[-1].choose.options}
    assert offered == {"stay", "2/8, A/2/8", "A/2/8"}


def test_rb_8_716_a_a_tank_does_not_advance_across_a_seawall() -> None:
    crt = {("10:1", 2): "R"}
    state = ground(inf("3015"), tank("3015"), crt=crt, sides={(HERE, TARGET): "seawall"})
    outcome = fight(state, [1, 1, 1, 1], ["A/2/8"], units=("A Tk", COY))
    offered = [option.value for option in outcome.choices[-1].choose.options]
    assert offered == ["stay", "A/2/8"]


def test_rb_8_716_a_an_advance_does_not_fire_arty() -> None:
    state = ground(inf("3015"), arty("3015"), crt={("5:1", 2): "R"})
    fight(state, [1, 1, 1, 1], ["A Arty, A/2/8"], units=("A Arty", COY))
    assert where(state)["A Arty"] == TARGET
    assert not state.units["A Arty"].fired


def test_a12_the_chances_of_an_attack_count_the_losses_of_first_fire() -> None:
    crt = {("M", total): "2" for total in range(2, 13)} | {("5:1", 7): "R"}
    state = ground(inf("3015"), crt=crt)
    shown = chances(state, [COY], TARGET)
    assert shown.us.ways("R") == 6
    assert shown.destroyed == Fraction(6, 36)
    crt = {("1:2", total): "2" for total in range(2, 13)} | {("5:1", 7): "R", ("MG", 7): "R"}
    crt |= {("M", total): "2" for total in range(2, 13)}
    first = ground(inf("3015", face="back"), crt=crt)
    assert chances(first, [COY], TARGET).destroyed == 0
    assert first.units[COY].on_map


def test_a12_the_chances_tell_everything_in_lines() -> None:
    state = ground(inf("3015"), btn("3014"), rgt("3013"), air_strikes=1)
    text = "\n".join(chances(state, [COY], TARGET, ["air"]).lines())
    assert "First fire: both at once (air strike, from clear)" in text
    assert "US fire 20:3 = 6:1" in text
    assert "Air error: 17 %" in text


def test_rb_8_7_a_japanese_upon_a_stack_are_no_target() -> None:
    state = ground(inf("3015"), jp_inf("3015"))
    assert targets(state, [COY]) == [TARGET]
