"""Names as players type them: a stack by its hex, a unit of it or its battalion; a support."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from modules.red_beach.rules.attack_support import AIR, DESTROYER, ENGINEER
from modules.red_beach.rules.segment_track import in_progress
from modules.red_beach.units import US, Unit
from vassal_bridge.errors import AmbiguousName, RuleError

if TYPE_CHECKING:
    from modules.red_beach.state import State

SUPPORTS: Final = {
    "destroyer": DESTROYER,
    "destroyers": DESTROYER,
    "engineer": ENGINEER,
    "engineers": ENGINEER,
    "air": AIR,
    "air strike": AIR,
    "strike": AIR,
}
"""The supports that are no units, as players call them [8.9]."""


def stack_named(state: State, name: str) -> tuple[str, ...]:
    """Return the units that act together and that a player means [3.2].

    A hex, a unit or a battalion such as "1/8" names the units of one hex that have yet to act, or
    that act now; an empty name means those that act now.

    Raises:
        RuleError: nobody is meant, or whoever is meant has acted.
        AmbiguousName: a battalion that stands in several hexes; it lists them.
    """
    now = in_progress(state)
    acting = now.acting if now is not None else ()
    if not name:
        if acting:
            return acting
        raise RuleError("say which stack: no Ground Segment is in progress [3.2]")
    meant = _meant(state, name)
    hexes = sorted({unit.location for unit in meant})
    if len(hexes) > 1:
        raise AmbiguousName(f"{name} stands in {', '.join(hexes)}: say which hex")
    if set(acting) & {unit.id for unit in meant}:
        return acting
    ready = tuple(unit.id for unit in state.us_at(hexes[0]) if not unit.moved)
    if not ready:
        raise RuleError(f"{name} in {hexes[0]} has acted this Ground Phase [3.2]")
    return ready


def _meant(state: State, name: str) -> list[Unit]:
    """Return the US units on the map that a name may mean; raises RuleError for none."""
    plain = name.casefold()
    ours = [unit for unit in state.units.values() if unit.side == US and unit.on_map]
    tests = (
        lambda unit: unit.location == name,
        lambda unit: plain in (unit.id.casefold(), unit.name.casefold()),
        lambda unit: f"{unit.battalion}/{unit.regiment}" == name,
    )
    for test in tests:
        if found := [unit for unit in ours if test(unit)]:
            return found
    near = difflib.get_close_matches(name, [unit.name for unit in ours], n=1, cutoff=0.5)
    hint = f"; did you mean {near[0]}?" if near else ""
    raise RuleError(f"no US unit on the map and no hex with one is called {name!r}{hint}")


def supports_named(state: State, names: Sequence[str]) -> tuple[str, ...]:
    """Return the supports that a player means; raises RuleError for one that is none [8.9]."""
    return tuple(_support(state, name) for name in names)


def _support(state: State, name: str) -> str:
    plain = " ".join(name.casefold().split())
    if plain in SUPPORTS:
        return SUPPORTS[plain]
    givers = {
        unit.name.casefold(): unit.id
        for unit in state.units.values()
        if unit.side == US and (unit.is_hq or unit.is_arty)
    }
    if plain in givers:
        return givers[plain]
    near = difflib.get_close_matches(plain, [*SUPPORTS, *givers], n=1)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    raise RuleError(f"there is no support {name!r}{hint} [8.9]")
