"""Owner's cells: what is known of a game's tables, and what a player types from an own copy.

The owner's file has the form of a game's `data/printed/tables.toml`: a row is a list of cells, "?"
for one that is not known. Every cell that is set is saved at once, so typing can be broken off and
taken up again. The same cells travel as CSV, one row a cell.
"""

from __future__ import annotations

import csv
import io
import os
import tempfile
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

import tomlkit
from tomlkit.exceptions import TOMLKitError

from vassal_bridge.errors import BindingError, RuleError, Where
from vassal_bridge.game.tables import (
    COLUMNS,
    LOOKED_UP,
    MISSING,
    Edition,
    Shape,
    TableSet,
    Value,
    columns_problem,
    with_owner_cells,
)

CSV_COLUMNS = ("table", "row", "column", "value", "edition", "rule")
BLANK = ("-", "–", "—", "blank")
"""What a player may type for a cell that is printed blank."""

Owned = Mapping[str, Mapping[tuple[str, str], Value]]
"""Owner's cells by table, then by row and column heading."""


@dataclass(frozen=True, slots=True)
class Known:
    """How much of a table one choice of edition knows."""

    table: str
    title: str
    rule: str
    edition: Edition
    known: int
    missing: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Blank:
    """A cell that waits for the owner: where it is, what rule speaks of it, what it may hold."""

    table: str
    title: str
    rule: str
    row: str
    column: str
    wanted: str


def overview(tables: TableSet) -> tuple[Known, ...]:
    """Return what each table knows for each choice of edition, in the order of the shape file.

    An edition counts with those that are looked up before it: the owner's with the printed cells,
    the house's with both.
    """
    found: list[Known] = []
    for name, shape in tables.shapes.items():
        every = tuple(shape.cells())
        for edition, asked in LOOKED_UP.items():
            known = {cell for each in asked for cell in tables.cells[each].get(name, {})}
            missing = tuple(cell for cell in every if cell not in known)
            count = len(every) - len(missing)
            found.append(Known(name, shape.title, shape.rule, edition, count, missing))
    return tuple(found)


def wanted(shape: Shape) -> str:
    """Return in words what may be typed into a cell of a table."""
    if shape.values:
        return ", ".join(value or "- for blank" for value in shape.values)
    if shape.pattern:
        return shape.note or shape.pattern
    return f"a whole number from {shape.low} to {shape.high}"


def cells_to_fill(tables: TableSet, table: str = "") -> Iterator[Blank]:
    """Yield the cells that neither the text nor the owner knows, table by table, row by row."""
    asked = LOOKED_UP[Edition.OWNER]
    for name in [table] if table else list(tables.shapes):
        shape = tables.shape(name)
        known = {cell for edition in asked for cell in tables.cells[edition].get(name, {})}
        for row, column in shape.cells():
            if (row, column) not in known:
                yield Blank(name, shape.title, shape.rule, row, column, wanted(shape))


def parse_typed(shape: Shape, text: str) -> Value | None:
    """Return the value of a typed text; None for "?", a cell that is not known after all.

    Codes may be typed in small letters; "-" stands for a blank cell. Raises RuleError that says
    what may be typed.
    """
    typed = " ".join(text.split())
    if typed == MISSING:
        return None
    if typed.lower() in BLANK and "" in shape.values:
        return ""
    for value in shape.values:
        if value.lower() == typed.lower():
            return value
    try:
        return shape.parse(typed)
    except RuleError:
        raise RuleError(
            f"{shape.title} [{shape.rule}]: expected {wanted(shape)}; found {text!r}"
        ) from None


def set_owner_cell(
    file: Path,
    tables: TableSet,
    table: str,
    row: Value,
    column: Value | None,
    text: str,
    *,
    original: bool = False,
) -> Value | None:
    """Check a typed cell, save it in the owner's file at once, and return its value.

    The rest of the file, comments too, stays as it is; "?" takes the cell out again. With
    `original` the column is that of the original print, some of which stand exchanged there.

    Raises:
        RuleError: there is no such table or cell, or the text may not stand in it.
        BindingError: the owner's file is damaged.
    """
    shape = tables.shape(table)
    heading = shape.column(column)
    cell = (shape.row(row), exchanged(shape, heading) if original else heading)
    value = parse_typed(shape, text)
    save_owner_cells(file, tables, {table: {cell: MISSING if value is None else value}})
    return value


def exchanged(shape: Shape, column: str) -> str:
    """Return the column of today that a column of the original print has become."""
    for one, other in shape.exchanged:
        if column in (one, other):
            return other if column == one else one
    return column


def set_owner_columns(file: Path, tables: TableSet, table: str, columns: Sequence[str]) -> None:
    """Save the bands that head the columns of an owner's copy, where they may differ from ours.

    What the owner typed under bands that are no more is dropped. Raises RuleError for bands that
    leave a gap, or for a table whose columns are fixed; BindingError for a damaged file.
    """
    shape = tables.shape(table)
    headings = tuple("".join(column.split()) for column in columns)
    if headings != shape.columns and (problem := columns_problem(shape, headings)):
        raise RuleError(f"{shape.title} [{shape.rule}]: {problem}")
    typed = tables.cells[Edition.OWNER].get(table, {})
    kept = {(row, column): value for (row, column), value in typed.items() if column in headings}
    document = _document(file)
    document[table] = tomlkit.table()
    _put(document, replace(shape, columns=headings), kept)
    cast("Any", document[table])[COLUMNS] = list(headings)
    _replace(file, tomlkit.dumps(document))


def save_owner_cells(file: Path, tables: TableSet, cells: Owned) -> None:
    """Write cells into the owner's file beside those that it has; raises BindingError."""
    document = _document(file)
    for name, known in cells.items():
        _put(document, tables.shape(name), known)
    _replace(file, tomlkit.dumps(document))


def _document(file: Path) -> tomlkit.TOMLDocument:
    try:
        return tomlkit.parse(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return tomlkit.document()
    except (TOMLKitError, UnicodeDecodeError) as error:
        raise BindingError(f"expected TOML: {error}", where=Where(str(file))) from None


def _put(
    document: tomlkit.TOMLDocument, shape: Shape, cells: Mapping[tuple[str, str], Value]
) -> None:
    table: Any = document.setdefault(shape.name, tomlkit.table())
    for (row, column), value in cells.items():
        if len(shape.columns) == 1:
            if value == MISSING:
                table.pop(row, None)
            else:
                table[row] = value
            continue
        if row not in table:
            table[row] = [MISSING] * len(shape.columns)
        table[row][shape.columns.index(column)] = value
        if all(cell == MISSING for cell in table[row]):
            table.pop(row)


def _replace(file: Path, text: str) -> None:
    """Write a text so that the file holds either all of it or what it held before."""
    file.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.", suffix=".tmp")
    temporary = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        temporary.replace(file)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def export_toml(tables: TableSet) -> str:
    """Return the owner's cells as TOML, in the form of the owner's file."""
    document = tomlkit.document()
    for name, shape in tables.shapes.items():
        known = tables.cells[Edition.OWNER].get(name, {})
        if known:
            _put(document, shape, {cell: known[cell] for cell in shape.cells() if cell in known})
            if shape.free_columns:
                cast("Any", document[name])[COLUMNS] = list(shape.columns)
    return tomlkit.dumps(document)


def import_toml(text: str, tables: TableSet) -> TableSet:
    """Return tables in which the owner's cells are those of a TOML text, under its own bands.

    Raises BindingError that says where the text is no TOML, or lists every wrong cell.
    """
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BindingError(f"expected TOML: {error}") from None
    odd = [name for name, rows in document.items() if not isinstance(rows, dict)]
    if odd:
        raise BindingError(f"expected tables such as [crt], found {', '.join(odd)}")
    return with_owner_cells(tables, document, "the imported file")


def save_imported(file: Path, tables: TableSet, imported: TableSet) -> None:
    """Write the owner's cells of imported tables, and their own bands, into the owner's file.

    Raises BindingError for a damaged owner's file.
    """
    for name, shape in imported.shapes.items():
        if shape.columns != tables.shape(name).columns:
            set_owner_columns(file, tables, name, shape.columns)
    save_owner_cells(file, imported, imported.cells[Edition.OWNER])


def export_csv(tables: TableSet) -> str:
    """Return every cell as CSV, one row a cell, each from the best edition that was chosen.

    A cell that is not known has the value "?" and no edition: this is the list to fill in.
    """
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(CSV_COLUMNS)
    for name, shape in tables.shapes.items():
        for row, column in shape.cells():
            value, edition = _best(tables, name, (row, column))
            writer.writerow((name, row, column, value, edition, shape.rule))
    return text.getvalue()


def _best(tables: TableSet, name: str, cell: tuple[str, str]) -> tuple[Value, str]:
    for edition in LOOKED_UP[tables.edition]:
        value = tables.cells[edition].get(name, {}).get(cell)
        if value is not None:
            return value, str(edition)
    return MISSING, ""


def import_csv(text: str, tables: TableSet) -> Owned:
    """Return the owner's cells that a CSV gives; commas, semicolons or tabs may part its columns.

    A row is the owner's where its edition says so or is empty, and also where its value is not the
    one that its edition has: somebody has changed it. A "?" says nothing.

    Raises BindingError that lists every wrong line.
    """
    lines = text.removeprefix("\ufeff").splitlines()
    head = lines[0] if lines else ""
    parted_by = max(",;\t", key=head.count)
    reader = csv.DictReader(lines, delimiter=parted_by)
    needed = [name for name in CSV_COLUMNS[:4] if name not in (reader.fieldnames or ())]
    if needed:
        raise BindingError(f"expected a first line with {', '.join(CSV_COLUMNS)}, found {head!r}")
    owned: dict[str, dict[tuple[str, str], Value]] = {}
    complaints: list[str] = []
    for line in reader:
        try:
            name, cell, value = _csv_cell(line, tables)
        except RuleError as error:
            complaints.append(f"line {reader.line_num}: {error.message}")
            continue
        if value is not None and _is_owners(line.get("edition"), tables, name, cell, value):
            owned.setdefault(name, {})[cell] = value
    if complaints:
        raise BindingError("\n".join(complaints))
    return owned


def _csv_cell(
    line: Mapping[str, str | None], tables: TableSet
) -> tuple[str, tuple[str, str], Value | None]:
    name = (line["table"] or "").strip()
    shape = tables.shape(name)
    row = shape.row((line["row"] or "").strip())
    return (
        name,
        (row, shape.column(line["column"] or None)),
        parse_typed(shape, line["value"] or ""),
    )


def _is_owners(
    said: str | None, tables: TableSet, name: str, cell: tuple[str, str], value: Value
) -> bool:
    edition = (said or "").strip().lower()
    if edition in ("", Edition.OWNER):
        return True
    if edition not in tuple(Edition):
        return True
    return tables.cells[Edition(edition)].get(name, {}).get(cell) != value
