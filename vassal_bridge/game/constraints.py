"""What must hold of a table's cells, beyond each being legal: checked in every edition.

A constraint is a table in the shape file with a `kind` and the rule that states it. One that
speaks of cells that are not known yet is passed over for those.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from vassal_bridge.game.tables import LOOKED_UP, Edition, Shape, TableSet, Value

TWO_DICE = {total: 6 - abs(total - 7) for total in range(2, 13)}
"""In how many of 36 rolls of two dice each total comes up."""

Grid = Mapping[tuple[str, str], Value]


def complaints(tables: TableSet, edition: Edition | None = None) -> list[str]:
    """Return a sentence for each constraint that the known cells break; none where all hold.

    Without an edition all cells are taken that the set's own edition can see.
    """
    editions = LOOKED_UP[tables.edition] if edition is None else (edition,)
    found: list[str] = []
    for shape in tables.shapes.values():
        grid: dict[tuple[str, str], Value] = {}
        for known in reversed(editions):
            grid.update(tables.cells[known].get(shape.name, {}))
        for constraint in shape.constraints:
            check = CHECKS[constraint["kind"]]
            rule = constraint.get("rule", shape.rule)
            found.extend(
                f"{shape.title} [{rule}]: {text}" for text in check(shape, grid, constraint)
            )
    return found


def _rising(shape: Shape, grid: Grid, constraint: Mapping[str, Any]) -> Iterator[str]:
    """Numbers that never fall along each row (`along = "rows"`) or down each column."""
    falling = constraint.get("falling", False)
    for line in _lines(shape, constraint):
        known = [(cell, int(grid[cell])) for cell in line if cell in grid]
        for (one, low), (other, high) in pairwise(known):
            if (low < high) if falling else (low > high):
                way = "never rise" if falling else "never fall"
                found = f"{low} at {_at(one)}, {high} at {_at(other)}"
                yield f"expected numbers that {way}, found {found}"


def _ranked(shape: Shape, grid: Grid, constraint: Mapping[str, Any]) -> Iterator[str]:
    """Texts that never fall in an `order`, from least to most, along rows or down columns."""
    order = list(constraint["order"])
    ranks = {cell: order.index(value) for cell, value in grid.items() if value in order}
    for text in _rising(shape, ranks, constraint):
        yield re.sub(r"(\d+) at ", lambda found: f"{order[int(found[1])]!r} at ", text)


def _lines(shape: Shape, constraint: Mapping[str, Any]) -> list[list[tuple[str, str]]]:
    only = constraint.get("rows", shape.rows)
    rows = [row for row in shape.rows if row in only]
    if constraint["along"] == "rows":
        return [[(row, column) for column in shape.columns] for row in rows]
    return [[(row, column) for row in rows] for column in shape.columns]


def _odds(shape: Shape, grid: Grid, constraint: Mapping[str, Any]) -> Iterator[str]:
    """In how many of 36 rolls of 2d6 each column shows one of some values."""
    values, counts = set(constraint["values"]), constraint["counts"]
    for column, expected in zip(shape.columns, counts, strict=True):
        cells = [(row, grid.get((row, column))) for row in shape.rows]
        if expected == "?" or any(value is None for _, value in cells):
            continue
        found = sum(TWO_DICE[int(row)] for row, value in cells if value in values)
        if found != expected:
            names = ", ".join(sorted(map(str, values)))
            yield f"column {column}: expected {names} in {expected} of 36 rolls, found {found}"


def _only(shape: Shape, grid: Grid, constraint: Mapping[str, Any]) -> Iterator[str]:
    """Let some values stand in a column in some rows only."""
    values, rows = set(constraint["values"]), set(constraint["rows"])
    for column in constraint["columns"]:
        for row in shape.rows:
            if grid.get((row, column)) in values and row not in rows:
                names = ", ".join(sorted(values))
                yield f"{_at((row, column))}: expected {names} in other rows only"


def _cells(shape: Shape, grid: Grid, constraint: Mapping[str, Any]) -> Iterator[str]:
    """Let some cells hold some values only."""
    for row in constraint.get("rows", shape.rows):
        for column in constraint.get("columns", shape.columns):
            value = grid.get((row, column))
            if value is not None and value not in constraint["values"]:
                known = ", ".join(repr(v) for v in constraint["values"])
                yield f"{_at((row, column))}: expected one of {known}, found {value!r}"


def _column_sets(shape: Shape, grid: Grid, constraint: Mapping[str, Any]) -> Iterator[str]:
    """Let the rows in which a column shows one of some values be one of some sets."""
    values = set(constraint["values"])
    for column in constraint["columns"]:
        cells = {row: grid.get((row, column)) for row in shape.rows}
        if any(value is None for value in cells.values()):
            continue
        found = sorted(int(row) for row, value in cells.items() if value in values)
        if found not in [sorted(rows) for rows in constraint["sets"]]:
            known = " or ".join(str(rows) for rows in constraint["sets"])
            names = ", ".join(sorted(values))
            yield f"column {column}: expected {names} in rows {known}; found {found}"


def _some(shape: Shape, grid: Grid, constraint: Mapping[str, Any]) -> Iterator[str]:
    """At least one cell of a row is above a number."""
    for row in constraint["rows"]:
        cells = [grid.get((row, column)) for column in shape.columns]
        known = [int(value) for value in cells if value is not None]
        if len(known) == len(cells) and max(known) <= constraint["above"]:
            yield f"row {row}: expected a number above {constraint['above']} somewhere"


def _at(cell: tuple[str, str]) -> str:
    return f"row {cell[0]}, column {cell[1]}"


Check = Callable[[Shape, Grid, Mapping[str, Any]], Iterator[str]]
CHECKS: Mapping[str, Check] = {
    "rising": _rising,
    "ranked": _ranked,
    "odds": _odds,
    "only": _only,
    "cells": _cells,
    "column_sets": _column_sets,
    "some": _some,
}
"""Every kind of constraint that a shape file may state."""


def incomplete(tables: TableSet, names: Sequence[str] | None = None) -> list[str]:
    """Return a sentence for each table of which the chosen edition lacks cells."""
    found: list[str] = []
    for name in names or list(tables.shapes):
        missing = tables.missing(name)
        if missing:
            cells = "1 cell is" if len(missing) == 1 else f"{len(missing)} cells are"
            found.append(f"{tables.shape(name).title}: {cells} missing")
    return found


def contradictions(tables: TableSet, edition: Edition) -> list[str]:
    """Return a sentence for each cell of an edition that differs from the printed one."""
    found: list[str] = []
    for name, cells in tables.cells[edition].items():
        shape, printed = tables.shape(name), tables.cells[Edition.PRINTED].get(name, {})
        for cell, value in cells.items():
            if cell in printed and printed[cell] != value:
                found.append(
                    f"{shape.title} [{shape.rule}]: {_at(cell)} is {value!r} in the {edition}"
                    f" edition, and {printed[cell]!r} in print"
                )
    return found


def validate(tables: TableSet) -> list[str]:
    """Return everything wrong with a game's tables in any edition, each sentence once.

    Each edition must obey the constraints with those that are looked up before it; the house
    edition must be complete and agree with print, and so must what an owner typed.
    """
    found: list[str] = []
    for edition in LOOKED_UP:
        chosen = replace(tables, edition=edition)
        found += [f"{edition}: {text}" for text in complaints(chosen)]
    for edition in (Edition.OWNER, Edition.HOUSE):
        found += [f"{edition}: {text}" for text in contradictions(tables, edition)]
    house = replace(tables, edition=Edition.HOUSE)
    found += [f"{Edition.HOUSE}: {text}" for text in incomplete(house)]
    return _once(found)


def _once(found: Sequence[str]) -> list[str]:
    """Return the sentences, without those that an earlier edition has had already."""
    seen: set[str] = set()
    kept: list[str] = []
    for text in found:
        sentence = text.partition(": ")[2]
        if sentence not in seen:
            kept.append(text)
            seen.add(sentence)
    return kept
