"""`vassal-bridge build recipe`: makes a recipe of counters that are there already."""

from __future__ import annotations

from pathlib import Path

import click

from vassal_bridge.builder.recovering import from_module, from_pictures, recover_recipe
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
    help="Take the counters of a module.",
)
@click.option(
    "--images",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Take the pictures of a folder; x-back.png is the back of x.png.",
)
@click.option(
    "-o",
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    required=True,
    help="The recipe's folder.",
)
def recipe(module: Path | None, images: Path | None, out: Path) -> None:
    r"""Make a recipe of the counters of a module, or of a folder of pictures.

    Every face becomes a picture of the recipe; what a module's Markers say, or the words of a
    file's name, become columns of counters.csv. Nothing is written over.

    \b
    Examples:
      vassal-bridge build recipe --from game.vmod -o build/oldgame
      vassal-bridge build recipe --images drawings -o build/mygame
    """
    if module is not None and images is None:
        art = ModuleArt(open_module(module))
        found, refused = from_module(art)
        title = art.module.name or module.stem
        for sentence in refused[:MOST_TOLD]:
            say(f"Note: {sentence}")
        if len(refused) > MOST_TOLD:
            say(f"Note: and {len(refused) - MOST_TOLD} more like these")
    elif images is not None and module is None:
        found, title = from_pictures(images), images.name
    else:
        raise click.UsageError("give a module with --from, or a folder with --images")
    files = recover_recipe(title, found, out)
    put(f"{title}: {len(found)} counters, {len(files)} files")
    say(f"Next: vassal-bridge build sheet {out} -o sheet.pdf")
