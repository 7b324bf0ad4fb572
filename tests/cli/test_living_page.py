"""What the page of living modules names exists: commands, options, Python."""

import re

from tests.cli_kit import call
from vassal_bridge.cli.reference import DOCS
from vassal_bridge.formats.refreshing import refresh

PAGE = (DOCS / "living-modules.md").read_text(encoding="utf-8")


def test_every_option_of_the_page_is_one_of_its_commands() -> None:
    help_texts = "".join(
        call(*words, "--help").output
        for words in (
            ("refresh",),
            ("build", "module"),
            ("build", "recipe"),
            *(("module", name) for name in ("bump", "diff", "merge", "scale", "split")),
        )
    )
    options = re.findall(r"(?<![\w-])--[a-z][a-z-]+", PAGE)
    assert len(options) > 10
    assert [one for one in options if one not in help_texts] == []


def test_every_command_line_of_the_page_names_a_command() -> None:
    lines = re.findall(r"`((?:module|refresh|build) [a-z-]+)", PAGE)
    lines += re.findall(r"vassal-bridge ([a-z]+ [a-z]+)", PAGE)
    for line in lines:
        words = line.split()[:1] if line.startswith("refresh") else line.split()[:2]
        assert call(*words, "--help").exit_code == 0, line


def test_the_python_of_the_page_is_there() -> None:
    assert "Refresher(open_module(path)).refresh(open_save(save))" in PAGE
    assert callable(refresh.Refresher.refresh)
