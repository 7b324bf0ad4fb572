"""What can differ between two saves, as a value and as a sentence in the words of the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """The kinds of difference; the values are the keys that `--json` shows."""

    ADDED = "added"
    REMOVED = "removed"
    APPEARED = "appeared"
    VANISHED = "vanished"
    MOVED = "moved"
    DRAWN = "drawn"
    RETURNED = "returned"
    MASKED = "masked"
    UNMASKED = "unmasked"
    FLIPPED = "flipped"
    ROTATED = "rotated"
    MARKED = "marked moved"
    CHANGED = "changed"
    ORDER = "order"
    PROPERTY = "global property"
    TURN = "turn"
    NOTES = "notes"
    BOARDS = "boards"
    PLAYER = "player"
    STEP = "step"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference as a viewer sees it.

    `subject` is the piece's name, the property, the tracker, the player ...; `what` the Layer or
    property of a piece; `before` and `after` are values or places in words, empty where there
    is none; `place` is where the piece stands; `note` says what it may mean (a step lost).
    `piece` is the piece's id in the later save, empty where the viewer must not know it.
    """

    kind: Kind
    subject: str
    before: str = ""
    after: str = ""
    what: str = ""
    place: str = ""
    note: str = ""
    piece: str = ""

    def __str__(self) -> str:
        """Return the difference as a sentence without its full stop.

        >>> str(Difference(Kind.MOVED, "1/8 Inf", "Main Map: 0505", "Main Map: 0606"))
        '1/8 Inf moved from Main Map: 0505 to Main Map: 0606'
        """
        text = _SENTENCES[self.kind](self)
        return f"{text} ({self.note})" if self.note else text


def _at(one: Difference) -> str:
    return f" at {one.place}" if one.place else ""


def _from_to(one: Difference) -> str:
    return f"from {one.before or 'nothing'} to {one.after or 'nothing'}"


_SENTENCES: Mapping[Kind, Callable[[Difference], str]] = {
    Kind.ADDED: lambda one: f"{one.subject} is new, at {one.place}",
    Kind.REMOVED: lambda one: f"{one.subject} is gone from {one.place}",
    Kind.APPEARED: lambda one: f"{one.subject} appeared at {one.place}",
    Kind.VANISHED: lambda one: f"{one.subject} vanished from {one.place}",
    Kind.MOVED: lambda one: f"{one.subject} moved {_from_to(one)}",
    Kind.DRAWN: lambda one: f"{one.subject} was drawn from {one.before} to {one.after}",
    Kind.RETURNED: lambda one: f"{one.subject} went from {one.before} into {one.after}",
    Kind.MASKED: lambda one: f"{one.subject} was {one.what}{_at(one)}",
    Kind.UNMASKED: lambda one: f"{one.subject} is no longer {one.what}{_at(one)}",
    Kind.FLIPPED: lambda one: f"{one.subject}{_at(one)}: {one.what} went {_from_to(one)}",
    Kind.ROTATED: lambda one: f"{one.subject}{_at(one)} turned {_from_to(one)}",
    Kind.MARKED: lambda one: (
        f"{one.subject}{_at(one)} is {'now' if one.after else 'no longer'} marked as moved"
    ),
    Kind.CHANGED: lambda one: (
        f"{one.subject}{_at(one)}: {one.what} "
        + (f"went {_from_to(one)}" if one.before or one.after else "changed")
    ),
    Kind.ORDER: lambda one: (
        f"{one.subject} lies in another order" + (f": {one.after}" if one.after else "")
    ),
    Kind.PROPERTY: lambda one: f"property {one.subject} went {_from_to(one)}",
    Kind.TURN: lambda one: f"{one.subject} went {_from_to(one)}",
    Kind.NOTES: lambda one: f"{one.subject} {one.what}",
    Kind.BOARDS: lambda one: f"the boards of {one.subject} went {_from_to(one)}",
    Kind.PLAYER: lambda one: f"{one.subject} {one.what}",
    Kind.STEP: lambda one: f"{one.subject} {one.what}" + (f": {one.after}" if one.after else ""),
    Kind.OTHER: lambda one: f"{one.subject} differs",
}
