"""Edits as the commands that VASSAL itself would send, to be applied to a position or logged.

The forms are those of a real client (network reference 7.2 and 7.3): a move names the piece
below, a piece alone gets a stack of its own, a change carries the whole new and old state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

from vassal_bridge.errors import BindingError, UnencodableError, Where
from vassal_bridge.formats.chain import Chain
from vassal_bridge.formats.commands import ESC, Command
from vassal_bridge.formats.pieces import NO_MAP, Deck, Piece, PieceId, Stack
from vassal_bridge.formats.position import Position
from vassal_bridge.formats.tabletop import Point, hider, stacks
from vassal_bridge.formats.tokens import encode_safely
from vassal_bridge.formats.traits import Trait

NOBODY = ""
"""The player's id in moves that no seated player makes."""

LayerOf: TypeAlias = "Callable[[Piece], int | None]"
"""Tells the layer of a map in which a piece lies; None where nobody knows."""


def unknown_layer(piece: Piece) -> int | None:
    """Return None: without the module nobody knows a piece's layer."""
    return None


def move(
    position: Position,
    piece_id: PieceId,
    map_name: str | None,
    x: int,
    y: int,
    *,
    player: str = NOBODY,
    layer_of: LayerOf = unknown_layer,
    flat: bool = False,
) -> list[str]:
    """Return the commands that move one piece to a point of a map, onto a stack if one is there.

    A deck at the point takes the piece on top; a stack takes it where both lie in one layer of
    the map, which `layer_of` tells. On a `flat` map nothing stacks.

    Raises:
        BindingError: there is no such piece.
    """
    piece = find(position, piece_id)
    stands = position.standing(piece)
    if (stands.map, stands.x, stands.y) == (map_name, x, y):
        return _to_the_top(position, piece, player)
    under = None if map_name is None else _under(position, piece, (map_name, x, y), layer_of, flat)
    command = "M/" + encode_safely(
        [
            piece_id,
            map_name or NO_MAP,
            str(x),
            str(y),
            "null" if under is None else under or "null",
            *_spelled((stands.map, stands.x, stands.y)),
            below(position, piece_id),
            player,
        ],
        "/",
    )
    if under is not None or not stacks(piece) or map_name is None or flat:
        return [command]
    return [command, new_stack(position.new_id(), piece_id, (map_name, x, y), layer_of(piece))]


def _to_the_top(position: Position, piece: Piece, player: str) -> list[str]:
    """Return the command that puts a piece on top of its own stack, as dropping it there does."""
    holder = position.holder_of(piece.id)
    if not isinstance(holder, Stack) or holder.members[-1] == piece.id:
        return []
    spot = _spelled((holder.map, holder.x, holder.y))
    ends = [*spot, holder.members[-1], *spot, below(position, piece.id)]
    return ["M/" + encode_safely([piece.id, *ends, player], "/")]


def move_stack(stack: Stack, point: Point, *, player: str = NOBODY) -> list[str]:
    """Return the command that moves a stack as one to a point where nothing takes it."""
    if (stack.map, stack.x, stack.y) == point:
        return []
    spots = [*_spelled(point), "null", *_spelled((stack.map, stack.x, stack.y)), "null"]
    return ["M/" + encode_safely([stack.id, *spots, player], "/")]


def new_stack(stack_id: PieceId, piece_id: PieceId, point: Point, layer: int | None) -> str:
    """Return the command that makes a stack of one piece, as a client does behind a move."""
    mark = f"@@{-1 if layer is None else layer}"
    return "+/" + encode_safely(
        [stack_id, "stack", encode_safely([*_spelled(point), piece_id, mark], ";")], "/"
    )


def below(position: Position, piece_id: PieceId) -> str:
    """Return the id of the piece directly below in the same stack or deck; `null` for none."""
    holder = position.holder_of(piece_id)
    place = holder.members.index(piece_id) if holder is not None else 0
    return holder.members[place - 1] if holder is not None and place else "null"


def stack_there(
    position: Position,
    piece: Piece,
    point: Point,
    layer_of: LayerOf = unknown_layer,
    flat: bool = False,
) -> Stack | Deck | Piece | None:
    """Return what takes a piece at a point: a deck, a stack or a loose piece; None for nothing.

    On a `flat` map decks alone take pieces.

    Source: VASSAL.build.module.map.PieceMover and CompoundPieceCollection.canMerge.
    """
    joins = stacks(piece) and hider(piece) is None and not flat
    for holder_id in reversed(position.table.at(point)):
        holder = position.find(holder_id)
        if holder_id == piece.id or holder is None:
            continue
        if isinstance(holder, Deck):
            return holder
        if not joins:
            continue
        if isinstance(holder, Piece):
            if stacks(holder) and hider(holder) is None and _one_layer(piece, holder, layer_of):
                return holder
        elif isinstance(holder, Stack):
            top = _top_seen(position, holder)
            if top is not None and _one_layer(piece, top, layer_of):
                return holder
    return None


def _under(
    position: Position, piece: Piece, point: Point, layer_of: LayerOf, flat: bool
) -> str | None:
    """Return the piece to lie on; empty for the first card of a deck, None for an empty place."""
    there = stack_there(position, piece, point, layer_of, flat)
    if there is None or isinstance(there, Piece):
        return None if there is None else there.id
    members = position.table.members[there.id]
    return members[-1] if members else ""


def _top_seen(position: Position, stack: Stack) -> Piece | None:
    for member in reversed(position.table.members[stack.id]):
        piece = position.pieces.get(member)
        if isinstance(piece, Piece) and hider(piece) is None:
            return piece
    return None


def _one_layer(one: Piece, other: Piece, layer_of: LayerOf) -> bool:
    mine, theirs = layer_of(one), layer_of(other)
    return mine is None or theirs is None or mine == theirs


def _spelled(point: tuple[str | None, int, int]) -> list[str]:
    return [point[0] or NO_MAP, str(point[1]), str(point[2])]


def change(position: Position, piece_id: PieceId, states: Mapping[int, str]) -> list[str]:
    """Return the command that gives several traits, by their index, other states.

    Raises:
        BindingError: there is no such piece.
        UnencodableError: a state cannot be written so that VASSAL reads it back.
    """
    piece = find(position, piece_id)
    chain = Chain(piece.state_text)
    if len(chain) != len(piece.types):
        raise UnencodableError(
            f"expected {len(piece.types)} states, found {len(chain)}; the piece is not edited",
            where=Where(piece=piece_id),
        )
    try:
        for index, text in states.items():
            chain[index] = text
        if str(chain) == piece.state_text:
            return []
        return ["D/" + encode_safely([piece_id, str(chain), piece.state_text], "/")]
    except UnencodableError as error:
        raise error.add(Where(piece=piece_id)) from None


def set_state(position: Position, piece_id: PieceId, trait: Trait, text: str) -> list[str]:
    """Return the command that gives one trait of a piece another state; none if it is the same.

    Raises:
        BindingError: there is no such piece.
        UnencodableError: the state cannot be written so that VASSAL reads it back.
    """
    if trait.state_text == text:
        find(position, piece_id)
        return []
    return change(position, piece_id, {trait.index: text})


def chain_text(texts: Iterable[str]) -> str:
    """Return the states of all traits as one text. Raises UnencodableError if VASSAL could not."""
    return str(Chain.of(texts))


def add(piece_id: PieceId, type_text: str, state_text: str) -> str:
    """Return the command that brings a piece into the game."""
    return "+/" + encode_safely([piece_id, type_text, state_text], "/")


def set_holder(holder: Stack | Deck, state: str) -> list[str]:
    """Return the command that gives a stack or deck another state: its order, its face."""
    if holder.state_text == state:
        return []
    return ["D/" + encode_safely([holder.id, state, holder.state_text], "/")]


def remove(position: Position, piece_id: PieceId) -> list[str]:
    """Return the command that takes a piece out of the game. Raises BindingError for none."""
    find(position, piece_id)
    return [f"-/{piece_id}"]


def set_property(name: str, old: str, new: str, container: str = "Module") -> list[str]:
    """Return the command that changes a global property; none where nothing changes."""
    if old == new:
        return []
    return ["MutableProperty\t" + encode_safely([name, old, new, container], "\t")]


def set_turn(tracker: str, state: str) -> list[str]:
    """Return the command that sets a turn tracker, by its id such as TurnTracker0."""
    return ["TURN" + encode_safely([tracker, state], "\t")]


def set_notes(kind: str, text: str) -> list[str]:
    """Return the command that sets the scenario's notes, or the public ones."""
    command = Command("NOTES\t" if kind == "scenario" else "PNOTES\t")
    command.record.set_values("text", text.replace("\r\n", "\n").split("\n"))
    return [command.text]


def say(text: str) -> list[str]:
    r"""Return the command for one chat line, cleaned as VASSAL needs it (network 7.6).

    Control characters go, and a final backslash, which would swallow the next command.

    >>> say("* a report *\\")
    ['CHAT* a report *']
    """
    clean = "".join(c for c in text if c not in ESC + "\r\n\t\0").rstrip("\\")
    return ["CHAT" + clean]


def find(position: Position, piece_id: PieceId) -> Piece:
    """Return a piece proper by its id. Raises BindingError where there is none."""
    piece = position.pieces.get(piece_id)
    if not isinstance(piece, Piece):
        raise BindingError("there is no such piece", where=Where(piece=piece_id))
    return piece
