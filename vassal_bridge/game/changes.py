"""Changes: everything that can happen to a game, each with its before, its after and its rule.

The set is closed: Move, Flip, Set, Place, Eliminate, Advance and Tell. `inverse()` swaps before
and after, so that a change can be undone; `why` cites the rule.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

Value: TypeAlias = str | int | bool


@dataclass(frozen=True, slots=True)
class Move:
    """A unit goes from one hex to another.

    >>> Move("1/A/2/8", "2618", "2619", why="[8.715] retreat").inverse().after
    '2618'
    """

    unit: str
    before: str
    after: str
    why: str

    def inverse(self) -> Move:
        """Return the move back."""
        return replace(self, before=self.after, after=self.before)

    def __str__(self) -> str:
        return f"{self.unit} {self.before} -> {self.after} {self.why}"


@dataclass(frozen=True, slots=True)
class Flip:
    """A counter shows its other face: "front" or "back"."""

    unit: str
    before: str
    after: str
    why: str

    def inverse(self) -> Flip:
        """Return the flip back."""
        return replace(self, before=self.after, after=self.before)

    def __str__(self) -> str:
        return f"{self.unit} {self.before} -> {self.after} {self.why}"


@dataclass(frozen=True, slots=True)
class Set:
    """A field of a unit, such as a marker upon it, takes another value."""

    unit: str
    field: str
    before: Value
    after: Value
    why: str

    def inverse(self) -> Set:
        """Return the setting back."""
        return replace(self, before=self.after, after=self.before)

    def __str__(self) -> str:
        return f"{self.unit} {self.field} {self.before} -> {self.after} {self.why}"


@dataclass(frozen=True, slots=True)
class Place:
    """A unit goes between an off-map box and a hex, or from one box to another."""

    unit: str
    before: str
    after: str
    why: str

    def inverse(self) -> Place:
        """Return the way back."""
        return replace(self, before=self.after, after=self.before)

    def __str__(self) -> str:
        return f"{self.unit} {self.before} -> {self.after} {self.why}"


@dataclass(frozen=True, slots=True)
class Eliminate:
    """A unit is eliminated: it goes from where it is to the box that holds the dead."""

    unit: str
    before: str
    after: str
    why: str

    def inverse(self) -> Eliminate:
        """Return the way back."""
        return replace(self, before=self.after, after=self.before)

    def __str__(self) -> str:
        return f"{self.unit} {self.before} -> {self.after} eliminated {self.why}"


@dataclass(frozen=True, slots=True)
class Advance:
    """A marker on a track goes from one value to another, forwards or backwards."""

    marker: str
    before: str | int
    after: str | int
    why: str

    def inverse(self) -> Advance:
        """Return the way back."""
        return replace(self, before=self.after, after=self.before)

    def __str__(self) -> str:
        return f"{self.marker} {self.before} -> {self.after} {self.why}"


@dataclass(frozen=True, slots=True)
class Tell:
    """A line for the players to read; its inverse takes the line back."""

    after: str
    before: str = ""
    why: str = ""

    @property
    def text(self) -> str:
        """The line."""
        return self.after or self.before

    def inverse(self) -> Tell:
        """Return the taking back of the line."""
        return replace(self, before=self.after, after=self.before)

    def __str__(self) -> str:
        return self.text


Change: TypeAlias = Move | Flip | Set | Place | Eliminate | Advance | Tell
CHANGES: tuple[type[Change], ...] = (Move, Flip, Set, Place, Eliminate, Advance, Tell)
