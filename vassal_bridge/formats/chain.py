r"""The chain of traits inside a piece's type or state: outermost first, BasicPiece last.

Each level is `SE(⇥)[own text, inner chain]` (VASSAL.counters.Decorator), so the k-th tab
carries k backslashes. The usual chain is read in one pass, whatever its length; an odd one
(tabs in texts, quoted inner chains, surplus tokens) level by level as the engine reads it.
Either is printed as it was spelled until one of its texts is set.

>>> chain = Chain("mark;A\tmark;B\\\tpiece;;;x.png;N")
>>> list(chain)
['mark;A', 'mark;B', 'piece;;;x.png;N']
>>> chain[1] = "mark;C"
>>> str(chain)
'mark;A\tmark;C\\\tpiece;;;x.png;N'
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from vassal_bridge.errors import UnencodableError
from vassal_bridge.formats.tokens import decode, escape_safely, unescape

TAB = "\t"


def _form(count: int) -> str:
    """Return what a plain chain of so many texts looks like, with a %s for each."""
    return "%s" + "".join("\\" * level + TAB + "%s" for level in range(count - 1))


_FORMS = tuple(map(_form, range(100)))
"""The forms of the usual chains, by their length."""

MAX_ODD_WORK = 64_000_000
"""How many characters the level-by-level reading may look at before it gives up."""


class Chain:
    """The texts of a piece's traits at one side (type or state), from the outermost inwards."""

    __slots__ = ("_has_surplus", "_is_bare", "_odd", "_raw")

    def __init__(self, text: str) -> None:
        self._odd: str | None = None
        self._has_surplus = False
        raw = _read_plain(text)
        self._is_bare = raw is not None and "'" not in text
        if raw is None:
            raw, self._has_surplus = _read_level_by_level(text)
            self._raw = raw
            if self._spell() != text:
                self._odd = text
        self._raw = raw

    @classmethod
    def of(cls, texts: Iterable[str]) -> Chain:
        """Return the chain of the given texts, spelled as VASSAL reads it back.

        Raises:
            UnencodableError: VASSAL could not read one of the texts back.
        """
        chain = cls("")
        chain._raw, chain._is_bare = _spell_each(list(texts)), False
        return chain

    def __len__(self) -> int:
        return len(self._raw)

    def __getitem__(self, index: int) -> str:
        if index in (-1, len(self._raw) - 1):
            return self._raw[-1]
        return unescape(self._raw[index], TAB)

    def texts(self) -> list[str]:
        """Return all texts, from the outermost inwards."""
        if self._is_bare:
            return self._raw.copy()
        return [*(unescape(raw, TAB) for raw in self._raw[:-1]), self._raw[-1]]

    def __iter__(self) -> Iterator[str]:
        return iter(self.texts())

    def __setitem__(self, index: int, text: str) -> None:
        """Set one text; the others keep their spelling where the chain is a usual one.

        Raises:
            UnencodableError: VASSAL could not read the text back, or the chain holds surplus
                tokens, which respelling would lose.
        """
        if self[index] == text:
            return
        self._rewrite([*list(self)[:index], text, *list(self)[index + 1 :]], index)

    def insert(self, index: int, text: str) -> None:
        """Put a trait's text before the one at an index. Raises as setting does."""
        self._rewrite([*list(self)[:index], text, *list(self)[index:]])

    def __delitem__(self, index: int) -> None:
        self._rewrite([*list(self)[:index], *list(self)[index + 1 :]])

    def _rewrite(self, texts: list[str], changed: int | None = None) -> None:
        if self._has_surplus:
            raise UnencodableError(
                "expected two tokens at each level of the trait chain, found more;"
                " the piece is kept as it is and not edited"
            )
        if changed is None or self._odd is not None:
            raw = _spell_each(texts)
        else:
            raw = list(self._raw)
            last = changed == len(raw) - 1
            raw[changed] = texts[changed] if last else escape_safely(texts[changed], TAB)
        self._is_bare = False
        before, self._raw = self._raw, raw
        if list(Chain(self._spell())) != texts:
            self._raw = before
            raise UnencodableError("VASSAL would not read the piece's traits back")
        self._odd = None

    def _spell(self) -> str:
        """Join the levels: one backslash a level before each tab, quotes where VASSAL sets them."""
        parts: list[str] = []
        quoted = _quoted_levels(self._raw)
        for level, raw in enumerate(self._raw):
            if level:
                parts.append("\\" * (level - 1) + TAB)
            if level in quoted:
                parts.append("'")
            parts.append(raw.replace(TAB, "\\" * level + TAB) if level else raw)
        return "".join(parts) + "'" * len(quoted)

    def __str__(self) -> str:
        return self._spell() if self._odd is None else self._odd

    def __repr__(self) -> str:
        return f"Chain({str(self)!r})"


def texts_of(text: str) -> tuple[str, ...]:
    """Return the texts of a chain that is only read, from the outermost inwards."""
    texts = tuple(text.replace("\\", "").split(TAB))
    is_quoted = "'" in text and (text[0] == "'" or "\t'" in text)
    return tuple(Chain(text)) if is_quoted or not _is_plain(texts, text) else texts


def _read_plain(text: str) -> list[str] | None:
    """Read the form that nearly every chain has; None where it is another."""
    parts = text.split(TAB)
    last = parts.pop()
    if last.startswith("\\") or last.endswith("'"):
        return None
    raw = [part.strip("\\") for part in parts]
    raw.append(last)
    return raw if _is_plain(tuple(raw), text) else None


def _is_plain(texts: tuple[str, ...], text: str) -> bool:
    """Tell whether a text is the plain chain of texts; more than it can hold are not tried."""
    count = len(texts)
    if count < len(_FORMS):
        return _FORMS[count] % texts == text
    return count**2 <= 3 * len(text) and _form(count) % texts == text


def _read_level_by_level(text: str) -> tuple[list[str], bool]:
    """Read any text as the engine does; tell too whether a level held more than two tokens."""
    own: list[str] = []
    surplus = False
    work = 0
    while True:
        work += len(text)
        tokens = decode(text, TAB) if work < MAX_ODD_WORK and TAB in text else [text]
        if len(tokens) == 1:
            own.append(text)
            return [_respell(part) for part in own[:-1]] + own[-1:], surplus
        surplus = surplus or len(tokens) > 2
        own.append(tokens[0])
        text = tokens[1]


def _respell(text: str) -> str:
    try:
        return escape_safely(text, TAB)
    except UnencodableError:
        return text


def _spell_each(texts: list[str]) -> list[str]:
    if TAB in texts[-1]:
        raise UnencodableError("the innermost text of a piece cannot hold a tab")
    return [escape_safely(text, TAB) for text in texts[:-1]] + texts[-1:]


def _quoted_levels(raw: list[str]) -> set[int]:
    """Return the levels whose chain begins with a backslash or stands in quotes already."""
    quoted: set[int] = set()
    last = raw[-1][-1:]
    for level in range(len(raw) - 1, 0, -1):
        first = raw[level][:1]
        if first == "\\" or (first == "'" and last == "'"):
            quoted.add(level)
            last = "'"
        elif not last:
            last = TAB
    return quoted
