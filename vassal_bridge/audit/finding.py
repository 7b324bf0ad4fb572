"""A finding: one fact that a log shows, with its code, its place and what it is seen by."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from vassal_bridge.formats.logs.story import Who


class Severity(StrEnum):
    """How much a finding matters; the values are what `--json` shows."""

    NOTE = "note"
    """It happens in honest play; good to know."""
    QUESTION = "question"
    """Worth asking the other player about."""
    CONTRADICTION = "contradiction"
    """The log disagrees with itself, with another log or with the rules."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One fact. It says what is there, never who meant what.

    `log` is the file's name and `step` counts as VASSAL does (0: the start position, or the log
    as a whole). `pieces` and `where` are as the viewer sees them; `evidence` is what was expected
    and what was found, without any player's id.
    """

    code: str
    severity: Severity
    log: str
    step: int = 0
    who: Who = field(default_factory=Who)
    pieces: tuple[str, ...] = ()
    where: str = ""
    evidence: str = ""

    @property
    def is_note(self) -> bool:
        """Whether it is a note only, which leaves a log clean."""
        return self.severity is Severity.NOTE
