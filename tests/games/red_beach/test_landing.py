import pytest

from automation.policies import FirstLegal, RandomDecider, Scripted, Sensible
from automation.red_beach.landing import land, phase, wave
from automation.red_beach.recovery import day
from modules.red_beach.rules import turns
from modules.red_beach.rules.landing import go_ashore
from modules.red_beach.rules.waves import BEACHES, BY_KEY, afloat, landing_hexes, planned
from modules.red_beach.settings import Settings
from modules.red_beach.state import State
from modules.red_beach.units import US
from tests.red_beach_field import arty, btn, field, fort, inf, play, tank, where
from tests.red_beach_landings import GT1, beachhead
from vassal_bridge.errors import RuleError
from vassal_bridge.game.dice import SeededDice
from vassal_bridge.game.sequence import Outcome, run

STRIP = {"2312": "red_two", "2313": "red_two", "2413": "red_three"}


def beach(*units, **more) -> State:
    """Return a field with two hexes of Red Two and one of Red Three, in nobody's reach."""
    return field(*units, beaches=STRIP, turn="GT 2", **more)


def landed(state: State, answers=()) -> Outcome:
    """Land the units that are in the last Assault box of Red Two."""
    units = state.us_at("Red Two assault 4")
    return play(lambda state: go_ashore(state, BY_KEY["red_two"], units), state, (), answers)


def fires(outcome: Outcome) -> list[str]:
    """Return at which waves and boxes was fired, in order."""
    return [rolled.why.rpartition(", ")[2] for rolled in outcome.rolls]


def test_rb_3_2_c_an_lcvp_wave_is_fired_at_in_four_boxes() -> None:
    state = beachhead(boxes={"Red Two wave 2 LCVP": ["A/1/6"]})
    outcome = play(land, state, dice=[3, 3, 3, 3], answers=FirstLegal())
    assert fires(outcome) == [f"Red Two wave 2 box {number}" for number in (1, 2, 3, 4)]
    assert state.level("amtracs_used") == 0


def test_rb_3_2_c_an_amtrac_wave_is_fired_at_in_boxes_1_and_3() -> None:
    state = beachhead(boxes={"Red Two wave 2 AMTRAC": ["A/1/6"]})
    outcome = play(land, state, dice=[3, 3], answers=FirstLegal())
    assert fires(outcome) == ["Red Two wave 2 box 1", "Red Two wave 2 box 3"]


def test_rb_3_2_c_every_wave_passes_the_four_assault_boxes() -> None:
    state = beachhead(boxes={"Red Two wave 2 AMTRAC": ["A/1/6"]})
    outcome = play(land, state, dice=[3, 3], answers=["1814"])
    places = [change.after for change in outcome.changes if getattr(change, "unit", "") == "A/1/6"]
    assert places == [*(f"Red Two assault {number}" for number in (1, 2, 3, 4)), "1814"]


def test_rb_3_2_c_beaches_in_any_order_and_waves_from_1_to_5() -> None:
    boxes = {
        "Red One wave 4 AMTRAC": ["A/1/6"],
        "Red One wave 2 AMTRAC": ["B/1/6"],
        "Red Three wave 1 AMTRAC": ["C/1/6"],
    }
    answers = Scripted(["red_three"], FirstLegal())
    outcome = play(land, beachhead(boxes=boxes), dice=[4] * 6, answers=answers)
    assert [why.rpartition(" box ")[0] for why in fires(outcome)[::2]] == [
        "Red Three wave 1",
        "Red One wave 2",
        "Red One wave 4",
    ]


def test_rb_3_2_c_survivors_land_on_any_hexes_of_their_beach() -> None:
    box = "Red Two assault 4"
    state = beach(inf(box), tank(box), btn(box))
    landed(state, answers=["2313", "2312", "2312"])
    assert (where(state)["A/2/8"], where(state)["A Tk"], where(state)["2/8"]) == (
        "2313",
        "2312",
        "2312",
    )


def test_rb_3_2_c_landing_hexes_are_those_of_the_beach_within_stacking() -> None:
    state = beach(inf("2312"), inf("Red Two assault 4", "B/2/8"))
    assert landing_hexes(state, BY_KEY["red_two"], state.units["B/2/8"]) == ["2313"]
    crowded = beach(inf("2312"), inf("2313", "C/2/8"), btn("Red Two assault 4"))
    assert landing_hexes(crowded, BY_KEY["red_two"], crowded.units["2/8"]) == ["2312", "2313"]


def test_rb_3_2_c_enemy_zoc_bars_nobody_and_a_fort_its_own_hex() -> None:
    state = beach(inf("Red Two assault 4"), fort("2312"))
    assert landing_hexes(state, BY_KEY["red_two"], state.units["A/2/8"]) == ["2313"]


def test_rb_3_2_c_who_finds_no_room_stays_afloat() -> None:
    state = beach(inf("2312"), inf("2313", "B/2/8"), inf("Red Two assault 4", "C/2/8"), btn("2310"))
    outcome = landed(state)
    assert where(state)["C/2/8"] == "Available"
    assert "finds no room" in outcome.story[0]


def test_rb_8_4_g_an_hq_alone_in_enemy_zoc_is_driven_off_as_it_lands() -> None:
    state = beach(btn("Red Two assault 4"), inf("3010"), fort("2412"))
    outcome = landed(state, answers=["2313", "2213"])
    assert where(state)["2/8"] == "2213"
    assert state.units["2/8"].disrupted
    assert "alone in enemy ZOC" in outcome.story[-1]


def test_rb_8_4_g_an_hq_that_lands_with_inf_stays() -> None:
    box = "Red Two assault 4"
    state = beach(btn(box), inf(box), fort("2412"))
    landed(state, answers=["2313", "2313"])
    assert where(state)["2/8"] == "2313"
    assert not state.units["2/8"].disrupted


def test_rb_3_2_g_arty_lands_fired() -> None:
    state = beach(arty("Red Two assault 4"))
    landed(state, answers=["2313"])
    assert state.units["A Arty"].fired


def test_rb_3_2_d_a_wave_that_is_wiped_out_is_fired_at_no_more() -> None:
    state = beachhead(
        boxes={"Red One wave 1 LCVP": ["A/1/6"]},
        fields={"A/1/6": {"face": "back", "marker1": True}},
    )
    outcome = play(land, state, dice=[6])
    assert where(state)["A/1/6"] == "Eliminated"
    assert outcome.story[-1] == "  The whole wave is lost"


def test_rb_3_2_f_green_beach_is_landed_on_without_fire() -> None:
    state = beachhead(boxes={"Green Beach wave 3 LCVP": ["A/1/6"]}, no_forts=["green"])
    outcome = play(land, state, answers=["0715"])
    assert outcome.rolls == ()
    assert where(state)["A/1/6"] == "0715"


def test_rb_3_2_f_a_plan_for_closed_green_beach_is_refused() -> None:
    state = beachhead(boxes={"Green Beach wave 3 LCVP": ["A/1/6"]})
    with pytest.raises(RuleError, match=r"Green Beach is closed .* \[3.2\]"):
        play(land, state)


def test_rb_t12_and_2_0_c_nobody_lands_on_gt_1_without_the_thirteen() -> None:
    with pytest.raises(RuleError, match=r"Red One: .* must land there on GT 1 \[2.0\]"):
        play(land, beachhead(turn="GT 1"))
    state = beachhead(turn="GT 1", boxes=GT1)
    run(land, state, SeededDice(1), Sensible())
    assert not planned(state)


def test_rb_3_0_a_no_landing_at_night() -> None:
    with pytest.raises(RuleError, match="only a day turn has landings"):
        play(land, beachhead(turn="GT 5"))


def test_rb_3_0_a_no_landing_once_units_have_acted() -> None:
    state = beachhead(boxes={"2013": ["A/1/6"]}, fields={"A/1/6": {"moved": True}})
    for sequence in (land, phase, wave):
        with pytest.raises(RuleError, match="the landing comes before the Ground Phase"):
            play(sequence, state)


def test_by_default_nobody_lands_a_second_time_in_a_turn() -> None:
    state = beachhead(amtracs_used=1)
    outcome = play(phase, state, answers=Sensible())
    assert outcome.rolls == ()
    assert not state.stacks()


def test_a_day_turn_on_which_nobody_lands() -> None:
    outcome = play(land, beachhead())
    assert outcome.story[-1] == "  Nobody lands"
    assert not outcome.rolls


def test_rb_3_2_m_amtracs_that_landed_are_remembered_for_the_loss_roll() -> None:
    state = beachhead(boxes={"Red Two wave 2 AMTRAC": ["A/1/6"]})
    play(land, state, dice=[3, 3], answers=["1814"])
    assert state.level("amtracs_used") == 1
    outcome = play(day, state, dice=[6])
    assert state.level("amtracs") == 5
    assert "Tractors: d6 6" in "".join(outcome.story)


class TestOption2:
    """[12.0, RB-12.0-b] Units of the plan are held back by a die."""

    delayed = Settings(delayed_landings=True)
    boxes = {
        "Green Beach wave 1 LCVP": ["A/1/6", "B/1/6", "1/6 HQ"],
        "Green Beach wave 2 LCVP": ["Lt Tank 1", "6 Rgt HQ"],
    }

    def test_rb_12_0_b_a_battalion_rolls_once_and_each_other_unit_alone(self) -> None:
        state = beachhead(boxes=self.boxes, no_forts=["green"], settings=self.delayed)
        outcome = play(land, state, dice=[1, 2, 6], answers=FirstLegal())
        assert [rolled.why for rolled in outcome.rolls] == [
            "[12.0] option 2, does 1/6 Btn land?",
            "[12.0] option 2, does 6 Rgt HQ land?",
            "[12.0] option 2, does Lt Tank 1 land?",
        ]
        assert {name: where(state)[name] for name in ("6 Rgt HQ", "Lt Tank 1")} == {
            "6 Rgt HQ": "Available",
            "Lt Tank 1": "Available",
        }
        assert all(state.units[name].on_map for name in ("A/1/6", "B/1/6", "1/6 HQ"))

    def test_rb_12_0_b_each_undisrupted_hq_ashore_takes_one_off(self) -> None:
        boxes = {**self.boxes, "2013": ["2/2 HQ"], "2114": ["2 Rgt HQ"], "2213": ["1/2 HQ"]}
        state = beachhead(
            boxes=boxes,
            no_forts=["green"],
            settings=self.delayed,
            fields={"1/2 HQ": {"face": "back"}},
        )
        play(land, state, dice=[3, 4, 3], answers=FirstLegal())
        assert where(state)["6 Rgt HQ"] == "Available"
        assert state.units["Lt Tank 1"].on_map
        assert state.units["A/1/6"].on_map

    def test_rb_12_0_b_the_thirteen_of_gt_1_do_not_roll(self) -> None:
        boxes = {**GT1, "Red One wave 5 LCVP": ["A/1/6"]}
        state = beachhead(turn="GT 1", boxes=boxes, settings=self.delayed)
        outcome = run(land, state, SeededDice(2), Sensible())
        held = [rolled.why for rolled in outcome.rolls if "option 2" in rolled.why]
        assert held == ["[12.0] option 2, does 1/6 Btn land?"]

    def test_rb_12_0_b_no_wave_lands_alone_without_the_dice_for_all(self) -> None:
        state = beachhead(boxes=self.boxes, no_forts=["green"], settings=self.delayed)
        with pytest.raises(RuleError, match=r"option 2 rolls for all units .*\[12\.0\]"):
            play(wave, state)
        assert planned(state)

    def test_rb_12_0_b_without_the_option_nobody_rolls(self) -> None:
        state = beachhead(boxes=self.boxes, no_forts=["green"])
        assert play(land, state, answers=FirstLegal()).rolls == ()


def test_a3_one_wave_alone() -> None:
    boxes = {"Red Two wave 1 AMTRAC": ["A/1/6"], "Red Two wave 2 LCVP": ["B/1/6"]}
    state = beachhead(boxes=boxes)
    play(wave, state, dice=[4, 4], answers=["1814"])
    assert where(state)["A/1/6"] == "1814"
    assert list(planned(state)) == ["Red Two wave 2 LCVP"]


def test_a3_units_in_an_assault_box_are_landed_from_there() -> None:
    state = beachhead(boxes={"Red Two assault 4": ["A/1/6"]})
    play(wave, state, answers=["1914"])
    assert where(state)["A/1/6"] == "1914"
    assert not list(afloat(state))


def test_a3_one_wave_alone_needs_a_wave() -> None:
    with pytest.raises(RuleError, match="no wave waits"):
        play(wave, beachhead())


def test_on_gt_1_the_second_wave_alone_is_not_held_up_by_the_thirteen_who_landed() -> None:
    state = beachhead(turn="GT 1", boxes=GT1)
    for _ in GT1:
        run(wave, state, SeededDice(5), Sensible())
    assert not planned(state)


@pytest.mark.parametrize("seed", range(8))
def test_any_landing_ends_in_a_legal_position_and_loses_no_counter(seed) -> None:
    turn = ("GT 1", "GT 3", "GT 14")[seed % 3]
    settings = Settings(delayed_landings=seed % 2 == 1)
    state = beachhead(
        turn=turn, no_forts=["green"] if seed % 2 else [], amtracs=seed, settings=settings
    )
    decider = Sensible() if seed < 2 else RandomDecider(SeededDice(seed))
    run(phase, state, SeededDice(seed), decider)
    assert state.status() == []
    assert not planned(state)
    assert not list(afloat(state))
    for hex_id, units in state.stacks().items():
        assert state.board.beaches.get(hex_id) or any(unit.face == "back" for unit in units)
    off_map = {
        unit.location for unit in state.units.values() if unit.side == US and not unit.on_map
    }
    assert off_map <= {"Available", "Eliminated", *turns.TRACK}


def test_every_beach_has_hexes_on_the_map() -> None:
    board = beachhead().board
    assert {beach.key for beach in BEACHES} == set(board.beaches.values())
