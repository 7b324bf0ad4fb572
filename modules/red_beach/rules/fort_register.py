"""[3.2, 8.841, A13] The fort register: groups, which beaches they fire at, and what is left."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from modules.red_beach.rules import zoc
from modules.red_beach.rules.waves import BEACHES, Beach
from modules.red_beach.units import US, Unit
from vassal_bridge.game.changes import Tell
from vassal_bridge.game.hexes import HexId
from vassal_bridge.game.sequence import Steps

if TYPE_CHECKING:
    from modules.red_beach.state import State


def firing_at(state: State, beach: Beach) -> tuple[Unit, ...]:
    """Return the active forts whose coastal defence fire reaches a beach [RB-3.2-d].

    Five forts marked 1 reach Red One, six B Red One and Two, eight 3 Red Three, three A all.
    """
    return tuple(fort for fort in state.active_forts() if fort.group in beach.groups)


def pier_forts(state: State) -> tuple[Unit, ...]:
    """Return the active forts of the Long Pier [RB-3.2-d]."""
    return tuple(fort for fort in state.active_forts() if fort.long_pier)


def green_forts(state: State) -> tuple[Unit, ...]:
    """Return the active forts next to Green Beach."""
    return tuple(fort for fort in state.active_forts() if fort.green)


def green_is_open(state: State) -> bool:
    """Whether Green Beach is open: its six forts are gone [RB-3.1-b, RB-3.2-f]."""
    return not green_forts(state)


def is_surrounded(state: State, hex_id: HexId) -> bool:
    """Whether a fort is surrounded: a US unit or US ZOC in each of the six hexes [8.7].

    Sea counts as surrounded: nobody lives there.
    """
    ours = zoc.zone(state, US) | set(state.stacks(US))
    return all(there in ours for there in state.board.neighbours(hex_id))


def tell_register(state: State) -> Steps[None]:
    """Tell which forts stand, and how many fire at each beach; nothing changes [A13]."""
    active = state.active_forts()
    gone = state.forts_destroyed()
    yield Tell(f"Forts: {len(active)} of {len(active) + gone} stand, {gone} destroyed [8.841]")
    for beach in BEACHES:
        if beach.is_green:
            left = green_forts(state)
            story = "open" if not left else f"closed by {_names(left)}"
        else:
            forts = firing_at(state, beach)
            story = f"{len(forts)} can fire" + (f": {_names(forts)}" if forts else "")
        yield Tell(f"  {beach.title}: {story} [3.2]")
    pier = pier_forts(state)
    drm = f"{_names(pier)}: coastal fire +1" if pier else "none left, coastal fire +0"
    yield Tell(f"  Long Pier: {drm} [3.2]")
    around = [fort for fort in active if is_surrounded(state, HexId(fort.location))]
    if around:
        yield Tell(f"  Surrounded: {_names(around)}; the JRL falls with them [8.7]")


def _names(forts: Iterable[Unit]) -> str:
    return ", ".join(f"{fort.name} @{fort.location}" for fort in forts)
