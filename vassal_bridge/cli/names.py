"""What players type for games and sequences, and what they may have meant."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

import click

from vassal_bridge.game.game import Game
from vassal_bridge.game.registry import find_games
from vassal_bridge.game.simulate import Policy, policies_of

NEXT = "next"
"""The sequence that is called for; a game without one of that name leaves it to its turn track."""


def known_game(name: str) -> Game:
    """Return a game by its name.

    Raises UsageError that lists the games, what is broken, and the name that was perhaps meant.
    """
    found = find_games()
    if name in found.games:
        return found.games[name]
    broken = "".join(f" {problem}" for problem in found.problems)
    known = ", ".join(sorted(found.games)) or "none"
    raise click.UsageError(
        f"there is no game {name!r}; there is {known}.{meant(name, found.games)}{broken}"
    )


def known_sequence(game: Game, name: str) -> str | None:
    """Return a sequence's name, None for the `next` of a game without a sequence so named.

    A hyphen is as good as an underscore: coastal-fire is coastal_fire.
    Raises UsageError that lists the sequences and the name that was perhaps meant.
    """
    plain = name.replace("-", "_")
    if plain in game.sequences:
        return plain
    if name == NEXT:
        return None
    names = list(dict.fromkeys([*game.sequences, NEXT]))
    raise click.UsageError(
        f"{game.title} has no sequence {name!r}; it has {', '.join(names)}.{meant(name, names)}"
    )


def known_policy(game: Game, name: str) -> Policy:
    """Return one of the policies that can play a game.

    Raises UsageError that lists them and the name that was perhaps meant.
    """
    known = policies_of(game)
    if name not in known:
        raise click.UsageError(
            f"there is no policy {name!r}; there is {', '.join(known)}.{meant(name, known)}"
        )
    return known[name]


def meant(typed: str, names: Iterable[str]) -> str:
    """Return " Did you mean ...?" with the nearest name; empty where none is near."""
    lower = typed.lower().replace("-", "_").replace(" ", "_")
    near = difflib.get_close_matches(lower, list(names), n=1)
    return f" Did you mean {near[0]!r}?" if near else ""
