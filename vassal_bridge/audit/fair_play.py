"""Fair dice in the chat of logs, as findings of the umpire."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vassal_bridge.audit.fairness import OPEN, blocks_in_chat, check_fair
from vassal_bridge.audit.finding import Finding, Severity
from vassal_bridge.audit.found import found
from vassal_bridge.audit.reading import Reading


def fair_dice(readings: Sequence[Reading]) -> Iterator[Finding]:
    """Yield what is not as it should be with fair dice whose blocks stand in logs' chats."""
    blocks = [block for one in readings for block in blocks_in_chat(one.log)]
    if not blocks:
        return
    for doubt in check_fair(blocks, [one.log for one in readings]):
        severity = Severity.NOTE if doubt.kind in OPEN else None
        about = "" if doubt.round is None else f"round {doubt.round}: "
        yield found("DICE-FAIR", readings[-1], evidence=about + doubt.text, severity=severity)
