"""Blocks of fair dice in the chat are checked with the log."""

from __future__ import annotations

from collections.abc import Iterable

from tests.audit.test_commitment import changed, log, round_of
from vassal_bridge.audit.across.fair import fair_dice
from vassal_bridge.audit.blocks import Block
from vassal_bridge.audit.reading import Reading
from vassal_bridge.audit.umpire import check
from vassal_bridge.formats.logs.log import Log, log_from
from vassal_bridge.formats.save import Save


def with_chat(lines: Iterable[str]) -> Reading:
    """Return the log that was asked about with lines of chat behind its steps."""
    steps = [[f"CHAT&lt;Ann&gt; - {' '.join(line.split())}"] for line in lines]
    return Reading(Log(Save.from_bytes(log_from(log().save, steps), name="game.vlog")))


def codes(blocks: Iterable[Block]) -> list[tuple[str, int]]:
    found = fair_dice([with_chat(block.text for block in blocks)])
    return [(one.code, one.step - len(log().steps)) for one in found]


def test_a_round_played_straight_gives_no_finding() -> None:
    assert codes(round_of(2)) == []


def test_a_tampered_roll_is_found_in_its_step() -> None:
    blocks = list(round_of(2))
    blocks[4] = changed(blocks[4], faces="6+6 10")
    assert codes(blocks) == [("FAIR-WRONG", 5)]


def test_an_open_round_is_asked_about() -> None:
    assert codes(round_of(1)[:3]) == [("FAIR-OPEN", 3)]


def test_a_damaged_block_is_told_and_the_rest_is_checked() -> None:
    text = [block.text for block in round_of(1)]
    text[1] = text[1][:-20]
    found = [one.code for one in fair_dice([with_chat(text)])]
    assert found[0] == "FAIR-DAMAGED"


def test_the_umpire_looks_at_fair_dice() -> None:
    blocks = list(round_of(1))
    blocks[4] = changed(blocks[4], faces="6+6 10")
    report = check([with_chat(block.text for block in blocks)])
    assert [one.code for one in report.serious if one.code.startswith("FAIR")] == ["FAIR-WRONG"]


def test_rounds_whose_commitments_were_mailed_are_left_to_the_mails() -> None:
    assert codes(round_of(1)[2:]) == []
