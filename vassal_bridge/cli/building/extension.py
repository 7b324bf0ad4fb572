"""`vassal-bridge build extension`: parts of a recipe for a player's own module."""

from __future__ import annotations

from pathlib import Path

import click

from vassal_bridge.builder.recipe import read_recipe
from vassal_bridge.builder.writing.draft import check_lock
from vassal_bridge.builder.writing.extension import build_extension
from vassal_bridge.builder.writing.extensionparts import DEFAULT, KINDS
from vassal_bridge.cli.building.locks import keep
from vassal_bridge.cli.guarding import check_out
from vassal_bridge.cli.output import put, say
from vassal_bridge.formats.module import open_module

SUFFIX = ".vmdx"
_PARTS = "; ".join(f"{one.name} ({one.adds})" for one in KINDS.values())


@click.command("extension")
@click.argument("recipe")
@click.option(
    "--for",
    "module",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="The module (.vmod) that is to get the parts. It is only read. Without it the extension"
    " is for any module.",
)
@click.option(
    "-o",
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    required=True,
    help="The extension to write, such as bridge.vmdx.",
)
@click.option(
    "--part",
    "wanted",
    metavar="PART[:NAME]",
    multiple=True,
    help=f"A part that it is to add, or of that part what has the name; can be given again."
    f" Default: {', '.join(DEFAULT)}. There is {_PARTS}.",
)
@click.option("--locked", is_flag=True, help="Refuse to give counters new numbers.")
@click.option("--force", is_flag=True, help="Replace OUT if it exists.")
def extension(
    recipe: str, module: Path | None, out: Path, wanted: tuple[str, ...], locked: bool, force: bool
) -> None:
    r"""Build an extension that adds parts of RECIPE to your own module of the game.

    Without --part it lets the module ask vassal-bridge: it adds a menu to the toolbar (next, end
    segment, undo ...), and the global properties that `watch` reads and answers. Other parts are
    the counter trays, charts, dice and so on, each with its pictures; counters bring the
    prototypes that they use. They have the numbers of gpids.lock, behind the extension's own id.

    Put it into the folder that VASSAL keeps beside the module, named like the module with _ext
    at its end, or add it there with VASSAL's Module Manager. Then begin a new game, or update an
    old save, so that the save has the properties.

    \b
    Examples:
      vassal-bridge build extension red_beach -o bridge.vmdx --for MyTarawa.vmod
      vassal-bridge build extension manila45 -o tables.vmdx --part charts --part dice
      vassal-bridge build extension manila45 -o units.vmdx --part counters:Japanese
    """
    if out.suffix.lower() != SUFFIX:
        raise click.UsageError(f"an extension's name ends in {SUFFIX}; found {out.name!r}")
    check_out(out, [module] if module is not None else [], force=force)
    found = read_recipe(recipe)
    if locked:
        check_lock(found)
    of = None if module is None else open_module(module)
    report = build_extension(found, of, out, wanted or DEFAULT, force=force)
    put(str(report))
    for note in report.notes:
        say(f"Note: {note}")
    say(f"Wrote {out}.")
    if module is not None:
        say(f"Its place is {module.with_suffix('').name}_ext, beside {module.name}.")
    if report.lock is not None:
        keep(found, report.lock)
