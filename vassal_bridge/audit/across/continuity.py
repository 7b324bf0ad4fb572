"""What breaks a chain: changed positions, missing logs, other players, other versions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from vassal_bridge.audit.across.linking import How, Link
from vassal_bridge.audit.finding import Finding, Severity
from vassal_bridge.audit.found import found
from vassal_bridge.audit.reading import Reading
from vassal_bridge.audit.rolls import PARTS
from vassal_bridge.audit.seating import NEUTRAL, seated_steps
from vassal_bridge.audit.versions import versions_between
from vassal_bridge.formats.comparing.diff import Difference, Kind, diff_views
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
_QUIET = (Kind.PLAYER, Kind.OTHER, Kind.MARKED)


def breaks(link: Link) -> Iterator[Finding]:
    """Yield what differs between a log's start and the end of the one before it."""
    before, after = link.before, link.reading
    if before is None or link.how is not How.BROKEN:
        return
    views = [View(one, after.module, after.viewer) for one in (before.end_save, after.log.start)]
    told = [one for one in diff_views(views[0], views[1]) if one.kind not in _QUIET]
    code = "CHAIN-MISSING" if _is_missing(told) else "CHAIN-BREAK"
    lines = [str(one) for one in told] or [_UNSEEN]
    more = f"; and {len(lines) - _SHOWN} more" if len(lines) > _SHOWN else ""
    evidence = f"after {before.name}: " + "; ".join(lines[:_SHOWN]) + more
    pieces = tuple(dict.fromkeys(one.subject for one in told if one.kind in _PIECES))[:_SHOWN]
    where = "; ".join(dict.fromkeys(one.place for one in told if one.place))
    finding = found(code, after, evidence=evidence)
    yield replace(finding, pieces=pieces, where=where if len(told) <= _SHOWN else "")


def _is_missing(told: Sequence[Difference]) -> bool:
    """Whether play lies between: a turn has passed, pieces have come or gone, many have moved."""
    kinds = [one.kind for one in told]
    subjects = {one.subject for one in told if one.kind in _PIECES}
    return Kind.TURN in kinds or len(subjects) >= _MANY


def rosters(link: Link) -> Iterator[Finding]:
    """Yield how the players at a log's start differ from those at the end of the one before."""
    before, after = link.before, link.reading
    if before is None or link.how is How.SAME_START:
        return
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


def versions(link: Link) -> Iterator[Finding]:
    """Yield how the versions of a log differ from those of the one before it."""
    if link.before is not None:
        yield from versions_between(link.before, link.reading)


def wrong_player(reading: Reading, before: Reading | None) -> Iterator[Finding]:
    """Yield a log whose moves, before its turn marker moves, are all of a side not in turn.

    Who moves the marker to his own turn late is no such player, unless the log before was his.
    """
    if not reading.steps:
        return
    turn = reading.steps[0].turn
    named = [
        side
        for side in dict.fromkeys(seat.side for seat in reading.seats if seat.side)
        if _names(turn, side)
    ]
    if len(named) != 1 or named[0].casefold() in NEUTRAL:
        return
    first = None
    for step, seated in seated_steps(reading):
        if step.turn != turn:
            break
        seat = seated.of(step)
        if seat is None or not seat.side or not (step.of("MovePiece") or step.rolls or step.chat):
            continue
        if seat.side == named[0] or seat.side.casefold() in NEUTRAL:
            return
        if step.of("MovePiece") and first is None:
            first = (step, seat)
    if first is None:
        return
    step, seat = first
    comes = any(_names(one.next_turn, seat.side) for one in reading.steps)
    if not comes or (before is not None and _sides(before) == {seat.side}):
        evidence = f"it is {turn}; {seat.name} plays {seat.side}"
        yield found("CHAIN-PLAYER", reading, step, evidence, acts=step.of("MovePiece"))


def _names(turn: str, side: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(side)}(?!\w)", turn) is not None


def _sides(reading: Reading) -> set[str]:
    """Return the sides whose players moved pieces in a log."""
    seated = ((step, seats_then.of(step)) for step, seats_then in seated_steps(reading))
    return {seat.side for step, seat in seated if seat is not None and step.of("MovePiece")}


def earlier_rolls(readings: Sequence[Reading]) -> Iterator[Finding]:
    """Yield the rolls that follow one which no log before shows [DICE-ELSEWHERE]."""
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
                    severity = Severity.NOTE if old in _NEW_SESSION else None
                    yield found("DICE-ELSEWHERE", reading, step, evidence, severity=severity)
                met.add(stem)
                last[stem] = act.command["new"]
