"""Every command is explained, with an example that is true, and stands in the README."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator

import click
import pytest

from tests.cli_kit import call
from tests.conftest import ROOT
from vassal_bridge.cli.main import COMMANDS, cli

README = (ROOT / "README.md").read_text(encoding="utf-8")
PROGRAM = "vassal-bridge"
OPERATORS = {"&&", "||", "|", ";", ">", "2>", "<"}


def leaves() -> Iterator[tuple[str, click.Command]]:
    """Yield every command with its whole name, groups and what is in them."""
    context = click.Context(cli)
    for name in cli.list_commands(context):  # type: ignore[attr-defined] # a group
        command = cli.get_command(context, name)  # type: ignore[attr-defined] # a group
        yield name, command
        if isinstance(command, click.Group):
            for inner, found in command.commands.items():
                yield f"{name} {inner}", found


LEAVES = dict(leaves())


def first_sentence(command: click.Command) -> str:
    paragraph = (command.help or "").replace("\b", "").strip().split("\n\n")[0]
    return re.split(r"(?<=\w\.) ", " ".join(paragraph.split()))[0]


def examples(command: click.Command) -> list[str]:
    """Return the example lines in a command's help."""
    lines = [line.strip() for line in (command.help or "").splitlines()]
    return [line for line in lines if line.startswith(f"{PROGRAM} ")]


def test_every_command_of_the_table_is_there() -> None:
    assert sorted(COMMANDS) == [name for name in LEAVES if " " not in name]


@pytest.mark.parametrize("name", sorted(LEAVES))
def test_a_command_has_a_sentence_and_an_example(name: str) -> None:
    command = LEAVES[name]
    assert re.fullmatch(r"[A-Z].{15,}\.", first_sentence(command))
    assert examples(command), f"the help of {name} has no example"


@pytest.mark.parametrize("name", sorted(LEAVES))
def test_every_option_is_explained(name: str) -> None:
    for parameter in LEAVES[name].params:
        if isinstance(parameter, click.Option) and not parameter.hidden:
            assert parameter.help, f"{name} {parameter.opts[0]}"


@pytest.mark.parametrize("flag", ["-h", "--help"])
@pytest.mark.parametrize("name", ["", *sorted(LEAVES)])
def test_help_is_asked_for_in_both_ways(name: str, flag: str) -> None:
    result = call(*name.split(), flag)
    assert result.exit_code == 0
    assert result.stderr == ""
    assert "Usage: vassal-bridge" in result.stdout


def test_the_readmes_table_is_the_commands_first_sentences() -> None:
    rows = re.findall(r"^\| `([a-z-]+)` \| (.+) \|$", README, re.MULTILINE)
    assert len(rows) == len(dict(rows))
    assert dict(rows) == {name: first_sentence(LEAVES[name]) for name in COMMANDS}


def program_calls(text: str) -> Iterator[list[str]]:
    """Yield the arguments of every call of the program in a text of shell commands."""
    for line in text.splitlines():
        words = shlex.split(line, posix="\\" not in line)
        while words:
            end = next((n for n, word in enumerate(words) if word in OPERATORS), len(words))
            part, words = words[:end], words[end + 1 :]
            if part and re.split(r"[/\\]", part[0])[-1] == PROGRAM:
                yield part[1:]


def parse(arguments: list[str]) -> None:
    """Parse arguments down to the last command, without running it or looking for files."""
    context, command, words = click.Context(cli), cli, arguments
    while isinstance(command, click.Group):
        if words and words[0].startswith("-"):
            return
        _, found, words = command.resolve_command(context, words)
        assert found is not None
        command, context = found, click.Context(found)
    given, rest, _ = command.make_parser(context).parse_args(list(words))
    assert rest == []
    for parameter in command.params:
        if parameter.required:
            assert given.get(str(parameter.name)), f"{command.name} lacks {parameter.name}"


SHELL = re.findall(r"^ *```(?:sh|powershell)\n(.*?)^ *```", README, re.MULTILINE | re.DOTALL)
INLINE = [code for code in re.findall(r"`([^`\n]+)`", README) if code.startswith(f"{PROGRAM} ")]
CALLS = [
    *(call for block in SHELL for call in program_calls(block)),
    *(call for code in INLINE if "COMMAND" not in code for call in program_calls(code)),
    *(
        call
        for command in LEAVES.values()
        for line in examples(command)
        for call in program_calls(line)
    ),
]


def test_the_readme_has_commands_to_parse() -> None:
    assert len(SHELL) >= 4
    assert ["demo"] in CALLS


@pytest.mark.parametrize("arguments", CALLS, ids=" ".join)
def test_every_documented_call_can_be_parsed(arguments: list[str]) -> None:
    parse(arguments)


def test_the_marked_blocks_of_the_readme_are_one_line_each() -> None:
    """They are what CI runs, read by their mark."""
    for mark in ("demo", "tests"):
        block = re.search(rf"<!-- command: {mark} -->\n```sh\n(.+)\n```", README)
        assert block is not None
        assert ".venv/bin/" in block[1]
