"""History: what every game's position shares: changes made and undone, and the pending decision."""

from __future__ import annotations

from abc import ABC, abstractmethod

from vassal_bridge.errors import IllegalChange
from vassal_bridge.game.changes import Change
from vassal_bridge.game.sequence import Choose, Option


class History(ABC):
    """The changes that made a position, the last of them open to undoing until a die is rolled.

    A game's state derives from it and says in `_apply` what a change does. `pending` is the
    decision that whoever drives the sequence waits for, and `legal()` what it allows.
    """

    def __init__(self) -> None:
        self._history: list[Change] = []
        self._sealed = 0
        self._pending: Choose | None = None

    @abstractmethod
    def _apply(self, change: Change) -> None:
        """Make one change; raises IllegalChange, and changes nothing, where it does not fit."""

    @property
    def pending(self) -> Choose | None:
        """The decision that is waited for; None while no sequence waits."""
        return self._pending

    def ask(self, choose: Choose | None) -> None:
        """Take note of the decision that is waited for."""
        self._pending = choose

    def legal(self) -> tuple[Option, ...]:
        """Return every answer that the pending decision allows; none where none is pending."""
        return () if self._pending is None else self._pending.options

    def push(self, change: Change) -> None:
        """Make one change; raises IllegalChange where it does not fit the position."""
        self._apply(change)
        self._history.append(change)

    def pop(self) -> Change:
        """Undo the last change and return it; raises IllegalChange after a roll."""
        if len(self._history) <= self._sealed:
            raise IllegalChange("there is nothing to undo since the last roll")
        return self._take_back()

    def seal(self) -> None:
        """Forbid popping what was done so far: a die was rolled."""
        self._sealed = len(self._history)

    @property
    def made(self) -> int:
        """How many changes have been made and not been undone: a mark for `rewind`."""
        return len(self._history)

    def rewind(self, mark: int) -> None:
        """Take changes back to a mark, past any roll: for a driver that plays them again."""
        while len(self._history) > mark:
            self._take_back()
        self._sealed = min(self._sealed, mark)

    def _take_back(self) -> Change:
        change = self._history[-1]
        self._apply(change.inverse())
        return self._history.pop()
