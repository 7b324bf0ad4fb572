"""Reads a CSV file as a spreadsheet saves it: any usual separator, with or without a BOM.

Each row knows its line, so that a problem is told as file:line:column.
"""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vassal_bridge.builder.reading.checking import Checker

SEPARATORS = (",", ";", "\t")
_BOM = "\ufeff"
_ZIP = b"PK\x03\x04"
MOST_PREFACE = 20
"""How many lines may stand before the names of the columns."""
HEX_DIGITS = 4
"""How many digits a hex's number has."""
_MONTH = (
    r"(?:jan|feb|f[eé]v|m[aä]r|mrz|apr|avr|abr|ma[iy]|ju[nl]|jui[nl]|aug|ago|ao[uû]"
    r"|sep|set|o[ck]t|nov|de[cz]|d[eé]c|dic|ene|gen|mag|giu|lug|ott)"
)
_DATE = re.compile(
    rf"\d{{1,2}}(?:-|\. ){_MONTH}\w*\.?|{_MONTH}\w*\.?-\d{{2}}|\d{{1,2}}[./]\d{{1,2}}[./]\d{{2,4}}",
    re.IGNORECASE,
)
"""What spreadsheets make of designations such as 1/7: a date, in some language."""
_YES, _NO = ("1", "true", "yes", "y", "x"), ("", "0", "false", "no", "n")


@dataclass(frozen=True, slots=True)
class Row:
    """One row: its cells by column, without blanks around them."""

    checker: Checker
    file: str
    line: int
    cells: Mapping[str, str]

    def text(self, column: str) -> str:
        """Return a cell; empty where the file has no such column."""
        return self.cells.get(column, "")

    def truth(self, column: str) -> bool:
        """Return a yes or no, however a spreadsheet spelled it; an empty cell is no."""
        text = self.text(column).lower()
        if text not in _YES and text not in _NO:
            self.wrong(column, f"expected yes or no, found {text!r}")
        return text in _YES

    def number(self, column: str, default: int = 0, least: int | None = None) -> int:
        """Return a whole number; the default where the cell is empty."""
        text = self.text(column)
        if not text:
            return default
        try:
            number = int(text)
        except ValueError:
            self.wrong(column, f"expected a whole number, found {text!r}")
            return default
        if least is not None and number < least:
            self.wrong(column, f"expected at least {least}, found {number}")
            return default
        return number

    def wrong(self, column: str, message: str) -> None:
        """Note a problem with a cell."""
        self.checker.add_at(f"{self.file}:{self.line}:{column}", message)


def whole_hex(row: Row, column: str) -> str:
    """Return a hex with the zeros at its head, which spreadsheets take off: 304 is 0304."""
    text = row.text(column)
    if not (0 < len(text) < HEX_DIGITS and text.isascii() and text.isdecimal()):
        return text
    row.checker.note(
        f"{row.file}: a spreadsheet took the zeros off hexes such as 0304; they are read with them"
    )
    return text.zfill(HEX_DIGITS)


def note_dates(row: Row, column: str) -> None:
    """Note a cell that looks like a date which a spreadsheet made of a designation."""
    text = row.text(column)
    if _DATE.fullmatch(text):
        row.checker.note(
            f"{row.file}:{row.line}:{column}: {text!r} looks like a date that a spreadsheet made of"
            " a designation such as 1/7; give such columns the format Text before you type"
        )


def read_rows(
    checker: Checker,
    folder: Traversable,
    name: str,
    columns: Iterable[str],
    *,
    is_head: Callable[[Sequence[str]], bool] | None = None,
) -> list[Row]:
    """Return the rows of a CSV file that must have some columns; problems go to the checker.

    Empty rows and rows whose first cell begins with # are left out. A file that is not UTF-8 is
    read as Windows-1252, and a note says so. With `is_head`, lines before the first that it calls
    the names of columns are left out, where there is such a line.
    """
    try:
        content = (folder / name).read_bytes()
    except OSError:
        checker.add(name, "", "the file is missing")
        return []
    if content.startswith(_ZIP):
        checker.add_at(name, "this is a workbook, no CSV: save it as 'CSV UTF-8' first")
        return []
    text = decode(checker, name, content)
    first, rest = _header(text)
    if is_head is not None:
        first, rest = _headed(first, rest, is_head)
    if not rest.strip():
        checker.add_at(f"{name}:{first + 1}", "expected a row of column names, found an empty file")
        return []
    lines = csv.reader(io.StringIO(rest, newline=""), delimiter=separator_of(rest), strict=True)
    found: list[Row] = []
    try:
        names = [cell.strip() for cell in next(lines)]
        if not _names_are_good(checker, f"{name}:{first + 1}", names, columns):
            return []
        for cells in lines:
            line = first + lines.line_num
            if any(cell.strip() for cell in cells) and not cells[0].lstrip().startswith("#"):
                found.append(_row(checker, (name, line), names, cells))
    except csv.Error as error:
        checker.add_at(f"{name}:{first + lines.line_num}", f"this is no CSV: {error}")
    return found


def decode(checker: Checker, name: str, content: bytes) -> str:
    """Return a file's text: UTF-8 with or without BOM, UTF-16, else Windows-1252 with a note."""
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return content.decode("utf-16", errors="replace")
    try:
        return content.decode("utf-8").removeprefix(_BOM)
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        checker.note(
            f"{name}:{line}: the file is not UTF-8 and was read as Windows-1252;"
            " if letters look wrong, save it as 'CSV UTF-8'"
        )
        return content.decode("cp1252", errors="replace")


def _header(text: str) -> tuple[int, str]:
    """Return how many lines stand before the column names (Excel's `sep=;`), and the rest."""
    first, _, rest = text.partition("\n")
    return (1, rest) if first.strip().lower().startswith("sep=") else (0, text)


def _headed(first: int, text: str, is_head: Callable[[Sequence[str]], bool]) -> tuple[int, str]:
    """Return how many lines stand before the names of the columns, and the rest from there."""
    lines = text.splitlines(keepends=True)
    for number, line in enumerate(lines[:MOST_PREFACE]):
        separator = separator_of(line)
        cells = next(csv.reader([line], delimiter=separator), [])
        if len(cells) > 1 and is_head([cell.strip() for cell in cells]):
            return first + number, "".join(lines[number:])
    return first, text


def separator_of(text: str) -> str:
    """Return the separator that the line of column names holds most often; a comma for none."""
    head = text.partition("\n")[0]
    return max(SEPARATORS, key=head.count)


def _names_are_good(
    checker: Checker, place: str, names: Sequence[str], columns: Iterable[str]
) -> bool:
    missing = [column for column in columns if column not in names]
    twice = sorted({name for name in names if name and names.count(name) > 1})
    for column in missing:
        found = ", ".join(names)
        checker.add_at(place, f"expected a column {column!r}, found the columns {found}")
    for column in twice:
        checker.add_at(f"{place}:{column}", "this column stands there twice")
    return not missing and not twice


def _row(
    checker: Checker, place: tuple[str, int], names: Sequence[str], cells: Sequence[str]
) -> Row:
    file, line = place
    for number, cell in enumerate(cells[len(names) :], len(names) + 1):
        if cell.strip():
            checker.add_at(f"{file}:{line}", f"cell {number} has no column name: {cell!r}")
    padded = [*cells, *[""] * (len(names) - len(cells))]
    values = {name: cell.strip() for name, cell in zip(names, padded, strict=False) if name}
    return Row(checker, file, line, values)
