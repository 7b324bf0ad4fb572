"""With a game, each step is judged by its rules: unlawful moves are named with their rule."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.built import red_beach_module, red_beach_save
from tests.companion_kit import log_of_moves, moved
from vassal_bridge.audit.finding import Finding, Severity
from vassal_bridge.audit.gamecheck import check_game
from vassal_bridge.audit.reading import Reading
from vassal_bridge.audit.umpire import check
from vassal_bridge.formats.logs.log import Log
from vassal_bridge.formats.save import Save
from vassal_bridge.game.registry import find_games

UNIT = "A/1/8"


def judged(way: Sequence[str], *, turn: str = "GT 3", with_module: bool = True) -> list[Finding]:
    start = moved(red_beach_save("first_night"), {"turn": turn})
    log = Log(Save.from_bytes(log_of_moves(start, UNIT, way), name="a.vlog"))
    module = red_beach_module() if with_module else None
    report = check([Reading(log, module)])
    return list(check_game(report.linked, find_games().games["red_beach"]))


def test_a_lawful_move_is_told_in_the_words_of_the_game() -> None:
    found = judged(["2414"])
    assert [(one.code, one.step) for one in found] == [("GAME-DONE", 1)]
    assert found[0].evidence.startswith("A/1/8 moved from 2314 to 2414")


@pytest.mark.parametrize(
    ("way", "turn", "step", "rule"),
    [
        (["2713"], "GT 3", 1, "[8.4]"),
        (["2414"], "GT 5", 1, "[3.3]"),
        (["2315", "2415"], "GT 3", 2, "[5.0]"),
    ],
)
def test_an_unlawful_move_is_named_with_its_rule_at_its_step(
    way: list[str], turn: str, step: int, rule: str
) -> None:
    found = [one for one in judged(way, turn=turn) if one.code == "GAME-ILLEGAL"]
    assert [one.step for one in found] == [step]
    assert found[0].evidence.endswith(rule)
    assert found[0].pieces == (UNIT,)


def test_bookkeeping_that_the_rules_ask_for_is_a_question() -> None:
    found = [one for one in judged(["2315", "2415"]) if one.code == "GAME-BOOKS"]
    assert [(one.step, one.severity) for one in found] == [(2, Severity.QUESTION)]
    assert "2415" in found[0].evidence


def test_without_the_module_the_umpire_cannot_tell() -> None:
    assert [one.code for one in judged(["2414"], with_module=False)] == ["GAME-UNKNOWN"]
