"""Edits as the commands that VASSAL itself would send, to be applied to a position or logged.

The forms are those of a real client (network reference 7.2 and 7.3): a move names the piece
below, a piece alone gets a stack of its own, a change carries the whole new and old state.
"""

from __future__ import annotations

from vassal_bridge.errors import BindingError, UnencodableError, Where
from vassal_bridge.formats.commands import ESC
from vassal_bridge.formats.pieces import NO_MAP, Piece, PieceId
from vassal_bridge.formats.position import Position
from vassal_bridge.formats.tokens import encode_safely
from vassal_bridge.formats.traits import Trait

NOBODY = ""
"""The player's id in moves that no seated player makes."""


def move(
    position: Position,
    piece_id: PieceId,
    map_name: str | None,
    x: int,
    y: int,
    *,
    player: str = NOBODY,
) -> list[str]:
    """Return the commands that move one piece to a point of a map, onto a stack if one is there.

    Raises:
        BindingError: there is no such piece.
    """
    piece = _piece(position, piece_id)
    if (piece.map, piece.x, piece.y) == (map_name, x, y):
        return []
    stack = position.stack_at(map_name, x, y) if stacks(piece) else None
    members = stack.members if stack is not None else []
    under = members[-1] if members else "null"
    holder = position.pieces.holder_of(piece_id)
    place = holder.members.index(piece_id) if holder is not None else 0
    old_under = holder.members[place - 1] if holder is not None and place else "null"
    command = "M/" + encode_safely(
        [
            piece_id,
            map_name or NO_MAP,
            str(x),
            str(y),
            under,
            piece.map or NO_MAP,
            str(piece.x),
            str(piece.y),
            old_under,
            player,
        ],
        "/",
    )
    if stack is not None or not stacks(piece) or map_name is None:
        return [command]
    state = encode_safely([map_name, str(x), str(y), piece_id, "@@-1"], ";")
    return [command, "+/" + encode_safely([position.new_id(), "stack", state], "/")]


def stacks(piece: Piece) -> bool:
    """Tell whether a piece joins stacks: it has no Does Not Stack trait that forbids it."""
    trait = piece.trait("immob;")
    if trait is None:
        return True
    parts = trait.type_text.split(";")
    return len(parts) > 3 and parts[3] == "L"


def set_state(position: Position, piece_id: PieceId, trait: Trait, text: str) -> list[str]:
    """Return the command that gives one trait of a piece another state; none if it is the same.

    Raises:
        BindingError: there is no such piece.
        UnencodableError: the state cannot be written so that VASSAL reads it back.
    """
    piece = _piece(position, piece_id)
    if trait.state_text == text:
        return []
    chain = type(piece.state_chain)(piece.state_text)
    if len(chain) != len(piece.type_chain):
        raise UnencodableError(
            f"expected {len(piece.type_chain)} states, found {len(chain)}; the piece is not edited",
            where=Where(piece=piece_id),
        )
    chain[trait.index] = text
    return ["D/" + encode_safely([piece_id, str(chain), piece.state_text], "/")]


def remove(position: Position, piece_id: PieceId) -> list[str]:
    """Return the command that takes a piece out of the game. Raises BindingError for none."""
    _piece(position, piece_id)
    return [f"-/{piece_id}"]


def set_property(name: str, old: str, new: str, container: str = "Module") -> list[str]:
    """Return the command that changes a global property; none where nothing changes."""
    if old == new:
        return []
    return ["MutableProperty\t" + encode_safely([name, old, new, container], "\t")]


def set_turn(tracker: str, state: str) -> list[str]:
    """Return the command that sets a turn tracker, by its id such as TurnTracker0."""
    return ["TURN" + encode_safely([tracker, state], "\t")]


def say(text: str) -> list[str]:
    r"""Return the command for one chat line, cleaned as VASSAL needs it (network 7.6).

    Control characters go, and a final backslash, which would swallow the next command.

    >>> say("* a report *\\")
    ['CHAT* a report *']
    """
    clean = "".join(c for c in text if c not in ESC + "\r\n\t\0").rstrip("\\")
    return ["CHAT" + clean]


def _piece(position: Position, piece_id: PieceId) -> Piece:
    piece = position.pieces.get(piece_id)
    if not isinstance(piece, Piece):
        raise BindingError("there is no such piece", where=Where(piece=piece_id))
    return piece
