"""A map being painted: the terrain of its hexes and the features of its hexsides, kept in files.

The files are those of a game's data and of a recipe: hexes.csv, hexsides.csv and, where the hexes
are numbered so, map.toml. Beside them lies a record of what was written, so that a file that
somebody else wrote or changed is never written over unasked.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import MappingProxyType

from vassal_bridge.builder.painting.cells import Cells
from vassal_bridge.builder.painting.choices import HEX, SIDE, TERRAIN, Choices
from vassal_bridge.errors import BindingError, OutputExists, RuleError, Where
from vassal_bridge.formats.writing import atomic_write
from vassal_bridge.game.hexes import HexMap

HEXES, SIDES, MAP, RECORD = "hexes.csv", "hexsides.csv", "map.toml", "terrain.json"
MOST_TEXT = 80
"""The longest name that a hex may get."""
FINISHED = "finished"
"""The key of map.toml that says that a game may be played on the map."""
Side = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Change:
    """What was painted: values of hexes by column, and all features of hexsides.

    `is_finished` tells whether the game may be played on the map; None for what was said before.
    """

    hexes: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    sides: Mapping[Side, tuple[str, ...]] = field(default_factory=dict)
    is_finished: bool | None = None


class Painting:
    """The painted map and its folder.

    `force` reads and goes on in files that this program did not write, or that were changed since.
    """

    def __init__(
        self, folder: Path, cells: Cells, choices: Choices, *, force: bool = False
    ) -> None:
        self.folder = folder
        self.cells = cells
        self.choices = choices
        self.hexes: dict[str, dict[str, str]] = {}
        self.sides: dict[Side, tuple[str, ...]] = {}
        self.is_finished = False
        self._known_sides = frozenset(cells.sides())
        self._force = force
        self._digests = self._read_record()
        self._open(HEXES, self._read_hexes)
        self._open(SIDES, self._read_sides)
        self._open(MAP, self._read_map)

    @cached_property
    def _sheet(self) -> HexMap | None:
        return self.cells.sheet()

    @property
    def can_finish(self) -> bool:
        """Whether a game can be played on the map: its hexes are numbered by column and row."""
        return self._sheet is not None

    def value(self, name: str, column: str = TERRAIN) -> str:
        """Return what is painted on a hex; empty for nothing."""
        return self.hexes.get(name, {}).get(column, "")

    def apply(self, change: Change) -> None:
        """Paint; nothing is painted if anything of it is wrong.

        Raises RuleError for a hex, hexside or value that is unknown, and for a map that cannot be
        finished.
        """
        for column, values in change.hexes.items():
            for name, value in values.items():
                self._check_hex(column, name, value)
        for side, features in change.sides.items():
            self._check_side(side, features)
        if change.is_finished and not self.can_finish:
            raise RuleError("expected hexes numbered by column and row, such as 0305")
        if change.is_finished is not None:
            self.is_finished = change.is_finished
        for column, values in change.hexes.items():
            for name, value in values.items():
                self.hexes.setdefault(name, {})[column] = value
        for side, features in change.sides.items():
            self.sides[side] = tuple(sorted(set(features)))

    def save(self) -> list[Path]:
        """Write the files that have changed, each whole or not at all; return them.

        Raises OutputExists where another program has written or changed one of them.
        """
        texts = self._texts()
        for name in texts:
            self._check_ours(name)
        written: list[Path] = []
        for name, text in texts.items():
            content = text.encode("utf-8")
            if self._digests.get(name) != _digest(content):
                atomic_write(self.folder / name, content, force=True)
                self._digests[name] = _digest(content)
                written.append(self.folder / name)
        if written:
            record = json.dumps(self._digests, indent=1, sort_keys=True) + "\n"
            atomic_write(self.folder / RECORD, record.encode("utf-8"), force=True)
        return written

    # --- what may be painted -------------------------------------------------------------------

    def _check_hex(self, column: str, name: str, value: str) -> None:
        if name not in self.cells.cells:
            raise RuleError(f"the map has no hex {name!r}")
        if column not in self.choices.layers:
            raise RuleError(f"{HEXES} has no column {column!r} to paint")
        known = [choice.name for choice in self.choices.layers[column]]
        if value and known and value not in known:
            raise RuleError(f"expected one of {', '.join(known)} in {column}, found {value!r}")
        if len(value) > MOST_TEXT or not (value.isprintable() and value == value.strip()):
            raise RuleError(f"expected a short text in {column} of {name}, found {value[:99]!r}")

    def _check_side(self, side: Side, features: Iterable[str]) -> None:
        if side not in self._known_sides:
            raise RuleError(f"the hexes {' and '.join(side)} do not touch on the map")
        known = [choice.name for choice in self.choices.features]
        for feature in features:
            if feature not in known:
                raise RuleError(f"expected one of {', '.join(known)}, found {feature!r}")

    # --- files ---------------------------------------------------------------------------------

    def _texts(self) -> dict[str, str]:
        columns = self.choices.hex_columns
        hexes = [
            {HEX: name, **values}
            for name, values in sorted(self.hexes.items())
            if values.get(TERRAIN)
        ]
        a, b, feature = SIDE
        sides = [
            {a: one, b: other, feature: each}
            for (one, other), features in sorted(self.sides.items())
            for each in features
        ]
        texts = {
            HEXES: _csv(columns, hexes),
            SIDES: _csv(self.choices.side_columns, sides),
        }
        return (
            texts
            if self._sheet is None
            else texts | {MAP: map_toml(self._sheet, is_finished=self.is_finished)}
        )

    def _read_record(self) -> dict[str, str]:
        try:
            found = json.loads((self.folder / RECORD).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        if not isinstance(found, dict):
            return {}
        return {name: str(found[name]) for name in (HEXES, SIDES, MAP) if name in found}

    def _open(self, name: str, read: Callable[[str], None]) -> None:
        """Read one of the files, if it is there and ours to go on with."""
        self._check_ours(name)
        try:
            content = (self.folder / name).read_bytes()
        except FileNotFoundError:
            self._digests.pop(name, None)
            return
        try:
            read(content.decode("utf-8-sig"))
        except (RuleError, UnicodeDecodeError) as error:
            message = error.message if isinstance(error, RuleError) else "expected UTF-8"
            raise BindingError(message, where=Where(str(self.folder / name))) from None
        self._digests[name] = _digest(content)

    def _check_ours(self, name: str) -> None:
        """Refuse a file that is not as we left it, unless it is to be gone on with."""
        file = self.folder / name
        if self._force or not file.is_file():
            return
        known = self._digests.get(name)
        if known != _digest(file.read_bytes()):
            who = "was not written by this command" if known is None else "was changed elsewhere"
            raise OutputExists(
                f"the file {who}; --force reads it and goes on in it", where=Where(str(file))
            )

    def _read_hexes(self, text: str) -> None:
        for number, row in _rows(text, (HEX, TERRAIN)):
            name = row[HEX]
            for column in self.choices.layers:
                with _line(number):
                    self._check_hex(column, name, row.get(column, ""))
            self.hexes[name] = {column: value for column, value in row.items() if column != HEX}

    def _read_map(self, text: str) -> None:
        self.is_finished = _is_finished(text)

    def _read_sides(self, text: str) -> None:
        a, b, feature = SIDE
        found: dict[Side, list[str]] = {}
        for number, row in _rows(text, (a, b, feature)):
            side = (min(row[a], row[b]), max(row[a], row[b]))
            with _line(number):
                self._check_side(side, [row[feature]])
            found.setdefault(side, []).append(row[feature])
        self.sides = {side: tuple(sorted(set(features))) for side, features in found.items()}


def _is_finished(text: str) -> bool:
    try:
        return tomllib.loads(text).get(FINISHED) is True
    except tomllib.TOMLDecodeError as error:
        raise RuleError(f"expected TOML: {error}") from None


class _line:  # noqa: N801 - used as a word
    """Adds the number of a line to what is said of it."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, RuleError):
            raise RuleError(f"line {self.number}: {error.message}") from None


def _rows(text: str, columns: Iterable[str]) -> list[tuple[int, dict[str, str]]]:
    reader = csv.DictReader(io.StringIO(text, newline=""))
    missing = [column for column in columns if column not in (reader.fieldnames or ())]
    if missing:
        raise RuleError(f"expected the columns {', '.join(columns)}, found no {missing[0]}")
    found = []
    for row in reader:
        cells = {key: (value or "").strip() for key, value in row.items() if isinstance(key, str)}
        found.append((reader.line_num, cells))
    return found


def _csv(columns: Iterable[str], rows: Iterable[Mapping[str, str]]) -> str:
    held = io.StringIO(newline="")
    writer = csv.DictWriter(
        held, list(columns), restval="", extrasaction="ignore", lineterminator="\n"
    )
    writer.writeheader()
    writer.writerows(rows)
    return held.getvalue()


_MAP_LINES: Mapping[str, Callable[[HexMap], str]] = MappingProxyType(
    {
        "columns": lambda sheet: str(list(sheet.columns)),
        "rows": lambda sheet: str(list(sheet.rows)),
        "low": lambda sheet: f'"{sheet.low}"',
        "hexes": lambda sheet: '"rows"' if sheet.sideways else '"columns"',
        "first": lambda sheet: '"row"' if sheet.rows_first else '"column"',
    }
)


def map_toml(sheet: HexMap, *, is_finished: bool) -> str:
    """Return what map.toml says of a sheet of hexes, and whether a game may be played on it."""
    lines = [f"{key} = {value(sheet)}" for key, value in _MAP_LINES.items()]
    said = "true" if is_finished else "false"
    return "\n".join(
        [
            "# The sheet of hexes, as the module's grid numbers them.",
            *lines,
            "# Whether the owner's edition of the game plays on this map.",
            f"{FINISHED} = {said}",
            "",
        ]
    )


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
