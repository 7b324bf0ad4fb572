"""Cuts the text between braces into BeanShell's tokens, longest first, in linear time."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import takewhile

from vassal_bridge.formats.expressions.refusal import NotEvaluated
from vassal_bridge.formats.expressions.values import (
    EngineFault,
    words,
)

LENGTH_LIMIT = 100_000
"""The longest expression, in characters, that is looked at."""

KEYWORDS = words(
    "abstract boolean break byte case catch char class const continue default do double else "
    "enum extends final finally float for goto if implements import instanceof int interface "
    "long native new package private protected public return short static strictfp super switch "
    "synchronized throw throws transient try void volatile while"
)
"""Java's words that are no property names; true, false and null are literals."""

WORD_OPERATORS = {
    "@gt": ">",
    "@lt": "<",
    "@gteq": ">=",
    "@lteq": "<=",
    "@or": "||",
    "@and": "&&",
}
"""BeanShell's operators in letters, for files in which < and & are awkward."""

# The letters and digits of the lexer that BeanShell is generated from, without its rarer digits.
_LETTER = (
    r"A-Za-z_$\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u1fff"
    r"\u3040-\u318f\u3300-\u337f\u3400-\u3d2d\u4e00-\u9fff\uf900-\ufaff"
)
_TOKEN = re.compile(
    rf"""
    (?P<space>[ \t\r\n\f]+|/\*(?s:.*?)\*/)
  | (?P<float>[0-9]+\.[0-9]*(?:[eE][+-]?[0-9]+)?[fFdD]?
        |\.[0-9]+(?:[eE][+-]?[0-9]+)?[fFdD]?
        |[0-9]+[eE][+-]?[0-9]+[fFdD]?
        |[0-9]+[fFdD])
  | (?P<int>(?:0[xX][0-9a-fA-F]+|[1-9][0-9]*|0[0-7]*)[lL]?)
  | (?P<name>[{_LETTER}][{_LETTER}0-9]*)
  | (?P<word>@[a-z_]+)
  | (?P<string>"(?:[^"\\\r\n]|\\.)*")
  | (?P<char>'(?:[^'\\\r\n]|\\(?:[0-7]{{1,3}}|.))')
  | (?P<mark>>>>=|<<=|>>=|>>>|<<|>>|\+\+|--|\+=|-=|\*=|/=|&=|\|=|\^=|%=
        |==|<=|>=|!=|=~|!~|\|\||&&|[=<>!~?:+\-*/&|^%()\[\]{{}};,.])
    """,
    re.VERBOSE,
)
_ESCAPES = {
    "n": "\n",
    "t": "\t",
    "b": "\b",
    "r": "\r",
    "f": "\f",
    "\\": "\\",
    "'": "'",
    '"': '"',
}


@dataclass(frozen=True, slots=True)
class Token:
    """One token: its kind (float, int, name, string, char, mark, end), spelling and value."""

    kind: str
    text: str
    value: str = ""


def lex(text: str) -> list[Token]:
    """Return the tokens of an expression, closed by one of kind `end`.

    Raises:
        EngineFault: BeanShell finds no token here.
        NotEvaluated: the text is too long, or holds a character whose reading is not known.
    """
    if len(text) > LENGTH_LIMIT:
        raise NotEvaluated(f"an expression of more than {LENGTH_LIMIT} characters")
    tokens: list[Token] = []
    place = 0
    while place < len(text):
        match = _TOKEN.match(text, place)
        if match is None or text.startswith("//", place):
            raise _no_token(text, place)
        token = _token(match)
        if token is not None:
            tokens.append(token)
        place = match.end()
    tokens.append(Token("end", ""))
    return tokens


def _token(match: re.Match[str]) -> Token | None:
    kind, text = match.lastgroup or "", match[0]
    if kind == "space":
        return None
    if kind == "word":
        if text not in WORD_OPERATORS:
            raise NotEvaluated(f"the operator {text}")
        return Token("mark", WORD_OPERATORS[text])
    if kind in ("string", "char"):
        return Token(kind, text, unescape(text[1:-1]))
    return Token(kind, text)


def _no_token(text: str, place: int) -> Exception:
    """Return what to raise where no token begins."""
    mark = text[place]
    if text.startswith("//", place):
        if "\n" in text[place:] or "\r" in text[place:]:
            return NotEvaluated("a comment of // within several lines")
        return EngineFault("// swallows the end of the expression")
    if text.startswith("/*", place):
        return EngineFault("a comment is not closed")
    if mark.isascii() and (mark.isprintable() or mark in "\n\r"):
        return EngineFault(f"{mark!r} begins no token")
    return NotEvaluated(f"the character U+{ord(mark):04X} outside quotes")


def unescape(body: str) -> str:
    r"""Return what a literal's text stands for: \n \t \b \r \f \" \' \\ and octal numbers.

    Raises:
        EngineFault: an escape that Java does not know.
        NotEvaluated: an escape whose reading depends on what BeanShell sees first.
    """
    if "\\" not in body:
        return body
    made: list[str] = []
    place = 0
    while place < len(body):
        mark = body[place]
        place += 1
        if mark != "\\":
            made.append(mark)
            continue
        length, value = _escape(body, place)
        made.append(value)
        place += length
    return "".join(made)


def _escape(body: str, place: int) -> tuple[int, str]:
    """Return the length and the value of the escape whose backslash stands before a place."""
    code = body[place : place + 1]
    if code in _ESCAPES:
        return 1, _ESCAPES[code]
    if code == "u":
        digits = body[place + 1 : place + 5]
        if not re.fullmatch("[0-9a-fA-F]{4}", digits) or chr(int(digits, 16)) in "\\\"'\r\n":
            raise NotEvaluated("an escape \\u for a sign of the syntax")
        return 5, chr(int(digits, 16))
    if "0" <= code <= "9" and code:
        number = "".join(takewhile(str.isdigit, body[place : place + 3]))
        if not re.fullmatch("[0-3]?[0-7]{1,2}", number):
            raise NotEvaluated("an octal escape followed by digits")
        return len(number), chr(int(number, 8))
    raise EngineFault(f"the escape \\{code} is unknown")


def quote(text: str) -> str:
    """Return a string literal for a text."""
    marks = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}
    return '"' + "".join(marks.get(mark, mark) for mark in text) + '"'
