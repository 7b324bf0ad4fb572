"""What breaks a chain: changed positions, missing logs, other players, other versions."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from vassal_bridge.audit.across.linking import How, Link
from vassal_bridge.audit.finding import Finding, Severity
from vassal_bridge.audit.found import found
from vassal_bridge.audit.reading import Reading
from vassal_bridge.audit.rolls import PARTS
from vassal_bridge.audit.seating import NEUTRAL, seated_steps, side_in_turn
from vassal_bridge.audit.sidecar_runs import run_in_save
from vassal_bridge.audit.versions import versions_between
from vassal_bridge.formats.comparing.diff import Difference, Kind, diff_views
from vassal_bridge.formats.pieces import Piece
from vassal_bridge.formats.roster import seats
from vassal_bridge.formats.sight import View

_NEW_SESSION = ("", "1")
"""What dice show before anybody has rolled them since VASSAL was started."""
_UNSEEN = "something differs that this viewer does not see"
_SHOWN = 8
"""Differences that are told of a break; the number of the others is."""
_MANY = 4
"""Pieces that differ from which on a log is rather missing than a position changed."""
_PIECES = (Kind.ADDED, Kind.REMOVED, Kind.MOVED, Kind.CHANGED, Kind.FLIPPED, Kind.MARKED)
_APART = (Kind.PLAYER, Kind.OTHER)
"""What other checks tell of, or nobody needs to know."""


def breaks(links: Sequence[Link]) -> Iterator[Finding]:
    """Yield what differs between the logs' starts and the ends of those before them.

    A log that begins as if an earlier break had not been is a note [CHAIN-BACK].
    """
    broken: dict[str, tuple[str, ...] | None] = {}
    for link in links:
        before, after = link.before, link.reading
        if before is None or link.how is not How.BROKEN:
            continue
        old, new = before.end, after.start
        changed = [key for key in {**old, **new} if old.get(key) != new.get(key)]
        if all(key in broken and broken[key] == new.get(key) for key in changed):
            yield found("CHAIN-BACK", after, evidence=f"as before {before.name}")
            continue
        run = run_in_save(after.log.start)
        if run is not None:
            evidence = f"{run.what}, since {before.name}; whether rightly, --game tells"
            yield found("CHAIN-SIDECAR", after, evidence=evidence)
            continue
        broken.update({key: old.get(key) for key in changed})
        yield from _break(before, after)


def _break(before: Reading, after: Reading) -> Iterator[Finding]:
    views = [View(one, after.module, after.viewer) for one in (before.end_save, after.log.start)]
    differing = [one for one in diff_views(views[0], views[1]) if one.kind not in _APART]
    told = [one for one in differing if one.kind is not Kind.MARKED] or differing
    told.sort(key=lambda one: one.kind is not Kind.BOARDS)
    if not told and _made_otherwise(before, after):
        return
    code = "CHAIN-MISSING" if _is_missing(told) else "CHAIN-BREAK"
    lines = [str(one) for one in told] or [_UNSEEN]
    more = f"; and {len(lines) - _SHOWN} more" if len(lines) > _SHOWN else ""
    evidence = f"after {before.name}: " + "; ".join(lines[:_SHOWN]) + more
    pieces = tuple(dict.fromkeys(one.subject for one in told if one.kind in _PIECES))[:_SHOWN]
    where = "; ".join(dict.fromkeys(one.place for one in told if one.place))
    finding = found(code, after, evidence=evidence)
    yield replace(finding, pieces=pieces, where=where if len(told) <= _SHOWN else "")


def _is_missing(told: Sequence[Difference]) -> bool:
    """Whether play lies between: a turn has passed and pieces changed, or many have moved."""
    subjects = {one.subject for one in told if one.kind in _PIECES}
    if any(one.kind is Kind.BOARDS for one in told):
        return False
    is_later = any(one.kind is Kind.TURN for one in told)
    return len(subjects) >= _MANY or (is_later and bool(subjects))


def types(links: Sequence[Link]) -> Iterator[Finding]:
    """Yield the pieces that are made otherwise than in the logs before [CHAIN-TYPE]."""
    met: dict[str, set[str]] = {}
    for link in links:
        before, after = link.before, link.reading
        if before is not None and link.how is not How.SAME_START:
            unlike = _made_otherwise(before, after, met)
            more = f"; and {len(unlike) - _SHOWN} more" if len(unlike) > _SHOWN else ""
            if unlike:
                yield found("CHAIN-TYPE", after, evidence="; ".join(unlike[:_SHOWN]) + more)
        for piece in (*after.log.start.pieces, *after.end_save.pieces):
            met.setdefault(piece.id, set()).add(piece.type_text)


def _made_otherwise(
    before: Reading, after: Reading, met: Mapping[str, set[str]] = MappingProxyType({})
) -> list[str]:
    """Return in words the pieces whose types differ, with the first trait that does.

    A type that a piece has had before in the chain is passed over.
    """
    view = View(before.end_save, after.module, after.viewer)
    unlike: list[str] = []
    for piece in before.end_save.pieces:
        now = after.log.start.pieces.get(piece.id)
        if not isinstance(now, Piece) or now.type_text == piece.type_text:
            continue
        if now.type_text in met.get(piece.id, ()):
            continue
        seen = view.pieces.get(piece.id)
        name = "a piece" if seen is None else seen.name
        pairs = zip(piece.traits, now.traits, strict=False)
        trait = next((old for old, new in pairs if old.type_text != new.type_text), None)
        if len(piece.traits) != len(now.traits) or trait is None:
            unlike.append(f"{name} has other traits")
        elif piece.basic_name != now.basic_name and seen is not None and seen.name:
            unlike.append(f"{name} has another name")
        else:
            unlike.append(f"{name} has another {trait.spec.name}")
    return unlike


def rosters(links: Sequence[Link]) -> Iterator[Finding]:
    """Yield how the players at a log's start differ from those at the end of the one before."""
    for link in links:
        if link.before is not None and link.how is not How.SAME_START:
            yield from _rosters(link.before, link.reading)


def _rosters(before: Reading, after: Reading) -> Iterator[Finding]:
    old = {one.player: one for one in seats(before.end_save)}
    new = {one.player: one for one in after.seats}
    gone = [one for one in old.values() if one.player not in new]
    for seat in new.values():
        was = old.get(seat.player)
        as_now = f"{seat.name} as {seat.side or 'observer'}, since {before.name}"
        if was is None:
            twin = next(
                (one for one in gone if (one.name, one.side) == (seat.name, seat.side)), None
            )
            taken = next((one for one in gone if seat.side and one.side == seat.side), None)
            if twin is not None:
                gone.remove(twin)
                yield found("ROSTER-PASSWORD", after, evidence=as_now)
            elif taken is not None:
                gone.remove(taken)
                evidence = f"{seat.side}: {taken.name} before, {seat.name} now"
                yield found("ROSTER-SEAT", after, evidence=evidence)
            else:
                yield found("ROSTER-JOINED", after, evidence=as_now)
        elif was.side != seat.side:
            evidence = f"{seat.name}: from {was.side or 'observer'} to {seat.side or 'observer'}"
            severity = Severity.QUESTION if was.side else Severity.NOTE
            yield found("ROSTER-SIDE", after, evidence=evidence, severity=severity)
        elif was.name != seat.name:
            yield found("ROSTER-NAME", after, evidence=f"{was.name} is now {seat.name}")
    for seat in gone:
        yield found("ROSTER-LEFT", after, evidence=f"{seat.name}, since {before.name}")


def versions(links: Sequence[Link]) -> Iterator[Finding]:
    """Yield how the versions of a log differ from those of the logs before it."""
    earlier: list[Reading] = []
    for link in links:
        if link.before is not None:
            yield from versions_between(earlier, link.reading)
        earlier.append(link.reading)


def wrong_player(reading: Reading, before: Reading | None) -> Iterator[Finding]:
    """Yield a log whose moves, before its turn marker moves, are all of a side not in turn.

    Who moves the marker to his own turn late is no such player, unless the log before was his.
    """
    if not reading.steps:
        return
    turn = reading.steps[0].turn
    in_turn = side_in_turn(reading, turn)
    if not in_turn:
        return
    first = None
    for step, seated in seated_steps(reading):
        if step.turn != turn:
            break
        seat = seated.of(step)
        if seat is None or not seat.side or not (step.of("MovePiece") or step.rolls or step.chat):
            continue
        if seat.side == in_turn or seat.side.casefold() in NEUTRAL:
            return
        if step.of("MovePiece") and first is None:
            first = (step, seat)
    if first is None:
        return
    step, seat = first
    comes = any(side_in_turn(reading, one.next_turn) == seat.side for one in reading.steps)
    if not comes or (before is not None and _sides(before) == {seat.side}):
        evidence = f"it is {turn}; {seat.name} plays {seat.side}"
        yield found("CHAIN-PLAYER", reading, step, evidence, acts=step.of("MovePiece"))


def _sides(reading: Reading) -> set[str]:
    """Return the sides whose players moved pieces in a log."""
    seated = ((step, seats_then.of(step)) for step, seats_then in seated_steps(reading))
    return {seat.side for step, seat in seated if seat is not None and step.of("MovePiece")}


def earlier_rolls(readings: Sequence[Reading], lacking: Container[str] = ()) -> Iterator[Finding]:
    """Yield the rolls that follow one which no log before shows [DICE-ELSEWHERE].

    It is a note where a log is missing before one, by the names in `lacking`.
    """
    last: dict[str, str] = {}
    for reading in readings:
        met: set[str] = set()
        for step in reading.steps:
            for act in step.of("ChangeProperty"):
                stem, _, part = act.command["name"].rpartition("_")
                if not stem or part not in PARTS or part != "result":
                    continue
                old = act.command["old"]
                if stem in last and stem not in met and last[stem] != old and not step.is_undo:
                    evidence = f"{stem} showed {old}, the logs before left {last[stem]}"
                    is_usual = old in _NEW_SESSION or reading.name in lacking
                    severity = Severity.NOTE if is_usual else None
                    yield found("DICE-ELSEWHERE", reading, step, evidence, severity=severity)
                met.add(stem)
                last[stem] = act.command["new"]
