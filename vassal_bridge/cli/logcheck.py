"""`vassal-bridge log check`: the umpire for games by mail."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click

from vassal_bridge.audit.codes import code_of
from vassal_bridge.audit.examples import EXAMPLES
from vassal_bridge.audit.finding import Finding
from vassal_bridge.audit.gamecheck import check_game
from vassal_bridge.audit.reading import Reading
from vassal_bridge.audit.umpire import Report, check, with_findings
from vassal_bridge.cli.guarding import check_out
from vassal_bridge.cli.looking import module_beside, who_looks
from vassal_bridge.cli.names import known_game
from vassal_bridge.cli.output import progress, put, put_json, say, warn
from vassal_bridge.cli.reporting import write_report
from vassal_bridge.errors import EXIT_NO
from vassal_bridge.formats.logs.log import Log, open_log
from vassal_bridge.formats.module import Module

_A_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
_MODULE_HELP = (
    "The module (.vmod). Without it, it is found by its name beside the logs; where it is not,"
    " places have no names, and some checks cannot be made."
)

_OF_A_SAVE = (
    "There is nothing to check: a save has no steps. Give it together with the logs (.vlog) before"
    " and behind it; it is then a link of their chain."
)


def _explain(context: click.Context, _: click.Parameter, code: str | None) -> None:
    """Print what a finding means, and end."""
    if code is None:
        return
    row = code_of(code)
    put(f"{row.code} ({row.severity}): {row.title}.")
    put(row.meaning)
    put(f"For example: {EXAMPLES[row.code]}")
    context.exit()


@click.command(name="check")
@click.argument("files", metavar="LOG...", nargs=-1, required=True, type=_A_FILE)
@click.option("--module", type=_A_FILE, help=_MODULE_HELP)
@click.option("--game", help="Judge what was done by the rules of a game, such as red_beach.")
@click.option("--edition", help="The edition of the game's tables; without it, the best there is.")
@click.option("--side", help="Tell only what this side may know; without it, an observer.")
@click.option(
    "--html",
    "page",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the report as one page of HTML, too.",
)
@click.option("--force", is_flag=True, help="Replace the page if it exists.")
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON.")
@click.option("--strict", is_flag=True, help="List notes one by one; they count as findings.")
@click.option(
    "--explain",
    metavar="CODE",
    is_eager=True,
    expose_value=False,
    callback=_explain,
    help="Tell what a finding means, such as STEP-PLACE.",
)
@click.pass_context
def check_logs(
    context: click.Context,
    files: tuple[Path, ...],
    module: Path | None,
    game: str | None,
    edition: str | None,
    side: str | None,
    page: Path | None,
    force: bool,
    as_json: bool,
    strict: bool,
) -> None:
    r"""Check that LOGs of a game by mail were played straight, each alone and as a chain.

    Logs, and saves between them, may be given in any order: the chain is found. Each finding has
    a code, the log and its step, who acted where the log says it, and what was expected and
    found. Findings are facts and accuse nobody. Notes (an undo, a piece deleted ...) happen in
    honest play and are only counted, unless --strict.

    Exit code 0: no finding; 1: findings; 3: a file cannot be read.

    \b
    Examples:
      vassal-bridge log check turn1-US.vlog turn1-JP.vlog turn2-US.vlog
      vassal-bridge log check turn*.vlog --module tarawa.vmod --html check.html
      vassal-bridge log check --explain STEP-PLACE
    """
    if page is not None:
        check_out(page, files, force=force)
    judged = None if game is None else known_game(game)
    readings = read_files(files, module, side)
    report = check(readings)
    if judged is not None:
        own = list(check_game(report.linked, judged, edition))
        report = with_findings(report, own)
    if page is not None:
        chain = report.chain.readings
        write_report(page, chain, report.findings, side=side or "", force=force)
        say(f"Wrote {page}.")
    if as_json:
        put_json(as_data(report, strict=strict))
    else:
        tell(report, strict=strict)
    if not report.is_clean(strict=strict):
        context.exit(EXIT_NO)


def read_files(files: Sequence[Path], module: Path | None, side: str | None) -> list[Reading]:
    """Return the logs and saves in files, read with their module, as a side sees them.

    Raises:
        FormatError: a file cannot be read.
        BindingError: the module cannot be looked at, or the side is unknown.
    """
    with progress(files, "Reading", len(files)) as paths:
        logs = [_open(path) for path in paths]
    found: Module | None = None
    if logs:
        found = module_beside(logs[0].save, files[0], module)
    return [Reading(log, found, who_looks(log.save, side, found)) for log in _named(files, logs)]


def _open(path: Path) -> Log:
    log = open_log(path)
    for problem in log.problems:
        warn(str(problem))
    return log


def _named(files: Sequence[Path], logs: Sequence[Log]) -> Sequence[Log]:
    """Give logs of the same name in different folders names that tell them apart."""
    names = [path.name for path in files]
    for path, log in zip(files, logs, strict=True):
        if names.count(path.name) > 1:
            log.save.archive.name = path.as_posix()
    return logs


def tell(report: Report, *, strict: bool) -> None:
    """Print the order of the logs, the findings of each, and the notes or their number."""
    put("Order of play: " + ", ".join(reading.name for reading in report.chain))
    shown = report.findings if strict else report.serious
    for reading in report.chain:
        own = [one for one in shown if one.log == reading.name]
        if own:
            put("")
            put(reading.name)
        for one in own:
            put("  " + in_words(one))
    put("")
    put(_summary(report, shown, strict=strict))


def in_words(one: Finding) -> str:
    """Return a finding in a line: step, code, title, who, pieces, place and evidence."""
    at = f"step {one.step}" if one.step else "start"
    parts = [f"{at}: {one.code} ({one.severity}): {code_of(one.code).title}."]
    if one.pieces:
        where = f" in {one.where}" if one.where else ""
        parts.append(", ".join(one.pieces) + where + ".")
    if one.evidence:
        parts.append(one.evidence[:1].upper() + one.evidence[1:] + ".")
    if one.step:
        parts.append(_by(one))
    return " ".join(parts)


def _by(one: Finding) -> str:
    how = {"move": "the move", "roster": "the player list", "chat": "the chat"}.get(one.who.how)
    return f"By {one.who.name}, as {how} says." if how else "The log does not say by whom."


def _summary(report: Report, shown: Sequence[Finding], *, strict: bool) -> str:
    if not any(reading.steps for reading in report.chain) and len(report.chain.readings) == 1:
        return _OF_A_SAVE
    count = len(shown)
    found = "No findings" if not count else f"{count} finding{'s' if count > 1 else ''}"
    steps = sum(len(reading.steps) for reading in report.chain)
    text = f"{found} in {steps} steps."
    if report.notes and not strict:
        counts = _counts(report.notes, lambda one: one.code)
        text += f" Notes, which --strict lists: {counts}."
    return text


def _counts(findings: Sequence[Finding], key: Callable[[Finding], str]) -> str:
    codes = dict.fromkeys(key(one) for one in findings)
    return ", ".join(f"{code} {sum(key(one) == code for one in findings)}" for code in codes)


def as_data(report: Report, *, strict: bool) -> dict[str, Any]:
    """Return a report as JSON has it; notes stand apart unless in strict mode."""
    shown = report.findings if strict else report.serious
    data: dict[str, Any] = {
        "clean": report.is_clean(strict=strict),
        "logs": [
            {
                "log": link.reading.name,
                "follows": None if link.before is None else link.before.name,
                "how": link.how.value,
                "steps": len(link.reading.steps),
            }
            for link in report.linked.links
        ],
        "findings": [_finding(one) for one in shown],
    }
    if not strict:
        data["notes"] = [_finding(one) for one in report.notes]
    return data


def _finding(one: Finding) -> dict[str, Any]:
    return {
        "code": one.code,
        "severity": one.severity.value,
        "title": code_of(one.code).title,
        "log": one.log,
        "step": one.step,
        "who": one.who.name,
        "how": one.who.how or None,
        "pieces": list(one.pieces),
        "where": one.where,
        "evidence": one.evidence,
    }
