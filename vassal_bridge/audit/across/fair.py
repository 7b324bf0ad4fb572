"""Fair dice whose blocks stand in the chat: every round is what both players' secrets give."""

from __future__ import annotations

import html
from collections.abc import Iterator, Sequence

from vassal_bridge.audit.acts import ReadStep
from vassal_bridge.audit.blocks import Block, read_blocks
from vassal_bridge.audit.commitment import COMMIT
from vassal_bridge.audit.fairness import OPEN, Doubt, check_fair
from vassal_bridge.audit.finding import Finding
from vassal_bridge.audit.found import found
from vassal_bridge.audit.reading import Reading
from vassal_bridge.errors import FormatError

_ELSEWHERE = "no-commitments"
"""The commitments are mailed at the beginning, most often outside of any log."""


def fair_dice(readings: Sequence[Reading]) -> Iterator[Finding]:
    """Yield what is doubtful about the fair dice in the chat of some logs.

    Where a game's commitments stand in no chat, its rounds are for `dice check` with the mails.
    """
    places: dict[Block, tuple[Reading, ReadStep]] = {}
    for reading in readings:
        for step in reading.steps:
            chat = [html.unescape(command["text"]) for command in step.step.of("Chat")]
            try:
                blocks = read_blocks("\n".join(chat))
            except FormatError as error:
                yield found("FAIR-DAMAGED", reading, step, error.message)
                continue
            for block in blocks:
                places.setdefault(block, (reading, step))
    games = {block["game"] for block in places if block.kind == COMMIT}
    for doubt in check_fair(list(places), [reading.log for reading in readings]):
        if doubt.game not in games and doubt.kind == _ELSEWHERE:
            continue
        code = "FAIR-OPEN" if doubt.kind in OPEN else "FAIR-WRONG"
        reading, step = _place(doubt, places)
        number = "" if doubt.round is None else f"round {doubt.round}, "
        yield found(code, reading, step, f"{number}{doubt.player}: {doubt.text}")


def _place(doubt: Doubt, places: dict[Block, tuple[Reading, ReadStep]]) -> tuple[Reading, ReadStep]:
    """Return where the blocks stand that a doubt is about, the last of them."""

    def nearness(block: Block) -> tuple[bool, bool, bool]:
        fields = dict(block.fields)
        return (
            fields.get("game") == doubt.game,
            fields.get("round") == str(doubt.round),
            fields.get("player") == doubt.player,
        )

    best = max(reversed(places), key=nearness)
    return places[best]
