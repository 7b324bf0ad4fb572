"""`vassal-bridge module`: compares, merges and scales modules that are played already."""

from __future__ import annotations

import click

from vassal_bridge.cli.living.bump import bump
from vassal_bridge.cli.living.diff import diff
from vassal_bridge.cli.living.merge import merge, split
from vassal_bridge.cli.living.scale import scale


@click.group()
def module() -> None:
    r"""Compare versions of a module, or make a new one of it: merged, split, scaled, renumbered.

    The module given is never changed. `vassal-bridge refresh` then brings saves to the new one.

    \b
    Examples:
      vassal-bridge module diff game-1.0.vmod game-1.1.vmod
      vassal-bridge module bump game.vmod 1.2 -o game-1.2.vmod
    """


for command in (bump, diff, merge, scale, split):
    module.add_command(command)
