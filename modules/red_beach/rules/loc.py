"""[6.0] Lines of communication: chains of hexes between units, HQs, artillery and beaches."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from modules.red_beach.board import GREEN, PIER_END
from modules.red_beach.rules import zoc
from modules.red_beach.rules.loc_hop import Hop, explain_hop
from modules.red_beach.units import BTN_HQ, RGT_HQ, Unit
from vassal_bridge.errors import RuleError
from vassal_bridge.game.hexes import HexId, find_path, reachable

if TYPE_CHECKING:
    from modules.red_beach.state import State

BTN: Final = "btn"
RGT: Final = "rgt"
SUPPLY: Final = "supply"
"""What a LOC can be explained to, besides an HQ or Arty by its id."""


@dataclass(frozen=True, slots=True)
class Lines:
    """What blocks and what serves LOCs in one position; made once, asked many times.

    `blocked` are the hexes that no LOC may enter: Japanese units, and enemy ZOC without a US unit.
    """

    state: State
    blocked: frozenset[HexId]

    def may_enter(self, hex_id: HexId) -> bool:
        """Whether a LOC may enter a hex, the last one too [6.0, RB-6.0-b, RB-6.0-f]."""
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
        """Return the undisrupted Btn HQs that a unit's LOC reaches [6.0, RB-6.0-c, RB-6.0-e].

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
        """Return the undisrupted Rgt HQ that a Btn HQ's LOC reaches, or None [6.0, RB-6.0-c]."""
        limit = self.state.board.settings.loc_hq
        for hq in self._hqs(RGT_HQ):
            own = hq.regiment == btn_hq.regiment
            if own and self.path(btn_hq.location, [hq.location], limit) is not None:
                return hq
        return None

    def rgt_hqs(self, unit: Unit) -> tuple[Unit, ...]:
        """Return the Rgt HQs that a unit reaches by way of a Btn HQ [6.0, RB-6.0-d]."""
        if unit.kind == RGT_HQ:
            return () if unit.disrupted else (unit,)
        if unit.kind == BTN_HQ:
            through: tuple[Unit, ...] = () if unit.disrupted else (unit,)
        else:
            through = self.btn_hqs(unit)
        found = {hq.id: hq for btn in through if (hq := self.rgt_hq(btn)) is not None}
        return tuple(found[name] for name in sorted(found))

    def reaches_arty(self, unit: Unit, arty: Unit) -> bool:
        """Whether a unit's LOC reaches an artillery unit: Btn HQ, Rgt HQ, Arty [6.0, RB-6.0-c].

        Inf in the same or an adjacent hex needs no LOC [RB-8.9-e].
        """
        sheet = self.state.board.sheet
        if unit.is_inf and sheet.distance(HexId(unit.location), HexId(arty.location)) <= 1:
            return True
        limit = self.state.board.settings.loc_hq
        return any(
            self.path(hq.location, [arty.location], limit) is not None for hq in self.rgt_hqs(unit)
        )

    def _hqs(self, kind: str) -> tuple[Unit, ...]:
        """Return the HQs of a kind that serve: on the map, undisrupted [RB-6.0-a, RB-8.85-a]."""
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
    """Return the hexes that supply comes from: landing beaches and 2308 [3.1, RB-3.1-b].

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


@dataclass(frozen=True, slots=True)
class Explained:
    """Why a LOC holds or fails, hop by hop; only the last hop can fail [6.0]."""

    hops: tuple[Hop, ...]

    @property
    def holds(self) -> bool:
        """Whether every hop holds."""
        return all(hop.holds for hop in self.hops)

    @property
    def failing(self) -> Hop | None:
        """The hop that fails, or None."""
        return next((hop for hop in self.hops if not hop.holds), None)

    @property
    def story(self) -> str:
        """The hops in one line."""
        return "; ".join(str(hop) for hop in self.hops)


def explain(state: State, unit: Unit, end: str) -> Explained:
    """Return the LOC of a unit hop by hop: which hop fails, and at which hex [6.0, A14].

    The end is "btn" or "rgt" (its HQs), "supply" (by the HQs; `explain_direct` has the short
    way), or the id of an HQ or Arty. Of several chains the one that gets farthest is told.
    Raises RuleError for another end.
    """
    trace = lines(state)
    chains = [_chain(trace, unit, btn, end) for btn in _btn_goals(trace, unit, end)]
    return max(chains, key=lambda chain: (chain.holds, len(chain.hops)))


def explain_direct(state: State, unit: Unit) -> Explained:
    """Return the short way of supply: a LOC of 5 to a landing beach or 2308 [3.1, 6.0]."""
    limit = state.board.settings.loc_unit
    return Explained((_hop(lines(state), unit, _supply_goals(state), limit),))


def _btn_goals(trace: Lines, unit: Unit, end: str) -> list[Unit | None]:
    """Return the Btn HQs that a chain may begin with, None where there is no such HQ."""
    if unit.kind == RGT_HQ:
        return [None]
    hqs = [hq for hq in trace.state.units.values() if hq.kind == BTN_HQ]
    if unit.kind == BTN_HQ:
        return [unit]
    wanted = trace.state.units.get(end)
    if wanted is not None and wanted.kind == BTN_HQ:
        return [wanted]
    own = [hq for hq in hqs if _same_btn(unit, hq)] if unit.is_inf else hqs
    return list(own) or [None]


def _chain(trace: Lines, unit: Unit, btn: Unit | None, end: str) -> Explained:
    """Trace unit, Btn HQ, Rgt HQ, end, as far as it goes."""
    state, settings = trace.state, trace.state.board.settings
    wanted = state.units.get(end)
    if end not in (BTN, RGT, SUPPLY) and wanted is None:
        raise RuleError(f"a LOC leads to btn, rgt, supply, an HQ or Arty, not to {end!r} [6.0]")
    hops: list[Hop] = []
    here = unit
    if unit.kind == RGT_HQ and unit.disrupted:
        return Explained((_hq_hop(trace, unit, unit, settings.loc_hq, "Rgt HQ"),))
    if unit.kind != RGT_HQ:
        if btn is None or unit.kind != BTN_HQ or unit.disrupted:
            hops.append(_hq_hop(trace, unit, btn, settings.loc_unit, "Btn HQ"))
        here = btn or unit
        if end == BTN or (wanted is not None and wanted.kind == BTN_HQ):
            return Explained(tuple(hops))
        if not all(hop.holds for hop in hops):
            return Explained(tuple(hops))
        rgt = _own_rgt(state, here)
        hops.append(_hq_hop(trace, here, rgt, settings.loc_hq, "Rgt HQ"))
        if rgt is None or not hops[-1].holds or end == RGT or wanted is rgt:
            return Explained(tuple(hops))
        here = rgt
    if end == SUPPLY:
        hops.append(_hop(trace, here, _supply_goals(state), settings.loc_hq))
    elif wanted is not None and wanted is not here:
        goals = {HexId(wanted.location): wanted.name} if wanted.on_map else {}
        hops.append(_hop(trace, here, goals, settings.loc_hq))
    return Explained(tuple(hops))


def _own_rgt(state: State, btn: Unit) -> Unit | None:
    return next(
        (hq for hq in state.units.values() if hq.kind == RGT_HQ and hq.regiment == btn.regiment),
        None,
    )


def _supply_goals(state: State) -> dict[HexId, str]:
    return {hex_id: f"supply at {hex_id}" for hex_id in supply_hexes(state)}


def _hq_hop(trace: Lines, unit: Unit, hq: Unit | None, limit: int, what: str) -> Hop:
    """Return the hop to an HQ, which must be on the map and undisrupted [RB-6.0-a, RB-8.85-a]."""
    if hq is None:
        return Hop(unit.name, what, limit, problem=f"there is no {what}")
    if not hq.on_map:
        return Hop(unit.name, hq.name, limit, problem=f"{hq.name} is not on the map")
    if hq.disrupted:
        return Hop(unit.name, hq.name, limit, HexId(hq.location), f"{hq.name} is disrupted")
    return _hop(trace, unit, {HexId(hq.location): hq.name}, limit)


def _hop(trace: Lines, unit: Unit, goals: Mapping[HexId, str], limit: int) -> Hop:
    return explain_hop(trace.state, unit, goals, limit, trace.may_enter)
