r"""One level of VASSAL's delimited text (VASSAL.tools.SequenceEncoder), kept as it was spelled.

A token that nobody sets keeps its quotes and backslashes; a token that is set is spelled as
VASSAL spells it, or, where VASSAL could not read that back, in the quoted form that every
version reads.

>>> tokens = Tokens(r"11/piece;;;a.png;A\/B/Main Map;50;45", "/")
>>> tokens[1]
'piece;;;a.png;A/B'
>>> tokens[0] = "12"
>>> str(tokens)
'12/piece;;;a.png;A\\/B/Main Map;50;45'
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import overload

from vassal_bridge.errors import UnencodableError


def split_raw(text: str, delimiter: str) -> list[str]:
    """Return the tokens of a text as they are spelled; joining them gives the text back.

    A delimiter separates unless the character before it is a backslash.
    """
    if "\\" + delimiter not in text:
        return text.split(delimiter)
    return _separator(delimiter).split(text)


@cache
def _separator(delimiter: str) -> re.Pattern[str]:
    own = re.escape(delimiter)
    return re.compile(rf"{own}(?<!\\{own})")


def unescape(raw: str, delimiter: str) -> str:
    """Return the value that VASSAL reads from one token's spelling."""
    if "\\" in raw:
        raw = raw.replace("\\" + delimiter, delimiter)
    if len(raw) > 1 and raw[0] == "'" and raw[-1] == "'":
        return raw[1:-1]
    return raw


def escape(value: str, delimiter: str) -> str:
    """Return the spelling that VASSAL 3.4 and later gives to a value, lossy cases included."""
    if not value:
        return value
    escaped = value.replace(delimiter, "\\" + delimiter)
    if value[0] == "\\" or (value[0] == "'" and value[-1] == "'"):
        return f"'{escaped}'"
    return escaped


def escape_safely(value: str, delimiter: str) -> str:
    """Return VASSAL's own spelling, or the quoted one where a final backslash would be lost.

    Raises:
        UnencodableError: no spelling reads back as the value.
    """
    spelled = escape(value, delimiter)
    if spelled.endswith("\\"):
        spelled = "'" + value.replace(delimiter, "\\" + delimiter) + "'"
    if unescape(spelled, delimiter) != value:
        raise UnencodableError(f"VASSAL would not read back the text {value!r}")
    return spelled


def decode(text: str | None, delimiter: str) -> list[str]:
    """Return the values that VASSAL reads from a text; None, VASSAL's null, holds no token."""
    if text is None:
        return []
    if "\\" not in text and "'" not in text:
        return text.split(delimiter)
    return [unescape(raw, delimiter) for raw in split_raw(text, delimiter)]


def encode(values: Sequence[str | None], delimiter: str) -> str | None:
    """Return the text that VASSAL writes for values, lossy cases included; None for no value."""
    if not values:
        return None
    return delimiter.join(escape(value or "", delimiter) for value in values)


def encode_safely(values: Sequence[str], delimiter: str) -> str:
    """Return a text for at least one value that every version of VASSAL reads back.

    Raises:
        UnencodableError: there is no value, or one has no spelling that reads back.
    """
    if not values:
        raise UnencodableError("a list of no tokens cannot be written")
    text = delimiter.join(escape_safely(value, delimiter) for value in values)
    if decode(text, delimiter) != list(values):
        raise UnencodableError(f"VASSAL would not read back the tokens {values!r}")
    return text


def format_double(value: float) -> str:
    """Return a number as Java's Double.toString spells it: 1.0, 0.1, 1.0E-7, 1.0E7, NaN."""
    if value != value:
        return "NaN"
    if value in (float("inf"), float("-inf")):
        return "Infinity" if value > 0 else "-Infinity"
    digits = repr(abs(float(value)))
    sign = "-" if math.copysign(1, value) < 0 else ""
    if value == 0 or 1e-3 <= abs(value) < 1e7:
        return sign + (digits if "." in digits else f"{float(digits):.1f}")
    mantissa, _, exponent = _shortest_scientific(abs(value)).partition("e")
    return f"{sign}{mantissa}E{int(exponent)}"


def _shortest_scientific(value: float) -> str:
    for places in range(1, 17):
        text = f"{value:.{places}e}"
        if float(text) == value:
            return text
    return f"{value:.17e}"


def format_boolean(value: bool) -> str:
    """Return a truth value as Java spells it."""
    return "true" if value else "false"


class Tokens:
    """A list of tokens over a text: read decoded, set by value, printed as it was spelled."""

    __slots__ = ("_delimiter", "_raw")

    def __init__(self, text: str, delimiter: str) -> None:
        self._delimiter = delimiter
        self._raw = split_raw(text, delimiter)

    @classmethod
    def of(cls, values: Iterable[str], delimiter: str) -> Tokens:
        """Return tokens for at least one value, spelled as VASSAL does where that is lossless."""
        return cls(encode_safely(list(values), delimiter), delimiter)

    @property
    def delimiter(self) -> str:
        """The character between tokens."""
        return self._delimiter

    @property
    def raw(self) -> tuple[str, ...]:
        """The spelling of each token."""
        return tuple(self._raw)

    def __len__(self) -> int:
        return len(self._raw)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: int | slice) -> str | list[str]:
        if isinstance(index, slice):
            return [unescape(raw, self._delimiter) for raw in self._raw[index]]
        return unescape(self._raw[index], self._delimiter)

    def __setitem__(self, index: int, value: str) -> None:
        if self[index] == value:
            return
        self._raw[index] = escape_safely(value, self._delimiter)

    def get(self, index: int, default: str = "") -> str:
        """Return a token's value, or the default where the text ends before it."""
        return self[index] if index < len(self._raw) else default

    def append(self, value: str) -> None:
        """Add a token at the end; the first token of an empty text counts as one already."""
        if self._raw[-1].endswith("\\"):
            self._raw[-1] = escape_safely(self[-1], self._delimiter)
        self._raw.append(escape_safely(value, self._delimiter))

    def insert(self, index: int, value: str) -> None:
        """Add a token before the one at an index."""
        if index >= len(self._raw):
            self.append(value)
        else:
            self._raw.insert(index, escape_safely(value, self._delimiter))

    def __delitem__(self, index: int) -> None:
        if len(self._raw) == 1:
            raise UnencodableError("a list of no tokens cannot be written")
        del self._raw[index]
        last = self._raw[:-1]
        for place, raw in enumerate(last):
            if raw.endswith("\\"):
                self._raw[place] = escape_safely(unescape(raw, self._delimiter), self._delimiter)

    def __iter__(self) -> Iterator[str]:
        return (unescape(raw, self._delimiter) for raw in self._raw)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tokens):
            return NotImplemented
        return self._raw == other._raw and self._delimiter == other._delimiter

    __hash__ = None  # type: ignore[assignment]  # a list is not hashable

    def __str__(self) -> str:
        return self._delimiter.join(self._raw)

    def __repr__(self) -> str:
        return f"Tokens({str(self)!r}, {self._delimiter!r})"
