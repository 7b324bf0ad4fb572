"""`vassal-bridge edit`: moves, flips, places and more on a save, from a list of changes.

Keys of `--json`: `changes`, a list of objects with `change` (its number from 1) and `did` (in
words), `differences` (sentences, with --dry-run only), `written` (false with --dry-run).
"""

from __future__ import annotations

from pathlib import Path

import click

from vassal_bridge.cli.changes import changes_in, proved, show_made, shuffled, verbs
from vassal_bridge.cli.guarding import check_out
from vassal_bridge.cli.looking import MODULE_HELP, module_beside
from vassal_bridge.cli.output import say
from vassal_bridge.formats.comparing.diff import diff
from vassal_bridge.formats.editing.changing import make
from vassal_bridge.formats.save import open_save
from vassal_bridge.formats.writing import atomic_write

HELP = f"""Make the changes of a TOML or JSON file on SAVE, and write the new save to OUT.

CHANGES is a list `change`; each has a verb, whose value names a piece, and further keys. Pieces
go by name or id, `at` tells pieces of one name apart. All changes are made, or none; the new save
is read again and compared before it is written. `-` reads TOML from the input. A log is not
edited: `log append` adds changes to its end.

\b
  [[change]]
  move = "1/8 Inf"
  to = "1512"

\b
Verbs, what they name, and their keys ([those] may be left out):
{verbs()}

\b
Examples:
  vassal-bridge edit turn3.vsav changes.toml -o turn3b.vsav
  vassal-bridge edit turn3.vsav changes.json --dry-run
"""


@click.command(help=HELP)
@click.argument("save", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("changes", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@click.option(
    "-o",
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The new save. Needed unless with --dry-run.",
)
@click.option(
    "--module",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help=MODULE_HELP,
)
@click.option("--dry-run", is_flag=True, help="Say what would be done, and write nothing.")
@click.option("--force", is_flag=True, help="Replace OUT if it exists.")
@click.option("--json", "as_json", is_flag=True, help="Print what was done as JSON.")
def edit(
    save: Path,
    changes: str,
    out: Path | None,
    module: Path | None,
    dry_run: bool,
    force: bool,
    as_json: bool,
) -> None:
    """Make the changes of a file on a save; HELP is what the player reads."""
    if out is None and not dry_run:
        raise click.UsageError("give -o OUT, or --dry-run")
    if out is not None and not dry_run:
        check_out(out, [save, Path(changes), *([module] if module else [])], force=force)
    wanted = changes_in(changes)
    opened = open_save(save)
    found = module_beside(opened, save, module)
    if found is not None:
        opened.belongs_to(found)
    made = make(opened.editor, wanted, shuffled)
    data = proved(open_save(save), opened)
    written = out is not None and not dry_run
    told = [] if written else diff(open_save(save), opened, module=found)
    show_made(made, told, written=written, as_json=as_json)
    if out is None or dry_run:
        say("Nothing was written.")
        return
    atomic_write(out, data, force=force)
    say(f"Wrote {out}")
