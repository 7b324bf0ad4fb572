"""Luck in a game's terms: what a roll was worth, and what such rolls are worth in the mean."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from vassal_bridge.game.dice import Rolled
from vassal_bridge.game.tables import TableSet


@dataclass(frozen=True, slots=True)
class Worth:
    """What a roll brought, and the mean of all throws of these dice, in the game's own unit."""

    value: float
    expected: float


class Valuer(Protocol):
    """Says what a roll was worth by its reason; None for rolls that the game does not value.

    Raises MissingCell where the tables do not have the edition's cell.
    """

    def __call__(self, rolled: Rolled, tables: TableSet) -> Worth | None:
        """Return what a roll was worth."""
        ...
