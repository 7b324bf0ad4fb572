"""`vassal-bridge dump` and `load`: a save as text that git compares line by line, and back."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from vassal_bridge.cli.guarding import check_out
from vassal_bridge.cli.output import put_bytes, say
from vassal_bridge.cli.texts import decode_text, read_text
from vassal_bridge.formats.archive import Archive
from vassal_bridge.formats.save import SAVED_GAME, Save
from vassal_bridge.formats.text import dump as dump_text
from vassal_bridge.formats.text import load as load_text
from vassal_bridge.formats.writing import atomic_write


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "-o",
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The text file, in UTF-8. Without it the text goes to stdout.",
)
@click.option("--force", is_flag=True, help="Replace OUT if it exists.")
def dump(file: Path, out: Path | None, force: bool) -> None:
    r"""Write a save or log as text: its twin, from which `load` makes the file again.

    The twin holds everything, so also the players' passwords and what is hidden: keep it to
    yourself. Each command is a line, each trait of a piece a line of its own; two twins differ
    where the games differ, which `git diff` shows.

    \b
    Examples:
      vassal-bridge dump turn3.vsav -o turn3.txt
      vassal-bridge dump turn3.vlog | less
    """
    archive = Archive.read(file)
    twin = dump_text(Save(archive) if SAVED_GAME in archive else archive).encode("utf-8")
    if out is None:
        put_bytes(twin)
        return
    check_out(out, [file], force=force)
    atomic_write(out, twin, force=force)
    say(f"Wrote {out}; it holds passwords and whatever is hidden.")


@click.command()
@click.argument("text", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@click.option(
    "-o",
    "--out",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="The save or log to write.",
)
@click.option("--force", is_flag=True, help="Replace OUT if it exists.")
def load(text: str, out: Path, force: bool) -> None:
    r"""Make a save or log from its text twin, as `dump` wrote it and you perhaps edited it.

    The result is read once more before it is written. A line that cannot be understood is named
    by its number, and nothing is written. TEXT may be - for stdin.

    \b
    Example:
      vassal-bridge load turn3.txt -o turn3-edited.vsav
    """
    if text == "-":
        name, content = "stdin", decode_text(sys.stdin.buffer.read(), "stdin")
    else:
        check_out(out, [Path(text)], force=force)
        name, content = Path(text).name, read_text(Path(text))
    archive = load_text(content, name=name)
    if SAVED_GAME in archive:
        Save(archive)
    atomic_write(out, archive.to_bytes(), force=force)
    say(f"Wrote {out}.")
