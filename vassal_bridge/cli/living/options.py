"""What commands share that write a module anew with its saves: their options and their outputs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click

from vassal_bridge.cli.guarding import check_out

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


def out_with_saves(verb: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return a decorator that adds --out, --save and --force; a save is to `verb` along."""

    def added(command: Callable[..., Any]) -> Callable[..., Any]:
        for option in (
            click.option("--force", is_flag=True, help="Replace files that exist."),
            click.option(
                "--save",
                "saves",
                type=FILE,
                multiple=True,
                help=f"A save to {verb} along; it is written beside OUT.",
            ),
            click.option(
                "-o",
                "--out",
                type=click.Path(dir_okay=False, path_type=Path),
                required=True,
                help="The module to write.",
            ),
        ):
            command = option(command)
        return command

    return added


def targets_of(module: Path, saves: Sequence[Path], out: Path, *, force: bool) -> list[Path]:
    """Return where the module and its saves are written to, each of them free.

    Raises:
        OutputExists: a file is there and may not be replaced.
    """
    targets = [out, *(out.parent / path.name for path in saves)]
    for target in targets:
        check_out(target, [module, *saves], force=force)
    return targets
