"""The static methods and constants of Java that expressions may use: Math, Integer and so on."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from typing import TypeAlias

from vassal_bridge.formats.expressions.decimals import float32
from vassal_bridge.formats.expressions.operators import wider
from vassal_bridge.formats.expressions.refusal import NotEvaluated
from vassal_bridge.formats.expressions.values import (
    INT_BITS,
    LONG_BITS,
    EngineFault,
    JavaValue,
    Number,
    java_int,
    of_type,
    parse_int,
    to_text,
    type_of,
    words,
)

CLASSES = words(
    "Arrays Boolean Byte Character Collections Color Double Float Integer Long Math Objects "
    "Runtime Short StrictMath String System Thread URLEncoder URLDecoder VASSAL bsh com java "
    "javax org"
)
"""Heads of a path that BeanShell may take for a class or package and not for a property."""

CONSTANTS: dict[tuple[str, str], Number] = {
    ("Math", "PI"): Number("double", math.pi),
    ("Math", "E"): Number("double", math.e),
    ("Integer", "MAX_VALUE"): Number("int", 2**31 - 1),
    ("Integer", "MIN_VALUE"): Number("int", -(2**31)),
    ("Long", "MAX_VALUE"): Number("long", 2**63 - 1),
}
"""Static fields by class and name."""

Numbers: TypeAlias = Sequence[Number]
_DECIMAL = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?\Z")
_LONG = re.compile(r"[+-]?[0-9]{1,30}\Z")


def constant(head: str, name: str) -> Number:
    """Return a static field.

    Raises:
        NotEvaluated: we do not know it.
    """
    found = CONSTANTS.get((head, name))
    if found is None:
        raise NotEvaluated(f"{head}.{name}")
    return found


def call(head: str, name: str, arguments: Sequence[JavaValue]) -> JavaValue:
    """Return what a static method gives.

    Raises:
        EngineFault: Java throws, or has no such method for such arguments.
        NotEvaluated: we do not know the method, or not with such arguments.
    """
    if head == "Math":
        return _math(name, arguments)
    method = _OTHERS.get((head, name))
    if method is None or len(arguments) != 1:
        raise NotEvaluated(f"{head}.{name} with {len(arguments)} arguments")
    return method(arguments[0])


def is_known(head: str, name: str) -> bool:
    """Say whether we know a static method."""
    return (head, name) in _OTHERS or (head == "Math" and name in _MATH)


def _math(name: str, arguments: Sequence[JavaValue]) -> JavaValue:
    if name not in _MATH:
        raise NotEvaluated(f"Math.{name}")
    count, method = _MATH[name]
    numbers: list[Number] = []
    for argument in arguments:
        if isinstance(argument, str):
            raise EngineFault(f"Math.{name} with a text")
        if not isinstance(argument, Number) or argument.type == "char":
            raise NotEvaluated(f"Math.{name} with a {type_of(argument)}")
        numbers.append(argument)
    if len(numbers) != count:
        raise NotEvaluated(f"Math.{name} with {len(numbers)} arguments")
    return method(numbers)


def _extreme(numbers: Numbers, *, largest: bool) -> Number:
    kind = wider(*numbers)
    one, other = (of_type(kind, number.value).value for number in numbers)
    if math.isnan(one) or math.isnan(other):
        return Number(kind, math.nan)
    if one == other == 0 and kind in ("float", "double"):
        negative = [math.copysign(1, value) < 0 for value in (one, other)]
        lone = all(negative) if largest else any(negative)
        return Number(kind, -0.0 if lone else 0.0)
    return Number(kind, max(one, other) if largest else min(one, other))


def _abs(numbers: Numbers) -> Number:
    return of_type(numbers[0].type, abs(numbers[0].value))


def _round(numbers: Numbers) -> Number:
    """Round halves up: a float to an int, a double to a long."""
    kind, value = numbers[0].type, float(numbers[0].value)
    if kind not in ("float", "double"):
        raise NotEvaluated("Math.round of a whole number")
    bits = INT_BITS if kind == "float" else LONG_BITS
    half = 1 << (bits - 1)
    if math.isnan(value):
        made = 0
    elif math.isinf(value) or abs(value) >= half:
        made = half - 1 if value > 0 else -half
    else:
        low = math.floor(value)
        made = low + (value - low >= 0.5)
    return Number("int" if kind == "float" else "long", made)


def _double(method: Callable[[float], float]) -> Callable[[Numbers], Number]:
    """Return a method of one double; infinite and undefined values go through."""

    def run(numbers: Numbers) -> Number:
        value = float(numbers[0].value)
        if not math.isfinite(value):
            raise NotEvaluated("Math on an infinite number")
        return Number("double", method(value))

    return run


def _ceil(value: float) -> float:
    return math.copysign(float(math.ceil(value)), value)


def _floor(value: float) -> float:
    return math.copysign(float(math.floor(value)), value)


def _sqrt(value: float) -> float:
    return math.sqrt(value) if value >= 0 else math.nan


def _signum(numbers: Numbers) -> Number:
    kind, value = numbers[0].type, float(numbers[0].value)
    if kind not in ("float", "double"):
        raise NotEvaluated("Math.signum of a whole number")
    if value == 0 or math.isnan(value):
        return numbers[0]
    return Number(kind, math.copysign(1.0, value))


def _pow(numbers: Numbers) -> Number:
    """Raise whole numbers to whole powers, as far as a double holds the outcome exactly."""
    base, power = (float(number.value) for number in numbers)
    if not (base.is_integer() and power.is_integer() and 0 <= power <= 1100):
        raise NotEvaluated("Math.pow with other than whole numbers")
    made = int(base) ** int(power) if abs(base) < 2**53 else 2**60
    if abs(made) > 2**53:
        raise NotEvaluated("Math.pow with a very large outcome")
    return Number("double", float(made))


def _floor_mod(numbers: Numbers) -> Number:
    kind = wider(*numbers)
    if kind not in ("int", "long"):
        raise EngineFault("Math.floorMod with decimal numbers")
    if {number.type for number in numbers} == {"int", "long"}:
        raise NotEvaluated("Math.floorMod of an int and a long")
    if numbers[1].value == 0:
        raise EngineFault("division by zero")
    return Number(kind, int(numbers[0].value) % int(numbers[1].value))


_MATH: dict[str, tuple[int, Callable[[Numbers], Number]]] = {
    "abs": (1, _abs),
    "ceil": (1, _double(_ceil)),
    "floor": (1, _double(_floor)),
    "floorMod": (2, _floor_mod),
    "max": (2, lambda numbers: _extreme(numbers, largest=True)),
    "min": (2, lambda numbers: _extreme(numbers, largest=False)),
    "pow": (2, _pow),
    "round": (1, _round),
    "signum": (1, _signum),
    "sqrt": (1, _double(_sqrt)),
}


def _text(argument: JavaValue, name: str) -> str:
    """Return an argument that has to be a text."""
    if isinstance(argument, str):
        return argument
    if isinstance(argument, Number | bool):
        raise EngineFault(f"{name} with a {type_of(argument)}")
    raise NotEvaluated(f"{name} with a {type_of(argument)}")


def _parse_int(argument: JavaValue) -> JavaValue:
    text = _text(argument, "Integer.parseInt")
    value = parse_int(text)
    if value is None:
        raise EngineFault(f"{text!r} is no int")
    return java_int(value)


def _value_of(argument: JavaValue) -> JavaValue:
    if not isinstance(argument, str):
        raise NotEvaluated("Integer.valueOf of something else than a text")
    return _parse_int(argument)


def _parse_long(argument: JavaValue) -> JavaValue:
    text = _text(argument, "Long.parseLong")
    if not text.isascii():
        raise NotEvaluated("digits of another script")
    if not _LONG.match(text) or not -(2**63) <= int(text) < 2**63:
        raise EngineFault(f"{text!r} is no long")
    return Number("long", int(text))


def _parse_decimal(kind: str) -> Callable[[JavaValue], JavaValue]:
    def run(argument: JavaValue) -> JavaValue:
        text = _text(argument, f"{kind}.parse")
        if not _DECIMAL.match(text):
            if re.match(r"[\x00- ]*[+-]?(?:[0-9.]|NaN|Infinity)", text):
                raise NotEvaluated("an unusual decimal number")
            raise EngineFault(f"{text!r} is no decimal number")
        value = float(text)
        return Number(kind, float32(value) if kind == "float" else value)

    return run


def _parse_boolean(argument: JavaValue) -> JavaValue:
    return _text(argument, "Boolean.parseBoolean").lower() == "true"


def _hex(argument: JavaValue) -> JavaValue:
    if not isinstance(argument, Number) or argument.type != "int":
        raise NotEvaluated("Integer.toHexString of something else than an int")
    return f"{int(argument.value) & 0xFFFFFFFF:x}"


def _string_of(argument: JavaValue) -> JavaValue:
    if argument is None:
        raise NotEvaluated("String.valueOf of null")
    return to_text(argument)


def _is_digit(argument: JavaValue) -> JavaValue:
    if not isinstance(argument, Number) or argument.type != "char" or argument.value > 127:
        raise NotEvaluated("Character.isDigit of something else than a plain char")
    return chr(int(argument.value)).isdigit()


def _no_to_string(argument: JavaValue) -> JavaValue:
    """Fail as VASSAL does, which takes the class for a property."""
    if isinstance(argument, Number) and argument.type == "int":
        raise EngineFault("Integer.toString is taken for a method of a property")
    raise NotEvaluated("Integer.toString of something else than an int")


_OTHERS: dict[tuple[str, str], Callable[[JavaValue], JavaValue]] = {
    ("Boolean", "parseBoolean"): _parse_boolean,
    ("Character", "isDigit"): _is_digit,
    ("Double", "parseDouble"): _parse_decimal("double"),
    ("Float", "parseFloat"): _parse_decimal("float"),
    ("Integer", "parseInt"): _parse_int,
    ("Integer", "toHexString"): _hex,
    ("Integer", "toString"): _no_to_string,
    ("Integer", "valueOf"): _value_of,
    ("Long", "parseLong"): _parse_long,
    ("String", "valueOf"): _string_of,
}
