"""Playing: a sequence played one decision at a time, with answers taken back and games replayed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, TypeVar

from vassal_bridge.errors import IllegalChange, UnusableAnswer
from vassal_bridge.game.dice import Dice, RecordedDice, Rolled
from vassal_bridge.game.history import History
from vassal_bridge.game.sequence import (
    STEP_LIMIT,
    Choose,
    Chosen,
    Event,
    Option,
    Outcome,
    Steps,
    drive,
)

H = TypeVar("H", bound=History)


class Playing(Generic[H]):
    """A sequence under way on a state: it stands at a decision, or is over.

    `answer` takes it on; `undo` takes the last answer back, but never across a roll.
    """

    def __init__(
        self,
        sequence: Callable[[H], Steps[Any]],
        state: H,
        dice: Dice,
        *,
        limit: int = STEP_LIMIT,
    ) -> None:
        self.state = state
        self._sequence = sequence
        self._dice = dice
        self._limit = limit
        self._mark = state.made
        self._begin(dice)

    @property
    def decision(self) -> Choose | None:
        """The decision that is waited for; None once the sequence is over."""
        return self.state.pending

    @property
    def events(self) -> tuple[Event, ...]:
        """Every roll, choice and change so far, in order."""
        return tuple(self._events)

    def legal(self) -> tuple[Option, ...]:
        """Return every answer that the decision allows."""
        return self.state.legal()

    def answer(self, value: str) -> tuple[Event, ...]:
        """Answer the decision, by an option's value or label, and go on to the next one.

        Returns what happened, the choice first. Raises UnusableAnswer where the decision does not
        allow the answer, or none is waited for; then nothing has happened.
        """
        choose = self.decision
        if choose is None:
            raise UnusableAnswer(f"the sequence is over: nothing asks for {value!r}")
        before = len(self._events)
        chosen = Chosen(choose, choose.check(value))
        self._events.append(chosen)
        self._go_on(chosen.answer, self._dice)
        return tuple(self._events[before:])

    def undo(self) -> str:
        """Take the last answer back, with all that came of it, and return it.

        Raises IllegalChange where there is none, and where a die was rolled since.
        """
        place = _last_choice(self._events)
        if place is None:
            raise IllegalChange("there is no decision to undo")
        if any(isinstance(event, Rolled) for event in self._events[place:]):
            raise IllegalChange("a die was rolled since the last decision: it stands")
        taken, kept = self._events[place], self._events[:place]
        assert isinstance(taken, Chosen)
        self.state.rewind(self._mark)
        again = RecordedDice([event for event in kept if isinstance(event, Rolled)])
        self._begin(again)
        for event in kept:
            if isinstance(event, Chosen):
                self._events.append(event)
                self._go_on(event.answer, again)
        return taken.answer

    def outcome(self) -> Outcome:
        """Return what has happened so far; once `decision` is None, that is all of it."""
        return Outcome(self.events)

    def _begin(self, dice: Dice) -> None:
        self._events: list[Event] = []
        self._steps = self._sequence(self.state)
        self._go_on(None, dice)

    def _go_on(self, answer: str | None, dice: Dice) -> None:
        drive(self._steps, self.state, dice, self._events, answer, limit=self._limit)


def replay(
    sequence: Callable[[H], Steps[Any]],
    state: H,
    answers: Iterable[str],
    rolls: Sequence[Rolled],
) -> Playing[H]:
    """Play a recorded game again from its answers and dice; it stands where the answers end.

    Raises UnusableAnswer where the record does not fit the sequence.
    """
    playing = Playing(sequence, state, RecordedDice(rolls))
    for answer in answers:
        playing.answer(answer)
    return playing


def _last_choice(events: Sequence[Event]) -> int | None:
    places = [place for place, event in enumerate(events) if isinstance(event, Chosen)]
    return places[-1] if places else None
