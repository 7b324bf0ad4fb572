"""The page about the companion says what the program does."""

from __future__ import annotations

import re

from modules.red_beach import GAME
from tests.conftest import ROOT
from vassal_bridge.binding.requests import VERBS, parse_request
from vassal_bridge.cli.main import COMMANDS

PAGE = (ROOT / "vassal_bridge" / "docs" / "companion.md").read_text(encoding="utf-8")


def test_every_line_of_the_table_can_be_asked_for_and_every_verb_is_in_it() -> None:
    rows = [line.split("|")[1] for line in PAGE.splitlines() if line.startswith("| `")]
    lines = [text for row in rows for text in re.findall(r"`([^`]+)`", row)]
    assert {parse_request(line, GAME.sequences).verb for line in lines} >= set(VERBS)


def test_every_command_on_the_page_is_one() -> None:
    called = set(re.findall(r"^vassal-bridge (\w+)", PAGE, re.MULTILINE))
    assert called
    assert called <= set(COMMANDS)
