"""Judging: what a game says of a player's deeds, and the sequence that they call for.

A game's judge is a function (position before, deeds, what the player asked for) -> Judgement. It
names what is unlawful by its rule, and gives the sequence in which the player's decisions are
those that his deeds show; whatever they do not show is asked.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from vassal_bridge.game.deeds import Deed
from vassal_bridge.game.sequence import Choose, Steps

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Asked:
    """What a player asks for from inside VASSAL: a verb and its objects, in his own words.

    `attack A/1/8 -> 2711 with destroyer, 1/8 HQ` has the verb "attack", the subject "A/1/8", the
    places ("2711",) and the support ("destroyer", "1/8 HQ"). `count` is that of `undo 2`.
    """

    verb: str
    subject: str = ""
    places: tuple[str, ...] = ()
    support: tuple[str, ...] = ()
    count: int = 1

    def __str__(self) -> str:
        """Return the request as a player would type it."""
        parts = [" ".join(part for part in (self.verb, self.subject) if part), *self.places]
        text = " -> ".join(parts)
        if self.support:
            text += " with " + ", ".join(self.support)
        return f"{text} {self.count}" if self.count != 1 else text


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is unlawful: what and why, and the number of the rule."""

    text: str
    rule: str

    def __str__(self) -> str:
        return f"{self.text} [{self.rule}]"


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a game says of some deeds.

    With `findings` they are unlawful and are to be taken back. Without, `sequence` is what they
    call for, to be run on the position before them; `name` says what it is. Without either,
    the deeds mean nothing to the game.
    """

    findings: tuple[Finding, ...] = ()
    name: str = ""
    sequence: Callable[[Any], Steps[Any]] | None = None


class Judge(Protocol):
    """A game's judge."""

    def __call__(self, before: Any, done: tuple[Deed, ...], asked: Asked | None) -> Judgement:
        """Return what the game says; neither the position nor the deeds are changed."""
        ...


HALT = ""
"""The known answer that breaks a sequence off where it stands: the player has gone no further."""


def guided(steps: Steps[T], known: Callable[[Choose], str | None]) -> Steps[T | None]:
    """Play a sequence in which some decisions are known already; the others are asked.

    `known` gives a decision's answer, or None where it is to be asked, or `HALT`, which ends the
    sequence there. Raises UnusableAnswer for an answer that the decision does not allow.
    """
    sent: Any = None
    while True:
        try:
            step = steps.send(sent)
        except StopIteration as end:
            value: T = end.value
            return value
        if not isinstance(step, Choose):
            sent = yield step
            continue
        answer = known(step)
        if answer == HALT:
            steps.close()
            return None
        sent = (yield step) if answer is None else step.check(answer)
