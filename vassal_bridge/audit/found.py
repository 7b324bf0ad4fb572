"""Makes findings: the step's player, the pieces and places as seen, no player's id in a word."""

from __future__ import annotations

from collections.abc import Iterable

from vassal_bridge.audit.acts import Act, ReadStep, Shown
from vassal_bridge.audit.codes import code_of
from vassal_bridge.audit.finding import Finding, Severity
from vassal_bridge.audit.reading import Reading
from vassal_bridge.formats.logs.story import Who


def found(
    code: str,
    reading: Reading,
    step: ReadStep | None = None,
    evidence: str = "",
    *,
    acts: Iterable[Act] = (),
    severity: Severity | None = None,
) -> Finding:
    """Return a finding of a code in a step, or of the whole log; acts give pieces and places."""
    shown = [one for act in acts if (one := _seen(act)) is not None]
    clean = reading.redactor.clean
    return Finding(
        code,
        code_of(code).severity if severity is None else severity,
        reading.name,
        0 if step is None else step.number,
        Who() if step is None else step.who,
        tuple(dict.fromkeys(clean(one.name) for one in shown)),
        " ".join(dict.fromkeys(one.place for one in shown)),
        clean(evidence),
    )


def _seen(act: Act) -> Shown | None:
    return act.before or act.after
