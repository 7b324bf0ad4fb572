"""What becomes of a state that a command changes while somebody else has changed it too.

Source: VASSAL.counters.Decorator.mergeState and Stack.mergeState.
"""

from __future__ import annotations

from vassal_bridge.errors import UnencodableError
from vassal_bridge.formats.chain import Chain
from vassal_bridge.formats.fields import Record
from vassal_bridge.formats.pieces import Piece, PieceId
from vassal_bridge.formats.traits import STACK_STATE


def merged_stack(new: str, old: str, members: list[PieceId]) -> str:
    """Return a stack's new state with the members that neither state knows (Stack.mergeState)."""
    state = Record(new, STACK_STATE)
    wanted, known = list(state.rest), Record(old, STACK_STATE).rest
    for place, member in enumerate(members):
        if member not in wanted and member not in known:
            below = members[place - 1] if place else None
            wanted.insert(wanted.index(below) + 1 if below in wanted else 0, member)
    state.rest = wanted
    return str(state)


def merge_piece(piece: Piece, new: str, old: str | None) -> bool:
    """Set the traits whose state differs between new and old (VASSAL.counters.Decorator).

    A state that does not fit the piece's traits does nothing: False.
    """
    wanted, before = Chain(new), None if old is None else Chain(old)
    count = len(piece.types)
    if len(wanted) != count:
        return False
    if before is None or len(before) != count or len(piece.states) != count:
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
