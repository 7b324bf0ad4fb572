"""Every statement of a game's rules has code that cites it and a test named after it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from tests.conftest import DATA, ROOT
from vassal_bridge.cli.coverage import (
    PAGE,
    Statement,
    cited_in,
    games_with_statements,
    ids_in,
    page,
    statements,
)

listed = cache(statements)

every_game = pytest.mark.parametrize("game", games_with_statements())


def known_gaps(game: str) -> set[str]:
    """Return the statements that may lack code or a test for now: a list that only shrinks."""
    file = DATA / "conformance" / game / "uncovered.txt"
    lines = file.read_text(encoding="utf-8").splitlines() if file.is_file() else []
    return {line for line in lines if line and not line.startswith("#")}


@every_game
def test_every_statement_has_code_and_a_test(game: str) -> None:
    gaps = {one.id for one in listed(game) if not one.is_covered}
    assert gaps == known_gaps(game)


@every_game
def test_only_statements_that_there_are_are_cited(game: str) -> None:
    known = {one.id for one in listed(game)}
    prefix = next(iter(known)).partition("-")[0] + "-"
    cited = cited_in([ROOT / "modules" / game, ROOT / "automation" / game], ROOT)
    assert {name for name in cited if name.startswith(prefix)} <= known


@every_game
def test_the_page_is_up_to_date(game: str) -> None:
    shown = (ROOT / "modules" / game / PAGE).read_text(encoding="utf-8")
    assert shown == page(game, listed(game)), (
        f"python -m vassal_bridge.cli.coverage {game} writes it anew"
    )


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("test_rb_8_7_e_and_f_first_fire", ["RB-8.7-e", "RB-8.7-f"]),
        ("test_rb_8_7_e_and_t11_first_fire", ["RB-8.7-e", "RB-T11"]),
        ("test_rb_3_1_c_and_8_4_g_lone", ["RB-3.1-c", "RB-8.4-g"]),
        ("test_rb_0_f_one_die", ["RB-0-f"]),
        ("test_rb_8_715_a_and_nothing_more", ["RB-8.715-a"]),
        ("test_rb_no_number", []),
        ("test_xx_3_1_c_other_game", []),
        ("test_rb", []),
    ],
)
def test_a_tests_name_tells_its_statements(name: str, found: list[str]) -> None:
    assert ids_in(name, ["rb"]) == found


def test_docstrings_and_comments_of_data_are_read(tmp_path: Path) -> None:
    (tmp_path / "rules.py").write_text(
        'def fire() -> None:\n    """Fire [RB-3.2-d, RB-T5]."""\n    x = "RB-9.9-z"\n',
        encoding="utf-8",
    )
    (tmp_path / "tables.toml").write_text("a = 1 # [RB-0-e]\n", encoding="utf-8")
    assert cited_in([tmp_path], tmp_path) == {
        "RB-3.2-d": ["rules.py: fire"],
        "RB-T5": ["rules.py: fire"],
        "RB-0-e": ["tables.toml"],
    }


def test_an_example_needs_a_test_alone() -> None:
    assert Statement("RB-T1", "examples", "", (), ("test",)).is_covered
    assert not Statement("RB-1.0-a", "rules", "", (), ("test",)).is_covered
    assert not Statement("RB-1.0-a", "rules", "", ("code",), ()).is_covered
