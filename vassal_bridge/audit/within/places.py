"""Whether each step can follow the ones before it: places, states, values, pieces and ids."""

from __future__ import annotations

from collections.abc import Iterator

from vassal_bridge.audit.acts import Act, ReadStep, Shown
from vassal_bridge.audit.finding import Finding
from vassal_bridge.audit.found import found
from vassal_bridge.audit.reading import Reading
from vassal_bridge.audit.rolls import PARTS
from vassal_bridge.audit.versions import saved_data
from vassal_bridge.formats.chain import Chain
from vassal_bridge.formats.commands import Command
from vassal_bridge.formats.pieces import NO_MAP, read_int
from vassal_bridge.formats.traits import Trait

_ABOUT_PIECES = ("MovePiece", "ChangePiece", "RemovePiece")
_TIMES = (10**12, 2 * 10**12)
"""Ids between these are milliseconds, of 2001 to 2033; others are made by hand or by tools."""
_YEARS = 2 * 366 * 24 * 60 * 60 * 1000
"""Milliseconds after which an id is no time, whatever it looks like."""
_SLACK = 5 * 60 * 1000
"""Milliseconds by which two honest clocks may differ."""


def moves_start_elsewhere(reading: Reading) -> Iterator[Finding]:
    """Yield the moves that do not start where the piece stands [STEP-PLACE]."""
    for step in reading.steps:
        for act in _first_acts(step, moving=True):
            if act.kind != "MovePiece":
                continue
            if act.before is not None and not _starts_there(act.command, act.before):
                said = _said_place(act.command)
                evidence = f"the move starts at {said}, the piece stands at {_place(act.before)}"
                yield found("STEP-PLACE", reading, step, evidence, acts=[act])


def moves_onto_nothing(reading: Reading) -> Iterator[Finding]:
    """Yield the moves onto a piece that stands elsewhere [STEP-PLACE].

    A move names the piece that it is put on, and the one that it was on; both are where it is.
    """
    for step in reading.steps:
        for act in () if step.is_undo else step.of("MovePiece"):
            for word, below, at in (
                ("comes from", act.below_before, act.before),
                ("is put on", act.below_after, act.after),
            ):
                if below is not None and at is not None and below.point != at.point:
                    evidence = f"it {word} {below.name}, which stands at {_place(below)}"
                    yield found("STEP-PLACE", reading, step, evidence, acts=[act])
                    break


def _starts_there(command: Command, before: Shown) -> bool:
    name = command["old_map"]
    if before.point is None or name == NO_MAP:
        return before.point is None and name == NO_MAP
    x, y = read_int(command["old_x"]), read_int(command["old_y"])
    return before.point == (name, x, y)


def _said_place(command: Command) -> str:
    if command["old_map"] == NO_MAP:
        return "no map"
    return f"{command['old_map']} ({command['old_x']},{command['old_y']})"


def _place(shown: Shown) -> str:
    if shown.point is None:
        return "no map"
    name, x, y = shown.point
    return f"{name} ({x},{y})"


def changes_start_otherwise(reading: Reading) -> Iterator[Finding]:
    """Yield the changes whose old state is not the piece's [STEP-STATE].

    Within a step VASSAL may note a state before other commands change it: the first counts.
    """
    for step in reading.steps:
        moved = {act.command["id"] for act in step.of("MovePiece")}
        for act in _first_acts(step):
            before = act.before
            if before is not None and act.kind == "ChangePiece" and act.command.has("old_state"):
                what = _unlike(before, act.command["old_state"], is_still=not moved)
                if what:
                    evidence = f"its {what} was not what the step says it was"
                    yield found("STEP-STATE", reading, step, evidence, acts=[act])


def _first_acts(step: ReadStep, *, moving: bool = False) -> Iterator[Act]:
    """Yield the first act of a step about each piece; a stack's is about its pieces, too.

    With `moving` a change that leaves the piece where it is does not count.

    Later ones meet what the step itself has made. An Undo plays a step backwards, and VASSAL
    does not keep its order for what a stack's coming and going brings about.
    """
    met: set[str] = set()
    for act in () if step.is_undo else step.acts:
        before = act.before
        if before is not None and before.id not in met:
            yield act
        if moving and act.kind == "ChangePiece" and _stays(act):
            continue
        if before is not None:
            met.update([before.id, *before.members])


def _stays(act: Act) -> bool:
    """Whether a change leaves a piece, which is no stack, where it is."""
    before, after = act.before, act.after
    if before is None or after is None or before.members:
        return False
    return before.point == after.point


def _unlike(before: Shown, old_state: str, *, is_still: bool) -> str:
    """Return what of a piece differs from an old state; empty where nothing does.

    Its place counts in a step that moves nothing only: otherwise the move tells its own.
    """
    if before.kind != "piece":
        return ""
    old = list(Chain(old_state))
    if not len(old) == len(before.states) == len(before.types):
        return ""
    for place, (own, now, said) in enumerate(zip(before.types, before.states, old, strict=True)):
        trait = Trait(place, own, now)
        if now == said or _is_drawn(trait):
            continue
        if trait.prefix == "piece;":
            if not is_still or before.deck or _basic(now) == _basic(said):
                continue
            return "place"
        return trait.spec.name
    return ""


def _is_drawn(trait: Trait) -> bool:
    """Whether a state is VASSAL's own business: a level that follows a property, a trail."""
    return trait.prefix == "footprint;" or (trait.prefix == "emb2;" and trait.type.flag("follow"))


def _basic(state: str) -> tuple[str, ...]:
    return tuple(state.split(";")[:4])


def pieces_unknown(reading: Reading) -> Iterator[Finding]:
    """Yield the steps about pieces that are not in the game [STEP-NO-PIECE]."""
    for step in reading.steps:
        for act in step.of(*_ABOUT_PIECES):
            if act.before is None:
                yield found("STEP-NO-PIECE", reading, step, f"a command {act.kind} is about it")


def ids_taken(reading: Reading) -> Iterator[Finding]:
    """Yield the new pieces whose id is another's [STEP-ID-TAKEN]."""
    for step in reading.steps:
        for act in step.of("AddPiece"):
            if act.before is not None and act.command["id"] not in ("", "null"):
                yield found("STEP-ID-TAKEN", reading, step, acts=[act])


def ids_out_of_order(reading: Reading) -> Iterator[Finding]:
    """Yield the steps whose new pieces are older than those before [STEP-ORDER]."""
    newest = 0
    for step in reading.steps:
        if step.is_undo:
            continue
        ids = [int(one) for one in _new_ids(step)]
        if ids and newest and min(ids) < newest - _SLACK:
            minutes = (newest - min(ids)) // 60000
            yield found(
                "STEP-ORDER",
                reading,
                step,
                f"its new pieces are {minutes} minutes older than those of an earlier step",
            )
        newest = max([newest, *ids])


def ids_after_saving(reading: Reading) -> Iterator[Finding]:
    """Yield the first step whose new pieces are younger than the file [STEP-LATER]."""
    saved = _saved_at(reading)
    ids = [int(one) for step in reading.steps for one in _new_ids(step)]
    if not saved or max(ids, default=0) - saved >= _YEARS:
        return
    later = {
        step.number: young
        for step in reading.steps
        if (young := [one for one in _new_ids(step) if _SLACK < int(one) - saved < _YEARS])
    }
    step = next((step for step in reading.steps if step.number in later), None)
    if step is not None:
        minutes = (int(max(later[step.number])) - saved) // 60000
        evidence = f"a piece was made {minutes} minutes after the file was saved"
        more = len(later) - 1
        evidence += f"; in {more} later step{'s' if more > 1 else ''}, too" if more else ""
        yield found("STEP-LATER", reading, step, evidence)


def _new_ids(step: ReadStep) -> list[str]:
    return [
        act.command["id"]
        for act in step.of("AddPiece")
        if act.command["id"].isdigit() and _TIMES[0] <= int(act.command["id"]) < _TIMES[1]
    ]


def _saved_at(reading: Reading) -> int:
    data = saved_data(reading.log.save)
    return 0 if data is None else data.date_saved or 0


def values_start_otherwise(reading: Reading) -> Iterator[Finding]:
    """Yield the properties that change from what they were not [STEP-VALUE]; not those of dice."""
    for step in reading.steps:
        for act in step.of("ChangeProperty"):
            name, old = act.command["name"], act.command["old"]
            stem, _, part = name.rpartition("_")
            is_dice = bool(stem) and part in PARTS
            if not is_dice and act.value is not None and act.value != old:
                evidence = f"{name} was {act.value or '-'}; the step says {old or '-'}"
                yield found("STEP-VALUE", reading, step, evidence)
