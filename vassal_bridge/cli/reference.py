"""The reference pages: a page a command, made of the program's own help and tables.

`python -m vassal_bridge.cli.reference` writes them into `vassal_bridge/docs`; a test compares them
with the program.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import click

from vassal_bridge.audit import codes
from vassal_bridge.builder.reading import describing
from vassal_bridge.builder.reading.schema import schemas
from vassal_bridge.builder.writing.extensionparts import KINDS
from vassal_bridge.cli.main import cli
from vassal_bridge.errors import (
    EXIT_DONE,
    EXIT_NO,
    EXIT_UNPROVED,
    EXIT_UNREADABLE,
    EXIT_USAGE,
)
from vassal_bridge.formats.commands import COMMANDS
from vassal_bridge.formats.fields import Layout
from vassal_bridge.formats.linting.lint import RULES
from vassal_bridge.formats.traits import TRAITS

DOCS = Path(__file__).resolve().parent.parent / "docs"
PROGRAM = "vassal-bridge"
MIXED = ("formats.md", "recipes.md")
"""The pages in which only the tables are made; their words are written by hand."""

EXIT_CODES = (
    (EXIT_DONE, "done"),
    (EXIT_NO, "the answer is no: the rules do not allow it, or something was found"),
    (EXIT_USAGE, "wrongly called, or the output exists already"),
    (EXIT_UNREADABLE, "a file cannot be read or matched"),
    (EXIT_UNPROVED, "our own proof failed; nothing was written over"),
)
_MADE = "<!-- Made from the program's help: python -m vassal_bridge.cli.reference -->"
_BLOCK = re.compile(r"(<!-- table: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


def pages() -> dict[str, str]:
    """Return the generated pages by their path inside the folder of docs."""
    context = click.Context(cli)
    found = {"README.md": _index(context)}
    for name, command in _commands(context):
        found[f"commands/{name}.md"] = page(name, command)
    found["findings.md"] = codes.page()
    found |= {f"schema/{name}": text for name, text in schemas().items()}
    for name in MIXED:
        found[name] = with_tables((DOCS / name).read_text(encoding="utf-8"))
    return found


def _commands(context: click.Context) -> Iterator[tuple[str, click.Command]]:
    assert isinstance(cli, click.Group)
    for name in cli.list_commands(context):
        command = cli.get_command(context, name)
        if command is not None:
            yield name, command


def _index(context: click.Context) -> str:
    rows = [
        (f"[`{name}`](commands/{name}.md)", first_sentence(command))
        for name, command in _commands(context)
    ]
    return "\n".join(
        [
            "# vassal-bridge: reference",
            "",
            _MADE,
            "",
            "[The formats as we read them](formats.md) tells what is in a save, log or module;"
            " [recipes](recipes.md) become counters, sheets and modules,"
            " which [live on](living-modules.md);"
            " [a turn with the companion](companion.md) tells how to play,"
            " [a module that is not ours](own-modules.md) how to play with your own,"
            " [fair dice by mail](fair-dice.md) how to trust the dice,"
            " [secrets](secrets.md) how to keep plans from a save and prove them,"
            " [findings](findings.md) what `log check` may find;"
            " the [cookbook](cookbook.md) is for Python.",
            "",
            *_table(("command", "what it does"), rows),
            "",
        ]
    )


def page(name: str, command: click.Command) -> str:
    """Return a command's page: what it does, its usage, arguments, options and exit codes."""
    lines = [f"# {PROGRAM} {name}", "", _MADE, "", *_body(name, command)]
    if isinstance(command, click.Group):
        for inner in sorted(command.commands):
            whole = f"{name} {inner}"
            lines += ["", f"## {PROGRAM} {whole}", "", *_body(whole, command.commands[inner])]
    codes = [(str(code), meaning) for code, meaning in EXIT_CODES]
    lines += ["", "Exit codes:", "", *_table(("code", "meaning"), codes), ""]
    return "\n".join(lines)


def _body(name: str, command: click.Command) -> list[str]:
    words = [PROGRAM, name, "[OPTIONS]", *map(_argument, _arguments(command))]
    if isinstance(command, click.Group):
        words.append("COMMAND ...")
    lines = ["```", " ".join(words), "```", "", *_help(command)]
    options = [
        (_names(one), _meaning(one))
        for one in command.params
        if isinstance(one, click.Option) and not one.hidden
    ]
    if options:
        lines += ["", *_table(("option", "meaning"), options)]
    return lines


def _arguments(command: click.Command) -> list[click.Argument]:
    return [one for one in command.params if isinstance(one, click.Argument)]


def _argument(one: click.Argument) -> str:
    name = (one.metavar or str(one.name)).upper().removesuffix("...")
    name += "..." if one.nargs == -1 else ""
    return name if one.required else f"[{name}]"


def _names(one: click.Option) -> str:
    names = "/".join((", ".join(one.opts), *one.secondary_opts))
    return f"`{names}{'' if one.is_flag or one.count else ' ' + _value(one)}`"


def _value(one: click.Option) -> str:
    if one.metavar:
        return one.metavar
    if isinstance(one.type, click.Choice):
        return "|".join(map(str, one.type.choices))
    kinds = {"integer": "NUMBER", "integer range": "NUMBER", "float": "NUMBER", "text": "TEXT"}
    return kinds.get(one.type.name, "FILE" if isinstance(one.type, click.Path) else "VALUE")


def _meaning(one: click.Option) -> str:
    said = one.help or ""
    if isinstance(one.show_default, str):
        return f"{said} Default: {one.show_default}."
    shows = bool(one.show_default) and isinstance(one.default, str | int | float)
    return f"{said} Default: {one.default}." if shows else said


def first_sentence(command: click.Command) -> str:
    """Return the first sentence of a command's help."""
    paragraph = (command.help or "").replace("\b", "").strip().split("\n\n")[0]
    return " ".join(paragraph.split()).split(". ")[0].rstrip(".") + "."


def _help(command: click.Command) -> list[str]:
    r"""Return the paragraphs of a help text; those after \b as code, but for their heading."""
    lines: list[str] = []
    for paragraph in inspect.cleandoc(command.help or "").split("\n\n"):
        rows = [row for row in paragraph.splitlines() if row != "\b"]
        if not rows:
            continue
        if lines:
            lines.append("")
        if "\b" not in paragraph:
            lines.append(" ".join(row.strip() for row in rows))
            continue
        heading = [rows[0].strip(), ""] if rows[0].rstrip().endswith(":") else []
        body = rows[1:] if heading else rows
        indent = min(len(row) - len(row.lstrip()) for row in body) if body else 0
        lines += [*heading, "```", *(row[indent:] for row in body), "```"]
    return lines


def _table(headings: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> list[str]:
    return [
        "| " + " | ".join(headings) + " |",
        "|" + "---|" * len(headings),
        *("| " + " | ".join(cell.replace("|", r"\|") for cell in row) + " |" for row in rows),
    ]


def with_tables(text: str) -> str:
    """Return a page with its tables made anew; KeyError for an unknown one."""
    made = _TABLES
    return _BLOCK.sub(
        lambda found: found[1] + "\n".join(made[found[2]]()) + "\n" + found[3],
        text,
    )


def _command_rows() -> list[str]:
    rows = [
        (one.kind, _code(one.prefix), _code(one.delimiter), _fields(one.layout)) for one in COMMANDS
    ]
    return _table(("command", "begins with", "divided by", "fields"), rows)


def _trait_rows() -> list[str]:
    rows = [(one.name, _code(one.prefix), _fields(one.type), _fields(one.state)) for one in TRAITS]
    return _table(("trait", "begins with", "type", "state"), rows)


def _lint_rows() -> list[str]:
    rows = [(f"`{one.code}`", str(one.severity), one.title, one.consequence) for one in RULES]
    return _table(("code", "severity", "what it finds", "what VASSAL does"), rows)


def _recipe_rows(file: str) -> list[str]:
    return _table(("table", "key", "values", "meaning"), describing.key_rows(file))


def _part_rows() -> list[str]:
    rows = [(f"`{one.name}`", one.adds, one.named) for one in KINDS.values()]
    return _table(("part", "what it adds", "NAME is that of a"), rows)


_TABLES: dict[str, Callable[[], list[str]]] = {
    "commands": _command_rows,
    "traits": _trait_rows,
    "lint": _lint_rows,
    "parts": _part_rows,
    "columns": lambda: _table(("column", "what it is for"), describing.column_rows()),
    "layouts": lambda: _table(("layout", "what it shows"), describing.layout_rows()),
    "marks": lambda: _table(("marks", "names"), describing.mark_rows()),
    "module": lambda: _recipe_rows("module.toml"),
    "board": lambda: _recipe_rows("board.toml"),
    "map": lambda: _recipe_rows("map.toml"),
    "scenario": lambda: _recipe_rows("scenario"),
}
"""The tables that pages may hold, by the names of their marks."""


def _code(text: str) -> str:
    return f"`{text}`".replace("\t", "⇥") if text else ""


def _fields(layout: Layout) -> str:
    """Return the names of a layout's fields; one that repeats has a star."""
    repeated = layout.tail.name if layout.tail is not None else ""
    return ", ".join(name + ("\\*" if name == repeated else "") for name in layout.names)


def write(folder: Path = DOCS) -> list[Path]:
    """Write the pages into a folder; return those that changed. A page too many is removed."""
    changed: list[Path] = []
    made = pages()
    for name, text in made.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8", newline="\n")
            changed.append(path)
    for path in sorted((folder / "commands").glob("*.md")):
        if f"commands/{path.name}" not in made:
            path.unlink()
            changed.append(path)
    return changed


if __name__ == "__main__":
    for page_path in write():
        click.echo(f"{page_path.relative_to(DOCS)} is new")
