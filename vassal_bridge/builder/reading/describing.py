"""Describes what a recipe may say, row by row, for the page of recipes: from the tables alone."""

from __future__ import annotations

import inspect
from collections.abc import Iterator

from vassal_bridge.builder.reading.counterrows import COLUMNS
from vassal_bridge.builder.reading.gamedata import MapFile
from vassal_bridge.builder.reading.keykinds import Each, ListOf, Named, TableOf
from vassal_bridge.builder.reading.keys import Key, Kind, keys_of
from vassal_bridge.builder.reading.layouts import shipped_layouts
from vassal_bridge.builder.reading.scenarios import ScenarioFile
from vassal_bridge.builder.reading.schema import FILES
from vassal_bridge.pictures.symbols import MARKS, SIZES, UNFRAMED

_SIZE_NAMES = ("squad", "section", "platoon", "company", "battalion", "regiment", "brigade",
               "division", "corps", "army")  # fmt: skip


OTHERS: dict[str, type] = {"map.toml": MapFile, "scenario": ScenarioFile}
"""Files of a game's data that are told beside those of a recipe."""


def column_rows() -> list[tuple[str, str]]:
    """Return the columns of counters.csv and what they are for."""
    return [(f"`{name}`", about) for name, about in COLUMNS.items()]


def key_rows(file: str) -> list[tuple[str, str, str, str]]:
    """Return the keys of a file: table, key, values with their default, meaning."""
    return list(_rows((dict(FILES) | OTHERS)[file], ""))


def _rows(table: type, heading: str) -> Iterator[tuple[str, str, str, str]]:
    later: list[tuple[type, str]] = []
    for name, (_, one) in keys_of(table).items():
        inner = _inner(name, one.kind, heading)
        if inner is None:
            yield (f"`{heading}`" if heading else "top", f"`{name}`", _values(one), one.about)
        else:
            later.append(inner)
    for inner_table, inner_heading in later:
        about = inspect.cleandoc(inner_table.__doc__ or "").partition("\n")[0]
        yield (f"**`{inner_heading}`**", "", "", about)
        yield from _rows(inner_table, inner_heading)


def _inner(name: str, kind: Kind, heading: str) -> tuple[type, str] | None:
    """Return the table to which a key leads, with its heading in the file."""
    path = f"{heading.strip('[]')}.{name}".strip(".")
    match kind:
        case Named(table):
            return table, f"[{path}.NAME]"
        case ListOf(table):
            return table, f"[[{path}]]"
        case TableOf(table):
            return table, f"[{path}]"
        case _:
            return None


def _values(one: Key) -> str:
    what = one.kind.what
    if isinstance(one.kind, Each):
        what = f"under each name {one.kind.kind.what}"
    if len(what) > 90:
        what = what.partition(" out of ")[0]
    if one.required:
        return f"{what}; needed"
    if isinstance(one.default, bool):
        return f"{what}; {str(one.default).lower()}"
    if isinstance(one.default, str | int | float) and one.default not in ("", 0):
        return f"{what}; {one.default}"
    return what


def mark_rows() -> list[tuple[str, str]]:
    """Return the marks of unit symbols: those in a frame, and those that stand alone."""
    framed = [name for name in MARKS if name not in UNFRAMED]
    alone = [name for name in MARKS if name in UNFRAMED]
    sizes = ", ".join(f"{sign} {name}" for sign, name in zip(SIZES, _SIZE_NAMES, strict=True))
    return [
        ("in a frame", ", ".join(framed) + ", and `text SP` for letters"),
        ("without a frame", ", ".join(alone)),
        ("sizes", sizes),
    ]


def layout_rows() -> list[tuple[str, str]]:
    """Return the layouts that come with the program, and what each shows."""
    rows = []
    for name, layout in shipped_layouts().items():
        parts = [part.text or part.draw for part in layout.parts]
        rows.append((f"`{name}`", ", ".join(dict.fromkeys(parts))))
    return rows
