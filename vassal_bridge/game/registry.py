"""The games there are: the folders of `modules`, then what other distributions offer."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points

from vassal_bridge.errors import Problem, RuleError, Where
from vassal_bridge.game.game import Game, State, load

GROUP = "vassal_bridge.games"


@dataclass(frozen=True, slots=True)
class Found:
    """The games by name, and a problem for each that could not be loaded."""

    games: Mapping[str, Game]
    problems: tuple[Problem, ...]


def find_games(room: str = "modules", others: Iterable[EntryPoint] | None = None) -> Found:
    """Return every game; a broken one, or a second of the same name, is a problem and no game."""
    games: dict[str, Game] = {}
    problems: list[Problem] = []
    for where, reference in _references(room, others):
        try:
            game = load(reference)
        except Exception as error:  # a foreign game may fail in any way; the others must live
            problems.append(Problem(f"this game cannot be loaded: {error}", Where(file=where)))
            continue
        if not isinstance(game, Game):
            found = type(game).__name__
            problems.append(Problem(f"expected GAME to be a Game, found {found}", Where(where)))
        elif game.name in games:
            problems.append(Problem(f"there already is a game {game.name!r}", Where(where)))
        else:
            games[game.name] = game
    return Found(games, tuple(problems))


def _references(room: str, others: Iterable[EntryPoint] | None) -> Iterator[tuple[str, str]]:
    package = importlib.import_module(room)
    for name in sorted(found.name for found in pkgutil.iter_modules(package.__path__)):
        yield f"{room}.{name}", f"{room}.{name}:GAME"
    outside = entry_points(group=GROUP) if others is None else others
    for point in sorted(outside, key=lambda point: point.name):
        yield point.name, point.value


def find_game(name: str) -> Game:
    """Return a game by its name; raises RuleError that lists the names and what is broken."""
    found = find_games()
    if name in found.games:
        return found.games[name]
    broken = "".join(f"; {problem}" for problem in found.problems)
    known = ", ".join(sorted(found.games)) or "none"
    raise RuleError(f"there is no game {name!r}; there is {known}{broken}")


def sequence_for(game: Game, state: State) -> str | None:
    """Return the name of the sequence that the marker on the turn track calls for, if any."""
    name = load(game.next_sequence)(state)
    if name is None or name in game.sequences:
        return None if name is None else str(name)
    raise RuleError(f"{game.title} calls for {name!r}, which is none of its sequences")
