"""Writes a game's coverage page: each statement of its rules, the code for it, and its tests.

Run in a checkout as `python -m vassal_bridge.cli.coverage red_beach`. The statements are the
game's `data/statements.toml`. Code is found by the ids that docstrings cite, such as RB-3.2-d;
comments of the game's data count too. Tests are found by name: test_rb_3_2_d_..., or
test_rb_8_7_e_and_f_... for two statements.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

import click

from vassal_bridge.formats.writing import atomic_write

ROOT = Path(__file__).resolve().parent.parent.parent
STATEMENTS = Path("data") / "statements.toml"
PAGE = "COVERAGE.md"
EXAMPLES = "examples"
HEADINGS = {
    "rules": "What the rules say",
    "readings": "How we read them where they can be read twice",
    EXAMPLES: "Worked examples",
}
_CITED = re.compile(r"\b([A-Z]+-(?:T\d+|\d+(?:\.\d+)*-(?:[A-Za-z]\d?|\d)))\b")
_NAMED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)

Found: TypeAlias = dict[str, list[str]]


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement of a game's rules, and where it is kept and tested."""

    id: str
    kind: str
    title: str
    code: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()

    @property
    def is_covered(self) -> bool:
        """Whether there is both code for it and a test; an example is a test and needs no more."""
        return bool(self.tests and (self.code or self.kind == EXAMPLES))


def games_with_statements(root: Path = ROOT) -> list[str]:
    """Return the names of the games in a checkout that list the statements of their rules."""
    return sorted(path.parent.parent.name for path in (root / "modules").glob(f"*/{STATEMENTS}"))


def statements(game: str, root: Path = ROOT) -> list[Statement]:
    """Return every statement of a game with its code and tests, in the order of the file."""
    folder = root / "modules" / game
    text = (folder / STATEMENTS).read_text(encoding="utf-8")
    listed = [
        Statement(name, kind, title)
        for kind, titles in tomllib.loads(text).items()
        for name, title in titles.items()
    ]
    code = cited_in([folder, root / "automation" / game], root)
    named = tested_in(root / "tests", {one.id.partition("-")[0].lower() for one in listed})
    tests = {name.casefold(): found for name, found in named.items()}
    return [
        replace(
            one,
            code=tuple(code.get(one.id, ())),
            tests=tuple(tests.get(one.id.casefold(), ())),
        )
        for one in listed
    ]


def cited_in(folders: Iterable[Path], root: Path) -> Found:
    """Return where each id is cited: in docstrings of Python files, in comments of TOML files."""
    found: Found = {}
    for folder in folders:
        for file in sorted(folder.rglob("*.py")):
            where = file.relative_to(root).as_posix()
            for name, docstring in _docstrings(file):
                _note(found, docstring, f"{where}: {name}" if name else where)
        for file in sorted(folder.rglob("*.toml")):
            if file.name != STATEMENTS.name:
                comments = " ".join(_comments(file.read_text(encoding="utf-8")))
                _note(found, comments, file.relative_to(root).as_posix())
    return found


def _docstrings(file: Path) -> Iterator[tuple[str, str]]:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    yield "", ast.get_docstring(tree) or ""
    for node in ast.walk(tree):
        if isinstance(node, _NAMED):
            yield node.name, ast.get_docstring(node) or ""


def _comments(text: str) -> Iterator[str]:
    for line in text.splitlines():
        yield line.partition("#")[2]


def _note(found: Found, text: str, where: str) -> None:
    for name in dict.fromkeys(_CITED.findall(text)):
        found.setdefault(name, []).append(where)


def tested_in(folder: Path, prefixes: Iterable[str]) -> Found:
    """Return the tests of each id by their names, as "file: name"."""
    found: Found = {}
    for file in sorted(folder.rglob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                for name in ids_in(node.name, prefixes):
                    found.setdefault(name, []).append(f"{file.name}: {node.name}")
    return found


def ids_in(test: str, prefixes: Iterable[str]) -> list[str]:
    """Return the ids that a test's name begins with; letters are small, as in names of tests.

    >>> ids_in("test_rb_8_7_e_and_f_first_fire", ["rb"])
    ['RB-8.7-e', 'RB-8.7-f']
    >>> ids_in("test_rb_t5_tractor_odds", ["rb"]), ids_in("test_rb_3_1_c_and_8_4_g_lone", ["rb"])
    (['RB-T5'], ['RB-3.1-c', 'RB-8.4-g'])
    >>> ids_in("test_mac_8_2_a1_and_8_4_1_scramble", ["mac"])
    ['MAC-8.2-a1', 'MAC-8.4-1']
    """
    words = test.split("_")
    if words[0] != "test" or len(words) < 3 or words[1] not in prefixes:
        return []
    prefix, rest, section = words[1].upper(), words[2:], ""
    found: list[str] = []
    while rest:
        parsed = _parse_id(rest, section)
        if parsed is None:
            break
        name, section, used = parsed
        found.append(f"{prefix}-{name}")
        if rest[used : used + 1] != ["and"]:
            break
        rest = rest[used + 1 :]
    return found


def _parse_id(words: Sequence[str], section: str) -> tuple[str, str, int] | None:
    """Return an id's text, its section, and how many words it takes; None where none begins.

    Numbers without a letter are a section and a numbered item of it: 8.4-1.
    """
    if re.fullmatch(r"t\d+", words[0]):
        return words[0].upper(), section, 1
    numbers = 0
    while numbers < len(words) and words[numbers].isdigit():
        numbers += 1
    letter = words[numbers] if numbers < len(words) else ""
    here = ".".join(words[:numbers]) or section
    if here and re.fullmatch(r"[a-z]\d?", letter):
        return f"{here}-{letter}", here, numbers + 1
    if numbers > 1:
        here = ".".join(words[: numbers - 1])
        return f"{here}-{words[numbers - 1]}", here, numbers
    return None


def page(game: str, listed: Sequence[Statement]) -> str:
    """Return the coverage page of a game in Markdown."""
    covered = sum(one.is_covered for one in listed)
    lines = [
        f"# Coverage of the rules: {game}",
        "",
        f"{covered} of {len(listed)} statements have their code and a test. This page is made",
        f"by `.venv/bin/python -m vassal_bridge.cli.coverage {game}`; a test says when it is out",
        "of date. Ids are those that docstrings cite and tests are named after.",
    ]
    for kind in dict.fromkeys(one.kind for one in listed):
        lines += ["", f"## {HEADINGS.get(kind, kind)}", ""]
        lines += ["| id | statement | code | tests |", "|---|---|---|---|"]
        lines += [_row(one) for one in listed if one.kind == kind]
    return "\n".join(lines) + "\n"


def _row(one: Statement) -> str:
    none = "" if one.is_covered else "**none**"
    code = "<br>".join(f"`{where}`" for where in one.code) or none
    tests = "<br>".join(f"`{test}`" for test in one.tests) or none
    return f"| {one.id} | {one.title} | {code} | {tests} |"


def main(arguments: Sequence[str]) -> None:
    """Write the page of each game named, or of every game that lists its statements."""
    for game in arguments or games_with_statements():
        listed = statements(game)
        file = ROOT / "modules" / game / PAGE
        atomic_write(file, page(game, listed).encode("utf-8"), force=True)
        click.echo(f"wrote {file.relative_to(ROOT).as_posix()}")
        for one in listed:
            if not one.is_covered:
                click.echo(f"{one.id}: code {len(one.code)}, tests {len(one.tests)}", err=True)


if __name__ == "__main__":
    main(sys.argv[1:])
