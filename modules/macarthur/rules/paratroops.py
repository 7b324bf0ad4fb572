"""[12.0] Paratroops: the Tina takes them from Kagi, they jump, and fight where they land."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from modules.macarthur.board import ELIMINATED, FORMOSA
from modules.macarthur.rules import air_to_air, chits, corregidor, flak, ledger, turns
from modules.macarthur.rules.corregidor import PLACE as CORREGIDOR
from modules.macarthur.rules.landing import CLEARED, HELD, defenders
from modules.macarthur.rules.raids import Raid, where
from modules.macarthur.rules.ranges import is_within
from modules.macarthur.units import JP, NAVY, Mission, Unit
from vassal_bridge.errors import RuleError
from vassal_bridge.game.changes import Eliminate, Move, Place, Set, Tell
from vassal_bridge.game.hexes import HexId
from vassal_bridge.game.sequence import Option, Steps, choose

if TYPE_CHECKING:
    from modules.macarthur.state import State

TRANSPORT: Final = "Tina"
BASE: Final = "Kagi"
PARACHUTE: Final = "parachute"
ALONE: Final = 1
"""The modifier of paratroops that attack where they land [12.3]."""
ROUGH: Final = 2
"""What rough ground under an enemy adds to it [12.3]."""
DROPPED: Final = "dropped"
"""The note with the turn on which a unit jumped: it does not move on that turn."""


def tina(state: State) -> Unit | None:
    """Return the transport aircraft if it can fly: from Kagi alone, once a turn [MAC-12.1-B]."""
    there = (unit for unit in state.at(BASE) if unit.model == TRANSPORT)
    return next((unit for unit in there if unit.is_parked and unit.is_up and not unit.moved), None)


def jumpers(state: State) -> tuple[Unit, ...]:
    """Return the paratroops on Formosa; they need no transport points [MAC-12.1-A].

    Where the Japanese chit is known, those alone that it gives.
    """
    chit = chits.japanese_chit(state)
    ready = (unit for unit in state.ground_at(FORMOSA, JP) if unit.kind == PARACHUTE)
    return tuple(unit for unit in ready if chit is None or may_fly(state, unit, chit))


def forbidden(state: State, hex_id: str) -> str:
    """Return why no paratroops can be dropped into a hex, or nothing where they can.

    [MAC-12.1-B, MAC-12.1-C]
    """
    for text in _reasons(state, hex_id):
        return text
    return ""


def _reasons(state: State, hex_id: str) -> Iterator[str]:
    board, transport = state.board, tina(state)
    if transport is None:
        yield f"there is no {TRANSPORT} ready at {BASE} [12.1]"
        return
    if not board.is_land(hex_id):
        yield f"{hex_id} is no land [12.2]"
    if board.terrain.get(HexId(hex_id)) == "city":
        yield f"{where(state, hex_id)} is a city [12.1]"
    if not is_within(board, transport, BASE, hex_id):
        yield f"{where(state, hex_id)} is out of range of {BASE} [8.1]"


def drop_zones(state: State) -> tuple[HexId, ...]:
    """Return every hex into which paratroops can be dropped."""
    return tuple(one for one in sorted(state.board.terrain) if not forbidden(state, one))


def drop(state: State) -> Steps[None]:
    """Fly one unit to a hex in the Japanese air phase, through fighters and flak, and drop it.

    [MAC-12.2-A] Raises RuleError in another phase and where nothing can be flown.
    """
    if state.phase != f"{turns.JAPANESE_PHASES} {turns.AIR}":
        raise RuleError(f"paratroops fly in the Japanese air phase [12.2]; it is {state.phase}")
    transport, ready = tina(state), jumpers(state)
    if transport is None or not ready:
        raise RuleError(f"paratroops need a {TRANSPORT} at {BASE} and a unit on Formosa [12.1]")
    options = [Option(unit.id, unit.name) for unit in ready]
    name = yield from choose("paratroops", "Which unit jumps?", options, why="[12.1]")
    zones = [Option(zone, where(state, zone)) for zone in drop_zones(state)]
    if not zones:
        raise RuleError(f"no hex is in range of {BASE} [8.1]")
    zone = yield from choose("drop zone", "Where does it jump?", zones, why="[12.2]")
    yield Tell(f"{transport.name} flies {state.units[name].name} to {where(state, zone)} [12.2]")
    yield Set(transport.id, "base", transport.base, BASE, "[12.2]")
    yield Set(transport.id, "mission", transport.mission, Mission.DROP, "[12.2]")
    yield Set(transport.id, "target", transport.target, f"drop {name}", "[12.2]")
    yield Move(transport.id, BASE, zone, "[12.2]")
    raid = Raid(JP, zone, NAVY)
    yield from air_to_air.fight(state, raid)
    yield from flak.fire(state, raid)
    yield from jump(state, transport.id, name, zone)


def jump(state: State, transport_id: str, unit_id: str, zone: str) -> Steps[None]:
    """Drop a unit once fighters and flak have had their say.

    With the aircraft the unit is lost [MAC-12.2-B]; where it turned back it takes the unit home;
    else the unit is in the hex [MAC-12.2-C] and does not move on this turn [MAC-12.3-E].
    """
    transport, unit = state.units[transport_id], state.units[unit_id]
    if transport.location == ELIMINATED:
        yield Tell(f"{unit.name} is lost with {transport.name} [12.2]")
        yield Eliminate(unit.id, unit.location, ELIMINATED, "[12.2] lost with its aircraft")
        return
    if transport.mission != Mission.DROP:
        yield Tell(f"{transport.name} turns back with {unit.name} [12.2]")
        return
    yield Tell(f"{unit.name} lands in {where(state, zone)} [12.2]")
    yield Place(unit.id, unit.location, zone, "[12.2]")
    yield Set(unit.id, "moved", unit.moved, True, "[12.3] no movement on the turn of the drop")
    yield ledger.write(state, "notes", f"{DROPPED} {unit.id}", turns.number(state.turn), "[12.2]")
    yield Set(transport.id, "mission", Mission.DROP, Mission.SPENT, "[12.2]")


def dropped_now(state: State) -> tuple[Unit, ...]:
    """Return the paratroops that jumped on this turn and are alive."""
    turn = turns.number(state.turn)
    return tuple(
        unit
        for unit in state.alive
        if unit.kind == PARACHUTE and ledger.entry(state, "notes", f"{DROPPED} {unit.id}") == turn
    )


def modifier(state: State, unit: Unit, others: Sequence[Unit]) -> int:
    """Return the modifier of paratroops that attack the enemies under them.

    +1 [MAC-12.3-A] unless ground units of another sort join [MAC-12.3-C], and +2 more on rough
    ground [MAC-12.3-D].
    """
    joined = any(one.kind != PARACHUTE for one in others)
    rough = state.board.is_rough(HexId(unit.location))
    return (0 if joined else ALONE) + (ROUGH if rough else 0)


def fight(state: State) -> Steps[None]:
    """Resolve the attacks of those that landed on enemies: they must attack [MAC-12.3-A].

    The players resolve the combat; with enemies left, the paratroops retreat by a hex, and on
    Corregidor they are destroyed [MAC-12.3-B]. Raises RuleError outside of the combat phase.
    """
    if state.phase != f"{turns.JAPANESE_PHASES} {turns.COMBAT}":
        raise RuleError(f"paratroops fight in the Japanese combat phase; it is {state.phase}")
    for unit in dropped_now(state):
        enemies = defenders(state, unit.location)
        if enemies:
            yield from _fight_at(state, unit, len(enemies))


def _fight_at(state: State, unit: Unit, enemies: int) -> Steps[None]:
    place = where(state, unit.location)
    options = [Option("no", "no"), Option("yes", "yes")]
    prompt = f"Do ground units join {unit.name} in its attack at {place}?"
    if unit.location == state.board.places.get(CORREGIDOR):
        yield from corregidor.defend(state)
    joined = yield from choose("joined", prompt, options, why="[12.3]", default="no")
    added = modifier(state, unit, [_ground(state)] if joined == "yes" else [])
    yield Tell(f"{unit.name} must attack {enemies} units at {place}: DRM +{added} [12.3]")
    options = [
        Option(HELD, "enemies are still in the hex"),
        Option(CLEARED, "the enemies have retreated or are eliminated"),
    ]
    prompt = f"How did the attack at {place} end?"
    result = yield from choose("assault", prompt, options, why="[12.3]", default=HELD)
    if result == CLEARED or unit.id not in {one.id for one in state.alive}:
        return
    if unit.location == state.board.places.get(CORREGIDOR):
        yield Tell(f"{unit.name} is destroyed on Corregidor [12.3]")
        yield Eliminate(unit.id, unit.location, ELIMINATED, "[12.3] enemies left on Corregidor")
        return
    yield from _retreat(state, unit)


def _ground(state: State) -> Unit:
    """Return any ground unit that is no paratroops, for one that a player says has joined."""
    return next(unit for unit in state.units.values() if unit.is_ground and unit.kind != PARACHUTE)


def _retreat(state: State, unit: Unit) -> Steps[None]:
    ways = [
        near
        for near in state.board.sheet.neighbours(HexId(unit.location))
        if state.board.is_land(near) and not defenders(state, near)
    ]
    if not ways:
        yield Tell(f"{unit.name} cannot retreat [7.3.4]")
        yield Eliminate(unit.id, unit.location, ELIMINATED, "[12.3] nowhere to retreat to")
        return
    options = [Option(way, where(state, way)) for way in ways]
    way = yield from choose("retreat", f"Where does {unit.name} retreat?", options, why="[12.3]")
    yield Tell(f"{unit.name} retreats to {where(state, way)} [12.3]")
    yield Move(unit.id, unit.location, way, "[12.3] retreat")


def may_fly(state: State, unit: Unit, chit: int) -> bool:
    """Whether a chit gives a paratroop unit: one battalion with 6, both with 7 [MAC-16.1.4.1-A]."""
    given = chits.forces(state, chit).get("SNLF", 0)
    names = sorted(one.id for one in state.units.values() if one.kind == PARACHUTE)
    return unit.id in names[:given]
