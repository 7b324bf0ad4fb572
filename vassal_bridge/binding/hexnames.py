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
ENOUGH = 0.6
"""The share of the game's hexes that a numbering must know to be proposed."""
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

    def name(self, hex_id: HexId) -> str:
        """Return the module's name for a printed hex number."""
        column, row = parse_hex(hex_id)
        cell = (
            self.add_columns + (-column if self.mirror_columns else column),
            self.add_rows + (-row if self.mirror_rows else row),
        )
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
    """A form with what speaks for it: shares from 0 to 1, and the names that it gets wrong.

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
        if (fit := group.fit(form, sheet, wanted)).known >= ENOUGH
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
                parts.append(f"{{{name}:02}}" if padded or not self.mid else f"{{{name}}}")
        return self.head + self.mid.join(parts) + self.tail

    def fit(self, form: HexForm, sheet: HexMap, hexes: list[HexId]) -> HexFit:
        """Return how well a numbering fits."""
        by_name = {spot.name: spot for spot in self.spots.values()}
        known = sum(form.name(hex_id) in by_name for hex_id in hexes) / max(len(hexes), 1)
        if known < ENOUGH:
            return HexFit(form, known, 0.0, 0.0, 0.0)
        every = {h: by_name[name] for h in sheet.hexes() if (name := form.name(h)) in by_name}
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
