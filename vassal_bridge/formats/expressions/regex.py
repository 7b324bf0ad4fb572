"""Java's regular expressions, as far as Python's engine gives the same answer in bounded time.

A pattern is read and written anew for Python. What the two engines may take differently, and
patterns that could take long, are NotEvaluated; what Java itself refuses is an EngineFault.
Source: java.util.regex.Pattern.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from vassal_bridge.formats.expressions.refusal import NotEvaluated
from vassal_bridge.formats.expressions.values import (
    EngineFault,
    check_length,
)

PATTERN_LIMIT = 2_000
"""The longest pattern, in characters."""

WORK_LIMIT = 2_000_000
"""The most steps, estimated, that a search may take."""

BAD_PATTERN = "PatternSyntaxException"
_ANY = "[^\\n\\r\\u0085\\u2028\\u2029]"
_LINE_ENDS = frozenset("\n\r\u0085\u2028\u2029")
_CLASSES = frozenset("dDwWsS")
_CONTROLS = {"t": "\\t", "n": "\\n", "r": "\\r", "f": "\\f"}
_COUNT = re.compile(r"\{([0-9]{1,3})(,)?([0-9]{1,3})?\}")


class Pattern:
    """A pattern that Python runs as Java would."""

    __slots__ = ("anchored", "growth", "python", "ways")

    def __init__(self, python: re.Pattern[str], growth: int, ways: int, anchored: bool) -> None:
        self.python = python
        self.growth = growth
        self.ways = ways
        self.anchored = anchored

    def check(self, text: str, *, searches: bool = False) -> None:
        """Refuse a text on which the search could take long or differ.

        Raises:
            NotEvaluated: it could.
        """
        if self.anchored and not _LINE_ENDS.isdisjoint(text):
            raise NotEvaluated("^ or $ on a text of several lines")
        if any("\ud800" <= mark <= "\udfff" for mark in text):
            raise NotEvaluated("a pattern on half a character")
        growth = min(self.growth + searches, 20)
        if self.growth + self.ways > 1 and (len(text) + 1) ** growth * self.ways > WORK_LIMIT:
            raise NotEvaluated("a pattern that could take long")


def full_match(pattern: str, text: str) -> bool:
    """Say whether a whole text matches a pattern.

    Raises:
        EngineFault: Java refuses the pattern.
        NotEvaluated: we do not run it.
    """
    compiled = translate(pattern)
    compiled.check(text)
    return compiled.python.fullmatch(text) is not None


def replace(pattern: str, text: str, by: str, *, first_only: bool) -> str:
    r"""Return a text with matches replaced; `$1` and `\` in the replacement as in Java.

    Raises:
        EngineFault: Java refuses the pattern or the replacement.
        NotEvaluated: we do not run it.
    """
    compiled = translate(pattern)
    compiled.check(text, searches=True)
    pieces = _replacement(by, compiled.python.groups)
    made: list[str] = []
    place = length = 0
    for match in _found(compiled, text):
        made.append(text[place : match.start()])
        made.extend(part if isinstance(part, str) else match[part] or "" for part in pieces)
        length += sum(map(len, made[-len(pieces) - 1 :]))
        check_length(length)
        place = match.end()
        if first_only:
            break
    return "".join(made) + text[place:]


def split(pattern: str, text: str, limit: int = 0) -> tuple[str, ...]:
    """Return the parts of a text between matches, without empty ones at the end.

    Raises:
        EngineFault: Java refuses the pattern.
        NotEvaluated: we do not run it, or there is a limit.
    """
    if limit:
        raise NotEvaluated("split with a limit")
    compiled = translate(pattern)
    compiled.check(text, searches=True)
    parts: list[str] = []
    place = 0
    for match in _found(compiled, text):
        if match.end() == 0:
            continue
        parts.append(text[place : match.start()])
        place = match.end()
    if not parts:
        return (text,)
    parts.append(text[place:])
    while parts and not parts[-1]:
        parts.pop()
    return tuple(parts)


def _found(compiled: Pattern, text: str) -> Iterator[re.Match[str]]:
    """Yield the matches from left to right.

    Raises:
        NotEvaluated: an empty match beside another, where the two engines go on differently.
    """
    end = -1
    for match in compiled.python.finditer(text):
        if match.start() == match.end() == end:
            raise NotEvaluated("an empty match after another")
        end = match.end()
        yield match


def _replacement(by: str, groups: int) -> list[str | int]:
    """Return a replacement's texts and group numbers."""
    pieces: list[str | int] = []
    place = 0
    while place < len(by):
        mark, after = by[place], by[place + 1 : place + 3]
        if mark == "\\":
            if not after:
                raise EngineFault("a replacement ends in a backslash")
            pieces.append(after[0])
            place += 2
        elif mark == "$":
            if len(after) > 1 and after.isdigit():
                raise NotEvaluated("a group number of two digits")
            if not ("0" <= after[:1] <= "9") or not after:
                raise NotEvaluated("$ in a replacement without a number")
            if int(after[0]) > groups:
                raise EngineFault(f"no group {after[0]}")
            pieces.append(int(after[0]))
            place += 2
        else:
            pieces.append(mark)
            place += 1
    return pieces


@lru_cache(maxsize=256)
def translate(pattern: str) -> Pattern:
    """Return a Java pattern as one for Python.

    Raises:
        EngineFault: Java refuses the pattern.
        NotEvaluated: the two engines may differ on it, or it could take long.
    """
    if len(pattern) > PATTERN_LIMIT:
        raise NotEvaluated(f"a pattern of more than {PATTERN_LIMIT} characters")
    reader = _Reader(pattern)
    python = reader.whole()
    try:
        compiled = re.compile(python, re.ASCII)
    except (re.error, OverflowError, RecursionError) as error:
        raise NotEvaluated("a pattern that Python does not take") from error
    return Pattern(compiled, reader.growth, reader.ways, reader.anchored)


def _bad(message: str) -> EngineFault:
    return EngineFault(f"a bad pattern: {message}", thrown=BAD_PATTERN)


class _Reader:
    """Goes over a Java pattern once and writes it for Python."""

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern
        self.place = 0
        self.made: list[str] = []
        self.groups: list[bool] = []
        self.choices = [1]
        self.growth = 0
        self.ways = 1
        self.anchored = False

    def whole(self) -> str:
        flags = ""
        if self.pattern.startswith("(?i)"):
            flags, self.place = "(?i)", 4
        can_repeat = False
        while self.place < len(self.pattern):
            can_repeat = self.step(can_repeat)
        if self.groups:
            raise _bad("a group is not closed")
        self.ways *= self.choices[0]
        return flags + "".join(self.made)

    def step(self, can_repeat: bool) -> bool:
        """Read one atom, bracket or quantifier; say whether a quantifier may follow."""
        mark = self.pattern[self.place]
        if mark in "*+?{":
            return self.quantifier(can_repeat)
        self.place += 1
        if mark == "(":
            return self.begin_group()
        if mark == ")":
            return self.end_group()
        if mark == "|":
            self.hold("|")
            self.not_plain()
            self.choices[-1] += 1
            return False
        if mark in "^$":
            self.anchored = True
            self.hold("^" if mark == "^" else "\\Z")
            return False
        self.hold(self.atom(mark))
        return True

    def hold(self, text: str) -> None:
        self.made.append(text)

    def not_plain(self) -> None:
        """Note that the groups that stand open hold more than one plain sequence."""
        self.groups = [False] * len(self.groups)

    def begin_group(self) -> bool:
        if self.pattern.startswith("?:", self.place):
            self.place += 2
            self.hold("(?:")
        elif self.pattern.startswith("?", self.place):
            raise NotEvaluated("a pattern with (?")
        else:
            self.hold("(")
        if len(self.groups) > 20:
            raise NotEvaluated("a pattern of many groups one within the other")
        self.groups.append(True)
        self.choices.append(1)
        return False

    def end_group(self) -> bool:
        if not self.groups:
            raise _bad("a ) without (")
        plain = self.groups.pop()
        self.ways = min(self.ways * self.choices.pop(), WORK_LIMIT + 1)
        self.hold(")")
        if self.pattern[self.place : self.place + 1] in ("*", "+", "{") and not plain:
            raise NotEvaluated("a repeated group that holds more than a plain text")
        return True

    def quantifier(self, can_repeat: bool) -> bool:
        mark = self.pattern[self.place]
        if not can_repeat:
            if self.made or mark == "{":
                raise NotEvaluated("a quantifier after no single thing")
            raise _bad(f"{mark} has nothing to repeat")
        if mark == "{":
            text = self.count()
        else:
            text = mark
            self.place += 1
        if mark == "?":
            self.ways = min(self.ways * 2, WORK_LIMIT + 1)
        else:
            self.growth += 1
        self.not_plain()
        if self.pattern[self.place : self.place + 1] == "?":
            self.place += 1
            text += "?"
        self.hold(text)
        return False

    def count(self) -> str:
        match = _COUNT.match(self.pattern, self.place)
        if match is None:
            raise NotEvaluated("a { in a pattern that is no count")
        least, most = int(match[1]), int(match[3] or match[1])
        if (match[3] and not match[2]) or most < least:
            raise NotEvaluated("a count in a pattern that is out of order")
        self.place = match.end()
        return match[0]

    def atom(self, mark: str) -> str:
        if mark == ".":
            return _ANY
        if mark == "[":
            return self.char_class()
        if mark == "\\":
            return self.escape(in_class=False)
        return re.escape(mark)

    def escape(self, *, in_class: bool) -> str:
        if self.place >= len(self.pattern):
            raise _bad("it ends in a backslash")
        code = self.pattern[self.place]
        self.place += 1
        if code in _CLASSES:
            return "\\" + code
        if code in _CONTROLS:
            return _CONTROLS[code]
        if code.isascii() and code.isalnum():
            raise NotEvaluated(f"the escape \\{code} in a pattern")
        return re.escape(code) if not in_class else _in_class(code)

    def char_class(self) -> str:
        negated = self.pattern.startswith("^", self.place)
        self.place += negated
        parts: list[str] = []
        first = True
        while True:
            if self.place >= len(self.pattern):
                raise _bad("a [ is not closed")
            mark = self.pattern[self.place]
            self.place += 1
            if mark == "]":
                if first:
                    raise NotEvaluated("a pattern with []")
                return f"[{'^' if negated else ''}{''.join(parts)}]"
            first = False
            parts.append(self.class_part(mark))

    def class_part(self, mark: str) -> str:
        """Read one character or range within brackets."""
        if mark == "[" or self.pattern.startswith("&&", self.place - 1):
            raise NotEvaluated("a character class within another")
        if mark == "^":
            raise NotEvaluated("a ^ within a character class")
        low = self.escape(in_class=True) if mark == "\\" else _in_class(mark)
        ahead = self.pattern[self.place : self.place + 2]
        if len(ahead) < 2 or ahead[0] != "-" or ahead[1] == "]":
            return low
        if ahead[1] in "[\\-&" or mark == "\\":
            raise NotEvaluated("an unusual range in a character class")
        if ahead[1] < mark:
            raise _bad(f"the range {mark}-{ahead[1]}")
        self.place += 2
        return f"{low}-{_in_class(ahead[1])}"


def _in_class(mark: str) -> str:
    return "\\" + mark if mark in "\\]^-[&~|" else mark
