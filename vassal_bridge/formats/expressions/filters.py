"""Old filters: clauses of name, operator and value, joined by && and ||, without quotes.

Sources: VASSAL.counters.PropertiesPieceFilter; java.lang.String.split, which drops what is
empty at the end.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from vassal_bridge.formats.expressions import regex
from vassal_bridge.formats.expressions.context import Budget, Properties
from vassal_bridge.formats.expressions.evaluator import shown
from vassal_bridge.formats.expressions.refusal import NotEvaluated
from vassal_bridge.formats.expressions.strings import trim
from vassal_bridge.formats.expressions.values import (
    parse_int,
    units,
)

FILTER_LIMIT = 100_000
"""The longest filter, in characters."""

OPERATORS = ("!=", "<=", ">=", ">", "<", "=~", "=", "!~")
"""Operators in the order in which a clause is searched for them."""

MISSING = "null"
"""What a filter compares where a property does not exist."""

_ORDER: dict[str, Callable[[int], bool]] = {
    "<": lambda sign: sign < 0,
    "<=": lambda sign: sign <= 0,
    ">": lambda sign: sign > 0,
    ">=": lambda sign: sign >= 0,
}


@dataclass(frozen=True, slots=True)
class Clause:
    """One comparison; without an operator it is always true, whatever text it was."""

    name: str
    mark: str
    value: str

    def passes(self, properties: Properties) -> bool:
        """Say whether a piece's properties pass.

        Raises:
            EngineFault: a bad pattern, which VASSAL throws out of the filter.
            NotEvaluated: a pattern that we do not run.
        """
        if not self.mark:
            return True
        found = properties.get(self.name)
        text = MISSING if found is None else shown(found)
        if self.mark in ("=", "!="):
            return (text == self.value) == (self.mark == "=")
        if self.mark in ("=~", "!~"):
            return regex.full_match(self.value, text) == (self.mark == "=~")
        return _ORDER[self.mark](_compare(text, self.value))


Alternatives: TypeAlias = tuple[tuple[Clause, ...], ...]
"""A filter: it passes when every clause of one of its parts passes."""


def parse_filter(text: str) -> Alternatives:
    """Return the clauses of an old filter; there is no filter that VASSAL refuses.

    Raises:
        NotEvaluated: the filter is too long.
    """
    if len(text) > FILTER_LIMIT:
        raise NotEvaluated(f"a filter of more than {FILTER_LIMIT} characters")
    alternatives = _split(trim(text), "||")
    if len(alternatives) > 1 and any(part.endswith("&&") for part in alternatives):
        raise NotEvaluated("a filter with && before ||")
    return tuple(tuple(map(_clause, _split(part, "&&"))) for part in alternatives)


def _split(text: str, mark: str) -> list[str]:
    """Split as VASSAL does: a text of which one part or none is left was not split at all."""
    parts = text.split(mark)
    while parts and not parts[-1]:
        parts.pop()
    return [trim(part) for part in parts] if len(parts) > 1 else [trim(text)]


def _clause(text: str) -> Clause:
    mark = next((mark for mark in OPERATORS if mark in text), "")
    if not mark or not any(text.split(mark)):
        return Clause("", "", "")
    parts = [trim(part) for part in text.split(mark)]
    return Clause(parts[0], mark, parts[1])


def _compare(left: str, right: str) -> int:
    """Compare as ints where both are such, and else as texts by UTF-16 unit."""
    one, other = parse_int(left), parse_int(right)
    if one is not None and other is not None:
        return (one > other) - (one < other)
    first, second = units(left), units(right)
    return (first > second) - (first < second)


def passes(alternatives: Alternatives, properties: Properties, budget: Budget) -> bool:
    """Say whether a piece's properties pass a filter, looking no further than VASSAL does.

    Raises:
        EngineFault: a bad pattern (see values.EngineFault).
        NotEvaluated: a pattern that we do not run, or too much to do.
    """
    for clauses in alternatives:
        for clause in clauses:
            budget.spend()
            if not clause.passes(properties):
                break
        else:
            return True
    return False


def show_filter(alternatives: Alternatives) -> str:
    """Return a filter's text in one spacing."""
    return " || ".join(" && ".join(map(_show, clauses)) for clauses in alternatives)


def _show(clause: Clause) -> str:
    if not clause.mark:
        return "."
    if not clause.name and not clause.value:
        # Between two operators nothing stands but a value that is dropped.
        return f"{clause.mark}{clause.mark} ."
    return f"{clause.name} {clause.mark} {clause.value}".strip()
