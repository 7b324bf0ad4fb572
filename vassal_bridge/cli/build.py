"""`vassal-bridge build`: makes modules, counters and sheets out of recipes."""

from __future__ import annotations

import click

from vassal_bridge.cli.building.board import board
from vassal_bridge.cli.building.counters import counters
from vassal_bridge.cli.building.extension import extension
from vassal_bridge.cli.building.module import module
from vassal_bridge.cli.building.new import new
from vassal_bridge.cli.building.recipe import recipe
from vassal_bridge.cli.building.schema import schema
from vassal_bridge.cli.building.sheet import sheet


@click.group()
def build() -> None:
    r"""Make modules, counters and print-ready sheets out of a recipe.

    A recipe is a folder with module.toml and board.toml, or the name of one that comes with
    vassal-bridge, such as red_beach.

    \b
    Examples:
      vassal-bridge build new mygame
      vassal-bridge build module red_beach -o dist/red_beach.vmod
    """


for command in (board, counters, extension, module, new, recipe, schema, sheet):
    build.add_command(command)
