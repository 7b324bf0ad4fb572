"""[9.3] US tactical coordination: which stacks act together, so that only the last one checks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from modules.red_beach.rules.loc import Lines, lines
from modules.red_beach.units import INF, US, Unit

if TYPE_CHECKING:
    from modules.red_beach.state import State

BTN: Final = "btn"
RGT: Final = "rgt"


def coordinated(state: State) -> dict[str, str]:
    """Return how far the LOC of each Inf on the map reaches now: to its Btn HQ, or its Rgt HQ.

    Only undisrupted HQs serve [9.3, RB-9.3-a, RB-9.3-b, RB-6.0-d]; Inf without LOC is left out.
    """
    trace = lines(state)
    found = {unit.id: _reach(trace, unit) for unit in _infantry(state)}
    return {name: reach for name, reach in found.items() if reach}


def _infantry(state: State) -> list[Unit]:
    return [
        unit
        for unit in state.units.values()
        if unit.side == US and unit.kind == INF and unit.on_map
    ]


def _reach(trace: Lines, inf: Unit) -> str:
    if not trace.btn_hqs(inf):
        return ""
    return RGT if trace.rgt_hqs(inf) else BTN


@dataclass(frozen=True, slots=True)
class Group:
    """Whom a stack is coordinated with: the name of the Btn or Rgt, and the Inf yet to act."""

    name: str = ""
    partners: tuple[str, ...] = ()


def group_of(state: State, units: Iterable[str], reach: Mapping[str, str]) -> Group:
    """Return the Inf of other stacks, yet to act, that a stack is coordinated with [9.3].

    Those of its Btn that reach the Btn HQ as it does [RB-9.3-a], and those of its Rgt where
    both reach the Rgt HQ [RB-9.3-b]. A stack without Inf has none [RB-9.3-f]. `reach` is what
    `coordinated` gave when it was judged [RB-9.3-e].
    """
    acting = set(units)
    inf = next((state.units[name] for name in sorted(acting) if state.units[name].is_inf), None)
    if inf is None or inf.id not in reach:
        return Group()
    others = [other for other in _infantry(state) if _to_act(other, acting) and other.id in reach]
    kin = [other for other in others if other.regiment == inf.regiment]
    btn = [other.id for other in kin if other.battalion == inf.battalion]
    rgt = [other.id for other in kin if RGT == reach[inf.id] == reach[other.id]]
    if btn:
        return Group(f"{inf.battalion}/{inf.regiment} Btn", tuple(sorted({*btn, *rgt})))
    return Group(f"{inf.regiment} Rgt", tuple(rgt)) if rgt else Group()


def _to_act(unit: Unit, acting: Iterable[str]) -> bool:
    return not unit.moved and unit.id not in acting


def still_to_act(state: State, partners: Iterable[str]) -> list[Unit]:
    """Return which of a stack's partners are alive and yet to act [9.3, RB-9.3-d]."""
    found = [state.units[name] for name in partners]
    return [unit for unit in found if unit.on_map and not unit.moved]
