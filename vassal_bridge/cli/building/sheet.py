"""`vassal-bridge build sheet`: lays counters out for printing."""

from __future__ import annotations

from pathlib import Path

import click

from vassal_bridge.builder.recipe import read_counter_recipe
from vassal_bridge.builder.sheets.frommodule import module_pieces
from vassal_bridge.builder.sheets.fromrecipe import recipe_pieces
from vassal_bridge.builder.sheets.paper import PAPERS
from vassal_bridge.builder.sheets.printing import Piece
from vassal_bridge.builder.sheets.writing import make_sheet, write_sheet
from vassal_bridge.cli.output import progress, put, say
from vassal_bridge.formats.module import open_module
from vassal_bridge.pictures.art import ModuleArt

MOST_TOLD = 10


@click.command("sheet")
@click.argument("recipe", required=False)
@click.option(
    "--from",
    "module",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="MODULE",
    help="Lay out the counters of a module instead of a recipe's.",
)
@click.option(
    "-o",
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    required=True,
    help="The PDF to write; the cut list and pictures lie beside it.",
)
@click.option(
    "--paper",
    type=click.Choice(list(PAPERS), case_sensitive=False),
    default="a4",
    show_default=True,
    help="The paper to print on.",
)
@click.option("--png", is_flag=True, help="Write a PNG for each side of each page as well.")
@click.option(
    "--dpi",
    type=click.Choice(["300", "600"]),
    default="300",
    show_default=True,
    help="How fine the PNGs are.",
)
@click.option(
    "--mm",
    type=click.FloatRange(5, 100),
    default=14.0,
    show_default=True,
    help="With --from: how wide the commonest counter becomes.",
)
@click.option("--fronts-only", is_flag=True, help="Leave the backs out.")
@click.option("--force", is_flag=True, help="Replace files that exist.")
def sheet(
    recipe: str | None,
    module: Path | None,
    out: Path,
    paper: str,
    png: bool,
    dpi: str,
    mm: float,
    fronts_only: bool,
    force: bool,
) -> None:
    r"""Lay the counters of RECIPE, or of any module, out on paper: fronts, backs, cut marks.

    Print at 100 % on both sides, turned over the long edge: each back lies behind its front.
    Counters of one size hang together in blocks, so that a ruler cuts a whole row; the cut list
    tells which counter lies where. The same recipe gives the same bytes.

    \b
    Examples:
      vassal-bridge build sheet red_beach -o dist/red_beach.pdf
      vassal-bridge build sheet build/mygame -o mygame.pdf --paper letter --png --dpi 600
      vassal-bridge build sheet --from game.vmod -o game.pdf --mm 15.9
    """
    if (recipe is None) == (module is None):
        raise click.UsageError("give a RECIPE, or a module with --from")
    title, pieces = _of_module(module, mm, paper) if module is not None else _of_recipe(str(recipe))
    made = make_sheet(title, pieces, paper)
    written = write_sheet(
        made, out, dpi=int(dpi) if png else None, backs=not fronts_only, force=force
    )
    put(f"{title}: {written}")
    say(f"Wrote {', '.join(path.name for path in written.files)}.")


def _of_recipe(recipe: str) -> tuple[str, list[Piece]]:
    found = read_counter_recipe(recipe)
    for note in found.notes:
        say(f"Note: {note}")
    return found.module.name, recipe_pieces(found)


def _of_module(path: Path, mm: float, paper: str) -> tuple[str, list[Piece]]:
    art = ModuleArt(open_module(path))
    slots = list(art.module.slots)
    with progress(slots, "Drawing", len(slots)) as shown:
        pieces, refused = module_pieces(art, mm, PAPERS[paper], shown)
    for sentence in [*refused, *art.doubts][:MOST_TOLD]:
        say(f"Note: {sentence}")
    more = len(refused) + len(art.doubts) - MOST_TOLD
    if more > 0:
        say(f"Note: and {more} more like these")
    return art.module.name or path.stem, pieces
