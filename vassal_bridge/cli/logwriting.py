"""`vassal-bridge log append` and `log trim`: logs that go on, and logs of fewer steps.

Keys of `log append --json` are those of `edit --json`.
"""

from __future__ import annotations

from pathlib import Path

import click

from vassal_bridge.cli.changes import changes_in, proved, show_made, shuffled
from vassal_bridge.cli.guarding import check_out
from vassal_bridge.cli.looking import MODULE_HELP, module_beside
from vassal_bridge.cli.output import say, warn
from vassal_bridge.errors import VerifyError
from vassal_bridge.formats.comparing.diff import diff
from vassal_bridge.formats.editing.changing import make
from vassal_bridge.formats.logs.chain import difference, facts
from vassal_bridge.formats.logs.log import Log, log_from, open_log
from vassal_bridge.formats.module import Module
from vassal_bridge.formats.position import Position
from vassal_bridge.formats.save import Save

_A_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
_AN_OUTPUT = click.Path(dir_okay=False, path_type=Path)


@click.command()
@click.argument("file", metavar="LOG", type=_A_FILE)
@click.argument("changes", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@click.option(
    "-o", "--out", type=_AN_OUTPUT, help="The new log (.vlog). Needed unless with --dry-run."
)
@click.option("--module", type=_A_FILE, help=MODULE_HELP)
@click.option("--side", help="Who makes the changes: moves bear the name of this side's player.")
@click.option("--one-step", is_flag=True, help="Make one step of all changes, not a step of each.")
@click.option("--dry-run", is_flag=True, help="Say what would be done, and write nothing.")
@click.option("--force", is_flag=True, help="Replace OUT if it exists.")
@click.option("--json", "as_json", is_flag=True, help="Print what was done as JSON.")
def append(
    file: Path,
    changes: str,
    out: Path | None,
    module: Path | None,
    side: str | None,
    one_step: bool,
    dry_run: bool,
    force: bool,
    as_json: bool,
) -> None:
    r"""Add the changes of a TOML or JSON file to the end of LOG, as steps to walk through.

    CHANGES are those of `vassal-bridge edit`; they are made on the position in which the log
    ends. Every step that is there stays as it is. A save is a log without steps. All changes are
    made, or none; the new log is read and played again before it is written.

    \b
    Examples:
      vassal-bridge log append turn1.vlog changes.toml -o turn1b.vlog
      vassal-bridge log append turn1.vsav changes.toml --side Allied -o answer.vlog
    """
    if out is None and not dry_run:
        raise click.UsageError("give -o OUT, or --dry-run")
    if out is not None and not dry_run:
        check_out(out, [file, Path(changes), *([module] if module else [])], force=force)
    wanted = changes_in(changes)
    log = _open(file)
    found = module_beside(log.save, file, module)
    end, begun = log.cut(len(log.steps), module=found), log.cut(len(log.steps), module=found)
    if found is not None:
        end.belongs_to(found)
    if side is not None:
        end.editor.played_by(side)
    made = make(end.editor, wanted, shuffled)
    proved(begun, end)
    steps = [list(one.commands) for one in made]
    if one_step:
        steps = [[text for step in steps for text in step]]
    new = _played(log, log_from(log.save, steps), end, found)
    written = out is not None and not dry_run
    told = [] if written else diff(begun, end, module=found)
    show_made(made, told, written=written, as_json=as_json)
    if out is None or dry_run:
        say("Nothing was written.")
        return
    new.write(out, force=force)
    added = len(new.steps) - len(log.steps)
    say(f"Wrote {out}: {len(log.steps)} steps and {added} new.")


def _played(log: Log, data: bytes, end: Save, module: Module | None) -> Log:
    """Return the new log, read again and played to its end, which must be the edited position."""
    new = Log(Save.from_bytes(data, name=log.name))
    if not new.save.text.startswith(log.save.text):
        raise _unproved("the log's own steps came out different", data)
    differs = difference(facts(Position(end)), facts(new.replay(module=module)))
    if differs:
        raise _unproved(f"the new log does not end as the changes did: {differs}", data)
    return new


def _unproved(message: str, data: bytes) -> VerifyError:
    error = VerifyError(message)
    error.evidence = data
    return error


@click.command()
@click.argument("file", metavar="LOG", type=_A_FILE)
@click.option("--from", "first", type=click.IntRange(min=1), default=1, help="The first to keep.")
@click.option("--to", "last", type=click.IntRange(min=0), help="The last; without it, the end.")
@click.option("-o", "--out", type=_AN_OUTPUT, required=True, help="The new log (.vlog).")
@click.option("--module", type=_A_FILE, help=MODULE_HELP)
@click.option("--force", is_flag=True, help="Replace OUT if it exists.")
def trim(
    file: Path, first: int, last: int | None, out: Path, module: Path | None, force: bool
) -> None:
    r"""Keep some steps of LOG in a row: drop what is before them, or after them.

    The new log begins with the position before its first step. Steps in the middle cannot be
    dropped: what follows them is built on them.

    \b
    Examples:
      vassal-bridge log trim turn1.vlog --to 11 -o without-the-rest.vlog
      vassal-bridge log trim game.vlog --from 40 --to 62 -o night.vlog
    """
    check_out(out, [file, *([module] if module else [])], force=force)
    log = _open(file)
    new = log.part(first, last, module=module_beside(log.save, file, module))
    new.write(out, force=force)
    say(f"Wrote {out}: {len(new.steps)} of {len(log.steps)} steps.")


def _open(path: Path) -> Log:
    opened = open_log(path)
    for problem in opened.problems:
        warn(str(problem))
    return opened
