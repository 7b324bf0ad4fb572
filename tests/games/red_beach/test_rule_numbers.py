"""Every rule that Red Beach cites is a section that its rulebook prints."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable

import pytest

SECTIONS = {
    "2.0", "3.0", "3.1", "3.2", "3.3", "4.0", "5.0", "6.0", "8.4", "8.7", "8.715", "8.716",
    "8.81", "8.82", "8.841", "8.85", "8.9", "9.2", "9.3", "9.5", "11.0", "12.0",
}  # fmt: skip
CITED = (re.compile(r"\[([^\[\]]*)\]"), re.compile(r'(?:Refusal\(|rule = |, )"(\d+\.\d+)"'))
NUMBER = re.compile(r"(?<![\w.-])[1-9]\d*\.\d+(?![\w.])")


def sources(folder: Traversable) -> Iterator[Traversable]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            yield from sources(entry)
        elif entry.name.endswith((".py", ".toml")):
            yield entry


def numbers(text: str) -> set[str]:
    cited = " ".join(found for pattern in CITED for found in pattern.findall(text))
    return set(NUMBER.findall(cited))


@pytest.mark.parametrize("room", ["modules.red_beach", "automation.red_beach"])
def test_refusals_story_and_docstrings_cite_sections_of_the_rulebook(room: str) -> None:
    cited = {
        entry.name: numbers(entry.read_text(encoding="utf-8")) for entry in sources(files(room))
    }
    unknown = {name: sorted(found - SECTIONS) for name, found in cited.items()}
    assert {name: found for name, found in unknown.items() if found} == {}
    assert any(cited.values())


@pytest.mark.parametrize(
    "text", ["the JRL falls [4.2]", 'Refusal("4.2", "no")', '("combat", "4.2"),', "[3.2, 4.7]"]
)
def test_a_number_that_the_rulebook_does_not_print_is_found(text: str) -> None:
    assert numbers(text) - SECTIONS
