import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from automation.policies import FirstLegal, RandomDecider, Scripted, Sensible
from automation.red_beach.landing import clear, phase, plan
from modules.red_beach.rules.wave_display import check_plan, display, may_land
from modules.red_beach.rules.waves import WAVE_BOXES, combat_units, planned
from modules.red_beach.setup import data_folder
from modules.red_beach.state import State
from tests.red_beach_field import play, where
from tests.red_beach_landings import GT1, beachhead
from vassal_bridge.errors import RuleError
from vassal_bridge.game.dice import SeededDice
from vassal_bridge.game.hexes import HexId
from vassal_bridge.game.sequence import Choose, run

LEGAL = {"Red One wave 1 LCVP": ["A/1/6", "Med Tank 1", "1/6 HQ", "6 Rgt HQ"]}


def problem(boxes: dict[str, list[str]], **more) -> str:
    """Return the one thing that is wrong with a plan."""
    (found,) = check_plan(beachhead(boxes=boxes, **more))
    return found


def test_rb_0_a_the_left_column_of_each_red_wave_track_is_for_lcvps() -> None:
    text = (data_folder() / "house" / "boxes.csv").read_text(encoding="utf-8")
    rows = [line.split(",") for line in text.splitlines() if ",Wave Red " in line]
    left = [row[0] for row in rows if int(row[2]) % 2 == 0]
    right = [row[0] for row in rows if int(row[2]) % 2]
    assert len(left) == len(right) == 15
    assert all(name.endswith("LCVP") and name in WAVE_BOXES for name in left)
    assert all(name.endswith("AMTRAC") and name in WAVE_BOXES for name in right)


def test_rb_3_2_a_a_legal_plan_has_no_problem() -> None:
    assert check_plan(beachhead(boxes=LEGAL)) == []
    assert check_plan(beachhead(), {"A/1/6": "Red Two wave 5 AMTRAC"}) == []


def test_rb_3_2_a_and_5_0_a_a_box_holds_two_combat_units() -> None:
    three = {"Red One wave 1 LCVP": ["A/1/6", "B/1/6", "Arty A", "1/6 HQ", "2/6 HQ"]}
    assert problem(three) == "Red One wave 1 LCVP: 3 combat units, and a box holds 2 [5.0]"


def test_rb_5_0_a_any_number_of_hqs_goes_into_a_box() -> None:
    hqs = ["1/6 HQ", "2/6 HQ", "3/6 HQ", "6 Rgt HQ", "8 Rgt HQ", "1/8 HQ"]
    assert check_plan(beachhead(boxes={"Red One wave 1 AMTRAC": ["A/1/6", "Arty A", *hqs]})) == []


def test_rb_3_2_a_a_wave_is_in_one_of_its_two_boxes() -> None:
    found = check_plan(
        beachhead(boxes={"Red One wave 2 LCVP": ["A/1/6"], "Red One wave 2 AMTRAC": ["B/1/6"]})
    )
    assert len(found) == 2
    assert all("in both of its boxes" in one for one in found)
    other_waves = {"Red One wave 1 LCVP": ["A/1/6"], "Red One wave 2 AMTRAC": ["B/1/6"]}
    assert check_plan(beachhead(boxes=other_waves)) == []


@pytest.mark.parametrize("tank", ["Lt Tank 1", "Med Tank 1"])
def test_rb_3_2_a_no_tank_in_an_amtrac(tank) -> None:
    assert f"{tank} is a Tank" in problem({"Red Two wave 1 AMTRAC": [tank]})


@pytest.mark.parametrize(("amtracs", "legal"), [(2, False), (3, True)])
def test_rb_3_2_a_and_3_2_b_amtrac_boxes_are_counted_over_all_beaches(amtracs, legal) -> None:
    boxes = {
        "Red One wave 1 AMTRAC": ["A/1/6"],
        "Red Two wave 1 AMTRAC": ["B/1/6"],
        "Red Three wave 4 AMTRAC": ["C/1/6", "1/6 HQ"],
    }
    found = check_plan(beachhead(boxes=boxes, amtracs=amtracs))
    assert found == (
        [] if legal else ["3 AMTRAC boxes are in use, and 2 AMTRACs are available [3.2]"]
    )


def test_rb_12_0_d_option_4_gives_twelve_amtrac_boxes() -> None:
    boxes = {f"Red {beach} wave {wave} AMTRAC" for beach in ("One", "Two") for wave in range(1, 6)}
    names = [f"{letter}/{n}/6" for n, letters in ((1, "ABC"), (2, "EFG")) for letter in letters]
    names += ["Arty A", "Arty B", "1/6 HQ", "2/6 HQ"]
    laid = {box: [name] for box, name in zip(sorted(boxes), names, strict=True)}
    assert check_plan(beachhead(boxes=laid, amtracs=12)) == []
    assert "10 AMTRAC boxes" in problem(laid, amtracs=6)


def test_rb_3_2_b_a_wave_of_hqs_alone_is_legal() -> None:
    assert check_plan(beachhead(boxes={"Red Three wave 5 LCVP": ["8 Rgt HQ"]})) == []


def test_rb_3_2_f_green_beach_is_closed_until_its_forts_are_gone() -> None:
    green = {"Green Beach wave 1 LCVP": ["A/1/6", "Med Tank 1"]}
    assert "closed until its six forts" in problem(green)
    assert check_plan(beachhead(boxes=green, no_forts=["green"])) == []


def test_rb_3_2_f_green_beach_has_no_amtracs() -> None:
    assert check_plan(beachhead(), {"A/1/6": "Green Beach wave 1 AMTRAC"}) == [
        "there is no wave box 'Green Beach wave 1 AMTRAC' [3.2]"
    ]


def test_rb_t12_a_gt_1_plan_without_the_thirteen_is_refused() -> None:
    found = check_plan(beachhead(turn="GT 1"))
    assert [line.partition(":")[0] for line in found] == ["Red One", "Red Two", "Red Three"]
    names = [
        name for line in found for name in line.partition(": ")[2].split(" must")[0].split(", ")
    ]
    assert len(names) == 13
    assert "2 Rgt HQ" in names


def test_rb_2_0_c_the_thirteen_on_their_beaches_are_a_legal_plan() -> None:
    assert check_plan(beachhead(turn="GT 1", boxes=GT1)) == []


def test_rb_2_0_c_each_of_the_thirteen_is_missed_and_must_go_to_its_own_beach() -> None:
    for box, names in GT1.items():
        for name in names:
            rest = {**GT1, box: [other for other in names if other != name]}
            assert name in problem(rest, turn="GT 1")
    swapped = {**GT1, "Red One wave 2 LCVP": ["G/2/8"], "Red Three wave 3 LCVP": ["L/3/2"]}
    found = check_plan(beachhead(turn="GT 1", boxes=swapped))
    assert found == [
        "Red One: L/3/2 must land there on GT 1 [2.0]",
        "Red Three: G/2/8 must land there on GT 1 [2.0]",
    ]


def test_rb_2_0_c_nobody_is_missed_whom_a_full_beach_has_sent_back() -> None:
    landed = {
        "1112": ["I/3/2", "2/8 HQ"], "Eliminated": ["K/3/2", "L/3/2", "3/2 HQ"],
        "2613": ["E/2/8"], "2713": ["F/2/8"], "2813": ["G/2/8"],
    }  # fmt: skip
    board = beachhead().board
    shore = sorted(hex_id for hex_id, beach in board.beaches.items() if beach == "red_two")
    others = ["A/1/6", "B/1/6", "C/1/6", "A/1/8", "B/1/8", "C/1/8"]
    full = {hex_id: [name] for hex_id, name in zip(shore, others, strict=True)}
    hqs = {"Eliminated": [*landed["Eliminated"], "2/2 HQ", "2 Rgt HQ", "E/2/2", "F/2/2"]}
    assert check_plan(beachhead(turn="GT 1", boxes={**landed, **full, **hqs})) == []
    room = {**landed, **hqs}
    (missed,) = check_plan(beachhead(turn="GT 1", boxes=room))
    assert missed == "Red Two: G/2/2 must land there on GT 1 [2.0]"


def test_rb_2_0_c_nobody_must_land_later() -> None:
    assert check_plan(beachhead(turn="GT 2")) == []


def test_rb_2_0_c_ten_combat_units_a_beach_are_the_most() -> None:
    full = {
        f"Red One wave {wave} LCVP": [name, f"{letter}/1/6"]
        for wave, name, letter in zip((1, 2, 3), ("I/3/2", "K/3/2", "L/3/2"), "ABC", strict=True)
    }
    full["Red One wave 4 LCVP"] = ["Lt Tank 1", "Lt Tank 2"]
    full["Red One wave 5 LCVP"] = ["Arty A", "Arty B", "3/2 HQ"]
    state = beachhead(boxes=full)
    laid = display(state)
    assert laid.combat_units_on(WAVE_BOXES["Red One wave 1 LCVP"].beach) == 10
    here = [box for box in WAVE_BOXES.values() if box.beach.key == "red_one"]
    assert all(laid.refuses(state.units["Arty C"], box) for box in here)
    assert not laid.refuses(state.units["2/6 HQ"], WAVE_BOXES["Red One wave 5 LCVP"])


def test_rb_3_1_f_hqs_that_came_back_may_land_and_others_not() -> None:
    state = beachhead(
        turn="GT 6",
        boxes={
            "Interphase 21 Nov": ["1/6 HQ"],
            "Interphase 22 Nov": ["2/6 HQ"],
            "Eliminated": ["3/6 HQ"],
            "2013": ["A/1/6"],
        },
    )
    able = {unit.id for unit in state.units.values() if may_land(state, unit)}
    assert "1/6 HQ" in able
    assert not able & {"2/6 HQ", "3/6 HQ", "A/1/6", "Fort A-1"}
    assert check_plan(state, {"2/6 HQ": "Red One wave 1 LCVP"}) == [
        "2/6 HQ is in 'Interphase 22 Nov', not waiting to land [3.2]"
    ]


def test_status_knows_what_the_wave_boxes_may_not_hold() -> None:
    wrong = beachhead(boxes={"Red Two wave 1 AMTRAC": ["Lt Tank 1"]}).status()
    assert wrong == [
        "Red Two wave 1 AMTRAC: Lt Tank 1 is a Tank, and AMTRACs carry none [3.2]",
    ]
    assert beachhead(boxes=LEGAL).status() == []


def test_a4_the_planner_asks_for_a_unit_and_then_its_box() -> None:
    state = beachhead()
    answers = ["A/1/6", "Red Two wave 3 AMTRAC", "Lt Tank 1", "Red Two wave 4 LCVP", "done"]
    outcome = play(plan, state, answers=answers)
    assert where(state)["A/1/6"] == "Red Two wave 3 AMTRAC"
    assert [choice.choose.kind for choice in outcome.choices] == [
        "plan",
        "plan box",
        "plan",
        "plan box",
        "plan",
    ]
    assert outcome.story == (
        "GT 2 landing plan: 2 combat units, 1 of 6 AMTRACs [3.2]",
        "  Red Two: 9 forts, JRL 400 -> column 2, +1 by the Long Pier [3.2]",
        "    Red Two wave 3 AMTRAC: A/1/6",
        "    Red Two wave 4 LCVP: Lt Tank 1",
    )


class Watching(Scripted):
    """Keeps what it was asked."""

    def __init__(self, answers) -> None:
        super().__init__(answers)
        self.asked: list[Choose] = []

    def decide(self, choose: Choose) -> str:
        self.asked.append(choose)
        return super().decide(choose)


def test_a4_only_lawful_boxes_are_offered() -> None:
    decider = Watching(["Lt Tank 1", "Red One wave 1 LCVP", "A/1/6", "Red One wave 1 LCVP", "done"])
    play(plan, beachhead(amtracs=0), answers=decider)
    offered = {option.value for option in decider.asked[1].options}
    assert offered == {name for name, box in WAVE_BOXES.items() if box.craft == "LCVP"} - {
        f"Green Beach wave {wave} LCVP" for wave in range(1, 6)
    }


def test_rb_2_0_c_on_gt_1_the_thirteen_come_first_and_on_their_beaches_only() -> None:
    decider = Watching(["I/3/2", "Red One wave 5 LCVP"])
    with pytest.raises(Exception, match="used up"):
        play(plan, beachhead(turn="GT 1"), answers=decider)
    units, boxes = decider.asked[:2]
    assert len(units.options) == 13
    assert "done" not in {option.value for option in units.options}
    assert all(option.value.startswith("Red One ") for option in boxes.options)


def test_a4_counters_in_the_boxes_are_part_of_the_plan() -> None:
    state = beachhead(boxes=LEGAL)
    play(plan, state, answers=["done"])
    assert [unit.id for unit in state.at("Red One wave 1 LCVP")] == sorted(
        LEGAL["Red One wave 1 LCVP"]
    )


def test_a4_by_default_nobody_is_added_to_a_plan_laid_by_hand() -> None:
    state = beachhead(boxes=LEGAL)
    before = state.copy()
    play(plan, state, answers=Sensible())
    assert state == before


def test_a4_by_default_the_thirteen_are_added_all_the_same() -> None:
    state = beachhead(turn="GT 1", boxes={"Red One wave 1 LCVP": ["A/1/6"]})
    play(plan, state, answers=Sensible())
    assert check_plan(state) == []
    assert sum(len(units) for units in planned(state).values()) == 14


def test_a4_a_plan_that_is_not_legal_is_not_built_upon() -> None:
    with pytest.raises(RuleError, match="Lt Tank 1 is a Tank"):
        play(plan, beachhead(boxes={"Red Two wave 1 AMTRAC": ["Lt Tank 1"]}))
    with pytest.raises(RuleError, match="L/3/2 must land on another beach"):
        play(plan, beachhead(turn="GT 1", boxes={"Red Two wave 1 LCVP": ["L/3/2"]}))


def test_a4_boxes_filled_up_by_hand_are_found_out_where_the_thirteen_have_no_room() -> None:
    names = ["A/1/6", "B/1/6", "C/1/6", "E/2/6", "F/2/6", "G/2/6", "I/3/6", "K/3/6", "L/3/6"]
    full = {
        f"Red One wave {wave} LCVP": pair
        for wave, pair in enumerate(zip(names[::2], [*names[1::2], "Arty A"], strict=True), 1)
    }
    with pytest.raises(RuleError, match=r"leave no room .* Red One: I/3/2, K/3/2, L/3/2 must"):
        play(plan, beachhead(turn="GT 1", boxes=full), answers=FirstLegal())


def test_rb_3_0_a_only_day_turns_have_landings() -> None:
    for turn in ("GT 4", "Interphase 21 Nov"):
        with pytest.raises(RuleError, match="only a day turn has landings"):
            play(plan, beachhead(turn=turn))


def test_a_plan_is_taken_back() -> None:
    state = beachhead(boxes=LEGAL)
    play(clear, state)
    assert not planned(state)
    assert where(state)["Med Tank 1"] == "Available"


@pytest.mark.parametrize("turn", ["GT 1", "GT 9"])
def test_the_default_plan_is_legal_and_keeps_hqs_with_their_inf(turn) -> None:
    state = beachhead(turn=turn, no_forts=["green"] if turn == "GT 9" else [])
    play(plan, state, answers=Sensible())
    assert check_plan(state) == []
    boxes = planned(state)
    assert sum(combat_units(units) for units in boxes.values()) >= 12
    for units in boxes.values():
        hqs = [unit for unit in units if unit.is_hq]
        assert len(hqs) <= sum(unit.is_inf for unit in units)


def test_by_default_an_hq_that_came_back_follows_its_inf_inland() -> None:
    ashore = {"2517": ["E/2/8"], "2618": ["F/2/8"], "Interphase 21 Nov": ["2/8 HQ"]}
    state = beachhead(turn="GT 6", boxes=ashore, no_forts=["3"])
    run(phase, state, SeededDice(1), Sensible())
    assert state.board.beaches[HexId(where(state)["2/8 HQ"])] == "red_three"


def test_by_default_lcvps_carry_everybody_once_no_amtrac_is_left() -> None:
    state = beachhead(turn="GT 8", amtracs=0)
    play(plan, state, answers=Sensible())
    crafts = {WAVE_BOXES[name].craft for name in planned(state)}
    assert crafts == {"LCVP"}
    assert any(unit.is_inf for units in planned(state).values() for unit in units)


@pytest.mark.parametrize("seed", range(6))
def test_any_answers_make_a_legal_plan(seed) -> None:
    turn = ("GT 1", "GT 2", "GT 14")[seed % 3]
    gone = ["green"] if seed % 2 else []
    state = beachhead(turn=turn, no_forts=gone, amtracs=seed)
    play(plan, state, answers=RandomDecider(SeededDice(seed)))
    assert check_plan(state) == []
    assert state.status() == []


def is_lawful(state: State, plan: dict[str, str]) -> bool:
    """Say whether a plan is lawful by counting alone, as a player would at the table [3.2, 5.0]."""
    boxes = set(plan.values())
    for box in boxes:
        inside = [state.units[name] for name, there in plan.items() if there == box]
        if sum(not unit.is_hq for unit in inside) > 2:
            return False
        if "AMTRAC" in box and any("Tank" in unit.name for unit in inside):
            return False
    both = any(box.replace("LCVP", "AMTRAC") in boxes for box in boxes if "LCVP" in box)
    green = any(box.startswith("Green") for box in boxes)
    closed = any(unit.green and unit.on_map for unit in state.units.values())
    amtracs = sum("AMTRAC" in box for box in boxes)
    return not both and not (green and closed) and amtracs <= state.level("amtracs")


FEW = ["A/1/6", "B/1/6", "C/1/6", "1/6 HQ", "6 Rgt HQ", "Lt Tank 1", "Arty A"]
SOME_BOXES = [name for name in WAVE_BOXES if "wave 1" in name or "wave 2" in name]


@given(
    plan=st.dictionaries(st.sampled_from(FEW), st.sampled_from(SOME_BOXES)),
    amtracs=st.integers(0, 3),
    is_open=st.booleans(),
)
@settings(max_examples=150)
def test_rb_3_2_a_a_plan_is_refused_where_counting_says_so_and_nowhere_else(
    plan: dict[str, str], amtracs: int, is_open: bool
) -> None:
    state = beachhead(amtracs=amtracs, no_forts=["green"] if is_open else [])
    assert (check_plan(state, plan) == []) is is_lawful(state, plan)
