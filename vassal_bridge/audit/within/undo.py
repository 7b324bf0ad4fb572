"""What was taken back: a step, a roll, something that had been shown."""

from __future__ import annotations

from collections.abc import Iterator

from vassal_bridge.audit.acts import ReadStep
from vassal_bridge.audit.finding import Finding
from vassal_bridge.audit.found import found
from vassal_bridge.audit.reading import Reading
from vassal_bridge.audit.rolls import PARTS
from vassal_bridge.audit.within.secrets import shown_acts


def undone(reading: Reading) -> Iterator[Finding]:
    """Yield each Undo, and whether a roll or something shown was taken back."""
    undoable: list[ReadStep] = []
    for step in reading.steps:
        if not step.is_undo:
            undoable.append(step)
            continue
        back = _undone_by(step, undoable)
        yield _finding(reading, step, back)


def _undone_by(step: ReadStep, undoable: list[ReadStep]) -> ReadStep | None:
    """Take the step that an Undo takes back, the last that is not yet, from a list."""
    return undoable.pop() if undoable else None


def _finding(reading: Reading, step: ReadStep, back: ReadStep | None) -> Finding:
    evidence = "" if back is None else f"step {back.number} was taken back"
    if _takes_roll_back(step) or (back is not None and back.rolls):
        rolls = () if back is None else back.rolls
        told = "; ".join(roll.text or roll.button for roll in rolls)
        return found("UNDO-ROLL", reading, step, f"{evidence}: {told}" if told else evidence)
    if back is not None and list(shown_acts(back)):
        acts = [act for act, _ in shown_acts(back)]
        return found("UNDO-SECRET", reading, step, evidence, acts=acts)
    return found("UNDO", reading, step, evidence, acts=step.acts)


def _takes_roll_back(step: ReadStep) -> bool:
    return any(
        act.command["name"].rpartition("_")[2] in PARTS and "_" in act.command["name"]
        for act in step.of("ChangeProperty")
    )
