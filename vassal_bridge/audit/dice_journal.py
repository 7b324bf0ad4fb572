"""An outside journal of dice (CSV) compared with the rolls of logs, roll by roll and in order."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import zip_longest

from vassal_bridge.audit.luck import Throw
from vassal_bridge.errors import FormatError, Where

_COLUMNS = {
    "faces": ("faces", "dice", "result", "roll"),
    "total": ("total", "sum"),
    "who": ("who", "player", "name"),
}
"""What a journal may call its columns; the first that is there is taken."""


class Match(StrEnum):
    """How a roll of the logs and one of the journal stand to each other."""

    SAME = "same"
    DIFFERS = "differs"
    NOT_IN_JOURNAL = "not in the journal"
    NOT_IN_LOGS = "not in the logs"


@dataclass(frozen=True, slots=True)
class JournalRow:
    """A roll of a journal: its line, its faces or their total, and who rolled, if it tells that."""

    line: int
    faces: tuple[int, ...]
    total: int | None
    who: str


@dataclass(frozen=True, slots=True)
class Compared:
    """A roll of the logs beside the one of the journal; one of them may be missing."""

    match: Match
    throw: Throw | None
    row: JournalRow | None


def read_journal(text: str, name: str = "") -> list[JournalRow]:
    """Return the rolls of a journal: CSV with a heading, and a column of faces or of totals.

    A row without a number of dice (a roll of words or symbols) is passed over.

    Raises:
        FormatError: there is no such column, or a cell holds no number.
    """
    rows = csv.reader(io.StringIO(text))
    headings = [cell.strip().casefold() for cell in next(rows, [])]
    places = {
        column: next((headings.index(name) for name in names if name in headings), None)
        for column, names in _COLUMNS.items()
    }
    if places["faces"] is None and places["total"] is None:
        raise FormatError(
            "expected a first line with a column 'faces' or 'total',"
            f" found {', '.join(headings) or 'nothing'}",
            where=Where(name),
        )
    found = (_row(cells, places, rows.line_num, name) for cells in rows)
    return [row for row in found if row is not None]


def _row(
    cells: Sequence[str], places: dict[str, int | None], line: int, name: str
) -> JournalRow | None:
    found = {
        column: cells[place].strip() if place is not None and place < len(cells) else ""
        for column, place in places.items()
    }
    if not found["faces"] and found["total"] in ("", "0"):
        return None
    faces = tuple(int(face) for face in re.findall(r"[0-9]{1,6}", found["faces"]))
    total = int(found["total"]) if re.fullmatch(r"[0-9]{1,9}", found["total"]) else None
    if not faces and total is None:
        raise FormatError(f"line {line}: expected the faces of a roll", where=Where(name))
    return JournalRow(line, faces, total, found["who"])


def reconcile(throws: Sequence[Throw], rows: Sequence[JournalRow]) -> Iterator[Compared]:
    """Yield the rolls of logs beside those of a journal, both in their order."""
    names_who = all(row.who for row in rows)
    has_faces = all(row.faces for row in rows)

    def key(who: str, faces: tuple[int, ...], total: int | None) -> tuple[object, ...]:
        return (who.casefold() if names_who else "", faces if has_faces else total)

    mine = [key(throw.who, throw.faces, throw.total) for throw in throws]
    theirs = [
        key(row.who, row.faces, row.total if row.total is not None else sum(row.faces))
        for row in rows
    ]
    place = row = 0
    for same_place, same_row in [*_common(mine, theirs), (len(mine), len(theirs))]:
        yield from _gap(throws[place:same_place], rows[row:same_row])
        if same_place < len(mine):
            yield Compared(Match.SAME, throws[same_place], rows[same_row])
        place, row = same_place + 1, same_row + 1


def _gap(throws: Sequence[Throw], rows: Sequence[JournalRow]) -> Iterator[Compared]:
    """Yield rolls of which none is the same: beside each other, then what is left of either."""
    for throw, row in zip_longest(throws, rows):
        if throw is None:
            yield Compared(Match.NOT_IN_LOGS, None, row)
        elif row is None:
            yield Compared(Match.NOT_IN_JOURNAL, throw, None)
        else:
            yield Compared(Match.DIFFERS, throw, row)


def _common(one: Sequence[object], other: Sequence[object]) -> list[tuple[int, int]]:
    """Return the places of the longest series that both have in common, in order."""
    longest = [[0] * (len(other) + 1) for _ in range(len(one) + 1)]
    for left in reversed(range(len(one))):
        for right in reversed(range(len(other))):
            longest[left][right] = (
                longest[left + 1][right + 1] + 1
                if one[left] == other[right]
                else max(longest[left + 1][right], longest[left][right + 1])
            )
    found: list[tuple[int, int]] = []
    left = right = 0
    while left < len(one) and right < len(other):
        if one[left] == other[right]:
            found.append((left, right))
            left, right = left + 1, right + 1
        elif longest[left + 1][right] >= longest[left][right + 1]:
            left += 1
        else:
            right += 1
    return found
