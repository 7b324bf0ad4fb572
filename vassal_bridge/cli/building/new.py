"""`vassal-bridge build new`: starts a recipe."""

from __future__ import annotations

from pathlib import Path

import click

from vassal_bridge.builder.starting import start_recipe
from vassal_bridge.cli.output import put, say


@click.command("new")
@click.argument("name")
@click.option(
    "-o",
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    help="The recipe's folder. Default: build/NAME.",
)
def new(name: str, out: Path | None) -> None:
    r"""Start a recipe: a small commented game that builds at once, to be made into yours.

    Nothing is written over.

    \b
    Examples:
      vassal-bridge build new mygame
      vassal-bridge build new peleliu -o recipes/peleliu
    """
    folder = out or Path("build") / name
    for path in start_recipe(name, folder):
        put(str(path))
    say(f"Next: vassal-bridge build module {folder} -o {name}.vmod")
    say(f"      vassal-bridge build sheet {folder} -o {name}.pdf")
