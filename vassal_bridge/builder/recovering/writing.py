"""Writes a recipe of counters that were found; of a module also of all else that can be said."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vassal_bridge.builder.counters.counterset import slug
from vassal_bridge.builder.plainboard import plain_board
from vassal_bridge.builder.reading import kepttraits
from vassal_bridge.builder.reading.counterrows import COUNTERS
from vassal_bridge.builder.reading.schema import schema_name, schemas
from vassal_bridge.builder.reading.tomltext import toml_table
from vassal_bridge.builder.recipe import read_recipe
from vassal_bridge.builder.recovering import maps, parts
from vassal_bridge.builder.recovering.found import Found, Rows, rows_of
from vassal_bridge.builder.recovering.report import report_text
from vassal_bridge.builder.recovering.slots import from_module, named_traits
from vassal_bridge.builder.writing.draft import draft_module
from vassal_bridge.builder.writing.gpidlock import LOCK
from vassal_bridge.builder.writing.module import module_bytes
from vassal_bridge.errors import OutputExists, RuleError
from vassal_bridge.formats.archive import Archive
from vassal_bridge.formats.fields import read_int
from vassal_bridge.formats.module import Module
from vassal_bridge.formats.writing import atomic_write
from vassal_bridge.pictures.art import ModuleArt

MODULE = "module.toml"
REPORT = "left-out.md"
"""The file that tells what of a module its recipe does not say."""
_HEAD = """\
#:schema ./{schema}
# {what}
# Give a kind another layout, and columns to show, to draw its counters anew.

"""
_OF_PICTURES = "Made of pictures that were there already: every face is one of the folder art."
_OF_MODULE = """\
Made of a module. Every counter has its traits from traits.csv (take its rows out, and its
# traits are those of its kind and prototype), every prototype those of prototypes.csv; boards
# and charts are in the folder pictures, grids in grids. See left-out.md for what is missing."""


@dataclass(frozen=True, slots=True)
class Recovered:
    """A recipe that was made: its title, how many counters it has, its files, what to know."""

    title: str
    counters: int
    files: tuple[Path, ...]
    notes: tuple[str, ...] = ()


def recover_recipe(title: str, found: Sequence[Found], folder: Path) -> list[Path]:
    """Write a recipe of counters that were found into a folder; return its files.

    Raises:
        RuleError: nothing was found.
        OutputExists: the folder has a recipe already.
    """
    if not found:
        raise RuleError("expected counters to make a recipe of, found none")
    rows = rows_of(found)
    values = _head(title, "1.0", rows)
    boards = plain_board(title, rows.edge)
    return _write(folder, _files(values, rows, _OF_PICTURES), boards)


def recover_module(art: ModuleArt, folder: Path, title: str) -> Recovered:
    """Write a recipe of a module into a folder; it builds at once.

    What the recipe does not say goes into a report beside it: the recipe is read again, and the
    module that it builds is compared with the one that it was made of.

    Raises:
        OutputExists: the folder has a recipe already.
        RecipeError: the recipe cannot be read again, which is a fault of ours.
    """
    module = art.module
    found, refused = from_module(art)
    rows = rows_of(found, read_int(module.root.get("nextPieceSlotId"), 1))
    tables, grids, notes = maps.map_tables(module)
    charts, pages = parts.chart_tables(module)
    setups, saves = parts.setup_tables(module)
    values = _head(title, module.version or "1.0", rows, parts.game_of(module))
    values |= parts.without_nothing(
        {
            "edition": parts.edition_of(module),
            "description": module.root.get("description"),
            "sides": list(dict.fromkeys(module.sides)),
            "turns": parts.turns_table(module),
            "property": parts.property_tables(module),
            "die": parts.dice_tables(module),
            "chart": charts,
            "map": tables,
            "deck": maps.deck_tables(module),
            "setup": setups,
        }
    )
    kinds = values.pop("kind")
    files = _files(values | {"kind": kinds}, rows, _OF_MODULE)
    kept = [(name, one.kept) for name, one in zip(rows.ids, found, strict=True) if one.kept]
    prototypes = [
        (name, named_traits(one.definition)) for name, one in module.prototypes.items() if name
    ]
    files[kepttraits.COUNTERS] = kepttraits.kept_table(kepttraits.COUNTERS, kept)
    files[kepttraits.PROTOTYPES] = kepttraits.kept_table(kepttraits.PROTOTYPES, prototypes)
    carried = grids | pages | saves | maps.carried_files(module)
    boards = {} if tables else plain_board(title, rows.edge)
    written = _write(folder, files | carried, boards)
    again = Archive.from_bytes(module_bytes(draft_module(read_recipe(folder))), name=title)
    text = report_text(module, Module.from_archive(again), [*notes, *refused])
    atomic_write(folder / REPORT, text.encode("utf-8"), force=False)
    return Recovered(title, len(found), (*written, folder / REPORT), tuple(refused))


def _head(title: str, version: str, rows: Rows, game: str = "") -> dict[str, Any]:
    return {
        "game": game or slug(title).replace("-", "_"),
        "name": title,
        "version": version,
        "counters": {"edge": rows.edge, "mm": 14.0},
        "kind": {name: dict(style) for name, style in rows.kinds.items()},
    }


def _files(values: Mapping[str, Any], rows: Rows, what: str) -> dict[str, str | bytes]:
    """Return module.toml, the table of counters, their pictures and the lock of their numbers."""
    schema = schema_name(MODULE)
    files: dict[str, str | bytes] = {
        MODULE: _HEAD.format(schema=schema, what=what) + toml_table(values),
        COUNTERS: rows.table,
        schema: schemas()[schema],
        **rows.art,
    }
    if any(rows.lock.slots.values()):
        files[LOCK] = rows.lock.text()
    return files


def _write(folder: Path, files: Mapping[str, str | bytes], boards: Mapping[str, str]) -> list[Path]:
    if (folder / MODULE).exists():
        raise OutputExists(f"{folder} has a recipe already; nothing was written")
    contents = {**files, **boards}
    for name, content in contents.items():
        data = content.encode("utf-8") if isinstance(content, str) else content
        atomic_write(folder / name, data, force=False)
    return [folder / name for name in contents]
