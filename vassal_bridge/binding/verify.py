"""The proof: a written save differs from the one that was read only where the changes say."""

from __future__ import annotations

from vassal_bridge.binding.binding import Declared, Fact
from vassal_bridge.errors import VerifyError, Where
from vassal_bridge.formats.pieces import Deck, Piece, PieceId, Stack
from vassal_bridge.formats.roundtrip import compare_archives
from vassal_bridge.formats.save import SAVED_GAME, Save


def prove(before: Save, after: Save, declared: Declared) -> None:
    """Check that two saves differ only where it is declared.

    Entries, their order and facts, the envelope, every other command and every other trait must
    be the same; the declared chat lines must be there, in order, and no others. Stacks
    are as they were but for the declared pieces; those may be drawn in another order.

    Raises:
        VerifyError: something else differs; the message says where.
    """
    where = Where(file=before.name, entry=SAVED_GAME)
    compare_archives(before.archive, after.archive, touched=frozenset([SAVED_GAME]))
    if before.envelope != after.envelope:
        raise VerifyError("the envelope changed", where=where)
    _compare_commands(before, after, declared, where)
    _compare_stacks(before, after, declared, where)
    for piece_id in sorted(declared.pieces):
        _compare_piece(before, after, piece_id, declared.facts)


def _compare_commands(before: Save, after: Save, declared: Declared, where: Where) -> None:
    """Compare what is left of two streams when all that may differ is taken out."""
    old_chat, new_chat = _chat(before), _chat(after)
    if new_chat != old_chat + list(declared.chat):
        raise VerifyError("the chat lines are not those that were declared", where=where)
    if _ids(before, declared) != _ids(after, declared):
        raise VerifyError("a piece is missing, or there twice", where=where)
    free = {*declared.pieces, *_stacks(before, declared), *_stacks(after, declared)}
    old, new = _others(before, declared, free), _others(after, declared, free)
    if old == new:
        return
    place = next(
        (n for n, (a, b) in enumerate(zip(old, new, strict=False)) if a != b),
        min(len(old), len(new)),
    )
    kind = old[place][1] if place < len(old) else "none"
    raise VerifyError(
        "a command that no change speaks of came out different",
        where=Where(command=place, kind=kind).inside(where),
    )


def _chat(save: Save) -> list[str]:
    return [command.text for command in save.commands if command.kind == "Chat"]


def _ids(save: Save, declared: Declared) -> list[str]:
    ids = (command["id"] for command in save.commands.all("AddPiece"))
    return sorted(piece_id for piece_id in ids if piece_id in declared.pieces)


def _stacks(save: Save, declared: Declared) -> list[PieceId]:
    return [holder.id for holder in _holders_of(save, declared)]


def _others(save: Save, declared: Declared, free: set[PieceId]) -> list[tuple[int, str, str]]:
    """Return level, kind and text of every command but chat and the pieces and stacks named free.

    A property or tracker that may differ counts by its name: it must still be there, in order.
    """
    found: list[tuple[int, str, str]] = []
    for command in save.commands:
        text = command.text
        match command.kind:
            case "Chat":
                continue
            case "AddPiece" if command["id"] in free:
                continue
            case "SetGlobalProperty":
                name = command["name"]
                text = name if name in declared.properties else text
            case "SetTurn":
                tracker = command["tracker"]
                text = tracker if tracker in declared.trackers else text
        found.append((command.level, command.kind, text))
    return found


def _holders_of(save: Save, declared: Declared) -> list[Stack | Deck]:
    """Return the stacks and decks that hold a declared piece."""
    return [holder for holder in save.pieces.holders if declared.pieces & set(holder.members)]


def _compare_stacks(before: Save, after: Save, declared: Declared, where: Where) -> None:
    """Check that declared pieces lie in a stack where they stand, and the others as they lay.

    Without the declared pieces every stack holds the same members in the same order, at the same
    place; and a declared piece lies in one stack at most, in that of its own place. What other
    members' own states say of their place is another's business: VASSAL does not look at it.
    """
    if _held(before, declared) != _held(after, declared):
        raise VerifyError("a stack that no change speaks of came out different", where=where)
    seen: set[PieceId] = set()
    for holder in _holders_of(after, declared):
        for member in holder.members:
            piece = after.pieces.get(member)
            spot = None if piece is None else (piece.map, piece.x, piece.y)
            is_ours = member in declared.pieces
            if member in seen or (is_ours and spot != (holder.map, holder.x, holder.y)):
                raise VerifyError(
                    "a piece does not lie in one stack, where it stands",
                    where=Where(piece=member).inside(where),
                )
            seen.add(member)


def _held(save: Save, declared: Declared) -> list[tuple[PieceId, str | None, int, int, str]]:
    """Return each stack's id, place and members without the declared pieces; not the empty ones."""
    found = []
    for holder in save.pieces.holders:
        members = [member for member in holder.members if member not in declared.pieces]
        if members:
            found.append((holder.id, holder.map, holder.x, holder.y, " ".join(members)))
    return found


def _compare_piece(before: Save, after: Save, piece_id: PieceId, facts: tuple[Fact, ...]) -> None:
    where = Where(file=before.name, entry=SAVED_GAME, piece=piece_id)
    old, new = before.pieces.get(piece_id), after.pieces.get(piece_id)
    if not isinstance(old, Piece) or not isinstance(new, Piece):
        raise VerifyError("a piece is missing", where=where)
    if old.type_text != new.type_text:
        raise VerifyError("the type of a piece changed", where=where)
    free = {trait.index for fact in facts if (trait := fact.trait(old)) is not None}
    last = len(old.types) - 1
    for place, (was, now) in enumerate(zip(old.states, new.states, strict=True)):
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
