"""[9.5] Japanese Inf and Tanks: placed for an attack, moved on, and lifted after it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modules.red_beach.board import POOL
from modules.red_beach.rules import steps
from modules.red_beach.rules.combat import attackers_at
from modules.red_beach.units import JP_INF, JP_TANK, Unit
from vassal_bridge.game.changes import Move, Place
from vassal_bridge.game.hexes import HexId
from vassal_bridge.game.sequence import Steps, roll

if TYPE_CHECKING:
    from modules.red_beach.state import State


def _waiting(state: State, kind: str) -> list[Unit]:
    return [unit for unit in state.at(POOL) if unit.kind == kind]


def place(state: State, hex_id: HexId, why: str) -> Steps[str | None]:
    """Place a full Jap Inf on a US stack, and on a die of 1 a Jap Tank [RB-9.5-a].

    A tank keeps its step losses; of two, one is drawn by die; none is placed when none is left.
    Returns the story, or None where no Inf counter is left.
    """
    infantry = _waiting(state, JP_INF)
    if not infantry:
        return None
    inf = infantry[0]
    yield from steps.refresh(state, inf.id, f"[9.5] full strength; {why}")
    yield Place(inf.id, POOL, hex_id, why)
    rolled = yield from roll("1d6", f"{why}: a Jap Tank joins on a 1")
    if rolled.total != 1:
        return f"Jap Inf, d6 {rolled.total} no tank."
    tanks = _waiting(state, JP_TANK)
    if not tanks:
        return "Jap Inf, d6 1 but no tank is left."
    tank = tanks[0]
    if len(tanks) > 1:
        drawn = yield from roll(f"1d{len(tanks)}", "[9.5] which Jap Tank")
        tank = tanks[drawn.total - 1]
    yield Place(tank.id, POOL, hex_id, why)
    return f"Jap Inf, d6 1 {steps.describe(state, [state.units[tank.id]])}."


def move_on(state: State, here: HexId, there: HexId, why: str) -> Steps[None]:
    """Move the surviving Japanese of a hex atop another US stack [3.3]."""
    for unit in attackers_at(state, here):
        yield Move(unit.id, here, there, why)


def lift(state: State, hex_id: HexId, why: str) -> Steps[None]:
    """Take the surviving Japanese from a hex; Tanks keep their losses, Inf is full again.

    [RB-9.5-b]
    """
    for unit in attackers_at(state, hex_id):
        yield Place(unit.id, hex_id, POOL, f"[9.5] lifted; {why}")
        if unit.kind == JP_INF:
            yield from steps.refresh(state, unit.id, f"[9.5] {why}")
