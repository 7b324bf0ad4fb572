"""Decimal numbers as Java spells them up to version 18, which is what VASSAL's players see.

Java did not always take the fewest digits that read back: 123456789012 as a float is
1.23456791E11, not 1.2345679E11. Source: jdk.internal.math.FloatingDecimal.
"""

from __future__ import annotations

import math
import struct

from vassal_bridge.formats.expressions.refusal import NotEvaluated

_EXPONENT_SHIFT = 52
_LARGEST_WHOLE = 62
"""The largest binary exponent of a whole number that is spelled from its digits."""


def format_decimal(value: float, *, single: bool = False) -> str:
    """Return a double's text, or a 32 bit float's where single is set.

    Raises:
        NotEvaluated: Java's versions differ on the last digit.
    """
    if math.isnan(value):
        return "NaN"
    sign = "-" if math.copysign(1, value) < 0 else ""
    if math.isinf(value):
        return sign + "Infinity"
    if value == 0:
        return sign + "0.0"
    digits, exponent = _digits(abs(value), single)
    return sign + _spell(digits.rstrip("0") or "0", exponent)


def _spell(digits: str, exponent: int) -> str:
    """Spell digits of which so many stand before the point (0 and less: zeros after it)."""
    if 0 < exponent < 8:
        padded = digits.ljust(exponent, "0")
        return f"{padded[:exponent]}.{padded[exponent:] or '0'}"
    if -3 < exponent <= 0:
        return f"0.{'0' * -exponent}{digits}"
    return f"{digits[0]}.{digits[1:] or '0'}E{exponent - 1}"


def _digits(value: float, single: bool) -> tuple[str, int]:
    """Return a positive number's digits and where the point stands."""
    fraction, exponent, significant = _parts(value, single)
    tail = (fraction & -fraction).bit_length() - 1
    bits = _EXPONENT_SHIFT + 1 - tail
    tiny = max(0, bits - exponent - 1)
    if tiny == 0 and exponent <= _LARGEST_WHOLE:
        return _whole_digits(int(value), exponent, significant)
    found = _develop(fraction, exponent, significant, tail, bits, tiny)
    if len(found[0].rstrip("0")) > max(2, _fewest(value, single)):
        raise NotEvaluated("a decimal number that Java's versions spell differently")
    return found


def _fewest(value: float, single: bool) -> int:
    """Return the fewest digits that read back as a number."""
    for places in range(17):
        text = f"{value:.{places}e}"
        read = float32(float(text)) if single else float(text)
        if read == value:
            return places + 1
    return 17


def float32(value: float) -> float:
    """Return the 32 bit float nearest to a number."""
    try:
        return float(struct.unpack("<f", struct.pack("<f", value))[0])
    except OverflowError:
        return math.copysign(math.inf, value)


def _parts(value: float, single: bool) -> tuple[int, int, int]:
    """Return a number's fraction with its leading bit at 2**52, exponent and precision."""
    mantissa, exponent = math.frexp(value)
    fraction = int(mantissa * 2 ** (_EXPONENT_SHIFT + 1))
    exponent -= 1
    precision, least = (24, -126) if single else (53, -1022)
    return fraction, exponent, precision - max(0, least - exponent)


def _whole_digits(value: int, exponent: int, significant: int) -> tuple[str, int]:
    """Return a whole number's digits without those that its precision does not hold."""
    beyond = exponent - significant - 1
    drop = len(str(2**beyond)) - 1 if exponent > significant and beyond > 1 else 0
    kept, rest = divmod(value, 10**drop)
    kept += drop > 0 and rest >= 10**drop // 2
    digits = str(kept)
    return digits, len(digits) + drop


def _develop(
    fraction: int, exponent: int, significant: int, tail: int, bits: int, tiny: int
) -> tuple[str, int]:
    """Make digits until the rest is within half a unit of the number's last bit."""
    place = _estimate(fraction, exponent)
    five, two = max(0, -place), max(0, -place) + tiny + exponent
    scale_five, scale_two = max(0, place), max(0, place) + tiny
    margin_two = two - significant
    two -= bits - 1
    if bits == 1:
        margin_two -= 1
    shift = -min(two, scale_two, margin_two)
    rest = (fraction >> tail) * 5**five << (two + shift)
    scale = 5**scale_five << (scale_two + shift)
    margin = 5**five << (margin_two + shift)
    return _loop(rest, scale, margin, place)


def _estimate(fraction: int, exponent: int) -> int:
    """Return the decimal exponent, or one more, from a line through the logarithm."""
    mask = (1 << _EXPONENT_SHIFT) - 1
    one = 1.0 + (fraction & mask) / (1 << _EXPONENT_SHIFT)
    return math.floor((one - 1.5) * 0.289529654 + 0.176091259 + exponent * 0.301029995663981)


def _loop(rest: int, scale: int, margin: int, place: int) -> tuple[str, int]:
    tens = scale * 10
    digit, rest = divmod(rest, scale)
    rest, margin = rest * 10, margin * 10
    low, high = rest < margin, rest + margin > tens
    digits: list[int] = []
    if digit == 0 and not high:
        place -= 1
    else:
        digits.append(digit)
    if place < -3 or place >= 8:
        low = high = False
    while not low and not high:
        digit, rest = divmod(rest, scale)
        rest, margin = rest * 10, margin * 10
        if rest + margin == tens:
            raise NotEvaluated("a decimal number on the edge of two spellings")
        low, high = rest < margin, rest + margin > tens
        digits.append(digit)
    text = "".join(map(str, digits))
    if _rounds_up(low, high, 2 * rest - tens, digits[-1]):
        raised = str(int(text) + 1).zfill(len(text))
        return raised[: len(text)], place + 1 + (len(raised) > len(text))
    return text, place + 1


def _rounds_up(low: bool, high: bool, difference: int, last: int) -> bool:
    if high and low:
        return difference > 0 or (difference == 0 and last % 2 == 1)
    return high
