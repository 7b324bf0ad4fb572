"""Logs that were edited by hand: each is found out by the right code at the right step."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache

import pytest

from tests.audit.tampering import (
    GOLDEN,
    cut,
    golden,
    named,
    replacing,
    rows,
    swapped,
    with_entry,
    with_start,
    with_step,
    with_step_after,
    without_step,
)
from vassal_bridge.audit.reading import read_all
from vassal_bridge.audit.umpire import Report, check
from vassal_bridge.formats.logs.log import Log
from vassal_bridge.formats.module import Module, open_module

ANN, KENJI = "us-secret", "jp; secret\\/1|x"
FIRST = "1796009524646"
"""The piece 1st Inf of the chain; it moves in step 2 of its first log."""


@cache
def module(name: str) -> Module:
    return open_module(GOLDEN / f"{name}.vmod")


def us() -> Log:
    return golden("chain/1-US.vlog")


def jp() -> Log:
    return golden("chain/2-JP.vlog")


def third() -> Log:
    return golden("chain/3-US.vlog")


def beach(name: str = "turn1-US") -> Log:
    return golden(f"beachhead/{name}.vlog")


def rerolled(log: Log, step: int, old: str, new: str) -> Log:
    """Return a log with another roll of 2d6 in a step, in its chat and all its properties."""
    faces = [int(face) for face in new.split(",")]
    was = [int(face) for face in old.split(",")]

    def edit(text: str) -> str:
        text = text.replace(f"2d6 = {old}", f"2d6 = {new}")
        text = re.sub(rf"(2d6_result\t[^\t]*\t){old}", rf"\g<1>{new}", text)
        text = re.sub(rf"(2d6_total\t\d+\t){sum(was)}\t", rf"\g<1>{sum(faces)}\t", text)
        summary = ", ".join(f"{face} x{faces.count(face)}" for face in sorted(set(faces)))
        return re.sub(r"(2d6_summary\t[^\t]*\t)[^\t]*\t", rf"\g<1>{summary}\t", text)

    return with_step(log, step, edit)


def renamed(old: str, new: str) -> Callable[[str], str]:
    return replacing(old, new)


LOOSE: dict[str, tuple[Callable[[], Log], str, int]] = {
    "the chat tells another face": (
        lambda: with_step(us(), 5, replacing("2d6 = 3,1", "2d6 = 6,1")),
        "DICE-TEXT",
        5,
    ),
    "the total is another": (
        lambda: with_step(us(), 7, replacing("2d6_total\t4\t10", "2d6_total\t4\t12")),
        "DICE-TOTAL",
        7,
    ),
    "the chat tells another total": (
        lambda: with_step(beach(), 15, replacing("(total 6)", "(total 9)")),
        "DICE-TEXT",
        15,
    ),
    "the summary is another": (
        lambda: with_step(us(), 7, replacing("4 x1, 6 x1", "5 x1, 6 x1")),
        "DICE-SUMMARY",
        7,
    ),
    "a face beyond the die": (lambda: rerolled(us(), 7, "6,4", "7,4"), "DICE-RANGE", 7),
    "a roll with a die more": (
        lambda: with_step(us(), 7, replacing("6,4", "6,4,1")),
        "DICE-RANGE",
        7,
    ),
    "another roll that hangs together": (
        lambda: rerolled(us(), 5, "3,1", "6,6"),
        "DICE-BEFORE",
        7,
    ),
    "a roll taken out": (lambda: without_step(beach("turn3-US"), 14), "DICE-BEFORE", 19),
    "a report of a roll put in": (
        lambda: with_step_after(us(), 7, "CHAT*** 2d6 = 6,6 *** &lt;Ann O'Nym&gt;"),
        "DICE-NO-ROLL",
        8,
    ),
    "a report typed by a player": (
        lambda: with_step_after(us(), 7, "CHAT&lt;Ann O'Nym&gt; - *** 2d6 = 6,6 ***"),
        "CHAT-TYPED",
        8,
    ),
    "a report of a move put in": (
        lambda: with_step_after(us(), 3, "CHAT* 1st Inf moves 0404 -> 0505 *"),
        "CHAT-FORGED",
        4,
    ),
    "a report of a move edited": (
        lambda: with_step(us(), 2, replacing("0303 -> 0404", "0303 -> 0405")),
        "CHAT-MOVE",
        2,
    ),
    "a report of a move names another piece": (
        lambda: with_step(us(), 2, replacing("* 1st Inf moves", "* 3rd Tank moves")),
        "CHAT-MOVE",
        2,
    ),
    "a report of a turn edited": (
        lambda: with_step(us(), 10, replacing("to Turn 1 JP (Move)", "to Turn 1 US (Move)")),
        "CHAT-TURN",
        10,
    ),
    "a report of points edited": (
        lambda: with_step(beach(), 24, replacing("VP 0 to 1", "VP 0 to 3")),
        "CHAT-VALUE",
        24,
    ),
    "a report of symbol dice edited": (
        lambda: with_step(third(), 4, replacing('"Bounce"', "Hit!")),
        "DICE-TEXT",
        4,
    ),
    "another face of symbol dice": (
        lambda: with_step(third(), 4, replacing("Symbols\t2\t0", "Symbols\t1\t1")),
        "DICE-TEXT",
        4,
    ),
    "the report of a move taken out": (
        lambda: with_step(us(), 2, lambda text: text.split("\\\x1bLOG\tCHAT")[0]),
        "PIECE-SILENT-MOVE",
        2,
    ),
    "a name that nobody has": (
        lambda: with_step(us(), 6, replacing("Ann O'Nym", "Bob")),
        "CHAT-NAME",
        6,
    ),
    "a counter shifted in the start": (
        lambda: with_start(
            us(), replacing("stack/Theatre;170;185;1796", "stack/Theatre;230;255;1796")
        ),
        "STEP-PLACE",
        2,
    ),
    "a move that starts elsewhere": (
        lambda: with_step(us(), 2, replacing("Theatre/170/185/null/us", "Theatre/230/255/null/us")),
        "STEP-PLACE",
        2,
    ),
    "a flip of a counter that lies otherwise": (
        lambda: without_step(golden("beachhead/turn1-US.vlog"), 21),
        "STEP-STATE",
        21,
    ),
    "two steps changed places": (lambda: swapped(beach(), 15, 19), "DICE-BEFORE", 19),
    "a value that was not": (
        lambda: with_step(jp(), 6, replacing("VP\t5\t6", "VP\t7\t8")),
        "STEP-VALUE",
        6,
    ),
    "a piece deleted that was never there": (
        lambda: with_step_after(us(), 3, "-/1796009520001"),
        "STEP-NO-PIECE",
        4,
    ),
    "a piece deleted": (lambda: with_step_after(us(), 3, f"-/{FIRST}"), "PIECE-DELETED", 4),
    "a new piece with an id that is taken": (
        lambda: with_step(third(), 5, replacing("+/1796009529488/", f"+/{FIRST}/")),
        "STEP-ID-TAKEN",
        5,
    ),
    "a piece cloned": (third, "PIECE-CLONED", 5),
    "a piece from nowhere": (
        lambda: with_step_after(
            us(), 3, "+/1796009529000/piece;;;a.png;Tiger/Theatre;230;220;99999;0"
        ),
        "PIECE-NOT-IN-MODULE",
        4,
    ),
    "a piece made after the file was saved": (
        lambda: with_step_after(
            us(), 3, "+/1796109529000/piece;;;a.png;Tiger/Theatre;230;220;99999;0"
        ),
        "STEP-LATER",
        4,
    ),
    "a piece of another day": (
        lambda: with_step(beach(), 26, replacing("1796009538050", "1795009538050")),
        "STEP-ORDER",
        26,
    ),
    "a quiet move put in": (
        lambda: with_step_after(
            beach(), 12, f"M/1796009507660/Beachhead/320/310/null/Beachhead/230/258/null/{ANN}"
        ),
        "PIECE-SILENT-MOVE",
        13,
    ),
    "a move by nobody of the roster": (
        lambda: with_step(us(), 2, replacing("170/185/null/us-secret", "170/185/null/stranger")),
        "WHO-STRANGER",
        2,
    ),
    "a move of the other side's counter": (
        lambda: with_step(us(), 2, replacing("null/us-secret", f"null/{KENJI}")),
        "PIECE-OTHER-SIDE",
        2,
    ),
    "a move by an observer": (
        lambda: with_step_after(
            with_step_after(us(), 1, "PLAYER\tguest\tGuest\t<observer>"),
            2,
            f"M/{FIRST}/Theatre/230/220/null/Theatre/170/185/null/guest",
        ),
        "WHO-OBSERVER",
        3,
    ),
    "a player joins": (
        lambda: with_step_after(us(), 1, "PLAYER\tguest\tGuest\t<observer>"),
        "ROSTER-JOINED",
        2,
    ),
    "a player changes sides": (
        lambda: with_step_after(us(), 1, "PYREMOVE\tus-secret", "PLAYER\tus-secret\tAnn O'Nym\tJP"),
        "ROSTER-SIDE",
        2,
    ),
    "a player is put out": (
        lambda: with_step_after(us(), 1, "PYREMOVE\tjp; secret/1|x"),
        "ROSTER-LEFT",
        2,
    ),
    "a roll taken back": (lambda: golden("logs/a-two-players.vlog"), "UNDO-ROLL", 6),
    "a move taken back": (lambda: golden("beachhead/turn2-US.vlog"), "UNDO", 7),
    "a mask lifted and put back": (lambda: golden("logs/c-decks-hidden.vlog"), "UNDO-SECRET", 26),
    "a deck turned up": (lambda: golden("logs/c-decks-hidden.vlog"), "DECK-SHOWN", 10),
    "a deck put in order quietly": (
        lambda: with_step(
            golden("logs/c-decks-hidden.vlog"), 14, lambda text: text.split("\\\x1bLOG\tCHAT")[0]
        ),
        "DECK-ORDER",
        14,
    ),
    "a mask lifted by its owner": (
        lambda: golden("logs/c-decks-hidden.vlog"),
        "SECRET-SHOWN",
        24,
    ),
    "another version of the module": (
        lambda: with_entry(us(), "moduledata", lambda text: _version(text, "9.9")),
        "VERSION-MODULE",
        0,
    ),
    "two versions in a file": (
        lambda: with_entry(us(), "savedata", lambda text: _version(text, "9.9")),
        "VERSION-WITHIN",
        0,
    ),
}


def _version(text: str, new: str) -> str:
    return re.sub(r"<version>[^<]*</version>", f"<version>{new}</version>", text)


def of(logs: Sequence[Log]) -> Report:
    """Return what the umpire finds; with the module that the logs belong to."""
    name = "beachhead" if "Beachhead" in logs[0].start_text else "kitchen"
    return check(read_all(logs, module(name)))


def codes(report: Report) -> set[tuple[str, str, int]]:
    return {(one.log, one.code, one.step) for one in report.findings}


@pytest.mark.parametrize("name", rows(LOOSE))
def test_a_log_that_was_edited_gives_the_code_at_the_step(name: str) -> None:
    make, code, step = LOOSE[name]
    log = make()
    report = of([log])
    told = {(one.code, one.step) for one in report.findings}
    assert (code, step) in told, sorted(told)
    assert ANN not in str(report.findings), "a password is told"
    assert "jp; secret" not in str(report.findings), "a password is told"


def chain(*logs: Log) -> set[tuple[str, str, int]]:
    return codes(of(logs))


def test_a_move_taken_out_breaks_the_chain() -> None:
    assert ("2-JP.vlog", "CHAIN-BREAK", 0) in chain(without_step(us(), 2), jp(), third())


def test_a_counter_shifted_between_two_logs_is_named() -> None:
    report = of([golden(f"chain-shifted/{name}.vlog") for name in ("3-US", "2-JP", "1-US")])
    first = next(one for one in report.findings if one.code == "CHAIN-BREAK")
    assert (first.log, first.pieces) == ("2-JP.vlog", ("Southerner",))


def test_a_roll_told_otherwise_by_the_next_log_is_named() -> None:
    logs = [golden("chain-dice/2-JP-continued.vlog"), golden("chain-dice/1-US.vlog")]
    assert ("2-JP-continued.vlog", "CHAIN-ROLL", 5) in chain(*logs)


def test_a_last_roll_that_hangs_together_is_given_away_by_the_next_log() -> None:
    assert ("2-JP.vlog", "DICE-ELSEWHERE", 4) in chain(rerolled(us(), 7, "6,4", "6,6"), jp())


def test_a_value_changed_between_two_logs_breaks_the_chain() -> None:
    report = of(
        [us(), with_start(jp(), replacing("GlobalProperty\t;VP;5;", "GlobalProperty\t;VP;9;"))]
    )
    broken = next(one for one in report.findings if one.code == "CHAIN-BREAK")
    assert "VP" in broken.evidence


def test_a_turn_recorded_anew_with_another_roll_is_named() -> None:
    again = named(cut(rerolled(jp(), 4, "5,3", "6,6"), 4), "2-JP-again.vlog")
    assert any(code == "CHAIN-TWICE" for _, code, _ in chain(us(), jp(), again))


def test_a_log_that_goes_on_otherwise_without_rolls_is_a_branch() -> None:
    text = "CHAT&lt;Ann O'Nym&gt; - let me think"
    other = named(cut(with_step_after(us(), 2, text), 4), "1-US-other.vlog")
    told = chain(us(), other)
    assert any(code == "CHAIN-BRANCH" for _, code, _ in told), told


def test_a_repeated_step_that_differs_is_named() -> None:
    log = with_step(golden("chain/2-JP-continued.vlog"), 6, replacing("attack on 0503", "wait"))
    assert ("2-JP-continued.vlog", "CHAIN-STEP", 6) in chain(us(), log)


def test_a_missing_log_is_told_from_a_shifted_counter() -> None:
    logs = [golden(f"beachhead/{name}.vlog") for name in ("turn2-US", "turn1-US")]
    assert ("turn2-US.vlog", "CHAIN-MISSING", 0) in chain(*logs)


def test_the_same_log_given_twice_is_a_note() -> None:
    report = of([us(), named(us(), "copy.vlog")])
    assert report.is_clean()
    assert "CHAIN-COPY" in report.counts()


def test_a_log_made_by_the_player_who_is_not_in_turn_is_named() -> None:
    log = beach("turn1-JP")
    for number, step in enumerate(log.steps, start=1):
        if KENJI in step.raw or "Kenji" in step.raw:
            log = with_step(log, number, _as_ann)
    assert any(code == "CHAIN-PLAYER" for _, code, _ in chain(beach(), log))


def _as_ann(text: str) -> str:
    return text.replace(f"/{KENJI}", f"/{ANN}").replace('Kenji "健"', "Ann O'Nym")


def test_another_password_of_a_seat_is_told_and_not_shown() -> None:
    log = with_start(jp(), replacing("PLAYER\tus-secret", "PLAYER\tnew-secret"))
    report = of([us(), log])
    assert ("2-JP.vlog", "ROSTER-PASSWORD", 0) in codes(report)
    assert "secret" not in str(report.findings)


def test_another_player_in_a_seat_is_told() -> None:
    old, new = "PLAYER\tus-secret\tAnn O'Nym", "PLAYER\tother\tBob"
    assert ("2-JP.vlog", "ROSTER-SEAT", 0) in chain(us(), with_start(jp(), replacing(old, new)))


def test_other_versions_in_the_next_log_are_told() -> None:
    vassal = re.compile(r"<VassalVersion>[^<]*<")
    log = with_entry(jp(), "savedata", lambda text: vassal.sub("<VassalVersion>3.6.1<", text))
    assert ("2-JP.vlog", "VERSION-ENGINE", 0) in chain(us(), log)
