"""`vassal-bridge build module`: makes a VASSAL module out of a recipe."""

from __future__ import annotations

from pathlib import Path

import click

from vassal_bridge.builder.module import build_module
from vassal_bridge.builder.recipe import read_recipe
from vassal_bridge.cli.output import put, say


@click.command("module")
@click.argument("recipe")
@click.option(
    "-o",
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    required=True,
    help="The module to write, such as dist/red_beach.vmod.",
)
@click.option("--force", is_flag=True, help="Replace OUT if it exists.")
def module(recipe: str, out: Path, force: bool) -> None:
    r"""Build the module of RECIPE: board, counters, palettes, dice, turn tracker, set-ups.

    The same recipe gives the same bytes, whenever and wherever it is built.

    \b
    Examples:
      vassal-bridge build module red_beach -o dist/red_beach.vmod
      vassal-bridge build module build/mygame -o mygame.vmod --force
    """
    say(f"Drawing the board and counters of {recipe} ...")
    found = read_recipe(recipe)
    for note in found.notes:
        say(f"Note: {note}")
    report = build_module(found, out, force=force)
    put(str(report))
    say(f"Wrote {out}.")
