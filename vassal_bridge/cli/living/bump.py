"""`vassal-bridge module bump`: gives a module, its set-ups and saves another version number."""

from __future__ import annotations

from pathlib import Path

import click

from vassal_bridge.builder.living.bumping import bumped_module, bumped_save
from vassal_bridge.builder.living.files import Written, write_all
from vassal_bridge.cli.living.options import FILE, out_with_saves, targets_of
from vassal_bridge.cli.output import put, say
from vassal_bridge.formats.module import open_module
from vassal_bridge.formats.save import open_save


@click.command("bump")
@click.argument("module", type=FILE)
@click.argument("version")
@out_with_saves("bring")
def bump(module: Path, version: str, out: Path, saves: tuple[Path, ...], force: bool) -> None:
    r"""Give MODULE another VERSION: in its build file, its facts and its set-ups.

    VASSAL compares the version that a save carries with the module's, and warns where they
    differ; --save brings saves along. The checksum (CRC-32) of every file written is told, as
    VASSAL's server compares it between players: both must have the same file.

    \b
    Examples:
      vassal-bridge module bump game.vmod 1.2 -o game-1.2.vmod
      vassal-bridge module bump game.vmod 1.2 -o new/game.vmod --save turn3.vsav
    """
    targets = targets_of(module, saves, out, force=force)
    opened = open_module(module)
    made = bumped_module(opened, version)
    contents = [
        made.to_bytes(),
        *(bumped_save(open_save(path), version, made).to_bytes() for path in saves),
    ]
    for one in write_all(zip(targets, contents, strict=True), force=force):
        _tell(one)
    put(f"{opened.name}: {opened.version or 'no version'} -> {version}")


def _tell(one: Written) -> None:
    say(f"Wrote {one.path} ({one.size} bytes, CRC-32 {one.crc:08x})")
