"""Luck in hits: a roll is worth one where it reaches what the game asks for."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from vassal_bridge.audit.dice_tests import share_of_sums
from vassal_bridge.audit.luck import Score, Scorer, Throw
from vassal_bridge.errors import UnusableAnswer

_SPELLED = re.compile(r"\s*([1-9][0-9]?)d([1-9][0-9]{0,3})\s*(<=|>=|=)\s*([0-9]{1,6})\s*")
_SIGNS: dict[str, Callable[[int, int], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    "=": operator.eq,
}


@dataclass(frozen=True, slots=True)
class Hit:
    """What counts as a hit: a roll of so many dice of so many sides whose sum is as wanted."""

    count: int
    sides: int
    sign: str
    wanted: int

    def fits(self, total: int) -> bool:
        """Return whether a sum is a hit."""
        return _SIGNS[self.sign](total, self.wanted)

    @property
    def chance(self) -> float:
        """The chance of a hit with fair dice."""
        return share_of_sums(self.count, self.sides, self.fits)


def read_hit(text: str) -> Hit:
    """Return a hit as a player spells it. Raises UnusableAnswer where it is none.

    >>> round(read_hit("2d6>=9").chance, 4)
    0.2778
    """
    found = _SPELLED.fullmatch(text)
    if found is None:
        raise UnusableAnswer(f"expected a hit such as 2d6>=9, found {text!r}")
    return Hit(int(found[1]), int(found[2]), found[3], int(found[4]))


def scorer_of(hits: Iterable[Hit]) -> Scorer:
    """Return a scorer that counts hits; of two for the same dice the first counts."""
    known: dict[tuple[int, int], Hit] = {}
    for hit in hits:
        known.setdefault((hit.count, hit.sides), hit)
    chances = {dice: hit.chance for dice, hit in known.items()}

    def score(throw: Throw) -> Score | None:
        dice = len(throw.faces), throw.sides
        return Score(known[dice].fits(throw.total), chances[dice]) if dice in known else None

    return score
