"""Makes a recipe of a table of units that another program exported, or that somebody typed.

Columns are known by the names that the hobby gives them; what is not known stays a column of the
table, and figures become the strengths of the counters in the order of their columns.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from PIL import Image, UnidentifiedImageError

from vassal_bridge.builder.counters.counterset import slug
from vassal_bridge.builder.importing.columns import (
    SYNONYMS,
    colour_of,
    figure_columns,
    is_head,
    known_columns,
    marks_of,
    plain,
    size_of,
    strength_columns,
)
from vassal_bridge.builder.plainboard import plain_board
from vassal_bridge.builder.reading.checking import Checker, RecipeError
from vassal_bridge.builder.reading.counterrows import COLUMNS, COUNTERS
from vassal_bridge.builder.reading.csvfile import Row, read_rows
from vassal_bridge.builder.reading.schema import schema_name, schemas
from vassal_bridge.builder.reading.tomltext import toml_table
from vassal_bridge.builder.recipe import ART
from vassal_bridge.errors import OutputExists, RuleError
from vassal_bridge.formats.writing import atomic_write
from vassal_bridge.game.hexes import is_hex
from vassal_bridge.pictures.canvas import png_bytes

MODULE = "module.toml"
COLOURS = ("#a9b07a", "#d9a58c", "#8ba7c4", "#d9d5c8", "#c9b98f", "#b7c28f")
EDGE = 60
"""The edge of a counter in pixels where a recipe does not say it."""
STRENGTH, BACK_STRENGTH = "strength", "back_strength"
_IMAGES = ("image", "back_image")
_HEAD = """\
#:schema ./{schema}
# Made of a table of units: colours and symbols are a first guess, to be changed.

"""


@dataclass(frozen=True, slots=True)
class Imported:
    """A recipe that was made of a table: its files, how many counters, what was understood."""

    files: tuple[Path, ...]
    counters: int
    notes: tuple[str, ...]


def recipe_of_table(title: str, file: Path, folder: Path) -> Imported:
    """Write a recipe of a table of units into a folder.

    Lines before the column names are left out. Pictures that a column names are looked for
    beside the table.

    Raises:
        RecipeError: the table cannot be read, with every problem.
        RuleError: it has no column that names the units, or no row.
        OutputExists: the folder has a recipe already.
    """
    if (folder / MODULE).exists():
        raise OutputExists(f"{folder} has a recipe already; nothing was written")
    notes: list[str] = []
    rows = _read(file.parent, file.name, notes)
    if not rows:
        raise RuleError(f"expected a row for each counter in {file.name}, found none")
    columns = list(rows[0].cells)
    known = known_columns(columns)
    if "name" not in known and "id" not in known:
        names, found = ", ".join(SYNONYMS["name"]), ", ".join(columns)
        raise RuleError(f"expected a column such as {names} in {file.name}, found {found}")
    table = _Table(file.parent, rows, known, notes)
    table.check()
    made = table.rows_made()
    schema = schema_name(MODULE)
    contents: dict[str, str | bytes] = {
        MODULE: _HEAD.format(schema=schema) + toml_table(table.module(title, made)),
        COUNTERS: _csv(made),
        schema: schemas()[schema],
        **plain_board(title, EDGE, [row["hex"] for row in made if row.get("hex")]),
        **{f"{ART}/{name}": content for name, content in table.art.items()},
    }
    for name, content in contents.items():
        data = content.encode("utf-8") if isinstance(content, str) else content
        atomic_write(folder / name, data, force=False)
    return Imported(tuple(folder / name for name in contents), len(made), tuple(notes))


def _read(folder: Traversable, name: str, notes: list[str]) -> list[Row]:
    checker = Checker()
    rows = read_rows(checker, folder, name, (), is_head=is_head)
    if checker.problems:
        raise RecipeError(name, checker.problems)
    notes += checker.notes
    return rows


class _Table:
    """A table being understood: which of its columns are ours, and what its cells mean."""

    def __init__(
        self, folder: Path, rows: Sequence[Row], known: dict[str, str], notes: list[str]
    ) -> None:
        self.folder, self.rows, self.known, self.notes = folder, rows, known, notes
        self.art: dict[str, bytes] = {}
        self.strengths: list[str] = []
        self.figures: list[str] = []

    def check(self) -> None:
        """Give up columns whose cells are not what their names promise; find the strengths."""
        self._give_up("side", lambda cell: not cell.isdecimal(), "sides")
        self._give_up("hex", is_hex, "hexes such as 0304")
        self._give_up("size", size_of, "sizes such as II, Bn or battalion")
        self._give_up("fill", colour_of, "colours")
        self._give_up("count", str.isdecimal, "whole numbers")
        for column in _IMAGES:
            self._find_pictures(column)
        rest = [one for one in self.rows[0].cells if one not in self.known.values()]
        self.strengths = strength_columns(self.rows, rest)
        self.figures = figure_columns(self.rows, [one for one in rest if one not in self.strengths])
        for ours, theirs in self.known.items():
            if plain(theirs) != ours:
                self.notes.append(f"the column {theirs!r} is taken for {ours}")
        for theirs, ours in zip(self.strengths, (STRENGTH, BACK_STRENGTH), strict=False):
            self.notes.append(f"the column {theirs!r} is taken for {ours}")
        if self.figures and not self.strengths:
            self.notes.append(f"the strength is made of {', '.join(self.figures)}")

    def _give_up(self, ours: str, is_good: Any, what: str) -> None:
        theirs = self.known.get(ours)
        cells = [row.text(theirs) for row in self.rows if row.text(theirs)] if theirs else []
        wrong = [cell for cell in cells if not is_good(cell)]
        if wrong:
            del self.known[ours]
            self.notes.append(
                f"the column {theirs!r} stays as it is: expected {what}, found {wrong[0]!r}"
            )

    def _find_pictures(self, ours: str) -> None:
        """Take the pictures that a column names, as far as they lie beside the table."""
        theirs = self.known.get(ours)
        if theirs is None:
            return
        missing: list[str] = []
        for name in dict.fromkeys(row.text(theirs) for row in self.rows if row.text(theirs)):
            try:
                with Image.open(self.folder / name.replace("\\", "/")) as image:
                    self.art[_art_name(name)] = png_bytes(image.convert("RGBA"))
            except (OSError, UnidentifiedImageError):
                missing.append(name)
        if missing:
            self.notes.append(
                f"of the column {theirs!r} {len(missing)} pictures are not beside the table,"
                f" such as {missing[0]!r}: those counters are drawn"
            )

    def rows_made(self) -> list[dict[str, str]]:
        """Return the rows of counters.csv."""
        made: list[dict[str, str]] = []
        taken: set[str] = set()
        for row in self.rows:
            ours = {name: row.text(column) for name, column in self.known.items()}
            name = ours.get("name") or ours.get("id") or "counter"
            identity, number = ours.get("id") or name, 2
            while identity in taken:
                identity, number = f"{ours.get('id') or name} {number}", number + 1
            taken.add(identity)
            made.append(
                self._rest(row)
                | self._meant(ours)
                | {
                    "id": identity,
                    "name": name,
                    "side": ours.get("side") or "all",
                    "kind": self._kind(ours),
                }
            )
        return made

    def _rest(self, row: Row) -> dict[str, str]:
        """Return the cells of columns that are theirs alone; a name of ours gets a sign."""
        found: dict[str, str] = {}
        meanings = {*COLUMNS, *_IMAGES}
        for column, cell in row.cells.items():
            if column in self.known.values():
                continue
            name = f"{column}_" if column in meanings else column
            if column in self.strengths:
                name = (STRENGTH, BACK_STRENGTH)[self.strengths.index(column)]
            found[name] = cell
        return found

    def _meant(self, ours: Mapping[str, str]) -> dict[str, str]:
        """Return the cells of our columns in our words."""
        found = {name: ours[name] for name in ("count", "hex") if name in ours}
        if "size" in ours:
            found["size"] = size_of(ours["size"])
        if "fill" in ours:
            found["fill"] = colour_of(ours["fill"])
        for column in _IMAGES:
            if column in ours:
                name = _art_name(ours[column]) if ours[column] else ""
                found[column] = name if name in self.art else ""
        return found

    def _kind(self, ours: Mapping[str, str]) -> str:
        kind = slug(ours.get("kind") or "unit")
        shown = bool(ours.get("image")) and _art_name(ours["image"]) in self.art
        return f"{kind}-picture" if shown else kind

    def module(self, title: str, rows: Sequence[Mapping[str, str]]) -> dict[str, Any]:
        """Return module.toml as tables."""
        sides = list(dict.fromkeys(row["side"] for row in rows))
        strength = "-".join(f"{{{column}}}" for column in self.figures)
        fields = {STRENGTH: f"{{{STRENGTH}}}" if self.strengths else strength}
        has_back = {row["kind"] for row in rows if row.get(BACK_STRENGTH) or row.get("back_image")}
        kinds: dict[str, dict[str, Any]] = {}
        for row in rows:
            kind = row["kind"]
            picture = {"layout": "picture"} if kind.endswith("-picture") else {}
            faces = {"face": [{}, {"name": "reduced"}]} if kind in has_back else {}
            symbol = {"symbol": marks_of(kind.removesuffix("-picture"))}
            kinds.setdefault(kind, picture | symbol | {"prototype": "Unit", "tab": "Units"} | faces)
        return {
            "game": slug(title).replace("-", "_"),
            "name": title,
            "version": "0.1",
            "sides": [side for side in sides if side != "all"],
            "side_colours": {side: COLOURS[n % len(COLOURS)] for n, side in enumerate(sides)},
            "fields": fields,
            "prototype": {"Unit": {"moved": True}},
            "kind": kinds,
        }


def _art_name(name: str) -> str:
    """Return the name of a picture in the folder art: a PNG, whatever it was."""
    path = name.replace("\\", "/")
    return f"{slug(path.rpartition('.')[0] or path)}.png"


def _csv(rows: Sequence[Mapping[str, str]]) -> str:
    first = ["id", "name", "side", "kind"]
    columns = [*first, *dict.fromkeys(one for row in rows for one in row if one not in first)]
    out = io.StringIO()
    table = csv.DictWriter(out, columns, restval="", lineterminator="\n")
    table.writeheader()
    table.writerows(rows)
    return out.getvalue()
