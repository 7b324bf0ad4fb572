"""The sidecar's runs in a log are played again: what is told must follow from the rolls shown."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from automation.policies import Sensible
from tests.audit.tampering import replacing, with_start, with_step, with_step_after, without_step
from tests.built import red_beach_module, red_beach_save
from tests.companion_kit import log_of_moves
from vassal_bridge.audit.gamecheck import check_game
from vassal_bridge.audit.reading import Reading
from vassal_bridge.audit.throws import throws_of
from vassal_bridge.audit.umpire import Report, check, with_findings
from vassal_bridge.audit.worth import game_scorer
from vassal_bridge.binding.play import Played, Request, as_log, play
from vassal_bridge.formats.logs.log import Log
from vassal_bridge.formats.logs.story import plain_chat
from vassal_bridge.formats.save import Save
from vassal_bridge.game.dice import SeededDice
from vassal_bridge.game.registry import find_games

GAME = find_games().games["red_beach"]
SEED = 7
Edit = Callable[[Log], Log]


@cache
def night() -> tuple[Played, Log]:
    start = red_beach_save("first_night")
    request = Request(GAME, "night", None, seed=SEED)
    played = play(start, red_beach_module(), request, SeededDice(SEED), Sensible())
    return played, Log(Save.from_bytes(as_log(start, played), name="night.vlog"))


def judged(*logs: Log) -> Report:
    report = check([Reading(log, red_beach_module()) for log in logs])
    return with_findings(report, list(check_game(report.linked, GAME)))


def step_with(words: str) -> int:
    """Return the step of the night that tells some words."""
    _, log = night()
    told = ((step.number, one["text"]) for step in log.steps for one in step.of("Chat"))
    return next(number for number, text in told if words in plain_chat(text))


def serious(report: Report) -> list[tuple[str, int]]:
    return [(one.code, one.step) for one in report.serious]


def test_a_run_that_nobody_edited_has_no_finding() -> None:
    report = judged(night()[1])
    assert serious(report) == []
    assert [one.step for one in report.findings if one.code == "GAME-DONE"] == [1]


def edited(words: str, old: str, new: str) -> Edit:
    return lambda log: with_step(log, step_with(words), replacing(old, new))


def thrown_by_hand(log: Log) -> Log:
    return with_step(log, 1, replacing(f", seed {SEED}", ""))


MORTAR, RESULT = "Mortar @2013", "M @2013 B/1/2"


@pytest.mark.parametrize(
    ("edit", "code", "words"),
    [
        (edited(RESULT, "1 step. Eliminated: B/1/2", "no effect"), "GAME-TABLE", RESULT),
        (edited(MORTAR, "2,2", "6,6"), "DICE-SEED", MORTAR),
        (lambda log: edited(MORTAR, "2,2", "6,6")(thrown_by_hand(log)), "GAME-TABLE", RESULT),
        (lambda log: without_step(log, step_with(RESULT)), "GAME-TABLE", MORTAR),
    ],
    ids=["a result", "a roll with a seed", "a roll thrown by hand", "a line left out"],
)
def test_an_edited_line_of_a_run_is_named_once(edit: Edit, code: str, words: str) -> None:
    told = serious(judged(edit(night()[1])))
    at = step_with(words) + (words == MORTAR and code == "GAME-TABLE")
    assert told == [(code, at)]


def test_a_line_put_in_is_named() -> None:
    at = step_with(RESULT)
    log = with_step_after(night()[1], at, "CHAT* C/3/2 eliminated [3.3]")
    assert serious(judged(log)) == [("GAME-TABLE", at + 1)]


def test_an_edit_left_out_is_named_behind_the_step_before_it() -> None:
    lines = len(night()[0].chat)
    assert serious(judged(without_step(night()[1], lines + 1))) == [("GAME-TABLE", lines)]


def test_an_edit_that_does_more_is_named() -> None:
    log = night()[1]
    last = len(log.steps)
    changed = with_step(log, last, replacing("0|5;", "0|6;"))
    assert serious(judged(changed)) == [("GAME-TABLE", last)]


def test_a_run_that_cannot_be_played_again_is_said_to_be_unknown() -> None:
    log = with_step(night()[1], 1, replacing("Tarawa, night", "Tarawa, segment of A/1/2"))
    report = judged(log)
    assert serious(report) == []
    unknown = next(one for one in report.findings if one.code == "GAME-UNKNOWN")
    assert unknown.evidence.startswith("cannot tell")


def between() -> tuple[Log, Log]:
    start = red_beach_save("first_night")
    return Log(start), Log(Save.from_bytes(night()[0].data, name="night.bot.vsav"))


def test_a_save_of_the_sidecar_between_two_files_is_a_link_of_the_chain() -> None:
    before, answer = between()
    after = Log(Save.from_bytes(log_of_moves(answer.save, "A/1/8", ["2314"]), name="next.vlog"))
    report = judged(before, answer, after)
    assert [link.reading.name for link in report.linked.links][-2:] == [answer.name, "next.vlog"]
    assert "CHAIN-SIDECAR" not in [one.code for one in report.serious]
    assert "CHAIN-SIDECAR" in report.counts()


def test_without_the_game_a_save_of_the_sidecar_is_a_question() -> None:
    report = check([Reading(log, red_beach_module()) for log in between()])
    assert serious(report) == [("CHAIN-SIDECAR", 0)]


def test_a_save_of_the_sidecar_that_was_edited_is_named() -> None:
    before, answer = between()
    edited_save = with_start(answer, replacing("TURNTurnTracker0\t0|5", "TURNTurnTracker0\t0|6"))
    assert serious(judged(before, edited_save)) == [("GAME-TABLE", 0)]


def test_8_7_luck_in_the_terms_of_the_game_is_steps_lost_to_fire() -> None:
    scorer = game_scorer(GAME, "house")
    throws = throws_of([Reading(night()[1], red_beach_module())])
    scores = {throw.text: score for throw in throws if (score := scorer(throw)) is not None}
    fires = [text for text in scores if "Mortar @" in text]
    assert len(scores) == len(fires) == 2
    values = [scores[text].value for text in fires]
    story = [line for line in night()[0].story if " M @" in line]
    assert values == [-1.0 if "1 step" in line else 0.0 for line in story]
    assert all(-1 < scores[text].expected < 0 for text in fires)
