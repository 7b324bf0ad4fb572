"""Spells texts as TOML does."""

from __future__ import annotations


def quoted(text: str) -> str:
    r"""Return a text in quotes; signs that cannot be printed become blanks.

    >>> print(quoted('a "b" \\'))
    "a \"b\" \\"
    """
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(letter if letter.isprintable() else " " for letter in escaped) + '"'
