"""Turn trackers: sets the item that a list of turns shows."""

from __future__ import annotations

from vassal_bridge.formats.editing import edits
from vassal_bridge.formats.position import Position
from vassal_bridge.formats.tokens import Tokens


def set_list_tracker(position: Position, tracker: str, index: int) -> None:
    """Let a turn tracker whose first level is a list show the item at an index, from 0.

    A save without the tracker, or whose list is shorter, is left as it is: the marker on the
    turn track is what counts. Source: VASSAL.build.module.turn.ListTurnLevel.
    """
    for command in position.commands.all("SetTurn"):
        if command["tracker"] != tracker:
            continue
        levels = Tokens(command["state"], "|")
        if len(levels) < 2:
            return
        level = Tokens(levels[1], ";")
        active = level.get(3).split(",")
        if len(level) < 4 or index >= len(active):
            return
        level[0] = str(index)
        levels[1] = str(level)
        position.apply_all(edits.set_turn(tracker, str(levels)))
        return
