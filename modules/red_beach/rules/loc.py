"""[6.0] Lines of communication: chains of hexes between units, HQs, artillery and beaches."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from modules.red_beach.board import GREEN, PIER_END
from modules.red_beach.rules import zoc
from modules.red_beach.units import BTN_HQ, RGT_HQ, Unit
from vassal_bridge.game.hexes import HexId, find_path, reachable

if TYPE_CHECKING:
    from modules.red_beach.state import State


@dataclass(frozen=True, slots=True)
class Lines:
    """What blocks and what serves LOCs in one position; made once, asked many times.

    `blocked` are the hexes that no LOC may enter: Japanese units, and enemy ZOC without a US unit.
    """

    state: State
    blocked: frozenset[HexId]

    def may_enter(self, hex_id: HexId) -> bool:
        """Whether a LOC may enter a hex [6.0]."""
        return hex_id not in self.blocked

    def path(self, start: str, goals: Iterable[str], limit: int) -> tuple[HexId, ...] | None:
        """Return a LOC of at most `limit` hexes, the start not counted, or None."""
        return find_path(
            HexId(start),
            [HexId(goal) for goal in goals],
            self.state.board.neighbours,
            self.may_enter,
            limit=limit,
        )

    def btn_hqs(self, unit: Unit) -> tuple[Unit, ...]:
        """Return the undisrupted Btn HQs that a unit's LOC reaches [6.0].

        Inf traces to the HQ of its own Btn, a Btn HQ is its own; Tanks and Arty take any.
        """
        limit = self.state.board.settings.loc_unit
        near = reachable(
            HexId(unit.location), self.state.board.neighbours, self.may_enter, limit=limit
        )
        return tuple(
            hq
            for hq in self._hqs(BTN_HQ)
            if HexId(hq.location) in near and (not unit.is_inf or _same_btn(unit, hq))
        )

    def rgt_hq(self, btn_hq: Unit) -> Unit | None:
        """Return the undisrupted Rgt HQ that a Btn HQ's LOC reaches, or None [6.0]."""
        limit = self.state.board.settings.loc_hq
        for hq in self._hqs(RGT_HQ):
            own = hq.regiment == btn_hq.regiment
            if own and self.path(btn_hq.location, [hq.location], limit) is not None:
                return hq
        return None

    def rgt_hqs(self, unit: Unit) -> tuple[Unit, ...]:
        """Return the Rgt HQs that a unit reaches by way of a Btn HQ [6.0]."""
        if unit.kind == RGT_HQ:
            return () if unit.disrupted else (unit,)
        if unit.kind == BTN_HQ:
            through: tuple[Unit, ...] = () if unit.disrupted else (unit,)
        else:
            through = self.btn_hqs(unit)
        found = {hq.id: hq for btn in through if (hq := self.rgt_hq(btn)) is not None}
        return tuple(found[name] for name in sorted(found))

    def reaches_arty(self, unit: Unit, arty: Unit) -> bool:
        """Whether a unit's LOC reaches an artillery unit: Btn HQ, Rgt HQ, Arty [6.0, 8.9].

        Inf in the same or an adjacent hex needs no LOC.
        """
        sheet = self.state.board.sheet
        if unit.is_inf and sheet.distance(HexId(unit.location), HexId(arty.location)) <= 1:
            return True
        limit = self.state.board.settings.loc_hq
        return any(
            self.path(hq.location, [arty.location], limit) is not None for hq in self.rgt_hqs(unit)
        )

    def _hqs(self, kind: str) -> tuple[Unit, ...]:
        return tuple(
            unit
            for unit in self.state.units.values()
            if unit.kind == kind and unit.on_map and not unit.disrupted
        )


def lines(state: State, *, without: Iterable[Unit] = ()) -> Lines:
    """Return the lines of a position; the ZOCs of the units in `without` do not count."""
    japanese = zoc.japanese_zone(state, without=without)
    ours = {HexId(hex_id) for hex_id in state.stacks("us")}
    theirs = {HexId(hex_id) for hex_id in state.stacks("jp")}
    return Lines(state, frozenset((japanese - ours) | theirs))


def supply_hexes(state: State) -> tuple[HexId, ...]:
    """Return the hexes that supply comes from: landing beaches and 2308 [3.1].

    Green Beach counts only once the forts next to it are all destroyed.
    """
    green_open = not any(fort.green for fort in state.active_forts())
    beaches = [
        hex_id
        for hex_id, beach in state.board.beaches.items()
        if state.board.is_land(hex_id) and (green_open or beach != GREEN)
    ]
    return (*sorted(beaches), PIER_END) if state.board.is_land(PIER_END) else tuple(sorted(beaches))


def _same_btn(unit: Unit, hq: Unit) -> bool:
    return unit.regiment == hq.regiment and unit.battalion == hq.battalion
