"""The proof: a written save differs from the one that was read only where the changes say."""

from __future__ import annotations

from collections.abc import Iterable

from vassal_bridge.binding.binding import Declared, Fact
from vassal_bridge.errors import VerifyError, Where
from vassal_bridge.formats.commands import Command
from vassal_bridge.formats.pieces import Piece, PieceId
from vassal_bridge.formats.roundtrip import compare_archives
from vassal_bridge.formats.save import SAVED_GAME, Save


def prove(before: Save, after: Save, declared: Declared) -> None:
    """Check that two saves differ only where it is declared.

    Entries, their order and facts, the envelope, every other command and every other trait must
    be the same; the declared chat lines must be there, in order, and no others.

    Raises:
        VerifyError: something else differs; the message says where.
    """
    where = Where(file=before.name, entry=SAVED_GAME)
    compare_archives(before.archive, after.archive, touched=frozenset([SAVED_GAME]))
    if before.envelope != after.envelope:
        raise VerifyError("the envelope changed", where=where)
    stacks = _stacks_around(before, declared.pieces) | _stacks_around(after, declared.pieces)
    _compare_commands(before, after, declared, stacks, where)
    for piece_id in sorted(declared.pieces):
        _compare_piece(before, after, piece_id, declared.facts)


def _stacks_around(save: Save, pieces: Iterable[PieceId]) -> frozenset[PieceId]:
    wanted = set(pieces)
    return frozenset(h.id for h in save.pieces.holders if wanted & set(h.members))


def _compare_commands(
    before: Save, after: Save, declared: Declared, stacks: frozenset[PieceId], where: Where
) -> None:
    free = declared.pieces | stacks
    kept_before = [c for c in before.commands if not _is_free(c, declared, free)]
    kept_after = [c for c in after.commands if not _is_free(c, declared, free)]
    old_chat = [c.text for c in kept_before if c.kind == "Chat"]
    new_chat = [c.text for c in kept_after if c.kind == "Chat"]
    if new_chat != old_chat + list(declared.chat):
        raise VerifyError("the chat lines are not those that were declared", where=where)
    others_before = [(c.level, c.text) for c in kept_before if c.kind != "Chat"]
    others_after = [(c.level, c.text) for c in kept_after if c.kind != "Chat"]
    if others_before == others_after:
        return
    place = next(
        (n for n, (a, b) in enumerate(zip(others_before, others_after, strict=False)) if a != b),
        min(len(others_before), len(others_after)),
    )
    kind = kept_before[place].kind if place < len(kept_before) else "none"
    raise VerifyError(
        "a command that no change speaks of came out different",
        where=Where(command=place, kind=kind).inside(where),
    )


def _is_free(command: Command, declared: Declared, free: frozenset[PieceId]) -> bool:
    match command.kind:
        case "AddPiece":
            return command["id"] in free
        case "SetGlobalProperty":
            return command["name"] in declared.properties
        case "SetTurn":
            return command["tracker"] in declared.trackers
        case _:
            return False


def _compare_piece(before: Save, after: Save, piece_id: PieceId, facts: tuple[Fact, ...]) -> None:
    where = Where(file=before.name, entry=SAVED_GAME, piece=piece_id)
    old, new = before.pieces.get(piece_id), after.pieces.get(piece_id)
    if not isinstance(old, Piece) or not isinstance(new, Piece):
        raise VerifyError("a piece is missing", where=where)
    if old.type_text != new.type_text:
        raise VerifyError("the type of a piece changed", where=where)
    free = {trait.index for fact in facts if (trait := fact.trait(old)) is not None}
    last = len(old.type_chain) - 1
    for place, (was, now) in enumerate(zip(old.state_chain, new.state_chain, strict=True)):
        if was == now or place in free:
            continue
        if place == last and _without_place(was) == _without_place(now):
            continue
        raise VerifyError(
            "the state of a trait that no change speaks of came out different",
            where=Where(trait=place).inside(where),
        )


def _without_place(state: str) -> str:
    """Return a BasicPiece's state without map and coordinates."""
    return state.split(";", 3)[-1]
