"""Whose a piece is, where a piece says so itself: by a marker, or by the name of its prototype."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vassal_bridge.formats.pieces import Piece

_MARKERS = ("side", "owner", "player", "nation", "nationality", "army", "country", "faction")
"""The names of markers that say whose a piece is, in the order in which they are believed."""


def whose(piece: Piece, sides: Sequence[str]) -> str:
    """Return the side that a piece belongs to; empty where it says none, or several."""
    known = {side.casefold(): side for side in sides}
    marked = list(_markers(piece))
    for wanted in _MARKERS:
        for name, value in marked:
            if name.casefold() == wanted and value.casefold() in known:
                return known[value.casefold()]
    named = {known[value.casefold()] for _, value in marked if value.casefold() in known}
    return named.pop() if len(named) == 1 else ""


def _markers(piece: Piece) -> Iterator[tuple[str, str]]:
    for trait in piece.traits:
        if trait.prefix == "mark;":
            yield from zip(trait.type.rest, trait.state.rest, strict=False)
        elif trait.prefix == "PROP;":
            yield trait.type["name"], trait.state_text
        elif trait.prefix == "prototype;":
            yield "prototype", trait.type["name"]
