"""`vassal-bridge module merge` and `split`: an extension into its module, and out again."""

from __future__ import annotations

from pathlib import Path

import click

from vassal_bridge.builder.living.files import write_all
from vassal_bridge.builder.living.merging import merge as merge_modules
from vassal_bridge.builder.living.merging import split as split_module
from vassal_bridge.cli.guarding import check_out
from vassal_bridge.cli.output import say, warn
from vassal_bridge.formats.module import Module, open_module

_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
_OUT = click.Path(dir_okay=False, path_type=Path)


@click.command("merge")
@click.argument("module", type=_FILE)
@click.argument("extensions", type=_FILE, nargs=-1, required=True)
@click.option("-o", "--out", type=_OUT, required=True, help="The module to write.")
@click.option("--force", is_flag=True, help="Replace OUT if it exists.")
def merge(module: Path, extensions: tuple[Path, ...], out: Path, force: bool) -> None:
    r"""Merge EXTENSIONS into MODULE: what they add stands where it stands in play.

    Their counters get gpids of the module's own. The module remembers which are whose, so that
    `refresh` brings saves along, and `module split` takes the extension out again.

    \b
    Examples:
      vassal-bridge module merge game.vmod more.vmdx -o game-with-more.vmod
    """
    check_out(out, [module, *extensions], force=force)
    opened = open_module(module)
    for path in extensions:
        made = merge_modules(opened, open_module(path))
        for note in made.notes:
            warn(f"{path.name}: {note}")
        opened = Module(made.archive)
    _write([(out, opened.archive.to_bytes())], force)


@click.command("split")
@click.argument("module", type=_FILE)
@click.option("--extension", "name", default="", help="Which extension, if several were merged.")
@click.option("-o", "--out", type=_OUT, required=True, help="The extension to write.")
@click.option("--rest", type=_OUT, help="The module without the extension, to write, too.")
@click.option("--force", is_flag=True, help="Replace files that exist.")
def split(module: Path, name: str, out: Path, rest: Path | None, force: bool) -> None:
    r"""Split an extension off a MODULE into which `module merge` has merged it.

    What was changed in its parts since then comes with it; its counters get their old gpids.

    \b
    Examples:
      vassal-bridge module split game-with-more.vmod -o more.vmdx --rest game.vmod
    """
    targets = [out, *([rest] if rest is not None else [])]
    for target in targets:
        check_out(target, [module], force=force)
    extension, left = split_module(open_module(module), name)
    for note in extension.notes:
        warn(note)
    contents = [extension.archive.to_bytes(), left.archive.to_bytes()]
    _write(list(zip(targets, contents, strict=False)), force)


def _write(contents: list[tuple[Path, bytes]], force: bool) -> None:
    for one in write_all(contents, force=force):
        say(f"Wrote {one.path}")
