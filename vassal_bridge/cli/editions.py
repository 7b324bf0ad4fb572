"""Writes a game's page on its editions: what is printed, what is ours, how an owner replaces it.

Run in a checkout as `python -m vassal_bridge.cli.editions red_beach`. Tables are counted cell by
cell; what the game says of its other data is its `data/provenance.toml`.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from textwrap import wrap
from typing import Any

import click

from vassal_bridge.formats.writing import atomic_write
from vassal_bridge.game.game import Game
from vassal_bridge.game.registry import find_games
from vassal_bridge.game.tables import Edition, TableSet

ROOT = Path(__file__).resolve().parent.parent.parent
PROVENANCE = Path("data") / "provenance.toml"
PAGE = "EDITIONS.md"
WIDTH = 100
ABOUT = """The rulebook text that we work from leaves some tables, the map and most of the counters
to the printed components. We print no cell that it does not give. So that the game can be played
all the same, the `house` edition has a stand-in of our own for whatever is missing: **it is not the
published game**, and whatever is played by it says so."""
ORDER = """A cell is looked up in what you typed (`owner`), then in what the text prints
(`printed`), and in ours (`house`) only where you choose that edition. A cell that nobody knows
stops the sequence that needs it, with the command that fills it in."""
TYPED = """`vassal-bridge tables {game} --fill` asks for all that is missing, one cell after the
other; `--export` and `--import` do it by a spreadsheet. Cells that you type are kept in your own
user folder and count before all others."""
REPLACED = """To play with your own map or counters, put a file of the same name and columns as ours
(`modules/{game}/data/house`: `hexes.csv`, `hexsides.csv`, `counters.csv`) into the folder `{game}`
of your user folder, where your tables are, and play `--edition owner`. A VASSAL module of the
published game is bound with `vassal-bridge bind MODULE.vmod --game {game}`."""


def games_with_provenance(root: Path = ROOT) -> list[Game]:
    """Return the games of a checkout that say where their data comes from."""
    games = find_games().games
    return [
        games[name] for name in sorted(games) if (root / "modules" / name / PROVENANCE).exists()
    ]


def page(game: Game, root: Path = ROOT) -> str:
    """Return a game's page on its editions, in Markdown."""
    folder = root / "modules" / game.name
    tables = game.load_tables(Edition.HOUSE)
    parts = tomllib.loads((folder / PROVENANCE).read_text(encoding="utf-8"))["part"]
    lines = [
        f"# {game.title}: what is printed, what is ours",
        "",
        *wrap(ABOUT, WIDTH),
        "",
        *wrap(ORDER, WIDTH),
        "",
        "## Tables",
        "",
        "| table | rule | cells | printed | ours | type your own with |",
        "|---|---|---|---|---|---|",
        *(_table_row(game, tables, name) for name in tables.shapes),
        "",
        *wrap(TYPED.format(game=game.name), WIDTH),
        "",
        "### What is printed of the tables that are not whole",
        "",
        *_printed_lines(tables),
        "",
        "## Map, counters, set-up",
        "",
        "| what | printed | ours |",
        "|---|---|---|",
        *(_part_row(folder, part) for part in parts),
        "",
        *wrap(REPLACED.format(game=game.name), WIDTH),
    ]
    return "\n".join(lines) + "\n"


def _table_row(game: Game, tables: TableSet, name: str) -> str:
    shape = tables.shapes[name]
    count = len(tuple(shape.cells()))
    printed = len(_printed(tables, name))
    ours = count - printed
    how = f"`tables {game.name} {name} --fill`" if ours else ""
    cells = (str(count), "all" if not ours else str(printed), str(ours) if ours else "none")
    return f"| {shape.title} (`{name}`) | {shape.rule} | {' | '.join(cells)} | {how} |"


def _printed(tables: TableSet, name: str) -> set[tuple[str, str]]:
    return set(tables.cells[Edition.PRINTED].get(name, {}))


def _printed_lines(tables: TableSet) -> Iterator[str]:
    """Yield for each table that is printed in part which cells of which rows are."""
    for name, shape in tables.shapes.items():
        printed = _printed(tables, name)
        every = tuple(shape.cells())
        if len(printed) == len(every):
            continue
        rows: dict[str, list[str]] = {}
        for row, column in every:
            if (row, column) in printed:
                rows.setdefault(row, []).append(column)
        whole = {row: sum(one == row for one, _ in every) for row in rows}
        told = [
            f"row {row}" if len(columns) == whole[row] else f"row {row}: {', '.join(columns)}"
            for row, columns in rows.items()
        ]
        yield f"- {shape.title}: {'; '.join(told) or 'nothing'}"


def _part_row(folder: Path, part: dict[str, Any]) -> str:
    file = folder / "data" / "house" / str(part["file"])
    text = file.read_text(encoding="utf-8")
    rows = f", {len(text.splitlines()) - 1} rows" if file.suffix == ".csv" else ""
    return f"| {part['title']} (`{part['file']}`{rows}) | {part['printed']} | {part['ours']} |"


def main(arguments: Sequence[str]) -> None:
    """Write the page of each game named, or of every game that says where its data comes from."""
    for game in games_with_provenance():
        if not arguments or game.name in arguments:
            file = ROOT / "modules" / game.name / PAGE
            atomic_write(file, page(game).encode("utf-8"), force=True)
            click.echo(f"wrote {file.relative_to(ROOT).as_posix()}")


if __name__ == "__main__":
    main(sys.argv[1:])
