"""[3.2, A4] What a sensible player lands, where and in what: the defaults of a landing plan."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from modules.red_beach.rules import fort_register
from modules.red_beach.rules.wave_display import WaveDisplay, group_of, must_land
from modules.red_beach.rules.waves import AMTRAC, BEACHES, LCVP, WAVE_BOXES, Beach, WaveBox
from modules.red_beach.units import ARTY, BTN_HQ, INF, RGT_HQ, Unit

if TYPE_CHECKING:
    from modules.red_beach.state import State

LANDED_FIRST: Final = (INF, BTN_HQ, RGT_HQ, "med_tank", "lt_tank", ARTY)


def advised_unit(state: State, laid: WaveDisplay, able: Sequence[Unit]) -> str | None:
    """Return the id of the unit to plan next, or None where the plan is good as it is.

    Those that must land come first, then battalion after battalion, its HQ behind its Inf. AMTRACs
    carry all others but Tanks, for they take half the fire; where no fort can fire any craft does.
    """
    in_turn = sorted(able, key=lambda unit: _turn_of(state, unit))
    return next((unit.id for unit in in_turn if advised_box(state, laid, unit)), None)


def _turn_of(state: State, unit: Unit) -> tuple[bool, bool, str, int, str]:
    whole = unit.is_inf or unit.kind == BTN_HQ
    place = LANDED_FIRST.index(unit.kind)
    group = group_of(unit) if whole else str(place)
    return must_land(state, unit) is None, not whole, group, place, unit.id


def advised_box(state: State, laid: WaveDisplay, unit: Unit) -> str | None:
    """Return the wave box that suits a unit best, or None where it had better wait."""
    fixed = must_land(state, unit)
    for beach in sorted(BEACHES, key=lambda beach: _danger(state, laid, beach)):
        if fixed not in (None, beach.key):
            continue
        if fixed is None and not room_on(state, laid, beach, unit):
            continue
        for box in _in_order(laid, unit, beach):
            calm = not fort_register.firing_at(state, beach)
            willing = fixed or calm or unit.is_tank or box.craft == AMTRAC
            if willing and not laid.refuses(unit, box):
                return box.name
    return None


def _danger(state: State, laid: WaveDisplay, beach: Beach) -> tuple[int, int]:
    return laid.combat_units_on(beach), len(fort_register.firing_at(state, beach))


def room_on(state: State, laid: WaveDisplay, beach: Beach, unit: Unit) -> int:
    """Return how many more units of this sort the beach's hexes can hold [5.0]."""
    going = sum(
        _same_place(unit, other)
        for name, units in laid.boxes.items()
        if WAVE_BOXES[name].beach == beach
        for other in units
    )
    free = sum(
        state.board.admits(unit, hex_id)
        and not any(_same_place(unit, other) for other in state.us_at(hex_id))
        for hex_id, key in state.board.beaches.items()
        if key == beach.key
    )
    return free - going


def _same_place(one: Unit, other: Unit) -> bool:
    """Whether two units cannot share a hex: two HQs, two Inf, or two of Tank and Arty [5.0]."""
    return (one.is_hq, one.is_inf) == (other.is_hq, other.is_inf)


def _in_order(laid: WaveDisplay, unit: Unit, beach: Beach) -> list[WaveBox]:
    """Return the boxes of a beach, the best first: with its own Btn, then begun, then early."""
    boxes = [box for box in WAVE_BOXES.values() if box.beach == beach]

    def rank(box: WaveBox) -> tuple[bool, bool, bool, int]:
        units = laid.boxes.get(box.name, ())
        friends = any(group_of(other) == group_of(unit) for other in units)
        return box.craft == LCVP, not (unit.is_hq and friends), not units, box.wave

    return sorted(boxes, key=rank)
