"""What was taken back: a step, a roll, something that had been shown."""

from __future__ import annotations

from collections.abc import Iterator

from vassal_bridge.audit.acts import ReadStep
from vassal_bridge.audit.finding import Finding
from vassal_bridge.audit.found import found
from vassal_bridge.audit.reading import Reading
from vassal_bridge.audit.rolls import PARTS
from vassal_bridge.audit.undoing import TakenBack
from vassal_bridge.audit.within.secrets import shown_acts


def undone(reading: Reading) -> Iterator[Finding]:
    """Yield each Undo, and whether a roll or something shown was taken back, or more."""
    for step in reading.steps:
        if step.is_undo:
            yield _finding(reading, step, reading.taken_back[step.number])


def _finding(reading: Reading, step: ReadStep, back: TakenBack) -> Finding:
    if back.unlike:
        return found("UNDO-OTHER", reading, step, back.unlike, acts=step.acts)
    undone_step = back.step
    if undone_step is None:
        return found("UNDO", reading, step, "what it takes back is before the log", acts=step.acts)
    evidence = f"step {undone_step.number} was taken back"
    if _takes_roll_back(step) or undone_step.rolls:
        told = "; ".join(roll.text or roll.button for roll in undone_step.rolls)
        return found("UNDO-ROLL", reading, step, f"{evidence}: {told}" if told else evidence)
    if list(shown_acts(undone_step)):
        acts = [act for act, _ in shown_acts(undone_step)]
        return found("UNDO-SECRET", reading, step, evidence, acts=acts)
    return found("UNDO", reading, step, evidence, acts=step.acts)


def _takes_roll_back(step: ReadStep) -> bool:
    return any(
        act.command["name"].rpartition("_")[2] in PARTS and "_" in act.command["name"]
        for act in step.of("ChangeProperty")
    )
