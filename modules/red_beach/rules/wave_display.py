"""[3.2, 5.0, A4] What the Wave Display may hold, and whether a landing plan is complete."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from modules.red_beach.board import AVAILABLE
from modules.red_beach.rules import fort_register, turns
from modules.red_beach.rules.waves import (
    AMTRAC,
    BEACHES,
    WAVE_BOXES,
    Beach,
    WaveBox,
    combat_units,
    landing_hexes,
    planned,
)
from modules.red_beach.units import US, Unit
from vassal_bridge.errors import RuleError

if TYPE_CHECKING:
    from modules.red_beach.state import State

MOST_IN_BOX: Final = 2
"""Combat units in one box; five waves make ten on a beach [RB-2.0-c, RB-5.0-a]."""
FIRST_LANDING: Final = turns.turn_box(1)
MUST_LAND: Final = {"red_one": ("3/2",), "red_two": ("2/2", "2 Rgt"), "red_three": ("2/8",)}
"""Who must land where on GT 1: battalions with their HQs, and a Rgt HQ; 13 units [RB-2.0-c]."""
_HOME: Final = {group: key for key, groups in MUST_LAND.items() for group in groups}


def group_of(unit: Unit) -> str:
    """Return the battalion of a unit, such as "3/2", or the unit itself [12.0, 2.0].

    >>> group_of(Unit("x", "2 Rgt HQ", "us", "rgt_hq", "Available", regiment="2"))
    '2 Rgt'
    """
    if unit.battalion:
        return f"{unit.battalion}/{unit.regiment}"
    return f"{unit.regiment} Rgt" if unit.is_hq else unit.id


def must_land(state: State, unit: Unit) -> str | None:
    """Return the key of the beach where a unit must land this turn, or None [RB-2.0-c]."""
    return _HOME.get(group_of(unit)) if state.turn == FIRST_LANDING else None


def may_land(state: State, unit: Unit) -> bool:
    """Whether a US unit waits off the map to land: available, or an HQ that came back [RB-3.1-f].

    An HQ lost today waits in the box of the next interphase until that has come.
    """
    if unit.side != US:
        return False
    if unit.location in turns.TRACK and turns.is_interphase(unit.location):
        return turns.TRACK.index(unit.location) <= turns.TRACK.index(state.turn)
    return unit.location == AVAILABLE


@dataclass(frozen=True, slots=True)
class WaveDisplay:
    """The units of each wave box in use, and what limits them."""

    boxes: Mapping[str, tuple[Unit, ...]]
    amtracs: int
    green_open: bool

    def amtracs_in_use(self) -> int:
        """Return how many AMTRAC boxes hold units, over all beaches [RB-3.2-b]."""
        return sum(WAVE_BOXES[name].craft == AMTRAC for name in self.boxes)

    def combat_units_on(self, beach: Beach) -> int:
        """Return how many combat units are to land on a beach."""
        boxes = self.boxes.items()
        return sum(combat_units(units) for name, units in boxes if WAVE_BOXES[name].beach == beach)

    def with_unit(self, unit: Unit, box: WaveBox) -> WaveDisplay:
        """Return the display with one more unit in a box."""
        units = (*self.boxes.get(box.name, ()), unit)
        return WaveDisplay({**self.boxes, box.name: units}, self.amtracs, self.green_open)

    def refuses(self, unit: Unit, box: WaveBox) -> str:
        """Return why a box cannot take one more unit, or nothing [RB-3.2-a]."""
        after = self.with_unit(unit, box)
        return next(after.box_problems(box), "") or after.craft_problem()

    def box_problems(self, box: WaveBox) -> Iterator[str]:
        """Yield what is wrong with one box [RB-3.2-a, RB-3.2-f, RB-5.0-a]."""
        units = self.boxes.get(box.name, ())
        if units and box.beach.is_green and not self.green_open:
            yield f"{box}: Green Beach is closed until its six forts are destroyed [3.2]"
        if (count := combat_units(units)) > MOST_IN_BOX:
            yield f"{box}: {count} combat units, and a box holds {MOST_IN_BOX} [5.0]"
        if box.craft == AMTRAC:
            for tank in (unit for unit in units if unit.is_tank):
                yield f"{box}: {tank.name} is a Tank, and AMTRACs carry none [3.2]"
        if any(name in self.boxes for name in _twins(box)) and units:
            yield f"{box}: the wave is in both of its boxes, and must be in one [3.2]"

    def craft_problem(self) -> str:
        """Return whether more AMTRAC boxes are in use than there are AMTRACs [RB-3.2-a]."""
        used = self.amtracs_in_use()
        if used <= self.amtracs:
            return ""
        return f"{used} AMTRAC boxes are in use, and {self.amtracs} AMTRACs are available [3.2]"

    def problems(self) -> list[str]:
        """Return everything that the boxes may not hold, one sentence each."""
        found = [problem for name in self.boxes for problem in self.box_problems(WAVE_BOXES[name])]
        craft = self.craft_problem()
        return [*found, craft] if craft else found


def _twins(box: WaveBox) -> list[str]:
    """Return the other boxes of the same wave."""
    others = (
        WaveBox(box.beach, box.wave, craft) for craft in box.beach.craft if craft != box.craft
    )
    return [other.name for other in others]


def display(state: State) -> WaveDisplay:
    """Return the Wave Display of a position."""
    return WaveDisplay(planned(state), state.level("amtracs"), fort_register.green_is_open(state))


def check_plan(state: State, plan: Mapping[str, str] | None = None) -> list[str]:
    """Return everything that is wrong with a landing plan, one sentence each [RB-3.2-a, RB-2.0-c].

    A plan gives the wave box of each unit by its id; without one it is the plan that lies in the
    boxes of the position. A legal plan has no problem and can be landed.
    """
    laid = display(state)
    found: list[str] = []
    for unit_id, name in (plan or {}).items():
        unit, box = state.units.get(unit_id), WAVE_BOXES.get(name)
        if unit is None or box is None:
            missing = f"unit {unit_id!r}" if unit is None else f"wave box {name!r}"
            found.append(f"there is no {missing} [3.2]")
        elif not may_land(state, unit):
            found.append(f"{unit.name} is in {unit.location!r}, not waiting to land [3.2]")
        else:
            laid = laid.with_unit(unit, box)
    return [*found, *laid.problems(), *_absent(state, laid)]


def _absent(state: State, laid: WaveDisplay) -> Iterator[str]:
    """Yield which beaches lack units that must land there on GT 1 [RB-2.0-c, RB-T12].

    They must attempt it: nobody is missed whom a full beach has sent back [5.0].
    """
    beaches = {
        unit.id: WAVE_BOXES[name].beach.key for name, units in laid.boxes.items() for unit in units
    }
    for beach in BEACHES:
        missing = [
            unit.name
            for unit in state.units.values()
            if must_land(state, unit) == beach.key
            and (may_land(state, unit) or unit.id in beaches)
            and beaches.get(unit.id) != beach.key
            and landing_hexes(state, beach, unit)
        ]
        if missing:
            yield f"{beach.title}: {', '.join(missing)} must land there on GT 1 [2.0]"


def misplaced(state: State, laid: WaveDisplay) -> list[str]:
    """Return which units lie in the boxes of another beach than theirs on GT 1 [RB-2.0-c]."""
    return [
        f"{name}: {unit.name} must land on another beach on GT 1 [2.0]"
        for name, units in laid.boxes.items()
        for unit in units
        if must_land(state, unit) not in (None, WAVE_BOXES[name].beach.key)
    ]


def ground_has_begun(state: State) -> bool:
    """Whether the Ground Phase of the turn has begun: a US unit has acted or acts [3.2]."""
    acted = any(unit.moved for unit in state.units.values() if unit.side == US)
    return acted or state.tracks["segment"] != ""


def require_landing_turn(state: State) -> None:
    """Raise RuleError unless it is a day turn before its Ground Phase [RB-3.0-a]."""
    if not turns.is_day(state.turn):
        raise RuleError(
            f"the turn marker is on {state.turn}, and only a day turn has landings [3.2]"
        )
    if ground_has_begun(state):
        raise RuleError("units have acted already: the landing comes before the Ground Phase [3.2]")
