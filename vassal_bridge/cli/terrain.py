"""`vassal-bridge terrain`: a page on which an owner paints the terrain of his own map."""

from __future__ import annotations

import webbrowser
from pathlib import Path

import click

from vassal_bridge.binding.binding import GAME_PROPERTY
from vassal_bridge.builder.painting.choices import (
    Choices,
    choices_of,
    map_folder,
    plain_choices,
)
from vassal_bridge.builder.painting.opening import CLUSTERS, open_map
from vassal_bridge.builder.painting.server import TerrainServer
from vassal_bridge.cli.names import known_game
from vassal_bridge.cli.output import put, say
from vassal_bridge.formats.module import Module, open_module
from vassal_bridge.game.userdata import user_folder

OWN_MAP = "map"
"""The folder of an owner's map among his own data for a game."""
_A_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command()
@click.argument("module", type=_A_FILE)
@click.option("--map", "map_name", help="The map to paint; the first that has hexes without it.")
@click.option(
    "-o",
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder of hexes.csv and hexsides.csv. Without it, the folder map of your own data"
    " for the game, where the owner's edition finds it.",
)
@click.option("--game", help="Whose terrains there are; without it, the game of the module.")
@click.option(
    "--clusters",
    type=click.IntRange(2, 30),
    default=CLUSTERS,
    show_default=True,
    help="How many kinds of hexes the first guess tells apart.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=0,
    help="The port of the page; any that is free without it.",
)
@click.option("--no-browser", is_flag=True, help="Do not open a browser; only print the address.")
@click.option(
    "--force",
    is_flag=True,
    help="Go on in files of the folder that this command did not write, or that were changed.",
)
def terrain(
    module: Path,
    map_name: str | None,
    out: Path | None,
    game: str | None,
    clusters: int,
    port: int,
    no_browser: bool,
    force: bool,
) -> None:
    r"""Paint the terrain of a map of MODULE over its picture, on a page in your browser.

    Hex by hex and hexside by hexside; hexes that look alike on the picture are put together for
    a first guess. All is saved as you paint. When you say on the page that it is finished, the
    owner's edition of the game plays on your map. The page is for this machine alone. Ctrl-C ends.

    \b
    Examples:
      vassal-bridge terrain RedBeach.vmod --game red_beach
      vassal-bridge terrain mygame.vmod --map "Main Map" -o mygame/terrain
    """
    opened = open_module(module)
    if game is not None and map_folder(game) is None:
        known_game(game)
    name = game or _game_of(opened)
    is_known = map_folder(name) is not None
    if out is None and not is_known:
        raise click.UsageError(
            "the module does not say which of our games it is: give --game, or a folder with -o"
        )
    choices: Choices = choices_of(name) if is_known or game is not None else plain_choices()
    folder = out if out is not None else user_folder() / name / OWN_MAP
    painting, page = open_map(opened, map_name, folder, choices, clusters=clusters, force=force)
    server = TerrainServer(painting, page, port=port)
    try:
        put(server.url)
        say(f"Painting {page.sheet['title']}, saved in {folder}. Ctrl-C ends.")
        if not no_browser:
            webbrowser.open(server.url)
        server.serve()
    except KeyboardInterrupt:
        painted = sum(1 for one in painting.hexes if painting.value(one))
        say(f"Ended. {painted} of {len(painting.cells.cells)} hexes are painted, in {folder}.")
    finally:
        server.close()


def _game_of(module: Module) -> str:
    """Return the game that a module of ours names; empty for any other."""
    found = {one.name: one.initial for one in module.properties}
    return found.get(GAME_PROPERTY, "")
