import pytest

from automation.policies import Scripted, Sensible
from automation.red_beach.next import next_sequence
from automation.red_beach.night import action, night
from automation.red_beach.recovery import night as recovery
from modules.red_beach.rules.japanese_attacks import assault, snipe
from modules.red_beach.rules.night import coordinated_assault
from modules.red_beach.rules.night_targets import rank, stack_steps, valid_targets
from modules.red_beach.rules.tactical import Result, parse_result
from modules.red_beach.rules.zoc import zone
from modules.red_beach.settings import Settings
from tests.red_beach_field import (
    PlainTables,
    arty,
    btn,
    field,
    fort,
    inf,
    jp_inf,
    jp_tank,
    play,
    rgt,
    strip,
    tank,
    where,
)
from vassal_bridge.errors import RuleError
from vassal_bridge.game.hexes import HexId

HERE = HexId("3015")
WORN = {"face": "back", "marker1": True}


def rolled(outcome) -> list[str]:
    return [roll.spec for roll in outcome.rolls]


def test_rb_3_3_a_the_roll_adds_date_and_forts_in_the_night_column_of_the_jrl() -> None:
    tables = PlainTables(forts={1: 2})
    state = field(inf("3015"), fort("Eliminated"), tables=tables, turn="GT 16", jrl=280)
    outcome = play(action, state, dice=[4, 5])
    assert tables.columns == ["280"]
    line = outcome.story[1]
    assert "2d6 9 +2 date (22 Nov) +2 forts destroyed (1) = 13, JRL 280 Night -> none" in line


def test_rb_3_3_a_nothing_happens_at_jrl_0() -> None:
    outcome = play(action, field(inf("3015"), jrl=0))
    assert outcome.rolls == ()
    assert "no Japanese action" in outcome.story[0]


@pytest.mark.parametrize("turn", ["GT 3", "GT 6", "Interphase 21 Nov"])
def test_rb_3_3_a_only_on_night_turns(turn) -> None:
    with pytest.raises(RuleError, match="no night turn"):
        play(action, field(inf("3015"), turn=turn))


def test_rb_3_3_b_a_stack_behind_another_is_no_target() -> None:
    state = field(inf("2515"), inf("3015", "B/2/8"), terrain=strip())
    assert valid_targets(state) == ["3015"]


def test_rb_3_3_b_hqs_and_zocs_of_others_block_too() -> None:
    behind_hq = field(inf("2515"), btn("3015"), terrain=strip())
    assert valid_targets(behind_hq) == ["3015"]
    in_zoc = field(inf("2515"), inf("3016", "B/2/8"), terrain={**strip(), "3016": "clear"})
    assert valid_targets(in_zoc) == ["3016"]
    beside_hq = field(inf("2515"), btn("3016"), terrain={**strip(), "3016": "clear"})
    assert set(valid_targets(beside_hq)) == {"2515", "3016"}


def test_rb_3_3_b_the_own_zoc_and_japanese_forts_do_not_block() -> None:
    state = field(inf("3015"), fort("3515"), terrain=strip())
    assert valid_targets(state) == ["3015"]


def test_rb_3_3_b_no_path_over_the_sea() -> None:
    state = field(inf("3015"), terrain={**strip(), "4015": "sea"})
    assert valid_targets(state) == []


def test_rb_3_3_b_weakest_first_by_steps() -> None:
    state = field(
        inf("3015"),
        inf("3008", "B/2/8", face="back"),
        arty("2508"),
        btn("2508"),
        tank("2520", face="back", marker1=True),
    )
    assert stack_steps(state, HexId("3015")) == 4
    assert stack_steps(state, HexId("2508")) == 2
    assert stack_steps(state, HexId("2520")) == 1
    outcome_order: list[HexId] = []

    def ordered(s):
        outcome_order.extend((yield from rank(s, valid_targets(s), 3)))

    play(ordered, state, dice=[4, 2])
    assert outcome_order == ["2520", "3008", "2508"]


def test_rb_3_3_b_ties_are_broken_by_die_and_equal_dice_rolled_again() -> None:
    state = field(inf("3015"), inf("3008", "B/2/8"), inf("2508", "C/2/8"))
    order: list[HexId] = []

    def ordered(s):
        order.extend((yield from rank(s, valid_targets(s), 1)))

    play(ordered, state, dice=[3, 5, 3, 6, 1])
    assert order == ["3015"]


def test_rb_3_3_b_ties_among_stacks_that_are_not_needed_are_not_rolled() -> None:
    state = field(inf("3015"), inf("3008", "B/2/8"), btn("2508"))
    order: list[HexId] = []

    def ordered(s):
        order.extend((yield from rank(s, valid_targets(s), 1)))

    play(ordered, state)
    assert order == ["2508"]


@pytest.mark.parametrize("kind", ["S", "M", "MG"])
def test_rb_3_3_c_snipers_mortars_machine_guns_roll_in_their_column(kind) -> None:
    tables = PlainTables(crt={(kind, 7): "1"})
    state = field(inf("3015"), tables=tables)
    play(lambda s: snipe(s, kind, HERE), state, dice=[3, 4])
    assert state.units["A/2/8"].marker1
    assert tables.columns == [kind]


def test_rb_3_3_c_a_retreat_is_one_hex() -> None:
    tables = PlainTables(crt={("M", 7): "R"})
    state = field(inf("3015"), tables=tables)
    play(lambda s: snipe(s, "M", HERE), state, dice=[3, 4], answers=["2915"])
    assert where(state)["A/2/8"] == "2915"


def test_rb_3_3_d_assault_japanese_first_fire_jrl_and_survivors_lifted() -> None:
    tables = PlainTables(crt={("3:1", 7): "1", ("4:1", 8): "1"})
    state = field(inf("3015"), tables=tables, jrl=310)
    outcome = play(lambda s: assault(s, "A", HERE), state, dice=[4, 3, 4, 2, 6])
    assert rolled(outcome) == ["1d6", "2d6", "2d6"]
    assert state.units["A/2/8"].marker1
    assert state.jrl == 308
    assert where(state)["J1"] == "Japanese Pool"
    assert "A @3015 A/2/8 (4): Jap Inf, d6 4 no tank. Jap 15:4 = 3:1" in outcome.story[0]
    assert "JRL 310 -> 308" in outcome.story[0]


def test_rb_3_3_d_a_one_adds_a_tank_whose_losses_are_kept() -> None:
    tables = PlainTables(crt={("MG", 7): "2"})
    state = field(inf("3015"), jp_tank(name="T1"), tables=tables, jrl=310)
    play(lambda s: assault(s, "A", HERE), state, dice=[1, 1, 3, 4, 3, 4])
    assert state.units["T1"].marker1
    assert where(state)["T1"] == "Japanese Pool"
    assert not state.units["J1"].marker1
    assert state.jrl == 306


def test_rb_3_3_e_a_target_that_holds_ends_the_coordinated_assault() -> None:
    state = field(inf("3015"), inf("2508", "B/2/8"))
    outcome = play(lambda s: coordinated_assault(s, [HERE]), state, dice=[2, 3, 4, 3, 4])
    assert rolled(outcome) == ["1d6", "2d6", "2d6"]
    assert where(state)["J1"] == "Japanese Pool"


def test_rb_3_3_e_a_cleared_hex_sends_the_survivors_to_the_weakest_in_reach() -> None:
    tables = PlainTables(crt={("10:1", 7): "1"})
    state = field(
        inf("3015", **WORN),
        inf("2508", "B/2/8", face="back"),
        inf("2520", "C/2/8"),
        tables=tables,
    )
    outcome = play(lambda s: coordinated_assault(s, [HERE]), state, dice=[2, 3, 4, 4, 4, 4, 4])
    fires = [roll.why for roll in outcome.rolls if "fire" in roll.why]
    assert ["@3015" in fires[0], "@2508" in fires[1], "@2508" in fires[2]] == [True] * 3
    assert "from 3015" in outcome.story[1]
    assert state.status() == []


def test_rb_3_3_e_it_may_be_the_stack_that_was_just_driven_off() -> None:
    tables = PlainTables(crt={("3:1", 7): "R", ("5:1", 7): "R"})
    state = field(inf("3015"), tables=tables)
    dice = [2, 3, 4, 3, 4, 4, 4, 4, 4]
    play(lambda s: coordinated_assault(s, [HERE]), state, dice, ["2915"])
    assert where(state)["A/2/8"] == "2915"
    assert where(state)["J1"] == "Japanese Pool"


def test_rb_3_3_e_no_target_that_others_attack_and_each_stack_in_turn() -> None:
    tables = PlainTables(crt={("10:1", 7): "1"})
    state = field(inf("3015", **WORN), inf("2508", "B/2/8", **WORN), tables=tables)
    outcome = play(
        lambda s: coordinated_assault(s, [HERE, HexId("2508")]),
        state,
        dice=[2, 3, 3, 4, 3, 4],
    )
    fires = [roll.why for roll in outcome.rolls if "fire" in roll.why]
    assert ["@3015" in fires[0], "@2508" in fires[1]] == [True, True]
    assert state.stacks("us") == {}
    assert sum("no further target" in line for line in outcome.story) == 2


def test_rb_3_3_e_no_path_through_others() -> None:
    tables = PlainTables(crt={("10:1", 7): "1"})
    state = field(
        inf("3015", **WORN),
        inf("2515", "B/2/8"),
        inf("2015", "C/2/8", face="back"),
        terrain=strip(),
        tables=tables,
    )
    outcome = play(lambda s: coordinated_assault(s, [HERE]), state, dice=[2, 3, 4, 4, 4, 4, 4])
    assert "@2515" in outcome.rolls[-1].why


def test_rb_3_3_e_zocs_over_the_present_hex_do_not_count() -> None:
    tables = PlainTables(crt={("10:1", 7): "1"})
    state = field(
        inf("3015", **WORN), inf("3016", "B/2/8"), inf("3010", "C/2/8", face="back"), tables=tables
    )
    assert "3015" in zone(state, "us")
    outcome = play(lambda s: coordinated_assault(s, [HERE]), state, dice=[2, 3, 4, 4, 4, 4, 4])
    assert "@3010" in outcome.rolls[-1].why


def test_rb_3_3_e_ends_when_the_japanese_are_dead() -> None:
    tables = PlainTables(crt={("5:1", 7): "D"})
    state = field(inf("3015"), inf("2508", "B/2/8"), tables=tables, jrl=400)
    play(lambda s: coordinated_assault(s, [HERE]), state, dice=[2, 4, 4, 3, 4])
    assert state.jrl == 394
    assert where(state)["J1"] == "Japanese Pool"


def test_rb_3_3_e_the_chase_is_guarded() -> None:
    tables = PlainTables(crt={("3:1", 7): "R", ("5:1", 7): "R"})
    state = field(inf("3015"), tables=tables, settings=Settings(repeats=2))
    dice = [2, *[3, 4, 3, 4] * 2]
    outcome = play(lambda s: coordinated_assault(s, [HERE]), state, dice, Sensible())
    assert outcome.choices[-1].choose.kind == "go on"
    assert outcome.answers[-1] == "stop"
    assert state.status() == []


def test_rb_3_3_f_banzai_the_us_fires_first() -> None:
    tables = PlainTables(crt={("5:1", 7): "D"})
    state = field(inf("3015"), tables=tables, jrl=400)
    outcome = play(lambda s: assault(s, "B", HERE), state, dice=[2, 3, 4])
    assert outcome.rolls[-1].why.endswith("US fire 16:3")
    assert state.jrl == 394


def test_rb_3_3_g_a_plus_repeats_until_a_result_without_one() -> None:
    tables = PlainTables(tactical={7: "1 S +", 8: "none +", 9: "none"})
    state = field(inf("3015"), tables=tables)
    outcome = play(action, state, dice=[3, 4, 4, 4, 4, 4, 4, 5])
    assert rolled(outcome) == ["2d6"] * 4
    assert "none +" in outcome.story[3]


def test_rb_3_3_g_the_repeats_are_guarded() -> None:
    tables = PlainTables(tactical=lambda total: "none +")
    state = field(inf("3015"), tables=tables, settings=Settings(repeats=3))
    outcome = play(action, state, dice=[3, 4] * 6, answers=["go on", "stop"])
    assert len(outcome.rolls) == 6


def test_rb_3_3_g_no_repeat_once_the_jrl_is_0() -> None:
    tables = PlainTables(tactical={7: "1 A +"}, crt={("5:1", 7): "D"})
    state = field(inf("3015"), tables=tables, jrl=4)
    play(action, state, dice=[3, 4, 2, 4, 4, 3, 4])
    assert state.jrl == 0


def test_rb_3_3_h_recovery_hqs_markers_arty_air_and_the_turn_marker() -> None:
    state = field(
        inf("3015"),
        inf("Eliminated", "A/1/6"),
        btn("3015", face="back", marker1=True),
        btn("3010", "1/6"),
        rgt("2010", "8", used=True),
        arty("2510", face="back"),
        turn="GT 5",
        air_strikes=0,
    )
    outcome = play(recovery, state, dice=[3])
    assert rolled(outcome) == ["1d6"]
    assert state.units["2/8"].face == "front"
    assert state.units["2/8"].marker1
    assert where(state)["1/6"] == "Eliminated"
    assert not state.units["8"].used
    assert not state.units["A Arty"].fired
    assert state.level("air_strikes") == 4
    assert state.turn == "Interphase 21 Nov"


def test_rb_3_3_h_there_is_no_air_at_night() -> None:
    state = field(inf("3015"), turn="GT 4", air_strikes=2)
    play(recovery, state)
    assert state.level("air_strikes") == 0
    assert state.turn == "GT 5"


def test_rb_3_3_i_surplus_attacks_are_dropped() -> None:
    tables = PlainTables(tactical={7: "3 S"})
    state = field(inf("3015"), tables=tables)
    outcome = play(action, state, dice=[3, 4, 4, 4])
    assert rolled(outcome) == ["2d6", "2d6"]
    assert "2 without a target" in outcome.story[1]


def test_rb_3_3_i_only_btn_hq_and_arty_are_offered() -> None:
    state = field(
        inf("3015"),
        btn("3015"),
        inf("3014", "B/2/8"),
        rgt("3014"),
        arty("3014"),
        air_strikes=3,
        destroyers=3,
    )
    outcome = play(
        lambda s: assault(s, "A", HERE), state, [2, 3, 4, 3, 4], Scripted(["2/8", "none"])
    )
    offered = [option.value for option in outcome.choices[0].choose.options]
    assert offered == ["2/8", "A Arty", "none"]


def test_rb_3_3_j_the_weakest_is_attacked_first() -> None:
    tables = PlainTables(tactical={7: "2 S"})
    state = field(inf("3015"), inf("2508", "B/2/8", face="back"), tables=tables)
    outcome = play(action, state, dice=[3, 4, 4, 4, 4, 5])
    assert "S @2508" in outcome.story[2]
    assert "S @3015" in outcome.story[3]


def test_rb_3_3_j_targets_are_fixed_before_the_first_is_resolved() -> None:
    """The stack that was weakest retreats onto a fixed one; it is not attacked in its place."""
    tables = PlainTables(tactical={7: "2 S"}, crt={("S", 3): "R"})
    state = field(inf("3015"), btn("2915"), tank("2508"), tables=tables)
    outcome = play(action, state, dice=[3, 4, 1, 2, 1, 2, 4, 4], answers=["3015"])
    assert where(state)["2/8"] == "3015"
    assert "S @2508" in outcome.story[3]


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ("none", Result(0, "", False)),
        ("2 A", Result(2, "A", False)),
        ("3 CA +", Result(3, "CA", True)),
        ("MG", Result(1, "MG", False)),
        ("1 B+", Result(1, "B", True)),
        ("4 M", Result(4, "M", False)),
    ],
)
def test_rb_3_3_cells_of_the_tactical_table(cell, expected) -> None:
    assert parse_result(cell) == expected


@pytest.mark.parametrize("cell", ["", "2", "A 2", "2 X", "+", "2 D"])
def test_rb_3_3_other_cells_are_refused(cell) -> None:
    with pytest.raises(RuleError, match="Tactical Table"):
        parse_result(cell)


def test_a_night_turn_runs_from_action_to_the_next_turn() -> None:
    state = field(inf("3015"), turn="GT 4")
    assert next_sequence(state) == "night"
    play(night, state, dice=[4, 4])
    assert state.turn == "GT 5"
    assert next_sequence(state) == "night"


def test_lone_hqs_beside_an_attacked_stack_are_driven_off_unless_the_setting_says_no() -> None:
    units = [inf("3015"), btn("3016", "1/6"), inf("2010", "A/1/6")]
    state = field(*units)
    play(lambda s: assault(s, "A", HERE), state, [2, 3, 4, 3, 4], Sensible())
    assert state.units["1/6"].disrupted
    calm = field(*units, settings=Settings(attackers_drive_off=False))
    play(lambda s: assault(s, "A", HERE), calm, [2, 3, 4, 3, 4])
    assert not calm.units["1/6"].disrupted


def test_without_an_inf_counter_the_attack_is_dropped() -> None:
    gone = [jp_inf("Eliminated", name) for name in ("J1", "J2", "J3")]
    outcome = play(lambda s: assault(s, "A", HERE), field(inf("3015"), *gone))
    assert "no Jap Inf counter" in outcome.story[0]
