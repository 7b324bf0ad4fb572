"""[5.0] Stacking: how many units a hex holds."""

from __future__ import annotations

from collections.abc import Iterable

from modules.red_beach.units import JP_INF, US, Unit


def us_problem(units: Iterable[Unit]) -> str:
    """Return what is wrong with a US stack in a hex, or nothing [RB-5.0-b].

    A hex holds at most one HQ, one Inf, and one Tank or Arty. Markers do not count [RB-5.0-d].
    """
    stack = [unit for unit in units if unit.side == US]
    if sum(unit.is_hq for unit in stack) > 1:
        return "more than one HQ [5.0]"
    if sum(unit.is_inf for unit in stack) > 1:
        return "more than one Inf [5.0]"
    if sum(unit.is_tank or unit.is_arty for unit in stack) > 1:
        return "more than one Tank or Arty [5.0]"
    return ""


def may_stack(units: Iterable[Unit]) -> bool:
    """Whether these US units may share a hex."""
    return not us_problem(units)


def jp_problem(units: Iterable[Unit]) -> str:
    """Return what is wrong with the Japanese units in a hex, or nothing [RB-5.0-c].

    A hex holds one fort, or, upon US units, one Jap Inf and one Jap Tank.
    """
    stack = list(units)
    ours = [unit for unit in stack if unit.side == US]
    theirs = [unit for unit in stack if unit.side != US]
    if sum(unit.is_fort for unit in theirs) > 1:
        return "more than one fort [5.0]"
    if sum(unit.kind == JP_INF for unit in theirs) > 1:
        return "more than one Jap Inf [5.0]"
    if sum(unit.is_tank for unit in theirs) > 1:
        return "more than one Jap Tank [5.0]"
    if any(not unit.is_fort for unit in theirs) and not ours:
        return "Japanese Inf or Tanks without US units to attack [9.5]"
    if any(unit.is_fort for unit in theirs) and ours:
        return "US units in the hex of an active fort [8.4]"
    return ""
