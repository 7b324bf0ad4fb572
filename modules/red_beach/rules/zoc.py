"""[4.0] Zones of control: the own hex and the six around it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from modules.red_beach.units import JP, US, Unit
from vassal_bridge.game.hexes import HexId

if TYPE_CHECKING:
    from modules.red_beach.state import State


def has_zoc(unit: Unit) -> bool:
    """Whether a unit exerts a ZOC: Inf, Tanks and forts; HQ and Arty do not [RB-4.0-a]."""
    return unit.on_map and (unit.fights or unit.is_fort)


def zone_of(state: State, units: Iterable[Unit]) -> frozenset[HexId]:
    """Return the hexes that the ZOCs of these units cover.

    A US ZOC does not extend into the hex of an active fort; hexsides stop no ZOC
    [RB-4.0-a, RB-4.0-b, RB-4.0-c].
    """
    forts = {fort.location for fort in state.active_forts()}
    covered: set[HexId] = set()
    for unit in units:
        if has_zoc(unit):
            here = HexId(unit.location)
            around = {here, *state.board.sheet.neighbours(here)}
            covered |= around - forts if unit.side == US else around
    return frozenset(covered)


def zone(state: State, side: str) -> frozenset[HexId]:
    """Return the hexes in the ZOC of a side."""
    return zone_of(state, (unit for unit in state.units.values() if unit.side == side))


def japanese_zone(state: State, *, without: Iterable[Unit] = ()) -> frozenset[HexId]:
    """Return the hexes in Japanese ZOC, some units left out of account."""
    left_out = {unit.id for unit in without}
    return zone_of(
        state,
        (unit for unit in state.units.values() if unit.side == JP and unit.id not in left_out),
    )
