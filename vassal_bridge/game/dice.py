"""Dice: the only source of chance; every roll is numbered, reasoned and can be played again."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from vassal_bridge.errors import UnusableAnswer

_SPEC = re.compile(r"([1-9][0-9]?)d([1-9][0-9]{0,4})")
_WORD = 2**32


@dataclass(frozen=True, slots=True)
class Roll:
    """A roll that a sequence asks for: how many dice of how many sides, and what for.

    >>> Roll("2d6", why="[9.5] Japanese Tactical Table").sides
    6
    """

    spec: str
    why: str

    def __post_init__(self) -> None:
        if not _SPEC.fullmatch(self.spec):
            raise UnusableAnswer(f"expected dice such as 2d6, found {self.spec!r}")

    @property
    def count(self) -> int:
        """The number of dice."""
        return int(self.spec.partition("d")[0])

    @property
    def sides(self) -> int:
        """The number of sides of each die."""
        return int(self.spec.partition("d")[2])


@dataclass(frozen=True, slots=True)
class Rolled:
    """A roll that was made: its dice in order, its reason, and its number in the series.

    >>> print(Rolled("2d6", (4, 5), "[3.3] Japanese Tactical Table", 7))
    roll 7: 2d6 = 9 (4+5), [3.3] Japanese Tactical Table
    """

    spec: str
    faces: tuple[int, ...]
    why: str
    number: int

    @property
    def total(self) -> int:
        """The sum of the dice."""
        return sum(self.faces)

    def __str__(self) -> str:
        parts = f" ({'+'.join(map(str, self.faces))})" if len(self.faces) > 1 else ""
        return f"roll {self.number}: {self.spec} = {self.total}{parts}, {self.why}"


class Dice(Protocol):
    """Whatever can answer a `Roll`."""

    def roll(self, roll: Roll) -> Rolled:
        """Return the dice of one roll."""
        ...


class SeededDice:
    """Dice that depend on a seed and on nothing else, in any version of Python.

    Die *d* of roll *n* is drawn from SHA-256 of the text ``vassal-bridge dice 1:SEED:n:d:t``
    (all decimal; *t* counts from 0): its first four bytes, big-endian, are a number below 2**32;
    numbers past the last whole multiple of the sides are rejected and *t* goes up by one, so that
    each side is equally likely. The roll's number is its position: `SeededDice(seed, after=n)`
    goes on where another series stopped.
    """

    def __init__(self, seed: int, *, after: int = 0) -> None:
        self.seed = seed
        self._rolls: list[Rolled] = []
        self._number = after

    @property
    def position(self) -> int:
        """The number of the last roll."""
        return self._number

    @property
    def rolls(self) -> tuple[Rolled, ...]:
        """Every roll made, in order."""
        return tuple(self._rolls)

    def roll(self, roll: Roll) -> Rolled:
        """Return the next roll of the series."""
        self._number += 1
        faces = tuple(self._die(die, roll.sides) for die in range(1, roll.count + 1))
        rolled = Rolled(roll.spec, faces, roll.why, self._number)
        self._rolls.append(rolled)
        return rolled

    def _die(self, die: int, sides: int) -> int:
        def draw(attempt: int) -> bytes:
            text = f"vassal-bridge dice 1:{self.seed}:{self._number}:{die}:{attempt}"
            return hashlib.sha256(text.encode("ascii")).digest()

        return unbiased(draw, sides)


class ScriptedDice:
    """Dice with given faces, used one after the other: a test, or dice that a player threw.

    `roll` raises UnusableAnswer when the faces run out or a face does not fit the die.
    """

    def __init__(self, faces: Iterable[int]) -> None:
        self._faces = list(faces)
        self._used = 0
        self._rolls: list[Rolled] = []

    @property
    def rolls(self) -> tuple[Rolled, ...]:
        """Every roll made, in order."""
        return tuple(self._rolls)

    @property
    def left(self) -> tuple[int, ...]:
        """The faces that nobody asked for yet."""
        return tuple(self._faces[self._used :])

    def roll(self, roll: Roll) -> Rolled:
        """Return the next faces of the script as one roll."""
        faces = tuple(self._faces[self._used : self._used + roll.count])
        if len(faces) < roll.count:
            raise UnusableAnswer(
                f"the given dice end after {self._used}: {roll.spec} is needed for {roll.why}"
            )
        for face in faces:
            if not 1 <= face <= roll.sides:
                raise UnusableAnswer(
                    f"expected a face of 1 to {roll.sides} for {roll.why}, found {face}"
                )
        self._used += roll.count
        rolled = Rolled(roll.spec, faces, roll.why, len(self._rolls) + 1)
        self._rolls.append(rolled)
        return rolled


class RecordedDice:
    """The rolls of a recorded game once more; each must be asked for with the same dice.

    `roll` raises UnusableAnswer when the record ends or when the game asks for other dice than
    were thrown, for then the record belongs to another game.
    """

    def __init__(self, rolls: Sequence[Rolled]) -> None:
        self._record = tuple(rolls)
        self._used = 0

    @property
    def rolls(self) -> tuple[Rolled, ...]:
        """The rolls given back so far, in order."""
        return self._record[: self._used]

    def roll(self, roll: Roll) -> Rolled:
        """Return the next roll of the record."""
        if self._used == len(self._record):
            raise UnusableAnswer(
                f"the record ends after {self._used} rolls: {roll.spec} is needed for {roll.why}"
            )
        rolled = self._record[self._used]
        if rolled.spec != roll.spec:
            raise UnusableAnswer(
                f"expected {roll.spec} for {roll.why}, found {rolled.spec} in the record: {rolled}"
            )
        self._used += 1
        return rolled


def unbiased(draw: Callable[[int], bytes], sides: int) -> int:
    """Return a face of 1 to `sides`, each equally likely, from draws of chance (0, 1, ...).

    A draw's first four bytes, big-endian, are a number; one past the last whole multiple of the
    sides is rejected, and the next draw is taken.
    """
    limit = _WORD - _WORD % sides
    attempt = 0
    while True:
        value = int.from_bytes(draw(attempt)[:4], "big")
        if value < limit:
            return value % sides + 1
        attempt += 1


def draw_secret() -> bytes:
    """Return 32 bytes of the operating system's chance, for a player to commit to."""
    return os.urandom(32)


def draw_seed() -> int:
    """Return a new seed of up to ten digits from the operating system's chance."""
    return int.from_bytes(os.urandom(4), "big")
