"""`vassal-bridge build recipe`: makes a recipe of what is there already."""

from __future__ import annotations

from pathlib import Path

import click

from vassal_bridge.builder.importing.tables import recipe_of_table
from vassal_bridge.builder.recovering.pictures import from_pictures
from vassal_bridge.builder.recovering.writing import REPORT, recover_module, recover_recipe
from vassal_bridge.cli.output import put, say
from vassal_bridge.formats.module import open_module
from vassal_bridge.pictures.art import ModuleArt

MOST_TOLD = 10


@click.command("recipe")
@click.option(
    "--from",
    "module",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="MODULE",
    help="Take what a module holds.",
)
@click.option(
    "--images",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Take the pictures of a folder; x-back.png is the back of x.png.",
)
@click.option(
    "--table",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="CSV",
    help="Take a table of units, typed or exported by another program.",
)
@click.option(
    "-o",
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    required=True,
    help="The recipe's folder.",
)
def recipe(module: Path | None, images: Path | None, table: Path | None, out: Path) -> None:
    r"""Make a recipe of a module, of a folder of pictures, or of a table of units.

    Every face of a module or folder becomes a picture of the recipe; what a module's Markers say,
    or the words of a file's name, become columns of counters.csv; folders inside the folder are
    tabs of the tray. Of a table, the columns that say a unit's name, side, type and count are
    found by their names, and figures become its strengths. Nothing is written over.

    Of a module the recipe also has the maps with their boards and grids, prototypes and traits,
    trays, at-start stacks, decks, sides, properties, dice, turns, charts and set-ups. Counters keep
    their gpids, so that saves can be refreshed to the module that the recipe builds. The file
    left-out.md lists each component that the recipe does not say.

    \b
    Examples:
      vassal-bridge build recipe --from game.vmod -o build/oldgame
      vassal-bridge build recipe --images drawings -o build/mygame
      vassal-bridge build recipe --table units.csv -o build/mygame
    """
    if sum(source is not None for source in (module, images, table)) != 1:
        raise click.UsageError("give one of --from MODULE, --images FOLDER and --table CSV")
    if table is not None:
        imported = recipe_of_table(table.stem, table, out)
        for note in imported.notes:
            say(f"Note: {note}")
        put(f"{table.stem}: {imported.counters} counters, {len(imported.files)} files")
    elif images is not None:
        found = from_pictures(images)
        title = images.resolve().name
        files = recover_recipe(title, found, out)
        put(f"{title}: {len(found)} counters, {len(files)} files")
    elif module is not None:
        _of_module(module, out)
    say(f"Next: vassal-bridge build sheet {out} -o sheet.pdf")
    say(f"      vassal-bridge build module {out} -o {out.name}.vmod")


def _of_module(path: Path, out: Path) -> None:
    art = ModuleArt(open_module(path))
    made = recover_module(art, out, art.module.name or path.stem)
    for sentence in made.notes[:MOST_TOLD]:
        say(f"Note: {sentence}")
    if len(made.notes) > MOST_TOLD:
        say(f"Note: and {len(made.notes) - MOST_TOLD} more like these")
    put(f"{made.title}: {made.counters} counters, {len(made.files)} files")
    say(f"{out / REPORT} tells what of the module the recipe does not say.")
