"""[2.2.1] Airfield charts kept from the enemy: sealed before a save goes out, opened at home.

Sealed aircraft and support units lie in one box, upright and without marks; where they stand and
how is in the owner's vault, and so is the planning pad. Aircraft in the air are seen by both sides
and stay where they are, but where they came from is in the vault too; those that come home while
the charts are sealed lie in that box as well, and land where their owner says once he opens them.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from modules.macarthur.rules import captures, pads, secrets, turns
from modules.macarthur.rules.returns import land, landing_places
from modules.macarthur.rules.sealed import BOXES, is_sealed, topic
from modules.macarthur.units import ABSU, BACK, FRONT, Mission, Unit
from vassal_bridge.errors import RuleError
from vassal_bridge.game.changes import Flip, Place, Set, Tell
from vassal_bridge.game.sequence import Steps

if TYPE_CHECKING:
    from modules.macarthur.state import State

MARKS: Final = ("held", "aborted", "moved")
_ORDERS: Final = ", orders"
"""What the label of the planning pad's orders ends with."""


def on_charts(state: State, side: str) -> tuple[Unit, ...]:
    """Return the aircraft and support units of a side that stand on fields [MAC-2.2.1-a].

    Those on its planning pad are among them.
    """
    places = {*state.board.fields, *pads.boxes(state.board, side)}
    return tuple(
        unit
        for unit in state.alive
        if unit.side == side and unit.location in places and (unit.is_parked or unit.kind == ABSU)
    )


def seal(state: State, side: str) -> Steps[None]:
    """Hide a side's charts from the other: the save says no more where anything stands.

    Raises RuleError where they are sealed already.
    """
    if is_sealed(state, side):
        raise RuleError(f"the {topic(side)} are sealed already [2.2.1]")
    units, flying = on_charts(state, side), in_the_air(state, side)
    text = ", ".join(_written(unit) for unit in (*units, *flying))
    orders, own = pads.orders(state), pads.boxes(state.board, side)
    label = f"{topic(side)} of turn {turns.number(state.turn)}, {state.phase}"
    plan = pads.format_orders({box: orders.get(box, "") for box in own})
    yield from secrets.begin(state)
    yield from secrets.keep_all(state, {label: text, label + _ORDERS: plan}, label, "[2.2.1]")
    for unit in units:
        if unit.face == BACK:
            yield Flip(unit.id, BACK, FRONT, "[2.2.1] sealed")
        for mark in MARKS:
            if getattr(unit, mark):
                yield Set(unit.id, mark, True, False, "[2.2.1] sealed")
        if unit.base:
            yield Set(unit.id, "base", unit.base, "", "[2.2.1] sealed")
        yield Place(unit.id, unit.location, BOXES[side], "[2.2.1] sealed")
    for unit in flying:
        yield Set(unit.id, "base", unit.base, "", "[2.2.1] sealed")
    yield from pads.write_orders(state, {**orders, **dict.fromkeys(own, "")}, "[2.2.1] sealed")


def in_the_air(state: State, side: str) -> tuple[Unit, ...]:
    """Return the aircraft of a side that are in the air and have come from a field."""
    return tuple(unit for unit in state.air(side) if unit.mission and unit.base)


def open_charts(state: State, side: str) -> Steps[None]:
    """Put a side's aircraft back onto its charts, as they were sealed.

    What has been destroyed or has left since does not come back; what came home meanwhile lands
    now [MAC-8.2-A], and aircraft flee from fields that were entered [MAC-8.4.4-A]. Raises RuleError
    where the charts are not sealed, or were by another player.
    """
    if not is_sealed(state, side):
        raise RuleError(f"the {topic(side)} are not sealed [2.2.1]")
    label = _newest(state, side)
    text, plan = secrets.must_know(state, label), secrets.must_know(state, label + _ORDERS)
    home: list[Unit] = []
    for name, field, marks, base in (part.split("@") for part in text.split(", ")):
        unit = state.units[name]
        if unit.mission and not unit.base:
            yield Set(unit.id, "base", "", base, "[2.2.1] opened")
            continue
        if unit.location != BOXES[side]:
            continue
        if base and field not in state.board.pads:
            home.append(replace(unit, location=field, base=base))
            continue
        yield Place(unit.id, unit.location, field, "[2.2.1] opened")
        if base:
            yield Set(unit.id, "base", "", base, "[2.2.1] opened")
        for word in _marks_left(state, side, marks.split()):
            if word == BACK:
                yield Flip(unit.id, FRONT, BACK, "[2.2.1] opened")
            else:
                yield Set(unit.id, word, False, True, "[2.2.1] opened")
    for unit in home:
        places = landing_places(state, unit)
        yield from land(state, state.units[unit.id], places, unit.base, "[2.2.1] opened")
    orders = {**pads.orders(state), **pads.parse_orders(plan)}
    yield from pads.write_orders(state, orders, "[2.2.1] opened")
    yield from captures.take(state)
    yield Tell(f"The {topic(side)} are open here [2.2.1]")


def _marks_left(state: State, side: str, marks: list[str]) -> list[str]:
    """Return the marks of an aircraft but for those of CAP that is home by now [8.5.4.2]."""
    is_home = not any(unit.mission == Mission.CAP for unit in state.air(side))
    return [] if "held" in marks and is_home else marks


def _newest(state: State, side: str) -> str:
    """Return the label of the newest sealed charts of a side."""
    start = f"{topic(side)} of turn "
    known = (label for label in secrets.promises(state) if not label.endswith(_ORDERS))
    labels = [label for label in known if label.startswith(start)]
    if not labels:
        raise RuleError(f"the {topic(side)}: these are not sealed yet")
    return max(labels, key=_time)


def _time(label: str) -> tuple[int, int]:
    turn, _, phase = label.rpartition(" of turn ")[2].partition(", ")
    return int(turn), turns.PHASES.index(phase)


def _written(unit: Unit) -> str:
    marks = [mark for mark in MARKS if getattr(unit, mark)]
    words = [*([BACK] if unit.face == BACK else []), *marks]
    return f"{unit.id}@{unit.location}@{' '.join(words)}@{unit.base}"
