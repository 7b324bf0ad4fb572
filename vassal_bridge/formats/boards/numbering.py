"""How a grid names its cells: columns and rows as numbers or letters, and names back to cells.

Source: VASSAL.build.module.map.boardPicker.board.mapgrid.RegularGridNumbering; formulas in the
format reference, section 9.3 and 9.4.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from vassal_bridge.formats.expressions import Kind, NotEvaluated, Values, parse
from vassal_bridge.formats.fields import read_int
from vassal_bridge.formats.tokens import decode

GRID_LOCATION = "gridLocation"
DEFAULT_FORMAT = "$gridLocation$"
_WHOLE = ("$gridLocation$", "$name$")
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
        if not digits:
            return None
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
        pattern, groups = self._pattern()
        found = re.fullmatch(pattern, name, re.DOTALL)
        if found is None:
            return None
        numbers: dict[str, int | None] = {}
        for name, text in zip(groups, found.groups(), strict=True):
            axis = self.horizontal if name == "column" else self.vertical
            numbers[name] = axis.parse(text)
        column, row = numbers.get("column"), numbers.get("row")
        return None if column is None or row is None else (column, row)

    def _pattern(self) -> tuple[str, list[str]]:
        """Return the expression that names match, and what each of its groups holds.

        Where a part occurs twice, the last one counts.
        """
        parts: list[str] = []
        groups: list[str] = []
        wholes = ("column", "row") if self.first == "H" else ("row", "column")
        for token, is_name in tokens_of(self.location_format):
            if not is_name:
                parts.append(re.escape(token))
                continue
            inside = wholes if token == GRID_LOCATION else (token,)
            if not set(inside) <= {"column", "row"}:
                continue
            axes = [self.horizontal if name == "column" else self.vertical for name in inside]
            parts.append(re.escape(self.separator).join(f"({axis.pattern})" for axis in axes))
            groups += inside
        return "".join(parts), groups


def tokens_of(location_format: str) -> list[tuple[str, bool]]:
    """Return a location format cut at `$`, each token with whether it is a name: not the last."""
    tokens = list(decode(location_format, "$"))
    return [
        (token, bool(place % 2) and place < len(tokens) - 1) for place, token in enumerate(tokens)
    ]


def fill(location_format: str, values: Mapping[str, str]) -> str:
    """Return a location format over its own values, by VASSAL's rules for formatted strings.

    A name that is none of its values shows as itself; what we do not evaluate stays as written.
    """
    if location_format in _WHOLE:
        return values.get(location_format.strip("$"), "")
    try:
        return parse(location_format, Kind.FORMATTED).evaluate(Values(values)).text
    except NotEvaluated:
        return location_format


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
