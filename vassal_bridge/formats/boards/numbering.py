"""How a grid names its cells: columns and rows as numbers or letters, and names back to cells.

Source: VASSAL.build.module.map.boardPicker.board.mapgrid.RegularGridNumbering; formulas in the
format reference, section 9.3 and 9.4.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from vassal_bridge.formats.pieces import read_int
from vassal_bridge.formats.tokens import decode

GRID_LOCATION = "gridLocation"
DEFAULT_FORMAT = "$gridLocation$"
MAX_NAME = 200
"""The longest name that is looked up; a longer one is no place."""


@dataclass(frozen=True, slots=True)
class Axis:
    """How one number of a cell, its column or its row, is spelled."""

    kind: str = "N"
    leading: int = 1
    offset: int = 1
    descending: bool = False

    def spell(self, value: int) -> str:
        """Return a number's name: `03`, `-05`, or letters A to Z, AA, BB ..."""
        value += self.offset
        sign = "-" if value < 0 else ""
        value = abs(value)
        if self.kind == "A":
            return sign + chr(ord("A") + value % 26) * (value // 26 + 1)
        return (
            sign + str(value).rjust(self.leading + 1, "0") if value or self.leading else sign + "0"
        )

    @property
    def pattern(self) -> str:
        """The regular expression that a name must match."""
        if self.kind == "A":
            return "-?(?:" + "|".join(f"{letter}+" for letter in _LETTERS) + ")"
        return f"-?[0-9]{{{max(0, self.leading + 1)},}}"

    def parse(self, text: str) -> int | None:
        """Return the number that a name means, without the offset; None beyond Java's int."""
        digits = text.removeprefix("-")
        sign = -1 if text.startswith("-") else 1
        if self.kind == "A":
            value = 26 * (len(digits) - 1) + ord(digits[-1]) - ord("A")
        else:
            value = int(digits)
        value *= sign
        return value - self.offset if -(2**31) <= value < 2**31 else None


_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True, slots=True)
class Numbering:
    """The names of a grid's cells; `stagger` and `oblique` matter for hexes only."""

    first: str = "H"
    separator: str = ""
    horizontal: Axis = Axis()
    vertical: Axis = Axis()
    stagger: bool = True
    oblique: bool = False
    location_format: str = DEFAULT_FORMAT

    def name(self, column: int, row: int) -> str:
        """Return the name of a cell by its column and row, counted from 0."""
        across, down = self.horizontal.spell(column), self.vertical.spell(row)
        parts = (across, down) if self.first == "H" else (down, across)
        values = {GRID_LOCATION: self.separator.join(parts), "column": across, "row": down}
        return fill(self.location_format, values)

    def cell(self, name: str) -> tuple[int, int] | None:
        """Return column and row of a name; None where the name is none of this grid's."""
        if len(name) > MAX_NAME:
            return None
        found = re.fullmatch(self._pattern(), name, re.DOTALL)
        if found is None:
            return None
        groups = found.groupdict()
        if groups.get("column") is None or groups.get("row") is None:
            return None
        column = self.horizontal.parse(groups["column"])
        row = self.vertical.parse(groups["row"])
        return None if column is None or row is None else (column, row)

    def _pattern(self) -> str:
        """Build the expression piece by piece; only the first of each group counts."""
        named: set[str] = set()

        def group(name: str, pattern: str) -> str:
            if name in named:
                return f"(?:{pattern})"
            named.add(name)
            return f"(?P<{name}>{pattern})"

        parts: list[str] = []
        for place, token in enumerate(decode(self.location_format, "$")):
            if place % 2 == 0:
                parts.append(re.escape(token))
            elif token == GRID_LOCATION:
                across = group("column", self.horizontal.pattern)
                down = group("row", self.vertical.pattern)
                both = (across, down) if self.first == "H" else (down, across)
                parts.append(re.escape(self.separator).join(both))
            elif token == "row":
                parts.append(group("row", self.vertical.pattern))
            elif token == "column":
                parts.append(group("column", self.horizontal.pattern))
        return "".join(parts)


def fill(text: str, values: Mapping[str, str]) -> str:
    """Return a location format with its `$name$` parts replaced; unknown ones stay."""

    def value(found: re.Match[str]) -> str:
        return values.get(found[1], found[0])

    return re.sub(r"\$([^$]*)\$", value, text)


def numbering_from(attributes: Mapping[str, str], *, oblique: bool = False) -> Numbering:
    """Return the numbering that a component's attributes describe."""
    return Numbering(
        first=(attributes.get("first") or "H")[0],
        separator=attributes.get("sep", ""),
        horizontal=_axis(attributes, "h"),
        vertical=_axis(attributes, "v"),
        stagger=attributes.get("stagger", "") != "false",
        oblique=oblique,
        location_format=attributes.get("locationFormat", DEFAULT_FORMAT),
    )


def _axis(attributes: Mapping[str, str], side: str) -> Axis:
    return Axis(
        kind=(attributes.get(f"{side}Type") or "N")[0],
        leading=read_int(attributes.get(f"{side}Leading", ""), 1),
        offset=read_int(attributes.get(f"{side}Off", ""), 1),
        descending=attributes.get(f"{side}Descend") == "true",
    )
