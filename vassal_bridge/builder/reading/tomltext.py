"""Spells texts and tables as TOML does."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def quoted(text: str) -> str:
    r"""Return a text in quotes; signs that cannot be printed become blanks.

    >>> print(quoted('a "b" \\'))
    "a \"b\" \\"
    """
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(letter if letter.isprintable() else " " for letter in escaped) + '"'


def toml_table(values: Mapping[str, Any], path: str = "") -> str:
    """Return a table with its tables and lists of tables, the plain keys first.

    >>> decks, kinds = [{"name": "x", "b": 2}], {"A b": {"c": [{}]}}
    >>> print(toml_table({"a": 1, "deck": decks, "kind": kinds}).strip())
    a = 1
    <BLANKLINE>
    [[deck]]
    name = "x"
    b = 2
    <BLANKLINE>
    [kind."A b"]
    c = [{}]
    """
    return "".join(f"{line}\n" for line in _lines(values, path))


def _lines(values: Mapping[str, Any], path: str) -> Iterator[str]:
    inner: list[tuple[str, Any]] = []
    for name, value in values.items():
        if isinstance(value, Mapping) or _is_tables(value):
            inner.append((name, value))
        else:
            yield f"{_key(name)} = {_value(value)}"
    for name, value in inner:
        where = f"{path}.{_key(name)}".strip(".")
        for table in value if isinstance(value, list) else ():
            yield from ("", f"[[{where}]]", *_lines(table, where))
        if isinstance(value, Mapping):
            if any(not isinstance(one, Mapping) for one in value.values()):
                yield from ("", f"[{where}]")
            yield from _lines(value, where)


def _is_tables(value: Any) -> bool:
    """Tell whether a list of tables has lines of its own: else they are in one."""
    if not isinstance(value, list) or not value or not isinstance(value[0], Mapping):
        return False
    return any(len(table) > 1 for table in value)


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else quoted(name)


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, list):
        return f"[{', '.join(_value(one) for one in value)}]"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_key(k)} = {_value(v)}" for k, v in value.items()) + "}"
    return quoted(str(value))
