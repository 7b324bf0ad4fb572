"""What players ask for from inside VASSAL: the property that buttons set, and lines of chat.

A save holds no chat, so a button sets the module property `bridge_request`, which the answer
clears; a log holds the lines `!bridge night` that were typed. One parser reads both.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from vassal_bridge.binding.binding import property_of
from vassal_bridge.errors import RuleError
from vassal_bridge.formats.logs.log import Log
from vassal_bridge.formats.logs.story import plain_chat
from vassal_bridge.formats.position import Position
from vassal_bridge.game.judging import Asked

REQUEST_PROPERTY = "bridge_request"
"""The module property that holds what the player asks for."""
CALL = "!bridge"
"""What a line of chat begins with that asks for something."""

NEXT, UNDO, ACCEPT, STATUS, HELP = "next", "undo", "accept", "status", "help"
MOVE, ATTACK, STOP, END = "move", "attack", "stop", "end"
JUDGED = frozenset({NEXT, MOVE, ATTACK, STOP, END})
"""What a game's judge understands; a sequence of the same name is asked for by `run`."""


class NotUnderstood(RuleError):  # noqa: N818 - named as a player would say it
    """A request that cannot be read; the message says what can be asked for."""


@dataclass(frozen=True, slots=True)
class Verb:
    """Something that can be asked for: an example of it, what it does, and how it is read."""

    example: str
    help: str
    read: Callable[[Verb, str, str], Asked]


def _alone(verb: Verb, name: str, rest: str) -> Asked:
    if rest:
        raise NotUnderstood(f"{name!r} stands alone; found {rest!r} behind it")
    return Asked(name)


def _count(verb: Verb, name: str, rest: str) -> Asked:
    if rest and not (rest.isascii() and rest.isdigit() and int(rest) > 0):
        raise NotUnderstood(f"expected how many answers, as in {verb.example!r}, found {rest!r}")
    return Asked(name, count=int(rest or 1))


def _subject(verb: Verb, name: str, rest: str) -> Asked:
    return Asked(name, rest)


def _end(verb: Verb, name: str, rest: str) -> Asked:
    if rest.casefold() not in ("", "phase", "turn", "the phase"):
        raise NotUnderstood(f"expected {verb.example!r}, found {rest!r} behind {name!r}")
    return Asked(name, "phase")


def _way(verb: Verb, name: str, rest: str) -> Asked:
    """Read a stack, the places that it goes to one by one, and what supports it."""
    way, _, support = _split(_WITH, rest)
    subject, *places = [part.strip() for part in _ARROW.split(way)]
    if not subject or not places or not all(places):
        raise NotUnderstood(f"expected a stack and a hex, as in {verb.example!r}, found {rest!r}")
    names = tuple(name.strip() for name in _AND.split(support) if name.strip())
    return Asked(name, subject, tuple(places), names)


_ARROW = re.compile(r"\s*(?:[-=]*>|\N{RIGHTWARDS ARROW})\s*|\s+to\s+", re.IGNORECASE)
_WITH = re.compile(r"\s+with\b\s*", re.IGNORECASE)
_AND = re.compile(r"\s*(?:[,+]|\band\b)\s*", re.IGNORECASE)
_TYPED = re.compile(rf"(?:<[^>]*> -\s*)?{CALL}(?:\s+(.*))?$", re.IGNORECASE | re.DOTALL)


def _split(pattern: re.Pattern[str], text: str) -> tuple[str, str, str]:
    found = pattern.search(text)
    return (
        (text, "", "") if found is None else (text[: found.start()], found[0], text[found.end() :])
    )


VERBS: Mapping[str, Verb] = {
    NEXT: Verb("next", "play what the sequence of play calls for", _alone),
    MOVE: Verb("move 1/8 -> 2612 -> 2711", "say which way a stack goes", _way),
    ATTACK: Verb("attack 1/8 -> 2711 with destroyer", "attack with a stack", _way),
    STOP: Verb("stop 1/8", "end the segment of a stack", _subject),
    END: Verb("end phase", "end the phase", _end),
    UNDO: Verb("undo 2", "take the last answers back, with the moves that they answered", _count),
    ACCEPT: Verb("accept", "take the position as it stands, lawful or not", _alone),
    STATUS: Verb("status", "say what is wrong with the position and what comes next", _alone),
    HELP: Verb("help", "list what can be asked for", _alone),
}
"""What can be asked for in every game, beside the names of its sequences."""


def parse_request(text: str, sequences: Iterable[str] = ()) -> Asked:
    """Return what a player asks for, in a line with or without `!bridge`.

    `sequences` are the names of the game's sequences, which are verbs too.

    Raises:
        NotUnderstood: with what was perhaps meant, and an example.

    >>> parse_request("attack A/1/8 -> 2711 with destroyer and 1/8 HQ").support
    ('destroyer', '1/8 HQ')
    """
    line = re.sub(rf"^\s*{CALL}\b", "", text, flags=re.IGNORECASE).strip()
    if not line:
        raise NotUnderstood(f"expected a request behind {CALL}, such as {CALL} {NEXT}")
    names = list(sequences)
    whole = _plain(line)
    if whole in names and whole not in VERBS:
        return Asked(whole)
    first, _, rest = line.partition(" ")
    verb = VERBS.get(first.casefold())
    if verb is None:
        raise NotUnderstood(f"{line!r} cannot be asked for.{_meant(whole, names)} {_all(names)}")
    return verb.read(verb, first.casefold(), rest.strip())


def _plain(text: str) -> str:
    """Return a text as sequences are spelled."""
    return re.sub(r"[\s_-]+", "_", text.casefold())


def _meant(text: str, names: Iterable[str]) -> str:
    near = difflib.get_close_matches(text, [*VERBS, *names], n=1)
    first = difflib.get_close_matches(text.partition("_")[0], list(VERBS), n=1)
    meant = near or [VERBS[name].example for name in first]
    return f" Did you mean {meant[0]!r}?" if meant else ""


def _all(names: Iterable[str]) -> str:
    return f"There is {', '.join([*VERBS, *names])}."


def help_lines(sequences: Mapping[str, str]) -> tuple[str, ...]:
    """Return a line for each thing that can be asked for; `sequences` have a title each."""
    verbs = [f"{verb.example}: {verb.help}" for verb in VERBS.values()]
    return (*verbs, *(f"{name}: {title}" for name, title in sequences.items()))


def request_of(position: Position) -> str:
    """Return what the module property asks for; empty where nothing is asked."""
    return (property_of(position, REQUEST_PROPERTY) or "").strip()


def requests_in(log: Log) -> tuple[str, ...]:
    """Return what was asked for in a log's chat, in order, without `!bridge`."""
    found = []
    for step in log.steps:
        for command in step.of("Chat"):
            typed = _TYPED.match(plain_chat(command["text"]))
            if typed is not None:
                found.append((typed[1] or "").strip())
    return tuple(found)
