"""What commands print: data on stdout, talk on stderr, in any locale, colour on a terminal only."""

from __future__ import annotations

import contextlib
import csv
import io
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeVar

import click

T = TypeVar("T")


def settle_streams() -> None:
    """Let a character that the terminal lacks be shown as a mark, never end the program."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def say(text: str) -> None:
    """Print talk: a line on stderr."""
    click.echo(text, err=True)


def warn(text: str) -> None:
    """Print a warning: a line on stderr."""
    click.echo(click.style("Warning: ", fg="yellow") + text, err=True)


def put(text: str) -> None:
    """Print data: a line on stdout."""
    click.echo(text)


def put_json(value: Any) -> None:
    """Print a value as JSON on stdout, in ASCII, so that any pipe can carry it."""
    click.echo(json.dumps(value, indent=2, ensure_ascii=True))


def put_bytes(data: bytes) -> None:
    """Print bytes on stdout as they are, whatever the locale."""
    click.echo(data, nl=False)


def put_csv(headings: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Print rows under headings as CSV on stdout, as RFC 4180 has it but for plain line ends."""
    held = io.StringIO()
    writer = csv.writer(held, lineterminator="\n")
    writer.writerow(headings)
    writer.writerows(rows)
    click.echo(held.getvalue(), nl=False)


def put_table(headings: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Print rows under headings, in columns as wide as they need; numbers to the right."""
    texts = [[str(cell) for cell in row] for row in rows]
    numeric = [
        all(row[place].lstrip("-").isdigit() for row in texts) and bool(texts)
        for place in range(len(headings))
    ]
    widths = [
        max(len(heading), *(len(row[place]) for row in texts)) if texts else len(heading)
        for place, heading in enumerate(headings)
    ]
    for row in [list(headings), *texts]:
        cells = [
            cell.rjust(width) if number else cell.ljust(width)
            for cell, width, number in zip(row, widths, numeric, strict=True)
        ]
        click.echo("  ".join(cells).rstrip())


@contextlib.contextmanager
def progress(items: Iterable[T], label: str, length: int | None = None) -> Iterator[Iterable[T]]:
    """Show a bar on stderr while items are used up; nothing where stderr is no terminal."""
    if not sys.stderr.isatty():
        yield items
        return
    with click.progressbar(items, label=label, length=length, file=sys.stderr) as bar:
        yield bar
