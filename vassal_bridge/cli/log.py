"""`vassal-bridge log`: shows, cuts and joins the logs of a game."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import click

from vassal_bridge.cli.guarding import check_out
from vassal_bridge.cli.logcheck import check_logs
from vassal_bridge.cli.logwriting import append, trim
from vassal_bridge.cli.looking import MODULE_HELP, VIEWER_HELP, module_beside, who_looks
from vassal_bridge.cli.output import progress, put, put_json, put_table, say, warn
from vassal_bridge.formats.logs.chain import join
from vassal_bridge.formats.logs.chatlines import without_tags
from vassal_bridge.formats.logs.log import Log, open_log
from vassal_bridge.formats.logs.story import Happening, Told, story
from vassal_bridge.formats.module import Module, open_module

_A_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
_AN_OUTPUT = click.Path(dir_okay=False, path_type=Path)
_FORMATS = ("step", "who", "how", "kind", "text", "piece", "from", "to")
_REPORTED = ("moved", "created", "deleted", "dice")
"""What VASSAL reports in the chat too; the table leaves out those lines of the chat."""


@click.group()
def log() -> None:
    r"""Show a log as a story, check a game by mail, cut a save out, or join a chain of logs.

    \b
    Examples:
      vassal-bridge log show turn1.vlog
      vassal-bridge log check turn1-US.vlog turn1-JP.vlog
      vassal-bridge log cut turn1.vlog --step 12 -o after-12.vsav
      vassal-bridge log append turn1.vlog changes.toml -o turn1b.vlog
    """


log.add_command(check_logs)
log.add_command(append)
log.add_command(trim)


def _module_option(command: Any) -> Any:
    return click.option(
        "--module",
        type=_A_FILE,
        help="The module (.vmod): it names places, and tells on which maps nothing stacks.",
    )(command)


@log.command()
@click.argument("file", metavar="LOG", type=_A_FILE)
@click.option("--module", type=_A_FILE, help=MODULE_HELP)
@click.option("--side", help=VIEWER_HELP)
@click.option("--step", type=click.IntRange(min=1), help="Show this step alone.")
@click.option("--json", "as_json", is_flag=True, help="Print the steps as JSON.")
@click.option("--csv", "as_csv", is_flag=True, help="Print a row for each thing that happened.")
def show(
    file: Path,
    module: Path | None,
    side: str | None,
    step: int | None,
    as_json: bool,
    as_csv: bool,
) -> None:
    r"""Show what happened in LOG: who did what, step by step.

    Steps are counted as VASSAL counts them. A log does not say who made a step: the mover, the
    roster or the chat tell, and where they do not the player is unknown. What a side, or an
    observer without one, may not see is not shown. Chat is shown as VASSAL shows it; --json has
    it raw as well.

    \b
    Examples:
      vassal-bridge log show turn1.vlog --module tarawa.vmod
      vassal-bridge log show turn1.vlog --side Allied
      vassal-bridge log show turn1.vlog --step 12 --json
    """
    if as_json and as_csv:
        raise click.UsageError("give one of --json and --csv")
    opened = _open(file)
    if step is not None:
        opened.check(step)
    found = module_beside(opened.save, file, module)
    viewer = who_looks(opened.save, side, found)
    told_by = story(opened, found, viewer)
    with progress(told_by, "Reading", step or len(opened.steps)) as steps:
        told = _wanted(steps, step)
    if as_json:
        put_json({"log": str(file), "steps": [_as_data(one) for one in told]})
    elif as_csv:
        _put_csv(told)
    else:
        put_table(("step", "who", "what happened"), _rows(told))
        if not opened.steps:
            say("It is a save, or a log that was ended before its first step.")


@log.command()
@click.argument("file", metavar="LOG", type=_A_FILE)
@click.option("--step", type=click.IntRange(min=0), required=True, help="The step; 0: the start.")
@click.option("-o", "--out", type=_AN_OUTPUT, required=True, help="The new save (.vsav).")
@click.option("--force", is_flag=True, help="Replace OUT if it exists.")
@_module_option
def cut(file: Path, step: int, out: Path, force: bool, module: Path | None) -> None:
    r"""Write the position after a step of LOG as a save that VASSAL opens.

    \b
    Example:
      vassal-bridge log cut turn1.vlog --step 12 -o after-12.vsav
    """
    check_out(out, [file], force=force)
    opened = _open(file)
    opened.cut(step, module=_module(module)).write(out, force=force)
    say(f"Wrote {out}: step {step} of {len(opened.steps)}.")


@log.command(name="join")
@click.argument("files", metavar="LOG...", nargs=-1, required=True, type=_A_FILE)
@click.option("-o", "--out", type=_AN_OUTPUT, required=True, help="The new log (.vlog).")
@click.option("--force", is_flag=True, help="Replace OUT if it exists.")
@_module_option
def join_logs(files: tuple[Path, ...], out: Path, force: bool, module: Path | None) -> None:
    r"""Join a chain of logs, in the order given, into one log.

    Each must begin where the one before it ends. Steps that a log repeats, because its player
    began to log before stepping through the other's, are taken once.

    \b
    Example:
      vassal-bridge log join turn1-US.vlog turn1-JP.vlog -o turn1.vlog
    """
    check_out(out, files, force=force)
    with progress(files, "Reading", len(files)) as paths:
        logs = [_open(path) for path in paths]
    joined = join(logs, _module(module))
    joined.write(out, force=force)
    say(f"Wrote {out}: {len(joined.steps)} steps.")


def _open(path: Path) -> Log:
    opened = open_log(path)
    for problem in opened.problems:
        warn(str(problem))
    return opened


def _module(path: Path | None) -> Module | None:
    return None if path is None else open_module(path)


def _wanted(steps: Iterable[Told], step: int | None) -> list[Told]:
    told: list[Told] = []
    for one in steps:
        if step is None or one.number == step:
            told.append(one)
        if one.number == step:
            break
    return told


def _rows(told: Sequence[Told]) -> list[tuple[str, str, str]]:
    """Return the table's rows: the number and the player at the first line of a step alone."""
    rows: list[tuple[str, str, str]] = []
    for one in told:
        reported = any(happening.kind in _REPORTED for happening in one.happenings)
        lines = [
            line
            for happening in one.happenings
            for line in _lines(happening)
            if not (reported and happening.kind == "chat" and happening.text.startswith("*"))
        ]
        first, *others = lines or ["nothing to see"]
        rows.append((str(one.number), one.who.name, first))
        rows += [("", "", line) for line in others]
    return rows


def _lines(happening: Happening) -> list[str]:
    """Return a happening's lines; names of pieces may hold HTML, which VASSAL shows as such."""
    text = happening.text
    return [without_tags(text).replace("\n", " ")] if "<html>" in text else text.split("\n")


def _as_data(one: Told) -> dict[str, Any]:
    return {
        "step": one.number,
        "who": one.who.name,
        "how": one.who.how or None,
        "happened": [
            {
                "kind": happening.kind,
                "text": happening.text,
                "piece": happening.piece or None,
                "from": happening.start or None,
                "to": happening.end or None,
                **({"raw": happening.raw} if happening.kind == "chat" else {}),
            }
            for happening in one.happenings
        ],
    }


def _put_csv(told: Sequence[Told]) -> None:
    writer = csv.writer(_Lines(), lineterminator="")
    writer.writerow(_FORMATS)
    for one in told:
        for what in one.happenings:
            who = (one.number, one.who.name, one.who.how)
            writer.writerow((*who, what.kind, what.text, what.piece, what.start, what.end))


class _Lines:
    """Prints each row that the csv writer gives it as a line."""

    def write(self, text: str) -> None:
        """Print a row."""
        put(text)
