"""Judging: sequences with decisions that are known already, and what a player asks for."""

from __future__ import annotations

import pytest

from automation.policies import Scripted
from tests.red_beach_field import field, inf
from vassal_bridge.errors import UnusableAnswer
from vassal_bridge.game.changes import Tell
from vassal_bridge.game.dice import SeededDice
from vassal_bridge.game.judging import HALT, Asked, Finding, guided
from vassal_bridge.game.sequence import Choose, Option, Outcome, Steps, choose, roll, run


def walk(told: list[str]) -> Steps[str]:
    """Ask for three hexes and a loss, and tell each."""
    options = [Option("2612", "2612"), Option("2711", "2711")]
    for _ in range(3):
        there = yield from choose("hex", "Where to?", options, why="[8.4]")
        yield Tell(f"enters {there}")
    lost = yield from choose("loss", "Who?", [Option("a", "A"), Option("b", "B")], why="[8.82]")
    rolled = yield from roll("1d6", "[test]")
    told.append(f"{lost} {rolled.total > 0}")
    return lost


def play(known: dict[str, list[str]], answers: list[str], *, halt: bool = False) -> Outcome:
    def answer(step: Choose) -> str | None:
        left = known.get(step.kind)
        if left is None:
            return None
        return left.pop(0) if left else HALT if halt else None

    told: list[str] = []
    outcome = run(
        lambda _: guided(walk(told), answer), field(inf("2612")), SeededDice(1), Scripted(answers)
    )
    assert len(told) == len(outcome.rolls)
    return outcome


def test_known_decisions_are_not_asked_and_the_others_are() -> None:
    outcome = play({"hex": ["2711", "2612", "2711"]}, ["b"])
    assert outcome.story == ("enters 2711", "enters 2612", "enters 2711")
    assert outcome.answers == ("b",)
    assert len(outcome.rolls) == 1


def test_what_is_known_no_more_is_asked() -> None:
    assert play({"hex": ["2711"]}, ["2612", "2612", "a"]).answers == ("2612", "2612", "a")


def test_a_sequence_halts_where_the_player_went_no_further() -> None:
    outcome = play({"hex": ["2711"]}, [], halt=True)
    assert outcome.story == ("enters 2711",)
    assert outcome.rolls == ()


def test_a_known_answer_that_is_not_allowed_is_refused() -> None:
    with pytest.raises(UnusableAnswer, match="9999"):
        play({"hex": ["9999"]}, [])


def test_findings_and_requests_are_told_as_a_player_says_them() -> None:
    assert str(Finding("more than one HQ in 2711", "5.0")) == "more than one HQ in 2711 [5.0]"
    asked = Asked("attack", "A/1/8", ("2711",), ("destroyer", "1/8 HQ"))
    assert str(asked) == "attack A/1/8 -> 2711 with destroyer, 1/8 HQ"
    assert str(Asked("undo", count=2)) == "undo 2"
    assert str(Asked("night")) == "night"
