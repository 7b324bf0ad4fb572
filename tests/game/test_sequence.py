from dataclasses import fields

import pytest

from automation.policies import FirstLegal, RandomDecider, Scripted, Sensible
from vassal_bridge.errors import RuleError, UnusableAnswer
from vassal_bridge.game.changes import (
    CHANGES,
    Advance,
    Change,
    Eliminate,
    Flip,
    Move,
    Place,
    Set,
    Tell,
)
from vassal_bridge.game.dice import Roll, ScriptedDice, SeededDice
from vassal_bridge.game.sequence import Choose, Option, Steps, choose, roll, run, undo

ONE_OF_EACH: list[Change] = [
    Move("a", "0101", "0102", "[1]"),
    Flip("a", "front", "back", "[1]"),
    Set("a", "marker1", False, True, "[1]"),
    Place("a", "pool", "0101", "[1]"),
    Eliminate("a", "0101", "dead", "[1]"),
    Advance("jrl", 400, 398, "[1]"),
    Tell("a line"),
]


class Board:
    def __init__(self) -> None:
        self.changes: list[Change] = []
        self.seals: list[int] = []

    def push(self, change: Change) -> None:
        self.changes.append(change)

    def seal(self) -> None:
        self.seals.append(len(self.changes))

    def ask(self, choose: Choose | None) -> None:
        pass


def two_steps(board: Board) -> Steps[None]:
    rolled = yield from roll("2d6", "[9.9] test")
    yield Advance("jrl", 400, 400 - rolled.total, "[9.9]")
    hex_id = yield from choose(
        "retreat",
        "Where to?",
        [Option("2619", "towards the pier"), Option("2719", "inland")],
        why="[8.715]",
        default="2719",
    )
    yield Move("a", "2618", hex_id, "[8.715]")
    yield Tell(f"went to {hex_id}")


def test_every_change_is_sampled() -> None:
    assert {type(change) for change in ONE_OF_EACH} == set(CHANGES)


@pytest.mark.parametrize("change", ONE_OF_EACH, ids=lambda change: type(change).__name__)
def test_the_inverse_swaps_before_and_after(change: Change) -> None:
    assert change.inverse().before == change.after
    assert change.inverse().after == change.before
    assert change.inverse().inverse() == change
    assert {"before", "after", "why"} <= {field.name for field in fields(change)}
    assert str(change)


def test_run_returns_events_in_order_and_seals_after_the_roll() -> None:
    board = Board()
    outcome = run(two_steps, board, ScriptedDice([3, 4]), Scripted(["2619"]))
    assert [type(event).__name__ for event in outcome.events] == [
        "Rolled",
        "Advance",
        "Chosen",
        "Move",
        "Tell",
    ]
    assert list(outcome.changes) == board.changes
    assert outcome.rolls[0].total == 7
    assert outcome.answers == ("2619",)
    assert outcome.story == ("went to 2619",)
    assert board.seals == [0]


def test_an_answer_may_be_a_label() -> None:
    outcome = run(two_steps, Board(), ScriptedDice([1, 1]), Scripted(["Towards the pier"]))
    assert outcome.answers == ("2619",)


def test_an_answer_outside_the_options_is_refused() -> None:
    with pytest.raises(UnusableAnswer, match=r"expected one of 2619, 2719; found '2620'"):
        run(two_steps, Board(), ScriptedDice([1, 1]), Scripted(["2620"]))


def test_answers_may_run_out() -> None:
    with pytest.raises(UnusableAnswer, match="used up"):
        run(two_steps, Board(), ScriptedDice([1, 1]), Scripted([]))
    outcome = run(two_steps, Board(), ScriptedDice([1, 1]), Scripted([], otherwise=Sensible()))
    assert outcome.answers == ("2719",)


def test_the_policies_answer_as_they_say() -> None:
    asked = Choose("loss", "Who?", (Option("a", "A"), Option("b", "B"), Option("c", "C")), "", "b")
    assert FirstLegal().decide(asked) == "a"
    assert Sensible().decide(asked) == "b"
    assert Sensible({"loss": lambda _, value: value == "c"}).decide(asked) == "c"
    drawn = RandomDecider(SeededDice(3))
    assert {drawn.decide(asked) for _ in range(40)} == {"a", "b", "c"}


def test_a_single_option_is_not_asked() -> None:
    def one_way(_: Board) -> Steps[None]:
        answer = yield from choose("retreat", "Where?", [Option("2619", "there")], why="[1]")
        yield Tell(answer)

    outcome = run(one_way, Board(), ScriptedDice([]), Scripted([]))
    assert outcome.story == ("2619",)
    assert outcome.choices == ()


def test_a_decision_without_options_or_with_a_foreign_default_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="options"):
        Choose("loss", "Who?", (), "")
    with pytest.raises(ValueError, match="default"):
        Choose("loss", "Who?", (Option("a", "A"),), "", default="z")


def test_a_sequence_that_never_ends_is_stopped() -> None:
    def forever(_: Board) -> Steps[None]:
        while True:
            yield Roll("1d6", "again")

    with pytest.raises(RuleError, match="did not end within 50 steps"):
        run(forever, Board(), SeededDice(1), FirstLegal(), limit=50)


def test_undo_pushes_the_inverses_last_first() -> None:
    board = Board()
    undo(board, ONE_OF_EACH)
    assert board.changes == [change.inverse() for change in reversed(ONE_OF_EACH)]


def test_an_answer_that_a_rule_forbids_is_refused_with_the_rule() -> None:
    reasons = {"c": "C is spent [8.9]"}
    asked = Choose(
        "loss",
        "Who?",
        (Option("a", "A"), Option("b", "B")),
        "",
        reason=lambda a: reasons.get(a, ""),
    )
    with pytest.raises(UnusableAnswer, match=r"Who\?: 'c' is not allowed: C is spent \[8.9\]"):
        asked.check("c")
    with pytest.raises(UnusableAnswer, match="expected one of a, b; found 'd'"):
        asked.check("d")
    assert asked.check("B") == "b"
