"""What was hidden and came to light: masks, invisible pieces, decks; and by whom."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from vassal_bridge.audit.acts import Act, ReadStep, was_sent
from vassal_bridge.audit.finding import Finding, Severity
from vassal_bridge.audit.found import found
from vassal_bridge.audit.reading import Reading
from vassal_bridge.audit.seating import Seated, seated_steps
from vassal_bridge.audit.within.reports import is_reported


def secrets_shown(reading: Reading) -> Iterator[Finding]:
    """Yield the pieces that were unmasked or made visible, by their owner or by another."""
    for step, seats in seated_steps(reading):
        if step.is_undo:
            continue
        for act, owner in shown_acts(step):
            by_owner = _is_owner(step, owner, seats)
            code = "SECRET-SHOWN" if by_owner is not False else "SECRET-OPENED"
            if by_owner is None:
                evidence = "nothing says by whom"
            else:
                evidence = "by its owner" if by_owner else "by a player who does not own it"
            yield found(code, reading, step, evidence, acts=[replace(act, before=act.after)])


def shown_acts(step: ReadStep) -> Iterator[tuple[Act, str]]:
    """Yield the acts of a step that unmask a piece or make it visible, with its owner."""
    for act in step.of("ChangePiece"):
        before, after = act.before, act.after
        if before is None or after is None:
            continue
        if before.masked_by and not after.masked_by:
            yield act, before.masked_by
        elif before.hidden_by and not after.hidden_by:
            yield act, before.hidden_by


def _is_owner(step: ReadStep, owner: str, seats: Seated) -> bool | None:
    """Return whether the player who made a step owns what was hidden; None where nobody knows."""
    seat = seats.of(step)
    if seat is None:
        return None
    return owner in (seat.player, seat.side) or not seats.knows(owner)


def decks(reading: Reading) -> Iterator[Finding]:
    """Yield the decks turned up, put in order silently, drawn from within, and cards put back."""
    drawn: dict[str, tuple[int, str]] = {}
    for step in reading.steps:
        for act in step.of("ChangePiece"):
            yield from _deck_changes(reading, step, act)
        moves = step.of("MovePiece")
        for act in moves:
            yield from _card_moves(reading, step, act, drawn)
        yield from _from_within(reading, step, moves)


def _deck_changes(reading: Reading, step: ReadStep, act: Act) -> Iterator[Finding]:
    before, after = act.before, act.after
    if before is None or after is None or before.kind != "deck":
        return
    if before.is_face_down and not after.is_face_down:
        yield found("DECK-SHOWN", reading, step, before.name, acts=[act])
    reordered = before.members != after.members and sorted(before.members) == sorted(after.members)
    if reordered and not is_reported(step) and not step.is_undo:
        severity = None if before.reports else Severity.NOTE
        evidence = f"the order of {before.name}"
        yield found("DECK-ORDER", reading, step, evidence, acts=[act], severity=severity)


def _from_within(reading: Reading, step: ReadStep, moves: list[Act]) -> Iterator[Finding]:
    """Yield the cards on which others lay that stay in their deck [DECK-WITHIN].

    Cards drawn together come in any order. A card that a trait of its own sends may lie anywhere.
    """
    drawn = [act for act in moves if act.before and act.after and act.before.deck != act.after.deck]
    together = {act.before.id for act in drawn if act.before}
    for act in () if step.is_undo else drawn:
        before = act.before
        above = [card for card in before.above if card not in together] if before else []
        if before is not None and above and before.is_face_down:
            evidence = (
                f"{len(above)} card{'s' if len(above) > 1 else ''} lay on it in {before.deck}"
            )
            severity = Severity.NOTE if was_sent(act) else None
            yield found("DECK-WITHIN", reading, step, evidence, acts=[act], severity=severity)


def _card_moves(
    reading: Reading, step: ReadStep, act: Act, drawn: dict[str, tuple[int, str]]
) -> Iterator[Finding]:
    before, after = act.before, act.after
    if before is None or after is None or before.deck == after.deck:
        return
    if before.deck and before.is_face_down and not after.deck:
        drawn[before.id] = (step.number, before.deck)
    elif after.deck and before.id in drawn and after.is_face_down:
        number, deck = drawn.pop(before.id)
        if deck == after.deck and step.number - number <= 2 and not step.is_undo:
            evidence = f"drawn from {deck} in step {number}, put back in step {step.number}"
            yield found("DECK-PUT-BACK", reading, step, evidence, acts=[act])
