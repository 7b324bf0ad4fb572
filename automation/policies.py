"""Deciders: who answers when a sequence leaves a decision to a player and none is at hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from vassal_bridge.errors import UnusableAnswer
from vassal_bridge.game.dice import Dice, Roll
from vassal_bridge.game.sequence import Choose, Decider


class FirstLegal:
    """Always takes the first option."""

    def decide(self, choose: Choose) -> str:
        """Return the first option's value."""
        return choose.options[0].value


class Sensible:
    """Takes the default that the rules propose; a scorer for a kind of decision overrides it.

    A scorer is a function (choose, value) -> number; the highest wins, the earlier at a tie.
    """

    def __init__(self, scorers: Mapping[str, Callable[[Choose, str], float]] | None = None) -> None:
        self._scorers = dict(scorers or {})

    def decide(self, choose: Choose) -> str:
        """Return the value with the highest score, or the default."""
        scorer = self._scorers.get(choose.kind)
        if scorer is None:
            return choose.sensible
        return max(choose.options, key=lambda option: scorer(choose, option.value)).value


class RandomDecider:
    """Takes any option, each as likely as the others, by dice of its own."""

    def __init__(self, dice: Dice) -> None:
        self._dice = dice

    def decide(self, choose: Choose) -> str:
        """Return an option's value by a roll."""
        rolled = self._dice.roll(Roll(f"1d{len(choose.options)}", why=choose.prompt))
        return choose.options[rolled.total - 1].value


class Scripted:
    """Gives prepared answers in order, each by an option's value or label.

    Past the last one it asks `otherwise`, if there is one; else it raises UnusableAnswer.
    """

    def __init__(self, answers: Iterable[str], otherwise: Decider | None = None) -> None:
        self._answers = list(answers)
        self._used = 0
        self._otherwise = otherwise

    @property
    def left(self) -> tuple[str, ...]:
        """The answers that nobody asked for yet."""
        return tuple(self._answers[self._used :])

    def decide(self, choose: Choose) -> str:
        """Return the next answer; raises UnusableAnswer where none is left."""
        if self._used < len(self._answers):
            self._used += 1
            return self._answers[self._used - 1]
        if self._otherwise is not None:
            return self._otherwise.decide(choose)
        raise UnusableAnswer(
            f"{choose.prompt} [{choose.kind}]: the {len(self._answers)} given answers are used up"
        )


POLICIES: Mapping[str, Callable[[Any, Dice], Decider]] = MappingProxyType(
    {
        "random": lambda _state, dice: RandomDecider(dice),
        "first-legal": lambda _state, _dice: FirstLegal(),
        "default": lambda _state, _dice: Sensible(),
    }
)
"""The players that can play any game, each made for a position, with dice of its own."""
