import pytest

from automation.policies import Sensible
from modules.red_beach.rules.combat import fight_round, first_fire, odds
from modules.red_beach.rules.japanese_attacks import assault
from modules.red_beach.rules.retreat import retreat, retreat_hexes
from modules.red_beach.rules.support import defence_support, own_fire, support_value
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
from vassal_bridge.errors import MissingCell
from vassal_bridge.game.hexes import HexId

HERE = HexId("3015")


def a_round(first="jp"):
    return lambda state: fight_round(state, HERE, first, "[3.3] test")


def supporters(state) -> list[str]:
    return [unit.id for unit in defence_support(state, HERE, state.jp_at(HERE))]


def test_rb_8_7_a_the_japanese_fight_in_the_hex_and_are_lifted() -> None:
    state = field(inf("3015"))
    play(lambda s: assault(s, "A", HERE), state, dice=[2, 3, 4, 3, 4])
    assert where(state)["J1"] == "Japanese Pool"
    assert state.status() == []


def test_rb_8_7_b_the_whole_stack_is_the_target() -> None:
    tables = PlainTables()
    state = field(inf("3015"), tank("3015"), btn("3015"), jp_inf("3015"), tables=tables)
    outcome = play(a_round(), state, dice=[3, 4, 3, 4], answers=["none"])
    assert outcome.rolls[0].why.endswith("Jap fire 15:12")
    assert outcome.rolls[1].why.endswith("US fire 64:3")


def test_rb_8_7_c_support_is_called_before_any_fire() -> None:
    state = field(inf("3015"), btn("3015"), jp_inf("3015"))
    outcome = play(a_round(), state, dice=[3, 4, 3, 4], answers=["2/8"])
    kinds = [type(event).__name__ for event in outcome.events]
    assert kinds.index("Set") < kinds.index("Rolled")
    assert outcome.rolls[1].why.endswith("US fire 28:3")


def test_rb_8_7_d_with_first_fire_the_losses_count_before_the_return_fire() -> None:
    tables = PlainTables(crt={("3:1", 7): "2", ("5:1", 7): "2"})
    state = field(inf("3015"), jp_inf("3015"), tables=tables)
    outcome = play(a_round("jp"), state, dice=[3, 4, 3, 4])
    assert [roll.why.rsplit(" ", 1)[1] for roll in outcome.rolls] == ["15:4", "8:3"]
    assert tables.columns == ["3:1", "MG"]


def test_rb_8_7_d_without_advantage_both_fire_at_full_strength() -> None:
    tables = PlainTables(crt={("3:1", 7): "2", ("5:1", 7): "2"})
    state = field(inf("3015"), jp_inf("3015"), tables=tables)
    outcome = play(a_round("both"), state, dice=[3, 4, 3, 4])
    assert [roll.why.rsplit(" ", 1)[1] for roll in outcome.rolls] == ["15:4", "16:3"]
    assert state.units["A/2/8"].face == "back"
    assert state.units["J1"].face == "back"


def test_rb_8_7_e_and_t11_first_fire_of_both_is_simultaneous() -> None:
    assert first_fire(["destroyer"], ["seawall"]) == "both"
    assert first_fire(["destroyer"], []) == "us"
    assert first_fire([], ["seawall"]) == "jp"
    assert first_fire([], []) == "both"


@pytest.mark.parametrize(("kind", "first"), [("A", "Jap"), ("B", "US")])
def test_rb_8_7_e_and_f_first_fire_by_the_kind_of_attack(kind, first) -> None:
    state = field(inf("3015"))
    outcome = play(lambda s: assault(s, kind, HERE), state, dice=[2, 3, 4, 3, 4])
    assert f"{first} fire" in outcome.rolls[1].why


def test_rb_8_7_g_a_marker_lowers_strength_by_one() -> None:
    state = field(inf("3015", marker1=True), tank("3015", face="back"))
    assert own_fire(state, HERE) == 3 * 4 + 3 * 8


@pytest.mark.parametrize(
    ("attack", "defence", "expected"),
    [
        (15, 7, "2:1"),
        (28, 3, "9:1"),
        (30, 3, "10:1"),
        (99, 3, "10:1"),
        (7, 7, "1:1"),
        (13, 7, "1:1"),
        (6, 7, "1:2"),
        (3, 6, "1:2"),
        (3, 7, "1:3"),
        (1, 4, "1:4"),
        (1, 5, None),
        (4, 17, None),
    ],
)
def test_rb_8_7_h_odds_are_rounded_down_to_a_printed_column(attack, defence, expected) -> None:
    assert odds(attack, defence) == expected


@pytest.mark.parametrize(
    ("worn", "shown", "column"),
    [
        (tank("3015", kind="lt_tank", face="back", marker1=True), "15:7", "MG"),
        (tank("3015", face="back"), "15:9", "M"),
    ],
)
def test_rb_8_7_h_columns_below_3_to_1_are_those_of_snipers(worn, shown, column) -> None:
    tables = PlainTables()
    state = field(inf("3015"), btn("3015"), worn, jp_inf("3015"), tables=tables)
    outcome = play(a_round(), state, dice=[3, 4, 3, 4], answers=["none"])
    assert outcome.rolls[0].why.endswith(shown)
    assert tables.columns[0] == column


def test_rb_8_7_i_hq_and_arty_do_not_fire_but_their_strength_defends() -> None:
    state = field(inf("3015"), arty("3015"), btn("3015"), jp_inf("3015"))
    outcome = play(a_round(), state, dice=[3, 4, 3, 4], answers=["none"])
    assert [roll.why.rsplit(" ", 1)[1] for roll in outcome.rolls] == ["15:10", "16:3"]


@pytest.mark.parametrize(("dice", "hit"), [([4, 4], 0), ([4, 5], 1), ([6, 6], 1), ([1, 1], 0)])
def test_rb_8_7_j_a_japanese_roll_of_9_to_12_costs_a_tank_step(dice, hit) -> None:
    state = field(inf("3015"), tank("3015"), jp_inf("3015"))
    play(a_round(), state, dice=[*dice, 3, 4])
    assert state.units["A Tk"].marker1 is bool(hit)
    assert not state.units["A/2/8"].marker1


def test_rb_8_7_j_only_if_there_is_a_tank_and_only_for_japanese_fire() -> None:
    state = field(inf("3015"), jp_inf("3015"))
    before = state.copy()
    play(a_round(), state, dice=[5, 5, 6, 6])
    assert state == before
    with_tank = field(inf("3015"), tank("3015"), jp_inf("3015"))
    play(a_round(), with_tank, dice=[3, 4, 6, 6])
    assert not with_tank.units["A Tk"].marker1


def test_rb_8_7_k_a_stack_destroyed_by_first_fire_does_not_fire() -> None:
    tables = PlainTables(crt={("10:1", 7): "1"})
    state = field(inf("3015", face="back", marker1=True), jp_inf("3015"), tables=tables)
    outcome = play(a_round(), state, dice=[3, 4])
    assert len(outcome.rolls) == 1


def test_rb_8_7_k_retreats_come_after_both_fires() -> None:
    tables = PlainTables(crt={("3:1", 7): "R", ("5:1", 7): "R"})
    state = field(inf("3015"), jp_inf("3015"), tables=tables)
    outcome = play(a_round(), state, dice=[3, 4, 3, 4], answers=["3014"])
    kinds = [type(event).__name__ for event in outcome.events]
    assert kinds == ["Rolled", "Rolled", "Chosen", "Move"]


def test_rb_8_9_c_a_btn_hq_supports_its_own_inf_once_a_turn() -> None:
    assert supporters(field(inf("3015"), btn("3015"), jp_inf("3015"))) == ["2/8"]
    assert supporters(field(inf("3015"), btn("3015", "1/8"), jp_inf("3015"))) == []
    assert supporters(field(inf("3015"), btn("3015", used=True), jp_inf("3015"))) == []
    assert supporters(field(inf("3015"), btn("3015", face="back"), jp_inf("3015"))) == []
    assert supporters(field(tank("3015"), btn("3015"), jp_inf("3015"))) == []


def test_rb_8_9_c_the_used_hq_is_marked() -> None:
    state = field(inf("3015"), btn("3014"), jp_inf("3015"))
    play(a_round(), state, dice=[3, 4, 3, 4], answers=["2/8"])
    assert state.units["2/8"].used
    assert not state.units["2/8"].disrupted


def test_rb_8_9_c_without_the_inf_its_tanks_get_no_btn_support() -> None:
    tables = PlainTables(crt={("MG", 7): "1"})
    units = [inf("3015", face="back", marker1=True), tank("3015", kind="med_tank")]
    state = field(*units, btn("3014"), jp_inf("3015"), tables=tables)
    outcome = play(a_round(), state, dice=[3, 4, 3, 4], answers=["2/8"])
    assert outcome.rolls[1].why.endswith("US fire 48:3")


def test_rb_8_9_d_an_hq_in_the_stack_defends_without_being_used() -> None:
    state = field(inf("3015"), btn("3015", marker1=True), jp_inf("3015"))
    outcome = play(a_round(), state, dice=[3, 4, 3, 4], answers=["none"])
    assert outcome.rolls[0].why.endswith("Jap fire 15:5")
    assert not state.units["2/8"].used


def test_rb_8_9_e_arty_in_loc_supports_any_number_and_is_fired() -> None:
    guns = [arty("3115"), arty("2915", "B Arty")]
    state = field(inf("3015"), *guns, jp_inf("3015"))
    outcome = play(a_round(), state, dice=[3, 4, 3, 4], answers=["A Arty", "B Arty"])
    assert outcome.rolls[1].why.endswith("US fire 56:3")
    assert state.units["A Arty"].fired
    assert state.units["B Arty"].fired


def test_rb_8_9_e_fired_arty_and_arty_out_of_loc_give_nothing() -> None:
    assert supporters(field(inf("3015"), arty("3115", face="back"), jp_inf("3015"))) == []
    assert supporters(field(inf("3015"), arty("3017"), jp_inf("3015"))) == []
    chain = [inf("3015"), btn("3015"), rgt("3014"), arty("3114")]
    assert supporters(field(*chain, jp_inf("3015"))) == ["2/8", "A Arty"]


def test_rb_8_9_e_a_tank_needs_a_loc_even_to_an_adjacent_arty() -> None:
    assert supporters(field(tank("3015"), arty("3115"), jp_inf("3015"))) == []
    chain = [tank("3015"), btn("3015", "1/6"), rgt("3014", "6"), arty("3114")]
    assert supporters(field(*chain, jp_inf("3015"))) == ["A Arty"]


def test_rb_8_9_e_attackers_cut_the_loc_unless_the_setting_says_no() -> None:
    chain = [inf("3015"), btn("3315"), jp_inf("3015")]
    assert supporters(field(*chain)) == []
    assert supporters(field(*chain, settings=Settings(attackers_block_loc=False))) == ["2/8"]


def test_rb_8_9_b_a_rgt_hq_never_supports_a_defence() -> None:
    state = field(inf("3015"), btn("3014"), rgt("3015"), jp_inf("3015"))
    assert supporters(state) == ["2/8"]


@pytest.mark.parametrize(
    ("unit", "expected"),
    [
        (rgt("3015", marker1=True), 8),
        (rgt("3015"), 16),
        (btn("3015", marker1=True), 6),
        (btn("3015"), 12),
        (arty("3015"), 20),
    ],
)
def test_rb_t2_and_t3_and_t4_what_hqs_and_arty_add(unit, expected) -> None:
    assert support_value(field(unit), unit) == expected


def test_rb_8_9_f_hq_alone_dodges_an_attack_and_flips() -> None:
    state = field(btn("3015"), jp_inf("3015"))
    outcome = play(a_round(), state, answers=["3014"])
    assert outcome.rolls == ()
    assert where(state)["2/8"] == "3014"
    assert state.units["2/8"].disrupted


def test_rb_8_9_f_or_its_stack_loses_a_step() -> None:
    state = field(btn("3015", face="back"), inf("2010"), jp_inf("3015"))
    play(a_round(), state, dice=[3, 4])
    assert state.units["2/8"].marker1
    assert where(state)["2/8"] == "3015"


def test_rb_8_9_f_it_may_not_dodge_into_the_zoc_of_a_fort() -> None:
    state = field(arty("3015"), jp_inf("3015"), fort("3017"))
    outcome = play(a_round(), state, answers=["3014"])
    offered = {option.value for option in outcome.choices[0].choose.options}
    assert "3016" not in offered


def test_rb_8_715_a_retreat_keeps_to_stacking_and_off_enemies_and_their_zoc() -> None:
    stack = [inf("3015"), btn("3015")]
    friends = [inf("3014", "B/2/8"), tank("2915")]
    state = field(*stack, *friends, fort("3115"))
    assert retreat_hexes(state, stack) == ["2915", "2916", "3016"]
    state = field(*stack, *friends, fort("3115"), fort("3017"))
    assert retreat_hexes(state, stack) == ["2915", "2916"]


def test_rb_8_715_a_into_enemy_zoc_only_where_a_friend_is() -> None:
    stack = [inf("3015")]
    state = field(*stack, tank("3016"), fort("3017"))
    assert "3016" in retreat_hexes(state, stack)
    state = field(*stack, fort("3017"))
    assert "3016" not in retreat_hexes(state, stack)


def test_rb_8_715_a_the_stack_stays_together_and_keeps_to_its_terrain() -> None:
    stack = [inf("3015"), tank("3015")]
    state = field(*stack, sides={("3014", "3015"): "seawall"}, terrain={"2915": "pier"})
    assert "3014" not in retreat_hexes(state, stack)
    assert "2915" not in retreat_hexes(state, stack)
    assert {"3014", "2915"} <= set(retreat_hexes(state, stack[:1]))
    play(lambda s: retreat(s, HERE, "test"), state, answers=["3115"])
    assert {where(state)["A/2/8"], where(state)["A Tk"]} == {"3115"}


def test_rb_8_715_a_the_default_leads_towards_supply() -> None:
    state = field(inf("3015"), beaches={"2915": "red_one", "4620": "green"})
    outcome = play(lambda s: retreat(s, HERE, "test"), state, answers=Sensible())
    assert outcome.choices[0].choose.sensible == "2915"
    assert where(state)["A/2/8"] == "2915"


def test_rb_8_715_b_one_retreat_alone_is_a_step_instead() -> None:
    tables = PlainTables(crt={("3:1", 7): "R"})
    state = field(inf("3015"), jp_inf("3015"), tables=tables)
    play(a_round(), state, dice=[3, 4, 3, 4])
    assert where(state)["A/2/8"] == "3015"
    assert state.units["A/2/8"].marker1
    japanese = field(
        inf("3015"), jp_inf("3015"), tables=PlainTables(crt={("5:1", 7): "R"}), jrl=400
    )
    play(a_round(), japanese, dice=[3, 4, 3, 4])
    assert japanese.units["J1"].marker1
    assert japanese.jrl == 398


def test_rb_8_715_b_two_retreats_let_the_us_stack_go() -> None:
    tables = PlainTables(crt={("3:1", 7): "R", ("5:1", 7): "R"})
    state = field(inf("3015"), jp_inf("3015"), tables=tables)
    play(a_round(), state, dice=[3, 4, 3, 4], answers=["2915"])
    assert where(state)["A/2/8"] == "2915"
    assert not state.units["A/2/8"].marker1


def test_rb_8_715_b_a_retreat_is_free_once_the_japanese_are_dead() -> None:
    tables = PlainTables(crt={("3:1", 7): "R", ("5:1", 7): "D"})
    state = field(inf("3015"), jp_inf("3015"), tables=tables)
    play(a_round(), state, dice=[3, 4, 3, 4], answers=["2915"])
    assert where(state)["A/2/8"] == "2915"


def test_rb_8_715_c_a_stack_that_cannot_retreat_loses_a_step_of_its_choice() -> None:
    island = dict.fromkeys(strip(), "sea") | {"3016": "sea"}
    stack = [inf("3015"), tank("3015")]
    state = field(*stack, inf("2915", "B/2/8"), inf("3115", "C/2/8"), terrain=island)
    play(lambda s: retreat(s, HERE, "test"), state, answers=["A Tk"])
    assert state.units["A Tk"].marker1
    assert where(state)["A Tk"] == "3015"


def test_rb_9_5_a_tanks_keep_their_losses_and_one_of_two_is_drawn() -> None:
    state = field(inf("3015"), jp_tank(name="T2", marker1=True))
    outcome = play(lambda s: assault(s, "A", HERE), state, dice=[1, 2, 3, 4, 3, 4])
    assert [roll.spec for roll in outcome.rolls] == ["1d6", "1d2", "2d6", "2d6"]
    assert outcome.rolls[2].why.endswith("Jap fire 19:4")
    assert state.units["T2"].marker1


def test_rb_9_5_a_no_tank_where_none_is_left() -> None:
    dead = [jp_tank("Eliminated", "T1"), jp_tank("Eliminated", "T2")]
    state = field(inf("3015"), *dead)
    outcome = play(lambda s: assault(s, "A", HERE), state, dice=[1, 3, 4, 3, 4])
    assert "no tank is left" in outcome.story[-1]


def test_rb_9_5_a_inf_enters_at_full_strength_again() -> None:
    tables = PlainTables(crt={("5:1", 7): "1"})
    state = field(inf("3015"), tables=tables, jrl=400)
    play(lambda s: assault(s, "A", HERE), state, dice=[2, 3, 4, 3, 4])
    assert state.jrl == 398
    assert state.units["J1"].face == "front"
    assert not state.units["J1"].marker1


def test_rb_9_5_a_a_dead_tank_stays_dead_and_dead_inf_goes_back_to_the_pool() -> None:
    tables = PlainTables(crt={("MG", 7): "D"})
    state = field(inf("3015"), jp_tank("Eliminated", "T2"), tables=tables, jrl=400)
    play(lambda s: assault(s, "B", HERE), state, dice=[1, 3, 4])
    assert where(state)["T1"] == "Eliminated"
    assert where(state)["J1"] == "Japanese Pool"
    assert state.units["J1"].face == "front"
    assert state.jrl == 400 - 2 * 6


def test_rb_9_5_b_they_leave_after_the_round() -> None:
    state = field(inf("3015"))
    play(lambda s: assault(s, "B", HERE), state, dice=[1, 1, 3, 4, 3, 4])
    assert state.stacks("jp").keys() == {"4705"}


def test_rb_9_5_c_a_fort_has_one_step_and_the_jrl_is_its_fire() -> None:
    state = field(fort("3015"), jrl=0)
    assert state.forts_destroyed() == 0
    assert state.status() == []


def test_a_missing_result_names_itself() -> None:
    class Blank(PlainTables):
        def lookup(self, name, row, column=None):
            if name == "crt_effect":
                raise MissingCell(f"crt_effect {row} {column}")
            return super().lookup(name, row, column)

    state = field(inf("3015"), jp_inf("3015"), tables=Blank(crt={("3:1", 7): "R"}))
    with pytest.raises(MissingCell, match="crt_effect R us"):
        play(a_round(), state, dice=[3, 4, 3, 4])
