"""Tables: bounded lookups from TOML, each cell known in its edition, each table citing its rule.

A shape file tells what a table is (rows, columns, legal values, constraints); the cells come in
editions: what the rulebook text prints, what an owner typed from a copy, and our own house
stand-in. A cell that the chosen editions lack is an error that says how to fill it in.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from importlib.resources.abc import Traversable
from itertools import pairwise
from pathlib import Path
from typing import Any

from vassal_bridge.errors import BindingError, MissingCell, RuleError, Where

MISSING = "?"
"""What stands for a cell that an edition does not know."""
TABLES_FILE = "tables.toml"
COLUMNS = "columns"
"""The key under which an owner's file may give a table's own columns."""
Value = int | str

_BAND = re.compile(r"(-?\d+)-(-?\d+)(.*)")
_NUMBER = re.compile(r"(-?\d+)(.*)", re.DOTALL)


class Edition(StrEnum):
    """Whose values count, in the order in which they are looked up."""

    OWNER = "owner"
    PRINTED = "printed"
    HOUSE = "house"


LOOKED_UP: Mapping[Edition, tuple[Edition, ...]] = {
    Edition.PRINTED: (Edition.PRINTED,),
    Edition.OWNER: (Edition.OWNER, Edition.PRINTED),
    Edition.HOUSE: (Edition.OWNER, Edition.PRINTED, Edition.HOUSE),
}
"""For each choice of edition, where a cell is looked for, best first."""


@dataclass(frozen=True, slots=True)
class Shape:
    """What a table is: its headings, its legal values and what must hold of its cells.

    Headings are texts; one such as `0-99` is a band of whole numbers, and `0-99 night` a band
    with a word. `values` lists the legal texts; without it cells are whole numbers from `low` to
    `high`. `clamp` lets a number past the last row count as the last.

    `thresholds`: a row is a result and its cell the least number that brings it. `free_columns`:
    an owner's copy may have other bands. `exchanged`: pairs of columns that stand the other way
    round in the original print. `derived` tells of a row why its cells follow from the text
    although it does not print them.
    """

    name: str
    title: str
    rule: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    dice: str = ""
    values: tuple[str, ...] = ()
    pattern: str = ""
    low: int = 0
    high: int = 0
    clamp: bool = False
    note: str = ""
    constraints: tuple[Mapping[str, Any], ...] = ()
    thresholds: bool = False
    free_columns: bool = False
    exchanged: tuple[tuple[str, str], ...] = ()
    derived: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_numeric(self) -> bool:
        """Whether the cells are whole numbers."""
        return not self.values and not self.pattern

    def cells(self) -> Iterator[tuple[str, str]]:
        """Yield every cell's row and column heading, row by row."""
        return ((row, column) for row in self.rows for column in self.columns)

    def row(self, wanted: Value) -> str:
        """Return the row heading that a value falls under; raises RuleError for none."""
        return self._heading("row", self.rows, wanted)

    def column(self, wanted: Value | None) -> str:
        """Return the column heading that a value falls under; raises RuleError for none."""
        if wanted is None and len(self.columns) == 1:
            return self.columns[0]
        return self._heading("column", self.columns, "" if wanted is None else wanted)

    def _heading(self, what: str, headings: Sequence[str], wanted: Value) -> str:
        text = str(wanted)
        if text in headings:
            return text
        found = _NUMBER.fullmatch(text)
        if found is not None:
            number, word = int(found[1]), found[2]
            for heading in headings:
                band = _BAND.fullmatch(heading)
                if band and int(band[1]) <= number <= int(band[2]) and band[3] == word:
                    return heading
            if self.clamp and what == "row" and not word:
                return self._clamped(headings, number)
        known = ", ".join(headings)
        raise RuleError(f"{self.title} [{self.rule}] has no {what} {text!r}; it has {known}")

    @staticmethod
    def _clamped(headings: Sequence[str], number: int) -> str:
        lowest = int(re.match(r"-?\d+", headings[0])[0])  # type: ignore[index]  # numeric rows
        return headings[0] if number < lowest else headings[-1]

    def parse(self, text: str) -> Value:
        """Return a cell's value from a text; raises RuleError for one that is not legal."""
        if self.values:
            if text not in self.values:
                known = ", ".join(repr(value) for value in self.values)
                raise RuleError(f"{self.title} [{self.rule}]: expected one of {known}")
            return text
        if self.pattern:
            if not re.fullmatch(self.pattern, text):
                raise RuleError(f"{self.title} [{self.rule}]: expected {self.note or self.pattern}")
            return text
        try:
            number = int(text)
        except ValueError:
            number = self.low - 1
        if not self.low <= number <= self.high:
            raise RuleError(
                f"{self.title} [{self.rule}]: expected a number from {self.low} to {self.high},"
                f" found {text!r}"
            )
        return number


Cells = Mapping[tuple[str, str], Value]
"""The known cells of one table in one edition, by row and column heading."""


@dataclass(frozen=True, slots=True)
class TableSet:
    """A game's tables in a chosen edition.

    >>> tables.lookup("crt", 7, "MG")  # doctest: +SKIP
    '1'
    """

    game: str
    edition: Edition
    shapes: Mapping[str, Shape]
    cells: Mapping[Edition, Mapping[str, Cells]] = field(repr=False)

    def shape(self, name: str) -> Shape:
        """Return a table's shape; raises RuleError for an unknown name."""
        if name not in self.shapes:
            known = ", ".join(self.shapes)
            raise RuleError(f"{self.game} has no table {name!r}; it has {known}")
        return self.shapes[name]

    def lookup(self, name: str, row: Value, column: Value | None = None) -> Value:
        """Return a cell's value in the best edition that knows it.

        Raises:
            RuleError: there is no such table, row or column.
            MissingCell: no edition that was chosen knows the cell.
        """
        return self._find(name, row, column)[1]

    def source(self, name: str, row: Value, column: Value | None = None) -> Edition:
        """Return the edition that a cell's value comes from. Raises as `lookup` does."""
        return self._find(name, row, column)[0]

    def _find(self, name: str, row: Value, column: Value | None) -> tuple[Edition, Value]:
        shape = self.shape(name)
        if shape.thresholds and isinstance(row, int):
            return self._reached(shape, row)
        return self._cell(shape, (shape.row(row), shape.column(column)))

    def _reached(self, shape: Shape, number: int) -> tuple[Edition, Value]:
        """Return the highest row whose number is reached, 0 where none is."""
        best: tuple[Edition, Value] | None = None
        for row in shape.rows:
            edition, least = self._cell(shape, (row, shape.columns[0]))
            if best is None or number >= int(least):
                best = edition, int(row) if number >= int(least) else 0
        if best is None:
            raise RuleError(f"{shape.title} [{shape.rule}] has no rows")
        return best

    def _cell(self, shape: Shape, cell: tuple[str, str]) -> tuple[Edition, Value]:
        for edition in LOOKED_UP[self.edition]:
            value = self.cells[edition].get(shape.name, {}).get(cell)
            if value is not None:
                return edition, value
        column_part = f", column {cell[1]}" if len(shape.columns) > 1 else ""
        otherwise = "" if self.edition is Edition.HOUSE else ", or play with --edition house"
        raise MissingCell(
            f"{shape.title} [{shape.rule}], row {cell[0]}{column_part}: the {self.edition} edition"
            f" does not know this cell. Fill it in from your copy with"
            f" `vassal-bridge tables {self.game} --fill`{otherwise}"
        )

    def missing(self, name: str) -> list[tuple[str, str]]:
        """Return the cells that the chosen edition does not know, row by row."""
        known = [self.cells[edition].get(name, {}) for edition in LOOKED_UP[self.edition]]
        return [
            cell for cell in self.shape(name).cells() if not any(cell in cells for cells in known)
        ]


def load_tables(
    game: str, folder: Traversable, *, edition: Edition | str, owner: Path | None = None
) -> TableSet:
    """Return a game's tables from its data folder and the owner's file.

    Raises:
        BindingError: a file is no TOML, or a cell in it is not legal; the message lists all.
    """
    shapes = load_shapes(folder)
    complaints: list[str] = []
    cells: dict[Edition, Mapping[str, Cells]] = {}
    for known in (Edition.PRINTED, Edition.HOUSE):
        file = folder / known / TABLES_FILE
        cells[known] = _read_cells(_load(file), shapes, f"{known}/{TABLES_FILE}", complaints)
    document = _load(owner) if owner is not None and owner.is_file() else {}
    owners = f"owner's {TABLES_FILE}"
    shapes = _with_own_columns(document, shapes, owners, complaints)
    cells[Edition.OWNER] = _read_cells(document, shapes, owners, complaints)
    if complaints:
        raise BindingError("; ".join(complaints), where=Where(game))
    return TableSet(game, Edition(edition), shapes, cells)


def with_owner_cells(tables: TableSet, document: Mapping[str, Any], file: str) -> TableSet:
    """Return tables in which the owner's cells are those of a document like the owner's file.

    `file` is used in messages. Raises BindingError that lists every wrong cell.
    """
    complaints: list[str] = []
    shapes = _with_own_columns(document, tables.shapes, file, complaints)
    cells = _read_cells(document, shapes, file, complaints)
    if complaints:
        raise BindingError("\n".join(complaints))
    return TableSet(tables.game, tables.edition, shapes, {**tables.cells, Edition.OWNER: cells})


def _with_own_columns(
    document: Mapping[str, Any], shapes: Mapping[str, Shape], file: str, complaints: list[str]
) -> dict[str, Shape]:
    """Return the shapes, with the columns that an owner's copy has where they may differ."""
    found = dict(shapes)
    for name, rows in document.items():
        if name not in shapes or COLUMNS not in rows:
            continue
        columns = tuple(str(column) for column in rows[COLUMNS])
        if columns == shapes[name].columns:
            continue
        if problem := columns_problem(shapes[name], columns):
            complaints.append(f"{file}: {name}: {problem}")
        else:
            found[name] = replace(shapes[name], columns=columns)
    return found


def columns_problem(shape: Shape, columns: Sequence[str]) -> str:
    """Return what is wrong with an owner's own bands, or nothing.

    They must follow one another without a gap and span what the shape's own bands span.
    """
    if not shape.free_columns:
        return f"the columns are {', '.join(shape.columns)}"
    ends: list[tuple[int, int]] = []
    for column in columns:
        band = _BAND.fullmatch(column)
        if band is None or band[3]:
            return f"expected bands such as 100-149, found {column!r}"
        ends.append((int(band[1]), int(band[2])))
    span = shape.columns[0].partition("-")[0], shape.columns[-1].rpartition("-")[2]
    follows = all(one[1] + 1 == other[0] for one, other in pairwise(ends))
    if not ends or not follows or (str(ends[0][0]), str(ends[-1][1])) != span:
        return (
            f"expected bands from {span[0]} to {span[1]} without a gap, found {', '.join(columns)}"
        )
    return ""


def load_shapes(folder: Traversable) -> dict[str, Shape]:
    """Return the shapes in a game's data folder; raises BindingError for a damaged file."""
    document = _load(folder / TABLES_FILE)
    return {name: _shape(name, table) for name, table in document.items()}


def _shape(name: str, table: Mapping[str, Any]) -> Shape:
    headings = {
        "rows": [str(row) for row in table["rows"]],
        "columns": [str(column) for column in table.get("columns", ["value"])],
    }
    return Shape(
        name=name,
        title=table["title"],
        rule=table["rule"],
        rows=tuple(headings["rows"]),
        columns=tuple(headings["columns"]),
        dice=table.get("dice", ""),
        values=tuple(table.get("values", ())),
        pattern=table.get("pattern", ""),
        low=table.get("low", 0),
        high=table.get("high", 0),
        clamp=table.get("clamp", False),
        note=table.get("note", ""),
        constraints=tuple(
            _constraint(name, constraint, headings) for constraint in table.get("constraints", ())
        ),
        thresholds=table.get("thresholds", False),
        free_columns=table.get("free_columns", False),
        exchanged=tuple((one, other) for one, other in table.get("exchanged", ())),
        derived={str(row): why for row, why in table.get("derived", {}).items()},
    )


def _constraint(
    name: str, constraint: Mapping[str, Any], headings: Mapping[str, Sequence[str]]
) -> Mapping[str, Any]:
    """Return a constraint with its headings as texts; raises BindingError for an unknown one."""
    found = dict(constraint)
    for key, known in headings.items():
        if key in found:
            found[key] = [str(heading) for heading in found[key]]
            for heading in found[key]:
                if heading not in known:
                    said = f"{name}: a constraint names the {key} {heading!r}, found none such"
                    raise BindingError(said, where=Where(TABLES_FILE))
    return found


def _load(file: Traversable | Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BindingError(f"expected TOML: {error}", where=Where(file.name)) from None
    except FileNotFoundError:
        return {}


def _read_cells(
    document: Mapping[str, Any], shapes: Mapping[str, Shape], file: str, complaints: list[str]
) -> dict[str, Cells]:
    """Return the cells of a document by table; what is wrong goes to the complaints."""
    found: dict[str, Cells] = {}
    for name, rows in document.items():
        shape = shapes.get(name)
        if shape is None:
            complaints.append(f"{file}: there is no table {name!r}")
            continue
        cells: dict[tuple[str, str], Value] = {}
        for row, values in rows.items():
            if row == COLUMNS:
                continue
            given = values if isinstance(values, list) else [values]
            if row not in shape.rows or len(given) != len(shape.columns):
                complaints.append(
                    f"{file}: {name}: expected rows {', '.join(shape.rows)} of"
                    f" {len(shape.columns)} cells, found row {row!r} of {len(given)}"
                )
                continue
            for column, value in zip(shape.columns, given, strict=True):
                if value != MISSING:
                    try:
                        cells[row, column] = shape.parse(str(value))
                    except RuleError as error:
                        complaints.append(f"{file}: row {row}, column {column}: {error.message}")
        found[name] = cells
    return found
