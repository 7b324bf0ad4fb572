"""The companion's answers in a chain are given again: what was edited in them shows."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.built import red_beach_module, red_beach_save
from tests.companion_kit import Game, log_of_moves, moved, saved_again
from vassal_bridge.audit.gamecheck import check_game
from vassal_bridge.audit.reading import Reading
from vassal_bridge.audit.umpire import Report, check, with_findings
from vassal_bridge.formats.logs.log import Log
from vassal_bridge.formats.save import Save
from vassal_bridge.game.registry import find_games

RULES = find_games().games["red_beach"]


@cache
def played() -> tuple[Log, Log, Log]:
    """Return the companion's first answer, a log played on from it, and the answer to that."""
    with TemporaryDirectory() as folder:
        game = Game(Path(folder) / "game")
        begun = game.play(moved(red_beach_save("first_night"), {"turn": "GT 3"}))
        opened = Save.from_bytes(saved_again(begun, 9), name="turn.vlog")
        moves = log_of_moves(opened, "A/1/8", ["2414"])
        answer = game.play(moves, suffix=".vlog")
    return (
        named(begun.to_bytes(), "1.bot.vsav"),
        named(moves, "2.vlog"),
        named(answer.to_bytes(), "2.bot.vsav"),
    )


def named(data: bytes, name: str) -> Log:
    return Log(Save.from_bytes(data, name=name))


def judged(*logs: Log) -> Report:
    report = check([Reading(log, red_beach_module()) for log in logs])
    return with_findings(report, list(check_game(report.linked, RULES)))


def test_an_answer_is_given_again() -> None:
    report = judged(*played())
    assert [one.reading.name for one in report.linked.links] == [
        "1.bot.vsav",
        "2.vlog",
        "2.bot.vsav",
    ]
    assert report.serious == ()
    (told,) = [one for one in report.findings if one.code == "CHAIN-SIDECAR"]
    assert told.log == "2.bot.vsav"
    assert "segment of A/1/8" in told.evidence
    assert told.evidence.endswith(": as the rules give it")


def edited(old: str, new: str) -> Log:
    """Return the answer with another text, which must be there."""
    text = played()[2].save.text
    assert old in text
    return named(played()[2].save.with_text(text.replace(old, new)).to_bytes(), "2.bot.vsav")


def shifted() -> Log:
    """Return the answer with a unit in another place than it came to."""
    data = moved(played()[2].save, {"A/1/8": "2415"}).to_bytes()
    return named(data, "2.bot.vsav")


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param(lambda: edited("You: A/1/8", "You: B/1/8"), marks=pytest.mark.slow),
        shifted,
    ],
    ids=["a line", "a place"],
)
def test_an_answer_that_was_edited_is_a_contradiction(answer: Callable[[], Log]) -> None:
    report = judged(*played()[:2], answer())
    assert {(one.code, one.log) for one in report.serious} == {("GAME-TABLE", "2.bot.vsav")}


def test_without_the_answer_before_it_an_answer_is_not_judged() -> None:
    report = judged(*played()[1:])
    assert report.serious == ()
    (told,) = [one for one in report.findings if one.code == "CHAIN-SIDECAR"]
    assert "is not among the files" in told.evidence
