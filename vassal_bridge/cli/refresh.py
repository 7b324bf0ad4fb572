"""`vassal-bridge refresh`: brings saves, and a module's set-ups, to a new version of the module.

Keys of `--json`: `module`, `version` and `saves`, a list of objects with `file`, `out` (null where
nothing was written), the counts `pieces`, `refreshed`, `current`, `by_name`, `named` (how many of
each name were found by it), and the lists `renamed` (`before`, `after`, `pieces`), `kept` (`id`,
`name`, `gpid`, `why`), `lost` (`id`, `name`, `trait`), `decks` and `maps`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from vassal_bridge.cli.guarding import check_out
from vassal_bridge.cli.output import put, put_json, put_table, say
from vassal_bridge.formats.module import open_module
from vassal_bridge.formats.refreshing.refresh import Options, Refresher, Report
from vassal_bridge.formats.refreshing.setups import refresh_setups
from vassal_bridge.formats.save import open_save
from vassal_bridge.formats.writing import atomic_write

SHOWN = 10
_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command()
@click.argument("saves", type=_FILE, nargs=-1)
@click.option("--module", "-m", type=_FILE, required=True, help="The new version of the module.")
@click.option(
    "--extension", "extensions", type=_FILE, multiple=True, help="An extension with its pieces."
)
@click.option("--setups", is_flag=True, help="Refresh the set-ups inside the module, too.")
@click.option(
    "-o",
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="The folder for what is refreshed, under the same names. Needed unless --dry-run.",
)
@click.option(
    "--names/--no-names", default=True, help="Match by name where no gpid matches (UseName)."
)
@click.option(
    "--fix-gpids/--keep-gpids", default=True, help="Give pieces matched by name the slot's gpid."
)
@click.option("--labels/--no-labels", default=True, help="Text Labels keep their text by name.")
@click.option("--layers/--no-layers", default=True, help="Layers keep their level by name.")
@click.option("--rotators/--no-rotators", default=True, help="Can Rotates keep it by name.")
@click.option("--decks", is_flag=True, help="Decks get the new module's options and places.")
@click.option("--delete-old-decks", is_flag=True, help="Decks that are gone become stacks.")
@click.option("--add-new-decks", is_flag=True, help="Decks that are new are added, empty.")
@click.option("--as-vassal", is_flag=True, help="Carry no more over than VASSAL itself would.")
@click.option("--dry-run", is_flag=True, help="Only tell what would be done.")
@click.option("--force", is_flag=True, help="Replace files that exist in DIR.")
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
def refresh(
    saves: tuple[Path, ...],
    module: Path,
    extensions: tuple[Path, ...],
    setups: bool,
    out: Path | None,
    dry_run: bool,
    force: bool,
    as_json: bool,
    **options: bool,
) -> None:
    r"""Bring SAVES, or the set-ups inside a module, to a new version of the module.

    This is VASSAL's Refresh Counters for many files at once: each piece gets the traits of its
    slot, found by gpid and then by name, and keeps its place, stack, deck and state. Pieces off
    the map, masked and invisible ones are refreshed, too. A piece without a slot is kept as it
    is and named, so that none is ever lost. The given files are not changed.

    Exit code 1 says that something could not be matched or carried over; the files are written.

    \b
    Examples:
      vassal-bridge refresh turn3.vsav --module game-1.1.vmod -o refreshed
      vassal-bridge refresh saves/*.vsav --module game-1.1.vmod --dry-run
      vassal-bridge refresh --setups --module game-1.1.vmod -o refreshed
    """
    options["decks"] |= options["delete_old_decks"] or options["add_new_decks"]
    if out is None and not dry_run:
        raise click.UsageError("give -o DIR, or --dry-run")
    if not saves and not setups:
        raise click.UsageError("give saves to refresh, or --setups")
    wanted = [*saves, *([module] if setups else [])]
    read = [*saves, module, *extensions]
    outs = {path: None if out is None or dry_run else out / path.name for path in wanted}
    if len({path.name for path in wanted}) < len(wanted):
        raise click.UsageError("two of the files have the same name; refresh them one by one")
    for target in outs.values():
        if target is not None:
            check_out(target, read, force=force)
    opened = open_module(module).with_extensions(extensions)
    refresher = Refresher(opened, Options(use_names=options.pop("names"), **options))
    done: list[tuple[Report, Path | None]] = []
    for path in saves:
        save, report = refresher.refresh(open_save(path))
        _write(outs[path], save.to_bytes(), force)
        done.append((report, outs[path]))
    if setups:
        archive, reports = refresh_setups(refresher)
        _write(outs[module], archive.to_bytes(), force)
        done += [(report, outs[module]) for report in reports]
    _show(refresher, done, as_json)
    if any(report.kept or report.lost or report.maps for report, _ in done):
        click.get_current_context().exit(1)


def _write(target: Path | None, data: bytes, force: bool) -> None:
    if target is not None:
        atomic_write(target, data, force=force)


def _show(refresher: Refresher, done: list[tuple[Report, Path | None]], as_json: bool) -> None:
    if as_json:
        module = refresher.module
        put_json(
            {
                "module": module.name,
                "version": module.version,
                "saves": [_as_json(report, out) for report, out in done],
            }
        )
        return
    put_table(
        ("file", "pieces", "refreshed", "up to date", "by name", "kept as they are"),
        [
            (one.file, one.pieces, one.refreshed, one.current, one.by_name, len(one.kept))
            for one, _ in done
        ],
    )
    for report, _ in done:
        told = [
            *_matches(report),
            *report.decks,
            *(f"the module has no map {name!r} any more" for name in report.maps),
            *(str(one) for one in (*report.kept, *report.lost)),
        ]
        for sentence in told[:SHOWN]:
            put(f"{report.file}: {sentence}.")
        if len(told) > SHOWN:
            put(f"{report.file}: and {len(told) - SHOWN} more; --json lists them all.")
    for target in dict.fromkeys(out for _, out in done if out is not None):
        say(f"Wrote {target}")
    if not any(out for _, out in done):
        say("Nothing was written.")


def _matches(report: Report) -> Iterator[str]:
    """Yield sentences on the pieces that a builder may wish to look at."""
    if report.named:
        yield f"found by name alone: {', '.join(_counted(*one) for one in report.named.items())}"
    for (before, now), count in report.renamed.items():
        yield f"{_counted(before, count)} became {now}, whose slot has the gpid"


def _counted(name: str, count: int) -> str:
    return name if count == 1 else f"{name} x {count}"


def _as_json(report: Report, out: Path | None) -> dict[str, Any]:
    return {
        "file": report.file,
        "out": None if out is None else str(out),
        "pieces": report.pieces,
        "refreshed": report.refreshed,
        "current": report.current,
        "by_name": report.by_name,
        "named": report.named,
        "renamed": [
            {"before": before, "after": now, "pieces": count}
            for (before, now), count in report.renamed.items()
        ],
        "kept": [asdict(one) for one in report.kept],
        "lost": [asdict(one) for one in report.lost],
        "decks": report.decks,
        "maps": report.maps,
    }
