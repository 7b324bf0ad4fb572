"""[3.2] The Landing phase: waves run in through coastal defence fire and go ashore."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from modules.red_beach.board import AVAILABLE
from modules.red_beach.rules import zoc
from modules.red_beach.rules.coastal_fire import fire_at
from modules.red_beach.rules.delays import delay_units
from modules.red_beach.rules.retreat import scatter
from modules.red_beach.rules.wave_display import check_plan, require_landing_turn
from modules.red_beach.rules.waves import (
    AMTRAC,
    ASSAULT_BOXES,
    BEACHES,
    BY_KEY,
    FIRED_AT,
    WAVE_BOXES,
    Beach,
    WaveBox,
    afloat,
    assault_box,
    landing_hexes,
    planned,
)
from modules.red_beach.units import BACK, FRONT, Unit
from vassal_bridge.errors import RuleError
from vassal_bridge.game.changes import Advance, Flip, Place, Set, Tell
from vassal_bridge.game.hexes import HexId
from vassal_bridge.game.sequence import Option, Steps, choose

if TYPE_CHECKING:
    from modules.red_beach.state import State

WHY: Final = "[3.2] landing"


def landing(state: State) -> Steps[None]:
    """Land every wave of the Wave Display, beach by beach in the player's order [RB-3.2-c].

    Under option 2 units may be held back first [RB-12.0-b]. Raises RuleError for another turn
    than a day turn, and for a plan that is not legal; it lists what is wrong [RB-T12].
    """
    require_plan(state)
    yield Tell(f"{state.turn} ({state.date}): Landing phase, JRL {state.jrl} [3.2]")
    yield from _land_boats(state)
    if state.board.settings.delayed_landings:
        yield from delay_units(state)
    if not planned(state):
        yield Tell("  Nobody lands")
    while beaches := _waiting_beaches(state):
        beach = yield from choose_beach(state, beaches)
        while waves := _waves_of(state, beach):
            yield from run_wave(state, waves[0])


def next_wave(state: State) -> Steps[None]:
    """Land one wave alone: the next one of a beach of the player's choice [RB-3.2-c].

    Units that are afloat in an Assault box go on from there instead. Raises RuleError where there
    is no wave, or no legal plan; and under option 2, whose dice are rolled for the whole plan
    before its first wave [RB-12.0-b].
    """
    require_landing_turn(state)
    if any(afloat(state)):
        yield from _land_boats(state)
        return
    require_plan(state)
    beaches = _waiting_beaches(state)
    if not beaches:
        raise RuleError("no wave waits in the Wave Display [3.2]")
    if state.board.settings.delayed_landings:
        raise RuleError("option 2 rolls for all units before the first wave: land all waves [12.0]")
    beach = yield from choose_beach(state, beaches)
    yield from run_wave(state, _waves_of(state, beach)[0])


def _land_boats(state: State) -> Steps[None]:
    """Land the units in Assault boxes, whom a player has brought there under fire himself."""
    for beach, _, units in list(afloat(state)):
        yield from go_ashore(state, beach, units)


def require_plan(state: State) -> None:
    """Raise RuleError unless it is a day turn and the plan in the wave boxes is legal."""
    require_landing_turn(state)
    if problems := check_plan(state):
        raise RuleError("the landing plan is not legal: " + "; ".join(problems))


def _waiting_beaches(state: State) -> list[Beach]:
    used = {WAVE_BOXES[name].beach.key for name in planned(state)}
    return [beach for beach in BEACHES if beach.key in used]


def _waves_of(state: State, beach: Beach) -> list[WaveBox]:
    """Return the waves of a beach that have yet to land, from 1 to 5 [RB-3.2-c]."""
    boxes = [WAVE_BOXES[name] for name in planned(state)]
    return sorted((box for box in boxes if box.beach == beach), key=lambda box: box.wave)


def choose_beach(state: State, beaches: list[Beach]) -> Steps[Beach]:
    """Ask which beach's waves run in next; the order of the beaches is free [RB-3.2-c]."""
    options = [Option(beach.key, beach.title) for beach in beaches]
    chosen = yield from choose("beach", "Which beach lands next?", options, why=WHY)
    return BY_KEY[chosen]


def run_wave(state: State, box: WaveBox) -> Steps[None]:
    """Run a wave in: through the Assault boxes under fire, then ashore [RB-3.2-c, RB-3.2-f].

    An LCVP wave is fired at in all four boxes, an AMTRAC wave in 1 and 3, and nobody on the way
    to Green Beach.
    """
    where = box.name
    names = ", ".join(unit.name for unit in state.us_at(where))
    yield Tell(f"{box.beach.title} wave {box.wave} ({box.craft}): {names} [3.2]")
    if box.craft == AMTRAC and not state.level("amtracs_used"):
        yield Advance("amtracs_used", 0, 1, "[3.2] AMTRACs were used")
    if not box.beach.is_green:
        for number in ASSAULT_BOXES:
            there = assault_box(box.beach, number)
            yield from _move_boats(state, where, there)
            where = there
            if number in FIRED_AT[box.craft] and state.us_at(where):
                yield from fire_at(state, box.beach, number, f" wave {box.wave}")
    yield from go_ashore(state, box.beach, state.us_at(where))


def _move_boats(state: State, here: str, there: str) -> Steps[None]:
    for unit in state.us_at(here):
        yield Place(unit.id, here, there, WHY)


def go_ashore(state: State, beach: Beach, units: tuple[Unit, ...]) -> Steps[None]:
    """Land what is left of a wave on hexes of its beach [RB-3.2-c, RB-3.2-g].

    Each unit goes to a hex of the player's choice, within stacking; Arty lands fired. Once all are
    ashore, HQ and Arty alone in enemy ZOC are driven off [RB-8.4-g]. A unit that finds no room
    stays afloat, to land another turn.
    """
    if not units:
        yield Tell("  The whole wave is lost")
    for unit in sorted(units, key=_landing_order):
        hexes = landing_hexes(state, beach, unit)
        if not hexes:
            yield Place(unit.id, unit.location, AVAILABLE, "[5.0] no room on the beach")
            yield Tell(f"  {unit.name} finds no room on {beach.title} and stays afloat [5.0]")
            continue
        hex_id = yield from choose_landing_hex(state, unit, hexes)
        yield Place(unit.id, unit.location, hex_id, WHY)
        if unit.is_arty and unit.face == FRONT:
            yield Flip(unit.id, FRONT, BACK, "[3.2] Arty lands fired")
        if unit.moved:
            yield Set(unit.id, "moved", True, False, "[3.2] landed, and yet to act")
        yield Tell(f"  {unit.name} lands in {hex_id}{_company(state, hex_id, unit)} [3.2]")
    yield from scatter(state, WHY)


def choose_landing_hex(state: State, unit: Unit, hexes: list[HexId]) -> Steps[HexId]:
    """Ask where a unit lands; the default keeps HQ and Arty with Inf, and battalions together."""
    options = [Option(hex_id, f"{hex_id}{_company(state, hex_id, unit)}") for hex_id in hexes]
    enemy = zoc.japanese_zone(state)
    default = min(hexes, key=lambda hex_id: _unease(state, unit, hex_id, enemy))
    chosen = yield from choose(
        "land", f"Where does {unit.name} land?", options, why=WHY, default=default
    )
    return HexId(chosen)


def _unease(
    state: State, unit: Unit, hex_id: HexId, enemy: frozenset[HexId]
) -> tuple[bool, bool, int, HexId]:
    """Return what speaks against landing in a hex: enemy ZOC, no cover, friends far away."""
    stack = state.us_at(hex_id)
    covered = any(other.fights for other in stack)
    friends = [
        HexId(other.location)
        for other in state.units.values()
        if other.on_map and other.side == unit.side and other.regiment == unit.regiment
    ]
    far = min((state.board.sheet.distance(hex_id, there) for there in friends), default=0)
    exposed = hex_id in enemy and not (covered or unit.fights)
    return exposed, not unit.fights and not covered, far, hex_id


def _landing_order(unit: Unit) -> tuple[bool, bool, bool, str]:
    """Return the order in which a wave's units go ashore: Inf, Tanks, Arty, HQs."""
    return unit.is_hq, unit.is_arty, unit.is_tank, unit.id


def _company(state: State, hex_id: HexId, unit: Unit) -> str:
    names = ", ".join(other.name for other in state.us_at(hex_id) if other.id != unit.id)
    return f" (with {names})" if names else ""
