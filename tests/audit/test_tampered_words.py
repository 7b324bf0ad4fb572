"""Edited logs that only close reading finds out: names, lines of options, what a move is put on."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.audit.tampering import (
    GOLDEN,
    golden,
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
from vassal_bridge.formats.module import open_module

KENJI = "jp; secret\\/1|x"


def beach() -> Log:
    return golden("beachhead/turn1-US.vlog")


def kitchen() -> Log:
    return golden("logs/a-two-players.vlog")


def peeked() -> Log:
    """Return a log in which a card is drawn from a deck and put back in the next step."""
    log = golden("logs/c-decks-hidden.vlog")
    away = f"M/1796009525044/Theatre/410/255/null/Depot/60/480/null/{KENJI}"
    back = f"M/1796009525044/Depot/60/480/1796009525046/Theatre/410/255/null/{KENJI}"
    return with_step_after(with_step_after(log, 19, away), 20, back)


FOUND: dict[str, tuple[Callable[[], Log], str, int]] = {
    "a roll under a name that nobody has": (
        lambda: with_step(beach(), 15, replacing("Ann O'Nym", "Bob")),
        "CHAT-NAME",
        15,
    ),
    "a roll told as another button's": (
        lambda: with_step(beach(), 15, replacing("*** 2d6", "*** 1d6")),
        "DICE-TEXT",
        15,
    ),
    "kept dice told otherwise": (
        lambda: with_step(kitchen(), 15, replacing("keep 7,9 = 18", "keep 9,9 = 18")),
        "DICE-TEXT",
        15,
    ),
    "a roll with its total put into the chat": (
        lambda: with_step_after(beach(), 16, "CHAT*** 2d6 = 6,6 (total 12) *** &lt;Ann O'Nym&gt;"),
        "DICE-NO-ROLL",
        17,
    ),
    "an option that is told otherwise": (
        lambda: with_step(kitchen(), 43, replacing(";Level;hard, very", ";Level;trivial")),
        "CHAT-VALUE",
        43,
    ),
    "a move taken out, onto whose piece another is put later": (
        lambda: without_step(beach(), 9),
        "STEP-PLACE",
        11,
    ),
    "a card looked at": (peeked, "DECK-PUT-BACK", 21),
    "a move under the other's name": (
        lambda: with_step(
            beach(), 2, replacing("CHAT* 1/1 Mar", 'CHAT* &lt;Kenji "健"&gt; 1/1 Mar')
        ),
        "WHO-DIFFERS",
        2,
    ),
}


def findings(log: Log) -> tuple[Finding, ...]:
    name = "beachhead" if "Beachhead" in log.start_text else "kitchen"
    return check([Reading(log, open_module(GOLDEN / f"{name}.vmod"))]).findings


@pytest.mark.parametrize("name", list(FOUND))
def test_an_edited_log_gives_its_code_at_its_step(name: str) -> None:
    edit, code, step = FOUND[name]
    found = [(one.code, one.step) for one in findings(edit()) if not one.is_note]
    assert found.count((code, step)) == 1, found


def test_a_player_who_takes_another_name_is_noted() -> None:
    first = golden("beachhead/turn1-US.vlog")
    second = with_start(golden("beachhead/turn1-JP.vlog"), replacing("Ann O'Nym", "Anna"))
    told = check([Reading(first), Reading(second)]).findings
    found = [(one.log, one.severity) for one in told if one.code == "ROSTER-NAME"]
    assert found == [("turn1-JP.vlog", Severity.NOTE)]
