"""The keys of a recipe's TOML files as tables: what validates them also writes their schema.

A table of a file is a frozen dataclass, each of its fields a `key` with its kind, its meaning and
its default. `read_table` makes the dataclass of what the file holds and tells every problem;
`vassal_bridge.builder.reading.schema` makes a JSON Schema of the same fields.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import Field, dataclass, field, fields
from typing import Any, Protocol, TypeVar

from vassal_bridge.builder.reading.checking import Checker
from vassal_bridge.pictures.colours import Palette

T = TypeVar("T")
_META = "key"


@dataclass(slots=True)
class Reading:
    """A file being read: where problems go, and the colours that it has named."""

    checker: Checker
    file: str
    palette: Palette

    def wrong(self, path: str, message: str) -> None:
        """Note a problem at a key path."""
        self.checker.add(self.file, path, message)


class Kind(Protocol):
    """What values a key takes."""

    @property
    def what(self) -> str:
        """The values in words, for messages."""

    @property
    def nothing(self) -> Any:
        """What stands for a value that is missing or wrong."""

    def read(self, reading: Reading, path: str, value: Any) -> Any:
        """Return the value; ValueError without text where it is of the wrong sort."""

    def schema(self) -> dict[str, Any]:
        """Return what JSON Schema says of the values."""


@dataclass(frozen=True, slots=True)
class Key:
    """One key of a table; without a default (`required`) it must be there."""

    kind: Kind
    about: str
    default: Any
    required: bool
    name: str


def key(kind: Kind, about: str, *, default: Any = ..., name: str = "") -> Any:
    """Return a dataclass field that is a key; `name` where it differs from the field's."""
    made = Key(kind, about, None if default is ... else default, default is ..., name)
    if default is ...:
        return field(metadata={_META: made})
    return field(metadata={_META: made}, default_factory=lambda: default)


def keys_of(table: type) -> dict[str, tuple[str, Key]]:
    """Return a table's keys by their names in the file, with the names of their fields."""
    found: dict[str, tuple[str, Key]] = {}
    for one in fields(table):
        made = _key_of(one)
        if made is not None:
            found[made.name or one.name] = (one.name, made)
    return found


def _key_of(one: Field[Any]) -> Key | None:
    found = one.metadata.get(_META)
    assert found is None or isinstance(found, Key)
    return found


def read_table(
    table: type[T],
    reading: Reading,
    path: str,
    values: Mapping[str, Any],
    *,
    has_more: bool = False,
    **given: Any,
) -> T:
    """Return the dataclass of a table's values; problems go to the checker.

    `given` are the fields that are no keys, such as the name of a named table; with `has_more`
    the table may hold keys that others read.
    """
    made: dict[str, Any] = dict(given)
    known = keys_of(table)
    for name, (attribute, one) in known.items():
        inner = f"{path}.{name}".strip(".")
        if name not in values:
            if one.required:
                reading.wrong(inner, f"expected {one.kind.what}, found nothing")
            made[attribute] = one.kind.nothing if one.required else one.default
            continue
        try:
            made[attribute] = one.kind.read(reading, inner, values[name])
        except ValueError as error:
            reading.wrong(inner, str(error) or f"expected {one.kind.what}, found {values[name]!r}")
            made[attribute] = one.kind.nothing if one.required else one.default
    for name in () if has_more else values:
        if name not in known:
            reading.wrong(f"{path}.{name}".strip("."), unknown(name, known))
    return table(**made)


def unknown(name: str, known: Iterable[str]) -> str:
    """Return what is said of a key that nobody reads, with what was perhaps meant."""
    near = difflib.get_close_matches(name, list(known), 1)
    return "this key is unknown here" + (f"; did you mean {near[0]}?" if near else "")
