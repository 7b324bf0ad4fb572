"""Why something may not be done: the rule that forbids it, and a sentence that says so."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Refusal(NamedTuple):
    """A rule by its number, and what it forbids here.

    >>> str(Refusal("8.4", "Tanks may not cross the seawall between 2711 and 2712"))
    'Tanks may not cross the seawall between 2711 and 2712 [8.4]'
    """

    rule: str
    sentence: str

    def __str__(self) -> str:
        return f"{self.sentence} [{self.rule}]"


def listed(refusals: Iterable[Refusal]) -> str:
    """Return refusals as one text."""
    return "; ".join(str(refusal) for refusal in refusals)
