"""The kinds of values that keys of a recipe take: each checks its values and writes its schema."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from vassal_bridge.builder.reading.keys import Kind, Reading, keys_of, read_table
from vassal_bridge.pictures.colours import Palette, parse_colour

MISSING_COLOUR = "#ff00ff"


@dataclass(frozen=True, slots=True)
class Text:
    """A text, perhaps of a pattern that `what` puts into words."""

    pattern: str = ""
    what: str = "a text"
    nothing: ClassVar[str] = ""

    def read(self, reading: Reading, path: str, value: Any) -> str:
        """Return the text."""
        if not isinstance(value, str) or (self.pattern and not re.fullmatch(self.pattern, value)):
            raise ValueError
        return value

    def schema(self) -> dict[str, Any]:
        """Return what JSON Schema says of the values."""
        return {"type": "string"} | ({"pattern": f"^{self.pattern}$"} if self.pattern else {})


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number, not below the least."""

    least: int | None = None
    nothing: ClassVar[int] = 1

    @property
    def what(self) -> str:
        """The values in words."""
        return "a whole number" + ("" if self.least is None else f", at least {self.least}")

    def read(self, reading: Reading, path: str, value: Any) -> int:
        """Return the number."""
        if not isinstance(value, int) or isinstance(value, bool):
            raise ValueError
        if self.least is not None and value < self.least:
            raise ValueError
        return value

    def schema(self) -> dict[str, Any]:
        """Return what JSON Schema says of the values."""
        return {"type": "integer"} | ({} if self.least is None else {"minimum": self.least})


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


@dataclass(frozen=True, slots=True)
class Number:
    """A number, whole or not, perhaps above a limit."""

    above: float | None = None
    nothing: ClassVar[float] = 1.0

    @property
    def what(self) -> str:
        """The values in words."""
        return "a number" + ("" if self.above is None else f" above {self.above:g}")

    def read(self, reading: Reading, path: str, value: Any) -> float:
        """Return the number."""
        if not _is_number(value) or (self.above is not None and value <= self.above):
            raise ValueError
        return float(value)

    def schema(self) -> dict[str, Any]:
        """Return what JSON Schema says of the values."""
        return {"type": "number"} | ({} if self.above is None else {"exclusiveMinimum": self.above})


@dataclass(frozen=True, slots=True)
class Truth:
    """True or false."""

    what: ClassVar[str] = "true or false"
    nothing: ClassVar[bool] = False

    def read(self, reading: Reading, path: str, value: Any) -> bool:
        """Return the truth."""
        if not isinstance(value, bool):
            raise ValueError
        return value

    def schema(self) -> dict[str, Any]:
        """Return what JSON Schema says of the values."""
        return {"type": "boolean"}


@dataclass(frozen=True, slots=True)
class TextOrWhole:
    """A text or a whole number."""

    what: ClassVar[str] = "a text or a whole number"
    nothing: ClassVar[str] = ""

    def read(self, reading: Reading, path: str, value: Any) -> str | int:
        """Return the value."""
        if not isinstance(value, str | int) or isinstance(value, bool):
            raise ValueError
        return value

    def schema(self) -> dict[str, Any]:
        """Return what JSON Schema says of the values."""
        return {"type": ["string", "integer"]}


@dataclass(frozen=True, slots=True)
class Choice:
    """One of some texts."""

    names: tuple[str, ...]

    @property
    def what(self) -> str:
        """The values in words."""
        return f"one of {', '.join(name or '(nothing)' for name in self.names)}"

    @property
    def nothing(self) -> str:
        """The first choice."""
        return self.names[0]

    def read(self, reading: Reading, path: str, value: Any) -> str:
        """Return the text."""
        if not isinstance(value, str) or value not in self.names:
            raise ValueError
        return value

    def schema(self) -> dict[str, Any]:
        """Return what JSON Schema says of the values."""
        return {"enum": list(self.names)}


@dataclass(frozen=True, slots=True)
class Texts:
    """A list of texts; perhaps out of some names, or of a pattern that allows more."""

    names: tuple[str, ...] = ()
    pattern: str = ""
    nothing: ClassVar[tuple[str, ...]] = ()

    @property
    def what(self) -> str:
        """The values in words."""
        return "a list of texts" + (f" out of {', '.join(self.names)}" if self.names else "")

    def _allows(self, item: str) -> bool:
        if not self.names or item in self.names:
            return True
        return bool(self.pattern and re.fullmatch(self.pattern, item))

    def read(self, reading: Reading, path: str, value: Any) -> tuple[str, ...]:
        """Return the texts; a wrong one is told and left out."""
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise ValueError
        for item in value:
            if not self._allows(item):
                reading.wrong(path, f"expected {self.what}, found {item!r}")
        return tuple(item for item in value if self._allows(item))

    def schema(self) -> dict[str, Any]:
        """Return what JSON Schema says of the values."""
        item: dict[str, Any] = {"enum": list(self.names)} if self.names else {"type": "string"}
        if self.pattern:
            item = {"anyOf": [item, {"type": "string", "pattern": f"^({self.pattern})$"}]}
        return {"type": "array", "items": item}


@dataclass(frozen=True, slots=True)
class Numbers:
    """A list of so many numbers, perhaps not below the least."""

    count: int
    whole: bool = False
    least: int | None = None

    @property
    def what(self) -> str:
        """The values in words."""
        least = "" if self.least is None else f", each at least {self.least}"
        return f"a list of {self.count} {'whole ' if self.whole else ''}numbers{least}"

    @property
    def nothing(self) -> tuple[float, ...]:
        """Noughts."""
        return (0,) * self.count

    def read(self, reading: Reading, path: str, value: Any) -> tuple[float, ...]:
        """Return the numbers."""
        if not isinstance(value, list) or len(value) != self.count:
            raise ValueError
        if not all(_is_number(item) and (not self.whole or item == int(item)) for item in value):
            raise ValueError
        if self.least is not None and min(value) < self.least:
            raise ValueError
        return tuple(int(item) if self.whole else item for item in value)

    def schema(self) -> dict[str, Any]:
        """Return what JSON Schema says of the values."""
        item: dict[str, Any] = {"type": "integer" if self.whole else "number"}
        item |= {} if self.least is None else {"minimum": self.least}
        return {"type": "array", "items": item, "minItems": self.count, "maxItems": self.count}


@dataclass(frozen=True, slots=True)
class Box:
    """Left, top, width, height in the file; left, top, right, bottom when read."""

    what: ClassVar[str] = "a list of 4 numbers: left, top, width, height"
    nothing: ClassVar[tuple[float, ...]] = (0.0, 0.0, 1.0, 1.0)

    def read(self, reading: Reading, path: str, value: Any) -> tuple[float, float, float, float]:
        """Return left, top, right, bottom."""
        left, top, width, height = Numbers(4).read(reading, path, value)
        return left, top, left + width, top + height

    def schema(self) -> dict[str, Any]:
        """Return what JSON Schema says of the values."""
        return Numbers(4).schema()


@dataclass(frozen=True, slots=True)
class ColourName:
    """A colour of the palette, or one written as #rrggbb."""

    what: ClassVar[str] = "a colour of the palette or #rrggbb"
    nothing: ClassVar[str] = MISSING_COLOUR

    def read(self, reading: Reading, path: str, value: Any) -> str:
        """Return the colour's name."""
        if not isinstance(value, str) or value not in reading.palette:
            raise ValueError
        return value

    def schema(self) -> dict[str, Any]:
        """Return what JSON Schema says of the values."""
        return {"type": "string"}


@dataclass(frozen=True, slots=True)
class Colours:
    """The table of named colours; from here on a file may use their names.

    `always` are colours that every file has, unless it says otherwise.
    """

    always: tuple[tuple[str, str], ...] = ()
    what: ClassVar[str] = "a table of colours"

    @property
    def nothing(self) -> Palette:
        """The colours that are always there."""
        return Palette({name: parse_colour(text) for name, text in self.always})

    def read(self, reading: Reading, path: str, value: Any) -> Palette:
        """Return the palette; a wrong colour is told and is no colour."""
        if not isinstance(value, dict):
            raise ValueError
        colours = dict(self.nothing.colours)
        for name, text in value.items():
            try:
                colours[name] = parse_colour(text if isinstance(text, str) else repr(text))
            except ValueError as error:
                reading.wrong(f"{path}.{name}", str(error))
                colours[name] = parse_colour(MISSING_COLOUR)
        reading.palette = Palette(colours)
        return reading.palette

    def schema(self) -> dict[str, Any]:
        """Return what JSON Schema says of the values."""
        colour = {"type": "string", "pattern": "^#[0-9a-fA-F]{6}$"}
        return {"type": "object", "additionalProperties": colour}


@dataclass(frozen=True, slots=True)
class Each:
    """A table whose keys are names, all with values of one kind."""

    kind: Kind
    nothing: ClassVar[Mapping[str, Any]] = {}

    @property
    def what(self) -> str:
        """The values in words."""
        return f"a table, under each name {self.kind.what}"

    def read(self, reading: Reading, path: str, value: Any) -> dict[str, Any]:
        """Return the values by their names; a wrong one is told and left out."""
        if not isinstance(value, dict):
            raise ValueError
        found: dict[str, Any] = {}
        for name, item in value.items():
            inner = f"{path}.{name}"
            try:
                found[name] = self.kind.read(reading, inner, item)
            except ValueError as error:
                reading.wrong(inner, str(error) or f"expected {self.kind.what}, found {item!r}")
                found[name] = self.kind.nothing
        return found

    def schema(self) -> dict[str, Any]:
        """Return what JSON Schema says of the values."""
        return {"type": "object", "additionalProperties": self.kind.schema()}


@dataclass(frozen=True, slots=True)
class TableOf:
    """A table of its own."""

    table: type
    what: ClassVar[str] = "a table"

    @property
    def nothing(self) -> Any:
        """A table with nothing in it but what is assumed."""
        made = {
            name: one.kind.nothing if one.required else one.default
            for name, one in keys_of(self.table).values()
        }
        return self.table(**made)

    def read(self, reading: Reading, path: str, value: Any) -> Any:
        """Return the table's dataclass."""
        if not isinstance(value, dict):
            raise ValueError
        return read_table(self.table, reading, path, value)

    def schema(self) -> dict[str, Any]:
        """Return what JSON Schema says of the values."""
        return {"$ref": f"#/$defs/{self.table.__name__}"}


@dataclass(frozen=True, slots=True)
class Named:
    """Tables under their names; each is told its name."""

    table: type
    nothing: ClassVar[Mapping[str, Any]] = {}

    @property
    def what(self) -> str:
        """The values in words."""
        return "a table of named tables"

    def read(self, reading: Reading, path: str, value: Any) -> dict[str, Any]:
        """Return the tables' dataclasses by their names."""
        if not isinstance(value, dict):
            raise ValueError
        found: dict[str, Any] = {}
        for name, item in value.items():
            if isinstance(item, dict):
                found[name] = read_table(self.table, reading, f"{path}.{name}", item, name=name)
            else:
                reading.wrong(f"{path}.{name}", f"expected a table, found {item!r}")
        return found

    def schema(self) -> dict[str, Any]:
        """Return what JSON Schema says of the values."""
        return {"type": "object", "additionalProperties": TableOf(self.table).schema()}


@dataclass(frozen=True, slots=True)
class ListOf:
    """A list of tables ([[key]])."""

    table: type
    what: ClassVar[str] = "a list of tables"
    nothing: ClassVar[tuple[Any, ...]] = ()

    def read(self, reading: Reading, path: str, value: Any) -> tuple[Any, ...]:
        """Return the tables' dataclasses."""
        if not isinstance(value, list):
            raise ValueError
        found: list[Any] = []
        for number, item in enumerate(value, 1):
            inner = f"{path}[{number}]"
            if isinstance(item, dict):
                found.append(read_table(self.table, reading, inner, item))
            else:
                reading.wrong(inner, f"expected a table, found {item!r}")
        return tuple(found)

    def schema(self) -> dict[str, Any]:
        """Return what JSON Schema says of the values."""
        return {"type": "array", "items": TableOf(self.table).schema()}
