"""Showing: how a trait of a module may show a fact, judged by the words that it uses."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from vassal_bridge.binding.binding import Fact
from vassal_bridge.binding.wanted import WantedFact
from vassal_bridge.formats.traits import Trait
from vassal_bridge.game.changes import Value

_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_IN_NAME = 3
"""What a word in a trait's name counts, against 1 for one in its menus and levels."""
MOVED_MARK = "markmoved;"


@dataclass(frozen=True, slots=True)
class Showing:
    """A way to show a fact, and how much speaks for it."""

    fact: Fact
    worth: int


def words_of(texts: Iterable[str]) -> frozenset[str]:
    """Return the words of some texts in small letters, written together or apart.

    >>> sorted(words_of(["HQUsed", "step-loss 1"]))
    ['1', 'hq', 'loss', 'step', 'used']
    """
    return frozenset(word.lower() for text in texts for word in _parts(text))


def _parts(text: str) -> list[str]:
    found = _WORDS.findall(text)
    return [*found, text] if text.isalpha() else found


def showing(wanted: WantedFact, trait: Trait, states: Sequence[str]) -> Showing | None:
    """Return how a trait shows a fact, None where it does not; `states` are those met in play."""
    match trait.prefix:
        case "emb2;":
            return _layer(wanted, trait)
        case "PROP;":
            return _dynamic(wanted, trait, states)
        case "markmoved;" if "moved" in wanted.words:
            values = list(wanted.values)
            texts: dict[Value, str] = {values[0]: "false", values[1]: "true"}
            return Showing(Fact(wanted.field, MOVED_MARK, None, texts, wanted.absent), _IN_NAME)
        case _:
            return None


def _layer(wanted: WantedFact, trait: Trait) -> Showing | None:
    record = trait.type
    if record.flag("follow"):
        return None
    images, names = record.values("images"), record.values("names")
    menus = [record[f"{which}_menu"] for which in ("activate", "increase", "decrease", "reset")]
    labels = [
        words_of([name, image.rpartition(".")[0]])
        for name, image in zip([*names, *[""] * len(images)], images, strict=False)
    ]
    texts = _levels(wanted, labels, is_always_on=record.flag("always_active"))
    worth = _worth(wanted, record["name"], [*menus, *names])
    if texts is None or not worth:
        return None
    return Showing(Fact(wanted.field, "emb2;", record["name"] or None, texts, wanted.absent), worth)


def _levels(
    wanted: WantedFact, labels: Sequence[frozenset[str]], *, is_always_on: bool
) -> dict[Value, str] | None:
    """Return the state of a Layer for each of two values; None where they cannot be told apart."""
    first, second = wanted.values
    if len(labels) == 1:
        return None if is_always_on else {first: "-1", second: "1"}
    said = {
        value: [place for place, label in enumerate(labels, start=1) if label & words]
        for value, words in wanted.values.items()
    }
    if len(labels) == 2 and is_always_on:
        is_swapped = said[second] == [1] and 2 not in said[second]
        return {first: "2", second: "1"} if is_swapped else {first: "1", second: "2"}
    if len(said[second]) != 1:
        return None
    level = said[second][0]
    rest = [place for place in said[first] if place != level]
    if not is_always_on and not rest:
        return {first: "-1", second: str(level)}
    return {first: str(rest[0]), second: str(level)} if len(rest) == 1 else None


def _dynamic(wanted: WantedFact, trait: Trait, states: Sequence[str]) -> Showing | None:
    record = trait.type
    changes = [command.nested("change") for command in record.items("commands")]
    given = [change["value"] for change in changes if change["action"] == "P"]
    menus = [command["menu"] for command in record.items("commands")]
    known = list(dict.fromkeys([*states, *given]))
    texts = _texts(wanted.values, known)
    worth = _worth(wanted, record["name"], menus)
    if texts is None or not worth:
        return None
    return Showing(Fact(wanted.field, "PROP;", record["name"], texts, wanted.absent), worth)


def _texts(values: Mapping[Value, frozenset[str]], known: Sequence[str]) -> dict[Value, str] | None:
    """Return the text of each value among those that a property is known to take."""
    found: dict[Value, str] = {}
    for value, words in values.items():
        meant = [text for text in known if words_of([text]) & words or text == str(value)]
        if len(meant) == 1:
            found[value] = meant[0]
    rest = [text for text in known if text not in found.values()]
    lacking = [value for value in values if value not in found]
    if len(lacking) == len(rest) == 1:
        found[lacking[0]] = rest[0]
    return {value: found[value] for value in values} if len(found) == len(values) else None


def _worth(wanted: WantedFact, name: str, others: Iterable[str]) -> int:
    said = frozenset().union(*wanted.values.values()) | wanted.words
    return _IN_NAME * len(words_of([name]) & wanted.words) + len(words_of(others) & said)
