"""`vassal-bridge demo`: builds a module, plays its first turns, and leaves files to look at."""

from __future__ import annotations

from pathlib import Path

import click

from vassal_bridge.builder.demo import make_demo
from vassal_bridge.cli.names import known_game
from vassal_bridge.cli.output import put, say
from vassal_bridge.cli.playing import SENSIBLE
from vassal_bridge.game.game import load

DEFAULT_GAME = "red_beach"
DEFAULT_FOLDER = Path("dist") / "demo"
DEFAULT_SEED = 1943


@click.command()
@click.argument("game", default=DEFAULT_GAME)
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=DEFAULT_FOLDER,
    show_default=True,
    help="The folder to write to; files of an earlier demonstration are replaced.",
)
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    default=DEFAULT_SEED,
    show_default=True,
    help="The seed of the dice.",
)
def demo(game: str, out: Path, seed: int) -> None:
    r"""Show what vassal-bridge does, without needing a module or data of yours.

    Builds the module of GAME, sets up a scenario, plays its first turns, and leaves the module,
    a save after each turn, pictures before and after, and the story. Open the module in VASSAL
    and load the saves.

    \b
    Examples:
      vassal-bridge demo
      vassal-bridge demo red_beach --out my-demo --seed 7
    """
    found = known_game(game)
    made = make_demo(found, out, seed, load(SENSIBLE), lambda text: say(f"... {text}"))
    put(made.report)
    say(f"Left in {out}:")
    for file in made.files:
        say(f"  {file.name}")
