"""Compares two saves in the words of the game, as one viewer may see them.

Pieces are matched by their id, then by slot and name: what VASSAL calls another piece, such as
a counter that Replace put there, may be the same counter to a player. Masked pieces are called
what their mask says, the order of face-down decks is never told, and no password is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from difflib import SequenceMatcher

from vassal_bridge.formats.check import NO_COMMAND
from vassal_bridge.formats.commands import Command, spec_of
from vassal_bridge.formats.comparing.differences import Difference, Kind
from vassal_bridge.formats.comparing.pieces import changes, deck_name, id_of, standing
from vassal_bridge.formats.gamelines import MODULE, GameLines
from vassal_bridge.formats.kinds import boards_of
from vassal_bridge.formats.logs.chatlines import shown_chat
from vassal_bridge.formats.logs.log import Log, Step
from vassal_bridge.formats.module import Module
from vassal_bridge.formats.pieces import Deck, Piece, PieceId
from vassal_bridge.formats.properties import OBSERVER
from vassal_bridge.formats.roster import seats
from vassal_bridge.formats.save import Save
from vassal_bridge.formats.secrets import Redactor
from vassal_bridge.formats.sight import (
    View,
    is_face_down,
)
from vassal_bridge.formats.surroundings import viewer_of
from vassal_bridge.formats.turns import turns_of

__all__ = ["Difference", "Kind", "diff", "diff_steps", "diff_views"]


def diff(
    before: Save, after: Save, *, module: Module | None = None, side: str | None = None
) -> list[Difference]:
    """Return what differs between the start states of two saves, as a side sees it.

    Without a side an observer looks; without the module places are given in pixels.

    Raises:
        BindingError: several players share the side, so that their masks differ.
    """
    views = [
        View(save, module, OBSERVER if side is None else viewer_of(save, side))
        for save in (before, after)
    ]
    return diff_views(*views)


def diff_views(before: View, after: View) -> list[Difference]:
    """Return what differs between two saves as their viewers see them; pieces come first."""
    matched = _match(before.save, after.save)
    is_same_look = before.scene.viewer == after.scene.viewer and before.module is after.module
    if is_same_look and before.save.text == after.save.text:
        return []  # also where a damaged piece could not be matched with itself
    found = [
        *_pieces(before, after, matched),
        *_orders(before, after, matched),
        *_turns(before, after),
        *_properties(before.save, after.save),
        *_notes(before, after),
        *_boards(before.save, after.save),
        *_players(before.save, after.save),
        *_others(before.save, after.save),
    ]
    return _cleaned(found, before.save, after.save)


# --- which piece is which -------------------------------------------------------------------


def _match(before: Save, after: Save) -> dict[PieceId, PieceId]:
    """Return, by the earlier id, the later id of each piece that is in both saves."""
    matched = {one.id: one.id for one in before.pieces if _is_piece(after, one.id)}
    later: dict[tuple[str, str], list[PieceId]] = {}
    for piece in after.pieces:
        if not _is_piece(before, piece.id):
            later.setdefault(_slot(piece), []).append(piece.id)
    for piece in before.pieces:
        candidates = later.get(_slot(piece), [])
        if piece.id not in matched and piece.gpid and candidates:
            matched[piece.id] = candidates.pop(0)
    return matched


def _is_piece(save: Save, piece_id: PieceId) -> bool:
    return isinstance(save.pieces.get(piece_id), Piece)


def _slot(piece: Piece) -> tuple[str, str]:
    return piece.gpid, piece.basic_name


# --- pieces ---------------------------------------------------------------------------------


def _pieces(before: View, after: View, matched: Mapping[PieceId, PieceId]) -> Iterator[Difference]:
    for old in before.save.pieces:
        new = matched.get(old.id)
        was, now = before.pieces.get(old.id), after.pieces.get(new) if new else None
        if was is not None and now is not None:
            yield from changes(was, now)
        elif was is not None:
            kind = Kind.REMOVED if new is None else Kind.VANISHED
            yield Difference(kind, was.name, place=standing(was), piece=id_of(was))
        elif now is not None:
            yield Difference(Kind.APPEARED, now.name, place=standing(now), piece=id_of(now))
    known = set(matched.values())
    for piece in after.save.pieces:
        now = after.pieces.get(piece.id)
        if piece.id not in known and now is not None:
            yield Difference(Kind.ADDED, now.name, place=standing(now), piece=id_of(now))


# --- stacks and decks -----------------------------------------------------------------------


def _orders(before: View, after: View, matched: Mapping[PieceId, PieceId]) -> Iterator[Difference]:
    """Yield the stacks and decks in which pieces that stayed together changed their order."""
    old_orders: dict[PieceId, tuple[PieceId, int]] = {}
    for holder in before.save.pieces.holders:
        for place, member in enumerate(before.members(holder)):
            if member in matched:
                old_orders[matched[member]] = (holder.id, place)
    was_face_down = {deck.id: is_face_down(deck) for deck in before.save.pieces.decks}
    for holder in after.save.pieces.holders:
        hidden = isinstance(holder, Deck) and (
            is_face_down(holder) or was_face_down.get(holder.id, False)
        )
        groups: dict[PieceId, list[tuple[int, PieceId]]] = {}
        for member in after.members(holder):
            if member in old_orders and member in after.pieces:
                old_holder, place = old_orders[member]
                groups.setdefault(old_holder, []).append((place, member))
        for old_holder, group in groups.items():
            drawn = isinstance(holder, Deck) or old_holder in was_face_down
            if drawn and old_holder != holder.id:  # drawing one after another turns them round
                continue
            if [place for place, _ in group] == sorted(place for place, _ in group):
                continue
            members = [after.pieces[member] for _, member in reversed(group)]
            told = all(one.is_known for one in members) and not hidden
            order = ", ".join(one.name for one in members) + " from the top" if told else ""
            top = members[0]
            subject = standing(top) if top.look.deck is not None else f"the stack at {top.place}"
            yield Difference(Kind.ORDER, subject, after=order, place=standing(top))
    for deck in after.save.pieces.decks:
        was, now = was_face_down.get(deck.id), is_face_down(deck)
        if was is not None and was != now:
            faces = ["face down" if one else "face up" for one in (was, now)]
            yield Difference(Kind.FLIPPED, deck_name(deck), faces[0], faces[1], what="its cards")


# --- everything that is no piece ------------------------------------------------------------


def _turns(before: View, after: View) -> Iterator[Difference]:
    old, new = turns_of(before.save, before.module), turns_of(after.save, after.module)
    for name in dict.fromkeys([*old, *new]):
        if old.get(name, "") != new.get(name, ""):
            subject = f"the turn tracker {name}"
            yield Difference(Kind.TURN, subject, old.get(name, ""), new.get(name, ""))


def _properties(before: Save, after: Save) -> Iterator[Difference]:
    old, new = GameLines(before.commands).values(), GameLines(after.commands).values()
    for key in dict.fromkeys([*old, *new]):
        if old.get(key, "") != new.get(key, ""):
            container, name = key
            subject = name if container in ("", MODULE) else f"{name} of {container}"
            yield Difference(Kind.PROPERTY, subject, old.get(key, ""), new.get(key, ""))


def _notes(before: View, after: View) -> Iterator[Difference]:
    for kind, subject in (
        ("ScenarioNotes", "the scenario notes"),
        ("PublicNotes", "the public notes"),
    ):
        old_text, text = (_last(view.save, kind) for view in (before, after))
        if old_text != text:
            yield Difference(Kind.NOTES, subject, old_text, text, what="changed")
    own = [_private_note(view) for view in (before, after)]
    if own[0] != own[1]:
        yield Difference(Kind.NOTES, "your private notes", what="changed")
    old, new = (_delayed(view.save) for view in (before, after))
    for key in dict.fromkeys([*old, *new]):
        if old.get(key) != new.get(key):
            what = "was revealed" if key in old and key in new else "was written"
            yield Difference(
                Kind.NOTES, f"the delayed note {key[1]}", what=what if key in new else "is gone"
            )


def _last(save: Save, kind: str) -> str:
    text = ""
    for command in _lines(save, kind):
        text = "\n".join(command.record.values("text"))
    return text


def _private_note(view: View) -> str:
    player = view.scene.viewer.player
    notes = [one["text"] for one in _lines(view.save, "PrivateNote") if one["player"] == player]
    return notes[-1] if player and notes else ""


def _delayed(save: Save) -> dict[tuple[str, str], str]:
    return {(one["owner"], one["name"]): one["hidden"] for one in _lines(save, "DelayedNote")}


def _boards(before: Save, after: Save) -> Iterator[Difference]:
    old, new = (
        {one["map"]: ", ".join(_board(board) for board in boards_of(one)) for one in commands}
        for commands in (_lines(before, "SetBoards"), _lines(after, "SetBoards"))
    )
    for name in dict.fromkeys([*old, *new]):
        if old.get(name, "") != new.get(name, ""):
            yield Difference(Kind.BOARDS, name, old.get(name, ""), new.get(name, ""))


def _board(board: object) -> str:
    name, column, row, turned = (
        getattr(board, field) for field in ("name", "column", "row", "reversed")
    )
    return f"{name} ({column}, {row})" + " turned" * bool(turned)


def _players(before: Save, after: Save) -> Iterator[Difference]:
    old, new = ({one.player: one for one in seats(save)} for save in (before, after))
    for player in dict.fromkeys([*old, *new]):
        was, now = old.get(player), new.get(player)
        if was is None and now is not None:
            yield Difference(Kind.PLAYER, now.name, what=f"joined as {now.side or 'observer'}")
        elif now is None and was is not None:
            yield Difference(Kind.PLAYER, was.name, what=f"left {was.side or 'the observers'}")
        elif was is not None and now is not None and was != now:
            as_now = f"is now {now.name}, {now.side or 'observer'}"
            yield Difference(Kind.PLAYER, was.name, what=as_now)


_COMPARED = frozenset(
    (
        *("AddPiece", "SetTurn", "SetGlobalProperty", "SetBoards", "AddPlayer"),
        *("ScenarioNotes", "PublicNotes", "PrivateNote", "DelayedNote"),
        *("BeginSave", "EndSave", "Null", "Chat"),
    )
)
"""What is compared in the words of the game, or says nothing of it."""


def _others(before: Save, after: Save) -> Iterator[Difference]:
    """Yield the kinds of the remaining commands that differ, without their texts."""
    old, new = (
        Counter((one.kind, one.own) for one in save.start_lines() if one.kind not in _COMPARED)
        for save in (before, after)
    )
    differing = [kind for kind, _ in [*(old - new), *(new - old)]]
    for kind in dict.fromkeys(differing):
        yield Difference(Kind.OTHER, kind)


def _lines(save: Save, kind: str) -> Iterator[Command]:
    return (command for command in save.start_lines() if command.kind == kind)


# --- logs -----------------------------------------------------------------------------------


def diff_steps(before: Log, after: Log) -> list[Difference]:
    """Return the steps that one log has and the other has not, as they were told in the chat."""
    acts = [[tuple(_acts(step)) for step in log.steps] for log in (before, after)]
    found: list[Difference] = []
    for tag, i, j, k, n in SequenceMatcher(None, acts[0], acts[1], autojunk=False).get_opcodes():
        if tag != "equal":
            found += [_step(step, "is gone") for step in before.steps[i:j]]
            found += [_step(step, "is new") for step in after.steps[k:n]]
    return _cleaned(found, before.save, after.save)


def _acts(step: Step) -> list[str]:
    """Return a step's commands without those that do nothing; continuing a log drops them."""
    return [text for text in step.texts if text not in ("", NO_COMMAND)]


def _step(step: Step, what: str) -> Difference:
    told = [shown_chat(command["text"]) for command in step.of("Chat")]
    kinds = Counter(spec_of(text).kind for text in _acts(step))
    summary = ", ".join(f"{count} {kind}" for kind, count in kinds.items())
    return Difference(
        Kind.STEP, f"step {step.number}", after=" / ".join(told) or summary, what=what
    )


def _cleaned(found: list[Difference], *saves: Save) -> list[Difference]:
    """Return the differences without any player's id, wherever one may have come from."""
    redactors = [Redactor(save) for save in saves]

    def clean(text: str) -> str:
        for redactor in redactors:
            text = redactor.clean(text)
        return text

    return [
        replace(
            one,
            subject=clean(one.subject),
            before=clean(one.before),
            after=clean(one.after),
            what=clean(one.what),
            place=clean(one.place),
        )
        for one in found
    ]
