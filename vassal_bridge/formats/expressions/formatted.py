r"""Formatted strings: `$Side$ takes $LocationName$`.

Source: VASSAL.tools.FormattedString. A text is cut at `$` by VASSAL's own token rules: `\$` is a
dollar sign, quotes around a whole token vanish; every second token is a name, never the last.
"""

from __future__ import annotations

from collections.abc import Sequence

from vassal_bridge.errors import UnencodableError
from vassal_bridge.formats.expressions.context import LocalizedProperties, Properties
from vassal_bridge.formats.expressions.evaluator import shown
from vassal_bridge.formats.expressions.strings import trim
from vassal_bridge.formats.expressions.values import check_length
from vassal_bridge.formats.tokens import decode, encode_safely


def cut(text: str) -> tuple[str, ...]:
    """Return a formatted string's tokens: text and names in turn."""
    return tuple(decode(trim(text), "$"))


def fill(tokens: Sequence[str], properties: Properties, *, localized: bool = False) -> str:
    """Return a formatted string's text.

    A missing property shows its name, and nothing where the text is localized.

    Raises:
        NotEvaluated: the text would be too long.
    """
    made: list[str] = []
    length = 0
    for place, token in enumerate(tokens):
        if place % 2 and place < len(tokens) - 1:
            token = _value(token, properties, localized)
        length += len(token)
        check_length(length)
        made.append(token)
    return "".join(made)


def _value(name: str, properties: Properties, localized: bool) -> str:
    if not name:
        return ""
    if localized and isinstance(properties, LocalizedProperties):
        value = properties.get_localized(name)
    else:
        value = properties.get(name)
    if value is None:
        return "" if localized else name
    return shown(value)


def show_format(tokens: Sequence[str]) -> str:
    """Return a formatted string that is cut into the same tokens."""
    try:
        return encode_safely(tokens, "$")
    except UnencodableError:
        return "$".join(token.replace("$", "\\$") for token in tokens)
