"""Counts how many of a module's expressions we evaluate, and why not the rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from vassal_bridge.formats.expressions.expression import Broken, Kind, parse
from vassal_bridge.formats.expressions.functions import SILENT


@dataclass(frozen=True, slots=True)
class Coverage:
    """How many expressions there are, how many of them we evaluate, and why not the rest.

    broken counts those, among the evaluated, that VASSAL itself cannot read. reasons are in the
    order of their number, and then of the alphabet.
    """

    total: int
    evaluated: int
    broken: int
    reasons: tuple[tuple[str, int], ...]

    @property
    def share(self) -> float:
        """The evaluated part of all, from 0 to 1; 1 where there are none."""
        return self.evaluated / self.total if self.total else 1.0

    def __add__(self, other: Coverage) -> Coverage:
        reasons = Counter(dict(self.reasons))
        reasons.update(dict(other.reasons))
        return Coverage(
            self.total + other.total,
            self.evaluated + other.evaluated,
            self.broken + other.broken,
            _sorted(reasons),
        )


def coverage(texts: Iterable[str], kind: Kind | str, *, silent: bool = False) -> Coverage:
    """Return the counts for fields of one kind.

    An expression counts as evaluated where no part of it is refused, whatever the properties;
    `silent` as in Options.

    >>> coverage(["{Level + 1}", "{Random(6)}"], "beanshell").reasons
    (('Random: chance', 1),)
    """
    total = evaluated = broken = 0
    reasons: Counter[str] = Counter()
    for text in texts:
        expression = parse(text, kind)
        total += 1
        found = [one for one in expression.reasons if not (silent and _is_silent(one))]
        evaluated += not found
        broken += isinstance(expression.plan, Broken)
        if found:
            reasons[found[0]] += 1
    return Coverage(total, evaluated, broken, _sorted(reasons))


def _is_silent(reason: str) -> bool:
    return reason.partition(":")[0] in SILENT


def _sorted(reasons: Counter[str]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(reasons.items(), key=lambda item: (-item[1], item[0])))
