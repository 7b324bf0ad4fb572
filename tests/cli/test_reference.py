"""The docs beside the program: the reference says what the program says, the recipes run."""

import doctest
import re
import shutil
from pathlib import Path

import pytest

from tests.cli_kit import call
from vassal_bridge.cli.main import COMMANDS
from vassal_bridge.cli.reference import DOCS, pages, with_tables, write

PAGES = sorted(pages())
BOOK = DOCS / "cookbook.md"
IN_THE_FOLDER = {
    "beachhead.vmod": "beachhead.vmod",
    "kitchen.vmod": "kitchen.vmod",
    "setup.vsav": "beachhead/0-setup.vsav",
    "turn1.vlog": "beachhead/turn1-US.vlog",
    "decks.vsav": "kitchen/04-decks.vsav",
}


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_what_the_program_says(name: str) -> None:
    """`python -m vassal_bridge.cli.reference` writes the pages anew."""
    assert (DOCS / name).read_text(encoding="utf-8") == pages()[name]


def test_every_command_has_a_page_and_no_page_is_left_over() -> None:
    found = {path.stem for path in (DOCS / "commands").glob("*.md")}
    assert found == set(COMMANDS)


def test_writing_the_pages_changes_only_what_differs(tmp_path: Path) -> None:
    shutil.copytree(DOCS, tmp_path, dirs_exist_ok=True)
    assert write(tmp_path) == []
    spare, page = tmp_path / "commands" / "gone.md", tmp_path / "commands" / "lint.md"
    spare.write_text("old", encoding="utf-8")
    page.write_text("old", encoding="utf-8")
    assert write(tmp_path) == [page, spare]
    assert not spare.exists()
    assert "vassal-bridge lint" in page.read_text(encoding="utf-8")


def test_an_unknown_table_is_refused() -> None:
    with pytest.raises(KeyError):
        with_tables("<!-- table: none -->\n<!-- end -->")


@pytest.mark.parametrize("name", [*PAGES, "cookbook.md"])
def test_links_of_a_page_lead_somewhere(name: str) -> None:
    path = DOCS / name
    for link in re.findall(r"\]\(([^)#]+)\)", path.read_text(encoding="utf-8")):
        assert (path.parent / link).exists(), link


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_the_examples_of_a_help_stand_on_lines_of_their_own(name: str) -> None:
    shown = call(name, "--help").stdout
    assert "\\b" not in shown
    assert re.search(r"^ +vassal-bridge ", shown.partition("\n\n")[2], re.MULTILINE)


def test_the_docs_are_no_package() -> None:
    assert not list(DOCS.rglob("*.py"))


def test_there_are_ten_recipes() -> None:
    assert len(re.findall(r"^## \d+\. ", BOOK.read_text(encoding="utf-8"), re.MULTILINE)) == 10


def test_the_recipes_run(golden: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, source in IN_THE_FOLDER.items():
        shutil.copyfile(golden / source, tmp_path / name)
    monkeypatch.chdir(tmp_path)
    text = BOOK.read_text(encoding="utf-8").replace("```", "")
    recipes = doctest.DocTestParser().get_doctest(text, {}, "cookbook", str(BOOK), 0)
    complaints: list[str] = []
    result = doctest.DocTestRunner().run(recipes, out=complaints.append)
    assert result.attempted > 20
    assert result.failed == 0, "".join(complaints)
