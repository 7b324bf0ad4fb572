"""How alike two names are: "A Co., 1st Bn 8th Marines" and "A/1/8" are the same company."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping

_PARTS = re.compile(r"[a-z]+|[0-9]+")
_BEHIND_NUMBERS = frozenset({"st", "nd", "rd", "th", "s"})
_SPELLED_ALIKE = 0.8
ENOUGH = 0.72
"""The likeness from which on two names are taken for the same."""


class Words:
    """Divides names into words; a game's synonyms make different words the same."""

    def __init__(self, synonyms: Mapping[str, str]) -> None:
        phrases = sorted(synonyms, key=lambda phrase: (-len(phrase), phrase))
        self._synonyms = {phrase: synonyms[phrase] for phrase in phrases}
        joined = "|".join(re.escape(phrase) for phrase in phrases)
        self._phrases = re.compile(rf"(?<![a-z])(?:{joined})(?![a-z])") if phrases else None

    def of(self, name: str) -> tuple[str, ...]:
        """Return the words of a name in small letters: letters and numbers apart, none empty.

        >>> Words({"company": "", "battalion": ""}).of("A Company, 1st Battalion")
        ('a', '1')
        """
        text = " ".join(self._parted(name))
        if self._phrases is not None:
            text = self._phrases.sub(lambda found: self._synonyms[found[0]], text)
        return tuple(text.split())

    @staticmethod
    def _parted(name: str) -> list[str]:
        parts = _PARTS.findall(name.casefold())
        return [
            part.lstrip("0") or "0" if part.isdigit() else part
            for place, part in enumerate(parts)
            if not (place and part in _BEHIND_NUMBERS and parts[place - 1].isdigit())
        ]

    def likeness(self, one: str, other: str) -> float:
        """Return how alike two names are, from 0 to 1; different numbers make them different."""
        return likeness(self.of(one), self.of(other))


def likeness(one: tuple[str, ...], other: tuple[str, ...]) -> float:
    """Return how alike two names are by their words: 1 for the same ones in the same order."""
    if not one or not other:
        return 0.0
    if one == other:
        return 1.0
    if _exact(one) != _exact(other):
        return 0.0
    rest, shared = list(other), 0.0
    for word in one:
        near = max(rest, key=lambda candidate: _alike(word, candidate), default="")
        worth = _alike(word, near)
        if worth:
            shared += worth
            rest.remove(near)
    return round(0.98 * 2 * shared / (len(one) + len(other)), 4)


def _exact(words: tuple[str, ...]) -> list[str]:
    """Return the words that leave no room for misspelling: numbers and single letters."""
    return sorted(word for word in words if word.isdigit() or len(word) == 1)


def _alike(one: str, other: str) -> float:
    if one == other:
        return 1.0
    if min(len(one), len(other)) < 3 or one.isdigit() or other.isdigit():
        return 0.0
    ratio = difflib.SequenceMatcher(None, one, other).ratio()
    return ratio if ratio >= _SPELLED_ALIKE else 0.0
