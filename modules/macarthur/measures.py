"""Measures: numbers that say how the air war stands, for reports on many games."""

from __future__ import annotations

from modules.macarthur.rules import ledger
from modules.macarthur.rules.verdict import lost
from modules.macarthur.state import State
from modules.macarthur.units import ALLIED, JP


def measures(state: State) -> dict[str, int]:
    """Return what both sides have lost."""
    damage = ledger.read(state, "damage")
    return {
        "Japanese air units lost": lost(state, JP),
        "Allied air units lost": lost(state, ALLIED),
        "airfield boxes out": sum(damage.values()),
        "units demoralized": sum(unit.demoralized for unit in state.alive),
        "aircraft down": sum(unit.is_air and not unit.is_up for unit in state.alive),
    }
