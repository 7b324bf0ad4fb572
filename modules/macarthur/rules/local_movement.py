"""[4.5] Local amphibious movement: along the coast by boats, without transports."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from modules.macarthur.rules import (
    air,
    coast,
    corregidor,
    landing,
    ledger,
    scramble,
    transports,
    turns,
)
from modules.macarthur.rules.sealed import is_sealed
from modules.macarthur.units import ALLIED, JP, Unit
from vassal_bridge.errors import RuleError
from vassal_bridge.game.changes import Move, Set, Tell
from vassal_bridge.game.hexes import HexId
from vassal_bridge.game.sequence import Option, Steps, choose

if TYPE_CHECKING:
    from modules.macarthur.state import State

JAPANESE_LIMIT: Final = 8
JAPANESE_REACH: Final = 6
JAPANESE_KINDS: Final = frozenset({"infantry", "bike", "combat_engineer"})
ALLIED_LIMIT: Final = 9
DONE: Final = "done"
TOWNS: Final = frozenset({"city", "town", "fort"})


def points_left(state: State, side: str) -> int:
    """Return the stacking points that a side may still move by boat this turn.

    [MAC-4.5.1-A, MAC-4.5.2-a]
    """
    limit = JAPANESE_LIMIT if side == JP else ALLIED_LIMIT
    return limit - ledger.entry(state, "notes", _note(state, side))


def movable(state: State, side: str) -> tuple[Unit, ...]:
    """Return the units that may go by boat, in order of their ids [MAC-4.5.1-A, MAC-4.5.2-a]."""
    room = points_left(state, side)
    units = (unit for unit in state.alive if unit.side == side and unit.is_ground and unit.on_map)
    return tuple(
        unit
        for unit in units
        if not unit.moved and 0 < transports.points_left(unit) <= room and goals(state, unit)
    )


def goals(state: State, unit: Unit) -> tuple[HexId, ...]:
    """Return the hexes to which boats can take a unit; none where it may not go by boat.

    The Japanese: from a coastal town or a beach, up to six coastal hexes [MAC-4.5.1-A]. The
    Allies: between hexes of Manila Bay without enemies [MAC-4.5.2-a].
    """
    here, board = HexId(unit.location), state.board
    if unit.side == ALLIED:
        bay = coast.manila_bay(board)
        if here not in bay:
            return ()
        return tuple(one for one in sorted(bay) if one != here and not state.ground_at(one, JP))
    if unit.kind not in JAPANESE_KINDS or not _is_port(state, here):
        return ()
    return tuple(sorted(coast.coastal_reach(board, here, JAPANESE_REACH)))


def _is_port(state: State, hex_id: HexId) -> bool:
    """Whether a hex is a coastal town or an invasion beach."""
    board = state.board
    if hex_id in board.beaches:
        return True
    is_named = hex_id in board.places.values() or board.terrain.get(hex_id) in TOWNS
    return is_named and board.is_coastal(hex_id)


def move(state: State) -> Steps[None]:
    """Move units of the phasing side by boat, one after the other; it is their whole move.

    [MAC-4.5.1-A, MAC-4.5.1-C, MAC-4.5.2-a] Raises RuleError outside of a naval phase.
    """
    if turns.step_of(state.phase) != turns.NAVAL:
        raise RuleError(f"boats move in a naval phase [4.5]; it is {state.phase}")
    side = state.side
    while units := movable(state, side):
        options = [
            Option(DONE, "nobody else goes by boat"),
            *(Option(unit.id, f"{unit.name} in {unit.location}") for unit in units),
        ]
        prompt = f"Which unit goes by boat ({points_left(state, side)} SP left)?"
        unit_id = yield from choose("boat", prompt, options, why="[4.5]", default=DONE)
        if unit_id == DONE:
            return
        yield from _sail(state, state.units[unit_id])


def _sail(state: State, unit: Unit) -> Steps[None]:
    rule = "[4.5.1]" if unit.side == JP else "[4.5.2]"
    options = [Option(goal, _place(state, goal)) for goal in goals(state, unit)]
    goal = yield from choose("boat goal", f"Where does {unit.name} go?", options, why=rule)
    used = ledger.entry(state, "notes", _note(state, unit.side)) + transports.points_left(unit)
    yield ledger.write(state, "notes", _note(state, unit.side), used, rule)
    yield Set(unit.id, "moved", unit.moved, True, rule)
    if unit.side == JP and landing.defenders(state, goal):
        yield from _assault(state, unit, HexId(goal))
        return
    yield Tell(f"{unit.name} goes by boat from {unit.location} to {goal} {rule}")
    yield Move(unit.id, unit.location, goal, rule)


def _assault(state: State, unit: Unit, goal: HexId) -> Steps[None]:
    """Let a unit that came by boat attack the hex it lands in [MAC-4.5.1-B, MAC-4.5.1-C].

    Aircraft near may fly against it first, as against any landing [MAC-8.4-3, MAC-8.4.3-A]. The
    players resolve the combat at once, as they do an amphibious assault; at Corregidor they are
    told of the batteries before, and who defends [MAC-10.2.6-A, MAC-10.2.5-A].
    """
    if goal == state.board.places.get(corregidor.PLACE):
        yield from corregidor.announce(state)
        yield from corregidor.defend(state)
    yield Tell(f"{unit.name} goes by boat from {unit.location} to attack {goal} [4.5.1]")
    yield Move(unit.id, unit.location, goal, "[4.5.1]")
    if is_sealed(state, ALLIED):
        yield Tell("No aircraft fly against it: the Allied airfield charts are sealed [8.4.3]")
    else:
        yield from scramble.against_landing(state, goal, ALLIED)
        yield from air.resolve_against_landing(state, goal)
    unit = state.units[unit.id]
    if unit.location != goal:
        yield Tell(f"{unit.name} does not get ashore [4.5.1]")
        return
    yield from landing.assault(state, goal, [unit], _place(state, goal))


def _place(state: State, hex_id: str) -> str:
    names = (name for name, place in state.board.places.items() if place == hex_id)
    name = next(names, "")
    return f"{name} ({hex_id})" if name else str(hex_id)


def _note(state: State, side: str) -> str:
    return f"boats {side} {turns.number(state.turn)}"
