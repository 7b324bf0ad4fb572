"""Blocks of text that players mail to each other: read back however a mail program wrapped them.

A block is `[[FAIR DICE 1`, its kind, its fields and the beginning of its digest, then `END]]`. All
that mail adds (line ends, quote marks, soft line breaks, odd spaces) is no part of it; a change of
anything else shows by the digest.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import quote, unquote

from vassal_bridge.errors import FormatError, Where

_BEGIN, _END = "[[FAIR DICE 1", "END]]"
_OPENING = re.compile(r"\[\[\W*FAIR\W+DICE\W+1\b")
_BLOCK = re.compile(r"\[\[\W*FAIR\W+DICE\W+1\b(.*?)\bEND\W*\]\]", re.DOTALL)
_ADDED = re.compile(r"[^A-Za-z0-9%:;._~-]")
"""What a block never holds, so that mail must have added it."""
_WIDTH = 60
_SUM = 12


@dataclass(frozen=True, slots=True)
class Block:
    """A block: its kind and its fields in their order."""

    kind: str
    fields: tuple[tuple[str, str], ...]

    def __getitem__(self, name: str) -> str:
        """Return a field's value. Raises FormatError where the block lacks it."""
        for own, value in self.fields:
            if own == name:
                return value
        raise FormatError(f"expected {name} in the block {self.kind}, found none")

    def number(self, name: str) -> int:
        """Return a field's value as a whole number. Raises FormatError where it is none."""
        value = self[name]
        if not re.fullmatch(r"[0-9]{1,9}", value):
            raise FormatError(f"expected a number as {name} of the block {self.kind}: {value!r}")
        return int(value)

    @property
    def digest(self) -> str:
        """The SHA-256 of the block's spelling, in hex: what other blocks call it by."""
        return hashlib.sha256(self._spelled.encode("ascii")).hexdigest()

    @property
    def text(self) -> str:
        """The block as it is mailed, in short lines."""
        body = f"{self._spelled};sum:{self.digest[:_SUM]};"
        lines = [body[place : place + _WIDTH] for place in range(0, len(body), _WIDTH)]
        return "\n".join([_BEGIN, *lines, _END])

    @property
    def _spelled(self) -> str:
        parts = [f"{name}:{quote(value, safe='')}" for name, value in self.fields]
        return ";".join([self.kind, *parts])


def read_blocks(text: str, name: str = "") -> list[Block]:
    """Return the blocks in a text, in order, each once; all else in it is passed over.

    Raises:
        FormatError: a block was changed on its way, or it is of a kind that we do not know.
    """
    if len(_OPENING.findall(text)) > len(_BLOCK.findall(text)):
        raise FormatError(f"a block of fair dice has no {_END}: copy it whole", where=Where(name))
    found = [_read(match[1], Where(name)) for match in _BLOCK.finditer(text)]
    return list(dict.fromkeys(found))


def of_kind(blocks: Iterable[Block], kind: str) -> list[Block]:
    """Return the blocks of a kind, in order."""
    return [block for block in blocks if block.kind == kind]


def _read(body: str, where: Where) -> Block:
    kind, *parts = _ADDED.sub("", body).removesuffix(";").split(";")
    fields = tuple(
        (own, unquote(value)) for own, _, value in (part.partition(":") for part in parts)
    )
    block = Block(kind, fields[:-1])
    if fields[-1:] != (("sum", block.digest[:_SUM]),):
        raise FormatError(
            f"the block of fair dice that begins with {kind[:20]!r} was changed on its way:"
            " ask for it once more, or copy it whole",
            where=where,
        )
    return block
