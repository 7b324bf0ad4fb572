"""`vassal-bridge players`: the seats of a save; renames or drops one in a copy of it.

Keys of `--json`: `save`, `out` (null where nothing was written) and `players`, a list of objects
with `name` and `side` (empty for an observer). Passwords are never shown.
"""

from __future__ import annotations

from pathlib import Path

import click

from vassal_bridge.cli.guarding import check_out
from vassal_bridge.cli.output import put_json, put_table, say, warn
from vassal_bridge.formats.roster import drop as drop_seat
from vassal_bridge.formats.roster import hidden_by_player, seats
from vassal_bridge.formats.roster import rename as rename_seat
from vassal_bridge.formats.save import Save, open_save
from vassal_bridge.formats.secrets import Redactor
from vassal_bridge.formats.writing import atomic_write


@click.command()
@click.argument("save", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--rename", metavar="OLD=NEW", multiple=True, help="Give a player another name. Repeatable."
)
@click.option("--drop", metavar="NAME", multiple=True, help="Free a player's seat. Repeatable.")
@click.option(
    "-o",
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The new save. Needed with --rename and --drop.",
)
@click.option("--force", is_flag=True, help="Replace OUT if it exists.")
@click.option("--json", "as_json", is_flag=True, help="Print the players as JSON.")
def players(
    save: Path,
    rename: tuple[str, ...],
    drop: tuple[str, ...],
    out: Path | None,
    force: bool,
    as_json: bool,
) -> None:
    r"""List the players in SAVE, or rename or drop some of them in a copy.

    Passwords are never shown and never changed: masks and private notes stay their owner's. A
    dropped seat is free for anybody; what only its player could unmask stays masked until
    somebody sits down with the same password.

    \b
    Examples:
      vassal-bridge players turn3.vsav
      vassal-bridge players turn3.vsav --rename "Ann=Anne" -o turn3-anne.vsav
      vassal-bridge players turn3.vsav --drop Kenji -o turn3-free.vsav
    """
    edits = bool(rename or drop)
    if edits and out is None:
        raise click.UsageError("name the new save with -o OUT")
    if out is not None and not edits:
        raise click.UsageError("there is nothing to write; give --rename or --drop")
    if out is not None:
        check_out(out, [save], force=force)
    opened = open_save(save)
    for text in rename:
        old, sign, new = text.partition("=")
        if not sign:
            raise click.UsageError(f"expected --rename OLD=NEW, found {text!r}")
        rename_seat(opened, old, new)
    for name in drop:
        _drop(opened, name)
    if out is not None:
        atomic_write(out, opened.to_bytes(), force=force)
    clean = Redactor(opened).clean
    found = [(clean(one.name), clean(one.side)) for one in seats(opened)]
    if as_json:
        put_json(
            {
                "save": save.name,
                "out": None if out is None else str(out),
                "players": [{"name": name, "side": side} for name, side in found],
            }
        )
    else:
        put_table(("name", "side"), [(name, side or "(observer)") for name, side in found])
    if out is not None:
        say(f"Wrote {out}.")


def _drop(save: Save, name: str) -> None:
    hidden = hidden_by_player(save, drop_seat(save, name))
    if hidden:
        warn(f"{hidden} pieces stay hidden until {name}'s password sits down again")
