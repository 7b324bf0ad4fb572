"""What an expression works with: Java's types, their arithmetic limits and their spelling.

Text is a Python str, a boolean a bool, Java's null None; numbers carry their Java type, because
VASSAL's answers depend on it. Sources: VASSAL.script.BeanShell, java.lang.Integer, Float, Double.
"""

from __future__ import annotations

import math
import re
import struct
from dataclasses import dataclass
from typing import TypeAlias

from vassal_bridge.formats.expressions.decimals import float32, format_decimal
from vassal_bridge.formats.expressions.refusal import NotEvaluated
from vassal_bridge.formats.tokens import format_boolean

TEXT_LIMIT = 1_000_000
"""The longest text, in characters, that an expression may make."""

INT_BITS = 32
LONG_BITS = 64
RANKS = ("char", "int", "long", "float", "double")
"""Java's numeric types in the order of their promotion."""

_INT = re.compile(r"[+-]?[0-9]{1,300}\Z")
_FLOAT = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)\Z")
_NUMERIC = frozenset("+-.0123456789")


class EngineFault(Exception):  # noqa: N818 - VASSAL's fault report, which becomes a Value
    """VASSAL itself fails here; evaluating turns it into a Value with a problem."""

    def __init__(self, message: str, *, thrown: str = "", quiet: bool = False) -> None:
        super().__init__(message)
        self.message = message
        self.thrown = thrown
        self.quiet = quiet


@dataclass(frozen=True, slots=True)
class Number:
    """A Java number: its type (one of RANKS) and its value within that type's range."""

    type: str
    value: int | float


@dataclass(frozen=True, slots=True)
class Texts:
    """A Java array of strings, as split gives it."""

    items: tuple[str, ...]


JavaValue: TypeAlias = str | bool | Number | Texts | None


def words(text: str) -> frozenset[str]:
    """Return the words of a text, for tables of names."""
    return frozenset(text.split())


def type_of(value: JavaValue) -> str:
    """Return the name of a value's type as the golden tables spell it."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, str):
        return "string"
    return value.type if isinstance(value, Number) else "array"


def wrap(value: int, bits: int = INT_BITS) -> int:
    """Return a whole number as Java keeps it in so many bits."""
    half = 1 << (bits - 1)
    return (value + half) % (1 << bits) - half


def java_int(value: int) -> Number:
    """Return an int, wrapped as Java does."""
    return Number("int", wrap(value))


def of_type(name: str, value: int | float) -> Number:
    """Return a number as a Java type of RANKS holds it; floats are not cut to whole numbers."""
    if name == "float":
        return Number(name, float32(float(value)))
    if name == "double":
        return Number(name, float(value))
    return Number(name, wrap(int(value), LONG_BITS if name == "long" else INT_BITS))


def to_text(value: JavaValue) -> str:
    """Return a value as Java's toString spells it.

    Raises:
        NotEvaluated: an array, whose text is an address.
        EngineFault: null has no text.
    """
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return format_boolean(value)
    if isinstance(value, Number):
        return _number_text(value)
    if value is None:
        raise EngineFault("null has no text")
    raise NotEvaluated("the text of an array")


def _number_text(number: Number) -> str:
    if number.type == "char":
        return chr(int(number.value))
    if number.type in ("double", "float"):
        return format_decimal(float(number.value), single=number.type == "float")
    return str(number.value)


def parse_int(text: str) -> int | None:
    """Return the int that Java's Integer.parseInt reads; None where it would refuse the text.

    Raises:
        NotEvaluated: digits of another script, which Java may read.
    """
    if _INT.match(text):
        value = int(text)
        return value if -(2**31) <= value < 2**31 else None
    if any(mark.isdecimal() and not mark.isascii() for mark in text):
        raise NotEvaluated("digits of another script")
    return None


def is_padded(text: str) -> bool:
    """Say whether a text is two or more digits that begin with 0."""
    return len(text) > 1 and text[0] == "0" and text.isascii() and text.isdigit()


def bind_text(text: str, *, leading_zeros: bool = False) -> JavaValue:
    """Return the value of a property's text under its bare name in braces.

    Raises:
        NotEvaluated: a number whose reading by VASSAL is not known.
    """
    if leading_zeros and is_padded(text):
        return text
    simple = convert(text)
    if not isinstance(simple, str) or not text or not _NUMERIC.issuperset(text):
        return simple
    if not _FLOAT.match(text):
        return text
    if "." not in text:
        return _bind_big(text)
    value = float32(float(text))
    if math.isinf(value) or (value == 0 and text.strip("+-0.")):
        raise NotEvaluated("a decimal number outside a float's range")
    return Number("float", value)


def _bind_big(text: str) -> JavaValue:
    """Bind digits that no int holds: read as octal after a 0, and else kept as text."""
    if text[0] != "0" and text.lstrip("+-")[0] == "0":
        raise NotEvaluated("a signed number of too many digits that begins with 0")
    if text[0] != "0" or not ("8" in text or "9" in text):
        return text
    value = float32(float(text))
    if math.isinf(value):
        raise NotEvaluated("a number outside a float's range")
    return Number("float", value)


def convert(text: str) -> JavaValue:
    """Return a property's value as GetProperty gives it: a boolean, an int or the text."""
    if text in ("true", "false"):
        return text == "true"
    if text and _NUMERIC.issuperset(text):
        value = parse_int(text)
        if value is not None:
            return java_int(value)
    return text


def units(text: str) -> str:
    """Return a text with one character for each UTF-16 unit, as Java counts and compares."""
    if text.isascii() or max(text) <= "\uffff":
        return text
    data = text.encode("utf-16-le", "surrogatepass")
    return "".join(map(chr, struct.unpack(f"<{len(data) // 2}H", data)))


def join_units(text: str) -> str:
    """Return a text of UTF-16 units with its pairs joined to characters again."""
    if not any("\ud800" <= mark <= "\udfff" for mark in text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


def check_length(length: int) -> None:
    """Refuse to make a text that is too long.

    Raises:
        NotEvaluated: it would pass TEXT_LIMIT.
    """
    if length > TEXT_LIMIT:
        raise NotEvaluated(f"a text of more than {TEXT_LIMIT} characters")
