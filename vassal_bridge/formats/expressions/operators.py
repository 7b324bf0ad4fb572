"""BeanShell's operators as VASSAL's build of it applies them to values.

Sources: bsh.Primitive, bsh.BSHBinaryExpression in VASSAL; the golden table expressions.csv.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from vassal_bridge.formats.expressions.refusal import NotEvaluated
from vassal_bridge.formats.expressions.regex import full_match
from vassal_bridge.formats.expressions.values import (
    INT_BITS,
    LONG_BITS,
    RANKS,
    EngineFault,
    JavaValue,
    Number,
    Texts,
    check_length,
    of_type,
    to_text,
    type_of,
    units,
    wrap,
)

COMPARE: dict[str, Callable[[JavaValue, JavaValue], bool]] = {
    "==": lambda left, right: left == right,
    "!=": lambda left, right: left != right,
    "<": lambda left, right: left < right,  # type: ignore[operator]  # both of one type
    "<=": lambda left, right: left <= right,  # type: ignore[operator]  # both of one type
    ">": lambda left, right: left > right,  # type: ignore[operator]  # both of one type
    ">=": lambda left, right: left >= right,  # type: ignore[operator]  # both of one type
}
_BITS: dict[str, Callable[[int, int], int]] = {
    "&": lambda left, right: left & right,
    "|": lambda left, right: left | right,
    "^": lambda left, right: left ^ right,
}
_SHIFTS = frozenset(("<<", ">>", ">>>"))
_EMPTY_IS_ZERO = frozenset(("+", "-", "*", "/", "%", *COMPARE))


def binary(mark: str, left: JavaValue, right: JavaValue) -> JavaValue:
    """Return what an operator other than && and || makes of two values.

    Raises:
        EngineFault: BeanShell has no such operation.
        NotEvaluated: its outcome is not known to us.
    """
    if mark in ("=~", "!~"):
        return _matches(left, right) == (mark == "=~")
    if isinstance(left, Texts) or isinstance(right, Texts):
        raise NotEvaluated("an operator on an array")
    if left is None or right is None:
        raise EngineFault(f"{mark} with null")
    left, right = _zero_for_empty(mark, left, right), _zero_for_empty(mark, right, left)
    if isinstance(left, Number) and isinstance(right, Number):
        return _numbers(mark, left, right)
    if isinstance(left, bool) and isinstance(right, bool):
        if mark in ("==", "!="):
            return (left == right) == (mark == "==")
        raise EngineFault(f"{mark} with booleans")
    if {type_of(left), type_of(right)} == {"boolean", "char"}:
        raise NotEvaluated("an operator on a char and a boolean")
    return _texts(mark, to_text(left), to_text(right))


def _zero_for_empty(mark: str, value: JavaValue, other: JavaValue) -> JavaValue:
    """Return 0 for the empty text beside an int, as VASSAL counts it."""
    if value != "" or not isinstance(other, Number):
        return value
    if other.type in ("char", "long") or (other.type == "int" and mark not in _EMPTY_IS_ZERO):
        raise NotEvaluated(f"{mark} with a {other.type} and an empty text")
    return Number("int", 0) if other.type == "int" else value


def _texts(mark: str, left: str, right: str) -> JavaValue:
    if mark == "+":
        check_length(len(left) + len(right))
        return left + right
    if mark in COMPARE:
        return COMPARE[mark](units(left), units(right))
    raise EngineFault(f"{mark} with texts")


def _matches(text: JavaValue, pattern: JavaValue) -> bool:
    if not isinstance(pattern, str) or text is None or isinstance(text, Texts):
        raise NotEvaluated("=~ with something else than a text on its right")
    try:
        return full_match(pattern, to_text(text))
    except EngineFault as fault:
        raise EngineFault(fault.message, quiet=True) from fault


def wider(left: Number, right: Number) -> str:
    """Return the type to which Java promotes two numbers: int at least."""
    return RANKS[max(RANKS.index(left.type), RANKS.index(right.type), 1)]


def _numbers(mark: str, left: Number, right: Number) -> JavaValue:
    kind = wider(left, right)
    if mark in COMPARE:
        one, other = of_type(kind, left.value).value, of_type(kind, right.value).value
        return COMPARE[mark](one, other)  # type: ignore[arg-type]  # plain numbers compare
    if mark in _SHIFTS:
        return _shift(mark, left, right)
    if kind in ("int", "long"):
        return Number(kind, _whole(mark, int(left.value), int(right.value), kind))
    if mark in _BITS:
        raise NotEvaluated(f"{mark} with decimal numbers")
    one, other = float(of_type(kind, left.value).value), float(of_type(kind, right.value).value)
    return of_type(kind, _decimal(mark, one, other))


def _whole(mark: str, left: int, right: int, kind: str) -> int:
    bits = LONG_BITS if kind == "long" else INT_BITS
    if mark in _BITS:
        return wrap(_BITS[mark](left, right), bits)
    if mark == "+":
        return wrap(left + right, bits)
    if mark == "-":
        return wrap(left - right, bits)
    if mark == "*":
        return wrap(left * right, bits)
    if right == 0:
        raise EngineFault("division by zero")
    quotient = abs(left) // abs(right)
    quotient = quotient if (left < 0) == (right < 0) else -quotient
    return wrap(quotient if mark == "/" else left - right * quotient, bits)


def _decimal(mark: str, left: float, right: float) -> float:
    if mark == "+":
        return left + right
    if mark == "-":
        return left - right
    if mark == "*":
        return left * right
    if mark == "/":
        return _divide(left, right)
    if right == 0 or math.isinf(left) or math.isnan(left) or math.isnan(right):
        return math.nan
    return math.fmod(left, right)


def _divide(left: float, right: float) -> float:
    if right != 0:
        return left / right
    if left == 0 or math.isnan(left):
        return math.nan
    return math.copysign(math.inf, math.copysign(1, left) * math.copysign(1, right))


def _shift(mark: str, left: Number, right: Number) -> Number:
    if (left.type, right.type) != ("int", "int"):
        raise NotEvaluated(f"{mark} with other numbers than ints")
    value, count = int(left.value), int(right.value) & 31
    if mark == "<<":
        return Number("int", wrap(value << count))
    if mark == ">>":
        return Number("int", value >> count)
    return Number("int", wrap((value & 0xFFFFFFFF) >> count))


def prefix(mark: str, value: JavaValue) -> JavaValue:
    """Return what a sign or a cast makes of a value.

    Raises:
        EngineFault: BeanShell has no such operation.
        NotEvaluated: its outcome is not known to us.
    """
    if mark[0] == "(":
        return cast(mark[1:-1], value)
    if mark == "!":
        if isinstance(value, bool):
            return not value
        raise EngineFault("! with something else than a boolean")
    if value == "" or isinstance(value, bool | Texts) or value is None:
        raise NotEvaluated(f"the sign {mark} before a {type_of(value)} or an empty text")
    if not isinstance(value, Number):
        raise EngineFault(f"the sign {mark} before a text")
    kind = wider(value, value)
    if mark == "~":
        if kind not in ("int", "long"):
            raise EngineFault("~ with a decimal number")
        return of_type(kind, ~int(value.value))
    return of_type(kind, -value.value if mark == "-" else value.value)


def cast(kind: str, value: JavaValue) -> JavaValue:
    """Return a value cast to int, long, float, double or String.

    Raises:
        EngineFault: the value is not of a kind that can be cast so.
        NotEvaluated: the outcome is not known to us.
    """
    if kind == "String":
        if isinstance(value, str):
            return value
        if isinstance(value, Number | bool):
            raise EngineFault("a cast of a number or boolean to String")
        raise NotEvaluated("a cast of null or an array")
    if isinstance(value, str):
        raise EngineFault(f"a cast of a text to {kind}")
    if not isinstance(value, Number):
        raise NotEvaluated(f"a cast of a {type_of(value)} to {kind}")
    if kind in ("int", "long") and isinstance(value.value, float):
        return of_type(kind, _cut(value.value, LONG_BITS if kind == "long" else INT_BITS))
    return of_type(kind, value.value)


def _cut(value: float, bits: int) -> int:
    """Return the whole part of a decimal number, held within Java's range."""
    if math.isnan(value):
        return 0
    half = 1 << (bits - 1)
    if math.isinf(value):
        return half - 1 if value > 0 else -half
    return max(-half, min(half - 1, int(value)))
