"""The methods of Java's String that expressions may call, counted in UTF-16 units.

Source: java.lang.String; the list of those that work on a bare property name is VASSAL's.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import TypeAlias

from vassal_bridge.formats.expressions import regex
from vassal_bridge.formats.expressions.lexer import unescape
from vassal_bridge.formats.expressions.refusal import NotEvaluated
from vassal_bridge.formats.expressions.values import (
    EngineFault,
    JavaValue,
    Number,
    Texts,
    check_length,
    java_int,
    join_units,
    type_of,
    units,
    words,
    wrap,
)

NAME_METHODS = words(
    "compareTo compareToIgnoreCase contains endsWith equals equalsIgnoreCase format hashCode "
    "indexOf isBlank isEmpty lastIndexOf length matches regionMatches repeat replace replaceAll "
    "replaceFirst startsWith strip stripLeading stripTrailing substring toLowerCase toUpperCase "
    "toString trim"
)
"""The methods that work on a bare property name and make the property a text."""

FOREIGN_METHODS = words("charAt chars concat getClass intValue split")
"""Methods that BeanShell knows but that fail on a bare property name."""

_BLANKS = frozenset(
    "\t\n\x0b\f\r\x1c\x1d\x1e\x1f \u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2008\u2009"
    "\u200a\u2028\u2029\u205f\u3000"
)
_CASE_LIMIT = "\u0180"
_ODD_CASE = frozenset("\u0130\u0131\u0149\u017f\u00b5")
_TRIMMED = "".join(map(chr, range(0x21)))

Method: TypeAlias = Callable[[str, Sequence[JavaValue]], JavaValue]


def call(text: str, name: str, arguments: Sequence[JavaValue]) -> JavaValue:
    """Return what a method of a text gives.

    Raises:
        EngineFault: Java throws (an index out of range, a bad pattern).
        NotEvaluated: we do not know the method, or not with such arguments.
    """
    shape = " ".join(_kind(argument) for argument in arguments)
    method = _METHODS.get((name, shape))
    if method is None:
        found = shape or "no argument"
        raise NotEvaluated(f"the method {name} with {found}")
    plain = [unit_value(argument) for argument in arguments]
    return _joined(method(units(text), plain))


def _kind(argument: JavaValue) -> str:
    return type_of(argument)


def unit_value(argument: JavaValue) -> JavaValue:
    """Return an argument with its text in units."""
    return units(argument) if isinstance(argument, str) else argument


def _joined(value: JavaValue) -> JavaValue:
    if isinstance(value, str):
        return join_units(value)
    return value


def _str(value: JavaValue) -> str:
    """Return an argument that is known to be a text or a char as text."""
    if isinstance(value, Number):
        return chr(int(value.value))
    return str(value)


def _int(value: JavaValue) -> int:
    """Return an argument that is known to be an int."""
    return int(value.value) if isinstance(value, Number) else 0


def _substring(text: str, arguments: Sequence[JavaValue]) -> JavaValue:
    begin = _int(arguments[0])
    end = _int(arguments[1]) if len(arguments) > 1 else len(text)
    if not 0 <= begin <= end <= len(text):
        raise EngineFault("substring out of range")
    return text[begin:end]


def _char_at(text: str, arguments: Sequence[JavaValue]) -> JavaValue:
    place = _int(arguments[0])
    if not 0 <= place < len(text):
        raise EngineFault("charAt out of range")
    return Number("char", ord(text[place]))


def _sought(value: JavaValue) -> str:
    """Return what indexOf looks for: a text, or the character of a number."""
    if isinstance(value, Number):
        if not 0 <= value.value <= 0xFFFF:
            raise NotEvaluated("indexOf with a number that is no character")
        return chr(int(value.value))
    return _str(value)


def _index_of(text: str, arguments: Sequence[JavaValue]) -> JavaValue:
    begin = max(0, _int(arguments[1])) if len(arguments) > 1 else 0
    sought = _sought(arguments[0])
    if begin > len(text):
        return java_int(-1 if sought else len(text))
    return java_int(text.find(sought, begin))


def _last_index_of(text: str, arguments: Sequence[JavaValue]) -> JavaValue:
    return java_int(text.rfind(_sought(arguments[0])))


def _compare(one: str, other: str) -> JavaValue:
    for left, right in zip(one, other, strict=False):
        if left != right:
            return java_int(ord(left) - ord(right))
    return java_int(len(one) - len(other))


def _check_case(*texts: str) -> None:
    """Refuse letters whose case the two languages may see differently."""
    for text in texts:
        if text and not text.isascii() and (max(text) >= _CASE_LIMIT or _ODD_CASE & set(text)):
            raise NotEvaluated("upper and lower case of rarer letters")


def _lower(text: str) -> str:
    _check_case(text)
    return text.lower()


def _upper(text: str) -> str:
    _check_case(text)
    return text.upper()


def _folded(text: str) -> str:
    """Return a text as Java folds it for comparing without case: one unit for each."""
    _check_case(text)
    return "".join(mark if mark == "\u00df" else mark.lower() for mark in text)


def _hash(text: str) -> JavaValue:
    made = 0
    for mark in text:
        made = wrap(made * 31 + ord(mark))
    return java_int(made)


def _repeat(text: str, arguments: Sequence[JavaValue]) -> JavaValue:
    count = _int(arguments[0])
    if count < 0:
        raise EngineFault("repeat with a negative number")
    check_length(len(text) * count)
    return text * count


def _replace(text: str, arguments: Sequence[JavaValue]) -> JavaValue:
    old, new = _str(arguments[0]), _str(arguments[1])
    check_length(len(text) + text.count(old) * len(new))
    return text.replace(old, new)


def _starts_at(text: str, arguments: Sequence[JavaValue]) -> JavaValue:
    place = _int(arguments[1])
    return 0 <= place <= len(text) and text.startswith(_str(arguments[0]), place)


def _strip(text: str, *, left: bool = True, right: bool = True) -> str:
    begin, end = 0, len(text)
    while left and begin < end and text[begin] in _BLANKS:
        begin += 1
    while right and end > begin and text[end - 1] in _BLANKS:
        end -= 1
    return text[begin:end]


def trim(text: str) -> str:
    """Return a text without control characters and spaces at its ends, as Java's trim does."""
    return text.strip(_TRIMMED)


def _by_pattern(name: str) -> Method:
    """Return a method that takes a pattern; patterns see characters, not units."""

    def run(text: str, arguments: Sequence[JavaValue]) -> JavaValue:
        whole, pattern = join_units(text), join_units(_str(arguments[0]))
        if name == "matches":
            return regex.full_match(pattern, whole)
        if name == "split":
            return Texts(regex.split(pattern, whole))
        by = join_units(_str(arguments[1]))
        return regex.replace(pattern, whole, by, first_only=name == "replaceFirst")

    return run


_METHODS: dict[tuple[str, str], Method] = {
    ("charAt", "int"): _char_at,
    ("compareTo", "string"): lambda text, args: _compare(text, _str(args[0])),
    ("compareToIgnoreCase", "string"): lambda text, args: _compare(
        _folded(text), _folded(_str(args[0]))
    ),
    ("concat", "string"): lambda text, args: text + _str(args[0]),
    ("contains", "string"): lambda text, args: _str(args[0]) in text,
    ("endsWith", "string"): lambda text, args: text.endswith(_str(args[0])),
    ("equals", "boolean"): lambda text, args: False,
    ("equals", "char"): lambda text, args: False,
    ("equals", "double"): lambda text, args: False,
    ("equals", "float"): lambda text, args: False,
    ("equals", "int"): lambda text, args: False,
    ("equals", "long"): lambda text, args: False,
    ("equals", "string"): lambda text, args: text == _str(args[0]),
    ("equalsIgnoreCase", "string"): lambda text, args: (
        _folded(text) == _folded(_str(args[0])) if text != args[0] else True
    ),
    ("hashCode", ""): lambda text, args: _hash(text),
    ("indexOf", "char"): _index_of,
    ("indexOf", "int"): _index_of,
    ("indexOf", "string"): _index_of,
    ("indexOf", "string int"): _index_of,
    ("isBlank", ""): lambda text, args: not _strip(text),
    ("isEmpty", ""): lambda text, args: not text,
    ("lastIndexOf", "char"): _last_index_of,
    ("lastIndexOf", "string"): _last_index_of,
    ("length", ""): lambda text, args: java_int(len(text)),
    ("matches", "string"): _by_pattern("matches"),
    ("repeat", "int"): _repeat,
    ("replace", "char char"): _replace,
    ("replace", "string string"): _replace,
    ("replaceAll", "string string"): _by_pattern("replaceAll"),
    ("replaceFirst", "string string"): _by_pattern("replaceFirst"),
    ("split", "string"): _by_pattern("split"),
    ("startsWith", "string"): lambda text, args: text.startswith(_str(args[0])),
    ("startsWith", "string int"): _starts_at,
    ("strip", ""): lambda text, args: _strip(text),
    ("stripLeading", ""): lambda text, args: _strip(text, right=False),
    ("stripTrailing", ""): lambda text, args: _strip(text, left=False),
    ("substring", "int"): _substring,
    ("substring", "int int"): _substring,
    ("toLowerCase", ""): lambda text, args: _lower(text),
    ("toString", ""): lambda text, args: text,
    ("toUpperCase", ""): lambda text, args: _upper(text),
    ("trim", ""): lambda text, args: trim(text),
}
"""Methods by name and by the types of their arguments."""

STRING_METHODS = frozenset(name for name, _ in _METHODS)
"""Every method that a text answers here."""


def bind_string(text: str) -> str:
    """Return a property's text as BeanShell sees it after VASSAL quoted it for a method call.

    Only quotes are escaped on the way, so that a backslash starts an escape.

    Raises:
        EngineFault: the quoted text is no literal.
        NotEvaluated: a backslash before a quote, or an escape whose reading is not known.
    """
    if "\n" in text or "\r" in text:
        raise EngineFault("a line break within quotes")
    if "\\" not in text:
        return text
    if any(pair == ("\\", '"') for pair in pairwise(text)):
        raise NotEvaluated("a backslash before a quote in a property")
    trailing = len(text) - len(text.rstrip("\\"))
    if trailing % 2:
        raise EngineFault("a backslash at the end of a property")
    return unescape(text)
