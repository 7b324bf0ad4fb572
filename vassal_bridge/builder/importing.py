"""Makes a recipe of a table of units that another program exported, or that somebody typed.

Columns are known by the names that the hobby gives them; what is not known stays a column of the
table, and figures become the strengths of the counters in the order of their columns.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping, Sequence
from importlib.resources.abc import Traversable
from pathlib import Path
from types import MappingProxyType

from vassal_bridge.builder.checking import Checker, RecipeError
from vassal_bridge.builder.counterrows import COUNTERS
from vassal_bridge.builder.counters import slug
from vassal_bridge.builder.csvfile import Row
from vassal_bridge.builder.plainboard import plain_board
from vassal_bridge.builder.schema import schema_name, schemas
from vassal_bridge.builder.tomltext import quoted
from vassal_bridge.errors import OutputExists, RuleError
from vassal_bridge.formats.writing import atomic_write
from vassal_bridge.game.hexes import is_hex
from vassal_bridge.pictures.symbols import MARKS

MODULE = "module.toml"
SYNONYMS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "id": ("id", "key", "code", "uid", "unit id", "counter id"),
        "name": (
            "name",
            "unit",
            "unit name",
            "designation",
            "title",
            "label",
            "counter",
            "piece",
            "unit designation",
            "counter name",
        ),
        "side": (
            "side",
            "nation",
            "nationality",
            "army",
            "force",
            "country",
            "faction",
            "player",
            "owner",
        ),
        "kind": ("kind", "type", "unit type", "class", "branch", "arm", "unit class", "category"),
        "count": ("count", "qty", "quantity", "copies", "number", "amount"),
        "size": ("size", "echelon", "unit size"),
        "hex": ("hex", "location", "start hex", "setup hex", "setup", "at start", "start"),
    }
)
"""The columns of counters.csv, and what other tables call them."""
TYPES: Mapping[str, str] = MappingProxyType(
    {
        "inf": "infantry", "tank": "armor", "armour": "armor", "arty": "artillery",
        "field artillery": "artillery", "eng": "engineer", "engineers": "engineer",
        "headquarters": "hq", "reconnaissance": "recon", "cav": "cavalry", "para": "parachute",
        "airborne": "parachute", "marines": "marine", "at": "anti-tank", "aa": "anti-aircraft",
        "mg": "machine gun", "plane": "fighter", "ship": "transport", "lvt": "lvt",
    }
)  # fmt: skip
"""Marks by what tables call them, beside their own names."""
COLOURS = ("#a9b07a", "#d9a58c", "#8ba7c4", "#d9d5c8", "#c9b98f", "#b7c28f")
_FIGURE = re.compile(r"\(?[+-]?\d+[A-Za-z*]?\)?")
MOST_FIGURES = 4
EDGE = 60
"""The edge of a counter in pixels where a recipe does not say it."""


def recipe_of_table(title: str, file: Path, folder: Path) -> list[Path]:
    """Write a recipe of a table of units into a folder; return its files.

    Raises:
        RecipeError: the table cannot be read, with every problem.
        RuleError: it has no column that names the units, or no row.
        OutputExists: the folder has a recipe already.
    """
    if (folder / MODULE).exists():
        raise OutputExists(f"{folder} has a recipe already; nothing was written")
    rows = _read(file.parent, file.name)
    if not rows:
        raise RuleError(f"expected a row for each counter in {file.name}, found none")
    columns = list(rows[0].cells)
    known = known_columns(columns)
    hexes = [row.text(known["hex"]) for row in rows] if "hex" in known else []
    if not all(is_hex(one) for one in hexes if one):
        del known["hex"]
        hexes = []
    if "name" not in known and "id" not in known:
        names = ", ".join(SYNONYMS["name"])
        found = ", ".join(columns)
        raise RuleError(f"expected a column such as {names} in {file.name}, found {found}")
    made = _rows(rows, known)
    figures = figure_columns(rows, [one for one in columns if one not in known.values()])
    schema = schema_name(MODULE)
    contents = {
        MODULE: _module(title, made, figures),
        COUNTERS: _table(made),
        schema: schemas()[schema],
        **plain_board(title, EDGE, filter(None, hexes)),
    }
    for name, text in contents.items():
        atomic_write(folder / name, text.encode("utf-8"), force=False)
    return [folder / name for name in contents]


def _read(folder: Traversable, name: str) -> list[Row]:
    checker = Checker()
    rows = checker.csv(folder, name, ())
    if checker.problems:
        raise RecipeError(name, checker.problems)
    return rows


def known_columns(columns: Sequence[str]) -> dict[str, str]:
    """Return which column of a table is which of ours, by the hobby's names.

    >>> known_columns(["Unit", "Nation", "Attack"])
    {'name': 'Unit', 'side': 'Nation'}
    """
    found: dict[str, str] = {}
    for ours, names in SYNONYMS.items():
        theirs = {re.sub(r"[_\s]+", " ", column).strip().lower(): column for column in columns}
        match = next((theirs[name] for name in names if name in theirs), None)
        if match is not None and match not in found.values():
            found[ours] = match
    return found


def figure_columns(rows: Sequence[Row], columns: Sequence[str]) -> list[str]:
    """Return the columns that hold figures wherever they hold anything, at most four."""
    found = []
    for column in columns:
        cells = [row.text(column) for row in rows if row.text(column)]
        if cells and all(_FIGURE.fullmatch(cell) for cell in cells):
            found.append(column)
    return found[:MOST_FIGURES]


def _rows(rows: Sequence[Row], known: Mapping[str, str]) -> list[dict[str, str]]:
    made: list[dict[str, str]] = []
    taken: set[str] = set()
    for row in rows:
        ours = {name: row.text(column) for name, column in known.items()}
        name = ours.get("name") or ours.get("id") or "counter"
        identity, number = ours.get("id") or name, 2
        while identity in taken:
            identity, number = f"{ours.get('id') or name} {number}", number + 1
        taken.add(identity)
        kind = slug(ours.get("kind") or "unit")
        rest = {one: cell for one, cell in row.cells.items() if one not in known.values()}
        made.append(
            rest
            | {key: value for key, value in ours.items() if key in ("count", "size", "hex")}
            | {"id": identity, "name": name, "side": ours.get("side") or "all", "kind": kind}
        )
    return made


def mark_of(kind: str) -> str:
    """Return the mark that a kind's name speaks of; empty for none.

    >>> mark_of("inf"), mark_of("machine-gun"), mark_of("light-tank"), mark_of("spy")
    ('infantry', 'machine gun', 'armor', '')
    """
    words = kind.replace("-", " ")
    names = dict(TYPES) | {name.replace("-", " "): name for name in MARKS}
    if words in names:
        return names[words]
    return next((names[word] for word in words.split() if word in names), "")


def _table(rows: Sequence[Mapping[str, str]]) -> str:
    first = ["id", "name", "side", "kind"]
    columns = [*first, *dict.fromkeys(one for row in rows for one in row if one not in first)]
    out = io.StringIO()
    table = csv.DictWriter(out, columns, restval="", lineterminator="\n")
    table.writeheader()
    table.writerows(rows)
    return out.getvalue()


def _module(title: str, rows: Sequence[Mapping[str, str]], figures: Sequence[str]) -> str:
    sides = list(dict.fromkeys(row["side"] for row in rows))
    strength = "-".join(f"{{{column}}}" for column in figures)
    lines = [
        f"#:schema ./{schema_name(MODULE)}",
        "# Made of a table of units: colours and symbols are a first guess, to be changed.",
        "",
        f"game = {quoted(slug(title).replace('-', '_'))}",
        f"name = {quoted(title)}",
        'version = "0.1"',
        "",
        "[side_colours]",
        *(f"{quoted(side)} = {quoted(COLOURS[n % len(COLOURS)])}" for n, side in enumerate(sides)),
        "",
        "[fields]",
        f"strength = {quoted(strength)}",
        "",
        "[prototype.Unit]",
        "",
    ]
    for kind in dict.fromkeys(row["kind"] for row in rows):
        mark = mark_of(kind)
        symbol = f"[{quoted(mark)}]" if mark else "[]"
        lines += [
            f"[kind.{quoted(kind)}]",
            f"symbol = {symbol}",
            'prototype = "Unit"',
            'tab = "Units"',
        ]
    return "\n".join(lines) + "\n"
