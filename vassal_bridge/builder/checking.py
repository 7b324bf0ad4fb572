"""Reads values out of TOML and CSV files and collects everything wrong with them at once."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from importlib.resources.abc import Traversable
from typing import Any

from vassal_bridge.builder.csvfile import Row, read_rows
from vassal_bridge.builder.tomllines import key_lines, line_of
from vassal_bridge.errors import BridgeError, Problem, Where
from vassal_bridge.pictures.colours import Colour, parse_colour


class RecipeError(BridgeError):
    """A recipe, or the game data that it refers to, has problems; the message lists them all."""

    def __init__(self, name: str, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        count = len(self.problems)
        listed = "\n".join(f"  {problem}" for problem in self.problems)
        what = "one problem" if count == 1 else f"{count} problems"
        super().__init__(f"the recipe {name} has {what}:\n{listed}")


class Checker:
    """Collects problems, and notes that are no problems, while the files of a recipe are read."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self.notes: list[str] = []
        self._lines: dict[str, Mapping[str, int]] = {}

    def add(self, file: str, key: str, message: str) -> None:
        """Note a problem at a key path of a file; a TOML file's line is looked up."""
        line = line_of(self._lines.get(file, {}), key)
        place = file if line is None else f"{file}:{line}"
        self.add_at(f"{place}: {key}" if key else place, message)

    def add_at(self, place: str, message: str) -> None:
        """Note a problem at a place that is already in words, such as counters.csv:12:hex."""
        self.problems.append(Problem(message, Where(file=place)))

    def note(self, text: str) -> None:
        """Keep something that a user should know, though nothing is wrong; once each."""
        if text not in self.notes:
            self.notes.append(text)

    def values(self, folder: Traversable, name: str) -> dict[str, Any]:
        """Return what a TOML file holds; nothing where it cannot be read, which is a problem."""
        try:
            content = (folder / name).read_text(encoding="utf-8-sig")
        except OSError:
            self.add(name, "", "the file is missing")
            return {}
        except UnicodeDecodeError:
            self.add(name, "", "expected UTF-8, found another encoding")
            return {}
        try:
            values = tomllib.loads(content)
        except tomllib.TOMLDecodeError as error:
            self.add(name, "", f"this is no TOML: {error}")
            return {}
        self._lines[name] = key_lines(content)
        return values

    def toml(self, folder: Traversable, name: str) -> Table:
        """Return the table that a TOML file holds; empty where it cannot be read."""
        return Table(self, name, "", self.values(folder, name))

    def csv(self, folder: Traversable, name: str, columns: Iterable[str]) -> list[Row]:
        """Return the rows of a CSV file that has at least the wanted columns."""
        return read_rows(self, folder, name, columns)


_KINDS: Mapping[type, str] = {
    str: "a text",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
}


class Table:
    """One table of a TOML file: typed reading by key; unread keys can be reported."""

    def __init__(self, checker: Checker, file: str, path: str, values: Mapping[str, Any]) -> None:
        self._checker, self._file, self._path, self._values = checker, file, path, values
        self._read: set[str] = set()

    def __contains__(self, key: str) -> bool:
        return key in self._values

    def wrong(self, key: str, message: str) -> None:
        """Note a problem with a key of this table."""
        self._checker.add(self._file, f"{self._path}.{key}".strip("."), message)

    def _take(self, key: str, kinds: tuple[type, ...], default: Any, what: str) -> Any:
        self._read.add(key)
        if key not in self._values:
            if default is None:
                self.wrong(key, f"expected {what}, found nothing")
            return default
        value = self._values[key]
        if isinstance(value, kinds) and (bool in kinds or not isinstance(value, bool)):
            return value
        self.wrong(key, f"expected {what}, found {value!r}")
        return default

    def text(self, key: str, default: str | None = None) -> str:
        """Return a text; without a default it must be there."""
        return self._take(key, (str,), default, _KINDS[str]) or ""

    def whole(self, key: str, default: int | None = None) -> int:
        """Return a whole number; without a default it must be there."""
        return self._take(key, (int,), default, _KINDS[int]) or 0

    def number(self, key: str, default: float | None = None) -> float:
        """Return a number; without a default it must be there."""
        return float(self._take(key, (int, float), default, _KINDS[float]) or 0)

    def truth(self, key: str, default: bool = False) -> bool:
        """Return true or false."""
        return bool(self._take(key, (bool,), default, _KINDS[bool]))

    def value(self, key: str) -> str | int:
        """Return a text or a whole number."""
        found = self._take(key, (str, int), None, "a text or a whole number")
        return "" if found is None else found

    def texts(self, key: str, default: tuple[str, ...] | None = None) -> tuple[str, ...]:
        """Return a list of texts."""
        found = self._take(key, (list,), default, "a list of texts")
        if found is None or not all(isinstance(item, str) for item in found):
            if found is not None:
                self.wrong(key, "expected a list of texts")
            return ()
        return tuple(found)

    def numbers(
        self, key: str, count: int, default: tuple[float, ...] | None = None
    ) -> tuple[float, ...]:
        """Return a list of exactly so many numbers."""
        what = f"a list of {count} numbers"
        found = self._take(key, (list,), default, what)
        if found is None:
            return (0.0,) * count
        if len(found) != count or not all(
            isinstance(item, (int, float)) and not isinstance(item, bool) for item in found
        ):
            self.wrong(key, f"expected {what}, found {found!r}")
            return (0.0,) * count
        return tuple(found)

    def choice(self, key: str, known: Iterable[str], default: str | None = None) -> str:
        """Return a text that is one of the known ones."""
        found = self.text(key, default)
        names = list(known)
        if found and found not in names and found != default:
            self.wrong(key, f"expected one of {', '.join(names)}, found {found!r}")
        return found

    def colour(self, key: str) -> Colour:
        """Return a colour written as #rrggbb."""
        found = self.text(key)
        try:
            return parse_colour(found) if found else (255, 0, 255)
        except ValueError as error:
            self.wrong(key, str(error))
            return (255, 0, 255)

    def table(self, key: str) -> Table:
        """Return a table inside this one; empty where it is missing."""
        found = self._take(key, (dict,), {}, "a table")
        return Table(self._checker, self._file, f"{self._path}.{key}".strip("."), found or {})

    def tables(self, key: str) -> list[Table]:
        """Return the tables of a list ([[key]]); none where it is missing."""
        found = self._take(key, (list,), [], "a list of tables")
        tables = []
        for index, item in enumerate(found or [], 1):
            path = f"{self._path}.{key}[{index}]".strip(".")
            if isinstance(item, dict):
                tables.append(Table(self._checker, self._file, path, item))
            else:
                self._checker.add(self._file, path, f"expected a table, found {item!r}")
        return tables

    def named(self, key: str) -> dict[str, Table]:
        """Return the tables inside a table by their names, in the order of the file."""
        outer = self.table(key)
        return {name: outer.table(name) for name in outer._values}

    def names(self) -> list[str]:
        """Return the keys, in the order of the file."""
        return list(self._values)

    def done(self) -> None:
        """Report the keys that nobody read: they are misspelt or of another version."""
        for key in self._values:
            if key not in self._read:
                self.wrong(key, "this key is unknown here")
