"""What honest play leaves in logs and looks odd is a note at most."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

import pytest

from tests.audit.tampering import (
    GOLDEN,
    golden,
    named,
    replacing,
    with_start,
    with_step,
    with_step_after,
    without_step,
)
from vassal_bridge.audit.finding import Finding, Severity
from vassal_bridge.audit.reading import Reading
from vassal_bridge.audit.umpire import check
from vassal_bridge.formats.logs.log import Log
from vassal_bridge.formats.module import Module, open_module

TO_DRAW = "M/1796009525044/Theatre/410/255/null/Depot/60/480/1796009525046/jp; secret\\/1|x"
ON_TOP = "M/1796009525046/Theatre/450/255/null/Depot/60/480/1796009525041/jp; secret\\/1|x"


def told(*logs: Log, module: Module | None = None) -> tuple[Finding, ...]:
    return check([Reading(log, module) for log in logs]).findings


def serious(*logs: Log, module: Module | None = None) -> Counter[str]:
    return Counter(one.code for one in told(*logs, module=module) if not one.is_note)


def beach() -> Log:
    return golden("beachhead/turn1-US.vlog")


def unreported(log: Log, *numbers: int) -> Log:
    """Return a log in which steps lack their chat."""
    for number in numbers:
        step = log.steps[number - 1]
        kept = [command.own for command in step.commands if command.kind != "Chat"]
        log = with_step_after(without_step(log, number), number - 1, *kept)
    return log


def by_top_alone(log: Log) -> Log:
    """Return a log whose deck lets draw its top card alone."""
    return with_start(
        log, replacing("Via right-click Menu;true;true", "Via right-click Menu;true;false")
    )


def test_a_line_that_ends_in_a_backslash_joins_the_next_step_and_is_a_note() -> None:
    found = [one for one in told(golden("logs/lossy.vlog")) if one.code == "CHAT-ACTS"]
    assert [(one.step, one.severity) for one in found] == [(2, Severity.NOTE)]


def test_a_silent_move_joined_to_a_line_is_asked_about_as_any_silent_move() -> None:
    move = [one.own for one in beach().steps[8].commands if one.kind not in ("Chat", "Opaque")]
    log = without_step(beach(), 9)
    joined = with_step_after(log, 8, "CHAT&lt;Ann O'Nym&gt; - hello ", "null", *move)
    assert serious(joined) == Counter({"PIECE-SILENT-MOVE": 1})


@pytest.mark.parametrize(
    ("numbers", "asked"), [((12,), 1), ((9, 10, 11, 12), 0), ((2, 3, 4, 5), 0), ((6,), 1)]
)
def test_reports_that_were_switched_off_are_no_question_a_single_silent_move_is(
    numbers: tuple[int, ...], asked: int
) -> None:
    log = unreported(beach(), *numbers)
    assert serious(log)["PIECE-SILENT-MOVE"] == asked


def test_a_card_from_within_a_deck_is_asked_about() -> None:
    log = by_top_alone(golden("logs/c-decks-hidden.vlog"))
    assert serious(log)["DECK-WITHIN"] == 0
    drawn = told(with_step_after(log, 19, TO_DRAW))
    found = [one for one in drawn if one.code == "DECK-WITHIN"]
    assert [(one.step, one.severity) for one in found] == [(20, Severity.QUESTION)]
    assert "1 card" in found[0].evidence


def test_cards_drawn_together_come_in_any_order() -> None:
    log = by_top_alone(golden("logs/c-decks-hidden.vlog"))
    assert serious(with_step_after(log, 19, TO_DRAW, ON_TOP))["DECK-WITHIN"] == 0


def test_a_card_of_a_deck_that_lets_draw_any_card_is_no_question() -> None:
    log = golden("logs/c-decks-hidden.vlog")
    assert serious(with_step_after(log, 19, TO_DRAW))["DECK-WITHIN"] == 0


@pytest.mark.parametrize(("reports", "severity"), [(True, "question"), (False, "note")])
def test_a_deck_without_words_for_shuffling_is_shuffled_in_silence(
    reports: bool, severity: str
) -> None:
    log = golden("logs/c-decks-hidden.vlog")
    if not reports:
        log = with_start(log, replacing("$playerName$ shuffles $deckName$", ""))
        log = with_start(log, replacing("$deckName$ is turned over", ""))
    found = [one for one in told(unreported(log, 1)) if one.code == "DECK-ORDER"]
    assert [(one.step, one.severity) for one in found] == [(1, severity)]


def changed(old: int, new: int) -> str:
    return f"MutableProperty\tVP\t{old}\t{new}\tModule"


VP: dict[str, tuple[tuple[str, ...], int]] = {
    "two changes, a line each": (
        ("CHAT* VP 1 to 2", changed(1, 2), "CHAT* VP 2 to 3", changed(2, 3)),
        0,
    ),
    "two changes told as one": (("CHAT* VP 1 to 3", changed(1, 2), changed(2, 3)), 0),
    "a line of another value with a longer name": (
        ("CHAT* VP of JP 4 to 5", "MutableProperty\tVP of JP\t4\t5\tModule", changed(1, 2)),
        0,
    ),
    "a line of another change": (("CHAT* VP 1 to 4", changed(1, 2), changed(2, 3)), 1),
}


@pytest.mark.parametrize("name", list(VP))
def test_a_line_may_tell_of_any_change_of_its_step(name: str) -> None:
    texts, count = VP[name]
    assert serious(with_step_after(beach(), 24, *texts))["CHAT-VALUE"] == count


def test_one_player_who_plays_both_sides_is_no_match() -> None:
    log = golden("logs/a-two-players.vlog")
    assert serious(log)["PIECE-OTHER-SIDE"] > 0
    seat = re.compile("\x1bPLAYER\t[^\x1b]*Nym[^\x1b]*")
    alone = with_start(log, lambda text: seat.sub("", text))
    assert len(Reading(alone).seats) == 1
    assert serious(alone)["PIECE-OTHER-SIDE"] == 0
    assert serious(alone)["ROSTER-SIDE"] == 0


def test_reports_that_all_name_places_otherwise_are_another_language_two_are_not() -> None:
    log = beach()
    moves = [step.number for step in log.steps if " -&gt; " in step.raw or " -> " in step.raw]

    def renamed(numbers: list[int]) -> Log:
        edited = log
        for number in numbers:
            edited = with_step(edited, number, lambda raw: raw.replace(" -> 0", " -> Feld 0"))
        return edited

    module = open_module(GOLDEN / "beachhead.vmod")
    assert serious(renamed(moves), module=module)["CHAT-MOVE"] == 0
    assert serious(renamed(moves[:2]), module=module)["CHAT-MOVE"] == 2


EXTRA: dict[str, Callable[[Log], Log]] = {
    "what a key of the turn marker reports": lambda log: with_step(
        log,
        13,
        replacing("CHAT* &lt;Ann", "CHAT* All turn markers are back\\\x1bLOG\tCHAT* &lt;Ann"),
    ),
    "what a key reports in place of the turn": lambda log: with_step(
        log, 13, lambda raw: raw.replace("is over, now", "turns to")
    ),
}


@pytest.mark.parametrize("name", list(EXTRA))
def test_a_line_beside_the_turn_that_has_the_word_turn_is_no_turn(name: str) -> None:
    module = open_module(GOLDEN / "beachhead.vmod")
    assert serious(EXTRA[name](beach()), module=module)["CHAT-TURN"] == 0


def test_another_turn_in_the_report_is_a_contradiction() -> None:
    module = open_module(GOLDEN / "beachhead.vmod")
    log = with_step(beach(), 13, replacing("now Turn 1,", "now Turn 2,"))
    assert serious(log, module=module) == Counter({"CHAT-TURN": 1})


def test_a_roll_behind_a_missing_log_is_not_asked_about_besides() -> None:
    first, third = (golden(f"beachhead/turn{one}-US.vlog") for one in (1, 3))
    codes = serious(first, named(third, "3.vlog"))
    assert codes["CHAIN-MISSING"] == 1
    assert codes["DICE-ELSEWHERE"] == 0


@pytest.mark.parametrize(
    ("name", "code", "step"),
    [
        ("logs/lossy.vlog", "STEP-UNKNOWN", 6),
        ("logs/a-two-players.vlog", "PIECE-SILENT", 8),
        ("logs/a-two-players.vlog", "PIECE-CREATED", 10),
        ("logs/a-two-players.vlog", "PIECE-CLONED", 32),
        ("logs/c-decks-hidden.vlog", "SECRET-SHOWN", 13),
    ],
)
def test_what_is_usual_is_noted_at_its_step(name: str, code: str, step: int) -> None:
    found = [one for one in told(golden(name)) if (one.code, one.step) == (code, step)]
    assert [one.severity for one in found] == [Severity.NOTE]


def test_a_log_that_begins_before_a_break_is_no_second_break() -> None:
    names = [f"turn1-{side}" for side in ("US", "JP")] + ["turn2-US"]
    first, second, third = (golden(f"beachhead/{name}.vlog") for name in names)
    shifted = with_start(second, replacing(";VP;1;Module", ";VP;7;Module"))
    found = [(one.code, one.log) for one in told(first, shifted, third)]
    assert found.count(("CHAIN-BREAK", "turn1-JP.vlog")) == 1
    assert ("CHAIN-BREAK", "turn2-US.vlog") not in found
    assert ("CHAIN-BACK", "turn2-US.vlog") in found


def told_change(old: int, new: int) -> tuple[str, ...]:
    return (changed(old, new), f"CHAT* * Ann O'Nym: VP {old} to {new}")


def undone(old: int, new: int) -> tuple[str, ...]:
    return ("UNDO\ttrue", changed(old, new), f"CHAT* UNDO: * VP {new} to {old}", "UNDO\tfalse")


def moved(piece: str, to: str, at: str, player: str, report: str) -> tuple[str, ...]:
    return (f"M/{piece}/Beachhead/{to}/null/Beachhead/{at}/null/{player}", f"CHAT* {report} *")


LIVE: dict[str, tuple[tuple[str, ...], ...]] = {
    "two steps taken back": (
        told_change(1, 2),
        told_change(2, 3),
        undone(3, 2),
        undone(2, 1),
    ),
    "a step taken back and another one": (
        told_change(1, 2),
        undone(2, 1),
        told_change(1, 5),
        undone(5, 1),
    ),
    "a line typed before the undo": (
        told_change(1, 2),
        ("CHAT&lt;Ann O'Nym&gt; - oops",),
        undone(2, 1),
    ),
    "a player who joins late, and moves": (
        ("PLAYER\tzoe-pw\tZoe\tJP",),
        moved("1796009507993", "320/258", "275/232", "zoe-pw", "I/35 moves 0604 -> 0705"),
        ("CHAT&lt;Zoe&gt; - hi",),
    ),
    "an observer who talks": (
        ("PLAYER\totto-pw\tOtto\t<observer>",),
        ("CHAT&lt;Otto&gt; - well played",),
    ),
    "a seat given up and taken again": (
        ("PYREMOVE\tus-secret",),
        ("PLAYER\tus-secret\tAnn O'Nym\tUS",),
    ),
}


@pytest.mark.parametrize("name", list(LIVE))
def test_what_players_do_at_a_table_is_a_note_at_most(name: str) -> None:
    log = beach()
    for texts in LIVE[name]:
        log = with_step_after(log, len(log.steps), *texts)
    assert serious(log) == Counter()
