"""What was hidden and came to light: masks, invisible pieces, decks; and by whom."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from vassal_bridge.audit.acts import Act, ReadStep
from vassal_bridge.audit.finding import Finding
from vassal_bridge.audit.found import found
from vassal_bridge.audit.reading import Reading
from vassal_bridge.audit.seating import Seated, seated_steps


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
        for act in step.of("MovePiece"):
            yield from _card_moves(reading, step, act, drawn)


def _deck_changes(reading: Reading, step: ReadStep, act: Act) -> Iterator[Finding]:
    before, after = act.before, act.after
    if before is None or after is None or before.kind != "deck":
        return
    if before.is_face_down and not after.is_face_down:
        yield found("DECK-SHOWN", reading, step, before.name, acts=[act])
    reordered = before.members != after.members and sorted(before.members) == sorted(after.members)
    if reordered and not step.chat and not step.is_undo:
        yield found("DECK-ORDER", reading, step, f"the order of {before.name}", acts=[act])


def _card_moves(
    reading: Reading, step: ReadStep, act: Act, drawn: dict[str, tuple[int, str]]
) -> Iterator[Finding]:
    before, after = act.before, act.after
    if before is None or after is None or before.deck == after.deck:
        return
    if before.above and before.is_face_down and not step.is_undo:
        evidence = f"{before.above} cards lay on it in {before.deck}"
        yield found("DECK-WITHIN", reading, step, evidence, acts=[act])
    if before.deck and before.is_face_down and not after.deck:
        drawn[before.id] = (step.number, before.deck)
    elif after.deck and before.id in drawn and after.is_face_down:
        number, deck = drawn.pop(before.id)
        if deck == after.deck and step.number - number <= 2 and not step.is_undo:
            evidence = f"drawn from {deck} in step {number}, put back in step {step.number}"
            yield found("DECK-PUT-BACK", reading, step, evidence, acts=[act])
