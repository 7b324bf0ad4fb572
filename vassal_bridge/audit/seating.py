"""Who held which seat when a step was made: the roster as the steps before have left it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from vassal_bridge.audit.acts import ReadStep
from vassal_bridge.audit.reading import Reading
from vassal_bridge.formats.roster import Seat
from vassal_bridge.formats.surroundings import OBSERVERS

NEUTRAL = frozenset({"solitaire", "referee", "solo", "moderator"})
"""Sides that may handle everything (format reference, 5.5.5)."""


@dataclass(frozen=True, slots=True)
class Seated:
    """The seats at one moment, by the players' ids, which are never shown."""

    seats: Mapping[str, Seat]

    def of(self, step: ReadStep) -> Seat | None:
        """Return the seat of the player who made a step; None where nobody knows."""
        for act in step.of("MovePiece"):
            if act.command.has("player") and act.command["player"] in self.seats:
                return self.seats[act.command["player"]]
        named = [seat for seat in self.seats.values() if seat.name == step.who.name]
        return named[0] if len(named) == 1 else None

    @property
    def is_match(self) -> bool:
        """Whether players of several sides sit at the table."""
        return len({seat.side for seat in self.seats.values() if seat.side}) > 1

    def knows(self, owner: str) -> bool:
        """Whether an id or a side is somebody's of the roster."""
        return any(owner in (seat.player, seat.side) for seat in self.seats.values())


def side_in_turn(reading: Reading, turn: str) -> str:
    """Return the side that turn trackers name; empty where they name none, or several."""
    sides = dict.fromkeys(seat.side for seat in reading.seats if seat.side)
    named = [one for one in sides if re.search(rf"(?<!\w){re.escape(one)}(?!\w)", turn)]
    return named[0] if len(named) == 1 and named[0].casefold() not in NEUTRAL else ""


def is_match(reading: Reading) -> bool:
    """Whether players of several sides sit at a log's table; else nobody plays against another."""
    return len({seat.side for seat in reading.seats if seat.side}) > 1


def seated_steps(reading: Reading) -> Iterator[tuple[ReadStep, Seated]]:
    """Yield each step with the seats as they were when it was made."""
    seats = {seat.player: seat for seat in reading.seats}
    for step in reading.steps:
        yield step, Seated(dict(seats))
        for act in step.of("AddPlayer", "RemovePlayer"):
            player = act.command["player"]
            if act.kind == "RemovePlayer":
                seats.pop(player, None)
            else:
                side = "" if act.command["side"] == OBSERVERS else act.command["side"]
                seats[player] = Seat(act.command["name"], side, player)
