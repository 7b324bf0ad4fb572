"""The lock file of a recipe: which gpid each counter has, so that building again keeps it.

VASSAL and its saves know a counter by the gpid of its slot. A counter has one where it stands at
the start and one in the tray. New counters get new numbers; the number of a counter that is gone
is retired: nobody else gets it, and only the same id, should it come back, has it again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from vassal_bridge.builder.reading.checking import Checker, RecipeError
from vassal_bridge.builder.reading.tomltext import quoted
from vassal_bridge.errors import RuleError
from vassal_bridge.formats.writing import atomic_write

LOCK = "gpids.lock"
START, TRAY, RETIRED = "start", "tray", "retired"
_TABLES = (START, TRAY)
_HEAD = """\
# The number (gpid) by which VASSAL and its saves know each counter of this recipe.
# `vassal-bridge build module` keeps this file; keep it with the recipe, or saves cannot be
# refreshed. Numbers stay whatever rows move, and none is ever given to another counter.
"""


@dataclass(frozen=True, slots=True)
class GpidLock:
    """The gpids of a recipe's counters by their ids, at the start and in the tray.

    `retired` holds, under the same two names, those of counters that are gone.
    """

    next: int = 1
    slots: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    retired: Mapping[str, Mapping[str, int]] = field(default_factory=dict)

    def with_counters(self, at_start: Iterable[str], in_tray: Iterable[str]) -> GpidLock:
        """Return the lock of a recipe with these counters; who was known keeps his number."""
        following = self.next
        slots: dict[str, dict[str, int]] = {}
        retired: dict[str, dict[str, int]] = {}
        for table, ids in zip(_TABLES, (at_start, in_tray), strict=True):
            known = {**self.retired.get(table, {}), **self.slots.get(table, {})}
            numbers = slots[table] = {}
            for one in ids:
                if one not in known:
                    known[one], following = following, following + 1
                numbers[one] = known[one]
            gone = {one: number for one, number in known.items() if one not in numbers}
            if gone:
                retired[table] = gone
        return GpidLock(following, slots, retired)

    def text(self) -> str:
        """Return the lock as TOML, by number, so that moving rows does not change the file."""
        lines = [_HEAD, f"next = {self.next}"]
        for table in _TABLES:
            lines += ["", f"[{table}]", *_rows(self.slots.get(table, {}))]
        for table in _TABLES:
            if table in self.retired:
                lines += ["", f"[{RETIRED}.{table}]", *_rows(self.retired[table])]
        return "\n".join(lines) + "\n"


def _rows(numbers: Mapping[str, int]) -> list[str]:
    ordered = sorted(numbers.items(), key=lambda row: row[1])
    return [f"{quoted(one)} = {number}" for one, number in ordered]


def read_lock(folder: Traversable) -> GpidLock:
    """Return the lock in a recipe's folder; an empty one where there is none.

    Raises:
        RecipeError: the file is damaged, or gives a number twice; with every problem.
    """
    if not (folder / LOCK).is_file():
        return GpidLock()
    checker = Checker()
    values = checker.values(folder, LOCK)
    slots = {table: _numbers(checker, values, table) for table in _TABLES}
    inner = values.get(RETIRED, {})
    retired = {table: _numbers(checker, inner, table, f"{RETIRED}.") for table in _TABLES}
    following = values.get("next")
    tables = [*slots.values(), *retired.values()]
    given = [number for numbers in tables for number in numbers.values()]
    for number in sorted({number for number in given if given.count(number) > 1}):
        checker.add(LOCK, "", f"the number {number} is given twice")
    if not isinstance(following, int) or following <= max(given, default=0):
        checker.add(LOCK, "next", f"expected a number above {max(given, default=0)}")
        following = 0
    if checker.problems:
        raise RecipeError(getattr(folder, "name", LOCK), checker.problems)
    return GpidLock(following, slots, {key: one for key, one in retired.items() if one})


def _numbers(checker: Checker, values: Any, table: str, above: str = "") -> dict[str, int]:
    found = values.get(table, {}) if isinstance(values, dict) else {}
    if not isinstance(found, dict):
        checker.add(LOCK, above + table, "expected a table of ids and numbers")
        return {}
    numbers: dict[str, int] = {}
    for one, number in found.items():
        if isinstance(number, bool) or not isinstance(number, int) or number < 1:
            checker.add(LOCK, f"{above}{table}.{one}", "expected a number from 1")
        else:
            numbers[one] = number
    return numbers


def keep_lock(folder: Traversable, lock: GpidLock, *, locked: bool = False) -> Path | None:
    """Write a recipe's lock where it differs from the one that lies there; return the file.

    Raises:
        RuleError: it differs, and `locked` says that it must not.
        OSError: the folder cannot be written to.
    """
    there = folder / LOCK
    text = lock.text()
    if there.is_file() and there.read_text(encoding="utf-8") == text:
        return None
    if locked:
        raise RuleError(
            f"{LOCK} of the recipe {folder.name} does not fit its counters;"
            " build it without --locked, and keep the file with the recipe"
        )
    path = Path(str(there))
    atomic_write(path, text.encode("utf-8"), force=True)
    return path
