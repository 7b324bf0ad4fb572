"""Parses and evaluates the texts of a module's fields as VASSAL does.

The kind of the field decides what its text means; see Kind. Nothing is guessed: what we do not
evaluate is NotEvaluated, what VASSAL itself cannot evaluate is a Value with a fault.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import lru_cache
from typing import TypeAlias

from vassal_bridge.formats.expressions import filters, formatted
from vassal_bridge.formats.expressions.context import (
    Budget,
    Options,
    PieceContext,
    Properties,
)
from vassal_bridge.formats.expressions.evaluator import Run, refusals
from vassal_bridge.formats.expressions.parser import parse_beanshell
from vassal_bridge.formats.expressions.refusal import NotEvaluated
from vassal_bridge.formats.expressions.strings import trim
from vassal_bridge.formats.expressions.syntax import Node, show
from vassal_bridge.formats.expressions.values import (
    EngineFault,
    JavaValue,
    is_padded,
    parse_int,
    to_text,
    type_of,
)


class Kind(StrEnum):
    """The kinds of field.

    FORMATTED: a format field (report formats, names, values). LOCALIZED: the same for a
    player's eyes (missing properties show nothing). BEANSHELL: a Calculated Property's
    expression. FILTER: which pieces pass. PROPERTY: a property's name or an expression (what a
    Layer follows).
    """

    FORMATTED = "formatted"
    LOCALIZED = "localized"
    BEANSHELL = "beanshell"
    FILTER = "filter"
    PROPERTY = "property"


@dataclass(frozen=True, slots=True)
class Value:
    """What VASSAL gives for an expression.

    type: string, boolean, char, int, long, float or double; null; constant or property where
    VASSAL runs no BeanShell; error. fault: what VASSAL would report, empty if nothing. thrown:
    the Java exception that leaves the field, empty if none.
    """

    text: str
    type: str
    fault: str = ""
    thrown: str = ""


@dataclass(frozen=True, slots=True)
class Constant:
    """A field that is a text."""

    text: str
    type: str


@dataclass(frozen=True, slots=True)
class PropertyOf:
    """A field that names one property."""

    name: str


@dataclass(frozen=True, slots=True)
class Format:
    """A field with `$x$`, cut into tokens."""

    tokens: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BeanShell:
    """A field in braces."""

    node: Node


@dataclass(frozen=True, slots=True)
class Filter:
    """An old filter."""

    alternatives: filters.Alternatives


@dataclass(frozen=True, slots=True)
class Template:
    """A filter in which `$x$` are replaced before it is read."""

    tokens: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Broken:
    """A field that VASSAL cannot read."""

    message: str


@dataclass(frozen=True, slots=True)
class Refused:
    """A field that we do not evaluate."""

    reason: str


Plan: TypeAlias = Constant | PropertyOf | Format | BeanShell | Filter | Template | Broken | Refused

DEFAULT = Options()
KEPT_LENGTH = 2_000
"""The longest text, in characters, whose reading is kept for the next time."""

_SINGLE_NAME = re.compile(r"[^\W0-9][\w$]*\Z|\$[\w$]+\Z")


@dataclass(frozen=True, slots=True)
class Expression:
    """A field's text, read as its kind says.

    >>> parse("$Name$ at $Place$", Kind.FORMATTED).evaluate(Values({"Name": "Tank"})).text
    'Tank at Place'
    >>> parse('{Steps > 1 && Side == "US"}', Kind.FILTER).passes(
    ...     Values({"Steps": "2", "Side": "US"})
    ... )
    True
    """

    text: str
    kind: Kind
    plan: Plan = field(repr=False)

    def evaluate(self, properties: Properties, options: Options = DEFAULT) -> Value:
        """Return what VASSAL gives over some properties.

        Raises:
            NotEvaluated: the expression is outside what we evaluate; nothing is guessed.
        """
        return _evaluate(self, properties, options, Budget())

    def passes(self, properties: Properties, options: Options = DEFAULT) -> bool:
        """Say whether the value is true, as every yes or no in VASSAL is decided.

        Raises:
            NotEvaluated: the expression is outside what we evaluate; nothing is guessed.
        """
        return self.evaluate(properties, options).text == "true"

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why the expression is never or not always evaluated; empty if it is."""
        if isinstance(self.plan, Refused):
            return (self.plan.reason,)
        if isinstance(self.plan, BeanShell):
            return tuple(dict.fromkeys(refusals(self.plan.node)))
        return ()

    def __str__(self) -> str:
        """Return the text in one spacing; read again, it means the same."""
        match self.plan:
            case BeanShell(node):
                return f"{{{show(node)}}}"
            case Format(tokens) | Template(tokens):
                return formatted.show_format(tokens)
            case Filter(alternatives):
                return filters.show_filter(alternatives)
            case _:
                return self.text


def parse(text: str, kind: Kind | str) -> Expression:
    """Return a field's text as an expression; every text is one.

    What VASSAL cannot read, and what we do not evaluate, shows when it is evaluated.
    """
    kind = Kind(kind)
    return Expression(text, kind, _plan(text, kind))


def _plan(text: str, kind: Kind) -> Plan:
    return _kept_plan(text, kind) if len(text) <= KEPT_LENGTH else _new_plan(text, kind)


def _new_plan(text: str, kind: Kind) -> Plan:
    try:
        match kind:
            case Kind.FORMATTED | Kind.LOCALIZED:
                return _plan_format(text)
            case Kind.BEANSHELL:
                return _plan_beanshell(text)
            case Kind.FILTER:
                return _plan_filter(text)
            case Kind.PROPERTY:
                return _plan_property(text)
    except EngineFault as fault:
        return Broken(fault.message)
    except NotEvaluated as refusal:
        return Refused(refusal.reason)
    except RecursionError:
        return Refused("parts nested too deep")


def _braced(text: str) -> bool:
    return len(text) > 1 and text[0] == "{" and text[-1] == "}"


def _plan_format(text: str) -> Plan:
    trimmed = trim(text)
    if not trimmed:
        return Constant("", "string")
    if _braced(trimmed):
        inner = trimmed[1:-1]
        if _braced(inner):
            raise NotEvaluated("braces within braces")
        if not trim(inner):
            return Constant("", "string")
        return BeanShell(parse_beanshell(inner))
    value = parse_int(trimmed)
    if value is not None:
        # A padded number depends on a module's option, and is settled when evaluated.
        return Constant(trimmed, "string")
    if "$" in text:
        return Format(formatted.cut(text))
    return Constant(text, "string")


def _plan_beanshell(text: str) -> Plan:
    inner = trim(text)
    braced = _braced(inner)
    if braced:
        inner = inner[1:-1]
        if _braced(trim(inner)):
            return _plan_double(inner)
    if not trim(inner):
        return Constant("", "constant")
    value = parse_int(trim(inner))
    if value is not None:
        return Constant(str(value), "constant")
    if not braced and _SINGLE_NAME.match(inner):
        return PropertyOf(_plain_name(inner))
    return BeanShell(parse_beanshell(inner))


def _plan_double(text: str) -> Plan:
    """Read what stands in two pairs of braces, of which VASSAL takes away both."""
    inner = text[1:-1]
    if not _braced(text) or _braced(trim(inner)):
        raise NotEvaluated("braces within braces")
    if not inner:
        return Constant("", "constant")
    return BeanShell(parse_beanshell(inner))


def _plain_name(text: str) -> str:
    """Return a property's name without one pair of `$` around it."""
    if len(text) > 2 and text[0] == text[-1] == "$":
        text = text[1:-1]
        if "$" in text:
            raise NotEvaluated("a name with several $")
    return text


def _plan_filter(text: str) -> Plan:
    if not trim(text):
        return Constant("true", "boolean")
    if "$" in text:
        return Template(formatted.cut(text))
    return _plan_plain_filter(text)


def _plan_plain_filter(text: str) -> Plan:
    """Read a filter in which nothing is to be replaced (any more)."""
    trimmed = trim(text)
    if not _braced(trimmed):
        return Filter(filters.parse_filter(text))
    inner = trimmed[1:-1]
    if not inner:
        return Constant("false", "boolean")
    if _braced(inner):
        raise NotEvaluated("braces within braces")
    if not trim(inner):
        raise EngineFault("there is nothing between the braces")
    return BeanShell(parse_beanshell(inner))


def _plan_property(text: str) -> Plan:
    trimmed = trim(text)
    if _braced(trimmed):
        return _plan_beanshell(trimmed)
    if not trimmed:
        return Constant("", "constant")
    return PropertyOf(_plain_name(trimmed))


def _filled_plan(text: str) -> Plan:
    """Return the plan of a filter whose `$x$` were replaced: no `$` in it is looked at again."""
    return _kept_filled(text) if len(text) <= KEPT_LENGTH else _new_filled(text)


def _new_filled(text: str) -> Plan:
    try:
        return _plan_plain_filter(text) if trim(text) else Constant("true", "boolean")
    except EngineFault as fault:
        return Broken(fault.message)
    except NotEvaluated as refusal:
        return Refused(refusal.reason)
    except RecursionError:
        return Refused("parts nested too deep")


_kept_plan = lru_cache(maxsize=2048)(_new_plan)
_kept_filled = lru_cache(maxsize=2048)(_new_filled)


def _evaluate(
    expression: Expression, properties: Properties, options: Options, budget: Budget
) -> Value:
    plan = expression.plan
    if isinstance(plan, Template):
        plan = _filled_plan(formatted.fill(plan.tokens, properties))
    try:
        value = _compute(plan, expression.kind, properties, options, budget)
    except EngineFault as fault:
        return _failed(fault, expression.kind)
    except RecursionError as error:
        raise NotEvaluated("parts nested too deep") from error
    if budget.reports and not value.fault:
        value = replace(value, fault=budget.reports[0])
    return value


def _failed(fault: EngineFault, kind: Kind) -> Value:
    """Return the value where VASSAL fails: nothing, and a filter does not pass."""
    if kind is Kind.FILTER and not fault.thrown:
        return Value("false", "boolean" if fault.quiet else "error", *_report(fault))
    if fault.quiet:
        return Value("", "null" if kind is Kind.BEANSHELL else "string")
    thrown = fault.thrown if kind is Kind.FILTER else ""
    return Value("", "error", fault.message, thrown)


def _report(fault: EngineFault) -> tuple[str, ...]:
    return () if fault.quiet else (fault.message,)


def _compute(
    plan: Plan, kind: Kind, properties: Properties, options: Options, budget: Budget
) -> Value:
    localized = kind is Kind.LOCALIZED
    match plan:
        case Constant(text, type_name):
            return Value(_constant(text, kind, options), type_name)
        case PropertyOf(name):
            return _property(name, properties)
        case Format(tokens):
            return Value(formatted.fill(tokens, properties, localized=localized), "string")
        case BeanShell(node):
            run = Run(properties, options, budget, _passing, localized=localized)
            return _typed(run.result(node), kind)
        case Filter(alternatives):
            passed = filters.passes(alternatives, properties, budget)
            return Value("true" if passed else "false", "boolean")
        case Broken(message):
            raise EngineFault(message)
        case Refused(reason):
            raise NotEvaluated(reason)
        case Template():
            raise NotEvaluated("a filter within a filter")


def _constant(text: str, kind: Kind, options: Options) -> str:
    """Return a constant's text: a format field shows numbers in one spelling."""
    if kind not in (Kind.FORMATTED, Kind.LOCALIZED):
        return text
    trimmed = trim(text)
    if options.leading_zeros and is_padded(trimmed):
        return trimmed
    value = parse_int(trimmed)
    return text if value is None else str(value)


def _property(name: str, properties: Properties) -> Value:
    value = properties.get(name)
    if value is None:
        return Value("", "property")
    if not isinstance(value, str):
        raise EngineFault(f"the property {name} is not a text inside VASSAL")
    return Value(value, "property")


def _typed(value: JavaValue, kind: Kind) -> Value:
    text = to_text(value)
    if kind in (Kind.FORMATTED, Kind.LOCALIZED):
        return Value(text, "string")
    if kind is Kind.FILTER:
        return Value("true" if text == "true" else "false", "boolean")
    return Value(text, type_of(value))


def _passing(pieces: Sequence[PieceContext], filter_text: str, run: Run) -> list[PieceContext]:
    """Return the pieces that pass a filter; a bad one is reported, and no piece passes it."""
    text = formatted.fill(formatted.cut(filter_text), run.properties)
    if "$" not in filter_text:
        text = filter_text
    plan = _filled_plan(text)
    found: list[PieceContext] = []
    for piece in pieces:
        options = replace(run.options, piece=piece)
        try:
            value = _compute(plan, Kind.FILTER, piece, options, run.budget)
        except EngineFault as fault:
            if fault.thrown or fault.quiet:
                raise NotEvaluated("a bad pattern in a filter within an expression") from fault
            run.budget.reports.append(fault.message)
            continue
        if value.text == "true":
            found.append(piece)
    return found
