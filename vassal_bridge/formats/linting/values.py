"""What is doubtful in a module's key strokes, named commands and expressions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from vassal_bridge.formats.buildfile import Component
from vassal_bridge.formats.expressions import Kind, parse
from vassal_bridge.formats.expressions.expression import Broken
from vassal_bridge.formats.fields import Field, Layout, Record, read_int
from vassal_bridge.formats.kinds import parse_key
from vassal_bridge.formats.linting.counters import more
from vassal_bridge.formats.linting.survey import Survey, Value
from vassal_bridge.formats.tokens import decode

Found = tuple[Component | None, str]

KEYS = frozenset(
    (
        *("buttonHotkey", "buttonKeyStroke", "emptyHotkey", "faceDownHotkey", "faceFlipHotkey"),
        *("faceUpHotkey", "globalHotkey", "hideKey", "hotkey", "loadHotkey"),
        *("markUnmovedHotkey", "moveKey", "nextHotkey", "nexthotkey", "pauseHotkey"),
        *("postLoopKey", "preLoopKey", "prevhotkey", "refreshHotkey", "reshuffleHotkey"),
        *("reverseHotkey", "saveHotkey", "showHotkey", "showKey", "shuffleHotkey"),
        *("startHotkey", "startOpponentHotkey", "stopHotkey", "zoomInKey", "zoomOutKey"),
        "zoomPickKey",
    )
)
"""Attributes that hold one key stroke (format reference, appendix A)."""

KEY_LISTS = frozenset(("hotkeys",))
"""Attributes that hold a list of them."""

SENT_BY_TRAITS = frozenset(
    (
        ("globalkey;", "command"),
        ("macro;", "action"),
        ("macro;", "before_loop_key"),
        ("macro;", "after_loop_key"),
        ("globalhotkey;", "hotkey"),
        ("placemark;", "after_key"),
        ("replace;", "after_key"),
        ("button;", "key"),
        ("locCommand;", "key"),
    )
)
"""Fields whose key a trait sends; every other key of a trait is one that it listens to."""

SENDERS = ("MassKeyCommand", "GlobalKeyCommand", "TurnGlobalHotkey")
"""Components, by the end of their class, whose `hotkey` is what they send."""

SENT_ATTRIBUTES = frozenset(
    ("moveKey", "globalHotkey", "hotkeys", "preLoopKey", "postLoopKey", "emptyHotkey")
)
"""Attributes whose key is sent, whatever the component."""

FILTERS = frozenset(("propertyFilter", "filter", "match", "include", "matchExpression"))
"""Attributes that hold a filter of pieces."""

_FILTER_FIELDS = frozenset(("filter", "clear_matching_filter"))
_SCRIPTS = ("ActionScript", "GeneralScript")


def _keys(survey: Survey) -> Iterator[Value]:
    """Yield every key stroke of traits and components."""
    yield from (value for value in survey.values if value.kind == "k" and value.text)
    for one in survey.components:
        for name, text in one.attributes.items():
            if name in KEYS and text:
                yield Value(one, "", one.kind, name, "k", text)
            elif name in KEY_LISTS and "," in text:
                yield from (
                    Value(one, "", one.kind, name, "k", key) for key in decode(text, ",") if key
                )


def unreadable_keys(survey: Survey) -> Iterator[Found]:
    """Yield the key strokes that are neither numbers nor, in a trait, one letter."""
    for value in _keys(survey):
        if "$" not in value.text and not _is_readable(value):
            yield (
                value.component,
                f"the {value.field} of the {value.owner} is {value.text[:40]!r};"
                f" expected a code and modifiers such as 65,130{more(value.times - 1)}",
            )


_A_KEY = Layout((Field("code"), Field("modifiers"), Field("name")), ",")


def _is_readable(value: Value) -> bool:
    if "," not in value.text:
        return bool(value.prefix) and len(value.text) == 1
    record = Record(value.text, _A_KEY)
    return all(_is_int(record[name]) for name in ("code", "modifiers"))


def _is_int(text: str) -> bool:
    return read_int(text, -1) == read_int(text, -2)


def unheard_commands(survey: Survey) -> Iterator[Found]:
    """Yield the named commands that are sent while nothing listens, each name once."""
    sent: dict[str, list[Value]] = {}
    heard: set[str] = set()
    for value in _keys(survey):
        key = parse_key(value.text)
        if key is None or not key.name or "$" in key.name:
            continue
        if _is_sent(value):
            sent.setdefault(key.name, []).append(value)
        else:
            heard.add(key.name)
    for name, values in sent.items():
        if name not in heard:
            first = values[0]
            count = sum(value.times for value in values) - 1
            yield first.component, f"nothing listens to {name!r} of the {first.owner}{more(count)}"


def _is_sent(value: Value) -> bool:
    if value.prefix:
        return (value.prefix, value.field) in SENT_BY_TRAITS
    is_sender = value.field == "hotkey" and value.owner.endswith(SENDERS)
    return is_sender or value.field in SENT_ATTRIBUTES


def _expressions(survey: Survey) -> Iterator[tuple[Value, Kind]]:
    """Yield the expressions of traits and components with the kind of their field."""
    for value in survey.values:
        kind = _kind_of(value.text, is_filter=value.field in _FILTER_FIELDS)
        if value.kind in ("e", "s") and kind is not None:
            yield value, kind
    for one in survey.components:
        if one.kind in _SCRIPTS:
            continue
        for name, text in one.attributes.items():
            kind = _kind_of(text, is_filter=name in FILTERS)
            if kind is not None:
                yield Value(one, "", one.kind, name, "e", text), kind


def _kind_of(text: str, *, is_filter: bool) -> Kind | None:
    stripped = text.strip()
    if is_filter and stripped:
        return Kind.FILTER
    if stripped.startswith("{") and stripped.endswith("}"):
        return Kind.BEANSHELL
    return Kind.FORMATTED if text.count("$") > 1 else None


def broken_expressions(survey: Survey) -> Iterator[Found]:
    """Yield the expressions that VASSAL cannot read."""
    for value, kind in _expressions(survey):
        plan = parse(value.text, kind).plan
        if isinstance(plan, Broken):
            yield (
                value.component,
                f"the {value.field} of the {value.owner} is {_short(value.text)}:"
                f" {plan.message}{more(value.times - 1)}",
            )


def _short(text: str) -> str:
    return repr(text if len(text) <= 60 else text[:57] + "...")


def unevaluated_expressions(survey: Survey) -> Iterator[Found]:
    """Yield one finding for each reason why we do not evaluate expressions, with the number."""
    counts: Counter[str] = Counter()
    firsts: dict[str, Value] = {}
    for value, kind in _expressions(survey):
        reasons = parse(value.text, kind).reasons
        if reasons:
            counts[reasons[0]] += 1
            firsts.setdefault(reasons[0], value)
    for reason, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        first = firsts[reason]
        yield (
            first.component,
            f"{count} expression{'s' if count > 1 else ''}, the first {_short(first.text)}:"
            f" {reason}",
        )
