"""Ledgers: numbers by name, kept as the text of one track, such as "Clark F=2, Iba F=1"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from vassal_bridge.errors import RuleError
from vassal_bridge.game.changes import Advance

if TYPE_CHECKING:
    from modules.macarthur.state import State


def parse(text: str) -> dict[str, int]:
    """Return the numbers of a ledger's text; raises RuleError for a damaged one.

    >>> parse("Clark F=2, Iba F=1")
    {'Clark F': 2, 'Iba F': 1}
    """
    found: dict[str, int] = {}
    for part in text.split(", ") if text else ():
        name, equals, value = part.rpartition("=")
        if not equals or not value.lstrip("-").isdigit():
            raise RuleError(f"expected NAME=NUMBER in a ledger, found {part!r}")
        found[name] = int(value)
    return found


def format_ledger(numbers: Mapping[str, int]) -> str:
    """Return the text of a ledger: what is not 0, by name.

    >>> format_ledger({"Iba F": 1, "Clark F": 0})
    'Iba F=1'
    """
    return ", ".join(f"{name}={numbers[name]}" for name in sorted(numbers) if numbers[name])


def read(state: State, track: str) -> dict[str, int]:
    """Return the numbers of one of a position's ledgers."""
    return parse(str(state.tracks[track]))


def entry(state: State, track: str, name: str) -> int:
    """Return one number of a ledger, 0 where it has none."""
    return read(state, track).get(name, 0)


def write(state: State, track: str, name: str, value: int, why: str) -> Advance:
    """Return the change that gives one number of a ledger another value."""
    numbers = read(state, track)
    before = format_ledger(numbers)
    return Advance(track, before, format_ledger({**numbers, name: value}), why)
