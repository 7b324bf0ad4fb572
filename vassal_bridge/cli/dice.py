"""`vassal-bridge dice`: the dice of logs, counted and tested, and fair dice by mail."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
from PIL import Image

from vassal_bridge.audit.across.linking import linked
from vassal_bridge.audit.dice_figure import dice_figure
from vassal_bridge.audit.dice_journal import Match, read_journal, reconcile
from vassal_bridge.audit.hits import read_hit, scorer_of
from vassal_bridge.audit.luck import DiceReport, Group, Streak, Throw, dice_report
from vassal_bridge.audit.reading import Reading
from vassal_bridge.audit.throws import throws_of
from vassal_bridge.audit.worth import game_scorer
from vassal_bridge.cli import fairdice
from vassal_bridge.cli.guarding import check_out
from vassal_bridge.cli.looking import MODULE_HELP, module_beside
from vassal_bridge.cli.names import known_game
from vassal_bridge.cli.output import progress, put, put_csv, put_json, put_table, say
from vassal_bridge.errors import EXIT_NO
from vassal_bridge.formats.logs.log import open_log
from vassal_bridge.formats.writing import atomic_write
from vassal_bridge.game.tables import Edition
from vassal_bridge.pictures.canvas import png_bytes
from vassal_bridge.pictures.svg import rasterise

_A_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
_COLUMNS = ("log", "step", "who", "how", "button", "kind", "faces", "total", "undone")
_HEADINGS = (
    "rolls of",
    "dice",
    "rolls",
    "counts",
    "each",
    "sum",
    "expected",
    "high",
    "low",
    "p faces",
    "p order",
    "p sum",
)
_FEW = 12
"""Faces up to which the table counts each."""
_TESTS = ("chi-squared", "runs", "sum")


@click.group()
def dice() -> None:
    r"""Count and test the dice of logs, or roll fair dice with an opponent by mail.

    \b
    Examples:
      vassal-bridge dice show turn1.vlog turn2.vlog
      vassal-bridge dice commit --game "Tarawa 7" --player Ann --secret ann.secret
    """


for _command in fairdice.COMMANDS:
    dice.add_command(_command)


@dice.command()
@click.argument("files", metavar="LOG...", nargs=-1, required=True, type=_A_FILE)
@click.option("--module", type=_A_FILE, help=MODULE_HELP)
@click.option("--hit", "hits", multiple=True, help="Tell luck in hits, such as 2d6>=9.")
@click.option("--game", help="Tell luck in the terms of a game, such as red_beach.")
@click.option("--edition", help="The edition of the game's tables; without it, the owner's.")
@click.option("--csv", "as_csv", is_flag=True, help="Print a row for every roll.")
@click.option("--json", "as_json", is_flag=True, help="Print rolls, counts and tests as JSON.")
@click.option(
    "--figure",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Draw how often each face came to this file (.svg or .png).",
)
@click.option("--force", is_flag=True, help="Replace the figure if it exists.")
def show(
    files: tuple[Path, ...],
    module: Path | None,
    hits: tuple[str, ...],
    game: str | None,
    edition: str | None,
    as_csv: bool,
    as_json: bool,
    figure: Path | None,
    force: bool,
) -> None:
    r"""Show how the dice fell in LOGs, by player, button and kind, and what that does not show.

    The logs may be given in any order; steps that a log repeats of another count once. Counts
    are of the faces from 1 up, each is the count expected of every face, high and low are the
    longest streaks of rolls above and below the mean. The columns that begin with p are chances
    that fair dice do the same or worse, corrected for the number of tests: small ones (below
    0.05) are seldom, but no proof. Rolls that were taken back are counted, but for a player's
    luck, which is the sum beyond what is expected, the hits, or with --game what the game says
    that the sidecar's rolls were worth.

    \b
    Examples:
      vassal-bridge dice show turn1.vlog turn2.vlog --figure dice.png
      vassal-bridge dice show turn1.vlog --hit "2d6>=9" --hit "1d6<=2"
      vassal-bridge dice show night4.vlog --game red_beach --edition house
    """
    if as_csv and as_json:
        raise click.UsageError("give one of --csv and --json")
    if figure is not None:
        if figure.suffix.lower() not in (".svg", ".png"):
            raise click.UsageError("the figure is drawn as .svg or .png")
        check_out(figure, files, force=force)
    if hits and game is not None:
        raise click.UsageError("give one of --hit and --game")
    scorer, unit = scorer_of(map(read_hit, hits)) if hits else None, "hits" if hits else "in sum"
    if game is not None:
        valued = known_game(game)
        scorer, unit = game_scorer(valued, edition or Edition.OWNER), valued.luck_in
    report = dice_report(_throws(files, module), scorer)
    if as_csv:
        put_csv(_COLUMNS, map(_as_row, report.throws))
    elif as_json:
        put_json(_as_data(report))
    else:
        put_table(_HEADINGS, map(_group_row, report.groups))
        put("")
        for one in report.luck:
            put(
                f"{one.who}: {one.value:g} {unit}, {one.expected:.4g} expected"
                f" ({one.value - one.expected:+.4g}), on {one.rolls} rolls that stood."
            )
        for line in report.words:
            put(line)
    if figure is not None:
        atomic_write(figure, _drawn(report, figure), force=force)
        say(f"Wrote {figure}.")


@dice.command(name="reconcile")
@click.argument("files", metavar="LOG...", nargs=-1, required=True, type=_A_FILE)
@click.option(
    "--journal",
    type=_A_FILE,
    required=True,
    help="The journal (CSV): a first line with faces or total, and perhaps who.",
)
@click.option("--module", type=_A_FILE, help=MODULE_HELP)
@click.option("--json", "as_json", is_flag=True, help="Print the comparison as JSON.")
def reconcile_command(
    files: tuple[Path, ...], journal: Path, module: Path | None, as_json: bool
) -> None:
    r"""Compare the rolls of LOGs with an outside journal of dice, roll by roll.

    Exit code 0: the journal and the logs tell the same rolls in the same order. 1: they do not.

    \b
    Example:
      vassal-bridge dice reconcile turn1.vlog turn2.vlog --journal dice.csv
    """
    rows = read_journal(journal.read_text(encoding="utf-8-sig", errors="replace"), str(journal))
    compared = list(reconcile([one for one in _throws(files, module) if one.faces], rows))
    lines = [
        (
            one.match,
            *((one.throw.log, one.throw.step, one.throw.who) if one.throw else ("", "", "")),
            _faces(one.throw.faces) if one.throw else "",
            str(one.row.line) if one.row else "",
            (_faces(one.row.faces) or str(one.row.total)) if one.row else "",
        )
        for one in compared
    ]
    headings = ("match", "log", "step", "who", "rolled", "line", "journal")
    if as_json:
        put_json([dict(zip(headings, map(str, line), strict=True)) for line in lines])
    else:
        put_table(headings, lines)
    same = sum(one.match is Match.SAME for one in compared)
    say(f"{same} of {len(compared)} rolls are the same.")
    if same < len(compared):
        click.get_current_context().exit(EXIT_NO)


def _throws(files: Sequence[Path], module: Path | None) -> list[Throw]:
    readings = []
    with progress(files, "Reading", len(files)) as paths:
        for path in paths:
            log = open_log(path)
            readings.append(Reading(log, module_beside(log.save, path, module)))
    return throws_of(linked(readings).chain.readings)


def _faces(faces: Sequence[int]) -> str:
    return "+".join(map(str, faces))


def _as_row(throw: Throw) -> tuple[object, ...]:
    return (
        throw.log,
        throw.step,
        throw.who,
        throw.how,
        throw.button,
        throw.kind,
        _faces(throw.faces),
        throw.total,
        "yes" if throw.is_undone else "no",
    )


def _group_row(group: Group) -> tuple[object, ...]:
    chances = {test.outcome.name: f"{test.corrected:.3g}" for test in group.tests}
    return (
        f"{group.by} {group.name}",
        f"d{group.sides}",
        group.rolls,
        _counted(group.counts),
        f"{group.expected:.3g}",
        group.total,
        f"{group.expected_total:g}",
        group.high.length,
        group.low.length,
        *(chances.get(name, "-") for name in _TESTS),
    )


def _counted(counts: Sequence[int]) -> str:
    """Return how often each face came, from 1 up; of dice with many faces only those that came."""
    if len(counts) <= _FEW:
        return " ".join(map(str, counts))
    came = [f"{face}:{count}" for face, count in enumerate(counts, start=1) if count]
    return " ".join(came[:_FEW]) + (" ..." if len(came) > _FEW else "")


def _as_data(report: DiceReport) -> dict[str, Any]:
    return {
        "rolls": [dict(zip(_COLUMNS, _as_row(throw), strict=True)) for throw in report.throws],
        "groups": [_group_data(group) for group in report.groups],
        "luck": [
            {"who": one.who, "rolls": one.rolls, "value": one.value, "expected": one.expected}
            for one in report.luck
        ],
        "words": list(report.words),
    }


def _group_data(group: Group) -> dict[str, Any]:
    return {
        "by": group.by,
        "name": group.name,
        "sides": group.sides,
        "rolls": group.rolls,
        "counts": list(group.counts),
        "expected": group.expected,
        "sum": group.total,
        "expected_sum": group.expected_total,
        "longest_high": _streak_data(group.high),
        "longest_low": _streak_data(group.low),
        "tests": [
            {
                "name": test.outcome.name,
                "statistic": test.outcome.statistic,
                "p": test.outcome.p,
                "exact": test.outcome.is_exact,
                "p_approximate": test.outcome.approximate,
                "p_corrected": test.corrected,
            }
            for test in group.tests
        ],
    }


def _streak_data(streak: Streak) -> dict[str, Any]:
    return {"rolls": streak.length, "from": streak.first, "to": streak.last}


def _drawn(report: DiceReport, figure: Path) -> bytes:
    drawing = dice_figure(report).encode("utf-8")
    if figure.suffix.lower() == ".svg":
        return drawing
    image = rasterise(drawing, lambda _: None)
    paper = Image.new("RGBA", image.size, "white")
    paper.alpha_composite(image)
    return png_bytes(paper.convert("RGB"))
