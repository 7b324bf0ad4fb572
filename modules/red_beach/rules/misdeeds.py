"""What a player may not do with his own hands: the enemy's counters, markers, tracks, other phases.

A player moves his own stacks by day, and lays his landing plan; all else comes of the dice, and
is done for him.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from modules.red_beach.board import AVAILABLE
from modules.red_beach.rules import turns
from modules.red_beach.rules.waves import WAVE_BOXES
from modules.red_beach.units import US, Unit
from vassal_bridge.game.deeds import Deed, DeedKind
from vassal_bridge.game.judging import Finding

if TYPE_CHECKING:
    from modules.red_beach.state import State

TRACKS: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        "turn": ("the turn marker goes on when the turn is over", "3.0"),
        "jrl": ("the JRL falls by bombardment, air strikes and combat", "8.7"),
        "amtracs": ("AMTRACs are lost by a roll in Recovery", "3.2"),
        "engineer_level": ("the Engineer Level falls by a roll in the interphase", "3.1"),
        "engineers_available": ("engineers are spent by supporting an attack", "8.9"),
        "air_strikes": ("air strikes are spent by supporting an attack", "8.9"),
        "destroyers": ("destroyers are spent by supporting an attack", "8.9"),
        "segment": ("the segment in progress is kept by the bridge", "3.2"),
        "amtracs_used": ("whether AMTRACs landed is kept by the bridge", "3.2"),
    }
)
"""Why a player does not move the marker of a track, and the rule."""

MARKERS: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        "marker1": ("steps are lost by combat and fire", "8.81"),
        "used": ("an HQ is used by supporting, and ready again in Recovery", "8.9"),
        "moved": ("a unit has acted until Recovery", "3.2"),
    }
)
"""Why a player does not set a marker upon a unit, and the rule."""


def misdeeds(state: State, done: Iterable[Deed]) -> list[Finding]:
    """Return what among some deeds no player may do, whatever the way and the hex."""
    return [finding for deed in done for finding in _of(state, deed)]


def is_planning(state: State, deed: Deed) -> bool:
    """Whether a deed lays units into the Wave Display, or takes them back [3.2]."""
    places = {deed.before, deed.after}
    waits = {AVAILABLE, *(box for box in turns.TRACK if turns.is_interphase(box))}
    return (
        deed.kind is DeedKind.SHIFTED
        and bool(places & WAVE_BOXES.keys())
        and places <= {*WAVE_BOXES, *waits}
        and all(state.units[name].side == US for name in deed.units)
    )


def is_move(state: State, deed: Deed) -> bool:
    """Whether a deed moves US units from hex to hex."""
    return deed.kind is DeedKind.MOVED and all(state.units[name].side == US for name in deed.units)


def _of(state: State, deed: Deed) -> Iterator[Finding]:
    if deed.kind is DeedKind.ADVANCED:
        yield _why(deed, *TRACKS[deed.what])
        return
    units = [state.units[name] for name in deed.units]
    enemies = [unit for unit in units if unit.side != US]
    if enemies:
        yield _enemy(deed, enemies)
    elif deed.kind is DeedKind.FLIPPED:
        yield _why(deed, *_face(units[0]))
    elif deed.kind is DeedKind.MARKED:
        yield _why(deed, *MARKERS.get(deed.what, ("that is not the player's to change", "2.0")))
    else:
        yield from _journey(state, deed)


def _why(deed: Deed, why: str, rule: str) -> Finding:
    return Finding(f"{deed}: {why}", rule)


def _enemy(deed: Deed, enemies: list[Unit]) -> Finding:
    if any(unit.is_fort for unit in enemies):
        return _why(deed, "forts stand where they are until combat destroys them", "8.841")
    return _why(deed, "Japanese units come and go by the Tactical Table alone", "9.5")


def _face(unit: Unit) -> tuple[str, str]:
    if unit.is_hq:
        return "an HQ is disrupted by losses and recovers by a roll", "8.85"
    if unit.is_arty:
        return "artillery is fired by supporting or moving, and ready again in Recovery", "8.9"
    return "steps are lost by combat and fire", "8.81"


def _journey(state: State, deed: Deed) -> Iterator[Finding]:
    """Yield why US units may not go from place to place in this turn, or in this way."""
    if turns.is_interphase(state.turn):
        yield _why(deed, "nobody moves or lands in an interphase", "3.1")
    elif turns.is_night(state.turn):
        yield _why(deed, "US units do not move or land at night", "3.3")
    elif deed.kind is DeedKind.PLACED:
        yield _why(deed, "units come ashore from the Wave Display, under fire", "3.2")
    elif deed.kind is DeedKind.TAKEN:
        yield _why(deed, "a unit leaves the map by losing its steps", "8.81")
    elif deed.kind is DeedKind.SHIFTED and not is_planning(state, deed):
        yield _why(deed, "off the map units go into wave boxes and back only", "3.2")
