"""`vassal-bridge build extension`: the buttons and properties for a player's own module."""

from __future__ import annotations

from pathlib import Path

import click

from vassal_bridge.builder.writing.extension import build_extension
from vassal_bridge.cli.guarding import check_out
from vassal_bridge.cli.output import put, say
from vassal_bridge.formats.module import open_module

SUFFIX = ".vmdx"


@click.command("extension")
@click.argument("recipe")
@click.option(
    "--for",
    "module",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    required=True,
    help="The module (.vmod) that is to get the buttons. It is only read.",
)
@click.option(
    "-o",
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    required=True,
    help="The extension to write, such as bridge.vmdx.",
)
@click.option("--force", is_flag=True, help="Replace OUT if it exists.")
def extension(recipe: str, module: Path, out: Path, force: bool) -> None:
    r"""Build an extension that lets your own module of RECIPE's game ask vassal-bridge.

    It adds a menu to the toolbar (next, end segment, undo ...), and the global properties that
    `watch` reads and answers. Put it into the folder that VASSAL keeps beside the module, named
    like the module with _ext at its end, or add it there with VASSAL's Module Manager. Then
    begin a new game, or update an old save, so that the save has the properties.

    \b
    Example:
      vassal-bridge build extension red_beach -o bridge.vmdx --for MyTarawa.vmod
    """
    if out.suffix.lower() != SUFFIX:
        raise click.UsageError(f"an extension's name ends in {SUFFIX}; found {out.name!r}")
    check_out(out, [module], force=force)
    report = build_extension(recipe, open_module(module), out, force=force)
    put(str(report))
    say(f"Wrote {out}. Its place is {module.with_suffix('').name}_ext, beside {module.name}.")
