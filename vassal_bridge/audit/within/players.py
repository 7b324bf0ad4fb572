"""Who acted, and whether he might: seats, sides, the owners of pieces, changes of the roster."""

from __future__ import annotations

from collections.abc import Iterator

from vassal_bridge.audit.acts import Act, ReadStep
from vassal_bridge.audit.finding import Finding, Severity
from vassal_bridge.audit.found import found
from vassal_bridge.audit.reading import Reading, chat_name
from vassal_bridge.audit.seating import NEUTRAL, Seated, is_match, seated_steps, side_in_turn
from vassal_bridge.formats.surroundings import OBSERVERS


def movers(reading: Reading) -> Iterator[Finding]:
    """Yield the moves by nobody of the roster, by observers, and under two names."""
    for step, seated in seated_steps(reading):
        moves = [act for act in step.of("MovePiece") if act.command.has("player")]
        ids = dict.fromkeys(act.command["player"] for act in moves)
        for player in ids:
            acts = [act for act in moves if act.command["player"] == player]
            seat = seated.seats.get(player)
            if seat is None and seated.seats and player not in ("", "null"):
                yield found("WHO-STRANGER", reading, step, "not in the roster", acts=acts)
            elif seat is not None and not seat.side:
                severity = None if is_match(reading) else Severity.NOTE
                evidence = f"{seat.name} observes"
                yield found("WHO-OBSERVER", reading, step, evidence, acts=acts, severity=severity)
            if seat is not None:
                names = [one.name for one in seated.seats.values()]
                told = chat_name(step.step, names)
                if told and told != seat.name and told in names:
                    evidence = f"the move is {seat.name}'s, the chat has {told}"
                    yield found("WHO-DIFFERS", reading, step, evidence, acts=acts)


def others_pieces(reading: Reading) -> Iterator[Finding]:
    """Yield the moves of pieces of another side, or of another player's masked pieces."""
    has_rolled = False
    turn = ""
    for step, seated in seated_steps(reading):
        if step.turn != turn:
            turn, has_rolled = step.turn, False
        has_rolled = has_rolled or bool(step.rolls)
        seat = seated.of(step)
        if seat is None or not seat.side or seat.side.casefold() in NEUTRAL or step.is_undo:
            continue
        acts = [act for act in step.of("MovePiece") if _is_others(act, seat.side, seat.player)]
        acts = [act for act in acts if _owner(act, seated) != seat.side]
        if acts:
            is_usual = has_rolled or _all_leave(acts) or not seated.is_match
            severity = Severity.NOTE if is_usual else Severity.QUESTION
            owners = ", ".join(dict.fromkeys(_owner(act, seated) for act in acts))
            evidence = f"{seat.name} plays {seat.side}, the piece is {owners}'s"
            evidence += "; dice were rolled before in this phase" if has_rolled else ""
            yield found("PIECE-OTHER-SIDE", reading, step, evidence, acts=acts, severity=severity)


def moves_after_turn(reading: Reading) -> Iterator[Finding]:
    """Yield the moves of a side's own pieces after its turn has passed to another [WHO-TURN].

    A move before the player's turn is shown is none: turn markers are often moved late.
    """
    had_turn: set[str] = set()
    has_rolled = False
    for step, seated in seated_steps(reading):
        in_turn = side_in_turn(reading, step.turn)
        if side_in_turn(reading, step.next_turn) != in_turn:
            had_turn.add(in_turn)
            has_rolled = False
        has_rolled = has_rolled or bool(step.rolls)
        seat = seated.of(step)
        if seat is None or step.is_undo or not in_turn or seat.side == in_turn:
            continue
        own = [act for act in step.of("MovePiece") if act.before and act.before.side == seat.side]
        if own and seat.side in had_turn:
            severity = Severity.NOTE if has_rolled or _all_leave(own) else Severity.QUESTION
            evidence = f"it is {step.turn}; {seat.name} plays {seat.side}"
            yield found("WHO-TURN", reading, step, evidence, acts=own, severity=severity)


def _is_others(act: Act, side: str, player: str) -> bool:
    before = act.before
    if before is None or before.kind != "piece" or before.point is None:
        return False
    owner = before.masked_by or before.hidden_by
    if owner:
        return owner not in (side, player)
    return bool(before.side) and before.side != side


def _owner(act: Act, seated: Seated) -> str:
    """Return whose a piece is: of a covered one, what its mask tells everybody, if anything."""
    before = act.before
    if before is None:
        return ""
    seat = seated.seats.get(before.masked_by)
    by_mask = "" if seat is None else seat.side
    return (before.side if before.is_open else by_mask) or "another player"


def _all_leave(acts: list[Act]) -> bool:
    """Whether all pieces go to another map, or off the map."""
    return all(
        act.after is None
        or act.after.point is None
        or (
            act.before is not None
            and act.before.point is not None
            and act.after.point[0] != act.before.point[0]
        )
        for act in acts
    )


def roster_changes(reading: Reading) -> Iterator[Finding]:
    """Yield who joined, left, or changed sides or names."""
    for step, seated in seated_steps(reading):
        gone: dict[str, str] = {}
        for act in step.of("AddPlayer", "RemovePlayer"):
            player = act.command["player"]
            seat = seated.seats.get(player)
            if act.kind == "RemovePlayer":
                gone[player] = "" if seat is None else seat.name
                continue
            gone.pop(player, None)
            yield from _joined(reading, step, act, seated)
        for name in gone.values():
            yield found("ROSTER-LEFT", reading, step, name)


def _joined(reading: Reading, step: ReadStep, act: Act, seated: Seated) -> Iterator[Finding]:
    name, side = act.command["name"], act.command["side"]
    side = "" if side == OBSERVERS else side
    old = seated.seats.get(act.command["player"])
    if old is not None and old.side != side:
        severity = Severity.QUESTION if old.side and len(seated.seats) > 1 else Severity.NOTE
        evidence = f"{name}: from {old.side or 'observer'} to {side or 'observer'}"
        yield found("ROSTER-SIDE", reading, step, evidence, severity=severity)
    elif old is not None and old.name != name:
        yield found("ROSTER-NAME", reading, step, f"{old.name} is now {name}")
    elif old is None:
        same = [seat for seat in seated.seats.values() if seat.name == name and seat.side == side]
        code = "ROSTER-PASSWORD" if same else "ROSTER-JOINED"
        yield found(code, reading, step, f"{name} as {side or 'observer'}")
