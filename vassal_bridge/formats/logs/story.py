"""A log as a story: for each step who acted, and what happened in the game's words.

No file says who made a step. It is told from the mover that a move names, from the player whom
the roster's commands name, or from the name in the step's chat; otherwise it stays unknown.
Players' ids are passwords and are never shown. Names and places are those that the viewer sees:
masks, invisible pieces, face-down decks and private maps keep theirs (`formats.sight`).
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass

from vassal_bridge.formats.chain import Chain
from vassal_bridge.formats.commands import Command
from vassal_bridge.formats.gamelines import MODULE
from vassal_bridge.formats.logs.chatlines import shown_chat
from vassal_bridge.formats.logs.log import Log, Step
from vassal_bridge.formats.module import Module
from vassal_bridge.formats.pieces import Deck, GamePiece, Piece, PieceId, Stack
from vassal_bridge.formats.position import Position
from vassal_bridge.formats.properties import OBSERVER, Scene, Viewer
from vassal_bridge.formats.secrets import Redactor
from vassal_bridge.formats.sight import Sight, closed_maps, sight_of
from vassal_bridge.formats.surroundings import SavedSurroundings
from vassal_bridge.formats.tabletop import Point
from vassal_bridge.formats.traits import Trait
from vassal_bridge.formats.traitvalues import level_names_of

UNKNOWN = "unknown"
_CHATTER = re.compile(r"^(?:&lt;|<)(.+?)(?:&gt;|>) - ")
_REPORTER = re.compile(r"&lt;(.+?)&gt;")
_QUIET = frozenset(
    {"piece;", "footprint;", "report;", "matPiece;", "mat;", "placemark;", "attach;"}
)
"""Traits whose change is no news: where it was before, trails, counters of reports."""

_SILENT: dict[str, tuple[str, str]] = {
    "PlayAudioClip": ("sound", "a sound is played"),
    "LineOfSight": ("line of sight", "a line of sight is drawn"),
    "Flare": ("flare", "a flare is shown"),
    "SetClock": ("clock", "the clock is set"),
    "SetClockControl": ("clock", "the clock is set"),
    "SetUnmaskers": ("option", "who may unmask is set"),
    "LockOptions": ("option", "the scenario options are locked or unlocked"),
    "ScenarioNotes": ("note", "the scenario notes are written"),
    "PublicNotes": ("note", "the public notes are written"),
    "PrivateNote": ("note", "a private note is written"),
    "DelayedNote": ("note", "a delayed message is written"),
    "RemovePlayer": ("player", "a player leaves a side"),
}
"""Kinds that are told by one phrase: what they hold is private or says nothing."""


@dataclass(frozen=True, slots=True)
class Who:
    """Who made a step, and how that is known: `move`, `roster`, `chat` or nothing."""

    name: str = UNKNOWN
    how: str = ""


@dataclass(frozen=True, slots=True)
class Happening:
    """One thing that happened: its kind, a phrase, and, for a piece, its name and places.

    Of chat the phrase is what a reader sees, which may be several lines; `raw` is as it was sent.
    """

    kind: str
    text: str
    piece: str = ""
    start: str = ""
    end: str = ""
    raw: str = ""


@dataclass(frozen=True, slots=True)
class Told:
    """A step as it is told."""

    number: int
    who: Who
    happenings: tuple[Happening, ...]

    @property
    def text(self) -> str:
        """Everything that happened in one line."""
        texts = (happening.text.replace("\n", " ") for happening in self.happenings)
        return "; ".join(texts)


def story(log: Log, module: Module | None = None, viewer: Viewer = OBSERVER) -> Iterator[Told]:
    """Yield each step of a log as it is told to a viewer.

    Places have names, and hands are known to be hands, only where a module is given.
    """
    position = log.position(module)
    around = Around(position, module, viewer)
    redactor = Redactor(log.save)
    for step in log.steps:
        teller = _Teller(position, around, redactor, is_undo=bool(step.of("Undo")))
        who = _who(step, position)
        for command in step.commands:
            teller.tell(command)
        yield Told(step.number, who, tuple(teller.told()))


class Around(SavedSurroundings):
    """The surroundings of a position; `closed` are the maps that the viewer may not look into."""

    def __init__(self, position: Position, module: Module | None, viewer: Viewer) -> None:
        super().__init__(position, module)
        self.viewer = viewer
        self.closed = closed_maps(module, viewer)

    def place(self, point: Point | None) -> str:
        """Return what a player calls a point: its name, or its map and pixels."""
        if point is None:
            return "off the map"
        if point[0] in self.closed:
            return point[0]
        name = self.location(*point).name
        return name if name and name != "offboard" else f"{point[0]} ({point[1]},{point[2]})"


class SceneNow(Scene):
    """The pieces at this moment; who is in which stack is asked of the position."""

    def __init__(self, position: Position, around: Around) -> None:
        super().__init__(position.pieces, viewer=around.viewer, surroundings=around)
        self._position = position

    def holder(self, piece: Piece) -> Stack | Deck | None:
        """Return the stack or deck that a piece is in."""
        return self._position.holder_of(piece.id)


def _who(step: Step, position: Position) -> Who:
    """Return who made a step."""
    roster = {line["player"]: line["name"] for line in position.lines.of("AddPlayer")}
    chat = [command["text"] for command in step.of("Chat")]
    for text in chat:
        found = _CHATTER.match(text)
        if found:
            return Who(html.unescape(found[1]), "chat")
    for command in step.of("MovePiece"):
        if command.has("player") and command["player"] in roster:
            return Who(roster[command["player"]], "move")
    for command in step.of("AddPlayer"):
        return Who(command["name"], "roster")
    for text in chat:
        named = [html.unescape(name) for name in _REPORTER.findall(text)]
        named += [name for name in roster.values() if name and name in html.unescape(text)]
        if named:
            return Who(named[-1] if text.startswith("*** ") else named[0], "chat")
    return Who()


def plain_chat(text: str) -> str:
    """Return a chat line as it is read: without VASSAL's marks of style and spelled brackets.

    >>> plain_chat("*** 2d6 = 4,1 *** &lt;Ann&gt;")
    '*** 2d6 = 4,1 *** <Ann>'
    """
    return html.unescape(text).strip()


@dataclass(frozen=True, slots=True)
class _Note:
    """A happening whose piece gets its name when the step is over: it may be masked by then."""

    kind: str
    text: str
    piece: PieceId | None = None
    start: str = ""
    end: str = ""
    is_secret: bool = False
    raw: str = ""


class _Teller:
    """Executes a step's commands one by one and notes what they changed.

    A piece that is covered at any moment of the step is called by what the viewer sees of it
    then, unless it lies open when the step is over.
    """

    def __init__(
        self, position: Position, around: Around, redactor: Redactor, *, is_undo: bool
    ) -> None:
        self._position = position
        self._around = around
        self._redactor = redactor
        self._is_undo = is_undo
        self._notes: list[_Note] = []
        self._moves: dict[PieceId, Point | None] = {}
        self._cover_names: dict[PieceId, str] = {}
        self._open_names: dict[PieceId, str] = {}
        self._unseen: set[tuple[PieceId, Point | None]] = set()
        self._dice: dict[str, dict[str, str]] = {}
        self._values: list[tuple[str, str, str, str]] = []

    def tell(self, command: Command) -> None:
        """Execute a command and note what happened."""
        position = self._position
        piece_id = command["id"] if "id" in command.spec.fields else ""
        piece = position.find(piece_id) if piece_id else None
        before = {one.id: position.table.place(one.id) for one in self._touched(piece)}
        was = list(position.table.members[piece.id]) if isinstance(piece, Deck) else []
        for one in self._touched(piece):
            self._look_at(one)
        self._note_line(command)
        position.execute(command)
        now = position.find(piece_id) if piece_id else None
        for one_id in dict.fromkeys([*before, piece_id]):
            seen = position.find(one_id) if one_id else None
            if isinstance(seen, Piece):
                self._look_at(seen)
        match command.kind:
            case "ChangePiece" if isinstance(piece, Piece):
                self._note_changes(piece, command)
            case "ChangePiece" if isinstance(piece, Deck):
                self._note_deck(piece, was)
            case "RemovePiece" if isinstance(piece, Piece):
                start = self._place(piece.id, before[piece.id])
                self._note("deleted", "{} is deleted in {start}", piece.id, start)
            case "AddPiece" if isinstance(now, Piece) and piece is None:
                self._note_new(now)
        for one_id, place in before.items():
            if position.table.place(one_id) != place:
                self._moves.setdefault(one_id, place)

    def _touched(self, piece: GamePiece | None) -> list[Piece]:
        """Return the pieces that a command about a piece or a whole stack may move."""
        if isinstance(piece, Piece):
            return [piece]
        if not isinstance(piece, Stack):
            return []
        members = [self._position.find(one) for one in self._position.table.members[piece.id]]
        return [one for one in members if isinstance(one, Piece)]

    def told(self) -> list[Happening]:
        """Return what happened in the step: the moves first, then the rest as it came."""
        undo = [Happening("undo", "a step is taken back")] if self._is_undo else []
        notes = [*self._told_moves(), *self._notes, *self._told_values()]
        found = [self._happening(note) for note in notes]
        return [*undo, *dict.fromkeys(one for one in found if one is not None)]

    def _happening(self, note: _Note) -> Happening | None:
        if note.piece is None:
            raw = self._redactor.clean(note.raw)
            return Happening(note.kind, self._redactor.clean(note.text), raw=raw)
        name = self._name(note.piece)
        if note.is_secret and note.piece in self._cover_names:
            moves = note.piece in self._moves
            return None if moves else Happening("changed", f"{name} changes", name)
        text = note.text.format(name, start=note.start, end=note.end)
        return Happening(note.kind, self._redactor.clean(text), name, note.start, note.end)

    def _name(self, piece: PieceId) -> str:
        """Return what a piece is called: openly only where it lies open at the end."""
        return self._open_names.get(piece) or self._cover_names.get(piece) or "a piece"

    def _told_moves(self) -> Iterator[_Note]:
        for piece_id, before in self._moves.items():
            now = self._position.table.place(piece_id)
            if self._position.find(piece_id) is not None and now != before:
                start, end = self._place(piece_id, before), self._place(piece_id, now)
                yield _Note("moved", "{} moves {start} -> {end}", piece_id, start, end)

    # --- pieces --------------------------------------------------------------------------------

    def _look_at(self, piece: Piece) -> None:
        """Remember what the viewer calls a piece at this moment, and whether it is seen at all."""
        look = SceneNow(self._position, self._around).look(piece)
        sight = sight_of(look, self._around.closed)
        if sight is Sight.FULL:
            self._open_names.setdefault(piece.id, look.name or "a piece")
            return
        self._open_names.pop(piece.id, None)
        if sight is Sight.MASKED:
            self._cover_names[piece.id] = look.name or "?"
        elif sight is Sight.FACE_DOWN:
            self._cover_names[piece.id] = "a card"
        elif look.map in self._around.closed:
            self._cover_names.setdefault(piece.id, "a piece")
        else:
            self._cover_names[piece.id] = "something hidden"
            self._unseen.add((piece.id, self._position.table.place(piece.id)))

    def _place(self, piece: PieceId, point: Point | None) -> str:
        """Return what a point is called; a question mark where the piece was not seen there."""
        if point is not None and (piece, point) in self._unseen:
            return "?"
        return self._around.place(point)

    def _note(
        self, kind: str, text: str, piece: PieceId | None = None, start: str = "", end: str = ""
    ) -> None:
        self._notes.append(_Note(kind, text, piece, start, end))

    def _note_new(self, piece: Piece) -> None:
        point = self._position.table.place(piece.id)
        if point is None:
            self._note("created", "{} is created", piece.id)
        else:
            end = self._place(piece.id, point)
            self._note("created", "{} is created in {end}", piece.id, "", end)

    def _note_deck(self, deck: Deck, was: list[PieceId]) -> None:
        now = self._position.table.members[deck.id]
        name = deck.type["name"]
        if now != was and sorted(now) == sorted(was):
            self._note("deck", f"the order of {name} changes")
        elif now == was:
            self._note("deck", f"{name} is turned over")

    def _note_changes(self, piece: Piece, command: Command) -> None:
        if not command.has("old_state"):
            return
        new, old = list(Chain(command["state"])), list(Chain(command["old_state"]))
        types = piece.types
        if not len(new) == len(old) == len(types):
            return
        for place, (own, after, before) in enumerate(zip(types, new, old, strict=True)):
            trait = Trait(place, own, after)
            if after == before or trait.prefix in _QUIET:
                continue
            for kind, phrase in _changes(trait, before):
                spelled = phrase.replace("{", "{{").replace("}", "}}")
                secret = kind not in ("masked", "hidden", "marked")
                self._notes.append(_Note(kind, "{} " + spelled, piece.id, is_secret=secret))

    # --- everything else -----------------------------------------------------------------------

    def _note_line(self, command: Command) -> None:
        match command.kind:
            case "Chat":
                if command["text"]:
                    said = command["text"]
                    self._notes.append(_Note("chat", shown_chat(said), raw=said))
            case "ChangeProperty":
                self._note_property(command)
            case "ShowDice":
                faces = ",".join(str(int(face) + 1) for face in command.rest() if face.isdigit())
                self._note("dice", f"{command['button']}: faces {faces}")
            case "SetGlobalProperty":
                name = command["name"].split("\t")[0]
                self._note("property", f"{name} is {command['value']}")
            case "SetTurn":
                self._note("turn", "the turn marker is moved")
            case "AddPlayer":
                self._note("player", f"{command['name']} takes the side {command['side']}")
            case kind if kind in _SILENT:
                self._note(*_SILENT[kind])

    def _note_property(self, command: Command) -> None:
        name, old, new = command["name"], command["old"], command["new"]
        stem, _, part = name.rpartition("_")
        if stem and part in _DICE_PARTS:
            self._dice.setdefault(stem, {})[part] = new
        container = command["container"] if command.has("container") else MODULE
        self._values.append((name, "" if container == MODULE else container, old, new))

    def _told_values(self) -> Iterator[_Note]:
        """Yield the rolls and the other changed properties; an undone roll tells itself."""
        rolled = {stem: parts for stem, parts in self._dice.items() if "result" in parts}
        for stem, parts in rolled.items():
            if not self._is_undo:
                total, result = parts.get("total", ""), parts["result"]
                tail = f" (total {total})" if total and "," in result else ""
                yield _Note("dice", f"{stem} = {result}{tail}")
        for name, container, old, new in self._values:
            if name.rpartition("_")[0] not in rolled and old != new:
                where = f" ({container})" if container else ""
                yield _Note("property", f"{name}{where}: {old or '-'} -> {new or '-'}")


_DICE_PARTS = ("result", "total", "keep", "summary")
"""The ends of the properties in which VASSAL's dice keep a roll."""


def _changes(trait: Trait, before: str) -> Iterator[tuple[str, str]]:
    """Yield what a trait's new state means beside the old one."""
    was = Trait(trait.index, trait.type_text, before)
    match trait.prefix:
        case "emb2;" | "emb;":
            level = trait.state.number("level")
            if level != was.state.number("level"):
                yield "flipped", _flip(trait, level)
        case "obs;":
            yield "masked", "is unmasked" if trait.state["owner"] in ("", "null") else "is masked"
        case "hide;":
            hidden = trait.state_text not in ("", "null")
            yield "hidden", "is hidden" if hidden else "is shown"
        case "markmoved;":
            yield "marked", "is marked as moved" if trait.state_text == "true" else "has not moved"
        case "rotate;" | "pivot;":
            yield "turned", "turns"
        case "PROP;":
            name = trait.type["name"]
            yield "property", f"{name}: {before or '-'} -> {trait.state_text or '-'}"
        case "label;":
            yield "label", f"label: {trait.state_text or '-'}"
        case _:
            yield "changed", f"changes ({trait.spec.name})"


def _flip(trait: Trait, level: int) -> str:
    """Return the phrase for a Layer's new level."""
    title = trait.type["name"] if trait.prefix == "emb2;" else ""
    layer = f"{title} " if title else ""
    if level <= 0:
        return f"turns {layer}off"
    names = level_names_of(trait)
    name = names[level - 1].strip("+ ") if level <= len(names) else ""
    return f"flips {layer}to {name or level}"
