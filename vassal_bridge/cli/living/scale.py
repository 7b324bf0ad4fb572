"""`vassal-bridge module scale`: a module, its set-ups and saves in another size."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import click

from vassal_bridge.builder.living.files import write_all
from vassal_bridge.builder.living.lengths import read_factor
from vassal_bridge.builder.living.scaling import scale_module, scale_save
from vassal_bridge.cli.living.options import FILE, out_with_saves, targets_of
from vassal_bridge.cli.output import say
from vassal_bridge.errors import RuleError
from vassal_bridge.formats.module import open_module
from vassal_bridge.formats.save import open_save

SHOWN = 10


class _Factor(click.ParamType[Fraction]):
    name = "factor"

    def convert(
        self, value: str, param: click.Parameter | None, ctx: click.Context | None
    ) -> Fraction:
        try:
            return read_factor(value)
        except RuleError as error:
            self.fail(error.message, param, ctx)


@click.command("scale")
@click.argument("module", type=FILE)
@click.argument("factor", type=_Factor())
@out_with_saves("scale")
def scale(module: Path, factor: Fraction, out: Path, saves: tuple[Path, ...], force: bool) -> None:
    r"""Scale MODULE by FACTOR, such as 1.5, 3/2 or 150%.

    Boards and counters are drawn anew in the other size; grids, zones, regions, offsets of
    Layers and labels, distances in stacks, and the places of all pieces in set-ups and saves
    follow. Icons and charts keep their size; a picture that we cannot scale is told.

    \b
    Examples:
      vassal-bridge module scale game.vmod 1.5 -o big/game.vmod --save turn3.vsav
    """
    targets = targets_of(module, saves, out, force=force)
    made = scale_module(open_module(module), factor)
    for note in made.notes[:SHOWN]:
        say(f"Note: {note}")
    if len(made.notes) > SHOWN:
        say(f"Note: and {len(made.notes) - SHOWN} more like these")
    contents = [made.module.archive.to_bytes()]
    contents += [scale_save(made, open_save(path)).to_bytes() for path in saves]
    for one in write_all(zip(targets, contents, strict=True), force=force):
        say(f"Wrote {one.path}")
