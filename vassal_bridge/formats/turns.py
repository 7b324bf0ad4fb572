"""Whose turn it is: what the turn trackers of a save show.

Source: VASSAL.build.module.turn.TurnTracker.getTurnString, TurnLevel.getTurnString.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from vassal_bridge.formats.fields import Record
from vassal_bridge.formats.module import Module
from vassal_bridge.formats.parts import TurnLevel
from vassal_bridge.formats.save import Save

DEFAULT_FORMAT = "$level1$ $level2$ $level3$ $level4$"
"""How a tracker shows its levels where the module does not say it."""


def turns_of(save: Save, module: Module | None = None) -> dict[str, str]:
    """Return what each turn tracker shows, by its name, in order.

    Without its module a tracker goes by its id, such as TurnTracker0, and shows numbers.
    """
    known = {} if module is None else {one.id: one for one in module.turn_trackers}
    found: dict[str, str] = {}
    for command in save.start_lines():
        if command.kind != "SetTurn":
            continue
        tracker = known.get(command["tracker"])
        state = command.record.nested("state")
        if tracker is None:
            found[command["tracker"]] = " ".join(_numbers(state))
            continue
        shown = list(_shown(tracker.levels, state))
        values = {f"level{number}": text for number, text in enumerate(shown, start=1)}
        found[tracker.name] = _fill(tracker.format or DEFAULT_FORMAT, values)
    return found


def _shown(levels: Sequence[TurnLevel], state: Record) -> Iterator[str]:
    """Yield what the current level shows, then its current sub-level, and so on inwards."""
    at = "current"
    while levels:
        number, states = state.number(at), state.items("level")
        if not (0 <= number < len(levels) and number < len(states)):
            return
        level, state, at = levels[number], states[number], "sub_level"
        yield _fill(level.format, {"value": _value(level, state)})
        levels = level.levels


def _value(level: TurnLevel, state: Record) -> str:
    current = state.number("current")
    if not level.names:
        return str(current)
    return level.names[current] if 0 <= current < len(level.names) else ""


def _numbers(state: Record) -> Iterator[str]:
    at = "current"
    while True:
        number, states = state.number(at), state.items("level")
        if not 0 <= number < len(states):
            return
        state, at = states[number], "sub_level"
        yield str(state.number("current"))


def _fill(text: str, values: Mapping[str, str]) -> str:
    filled = re.sub(r"\$([^$]*)\$", lambda found: values.get(found[1], ""), text)
    return filled.strip()
