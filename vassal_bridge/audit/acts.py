"""What one command of a step met and what it left: the piece before, and the piece after."""

from __future__ import annotations

from dataclasses import dataclass, field

from vassal_bridge.formats.commands import Command
from vassal_bridge.formats.logs.log import Step
from vassal_bridge.formats.logs.story import Who
from vassal_bridge.formats.tabletop import Point

_SENDS = ("sendto;",)
"""Traits whose state changes when they send a piece."""
_BY_KEY = ("return;", "translate;")
"""Traits that move a piece and keep no trace of it."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A piece, stack or deck at one moment.

    `name` and `place` are what the viewer sees; `side` is whose it is, empty where nothing says
    it. `above` are the ids of the cards that lie on it in a deck which gives its top card only;
    `reports` tells of a deck that its shuffling is reported.
    `masked_by` and `hidden_by` are players' ids or sides, never to be shown.
    """

    id: str
    kind: str
    name: str
    place: str
    side: str = ""
    point: Point | None = None
    gpid: str = ""
    deck: str = ""
    above: tuple[str, ...] = ()
    reports: bool = True
    is_face_down: bool = False
    is_open: bool = True
    masked_by: str = field(default="", repr=False)
    hidden_by: str = field(default="", repr=False)
    types: tuple[str, ...] = field(default=(), repr=False)
    states: tuple[str, ...] = field(default=(), repr=False)
    members: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Act:
    """One command, the piece it is about before and after it, and the value of its property.

    `kind` is the command's, such as MovePiece. Of a move `below_before` and `below_after` are the
    pieces on which it says that the piece lay and comes to lie, as they are at that moment.
    """

    command: Command
    kind: str
    before: Shown | None = None
    after: Shown | None = None
    value: str | None = None
    below_before: Shown | None = None
    below_after: Shown | None = None


@dataclass(frozen=True, slots=True)
class Rolled:
    """A roll of a dice button, as a step shows it.

    `kind` is what was rolled (`2d6`), or `symbols` or `text`; `faces` are the numbers rolled, of
    kept dice alone where a button keeps some; `total` is None where nothing says it. `text` is
    the line of the chat, as it is read. `is_undone` tells that a later step took it back.
    """

    log: str
    step: int
    who: Who
    button: str
    kind: str
    faces: tuple[int, ...]
    total: int | None
    text: str
    is_undone: bool = False


@dataclass(frozen=True, slots=True)
class ReadStep:
    """A step replayed: who made it, what each of its commands did, and what was rolled.

    `is_undo` tells that the step takes another back. `turn` is what the turn trackers show
    before the step, `next_turn` after it; `chat` are the step's lines as they are spelled.
    """

    step: Step
    who: Who
    acts: tuple[Act, ...]
    rolls: tuple[Rolled, ...] = ()
    turn: str = ""
    next_turn: str = ""
    is_undo: bool = False
    chat: tuple[str, ...] = ()

    @property
    def number(self) -> int:
        """The step's number, counted from 1 as VASSAL does."""
        return self.step.number

    def of(self, *kinds: str) -> list[Act]:
        """Return the acts of some kinds, in order."""
        return [act for act in self.acts if act.kind in kinds]


def is_sent(act: Act) -> bool:
    """Whether a key of the piece's may have sent it elsewhere, which makes no report."""
    before = act.before
    if before is None or act.after is None:
        return False
    return any(one.startswith(_BY_KEY) for one in before.types) or was_sent(act)


def was_sent(act: Act) -> bool:
    """Whether a trait of the piece's has sent it elsewhere, as its state shows."""
    before, after = act.before, act.after
    if before is None or after is None:
        return False
    states = zip(before.types, before.states, after.states, strict=False)
    return any(one.startswith(_SENDS) and old != new for one, old, new in states)
