"""[2.2.1] Airfield charts kept from the enemy: sealed before a save goes out, opened at home.

Sealed aircraft and support units lie in one box, upright and without marks; where they stand and
how is in the owner's vault, and so is the planning pad. Aircraft in the air are seen by both sides
and stay where they are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from modules.macarthur.rules import pads, secrets, turns
from modules.macarthur.units import ABSU, ALLIED, BACK, FRONT, JP, Unit
from vassal_bridge.errors import RuleError
from vassal_bridge.game.changes import Flip, Place, Set, Tell
from vassal_bridge.game.sequence import Steps

if TYPE_CHECKING:
    from modules.macarthur.state import State

BOXES: Final = {JP: "Sealed Japanese Charts", ALLIED: "Sealed Allied Charts"}
"""The boxes of what lies on a side's charts while these are sealed."""
MARKS: Final = ("held", "aborted", "moved")
_ORDERS: Final = ", orders"
"""What the label of the planning pad's orders ends with."""


def topic(side: str) -> str:
    """Return what a side's sealed charts are called."""
    return f"{'Japanese' if side == JP else 'Allied'} airfield charts"


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


def is_sealed(state: State, side: str) -> bool:
    """Whether a side's charts are sealed in this position."""
    return bool(state.at(BOXES[side]))


def seal(state: State, side: str) -> Steps[None]:
    """Hide a side's charts from the other: the save says no more where anything stands.

    Raises RuleError where they are sealed already.
    """
    if is_sealed(state, side):
        raise RuleError(f"the {topic(side)} are sealed already [2.2.1]")
    units = on_charts(state, side)
    text = ", ".join(_written(unit) for unit in units)
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
    yield from pads.write_orders(state, {**orders, **dict.fromkeys(own, "")}, "[2.2.1] sealed")


def open_charts(state: State, side: str) -> Steps[None]:
    """Put a side's aircraft back onto its charts, as they were sealed.

    What has been destroyed or has left since does not come back. Raises RuleError where the charts
    are not sealed, or were by another player.
    """
    if not is_sealed(state, side):
        raise RuleError(f"the {topic(side)} are not sealed [2.2.1]")
    label = _newest(state, side)
    text, plan = secrets.must_know(state, label), secrets.must_know(state, label + _ORDERS)
    for name, field, marks, base in (part.split("@") for part in text.split(", ")):
        unit = state.units[name]
        if unit.location != BOXES[side]:
            continue
        yield Place(unit.id, unit.location, field, "[2.2.1] opened")
        if base:
            yield Set(unit.id, "base", "", base, "[2.2.1] opened")
        for word in marks.split():
            if word == BACK:
                yield Flip(unit.id, FRONT, BACK, "[2.2.1] opened")
            else:
                yield Set(unit.id, word, False, True, "[2.2.1] opened")
    orders = {**pads.orders(state), **pads.parse_orders(plan)}
    yield from pads.write_orders(state, orders, "[2.2.1] opened")
    yield Tell(f"The {topic(side)} are open here [2.2.1]")


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
