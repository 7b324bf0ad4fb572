"""The promise of losslessness, put to the test on one file: read, rewrite, read again, compare."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from vassal_bridge.errors import Problem, VerifyError, Where
from vassal_bridge.formats.archive import Archive
from vassal_bridge.formats.check import find_problems
from vassal_bridge.formats.commands import ESC, LOG, Command, spec_of
from vassal_bridge.formats.envelope import unwrap
from vassal_bridge.formats.fields import Record
from vassal_bridge.formats.pieces import Piece
from vassal_bridge.formats.save import SAVED_GAME, Save
from vassal_bridge.formats.tokens import Tokens


@dataclass(frozen=True, slots=True)
class RoundTrip:
    """What was found and compared in one file; sizes are counts."""

    file: str
    kind: str
    entries: int
    commands: int = 0
    pieces: int = 0
    opaque_traits: int = 0
    problems: tuple[Problem, ...] = ()


def round_trip(path: Path) -> RoundTrip:
    """Read a file, write it again from its parts, read that, and compare the two.

    Raises:
        FormatError: the file cannot be read.
        VerifyError: the second reading differs from the first.
        OSError: the file cannot be opened.
    """
    archive = Archive.read(path)
    if SAVED_GAME in archive or not ({"buildFile", "buildFile.xml"} & set(archive.names)):
        return _round_trip_save(Save(archive))
    return _round_trip_module(path, archive)


def _round_trip_module(path: Path, archive: Archive) -> RoundTrip:
    from vassal_bridge.formats.module import open_module

    module = open_module(path)
    again = Archive.from_bytes(archive.rebuilt(), name=archive.name)
    compare_archives(archive, again)
    return RoundTrip(
        file=archive.name,
        kind="module",
        entries=len(archive),
        pieces=len(module.slots),
        problems=module.problems,
    )


def _round_trip_save(save: Save) -> RoundTrip:
    archive = save.archive
    opaque = pieces = 0
    _, body = unwrap(archive[SAVED_GAME])
    _check_stream(save, body)
    for piece in save.pieces:
        pieces += 1
        opaque += sum(trait.is_opaque for trait in piece.traits)
        _check_piece(piece, Where(archive.name, SAVED_GAME, piece=piece.id))
    rewritten = archive.replace(SAVED_GAME, save.envelope.wrap(body)).to_bytes()
    again = Archive.from_bytes(rewritten, name=archive.name)
    compare_archives(archive, again, touched=frozenset([SAVED_GAME]))
    envelope, data = unwrap(again[SAVED_GAME])
    if envelope != save.envelope:
        raise VerifyError("the envelope came back changed", where=Where(archive.name, SAVED_GAME))
    if data != body:
        raise VerifyError("the text read again differs", where=Where(archive.name, SAVED_GAME))
    return RoundTrip(
        file=archive.name,
        kind="log" if _has_steps(save) else "save",
        entries=len(archive),
        commands=len(save.commands),
        pieces=pieces,
        opaque_traits=opaque,
        problems=tuple(find_problems(save)),
    )


def _check_stream(save: Save, body: bytes) -> None:
    """Put the stream together again from its commands, and compare it with what was read."""
    at = 0
    for place, (level, text) in enumerate(save.commands.outline()):
        separator = "\\" * level + ESC if place else ""
        again = (separator + _respelled(Command(text))).encode("utf-8", "surrogateescape")
        if not body.startswith(again, at):
            where = Where(save.name, SAVED_GAME, command=place)
            raise VerifyError("the command came back changed", where=where)
        at += len(again)
    if at != len(body):
        raise VerifyError("the text came back cut short", where=Where(save.name, SAVED_GAME))


def _has_steps(save: Save) -> bool:
    starts = save.commands.places((LOG, "'" + LOG))
    return any(save.commands[place].is_logged for place in starts)


def _respelled(command: Command) -> str:
    """Put a command together again from its head, its prefix and its tokens."""
    text, own = command.text, command.own
    spec = spec_of(own)
    if not spec.delimiter:
        return text
    respelled = spec.prefix + str(Tokens(own[len(spec.prefix) :], spec.delimiter))
    start = text.find(own)
    return text[:start] + respelled + text[start + len(own) :]


def _check_piece(piece: Piece, where: Where) -> None:
    """Put a piece together again from its traits' fields."""
    types, states = piece.type_chain, piece.state_chain
    _compare("the type", piece.type_text, str(types), where)
    _compare("the state", piece.state_text, str(states), where)
    for trait in piece.traits:
        here = Where(trait=trait.index, trait_id=trait.prefix).inside(where)
        for what, record in (("the trait's type", trait.type), ("the trait's state", trait.state)):
            _compare(what, str(record), _refielded(record), here)


def _refielded(record: Record) -> str:
    return str(record.tokens) if record.layout.delimiter else str(record)


def _compare(what: str, expected: str, found: str, where: Where) -> None:
    if expected != found:
        place = next(
            (n for n, (a, b) in enumerate(zip(expected, found, strict=False)) if a != b),
            min(len(expected), len(found)),
        )
        raise VerifyError(f"{what} came back changed at character {place}", where=where)


def compare_archives(
    before: Archive, after: Archive, *, touched: frozenset[str] = frozenset()
) -> None:
    """Check that two archives hold the same entries in the same order with the same facts.

    Entries named in `touched` may differ in content. Raises VerifyError for any difference.
    """
    if before.names != after.names:
        raise VerifyError("the entries or their order came back changed", where=Where(before.name))
    for old, new in zip(before, after, strict=True):
        where = Where(before.name, old.name)
        facts = (
            (old.method, old.stamp, old.record[_NAME_ON:]),
            (new.method, new.stamp, new.record[_NAME_ON:]),
        )
        if facts[0] != facts[1]:
            raise VerifyError(
                "the entry's date, method or extra data came back changed", where=where
            )
        if old.name in touched:
            continue
        same = old.local == new.local or before.content(old) == after.content(new)
        if not same:
            raise VerifyError("the entry's content came back changed", where=where)


_NAME_ON = 46
"""Where the name, extra field and comment begin in a record of the zip's directory."""
