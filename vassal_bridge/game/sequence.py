"""Sequences: a procedure of a rulebook as a generator, and what drives it.

A sequence yields a `Roll`, a `Choose` or a `Change` and is sent back the `Rolled` dice, the chosen
value, or nothing. Who rolls and who chooses is not its business.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias, TypeVar

from vassal_bridge.errors import RuleError, UnusableAnswer
from vassal_bridge.game.changes import CHANGES, Change, Tell
from vassal_bridge.game.dice import Dice, Roll, Rolled

T = TypeVar("T")
S = TypeVar("S", bound="Changing")

SECRET = "secret"
"""The kind of a decision that is not told: its prompt and its answer stay with who decides."""
STEP_LIMIT = 100_000
"""A sequence that takes more steps than this is taken to be caught in a loop."""


@dataclass(frozen=True, slots=True)
class Option:
    """One of the answers that a decision allows: what is recorded, and what a player reads."""

    value: str
    label: str

    def __str__(self) -> str:
        return self.label


@dataclass(frozen=True, slots=True)
class Choose:
    """A decision that the rules leave to a player.

    `kind` is the sort of decision ("loss", "retreat", "support", "fort", "go on", "landed"); the
    default is a sensible answer, for a player who would rather not be asked. `reason` gives, for
    an answer that is no option, the rule that forbids it in a sentence, or nothing.
    """

    kind: str
    prompt: str
    options: tuple[Option, ...]
    why: str
    default: str = ""
    reason: Callable[[str], str] | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        values = [option.value for option in self.options]
        if not values or len(set(values)) != len(values):
            raise ValueError(f"options must be there and differ: {values} for {self.prompt}")
        if self.default and self.default not in values:
            raise ValueError(f"default {self.default!r} is none of {values} for {self.prompt}")

    @property
    def sensible(self) -> str:
        """The default, or where there is none the first option."""
        return self.default or self.options[0].value

    def label(self, value: str) -> str:
        """Return what a player reads for a value; raises KeyError for a foreign one."""
        return {option.value: option.label for option in self.options}[value]

    def check(self, answer: str) -> str:
        """Return the option's value that an answer means, by its value or by its label.

        Raises UnusableAnswer, which tells the rule that forbids it, or lists what is allowed.
        """
        values = {option.value: option.value for option in self.options}
        labels = {option.label.casefold(): option.value for option in self.options}
        found = values.get(answer) or labels.get(answer.strip().casefold())
        if found is None:
            if forbidden := self.reason(answer) if self.reason else "":
                raise UnusableAnswer(f"{self.prompt}: {answer!r} is not allowed: {forbidden}")
            allowed = ", ".join(option.value for option in self.options)
            raise UnusableAnswer(f"{self.prompt}: expected one of {allowed}; found {answer!r}")
        return found


@dataclass(frozen=True, slots=True)
class Chosen:
    """A decision that was made."""

    choose: Choose
    answer: str

    def __str__(self) -> str:
        return f"{self.choose.prompt}: {self.choose.label(self.answer)}"


Step: TypeAlias = Roll | Choose | Change
Event: TypeAlias = Rolled | Chosen | Change
Steps: TypeAlias = Generator[Step, Any, T]


class Changing(Protocol):
    """What a sequence changes: anything that takes changes and can be sealed after a roll."""

    def push(self, change: Change) -> None:
        """Make one change."""
        ...

    def seal(self) -> None:
        """Forbid undoing what was done so far."""
        ...

    def ask(self, choose: Choose | None) -> None:
        """Take note of the decision that is waited for; None when none is any more."""
        ...


class Decider(Protocol):
    """Whoever answers the decisions of a sequence."""

    def decide(self, choose: Choose) -> str:
        """Return the value of one of the options."""
        ...


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat for a player who wants to see the position first: `take` makes a decider of it."""

    take: Callable[[Any], Decider]


Player: TypeAlias = Decider | Seat
"""Whoever plays: a decider that asks for nothing, or the seat of one that looks at the position."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a sequence did, in order: every roll, choice and change."""

    events: tuple[Event, ...]

    @property
    def changes(self) -> tuple[Change, ...]:
        """The changes, in order."""
        return tuple(event for event in self.events if isinstance(event, CHANGES))

    @property
    def rolls(self) -> tuple[Rolled, ...]:
        """The rolls, in order."""
        return tuple(event for event in self.events if isinstance(event, Rolled))

    @property
    def choices(self) -> tuple[Chosen, ...]:
        """The decisions, in order."""
        return tuple(event for event in self.events if isinstance(event, Chosen))

    @property
    def answers(self) -> tuple[str, ...]:
        """The answers alone: given to a scripted decider, they play the same game again."""
        return tuple(choice.answer for choice in self.choices)

    @property
    def story(self) -> tuple[str, ...]:
        """The lines told, in order."""
        return tuple(event.text for event in self.events if isinstance(event, Tell))


def roll(spec: str, why: str) -> Steps[Rolled]:
    """Ask for a roll; `yield from` it for the dice."""
    answer = yield Roll(spec, why)
    assert isinstance(answer, Rolled)
    return answer


def choose(
    kind: str,
    prompt: str,
    options: Iterable[Option],
    *,
    why: str,
    default: str = "",
    reason: Callable[[str], str] | None = None,
) -> Steps[str]:
    """Ask for a decision; `yield from` it for the chosen value. A single option is not asked."""
    given = tuple(options)
    if len(given) == 1:
        return given[0].value
    answer = yield Choose(kind, prompt, given, why, default, reason)
    assert isinstance(answer, str)
    return answer


def drive(
    steps: Steps[Any],
    state: Changing,
    dice: Dice,
    events: list[Event],
    answer: str | None = None,
    *,
    limit: int = STEP_LIMIT,
) -> Choose | None:
    """Take a sequence on to its next decision and return that, or None at its end.

    `answer` is the value chosen at the decision before, None at the beginning. The state is
    changed on the way, and all that happens is added to `events`. Raises RuleError once there
    are more events than `limit`.
    """
    state.ask(None)
    sent: Rolled | str | None = answer
    while len(events) <= limit:
        try:
            step = steps.send(sent)
        except StopIteration:
            return None
        sent = None
        if isinstance(step, Roll):
            sent = dice.roll(step)
            state.seal()
            events.append(sent)
        elif isinstance(step, Choose):
            state.ask(step)
            return step
        else:
            state.push(step)
            events.append(step)
    raise RuleError(f"the sequence did not end within {limit} steps")


def run(
    sequence: Callable[[S], Steps[Any]],
    state: S,
    dice: Dice,
    player: Player,
    *,
    limit: int = STEP_LIMIT,
) -> Outcome:
    """Run a sequence to its end and return all that happened; the state is changed on the way.

    Raises UnusableAnswer for an answer that no option allows, and RuleError after `limit` steps.
    """
    steps = sequence(state)
    decider = player.take(state) if isinstance(player, Seat) else player
    events: list[Event] = []
    choose = drive(steps, state, dice, events, limit=limit)
    while choose is not None:
        answer = choose.check(decider.decide(choose))
        events.append(Chosen(choose, answer))
        choose = drive(steps, state, dice, events, answer, limit=limit)
    return Outcome(tuple(events))


def undo(state: Changing, changes: Iterable[Change]) -> None:
    """Take changes back, the last first, whether or not a roll has sealed them."""
    for change in reversed(tuple(changes)):
        state.push(change.inverse())
