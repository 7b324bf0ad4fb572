"""Reads the counters and markers of a game: one row a counter, whatever columns a game has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from importlib.resources.abc import Traversable
from types import MappingProxyType

from vassal_bridge.builder.reading.checking import Checker
from vassal_bridge.builder.reading.csvfile import Row, note_dates
from vassal_bridge.pictures.symbols import MARKS, SIZES, is_mark

COUNTERS = "counters.csv"
COLUMNS: Mapping[str, str] = MappingProxyType(
    {
        "id": "the counter's own name, which never changes; saves know it by this (needed)",
        "name": "what stands on the counter and in VASSAL's menus (needed)",
        "side": "whose it is: a name of [side_colours]; empty where a fill is given (needed)",
        "kind": "what it is: a name of [kind.NAME] (needed)",
        "count": "how many there are: that many are printed and, where it has a place, begin there;"
        " 1 where empty, 0 for none on the sheet; the tray's slot gives any number",
        "hex": "the hex where it begins",
        "box": "the box where it begins, instead of a hex: the board's or a window's, or a point"
        " of a map in pixels, `Map @ 120,80`",
        "stack": "what VASSAL's editor calls the at-start stack at its point; others lie apart",
        "deck": "the [[deck]] in which it begins, instead of both: it is a card",
        "slot": "`start` for a counter that is only where it begins and not in the tray, `tray` for"
        " one that is only there",
        "symbol": "the marks of its symbol where they are not the kind's: `infantry + marine`",
        "size": "its size where it is not the kind's: I, II, III, X ...",
        "fill": "its ground where it is not the kind's: a colour of the palette or #rrggbb",
        "faces": "how many faces it has, where fewer than its kind: 1 for a one-step unit",
        "image": "a picture in the recipe's folder art, for layouts that show one",
        "group": "a figure that the map prints too, such as a fort's group",
        "back_...": "what stands on the back instead: back_attack for {attack}, back_fill, ...",
        "any other": "yours: a layout or a field shows it as {column}",
    }
)
"""The columns of counters.csv and what they are for."""
_COUNTER = ("id", "name", "side", "kind")
PLACES = ("hex", "box", "start")
DECK, SLOT, STACK = "deck", "slot", "stack"
AT_START, IN_TRAY = "start", "tray"
_MARKER = ("id", "name", "track", "field", "unit")
_LABEL = "label"


@dataclass(frozen=True, slots=True)
class CounterRow:
    """One counter: a unit, or a marker of a kind; `location` is a hex, a box or empty.

    `symbol` and `size` are the unit symbol's where they differ from the kind's, `faces` how many
    faces it has where they are fewer, `count` how many of it there are; `deck` names the deck
    that it is a card of, `slot` the only place of its slot; `cells` are all cells of its row by
    their columns, and `row` is where it stands.
    """

    id: str
    name: str
    side: str
    kind: str
    group: str = ""
    location: str = ""
    symbol: tuple[str, ...] = ()
    size: str = ""
    faces: int = 0
    count: int = 1
    deck: str = ""
    slot: str = ""
    cells: Mapping[str, str] = field(default_factory=dict)
    row: Row | None = field(default=None, compare=False, repr=False)


def copies(row: CounterRow) -> tuple[str, ...]:
    """Return what the counters of a row are called where there are several of them.

    >>> copies(CounterRow("mine", "Mine", "", "marker", count=3))
    ('mine', 'mine#2', 'mine#3')
    """
    return (row.id, *(f"{row.id}#{number}" for number in range(2, row.count + 1)))


def maybe_rows(
    checker: Checker, folder: Traversable, name: str, columns: tuple[str, ...]
) -> list[Row]:
    """Return the rows of a file that a game may lack."""
    return checker.csv(folder, name, columns) if (folder / name).is_file() else []


def read_counters(checker: Checker, folder: Traversable) -> tuple[CounterRow, ...]:
    """Return the counters of a folder's counters.csv."""
    rows = checker.csv(folder, COUNTERS, _COUNTER)
    check_unique("id", rows)
    return tuple(_counter(row) for row in rows)


def read_cards(
    checker: Checker, folder: Traversable, files: Mapping[str, str]
) -> tuple[CounterRow, ...]:
    """Return the cards of decks with files of their own; `files` are theirs by deck."""
    found: list[CounterRow] = []
    for deck, name in files.items():
        rows = checker.csv(folder, name, _COUNTER)
        check_unique("id", rows)
        found += [replace(_counter(row), deck=deck) for row in rows]
    return tuple(found)


def read_markers(checker: Checker, folder: Traversable) -> tuple[CounterRow, ...]:
    """Return the markers of a folder's markers.csv, which may be missing."""
    rows = maybe_rows(checker, folder, "markers.csv", _MARKER)
    check_unique("id", rows)
    return tuple(_marker(row) for row in rows)


def _counter(row: Row) -> CounterRow:
    for column in _COUNTER[:1] + _COUNTER[3:]:
        if not row.text(column):
            row.wrong(column, "expected a text, found an empty cell")
    for column in ("id", "name"):
        note_dates(row, column)
    size = row.text("size")
    if size and size not in SIZES:
        row.wrong("size", f"expected one of {', '.join(SIZES)}, found {size!r}")
    slot = row.text(SLOT)
    if slot not in ("", AT_START, IN_TRAY):
        row.wrong(SLOT, f"expected {AT_START}, {IN_TRAY} or nothing, found {slot!r}")
    return CounterRow(
        id=row.text("id"),
        name=row.text("name"),
        side=row.text("side"),
        kind=row.text("kind"),
        group=row.text("group"),
        location=next((row.text(column) for column in PLACES if row.text(column)), ""),
        symbol=_symbol(row),
        size=size if size in SIZES else "",
        faces=row.number("faces", 0, least=1),
        count=row.number("count", 1, least=0),
        deck=row.text(DECK),
        slot=slot,
        cells={_LABEL: row.text("name")} | dict(row.cells),
        row=row,
    )


def _symbol(row: Row) -> tuple[str, ...]:
    """Return the marks that a cell names, joined with + as in `infantry + marine`."""
    marks = [mark.strip() for mark in row.text("symbol").split("+") if mark.strip()]
    for mark in marks:
        if not is_mark(mark):
            row.wrong("symbol", f"expected marks out of {', '.join(MARKS)}, found {mark!r}")
    return tuple(mark for mark in marks if is_mark(mark))


def _marker(row: Row) -> CounterRow:
    return CounterRow(
        id=row.text("id"),
        name=row.text("name"),
        side=row.text("side"),
        kind=row.text("kind") or "marker",
        location=next((row.text(column) for column in PLACES if row.text(column)), ""),
        symbol=_symbol(row),
        count=row.number("count", 1, least=0),
        cells={_LABEL: row.text("name")} | dict(row.cells),
        row=row,
    )


def check_unique(column: str, rows: list[Row]) -> None:
    """Note each row that has a cell of an earlier one."""
    seen: set[str] = set()
    for row in rows:
        name = row.text(column)
        if name in seen:
            row.wrong(column, f"{name!r} stands there twice")
        seen.add(name)
