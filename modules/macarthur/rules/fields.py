"""[2.2.1, 8.2] Airfields: whose they are, how many boxes they have, and whom they serve."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from modules.macarthur.board import BICOL_CHART, FORMOSA_CHART, Field
from modules.macarthur.rules import ledger
from modules.macarthur.rules.sealed import is_sealed
from modules.macarthur.units import ABSU, ALLIED, JP, Unit
from vassal_bridge.game.changes import Advance

if TYPE_CHECKING:
    from modules.macarthur.state import State

SORTS = ("F", "B")
BUILT_IN = frozenset({"Nell", "Betty", "Tina"})
"""Models whose support is part of their field [8.2]."""
BUILT_IN_AT = frozenset({"Kagi", "Taichu", "Tainan", "Takao"})
"""The fields where those models begin [16.1.4], which so have support without a counter."""
TIED = MappingProxyType({"B-17": "Clark", "Tina": "Kagi"})
"""Models that operate from one field alone [16.1.2.1, 12.1]."""
SHARED = MappingProxyType({"P-40E": "P-40", "P-40B": "P-40", "B-10": "B-10/18", "B-18": "B-10/18"})
"""The model on the support units of aircraft that share theirs: P-40s [8.2], a pair [16.1.2.1]."""
DAMAGE = "damage"
CAPTURED = "notes"


def owner(state: State, name: str) -> str:
    """Return the side that holds a field: whose units are on it, else who took it last.

    Batan Island is Japanese from the first turn on [MAC-8.2-D]. A field in a Bicol area is of no
    use with an enemy in it [4.8].
    """
    field = state.board.fields[name]
    return occupant(state, field) or noted_owner(state, field)


def occupant(state: State, field: Field) -> str:
    """Return the side whose ground units alone are on a field; nothing for none or both."""
    here = {unit.side for unit in _ground(state, field)}
    return here.pop() if len(here) == 1 else ""


def noted_owner(state: State, field: Field) -> str:
    """Return the side that took a field last; whose it is at the start where nobody has."""
    taken = ledger.entry(state, CAPTURED, f"{field.name} taken")
    return field.owner if not taken else JP if field.owner == ALLIED else ALLIED


def _ground(state: State, field: Field) -> list[Unit]:
    return [unit for unit in state.at(field.place) if unit.is_ground]


def fields_of(state: State, side: str) -> tuple[Field, ...]:
    """Return the fields that a side holds, in the order of the charts."""
    return tuple(one for one in state.board.fields.values() if owner(state, one.name) == side)


def capture(state: State, name: str, side: str) -> list[Advance]:
    """Return the changes that note a captured field, and the turn of it [8.1-B, 18.3]."""
    from modules.macarthur.rules import turns

    taken = 0 if state.board.fields[name].owner == side else 1
    numbers = ledger.read(state, CAPTURED)
    before = ledger.format_ledger(numbers)
    numbers[f"{name} taken"] = taken
    numbers[f"{name} turn"] = turns.number(state.turn)
    return [Advance(CAPTURED, before, ledger.format_ledger(numbers), f"[8.1] {name} captured")]


def is_fresh(state: State, name: str) -> bool:
    """Whether a field was captured in this turn [8.1]."""
    from modules.macarthur.rules import turns

    return ledger.entry(state, CAPTURED, f"{name} turn") == turns.number(state.turn)


def boxes(state: State, name: str, sort: str) -> int:
    """Return how many boxes of a sort a field has left [MAC-2.2.1-a, 8.3.4]."""
    whole = state.board.boxes_of(name, sort)
    return max(0, whole - ledger.entry(state, DAMAGE, f"{name} {sort}"))


def damage(state: State, name: str, sort: str, by: int, why: str) -> Advance:
    """Return the change that takes boxes off a field, or gives them back where `by` is below 0."""
    key = f"{name} {sort}"
    return ledger.write(state, DAMAGE, key, ledger.entry(state, DAMAGE, key) + by, why)


def parked(state: State, name: str) -> tuple[Unit, ...]:
    """Return the aircraft on a field, the inverted ones included."""
    return tuple(unit for unit in state.at(name) if unit.is_parked)


def expected(state: State, name: str) -> int:
    """Return how many aircraft a field holds; on sealed charts as many as it has boxes [2.2.1]."""
    if is_sealed(state, owner(state, name) or noted_owner(state, state.board.fields[name])):
        return sum(boxes(state, name, sort) for sort in SORTS)
    return len(parked(state, name))


def is_barred(state: State, name: str, side: str) -> bool:
    """Whether a field lies in an area of Bicol with an enemy in it [MAC-4.8-D]."""
    field = state.board.fields[name]
    return field.chart == BICOL_CHART and any(one.side != side for one in _ground(state, field))


def has_room(state: State, name: str, unit: Unit) -> bool:
    """Whether an aircraft finds a box [MAC-8.2-E].

    A bomber needs one marked B, a fighter takes either [MAC-8.2-E1]. In Bicol there is none where
    an enemy is.
    """
    if is_barred(state, name, unit.side):
        return False
    there = [one for one in parked(state, name) if one.id != unit.id]
    bombers = sum(one.is_bomber for one in there) + unit.is_bomber
    strips = boxes(state, name, "B")
    return bombers <= strips and len(there) + 1 <= strips + boxes(state, name, "F")


def suits(absu: Unit, unit: Unit) -> bool:
    """Whether a support unit serves an aircraft: of its model, or shared [MAC-8.2-A1].

    The B-10 and the B-18 share one, as the set-up gives them one together [16.1.2.1].
    """
    if absu.kind != ABSU or absu.side != unit.side:
        return False
    return absu.model == SHARED.get(unit.model, unit.model)


def has_support(state: State, name: str, side: str) -> bool:
    """Whether a side has a support unit of any model on a field, a built-in one included [8.2]."""
    if name in BUILT_IN_AT and owner(state, name) == side == JP:
        return True
    return any(unit.kind == ABSU and unit.side == side for unit in state.at(name))


def is_served(state: State, name: str, unit: Unit) -> bool:
    """Whether an aircraft has what it needs to fight from a field [MAC-8.2-A].

    Some are served by any field of their side on Formosa's chart [MAC-8.2-A2]; one support unit
    serves any number [MAC-8.2-G]; B-17s operate from Clark alone [16.1.2.1].
    """
    if TIED.get(unit.model, name) != name:
        return False
    if unit.model in BUILT_IN and state.board.fields[name].chart == FORMOSA_CHART:
        return True
    return any(suits(absu, unit) for absu in state.at(name))
