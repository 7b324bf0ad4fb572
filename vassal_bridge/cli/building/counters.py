"""`vassal-bridge build counters`: draws the counters of a recipe."""

from __future__ import annotations

from pathlib import Path

import click

from vassal_bridge.builder.counters.pictureset import draw_all, write_pictures
from vassal_bridge.builder.recipe import read_counter_recipe
from vassal_bridge.cli.output import put, say


@click.command("counters")
@click.argument("recipe")
@click.option(
    "-o",
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    required=True,
    help="The folder for the pictures.",
)
@click.option(
    "--size",
    type=click.IntRange(8, 2400),
    metavar="PIXELS",
    help="The edge of a counter. Default: the recipe's.",
)
@click.option("--contact-sheet", is_flag=True, help="Draw them all side by side as well.")
@click.option("--dark", is_flag=True, help="Draw them for a dark screen.")
@click.option("--force", is_flag=True, help="Replace pictures that exist.")
def counters(
    recipe: str, out: Path, size: int | None, contact_sheet: bool, dark: bool, force: bool
) -> None:
    r"""Draw the counters of RECIPE, a PNG for each face, with a list of them.

    The list, counters.csv, tells which picture is which counter's face. The same recipe gives
    the same bytes.

    \b
    Examples:
      vassal-bridge build counters red_beach -o dist/counters --contact-sheet
      vassal-bridge build counters build/mygame -o dist/dark --size 150 --dark
    """
    found = read_counter_recipe(recipe)
    for note in found.notes:
        say(f"Note: {note}")
    drawn = draw_all(found, size, dark=dark)
    files = write_pictures(drawn, out, with_sheet=contact_sheet, dark=dark, force=force)
    put(f"{len(found.counters)} counters, {len(drawn)} faces")
    say(f"Wrote {len(files)} files into {out}.")
