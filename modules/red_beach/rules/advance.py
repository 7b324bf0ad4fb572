"""[8.716] Advance after combat into the hex of a fort that was destroyed."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Final

from modules.red_beach.rules.movement import entry_problems
from modules.red_beach.rules.retreat import scatter
from vassal_bridge.game.changes import Move, Tell
from vassal_bridge.game.hexes import HexId
from vassal_bridge.game.sequence import Option, Steps, choose

if TYPE_CHECKING:
    from modules.red_beach.state import State

STAY: Final = "stay"


def parts(units: Sequence[str]) -> list[tuple[str, ...]]:
    """Return every part of a stack that is not empty, the larger first, then by id."""
    ordered = sorted(units)
    return [part for size in range(len(ordered), 0, -1) for part in combinations(ordered, size)]


def who_may_advance(
    state: State, units: Sequence[str], here: HexId, target: HexId
) -> list[tuple[str, ...]]:
    """Return the parts of an attacking stack that may advance, the larger first [8.716].

    A destroyed fort's hex is empty, and ZOC stops no advance [RB-8.716-a]; seawalls, piers and
    the company that HQ and Arty need are as in movement [8.4].
    """
    able = []
    for part in parts(units):
        stack = [state.units[name] for name in part]
        if any(unit.fights for unit in stack) and not entry_problems(state, stack, here, target):
            able.append(part)
    return able


def advance(
    state: State, units: Sequence[str], here: HexId, target: HexId
) -> Steps[tuple[str, ...]]:
    """Ask who advances, the whole stack by default, and return who did [8.716].

    It is no movement: it triggers no impulse and does not fire Arty [RB-8.716-a, RB-3.2-k].
    """
    able = who_may_advance(state, units, here, target)
    options = [Option(STAY, f"stay in {here}")]
    options += [Option(", ".join(part), f"advance {' + '.join(part)}") for part in able]
    default = ", ".join(able[0]) if able else STAY
    prompt = f"Who advances to {target}?"
    chosen = yield from choose("advance", prompt, options, why="[8.716]", default=default)
    if chosen == STAY:
        return ()
    part = tuple(chosen.split(", "))
    for name in part:
        yield Move(name, here, target, "[8.716] advance after combat")
    yield Tell(f"  {' + '.join(part)} advances to {target} [8.716]")
    yield from scatter(state, "[8.716] advance")
    return part
