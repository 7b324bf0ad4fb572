"""What changed in silence though such changes are reported: values and turns."""

from __future__ import annotations

from collections.abc import Iterator

from vassal_bridge.audit.acts import ReadStep
from vassal_bridge.audit.finding import Finding, Severity
from vassal_bridge.audit.found import found
from vassal_bridge.audit.reading import Reading
from vassal_bridge.audit.sidecar_runs import silent_steps
from vassal_bridge.audit.within.reports import is_reported
from vassal_bridge.formats.module import Module

_BUTTON = "ChangePropertyButton"
_SETS = "setprop;"


def values_unreported(reading: Reading) -> Iterator[Finding]:
    """Yield the values that change without the report that their buttons make [VALUE-SILENT].

    A value that pieces can set by a trait may change without any.
    """
    reported = _reported_values(reading)
    if not reported:
        return
    by_traits = _set_by_traits(reading, reported)
    by_sidecar = silent_steps(reading.steps)
    for step in reading.steps:
        if step.is_undo or is_reported(step):
            continue
        for act in step.of("ChangeProperty"):
            name, old, new = (act.command[key] for key in ("name", "old", "new"))
            if name in reported and name not in by_traits and old != new:
                severity = Severity.NOTE if step.number in by_sidecar else None
                evidence = f"{name} goes from {old} to {new}"
                yield found("VALUE-SILENT", reading, step, evidence, severity=severity)


def _reported_values(reading: Reading) -> set[str]:
    """Return the values whose changes are reported: as the module says, else as the log shows."""
    if reading.module is not None:
        return _with_reports(reading.module)
    return {
        act.command["name"]
        for step in reading.steps
        if not step.is_undo and not step.rolls
        for act in step.of("ChangeProperty")
        if any(act.command["name"] in line and act.command["new"] in line for line in step.chat)
    }


def _with_reports(module: Module) -> set[str]:
    """Return the module's properties all of whose buttons make a report."""
    named: set[str] = set()
    for one in module.root.find_all("GlobalProperty"):
        buttons = list(one.find_all(_BUTTON))
        if buttons and all(button.get("reportFormat") for button in buttons):
            named.add(one.get("name"))
    return named


def _set_by_traits(reading: Reading, names: set[str]) -> set[str]:
    """Return the names that a trait of a piece sets; in a module, of a piece of its palettes."""
    texts = [piece.type_text for piece in reading.log.start.pieces]
    if reading.module is not None:
        texts += [slot.definition for slot in reading.module.slots]
        texts += [one.definition for one in reading.module.prototypes.values()]
    setting = [text for text in texts if _SETS in text]
    return {name for name in names if any(f"{_SETS}{name};" in text for text in setting)}


def turns_unreported(reading: Reading) -> Iterator[Finding]:
    """Yield the turns that pass without the report that the tracker makes [TURN-SILENT]."""
    trackers = _reporting_trackers(reading)
    by_sidecar = silent_steps(reading.steps)
    for step in reading.steps:
        if step.is_undo or _tells(step):
            continue
        for act in step.of("SetTurn"):
            if act.command["tracker"] in trackers and step.turn != step.next_turn:
                evidence = f"from {step.turn} to {step.next_turn}"
                severity = Severity.NOTE if step.number in by_sidecar else None
                yield found("TURN-SILENT", reading, step, evidence, severity=severity)


def _reporting_trackers(reading: Reading) -> set[str]:
    if reading.module is not None:
        turns = reading.module.turn_trackers
        return {one.id for one in turns if one.component.get("reportFormat")}
    return {
        act.command["tracker"]
        for step in reading.steps
        if _tells(step)
        for act in step.of("SetTurn")
    }


def _tells(step: ReadStep) -> bool:
    """Whether a step's chat has a report: a line that nobody typed."""
    return any(line.startswith("*") for line in step.chat)
