"""How alike two names are: "A Co., 1st Bn 8th Marines" and "A/1/8" are the same company."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping

_PARTS = re.compile(r"[a-z]+|[0-9]+")
_BEHIND_NUMBERS = frozenset({"st", "nd", "rd", "th", "s"})
_SPELLED_ALIKE = 0.8
_MISSPELT = 0.88
_LONG = 5
"""How long a word must be to be taken for a known one of another spelling."""
ENOUGH = 0.72
"""The likeness from which on two names are taken for the same."""


class Words:
    """Divides names into words; a game's synonyms make different words the same."""

    def __init__(self, synonyms: Mapping[str, str]) -> None:
        phrases = sorted(synonyms, key=lambda phrase: (-len(phrase), phrase))
        self._synonyms = {phrase: synonyms[phrase] for phrase in phrases}
        self._vocabulary = sorted(word for word in phrases if len(word) >= _LONG)
        self._spellings: dict[str, str] = {}
        joined = "|".join(re.escape(phrase) for phrase in phrases)
        self._phrases = re.compile(rf"(?<![a-z])(?:{joined})(?![a-z])") if phrases else None

    def of(self, name: str) -> tuple[str, ...]:
        """Return the words of a name in small letters: letters and numbers apart, none empty.

        A word of letters counts once; one misspelt is taken for the game's nearest.

        >>> Words({"company": "", "battalion": ""}).of("A Company, 1st Battalion")
        ('a', '1')
        """
        text = " ".join(self._parted(name))
        if self._phrases is not None:
            text = self._phrases.sub(lambda found: self._synonyms[found[0]], text)
        found: list[str] = []
        for word in text.split():
            if _is_exact(word) or word not in found:
                found.append(word)
        return tuple(found)

    def _parted(self, name: str) -> list[str]:
        parts = _PARTS.findall(name.casefold())
        return [
            part.lstrip("0") or "0" if part.isdigit() else self._known(part)
            for place, part in enumerate(parts)
            if not (place and part in _BEHIND_NUMBERS and parts[place - 1].isdigit())
        ]

    def _known(self, word: str) -> str:
        """Return the game's word of nearly the same spelling, or the word itself."""
        if len(word) < _LONG:
            return word
        if word not in self._spellings:
            near = difflib.get_close_matches(word, self._vocabulary, 1, _MISSPELT)
            self._spellings[word] = near[0] if near else word
        return self._spellings[word]

    def likeness(self, one: str, other: str) -> float:
        """Return how alike two names are, from 0 to 1; different numbers make them different."""
        return likeness(self.of(one), self.of(other))


def likeness(one: tuple[str, ...], other: tuple[str, ...]) -> float:
    """Return how alike two names are by their words: 1 for the same ones in the same order."""
    if not one or not other:
        return 0.0
    if one == other:
        return 1.0
    if exact_words(one) != exact_words(other):
        return 0.0
    rest, shared = list(other), 0.0
    for word in one:
        near = max(rest, key=lambda candidate: _alike(word, candidate), default="")
        worth = _alike(word, near)
        if worth:
            shared += worth
            rest.remove(near)
    return round(0.98 * 2 * shared / (len(one) + len(other)), 4)


def exact_words(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words that leave no room for misspelling: numbers and single letters, sorted.

    Names whose exact words differ are not alike at all.
    """
    return tuple(sorted(word for word in words if _is_exact(word)))


def _is_exact(word: str) -> bool:
    return word.isdigit() or len(word) == 1


def holds(label: tuple[str, ...], wanted: tuple[str, ...]) -> bool:
    """Tell whether every word that is wanted is among those of a label, well spelt or nearly."""
    return bool(wanted) and all(any(_alike(word, one) for one in label) for word in wanted)


def _alike(one: str, other: str) -> float:
    if one == other:
        return 1.0
    if min(len(one), len(other)) < 3 or one.isdigit() or other.isdigit():
        return 0.0
    ratio = difflib.SequenceMatcher(None, one, other).ratio()
    return ratio if ratio >= _SPELLED_ALIKE else 0.0
