"""Game: a game's front door. State: what rules, sequences and bindings speak to."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any, Protocol, cast

from vassal_bridge.errors import RuleError, UnusableAnswer
from vassal_bridge.game.changes import Change
from vassal_bridge.game.sequence import Choose, Option, Outcome, Steps
from vassal_bridge.game.settings import Setting, choose_settings, parse_settings, settings_of
from vassal_bridge.game.tables import TABLES_FILE, TableSet
from vassal_bridge.game.userdata import user_folder


class Unit(Protocol):
    """The least that every game's unit has."""

    @property
    def id(self) -> str:
        """The unit's identity within the game, the same in every save."""
        ...

    @property
    def name(self) -> str:
        """The unit's name, as a player says it."""
        ...

    @property
    def side(self) -> str:
        """The side that the unit belongs to."""
        ...

    @property
    def location(self) -> str:
        """A hex number or the name of an off-map box."""
        ...


@dataclass(frozen=True, slots=True)
class Verdict:
    """The end of a game: who won and by which rule."""

    winner: str
    why: str


class State(Protocol):
    """A position of a game: units and markers, changed by changes alone."""

    @property
    def units(self) -> Mapping[str, Any]:
        """Every unit by its id; each is a `Unit`."""
        ...

    @property
    def told(self) -> tuple[str, ...]:
        """The lines told so far."""
        ...

    @property
    def pending(self) -> Choose | None:
        """The decision that is waited for, if any."""
        ...

    def legal(self) -> tuple[Option, ...]:
        """Return every answer that the pending decision allows."""
        ...

    def push(self, change: Change) -> None:
        """Make one change; raises IllegalChange if its `before` is not so."""
        ...

    def pop(self) -> Change:
        """Undo the last change and return it; raises IllegalChange where a roll has sealed it."""
        ...

    def seal(self) -> None:
        """Forbid popping what was done so far: a die was rolled."""
        ...

    def ask(self, choose: Choose | None) -> None:
        """Take note of the decision that is waited for; None when none is any more."""
        ...

    def status(self) -> list[str]:
        """Return everything that is wrong with the position; a legal position has nothing."""
        ...

    def outcome(self) -> Verdict | None:
        """Return the verdict once the game is over."""
        ...


def load(reference: str) -> Any:
    """Return what a dotted reference such as "automation.red_beach.night:night" names.

    Raises RuleError for a reference that leads nowhere.
    """
    module, _, name = reference.partition(":")
    try:
        return getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError) as error:
        raise RuleError(f"cannot load {reference}: {error}") from error


@dataclass(frozen=True, slots=True)
class Game:
    """A game: its names, and dotted references to its parts, which are loaded when asked for.

    `start` is a function (scenario, edition) -> State; `next_sequence` a function (state) -> the
    name of the sequence that the turn track calls for, or None; `binding` is the game's Binding;
    `tables` a function (edition) -> TableSet. `demo` is the scenario of the demonstration, which
    plays what is called for `demo_turns` times, and `narrator` a function (outcomes) -> lines,
    which tells what happened as a story. `judge` is a `vassal_bridge.game.judging.Judge`, which
    says what a player's deeds mean. `planner` is a
    `vassal_bridge.game.planning.Planner`, which tells what can be done and what may come of it.
    `luck` is a `vassal_bridge.game.luck.Valuer`, which says what a roll was worth in `luck_in`.
    `hiding` are the sequences that hide what the position before shows, so that no log is made of
    them: a log begins with that position.
    """

    name: str
    title: str
    sides: tuple[str, ...]
    editions: tuple[str, ...]
    sequences: Mapping[str, str]
    state: str
    start: str
    next_sequence: str
    binding: str
    tables: str = ""
    narrator: str = ""
    judge: str = ""
    planner: str = ""
    luck: str = ""
    luck_in: str = ""
    demo: str = ""
    demo_turns: int = 3
    settings: str = ""
    campaign: str = ""
    policies: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    measures: str = ""
    scenarios: tuple[str, ...] = ()
    titles: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    hiding: frozenset[str] = frozenset()

    def sequence(self, name: str) -> Callable[[Any], Steps[Any]]:
        """Return a sequence by its name; raises RuleError that lists the names."""
        if name not in self.sequences:
            known = ", ".join(self.sequences)
            raise RuleError(f"{self.title} has no sequence {name!r}; it has {known}")
        return cast("Callable[[Any], Steps[Any]]", load(self.sequences[name]))

    def state_class(self) -> type[Any]:
        """Return the class of the game's states."""
        return cast("type[Any]", load(self.state))

    def known_settings(self) -> tuple[Setting, ...]:
        """Return the game's options and readings, options first."""
        return settings_of(load(self.settings)) if self.settings else ()

    def choose_settings(
        self, options: Iterable[int], values: Iterable[str], *, remembered: str = ""
    ) -> Any:
        """Return settings: the remembered text's, then options by number, then "name=value"s.

        None where the game has no settings and none are asked for. Raises UnusableAnswer for what
        the game does not know.
        """
        given = (tuple(options), tuple(values))
        if not self.settings:
            if any(given):
                raise UnusableAnswer(f"{self.title} has no options and no settings")
            return None
        return choose_settings(parse_settings(load(self.settings), remembered), *given)

    def measure(self, state: State) -> Mapping[str, int]:
        """Return numbers that say how a game stands, by name."""
        return cast("Mapping[str, int]", load(self.measures)(state)) if self.measures else {}

    def new(self, scenario: str, edition: str, settings: Any = None) -> State:
        """Return the position at the start of a scenario; raises RuleError that lists them."""
        if scenario not in self.scenarios:
            known = ", ".join(self.scenarios)
            raise RuleError(f"{self.title} has no scenario {scenario!r}; it has {known}")
        if edition not in self.editions:
            known = ", ".join(self.editions)
            raise RuleError(f"{self.title} has no edition {edition!r}; it has {known}")
        chosen = () if settings is None else (settings,)
        return cast("State", load(self.start)(scenario, edition, *chosen))

    def load_tables(self, edition: str) -> TableSet:
        """Return the game's tables in an edition; raises BindingError for a damaged file."""
        return cast("TableSet", load(self.tables)(edition))

    def narrate(self, outcomes: Sequence[Outcome]) -> list[str]:
        """Return what happened in some runs, told as the game tells it, or line by line."""
        if self.narrator:
            return list(load(self.narrator)(outcomes))
        return [line for outcome in outcomes for line in (*outcome.story, "")]

    def owner_file(self) -> Path:
        """Return where the cells lie that the owner typed; the file need not exist."""
        return user_folder() / self.name / TABLES_FILE

    def load_binding(self) -> Any:
        """Return the game's binding to VASSAL modules."""
        return load(self.binding)
