"""Finds the line of every key of a TOML text, for messages: TOML readers do not tell lines.

The text must be valid TOML; what is in it is read by `tomllib`, here only places are sought.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

_TOKEN = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}|\'\'\'.*?\'{3,5}'
    r'|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'|#[^\n]*|\n|[\[\]{}=,.]|[^\s\[\]{}=,.#"\']+',
    re.DOTALL,
)


def key_lines(text: str) -> Mapping[str, int]:
    r"""Return the line (from 1) of each key path, such as `kind.arty.face[2].word`.

    >>> dict(key_lines('a = 1\n[b]\nc = [{d = 2}]\n'))
    {'a': 1, 'b': 2, 'b.c': 3, 'b.c[1]': 3, 'b.c[1].d': 3}
    """
    return _Scanner(text).lines


def line_of(lines: Mapping[str, int], path: str) -> int | None:
    """Return the line of a key path, or of the nearest table around it; None for none."""
    return lines.get(nearest(lines, path))


def nearest(lines: Mapping[str, int], path: str) -> str:
    """Return a key path, or that of the nearest table around it that is there; empty for none."""
    while path and path not in lines:
        path = path[: max(path.rfind("."), path.rfind("["), 0)]
    return path


class _Scanner:
    def __init__(self, text: str) -> None:
        self.lines: dict[str, int] = {}
        self._tokens: list[tuple[str, int]] = []
        line = 1
        for found in _TOKEN.finditer(text):
            if not found[0].startswith("#"):
                self._tokens.append((found[0], line))
            line += found[0].count("\n")
        self._at = 0
        self._counts: dict[str, int] = {}
        self._document()

    def _peek(self) -> str:
        return self._tokens[self._at][0] if self._at < len(self._tokens) else ""

    def _next(self) -> str:
        token = self._peek()
        self._at += 1
        return token

    @property
    def _line(self) -> int:
        return self._tokens[min(self._at, len(self._tokens) - 1)][1]

    def _note(self, path: str) -> None:
        self.lines.setdefault(path, self._line)

    def _document(self) -> None:
        table = ""
        while self._at < len(self._tokens):
            if self._peek() == "\n":
                self._next()
            elif self._peek() == "[":
                table = self._header()
            else:
                self._pair(table)

    def _header(self) -> str:
        """Read [a.b] or [[a.b]] and return its path; tables in a list count from 1."""
        self._next()
        is_list = self._peek() == "["
        if is_list:
            self._next()
        path = self._key("", stop="]")
        if is_list:
            self._counts[path] = self._counts.get(path, 0) + 1
            path = f"{path}[{self._counts[path]}]"
            self._note(path)
            self._next()
        self._next()
        return path

    def _key(self, table: str, stop: str) -> str:
        path, parts = table, 0
        while self._peek() not in (stop, ""):
            token = self._peek()
            if token != ".":
                if path in self._counts:
                    path = f"{path}[{self._counts[path]}]"
                path = f"{path}.{_bare(token)}".lstrip(".") if parts or table else _bare(token)
                self._note(path)
                parts += 1
            self._next()
        return path

    def _pair(self, table: str) -> None:
        path = self._key(table, stop="=")
        self._next()
        self._value(path)

    def _value(self, path: str) -> None:
        token = self._next()
        if token == "[":
            self._list(path)
        elif token == "{":
            self._inline(path)
        else:
            while self._peek() not in ("\n", ",", "]", "}", ""):
                self._next()

    def _list(self, path: str) -> None:
        count = 0
        while self._peek() not in ("]", ""):
            if self._peek() in ("\n", ","):
                self._next()
                continue
            count += 1
            self._note(f"{path}[{count}]")
            self._value(f"{path}[{count}]")
        self._next()

    def _inline(self, path: str) -> None:
        while self._peek() not in ("}", ""):
            if self._peek() in ("\n", ","):
                self._next()
                continue
            self._pair(path)
        self._next()


def _bare(token: str) -> str:
    """Return a key as it is called, without quotes."""
    if token.startswith("'"):
        return token[1:-1]
    if not token.startswith('"'):
        return token
    return re.sub(r'\\(["\\])', r"\1", token[1:-1])
