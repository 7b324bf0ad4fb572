"""`vassal-bridge module scale`: a module, its set-ups and saves in another size."""

from __future__ import annotations

from pathlib import Path

import click

from vassal_bridge.builder.living.files import write_all
from vassal_bridge.builder.living.lengths import read_factor
from vassal_bridge.builder.living.scaling import scale_module, scale_save
from vassal_bridge.cli.guarding import check_out
from vassal_bridge.cli.output import say
from vassal_bridge.formats.module import open_module
from vassal_bridge.formats.save import open_save

SHOWN = 10
_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command("scale")
@click.argument("module", type=_FILE)
@click.argument("factor")
@click.option(
    "-o",
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    required=True,
    help="The module to write.",
)
@click.option(
    "--save",
    "saves",
    type=_FILE,
    multiple=True,
    help="A save to scale along; it is written beside OUT.",
)
@click.option("--force", is_flag=True, help="Replace files that exist.")
def scale(module: Path, factor: str, out: Path, saves: tuple[Path, ...], force: bool) -> None:
    r"""Scale MODULE by FACTOR, such as 1.5, 3/2 or 150%.

    Boards and counters are drawn anew in the other size; grids, zones, regions, offsets of
    Layers and labels, distances in stacks, and the places of all pieces in set-ups and saves
    follow. Icons and charts keep their size; a picture that we cannot scale is told.

    \b
    Examples:
      vassal-bridge module scale game.vmod 1.5 -o big/game.vmod --save turn3.vsav
    """
    targets = [out, *(out.parent / path.name for path in saves)]
    for target in targets:
        check_out(target, [module, *saves], force=force)
    made = scale_module(open_module(module), read_factor(factor))
    for note in made.notes[:SHOWN]:
        say(f"Note: {note}")
    if len(made.notes) > SHOWN:
        say(f"Note: and {len(made.notes) - SHOWN} more like these")
    contents = [made.module.archive.to_bytes()]
    contents += [scale_save(made, open_save(path)).to_bytes() for path in saves]
    for one in write_all(zip(targets, contents, strict=True), force=force):
        say(f"Wrote {one.path}")
