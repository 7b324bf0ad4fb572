"""The US player: attacks what pays, spares the last fort, and answers the same each time."""

from __future__ import annotations

import pytest

from automation.red_beach.us_appraisal import Appraisal, Chances, stack_of
from automation.red_beach.us_player import JUDGES, UsPlayer, us_player
from modules.red_beach.state import State
from tests.red_beach_field import PlainTables, btn, field, fort, inf, tank
from vassal_bridge.game.dice import SeededDice
from vassal_bridge.game.playing import Playing
from vassal_bridge.game.registry import find_game

FALLS = {(f"{n}:1", total): "R" for n in range(5, 11) for total in range(2, 8)}
HURTS = {("3:1", total): "1" for total in range(2, 8)}


def ground(*units: object, **more: object) -> State:
    tables = PlainTables({**FALLS, **HURTS})
    return field(*units, tables=tables, turn="GT 3", **more)  # type: ignore[arg-type]


def test_chances_are_those_of_the_crt() -> None:
    chances = Chances(ground(inf("3015"), fort("3014", printed=3)))
    assert chances.fort_falls(15, 3) == pytest.approx(21 / 36)
    assert chances.fort_falls(12, 3) == 0
    assert chances.us_loses(12, 4) == pytest.approx(21 / 36)
    assert chances.fort_falls(13, 3) < chances.fort_falls(14, 3) < chances.fort_falls(15, 3)


def test_the_last_fort_is_spared_while_the_jrl_is_above_0() -> None:
    for jrl, spared in ((50, True), (0, False)):
        state = ground(inf("3015"), tank("3015"), fort("3014", printed=3), jrl=jrl)
        stack = stack_of(state, ["A/2/8", "A Tk"])
        appraisal = Appraisal(state, Chances(state), ["A/2/8", "A Tk"])
        worth = appraisal.attack_worth(stack, stack.here, stack.here.__class__("3014"), 0)
        assert (worth < 0) == spared


def test_he_attacks_the_fort_beside_him_and_rests_without_one() -> None:
    forts = [fort("3014", printed=3), fort("4020", printed=3)]
    playing = Playing(find_game("red_beach").sequence("ground"), _near(*forts), SeededDice(1))
    player = UsPlayer(playing.state)
    assert playing.decision is not None
    assert player.decide(playing.decision) == "3015"
    playing.answer("3015")
    answers = []
    while playing.decision is not None and len(answers) < 4:
        answers.append(player.decide(playing.decision))
        playing.answer(answers[-1])
    assert "attack 3014" in answers


def _near(*forts: object) -> State:
    return ground(inf("3015"), tank("3015"), btn("3016"), *forts, jrl=20)


def test_the_same_position_gets_the_same_answer() -> None:
    game = find_game("red_beach")
    first, second = (game.new("start", "house") for _ in range(2))
    answers = []
    for state in (first, second):
        playing = Playing(game.sequence("next"), state, SeededDice(5))
        player = us_player(state, SeededDice(1))  # type: ignore[arg-type]
        while playing.decision is not None:
            playing.answer(player.decide(playing.decision))
        answers.append(playing.outcome().answers)
    assert answers[0] == answers[1]


def test_every_judge_is_of_a_kind_of_decision_that_the_rules_ask() -> None:
    assert set(JUDGES) == {"stack", "part", "segment", "support", "advance"}
