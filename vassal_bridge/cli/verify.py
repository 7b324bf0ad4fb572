"""`vassal-bridge verify`: proves that files come back unchanged; names what is wrong in them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import click

from vassal_bridge.cli.files import given_files
from vassal_bridge.cli.output import progress, put, put_json, put_table, say, warn
from vassal_bridge.errors import EXIT_UNREADABLE, BridgeError
from vassal_bridge.formats.roundtrip import RoundTrip, round_trip

SHOWN_PROBLEMS = 10


@click.command()
@click.argument(
    "files", nargs=-1, required=True, type=click.Path(path_type=Path), callback=given_files
)
@click.option("--strict", is_flag=True, help="Leave with exit code 3 where a file has a problem.")
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    default=None,
    help="Files to read at the same time; as many as the computer has processors by default.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON.")
def verify(files: tuple[Path, ...], strict: bool, jobs: int | None, as_json: bool) -> None:
    r"""Read FILES, rewrite them in memory, read that again, and compare.

    A folder stands for all files of VASSAL's in it. None is ever written to. A file that can be
    read leaves with exit code 0, with a warning for each doubtful thing in it; one that cannot,
    with 3 and one sentence.

    \b
    Examples:
      vassal-bridge verify turn3.vsav
      vassal-bridge verify games/
      vassal-bridge verify --json *.vsav *.vlog tarawa.vmod
    """
    found: list[RoundTrip | BridgeError] = []
    with progress(_verify_all(files, jobs), "Verifying", len(files)) as results:
        found.extend(results)
    failures = [result for result in found if isinstance(result, BridgeError)]
    good = [result for result in found if isinstance(result, RoundTrip)]
    if as_json:
        put_json([_as_data(file, result) for file, result in zip(files, found, strict=True)])
    else:
        _show(good)
    for failure in failures:
        say(f"Error: {failure}")
    if failures:
        raise SystemExit(max(failure.exit_code for failure in failures))
    if strict and any(result.problems for result in good):
        raise SystemExit(EXIT_UNREADABLE)


def _verify_all(files: tuple[Path, ...], jobs: int | None) -> Iterator[RoundTrip | BridgeError]:
    workers = min(jobs or os.cpu_count() or 1, len(files))
    if workers == 1:
        yield from map(_verify, files)
        return
    with ProcessPoolExecutor(workers) as pool:
        yield from pool.map(_verify, files)


def _verify(file: Path) -> RoundTrip | BridgeError:
    try:
        return round_trip(file)
    except BridgeError as error:
        return error


def _show(results: list[RoundTrip]) -> None:
    for result in results:
        for problem in result.problems[:SHOWN_PROBLEMS]:
            warn(str(problem))
        more = len(result.problems) - SHOWN_PROBLEMS
        if more > 0:
            warn(f"{result.file}: {more} more problems; --json lists them all")
    if results:
        put_table(
            ("file", "kind", "entries", "commands", "pieces", "opaque traits", "problems"),
            [
                (
                    result.file,
                    result.kind,
                    result.entries,
                    result.commands,
                    result.pieces,
                    result.opaque_traits,
                    len(result.problems),
                )
                for result in results
            ],
        )
        count = len(results)
        put(f"{count} file{'s' if count > 1 else ''} came back unchanged.")


def _as_data(file: Path, result: RoundTrip | BridgeError) -> dict[str, object]:
    if isinstance(result, BridgeError):
        return {"file": str(file), "unchanged": False, "error": str(result)}
    return {
        "file": str(file),
        "unchanged": True,
        "kind": result.kind,
        "entries": result.entries,
        "commands": result.commands,
        "pieces": result.pieces,
        "opaque_traits": result.opaque_traits,
        "problems": [str(problem) for problem in result.problems],
    }
