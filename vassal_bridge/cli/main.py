"""The command `vassal-bridge`: finds its commands, and turns errors into sentences."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from vassal_bridge.cli.failures import in_a_line, keep_evidence, keep_report
from vassal_bridge.cli.names import meant
from vassal_bridge.cli.output import say, settle_streams
from vassal_bridge.errors import EXIT_UNPROVED, EXIT_UNREADABLE, BridgeError, VerifyError

COMMANDS = {
    "bind": "vassal_bridge.cli.bind:bind",
    "build": "vassal_bridge.cli.build:build",
    "demo": "vassal_bridge.cli.demo:demo",
    "dice": "vassal_bridge.cli.dice:dice",
    "diff": "vassal_bridge.cli.diff:diff",
    "dump": "vassal_bridge.cli.dump:dump",
    "edit": "vassal_bridge.cli.edit:edit",
    "games": "vassal_bridge.cli.tables:games",
    "lint": "vassal_bridge.cli.lint:lint_command",
    "journal": "vassal_bridge.cli.journal:journal",
    "log": "vassal_bridge.cli.log:log",
    "info": "vassal_bridge.cli.info:info",
    "load": "vassal_bridge.cli.dump:load",
    "module": "vassal_bridge.cli.module:module",
    "picture": "vassal_bridge.cli.picture:picture",
    "pieces": "vassal_bridge.cli.pieces:pieces",
    "plan": "vassal_bridge.cli.plan:plan",
    "players": "vassal_bridge.cli.players:players",
    "refresh": "vassal_bridge.cli.refresh:refresh",
    "run": "vassal_bridge.cli.run:run",
    "simulate": "vassal_bridge.cli.simulate:simulate",
    "tables": "vassal_bridge.cli.tables:tables",
    "terrain": "vassal_bridge.cli.terrain:terrain",
    "verify": "vassal_bridge.cli.verify:verify",
    "watch": "vassal_bridge.cli.watch:watch",
}
"""Every command and where it is written; nothing is imported before it is called."""


class Commands(click.Group):
    """A group whose commands are imported when they are called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the commands' names in order."""
        return sorted(COMMANDS)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that is called; raises UsageError with what was perhaps meant."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            known = ", ".join(sorted(COMMANDS))
            ctx.fail(
                f"there is no command {args[0]!r}; there is {known}.{meant(args[0], COMMANDS)}"
            )
        return super().resolve_command(ctx, args)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command by its name; None where there is none."""
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name].partition(":")
        command = getattr(importlib.import_module(module), name)
        assert isinstance(command, click.Command)
        _mark_examples(command)
        return command

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; an error of ours, or of the system's, becomes one sentence."""
        try:
            return super().invoke(ctx)
        except BridgeError as error:
            say(f"Error: {error}")
            if isinstance(error, VerifyError):
                _say_kept("what was refused", keep_evidence(error))
            ctx.exit(error.exit_code)
        except BrokenPipeError:  # whoever read our output has enough of it
            raise
        except OSError as error:
            say(f"Error: {_plainly(error)}")
            ctx.exit(EXIT_UNREADABLE)
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except Exception as error:
            say(f"Error: something unforeseen happened: {in_a_line(error)}")
            _say_kept("the report", keep_report(error))
            ctx.exit(EXIT_UNPROVED)


def _mark_examples(command: click.Command) -> None:
    r"""Turn the \b of raw docstrings into click's mark of lines that are not to be joined."""
    command.help = (command.help or "").replace("\\b\n", "\b\n")
    if isinstance(command, click.Group):
        for inner in command.commands.values():
            _mark_examples(inner)


def _say_kept(what: str, path: Path | None) -> None:
    if path is not None:
        say(f"Nothing was written over; {what} is in {path}")


def _plainly(error: OSError) -> str:
    reason = error.strerror or str(error)
    return f"{error.filename}: {reason}" if error.filename else reason


@click.command(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="vassal-bridge", prog_name="vassal-bridge")
def cli() -> None:
    """Read and write VASSAL's files, and let a game's tedious procedures be run for you.

    Start with `vassal-bridge demo`: it builds a module, plays two night turns of Tarawa and
    leaves saves, pictures and a story, without needing anything of yours.
    """


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and leave with its exit code."""
    settle_streams()
    cli.main(args=list(sys.argv[1:] if arguments is None else arguments), prog_name="vassal-bridge")
