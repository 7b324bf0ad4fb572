"""[12.0, option 2] Units of a landing plan that are held back by a die."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from modules.red_beach.board import AVAILABLE
from modules.red_beach.rules.wave_display import group_of, must_land
from modules.red_beach.rules.waves import planned
from modules.red_beach.units import US, Unit
from vassal_bridge.game.changes import Place, Tell
from vassal_bridge.game.sequence import Steps, roll

if TYPE_CHECKING:
    from modules.red_beach.state import State

WHY: Final = "[12.0] option 2"
LANDS_BY: Final = 1


def delay_units(state: State) -> Steps[None]:
    """Roll 1d6 for each planned battalion, with its HQ, and each other unit [RB-12.0-b].

    Less one for each undisrupted HQ on the island, a total of 1 or less lets it land; with more it
    is taken from the Wave Display for this turn. The 13 units that must land on GT 1 do not roll.
    """
    hqs = sum(unit.is_hq and not unit.disrupted for unit in _ashore(state))
    for name, units in _groups(state).items():
        rolled = yield from roll("1d6", f"{WHY}, does {name} land?")
        total = rolled.total - hqs
        story = f"  {name}: d6 {rolled.total} -{hqs} HQs ashore = {total}"
        if total <= LANDS_BY:
            yield Tell(f"{story} -> lands {WHY}")
            continue
        for unit in units:
            yield Place(unit.id, unit.location, AVAILABLE, f"{WHY} held back")
        yield Tell(f"{story} -> held back this turn {WHY}")


def _ashore(state: State) -> list[Unit]:
    return [unit for unit in state.units.values() if unit.side == US and unit.on_map]


def _groups(state: State) -> dict[str, list[Unit]]:
    """Return the planned units that roll: a battalion together, every other unit alone."""
    found: dict[str, list[Unit]] = {}
    for units in planned(state).values():
        for unit in units:
            if must_land(state, unit) is None:
                name = f"{group_of(unit)} Btn" if unit.battalion else unit.name
                found.setdefault(name, []).append(unit)
    return found
