"""Reads values out of TOML and CSV files and collects everything wrong with them at once."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from importlib.resources.abc import Traversable
from typing import Any

from vassal_bridge.builder.reading.csvfile import Row, read_rows
from vassal_bridge.builder.reading.tomllines import key_lines, line_of, nearest
from vassal_bridge.errors import BridgeError, Problem, Where

INCLUDE = "include"
"""The key of a TOML file that names others whose tables it has too."""


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
        self._includes: dict[str, list[str]] = {}

    def add(self, file: str, key: str, message: str) -> None:
        """Note a problem at a key path of a file; a TOML file's line is looked up.

        A key that an included file holds is told with that file.
        """
        files = [file, *self._includes.get(file, [])]
        holder = max(files, key=lambda one: len(nearest(self._lines.get(one, {}), key)))
        line = line_of(self._lines.get(holder, {}), key)
        place = holder if line is None else f"{holder}:{line}"
        self.add_at(f"{place}: {key}" if key else place, message)

    def add_at(self, place: str, message: str) -> None:
        """Note a problem at a place that is already in words, such as counters.csv:12:hex."""
        self.problems.append(Problem(message, Where(file=place)))

    def note(self, text: str) -> None:
        """Keep something that a user should know, though nothing is wrong; once each."""
        if text not in self.notes:
            self.notes.append(text)

    def values(self, folder: Traversable, name: str) -> dict[str, Any]:
        """Return what a TOML file holds; nothing where it cannot be read, which is a problem.

        Files that its key `include` names are read first: their tables and keys stand as if they
        were its own, and its own win.
        """
        own = self._read(folder, name)
        included: dict[str, Any] = {}
        for other in _names(own.get(INCLUDE)):
            self._includes.setdefault(name, []).append(other)
            included = _merged(included, self._read(folder, other))
        return _merged(included, own)

    def _read(self, folder: Traversable, name: str) -> dict[str, Any]:
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

    def csv(self, folder: Traversable, name: str, columns: Iterable[str]) -> list[Row]:
        """Return the rows of a CSV file that has at least the wanted columns."""
        return read_rows(self, folder, name, columns)


def _names(value: Any) -> list[str]:
    """Return the files that a key `include` names; what is no text is told by who reads the key."""
    return [name for name in value if isinstance(name, str)] if isinstance(value, list) else []


def _merged(under: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """Return two tables as one: inner tables are merged, of anything else the upper one stays."""
    found = dict(under)
    for name, value in over.items():
        below = found.get(name)
        if isinstance(below, dict) and isinstance(value, dict):
            found[name] = _merged(below, value)
        else:
            found[name] = value
    return found
