"""Hex names: how a module numbers the hexes that the game knows by their printed numbers.

A module may write them otherwise ("C12-R07", "G14"), count from elsewhere, count the other way,
or name rows before columns. What fits is found by trying, and checked on the map: hexes that
are neighbours in the game must lie side by side.
"""

from __future__ import annotations

import math
import re
import statistics
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from vassal_bridge.binding.spots import Spot
from vassal_bridge.game.hexes import HexId, HexMap, parse_hex

Cell = tuple[int, int]

FEWEST = 12
"""How many names of one form make a grid of hexes."""
ENOUGH = 0.8
"""The share of the game's hexes that a numbering must know to be proposed."""
UPRIGHT = 0.6
"""The share of neighbours that must run as printed where a module counts backwards."""
BESIDE = 0.9
"""The share of neighbouring hexes that must lie side by side for that."""
_NEAR = 1.45
"""How much farther than the usual distance two neighbours' points may lie apart."""

_FORMS = (
    re.compile(r"(?P<head>[^0-9]*)(?P<a>\d\d)(?P<mid>)(?P<b>\d\d)(?P<tail>[^0-9]*)"),
    re.compile(r"(?P<head>[^0-9]*)(?P<a>\d{1,3})(?P<mid>[^0-9]+)(?P<b>\d{1,3})(?P<tail>[^0-9]*)"),
    re.compile(
        r"(?P<head>(?:.*[^A-Za-z])?)(?P<a>([A-Z])\3?)(?P<mid>[^0-9A-Za-z]*)(?P<b>\d{1,3})(?P<tail>[^0-9]*)"
    ),
    re.compile(
        r"(?P<head>[^0-9]*)(?P<a>\d{1,3})(?P<mid>[^0-9A-Za-z]*)(?P<b>([A-Z])\5?)(?P<tail>[^A-Za-z0-9]*)"
    ),
)


@dataclass(frozen=True, slots=True)
class HexForm:
    """How a module names hexes: its text around two numbers, and how it counts.

    `text` holds `{column}` and `{row}`, with `:02` for two digits and `:A` for letters; the
    module's column is `add_columns` plus the printed one, or minus it where `mirror_columns`.
    """

    map: str
    text: str
    add_columns: int = 0
    add_rows: int = 0
    mirror_columns: bool = False
    mirror_rows: bool = False

    @property
    def is_rows_first(self) -> bool:
        """Whether the row stands before the column."""
        return self.text.find("{row") < self.text.find("{column")

    def cell(self, hex_id: HexId) -> Cell:
        """Return the module's column and row of a printed hex number."""
        column, row = parse_hex(hex_id)
        return (
            self.add_columns + (-column if self.mirror_columns else column),
            self.add_rows + (-row if self.mirror_rows else row),
        )

    def name(self, hex_id: HexId) -> str:
        """Return the module's name for a printed hex number."""
        cell = self.cell(hex_id)
        return re.sub(r"\{(column|row)(?::(02|A))?\}", lambda part: _spelt(part, cell), self.text)


def _spelt(part: re.Match[str], cell: Cell) -> str:
    number = cell[0] if part[1] == "column" else cell[1]
    if part[2] == "A":
        return letters(number)
    return f"{number:02d}" if part[2] else str(number)


def letters(number: int) -> str:
    """Return a number from 1 on as VASSAL's letters: A to Z, AA, BB ...; empty for others."""
    return chr(ord("A") + (number - 1) % 26) * ((number - 1) // 26 + 1) if number > 0 else ""


def _number(text: str) -> int:
    return int(text) if text.isdigit() else 26 * (len(text) - 1) + ord(text[0]) - ord("A") + 1


@dataclass(frozen=True, slots=True)
class HexFit:
    """A form with what speaks for it: shares from 0 to 1, and the spot of every hex.

    `known` is the share of the game's hexes that the module has, `beside` that of neighbours
    that lie side by side, `upright` that of rows and columns that run as they are printed.
    """

    form: HexForm
    known: float
    beside: float
    upright: float
    sheet: float
    names: Mapping[HexId, Spot] = field(default_factory=dict, repr=False)

    @property
    def is_good(self) -> bool:
        """Whether the form may be proposed; one that counts backwards must look so on the map."""
        backwards = self.form.mirror_columns or self.form.mirror_rows
        fits = self.known >= ENOUGH and self.beside >= BESIDE
        return fits and (self.upright >= UPRIGHT or not backwards)

    @property
    def otherwise(self) -> dict[HexId, str]:
        """The hexes that the module does not name by the form, with what it calls them."""
        pairs = ((hex_id, spot.name) for hex_id, spot in self.names.items())
        return {hex_id: name for hex_id, name in pairs if name != self.form.name(hex_id)}

    @property
    def worth(self) -> tuple[float, ...]:
        """What the best fit is chosen by."""
        moved = abs(self.form.add_columns) + abs(self.form.add_rows)
        return (
            round(self.known * self.beside, 2),
            round(self.upright, 1),
            round(self.sheet, 3),
            -moved,
        )


def fit_hexes(spots: Iterable[Spot], sheet: HexMap, hexes: Iterable[HexId]) -> HexFit | None:
    """Return the numbering among some spots that fits a game's hexes best; None where none does."""
    wanted = list(hexes)
    fits = [
        fit
        for group in _groups(spots)
        for form in group.forms(sheet, wanted)
        if (fit := group.fit(form, sheet, wanted)).is_good
    ]
    return max(fits, key=lambda fit: fit.worth, default=None)


@dataclass(slots=True)
class _Group:
    """Spots whose names have one form: by their two numbers, first and second."""

    map: str
    head: str
    mid: str
    tail: str
    spots: dict[Cell, Spot] = field(default_factory=dict)
    texts: dict[Cell, tuple[str, str]] = field(default_factory=dict)

    @property
    def is_run_together(self) -> bool:
        """Whether the names are two numbers of two digits with nothing between them."""
        first, second = next(iter(self.texts.values()))
        return not self.mid and first.isdigit() and second.isdigit()

    def forms(self, sheet: HexMap, hexes: list[HexId]) -> Iterator[HexForm]:
        """Yield the numberings worth trying: each way round, each way of counting."""
        for rows_first in (False, True):
            text = self._text(rows_first)
            cells = [(b, a) if rows_first else (a, b) for a, b in self.spots]
            for mirror_columns in (False, True):
                for mirror_rows in (False, True):
                    for add in _shifts(cells, sheet, hexes, mirror_columns, mirror_rows):
                        yield HexForm(self.map, text, *add, mirror_columns, mirror_rows)

    def _text(self, rows_first: bool) -> str:
        names = ("row", "column") if rows_first else ("column", "row")
        parts = []
        for place, name in enumerate(names):
            texts = [pair[place] for pair in self.texts.values()]
            if texts[0].isalpha():
                parts.append(f"{{{name}:A}}")
            else:
                padded = any(text.startswith("0") and len(text) == 2 for text in texts)
                parts.append(f"{{{name}:02}}" if padded or self.is_run_together else f"{{{name}}}")
        return self.head + self.mid.join(parts) + self.tail

    def fit(self, form: HexForm, sheet: HexMap, hexes: list[HexId]) -> HexFit:
        """Return how well a numbering fits."""
        swap = form.is_rows_first
        there = {(b, a) if swap else (a, b): spot for (a, b), spot in self.spots.items()}
        known = sum(form.cell(hex_id) in there for hex_id in hexes) / max(len(hexes), 1)
        if known < ENOUGH:
            return HexFit(form, known, 0.0, 0.0, 0.0)
        every = {h: there[cell] for h in sheet.hexes() if (cell := form.cell(h)) in there}
        beside, upright = _checked(every, sheet)
        return HexFit(form, known, beside, upright, len(every) / len(sheet.hexes()), every)


def _groups(spots: Iterable[Spot]) -> list[_Group]:
    groups: dict[tuple[object, ...], _Group] = {}
    for spot in spots:
        for form in _FORMS:
            found = form.fullmatch(spot.name)
            if found is None:
                continue
            key = (form.pattern, spot.map, found["head"], found["mid"], found["tail"])
            group = groups.setdefault(
                key, _Group(spot.map, found["head"], found["mid"], found["tail"])
            )
            cell = (_number(found["a"]), _number(found["b"]))
            group.spots.setdefault(cell, spot)
            group.texts.setdefault(cell, (found["a"], found["b"]))
            break
    return [group for group in groups.values() if len(group.spots) >= FEWEST]


def _shifts(
    cells: list[Cell],
    sheet: HexMap,
    hexes: list[HexId],
    mirror_columns: bool,
    mirror_rows: bool,
) -> list[Cell]:
    """Return what may have to be added to the printed numbers: nothing, by edges, by votes."""
    signs = (-1 if mirror_columns else 1, -1 if mirror_rows else 1)
    printed = [parse_hex(hex_id) for hex_id in hexes]
    turned = [(signs[0] * c, signs[1] * r) for c, r in printed]
    corners = [(signs[0] * c, signs[1] * r) for c in sheet.columns for r in sheet.rows]
    found: dict[Cell, None] = {} if mirror_columns or mirror_rows else {(0, 0): None}
    for box in (turned, corners):
        for pick in (min, max):
            found[
                pick(c for c, _ in cells) - pick(c for c, _ in box),
                pick(r for _, r in cells) - pick(r for _, r in box),
            ] = None
    sample = turned[:: max(1, len(turned) // 40)]
    votes = Counter((c - a, r - b) for c, r in cells for a, b in sample)
    for shift, _ in sorted(votes.items(), key=lambda item: (-item[1], item[0]))[:4]:
        found[shift] = None
    return list(found)


def _checked(known: Mapping[HexId, Spot], sheet: HexMap) -> tuple[float, float]:
    """Return the share of neighbours that lie side by side, and of those that run as printed."""
    pairs = [
        (parse_hex(one), parse_hex(other), known[one].point, known[other].point)
        for one in known
        for other in sheet.neighbours(one)
        if one < other and other in known
    ]
    if not pairs:
        return 0.0, 0.0
    lengths = [math.dist(a, b) for _, _, a, b in pairs]
    usual = statistics.median_low(
        [length for length, pair in zip(lengths, pairs, strict=True) if pair[0][0] == pair[1][0]]
        or lengths
    )
    near = sum(length <= _NEAR * usual for length in lengths)
    upright = sum(b[0] > a[0] if one[0] != other[0] else b[1] > a[1] for one, other, a, b in pairs)
    return near / len(pairs), upright / len(pairs)
