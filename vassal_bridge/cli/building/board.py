"""`vassal-bridge build board`: draws the board of a recipe."""

from __future__ import annotations

from pathlib import Path

import click

from vassal_bridge.builder.boards.board import board_drawing, make_board
from vassal_bridge.builder.recipe import read_recipe
from vassal_bridge.cli.output import put, say
from vassal_bridge.formats.writing import atomic_write
from vassal_bridge.pictures.canvas import png_bytes

KINDS = (".png", ".svg")


@click.command("board")
@click.argument("recipe")
@click.option(
    "-o",
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    required=True,
    help="The picture to write: a PNG, or an SVG where its name ends so.",
)
@click.option("--force", is_flag=True, help="Replace OUT if it exists.")
def board(recipe: str, out: Path, force: bool) -> None:
    r"""Draw the board of RECIPE: hexes, hexsides, tracks, names, the key to the map.

    It is the picture that the recipe's module shows: what is drawn in a hex lies in the hex of
    that name.

    \b
    Examples:
      vassal-bridge build board red_beach -o dist/red_beach.png
      vassal-bridge build board red_beach -o dist/red_beach.svg
    """
    kind = out.suffix.lower()
    if kind not in KINDS:
        raise click.UsageError(
            f"expected an OUT that ends in {' or '.join(KINDS)}, found {out.name!r}"
        )
    found = read_recipe(recipe)
    for note in found.notes:
        say(f"Note: {note}")
    if kind == ".svg":
        content = board_drawing(found).encode("utf-8")
    else:
        content = png_bytes(make_board(found).image)
    atomic_write(out, content, force=force)
    width, height = found.board.sheet.size
    put(f"{found.module.name}: {width} by {height} pixels")
    say(f"Wrote {out}.")
