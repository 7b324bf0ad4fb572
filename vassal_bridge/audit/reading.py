"""A log read for the umpire: each step replayed, with what its commands met and left.

No file says who made a step. The player whom a move names counts first, then the one whom the
roster's commands name, then the name in the chat; otherwise it stays unknown.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from vassal_bridge.audit.acts import Act, ReadStep, Rolled, Shown
from vassal_bridge.audit.rolls import rolls_in
from vassal_bridge.audit.undoing import TakenBack, taken_back
from vassal_bridge.audit.whose import whose
from vassal_bridge.formats import traitvalues
from vassal_bridge.formats.commands import Command
from vassal_bridge.formats.expressions import NotEvaluated
from vassal_bridge.formats.logs.chain import Facts, facts
from vassal_bridge.formats.logs.log import Log, Step, follow_layers
from vassal_bridge.formats.logs.story import Around, SceneNow, Who
from vassal_bridge.formats.module import Module
from vassal_bridge.formats.parts import Dice
from vassal_bridge.formats.pieces import Deck, GamePiece, Piece
from vassal_bridge.formats.position import Position
from vassal_bridge.formats.properties import OBSERVER, Viewer
from vassal_bridge.formats.roster import Seat, seats
from vassal_bridge.formats.save import Save
from vassal_bridge.formats.secrets import Redactor
from vassal_bridge.formats.sight import Sight, sight_of
from vassal_bridge.formats.surroundings import OBSERVERS, scene_of
from vassal_bridge.formats.turns import turns_of

_CHATTER = re.compile(r"^(?:&lt;|<)(.+?)(?:&gt;|>) - ")
_REPORTER = re.compile(r"&lt;(.+?)&gt;|<([^<>=/]+)>")
HIDDEN_PLACE = "?"
"""What a place is called that the viewer does not see."""


class Reading:
    """One log replayed: its steps, its rolls, its players, and where it begins and ends.

    Names and places are those that the viewer sees; without a module places are in pixels.
    """

    def __init__(self, log: Log, module: Module | None = None, viewer: Viewer = OBSERVER) -> None:
        self.log = log
        self.module = module
        self.viewer = viewer
        self.redactor = Redactor(log.save)
        self.seats: tuple[Seat, ...] = tuple(seats(log.start))

    @property
    def name(self) -> str:
        """The name of the log's file."""
        return self.log.name

    @cached_property
    def dice(self) -> Mapping[str, Dice]:
        """The module's dice buttons by name; none without a module."""
        return {} if self.module is None else {one.name: one for one in self.module.dice}

    @cached_property
    def steps(self) -> tuple[ReadStep, ...]:
        """The steps in order, each replayed once."""
        return self._replayed[0]

    @cached_property
    def rolls(self) -> tuple[Rolled, ...]:
        """All rolls in order; those that a later step takes back say so."""
        rolls = [roll for step in self.steps for roll in step.rolls]
        undone = {back.step.number for back in self.taken_back.values() if back.step is not None}
        return tuple(replace(one, is_undone=one.step in undone) for one in rolls)

    @cached_property
    def taken_back(self) -> Mapping[int, TakenBack]:
        """What each Undo takes back, by the number of its step."""
        return taken_back(self.steps)

    @cached_property
    def start(self) -> Facts:
        """What the start position is."""
        position = self.log.position(self.module)
        follow_layers(position, scene_of(position))
        return facts(position)

    @cached_property
    def end(self) -> Facts:
        """What the position after the last step is."""
        return facts(self._end_position)

    @cached_property
    def end_save(self) -> Save:
        """The position after the last step, as a save; not to be changed."""
        return self._end_position.save

    @cached_property
    def _end_position(self) -> Position:
        position = self._replayed[1]
        position.settle()
        follow_layers(position, scene_of(position))
        return position

    @cached_property
    def _replayed(self) -> tuple[tuple[ReadStep, ...], Position]:
        position = self.log.position(self.module)
        replay = _Replay(self, position)
        steps = tuple(replay.read(step) for step in self.log.steps)
        return steps, position


class _Replay:
    """Plays a log's commands one by one and notes what each met and left."""

    def __init__(self, reading: Reading, position: Position) -> None:
        self._reading = reading
        self._position = position
        self._around = Around(position, reading.module, reading.viewer)
        self._unreadable: set[str] = set()

    def read(self, step: Step) -> ReadStep:
        """Execute a step; return it with what its commands did."""
        position, reading = self._position, self._reading
        who = who_made(step, roster_of(position))
        turn = self._turn()
        acts = tuple(self._act(command) for command in step.commands)
        rolls = tuple(rolls_in(step, reading.name, who, reading.dice))
        return ReadStep(
            step,
            who,
            acts,
            rolls,
            turn,
            self._turn(),
            is_undo=any(act.kind == "Undo" for act in acts),
            chat=tuple(act.command["text"] for act in acts if act.kind == "Chat"),
        )

    def _turn(self) -> str:
        """Return what the turn trackers show."""
        lines = self._position.lines.of("SetTurn")
        key = "\n".join(line.own for line in lines)
        if key not in self._turns:
            shown = turns_of(self._position.save, self._reading.module)
            self._turns[key] = "; ".join(shown.values())
        return self._turns[key]

    @cached_property
    def _turns(self) -> dict[str, str]:
        return {}

    def _act(self, command: Command) -> Act:
        position = self._position
        about = command["id"] if "id" in command.spec.fields else ""
        before = self._shown(about)
        value = None
        kind = command.kind
        if kind == "ChangeProperty":
            container = command["container"] if command.has("container") else "Module"
            value = position.lines.value(command["name"], container)
        is_move = kind == "MovePiece"
        left = self._shown(command["old_under"]) if is_move else None
        position.execute(command)
        after = self._shown(about)
        met = self._shown(command["under"]) if is_move else None
        return Act(command, kind, before, after, value, left, met)

    def _shown(self, about: str) -> Shown | None:
        piece = self._position.find(about) if about else None
        if piece is None:
            return None
        if isinstance(piece, Piece):
            return self._piece(piece)
        return self._holder(piece)

    def _piece(self, piece: Piece) -> Shown:
        position, around = self._position, self._around
        look = SceneNow(position, around).look(piece)
        sight = sight_of(look, around.closed)
        point = position.table.place(piece.id)
        holder = position.holder_of(piece.id)
        deck = holder.type["name"] if isinstance(holder, Deck) else ""
        masked = piece.trait("obs;")
        hidden = piece.trait("hide;")
        return Shown(
            id=piece.id,
            kind="piece",
            name=_name(look, sight),
            place=HIDDEN_PLACE if sight is Sight.UNSEEN else around.place(point),
            side=whose(piece, self._sides),
            point=point,
            gpid=piece.gpid,
            deck=deck,
            above=_above(piece, holder) if isinstance(holder, Deck) else (),
            is_face_down=isinstance(holder, Deck) and holder.is_face_down,
            is_open=sight is Sight.FULL,
            masked_by=(traitvalues.masked_by(masked) or "") if masked else "",
            hidden_by=(traitvalues.hidden_by(hidden) or "") if hidden else "",
            types=piece.types,
            states=piece.states,
        )

    @cached_property
    def _sides(self) -> tuple[str, ...]:
        """The sides that can own pieces: the module's, and those that players hold."""
        module = self._reading.module
        known = [] if module is None else list(module.sides)
        return tuple(dict.fromkeys([*known, *(s.side for s in self._reading.seats if s.side)]))

    def _holder(self, piece: GamePiece) -> Shown:
        deck = piece.type["name"] if isinstance(piece, Deck) else ""
        point = self._position.table.place(piece.id)
        return Shown(
            id=piece.id,
            kind="deck" if deck or isinstance(piece, Deck) else "stack",
            name=deck or "a stack",
            place=self._around.place(point),
            point=point,
            deck=deck,
            is_face_down=isinstance(piece, Deck) and piece.is_face_down,
            reports=not isinstance(piece, Deck) or _reports(piece),
            states=(piece.state_text,),
            members=tuple(self._position.table.members.get(piece.id, ())),
        )


def _above(card: Piece, deck: Deck) -> tuple[str, ...]:
    """Return the cards that lie on one, in a deck that lets draw the top card alone."""
    drawn_at_will = deck.type["shuffle_option"] == "Always" or deck.type.flag("select_draw")
    members = deck.members
    if drawn_at_will or card.id not in members:
        return ()
    return tuple(members[members.index(card.id) + 1 :])


def _reports(deck: Deck) -> bool:
    """Whether a deck has words for the chat when it is shuffled or reversed."""
    return bool(deck.type["shuffle_report"] or deck.type["reverse_report"])


def _name(look: object, sight: Sight) -> str:
    if sight is Sight.FACE_DOWN:
        return "a card"
    if sight is Sight.UNSEEN:
        return "something hidden"
    try:
        return str(getattr(look, "name", "")) or "?"
    except NotEvaluated:
        return "a piece" if sight is Sight.FULL else "?"


def roster_of(position: Position) -> dict[str, Seat]:
    """Return the seats at this moment by their ids."""
    return {
        line["player"]: Seat(
            line["name"], "" if line["side"] == OBSERVERS else line["side"], line["player"]
        )
        for line in position.lines.of("AddPlayer")
    }


def who_made(step: Step, roster: Mapping[str, Seat]) -> Who:
    """Return who made a step, and how that is known: `move`, `roster`, `chat` or nothing."""
    for command in step.of("MovePiece"):
        if command.has("player") and command["player"] in roster:
            return Who(roster[command["player"]].name, "move")
    for command in step.of("AddPlayer"):
        return Who(command["name"], "roster")
    named = chat_name(step, [seat.name for seat in roster.values()])
    return Who(named, "chat") if named else Who()


def chat_name(step: Step, known: Iterable[str]) -> str:
    """Return the name that a step's chat gives; empty where it gives none."""
    names = [name for name in known if name]
    for command in step.of("Chat"):
        found = _CHATTER.match(command["text"])
        if found:
            return html.unescape(found[1])
    for command in step.of("Chat"):
        text = html.unescape(command["text"])
        in_brackets = _in_brackets(command["text"])
        for name in in_brackets:
            if name in names:
                return name
        if text.startswith("***") and in_brackets:
            return in_brackets[-1]
        for name in sorted(names, key=len, reverse=True):
            if text.startswith("*") and name in text:
                return name
    return ""


def _in_brackets(text: str) -> list[str]:
    """Return what stands in angle brackets, spelled out or escaped; no tags with attributes."""
    return [html.unescape(one or other) for one, other in _REPORTER.findall(text)]


@dataclass(frozen=True, slots=True)
class Chain:
    """The logs of a game in the order in which they were played, however they were given."""

    readings: tuple[Reading, ...]

    @property
    def rolls(self) -> tuple[Rolled, ...]:
        """All rolls of all logs in order; those of repeated steps too."""
        return tuple(roll for reading in self.readings for roll in reading.rolls)

    def __iter__(self) -> Iterator[Reading]:
        return iter(self.readings)


def read_all(
    logs: Sequence[Log], module: Module | None = None, viewer: Viewer = OBSERVER
) -> list[Reading]:
    """Return logs read with a module, as a viewer sees them, in the order given."""
    return [Reading(log, module, viewer) for log in logs]
