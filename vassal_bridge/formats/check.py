"""Looks a whole file over: everything that VASSAL would stumble over or drop, as problems."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from vassal_bridge.errors import Problem, Where
from vassal_bridge.formats.commands import OPAQUE
from vassal_bridge.formats.pieces import Deck, Stack
from vassal_bridge.formats.save import SAVED_GAME, Save

NO_COMMAND = "null"
"""What VASSAL writes for a command that has no encoder; normal, and no problem."""


def find_problems(save: Save) -> list[Problem]:
    """Return every problem of a save or log, each with its place; the save is not changed."""
    where = Where(file=save.name, entry=SAVED_GAME)
    found = [
        *_of_stream(save),
        *_of_commands(save),
        *_of_traits(save),
        *_of_pieces(save),
        *_of_holders(save),
    ]
    return [*save.problems, *(problem.inside(where) for problem in found)]


def _of_stream(save: Save) -> Iterator[Problem]:
    kinds = {command.kind for command in save.start_lines() if len(command.text) < 16}
    if "BeginSave" not in kinds:
        yield Problem("expected the text to begin with begin_save; VASSAL would not load it")
    elif "EndSave" not in kinds:
        yield Problem("the save is incomplete: end_save is missing, VASSAL would start no game")


def _of_commands(save: Save) -> Iterator[Problem]:
    for number, text in enumerate(save.commands.texts()):
        if text.startswith("+/"):
            continue
        command = save.commands[number]
        if command.spec is OPAQUE and command.own != NO_COMMAND:
            yield Problem(
                "the command is none of VASSAL's own and is kept as it is",
                Where(command=number, kind=command.kind),
            )


def _of_traits(save: Save) -> Iterator[Problem]:
    """Name each trait that is not VASSAL's own once, with the first piece that has it."""
    seen: Counter[str] = Counter()
    first: dict[str, Where] = {}
    for piece in save.pieces:
        for trait in piece.traits:
            if trait.is_opaque:
                seen[trait.prefix] += 1
                first.setdefault(trait.prefix, Where(piece=piece.id, trait=trait.index))
    for prefix, count in seen.items():
        times = "once" if count == 1 else f"{count} times"
        yield Problem(
            f"the trait {prefix!r}, found {times}, is none of VASSAL's own and is kept as it is",
            first[prefix],
        )


def _of_pieces(save: Save) -> Iterator[Problem]:
    known = set(_maps_with_boards(save))
    for piece in save.pieces.standing():
        yield from piece.problems()
        name = piece.map if known else None
        if name is not None and name not in known:
            yield Problem(
                f"the piece is on a map of which the save has no boards: {name!r}",
                Where(piece=piece.id),
            )


def _maps_with_boards(save: Save) -> Iterator[str]:
    return (command["map"] for command in save.commands.all("SetBoards"))


def _of_holders(save: Save) -> Iterator[Problem]:
    for holder in save.pieces.holders:
        where = Where(kind=type(holder).__name__, piece=holder.id)
        for member in holder.members:
            piece = save.pieces.get(member)
            if piece is None:
                yield Problem(f"it lists a piece that is not in the save: {member}", where)
            elif isinstance(piece, (Stack, Deck)):
                other = "itself" if member == holder.id else f"another of its kind: {member}"
                yield Problem(f"it contains {other}; VASSAL would lose pieces", where)
