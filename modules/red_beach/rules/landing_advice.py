"""[3.2, A4] What a sensible player lands, where and in what: the defaults of a landing plan."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from modules.red_beach.rules import fort_register, zoc
from modules.red_beach.rules.wave_display import WaveDisplay, group_of, must_land
from modules.red_beach.rules.waves import (
    AMTRAC,
    BEACHES,
    LCVP,
    WAVE_BOXES,
    Beach,
    WaveBox,
    combat_units,
)
from modules.red_beach.units import ARTY, BTN_HQ, INF, RGT_HQ, US, Unit
from vassal_bridge.game.hexes import HexId

if TYPE_CHECKING:
    from modules.red_beach.state import State

LIGHT_FIRE: Final = 2
"""So many forts are in the mildest row of the Coastal Defence Chart."""
LANDED_FIRST: Final = (INF, BTN_HQ, RGT_HQ, "med_tank", "lt_tank", ARTY)


class Advice:
    """Advice on the next step of a landing plan, in one position.

    AMTRACs carry what they can, for they take half the fire; LCVPs carry Tanks, those that must
    land, and anyone where hardly a fort fires or no AMTRAC is left. A battalion stays together,
    nobody lands where the beach has no room for him, and an HQ only behind its own Inf and where
    it need not stand alone in enemy ZOC.
    """

    def __init__(self, state: State, laid: WaveDisplay) -> None:
        self._state = state
        self._laid = laid
        self._fire = {beach: len(fort_register.firing_at(state, beach)) for beach in BEACHES}
        self._going: dict[Beach, list[Unit]] = {beach: [] for beach in BEACHES}
        for name, units in laid.boxes.items():
            self._going[WAVE_BOXES[name].beach].extend(units)
        self._ashore: dict[Beach, list[tuple[Unit, ...]]] = {
            beach: [state.us_at(hex_id) for hex_id in self._hexes(beach)] for beach in BEACHES
        }
        self._infantry = [unit for unit in state.units.values() if unit.is_inf and unit.on_map]
        enemy = zoc.japanese_zone(state)
        self._havens = {
            beach: sum(
                (hex_id not in enemy or any(unit.fights for unit in state.us_at(hex_id)))
                and not any(unit.is_hq for unit in state.us_at(hex_id))
                for hex_id in self._hexes(beach)
            )
            for beach in BEACHES
        }

    def _hexes(self, beach: Beach) -> list[HexId]:
        """Return the hexes of a beach that no Japanese unit holds."""
        beaches = self._state.board.beaches.items()
        return [
            hex_id for hex_id, key in beaches if key == beach.key and not self._state.jp_at(hex_id)
        ]

    def unit(self, able: Iterable[Unit]) -> str | None:
        """Return the id of the unit to plan next, or None where the plan is good as it is."""
        in_turn = sorted(able, key=self._turn_of)
        return next((unit.id for unit in in_turn if self.box(unit)), None)

    def _turn_of(self, unit: Unit) -> tuple[bool, bool, str, int, str]:
        """Return when a unit's turn comes: those that must, battalions, HQs, Tanks, Arty."""
        whole = unit.is_inf or unit.kind == BTN_HQ
        place = LANDED_FIRST.index(unit.kind)
        group = group_of(unit) if whole else str(place)
        return must_land(self._state, unit) is None, not whole, group, place, unit.id

    def box(self, unit: Unit) -> str | None:
        """Return the wave box that suits a unit best, or None where it had better wait."""
        fixed = must_land(self._state, unit)
        for beach in sorted(BEACHES, key=lambda beach: self._strangeness(beach, unit)):
            if fixed not in (None, beach.key) or (fixed is None and not self._room(beach, unit)):
                continue
            for box in self._in_order(unit, beach):
                if (fixed or self._suits(unit, box)) and not self._laid.refuses(unit, box):
                    return box.name
        return None

    def _suits(self, unit: Unit, box: WaveBox) -> bool:
        if unit.is_hq:
            hqs = sum(other.is_hq for other in self._going[box.beach])
            return not self._is_crowded(box) or self._havens[box.beach] > hqs
        no_better = not self._laid.amtracs or self._fire[box.beach] <= LIGHT_FIRE
        return box.craft == AMTRAC or unit.is_tank or no_better

    def _is_crowded(self, box: WaveBox) -> bool:
        """Whether a wave has an HQ for each of its Inf already: one more would stand alone."""
        units = self._laid.boxes.get(box.name, ())
        return sum(unit.is_hq for unit in units) >= sum(unit.is_inf for unit in units)

    def _strangeness(self, beach: Beach, unit: Unit) -> tuple[bool, int, bool, int, int]:
        """Return what speaks against a beach: no Btn there, the way to it, no Rgt, crowds, fire."""
        there = self._on(beach)
        btn = any(_of_one_btn(other, unit) for other in there)
        rgt = bool(unit.regiment) and any(other.regiment == unit.regiment for other in there)
        crowd = combat_units(tuple(self._going[beach]))
        return not btn, self._way(beach, unit), not rgt, crowd, self._fire[beach]

    def _way(self, beach: Beach, unit: Unit) -> int:
        """Return how far the nearest Inf of a unit's own Btn or Rgt ashore is, 0 without any."""
        own = [
            HexId(inf.location)
            for inf in self._infantry
            if _of_one_btn(unit, inf) or (unit.is_hq and _leads(unit, inf))
        ]
        sheet = self._state.board.sheet
        return min((sheet.distance(a, b) for a in self._hexes(beach) for b in own), default=0)

    def _on(self, beach: Beach) -> list[Unit]:
        """Return the units that go to a beach or stand on it."""
        return [*self._going[beach], *(unit for stack in self._ashore[beach] for unit in stack)]

    def _room(self, beach: Beach, unit: Unit) -> int:
        """Return how many more units of this sort the beach's hexes can hold [5.0]."""
        stacks, going = self._ashore[beach], self._going[beach]
        free = sum(not any(_bars(other, unit) for other in stack) for stack in stacks)
        if unit.is_hq and not any(_leads(unit, other) for other in [*going, *self._infantry]):
            return 0
        return free - sum(_bars(other, unit) for other in going)

    def _in_order(self, unit: Unit, beach: Beach) -> list[WaveBox]:
        """Return the boxes of a beach, the best first: an HQ with its Btn, then begun, early."""

        def rank(box: WaveBox) -> tuple[bool, bool, bool, bool, int]:
            units = self._laid.boxes.get(box.name, ())
            apart = unit.is_hq and not any(_leads(unit, other) for other in units)
            crowded = unit.is_hq and self._is_crowded(box)
            return box.craft == LCVP, crowded, apart, not units, box.wave

        return sorted((box for box in WAVE_BOXES.values() if box.beach == beach), key=rank)


def _bars(one: Unit, other: Unit) -> bool:
    """Whether two US units cannot share a hex: two HQs, two Inf, or two of Tank and Arty [5.0]."""
    return one.side == US and (one.is_hq, one.is_inf) == (other.is_hq, other.is_inf)


def _of_one_btn(one: Unit, other: Unit) -> bool:
    return bool(one.battalion) and group_of(one) == group_of(other)


def _leads(hq: Unit, unit: Unit) -> bool:
    """Whether a unit is Inf of an HQ's Btn or Rgt."""
    of_one_rgt = unit.is_inf and unit.regiment == hq.regiment
    return of_one_rgt and hq.battalion in ("", unit.battalion)
