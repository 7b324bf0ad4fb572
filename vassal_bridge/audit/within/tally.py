"""Rolls told with a running tally (VASL): each must go on from the one before it.

Behind each roll VASL tells how many rolls of as many dice its player has made in the session, and
their average: `*** (IFT DR) 4,1 ***   <Alice>   [1 / 2   avg   6.00 (6.00)]`. An edited, missing
or added roll does not fit.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from vassal_bridge.audit.finding import Finding
from vassal_bridge.audit.found import found
from vassal_bridge.audit.reading import Reading
from vassal_bridge.formats.logs.story import plain_chat

_TOLD = re.compile(
    r"\*\*\* *\((?P<button>[^()]+)\) +(?P<faces>\d+(?:,\d+)*) +\*\*\* +<(?P<player>[^<>]*)> +"
    r"\[\d+ */ *(?P<count>\d{1,6}) +avg +[\d.]+ +\((?P<average>\d+\.\d+)\)\].*",
    re.DOTALL,
)
_ROUNDED = 0.005
"""By how much an average, which is told with two decimals, may be off."""


@dataclass(frozen=True, slots=True)
class _Tally:
    """The rolls of as many dice that a player has made: their number, and their average."""

    count: int
    average: float

    def grows_to(self, after: _Tally, total: int) -> bool:
        """Whether one more roll of a total makes another tally of this one."""
        slack = _ROUNDED * (self.count + after.count) + _ROUNDED
        summed = self.average * self.count + total
        return after.count == self.count + 1 and abs(after.average * after.count - summed) <= slack


_NONE = _Tally(0, 0.0)


def tallies(reading: Reading) -> Iterator[Finding]:
    """Yield the rolls that the tally told with them does not fit [DICE-TALLY]."""
    last: dict[tuple[str, int], _Tally] = {}
    for step in reading.steps:
        for told in filter(None, map(_TOLD.fullmatch, map(plain_chat, step.chat))):
            faces = [int(face) for face in told["faces"].split(",")]
            now = _Tally(int(told["count"]), float(told["average"]))
            own = (told["player"], len(faces))
            before = _NONE if now.count == 1 else last.get(own)
            if before is not None and before.grows_to(now, sum(faces)):
                last[own] = now
                continue
            another = _whose(last, own, now, sum(faces))
            if another:
                evidence = f"it goes on from the rolls of {another}, not of {told['player']}"
                yield found("DICE-TALLY", reading, step, evidence)
                last[another, len(faces)] = now
                continue
            if before is not None:
                yield found("DICE-TALLY", reading, step, _unlike(before, now, faces))
            if before is None or now.count == 1 or now.count > before.count:
                last[own] = now


def _whose(
    last: dict[tuple[str, int], _Tally], own: tuple[str, int], now: _Tally, total: int
) -> str:
    """Return the other player whose rolls a roll goes on from; empty where none is."""
    others = (key for key in last if key != own and key[1] == own[1])
    return next((player for player, dice in others if last[player, dice].grows_to(now, total)), "")


def _unlike(before: _Tally, now: _Tally, faces: list[int]) -> str:
    told = ",".join(map(str, faces))
    if now.count != before.count + 1:
        return f"it is told as roll {now.count}, the one before as roll {before.count}"
    meant = round(now.average * now.count - before.average * before.count, 1)
    return f"the chat tells {told}, by the averages its sum is about {meant:g}"
