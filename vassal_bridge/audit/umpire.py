"""The umpire: checks logs by themselves and as a chain, and says in what order they were played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from vassal_bridge.audit.across import continuity, repeats
from vassal_bridge.audit.across.fair import fair_dice
from vassal_bridge.audit.across.linking import How, Link, Linked, linked
from vassal_bridge.audit.finding import Finding
from vassal_bridge.audit.reading import Chain, Reading
from vassal_bridge.audit.within.table import check_log

ChainCheck = Callable[[Sequence[Link]], Iterator[Finding]]
CHAIN_CHECKS: tuple[ChainCheck, ...] = (
    continuity.breaks,
    continuity.types,
    continuity.rosters,
    continuity.versions,
)
"""The checks of each log and those before it, in the order of play."""


@dataclass(frozen=True, slots=True)
class Report:
    """What the umpire has found: the logs in their order, and the findings, log by log."""

    linked: Linked
    findings: tuple[Finding, ...]

    @property
    def chain(self) -> Chain:
        """The logs in the order of play."""
        return self.linked.chain

    @property
    def notes(self) -> tuple[Finding, ...]:
        """The findings that happen in honest play."""
        return tuple(one for one in self.findings if one.is_note)

    @property
    def serious(self) -> tuple[Finding, ...]:
        """The findings that are no notes."""
        return tuple(one for one in self.findings if not one.is_note)

    def is_clean(self, *, strict: bool = False) -> bool:
        """Whether there is no finding; notes count in strict mode only."""
        return not (self.findings if strict else self.serious)

    def counts(self) -> dict[str, int]:
        """Return how many findings there are of each code, in the order of their coming."""
        return dict(Counter(one.code for one in self.findings))


def check(readings: Sequence[Reading]) -> Report:
    """Check logs, and saves between them, given in any order."""
    links = linked(readings)
    across = [one for test in CHAIN_CHECKS for one in test(links.links)]
    across += repeats.repeats(links)
    lacking = {one.log for one in across if one.code == "CHAIN-MISSING"}
    own_steps = [one for one in links.chain if _is_own(links, one)]
    across += continuity.earlier_rolls(own_steps, lacking)
    across += fair_dice(links.chain.readings)
    findings: list[Finding] = []
    for link in links.links:
        reading = link.reading
        own = [one for one in across if one.log == reading.name]
        own += check_log(reading)
        own += continuity.wrong_player(reading, link.before)
        findings += sorted(own, key=lambda one: one.step)
    return Report(links, tuple(findings))


def with_findings(report: Report, more: Sequence[Finding]) -> Report:
    """Return a report with more findings, each in its place in the order of play.

    They take the place of findings of the same code at the same step.
    """
    known = {(one.log, one.step, one.code) for one in more}
    kept = [one for one in report.findings if (one.log, one.step, one.code) not in known]
    findings: list[Finding] = []
    for reading in report.chain:
        own = [one for one in (*kept, *more) if one.log == reading.name]
        findings += sorted(own, key=lambda one: one.step)
    return Report(report.linked, tuple(findings))


def _is_own(links: Linked, reading: Reading) -> bool:
    """Whether a log's steps are not another's, told again."""
    how = next(link.how for link in links.links if link.reading is reading)
    return how is not How.SAME_START
