"""What commands share that write the report of a check as one page of HTML."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from vassal_bridge.audit.finding import Finding
from vassal_bridge.audit.luck import dice_report
from vassal_bridge.audit.reading import Reading
from vassal_bridge.audit.report import Report, report_log, report_steps
from vassal_bridge.audit.report_html import page
from vassal_bridge.audit.throws import throws_of
from vassal_bridge.cli.output import progress
from vassal_bridge.formats.module import Module
from vassal_bridge.formats.writing import atomic_write
from vassal_bridge.pictures.art import ModuleArt

_NAMED = 3
"""Logs up to which a report's title names each."""
_NO_MODULE = "The module was not given, so there are no pictures, and places are in pixels."


def write_report(
    out: Path,
    readings: Sequence[Reading],
    findings: Sequence[Finding],
    *,
    side: str = "",
    force: bool = False,
) -> None:
    """Write the report of logs, in the order given, with the findings about them.

    The readings and the findings must have been made for the same viewer. Raises OutputExists
    where the page is there and may not be replaced.
    """
    told = []
    arts: dict[Module, ModuleArt] = {}
    for reading in readings:
        module = reading.module
        if module is not None and module not in arts:
            arts[module] = ModuleArt(module)
        art = None if module is None else arts[module]
        steps = report_steps(reading, findings, art)
        with progress(steps, f"Drawing {reading.name}", len(reading.log.steps)) as drawn:
            told.append(report_log(reading, drawn, findings))
    names = {reading.name for reading in readings}
    report = Report(
        _title([reading.name for reading in readings]),
        side,
        tuple(told),
        tuple(one for one in findings if one.log not in names),
        dice_report(throws_of(readings)),
        tuple([_NO_MODULE] if any(reading.module is None for reading in readings) else []),
    )
    atomic_write(out, page(report).encode("utf-8"), force=force)


def _title(names: Sequence[str]) -> str:
    """Return a title that names the logs, or the first and the last of many."""
    if len(names) > _NAMED:
        return f"Check of {len(names)} logs, {names[0]} to {names[-1]}"
    return "Check of " + ", ".join(names)
