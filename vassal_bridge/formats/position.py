"""A position: what commands act on.

A position stands over a save's own command list, so that applying a command changes just the
tokens that the command names, and the save can be written at any moment. Commands act as
VASSAL's do (VASSAL.command.MovePiece, ChangePiece, AddPiece, RemovePiece and the others); what
VASSAL ignores is ignored.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable

from vassal_bridge.errors import UnencodableError
from vassal_bridge.formats.chain import Chain
from vassal_bridge.formats.commands import Command, CommandList
from vassal_bridge.formats.fields import Record
from vassal_bridge.formats.gamelines import KEYS, MODULE, GameLines
from vassal_bridge.formats.pieces import (
    DECK_PREFIX,
    NO_MAP,
    STACK_TYPE,
    Deck,
    GamePiece,
    Piece,
    PieceId,
    Stack,
    read_int,
)
from vassal_bridge.formats.save import Pieces, Save
from vassal_bridge.formats.tabletop import LAYER_MARK, Point, Tabletop, hider, stacks
from vassal_bridge.formats.tokens import encode_safely
from vassal_bridge.formats.traits import STACK_STATE

_NULL = "null"


class Position:
    """The pieces, properties and texts of a save, changed by commands.

    Chat is written into the save, where loading shows it; with `keeps_chat` False it is only
    collected in `chat`. Stacks are to be changed by commands alone: the position remembers who
    is in which.
    """

    def __init__(self, save: Save, *, keeps_chat: bool = True) -> None:
        self.save = save
        self.chat: list[str] = []
        self.applied: list[list[str]] = []
        self._keeps_chat = keeps_chat
        self._table: Tabletop | None = None
        self._lines: GameLines | None = None
        self._version = -1
        self._empty: dict[PieceId, GamePiece] = {}
        self._new: dict[int, Command] = {}
        self._gone: dict[int, Command] = {}
        self._held: Pieces | None = None
        self._greatest = 0

    @property
    def commands(self) -> CommandList:
        """The commands of the save that the position stands over."""
        return self.save.commands

    @property
    def pieces(self) -> Pieces:
        """The pieces as they are now."""
        return self.save.pieces

    @property
    def lines(self) -> GameLines:
        """The roster, turns, notes and properties as they are now."""
        self._look_again()
        if self._lines is None:
            self._lines = GameLines(self.commands)
        return self._lines

    @property
    def table(self) -> Tabletop:
        """Who is in which stack, and what stands where."""
        self._look_again()
        if self._table is None:
            self._table = Tabletop(self.pieces)
        return self._table

    def _look_again(self) -> None:
        """Forget what we know of the list where somebody else put commands in or took them out."""
        if self._version != self.commands.version:
            self._version = self.commands.version
            self._table = None
            self._greatest = 0
            if self._lines is not None:
                self._lines.read()

    def property(self, name: str, container: str = MODULE) -> str | None:
        """Return a global property's value; None where nothing gave it one.

        A zone's container is `<map>:<zone>`, a map's its name.
        """
        return self.lines.value(name, container)

    def apply(self, text: str) -> None:
        """Apply one command, given by its own text, as VASSAL would execute it.

        What VASSAL ignores does nothing: an unknown command, one about a piece that is not here.
        """
        self.apply_all([text])

    def apply_all(self, texts: Iterable[str]) -> None:
        """Apply commands in order, as `apply` does each; `applied` keeps them as one action."""
        action = list(texts)
        if action:
            self.applied.append(action)
        for text in action:
            self.execute(Command(text))
        self.settle()

    def execute(self, command: Command) -> None:
        """Execute one command; the save's list follows at `settle`, pieces and lines at once."""
        match command.kind:
            case "AddPiece":
                self._add(command)
            case "RemovePiece":
                self._remove(PieceId(command["id"]))
            case "ChangePiece":
                self._change(command)
            case "MovePiece":
                self._move(command)
            case "ChangeProperty":
                self.lines.change_property(command)
            case "RemovePlayer":
                self._in_list(self.lines.remove_player, command)
            case "Chat":
                self.chat.append(command["text"])
            case kind if kind in KEYS:
                self._in_list(self.lines.set, command)

    def settle(self) -> None:
        """Bring the save's list of commands in line with the pieces, and write the chat."""
        for piece_id, empty in self._empty.items():
            if self.pieces.get(piece_id) is empty:
                self.pieces.take_out(piece_id)
                self._unlist(empty.command)
        if self._gone or self._new:
            self._hold()
            gone, new = list(self._gone.values()), list(self._new.values())
            staying = (
                command
                for command in self.save.start_commands()
                if _adds(command) and id(command) not in self._gone
            )
            self.commands.exchange(gone, new, _last(staying))
            self._agree()
            self._gone, self._new = {}, {}
        if self._keeps_chat:
            for text in self.chat:
                self._in_list(self._say, Command("CHAT" + text))
            self.chat = []

    def _list(self, command: Command) -> None:
        """Have a command written behind all other pieces, as what came onto its map last."""
        self._gone[id(command)] = command
        self._new.pop(id(command), None)
        self._new[id(command)] = command

    def _unlist(self, command: Command) -> None:
        self._gone[id(command)] = command
        self._new.pop(id(command), None)

    def _hold(self) -> None:
        if self._held is not self.pieces:
            self.pieces.hold()
            self._held = self.pieces

    def _agree(self) -> None:
        self.save.keep_pieces()
        self._version = self.commands.version

    def _in_list(self, act: Callable[[Command], None], command: Command) -> None:
        """Let the list be changed at once: the pieces are the same afterwards."""
        self._look_again()
        self._hold()
        act(command)
        self._agree()

    def _say(self, command: Command) -> None:
        """Put a chat line where loading shows it last: before the end of the start state."""
        end = self.commands.find("EndSave")
        place = len(self.commands) if end is None else self.commands.index(end)
        self.commands.insert(place, command)

    # --- questions -----------------------------------------------------------------------------

    def find(self, piece_id: str) -> GamePiece | None:
        """Return a piece, stack or deck, an emptied stack too; None where there is none."""
        return self.pieces.get(piece_id) or self._empty.get(PieceId(piece_id))

    def holder_of(self, piece_id: str) -> Stack | Deck | None:
        """Return the stack or deck that a piece is in."""
        parent = self.table.parents.get(PieceId(piece_id))
        if parent is None or piece_id not in self.table.members.get(parent, ()):
            return None
        holder = self.find(parent)
        return holder if isinstance(holder, (Stack, Deck)) else None

    def stack_at(self, map_name: str | None, x: int, y: int) -> Stack | None:
        """Return the topmost stack at exactly a point of a map."""
        if map_name is None:
            return None
        for piece_id in reversed(self.table.at((map_name, x, y))):
            stack = self.pieces.get(piece_id)
            if isinstance(stack, Stack) and self.table.members[piece_id]:
                return stack
        return None

    def new_id(self) -> PieceId:
        """Return a piece id that is not used yet: one more than the greatest number in use."""
        if not self._greatest:
            ids = [*self.pieces.ids(), *self._empty]
            self._greatest = max((_number(piece_id) for piece_id in ids), default=0)
        return PieceId(str(self._greatest + 1))

    # --- pieces come and go --------------------------------------------------------------------

    def _add(self, command: Command) -> None:
        added = Command(command.own)
        if not _is_known(added["type"]):
            return
        if added["id"] in ("", _NULL):
            added["id"] = self.new_id()
        piece_id = PieceId(added["id"])
        if self.find(piece_id) is not None:
            self._remove(piece_id)
        self._greatest = max(self._greatest, _number(piece_id)) if self._greatest else 0
        table = self.table
        piece = self.pieces.put_in(added)
        self._list(added)
        if isinstance(piece, (Stack, Deck)):
            table.members[piece_id] = []
            self._fill(piece)
        else:
            table.stand(piece_id, piece.point)

    def _remove(self, piece_id: PieceId) -> None:
        piece = self.find(piece_id)
        if piece is None:
            return
        left = self.table.leave(piece_id)
        self.table.lift(piece_id)
        self._write(left)
        self.pieces.take_out(piece_id)
        self._empty.pop(piece_id, None)
        self._unlist(piece.command)

    # --- states --------------------------------------------------------------------------------

    def _change(self, command: Command) -> None:
        piece = self.find(command["id"])
        if piece is None:
            return
        new = command["state"]
        old = command["old_state"] if command.has("old_state") else None
        if isinstance(piece, Piece):
            if _merge(piece, new, old):
                self._follow(piece)
            return
        if isinstance(piece, Stack) and old is not None and old != piece.state_text:
            new = _merged_stack(new, old, self.table.members[piece.id])
        piece.state_text = new
        if isinstance(piece, (Stack, Deck)):
            self._fill(piece)

    def _follow(self, piece: Piece) -> None:
        """Let a piece stand where its changed state says; a stacked one goes with its stack."""
        now, before = piece.point, self.table.place(piece.id)
        if now == before:
            return
        there = None if before is None else before[0]
        if now is not None and now[0] != there:
            self._leave(piece)
            self._stand(piece, now, is_new=True)
        elif piece.id in self.table.parents:
            self._put(piece, before)
        else:
            self.table.stand(piece.id, now)

    def _fill(self, holder: Stack | Deck) -> None:
        """Let the pieces that a stack's or deck's state lists be in it, where it stands."""
        table, point = self.table, holder.point
        before = table.place(holder.id)
        wanted = holder.members
        table.members[holder.id] = []
        for member in wanted:
            piece = self.find(member)
            if isinstance(piece, Piece):
                left = table.join(piece.id, holder.id, len(table.members[holder.id]))
                if left != holder.id:
                    self._write(left)
        table.layers[holder.id] = holder.state_text.rpartition(LAYER_MARK)[2]
        if point is not None and (before is None or before[0] != point[0]):
            self._list(holder.command)
        table.stand(holder.id, point)
        for member in table.members[holder.id]:
            piece = self.find(member)
            if isinstance(piece, Piece):
                self._put(piece, point)
        self._write(holder.id)

    def _write(self, holder_id: PieceId | None) -> None:
        """Write a stack's or deck's members; an empty stack is remembered and not written."""
        holder = None if holder_id is None else self.find(holder_id)
        if holder_id is None or not isinstance(holder, (Stack, Deck)):
            return
        members = self.table.members[holder_id]
        if holder.members != members:
            holder.members = list(members)
        if members or isinstance(holder, Deck):
            self._empty.pop(holder_id, None)
            if holder_id not in self.pieces:
                self.pieces.put_in(holder.command)
                self._list(holder.command)
        else:
            self._empty[holder_id] = holder

    # --- moves ---------------------------------------------------------------------------------

    def _move(self, command: Command) -> None:
        piece = self.find(command["id"])
        if piece is None:
            return
        point = _target(command)
        if not isinstance(piece, Piece):
            self._move_holder(piece, point)
        elif point is None:
            if piece.id not in self.table.parents:
                self.table.stand(piece.id, None)
                piece.put(None, piece.x, piece.y)
        else:
            self._move_piece(piece, point, command)

    def _move_piece(self, piece: Piece, point: Point, command: Command) -> None:
        under = command["under"]
        below = None if under == _NULL else self.pieces.get(under)
        if below is not None and self.table.place(below.id) == point:
            self._merge_onto(below, piece)
            return
        player = command["player"] if command.has("player") else ""
        if not self._merge_at(point, piece, player):
            self._stack_or_place(piece, point)
        parent = self.table.parents.get(piece.id)
        if under == _NULL and parent is not None:
            self.table.join(piece.id, parent, 0)
            self._write(parent)

    def _move_holder(self, holder: GamePiece, point: Point | None) -> None:
        before = self.table.place(holder.id)
        if point is not None and (before is None or before[0] != point[0]):
            self._list(holder.command)
        self._put(holder, point)
        self.table.stand(holder.id, point)
        for member in self.table.members[holder.id]:
            piece = self.find(member)
            if piece is not None:
                self._put(piece, point)

    def _merge_at(self, point: Point, piece: Piece, player: str) -> bool:
        """Put a piece onto what stands at a point; False where nothing there takes it."""
        joins = stacks(piece)
        for candidate_id in self.table.at(point):
            candidate = self.find(candidate_id)
            if isinstance(candidate, Deck):
                takes = True
            elif isinstance(candidate, Stack):
                takes = joins and self._takes(candidate, piece, player)
            else:
                takes = (
                    joins
                    and isinstance(candidate, Piece)
                    and stacks(candidate)
                    and hider(piece) is None
                    and hider(candidate) is None
                )
            if takes and candidate is not None:
                self._merge_onto(candidate, piece)
                return True
        return False

    def _takes(self, stack: Stack, piece: Piece, player: str) -> bool:
        """Tell whether a stack takes a piece: one of it is seen, and both lie in one layer."""
        members = [self.find(member) for member in self.table.members[stack.id]]
        owners = [hider(member) for member in members if isinstance(member, Piece)]
        if not any(owner is None or owner == player for owner in owners):
            return False
        if hider(piece) is not None or None not in owners:
            return False
        parent = self.table.parents.get(piece.id)
        own = self.table.layers.get(parent, "") if parent is not None else ""
        there = self.table.layers.get(stack.id, "")
        return own == there or not (own.isdigit() and there.isdigit())

    def _merge_onto(self, fixed: GamePiece, piece: Piece) -> None:
        """Put a piece directly above another, into a new stack where that one is in none.

        Source: VASSAL.build.module.map.StackMetrics.merge, its counting within one stack too.
        """
        if isinstance(fixed, (Stack, Deck)):
            top = self._top(fixed)
            if top is None:
                self._join(piece, fixed, len(self.table.members[fixed.id]))
                return
            fixed = top
        if fixed.id == piece.id:
            return
        holder = self.holder_of(fixed.id) or self._new_stack(fixed)
        index = self.table.members[holder.id].index(fixed.id) + 1
        if self.table.parents.get(piece.id) == holder.id:
            index -= 1
        self._join(piece, holder, index)

    def _top(self, holder: Stack | Deck) -> Piece | None:
        """Return the topmost piece that everybody sees."""
        for member in reversed(self.table.members[holder.id]):
            piece = self.find(member)
            if isinstance(piece, Piece) and hider(piece) is None:
                return piece
        return None

    def _join(self, piece: Piece, holder: Stack | Deck, index: int) -> None:
        left = self.table.join(piece.id, holder.id, index)
        if left != holder.id:
            self._write(left)
        self._put(piece, self.table.place(holder.id))
        self._write(holder.id)

    def _new_stack(self, piece: GamePiece) -> Stack:
        """Return a new stack that stands where a piece does, with the piece in it."""
        point = self.table.place(piece.id)
        text = encode_safely([*_spelled(point), piece.id, "@@-1"], ";")
        stack_id = self.new_id()
        self._add(Command("+/" + encode_safely([stack_id, STACK_TYPE, text], "/")))
        stack = self.pieces[stack_id]
        assert isinstance(stack, Stack)
        return stack

    def _stack_or_place(self, piece: Piece, point: Point) -> None:
        """Put a piece alone: into a new stack, or, if it was in one before, beside all stacks."""
        before = self.table.place(piece.id)
        is_new = piece.id in self.table.parents or before is None or before[0] != point[0]
        had_stack = self._leave(piece)
        self._stand(piece, point, is_new=is_new)
        if not had_stack and stacks(piece):
            self._new_stack(piece)

    def _leave(self, piece: Piece) -> bool:
        left = self.table.leave(piece.id)
        self._write(left)
        return left is not None

    def _stand(self, piece: Piece, point: Point, *, is_new: bool) -> None:
        self.table.stand(piece.id, point)
        self._put(piece, point)
        if is_new:
            self._list(piece.command)

    def _put(self, piece: GamePiece, point: Point | None) -> None:
        """Write a place into a piece's state, if it is another; a damaged state is left alone."""
        if piece.point != point:
            name, x, y = (None, piece.x, piece.y) if point is None else point
            with contextlib.suppress(UnencodableError):
                piece.put(name, x, y)


def _adds(command: Command) -> bool:
    return command.own.startswith("+/")


def _is_known(type_text: str) -> bool:
    """Tell whether VASSAL makes a piece of a type: a stack, a deck or what is a piece within."""
    return (
        type_text == STACK_TYPE
        or type_text.startswith(DECK_PREFIX)
        or Chain(type_text)[-1].startswith("piece;")
    )


def _last(commands: Iterable[Command]) -> Command | None:
    found = None
    for command in commands:
        found = command
    return found


def _number(piece_id: str) -> int:
    return int(piece_id) if piece_id.isascii() and piece_id.isdigit() else 0


def _spelled(point: Point | None) -> list[str]:
    name, x, y = (NO_MAP, 0, 0) if point is None else point
    return [name, str(x), str(y)]


def _target(command: Command) -> Point | None:
    if command["map"] in ("", NO_MAP):
        return None
    return command["map"], read_int(command["x"]), read_int(command["y"])


def _merged_stack(new: str, old: str, members: list[PieceId]) -> str:
    """Return a stack's new state with the members that neither state knows (Stack.mergeState)."""
    state = Record(new, STACK_STATE)
    wanted, known = list(state.rest), Record(old, STACK_STATE).rest
    for place, member in enumerate(members):
        if member not in wanted and member not in known:
            below = members[place - 1] if place else None
            wanted.insert(wanted.index(below) + 1 if below in wanted else 0, member)
    state.rest = wanted
    return str(state)


def _merge(piece: Piece, new: str, old: str | None) -> bool:
    """Set the traits whose state differs between new and old (VASSAL.counters.Decorator).

    A state that does not fit the piece's traits does nothing: False.
    """
    wanted, before = Chain(new), None if old is None else Chain(old)
    count = len(piece.type_chain)
    if len(wanted) != count:
        return False
    if before is None or len(before) != count or len(piece.state_chain) != count:
        piece.state_text = new
        piece.forget()
        return True
    changed = [place for place in range(count) if wanted[place] != before[place]]
    chain = piece.state_chain
    if all(before[place] == chain[place] for place in range(count)):
        piece.state_text = new
        piece.forget()
        return True
    try:
        for place in changed:
            chain[place] = wanted[place]
        piece.state_text = str(chain)
    except UnencodableError:
        piece.forget()
        return False
    return True
