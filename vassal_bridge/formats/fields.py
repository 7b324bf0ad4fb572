"""How a text divides into named fields: the columns of the trait table.

A layout is written as a line: `"menu key:k x:i=0 point:i*"` is a text of the fields menu
(text), key (key stroke), x (whole number, read as 0 where the text ends before it), and point,
which stands for all remaining tokens. The letters are those of the format reference: s i d b c
k e ch, and s[] k[] dkc[] par[] tgt chg acc for texts that are divided once more.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from vassal_bridge.errors import UnencodableError
from vassal_bridge.formats.tokens import Tokens


@dataclass(frozen=True, slots=True)
class Field:
    """One field: its name, the letter of its kind, and what VASSAL takes where it is missing."""

    name: str
    kind: str = "s"
    default: str = ""


@dataclass(frozen=True, slots=True)
class Layout:
    """The fields of a text in order; no delimiter means one raw field, the text itself."""

    fields: tuple[Field, ...] = ()
    delimiter: str = ";"
    tail: Field | None = None

    def place(self, name: str) -> int:
        """Return the index of a field; KeyError where the layout has none of that name."""
        for place, field in enumerate(self.fields):
            if field.name == name:
                return place
        if self.tail is not None and self.tail.name == name:
            return len(self.fields)
        raise KeyError(name)

    def __contains__(self, name: object) -> bool:
        names = [field.name for field in self.fields]
        return name in names or (self.tail is not None and self.tail.name == name)


def fields(line: str, delimiter: str = ";") -> Layout:
    """Return the layout that a line describes; `_` in a default stands for a blank."""
    found: list[Field] = []
    tail: Field | None = None
    for word in line.split():
        head, _, default = word.partition("=")
        repeated = head.endswith("*")
        name, _, kind = head.removesuffix("*").partition(":")
        field = Field(name, kind or "s", default.replace("_", " "))
        if repeated:
            tail = field
        else:
            found.append(field)
    return Layout(tuple(found), delimiter, tail)


def whole(name: str, kind: str = "s") -> Layout:
    """Return the layout of a text that is one raw field, never escaped."""
    return Layout((Field(name, kind),), "")


NOTHING = Layout((), "")
"""The layout of a text that is always empty."""


class Record:
    """A text seen through a layout: fields by name, each set alone, the rest as spelled."""

    __slots__ = ("_text", "_tokens", "layout")

    def __init__(self, text: str, layout: Layout) -> None:
        self.layout = layout
        self._text = text
        self._tokens: Tokens | None = None

    @property
    def tokens(self) -> Tokens:
        """The tokens of the text, decoded when first asked for."""
        if self._tokens is None:
            self._tokens = Tokens(self._text, self.layout.delimiter)
        return self._tokens

    def __getitem__(self, name: str) -> str:
        place = self.layout.place(name)
        if not self.layout.delimiter:
            return self._text
        default = self.layout.fields[place].default if place < len(self.layout.fields) else ""
        return self.tokens.get(place, default)

    def has(self, name: str) -> bool:
        """Tell whether the text reaches as far as a field."""
        place = self.layout.place(name)
        return place == 0 if not self.layout.delimiter else place < len(self.tokens)

    def __setitem__(self, name: str, value: str) -> None:
        """Set one field; missing fields before it are filled with their defaults.

        Raises:
            KeyError: the layout has no such field.
            UnencodableError: VASSAL could not read the value back.
        """
        place = self.layout.place(name)
        if not self.layout.delimiter:
            self._text = value
            return
        while len(self.tokens) <= place:
            number = len(self.tokens)
            known = number < len(self.layout.fields)
            self.tokens.append(self.layout.fields[number].default if known else "")
        self.tokens[place] = value
        self._text = str(self.tokens)

    @property
    def rest(self) -> list[str]:
        """The tokens that the repeated last field stands for."""
        if self.layout.tail is None:
            return []
        return self.tokens[len(self.layout.fields) :]

    @rest.setter
    def rest(self, values: list[str]) -> None:
        if self.layout.tail is None:
            raise UnencodableError("the text has no repeated field")
        start = len(self.layout.fields)
        while len(self.tokens) > max(start, 1):
            del self.tokens[len(self.tokens) - 1]
        for value in values:
            self.tokens.append(value)
        self._text = str(self.tokens)

    def names(self) -> Iterator[str]:
        """Yield the names of the fields that the text reaches, without the repeated one."""
        for place, field in enumerate(self.layout.fields):
            if not self.layout.delimiter or place < len(self.tokens):
                yield field.name

    def __str__(self) -> str:
        return self._text
