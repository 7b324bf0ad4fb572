"""JSON Schemas of a recipe's files, made of the tables that validate them.

An editor that knows them (`#:schema` in the first line of a TOML file) completes and checks keys.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from vassal_bridge.builder.reading.boardrecipe import BoardRecipe
from vassal_bridge.builder.reading.checking import INCLUDE
from vassal_bridge.builder.reading.keys import Key, Kind, keys_of
from vassal_bridge.builder.reading.modulerecipe import ModuleRecipe

DRAFT = "https://json-schema.org/draft/2020-12/schema"
FILES: Mapping[str, type] = MappingProxyType(
    {"module.toml": ModuleRecipe, "board.toml": BoardRecipe}
)
"""The files of a recipe and their tables."""


def schema_name(file: str) -> str:
    """Return the name of a file's schema: `module.toml` has `module.schema.json`."""
    return f"{file.removesuffix('.toml')}.schema.json"


def schemas() -> dict[str, str]:
    """Return every schema as JSON text, by its file name."""
    return {
        schema_name(file): json.dumps(schema_of(file, table), indent=1, ensure_ascii=False) + "\n"
        for file, table in FILES.items()
    }


def schema_of(file: str, table: type) -> dict[str, Any]:
    """Return the schema of a file whose top is a table."""
    inner = {one.__name__: one for one in inner_tables(table)}
    return (
        {"$schema": DRAFT, "title": file}
        | _whole(table)
        | {"$defs": {name: _object(inner[name]) for name in sorted(inner)}}
    )


def _whole(table: type) -> dict[str, Any]:
    """Return the schema of a whole file: what it must have may stand in a file that it includes."""
    found = _object(table)
    if INCLUDE not in found["properties"]:
        return found
    needed = {"required": found.pop("required")}
    return found | {"if": {"not": {"required": [INCLUDE]}}, "then": needed}


def _object(table: type) -> dict[str, Any]:
    known = keys_of(table)
    required = [name for name, (_, one) in known.items() if one.required]
    return {
        "type": "object",
        "description": inspect.cleandoc(table.__doc__ or "").partition("\n")[0],
        "properties": {name: _property(one) for name, (_, one) in known.items()},
        "required": required,
        "additionalProperties": False,
    }


def _property(one: Key) -> dict[str, Any]:
    found = {"description": one.about} | one.kind.schema()
    if isinstance(one.default, str | int | float) and not one.required:
        found["default"] = one.default
    return found


def inner_tables(table: type) -> list[type]:
    """Return the tables inside a table, each once, as they come."""
    found: list[type] = []
    for _, one in keys_of(table).values():
        for inner in _tables_in(one.kind):
            found += [each for each in (inner, *inner_tables(inner)) if each not in found]
    return found


def _tables_in(kind: Kind) -> list[type]:
    """Return the table that a kind of value leads to, if any."""
    table = getattr(kind, "table", None)
    return [table] if isinstance(table, type) else []
