"""[8.715, 8.4] Retreats, and HQ and Arty that stand alone in enemy ZOC."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from modules.red_beach.board import TRACE_SOURCE
from modules.red_beach.rules import stacking, zoc
from modules.red_beach.rules.legality import is_alone
from modules.red_beach.rules.loc import supply_hexes
from modules.red_beach.rules.steps import eliminate, lose_by_choice, lose_by_priority
from modules.red_beach.units import BACK, FRONT, US, Unit
from vassal_bridge.game.changes import Flip, Move, Tell
from vassal_bridge.game.hexes import HexId
from vassal_bridge.game.sequence import Option, Steps, choose

if TYPE_CHECKING:
    from modules.red_beach.state import State


def retreat_hexes(
    state: State,
    units: Iterable[Unit],
    *,
    past: Iterable[Unit] = (),
    friends_help: bool = True,
) -> list[HexId]:
    """Return the hexes that a US stack may retreat to, by number [RB-8.715-a].

    One hex, the whole stack together, as terrain [8.4] and stacking [5.0] allow, never onto
    Japanese units, and into enemy ZOC only where a US unit already is (`friends_help`). The ZOCs
    of the units in `past` do not count.
    """
    stack = tuple(units)
    here = HexId(stack[0].location)
    enemy = zoc.japanese_zone(state, without=past)
    found = []
    for there in state.board.neighbours(here):
        friends = state.us_at(there)
        if there in enemy and not (friends and friends_help):
            continue
        if state.jp_at(there) or not stacking.may_stack((*friends, *stack)):
            continue
        if all(_may_step(state, unit, here, there) for unit in stack):
            found.append(there)
    return found


def _may_step(state: State, unit: Unit, here: HexId, there: HexId) -> bool:
    blocked = unit.is_tank and state.board.stops_tanks(here, there)
    return state.board.admits(unit, there) and not blocked


def choose_hex(state: State, who: str, hexes: list[HexId], why: str) -> Steps[HexId]:
    """Ask where to retreat; the default is nearest to supply, then farthest from 4624."""
    options = [Option(hex_id, f"{hex_id}{_company(state, hex_id)}") for hex_id in hexes]
    default = min(hexes, key=lambda hex_id: _exposure(state, hex_id))
    chosen = yield from choose(
        "retreat", f"Where does {who} retreat to?", options, why=why, default=default
    )
    return HexId(chosen)


def _exposure(state: State, hex_id: HexId) -> tuple[int, int]:
    sheet = state.board.sheet
    to_supply = min((sheet.distance(hex_id, end) for end in supply_hexes(state)), default=0)
    return to_supply, -sheet.distance(hex_id, TRACE_SOURCE)


def _company(state: State, hex_id: HexId) -> str:
    names = ", ".join(unit.name for unit in state.us_at(hex_id))
    return f" (with {names})" if names else ""


def retreat(state: State, hex_id: HexId, why: str, *, past: Iterable[Unit] = ()) -> Steps[str]:
    """Retreat the US stack of a hex, or take one more step of the player's choice.

    [RB-8.715-c]

    Returns what happened, for the story.
    """
    stack = state.us_at(hex_id)
    hexes = retreat_hexes(state, stack, past=past)
    if not hexes:
        yield from lose_by_choice(state, hex_id, 1, f"[8.715] cannot retreat; {why}")
        return "cannot retreat, 1 more step"
    there = yield from choose_hex(state, _names(stack), hexes, why)
    for unit in stack:
        yield Move(unit.id, hex_id, there, why)
    return f"retreat to {there}"


def _names(units: Iterable[Unit]) -> str:
    return " + ".join(unit.name for unit in units)


def flip_spent(unit: Unit, why: str) -> Steps[None]:
    """Flip HQ to disrupted and Arty to fired."""
    if unit.face == FRONT:
        yield Flip(unit.id, FRONT, BACK, why)


def lone_retreat(state: State, hex_id: HexId, attackers: Iterable[Unit], why: str) -> Steps[str]:
    """Let HQ and Arty without Inf or Tank dodge an attack, or lose a step [RB-8.9-f].

    They retreat together, out of enemy ZOC (that of the attackers aside), and flip; one that is
    flipped already cannot retreat again [8.4]. Returns what happened, for the story.
    """
    stack = state.us_at(hex_id)
    spent = any(unit.face == BACK for unit in stack)
    hexes = retreat_hexes(state, stack, past=attackers, friends_help=False)
    if spent or not hexes:
        yield from lose_by_priority(state, hex_id, US, 1, f"[8.9] cannot retreat; {why}")
        return "HQ/Arty alone cannot retreat, 1 step"
    there = yield from choose_hex(state, _names(stack), hexes, f"[8.9] {why}")
    for unit in stack:
        yield Move(unit.id, hex_id, there, f"[8.9] {why}")
        yield from flip_spent(unit, f"[8.4] {why}")
    return f"HQ/Arty alone retreat to {there} and flip"


def scatter(state: State, why: str) -> Steps[None]:
    """Drive off HQ and Arty that stand in enemy ZOC without Inf or Tank [8.4, RB-8.4-g].

    Each retreats at once to an adjacent hex outside enemy ZOC and flips; one that cannot, or is
    flipped already, is eliminated. Stacks with Japanese Inf or Tanks upon them are under attack
    and fall under [8.9].
    """
    while (unit := _to_scatter(state)) is not None:
        reason = f"[8.4] alone in enemy ZOC; {why}"
        hexes = retreat_hexes(state, [unit], friends_help=False)
        if unit.face == BACK or not hexes:
            yield from eliminate(state, unit.id, reason)
            yield Tell(f"  {unit.name}, alone in enemy ZOC, cannot retreat: eliminated [8.4]")
            continue
        here = unit.location
        there = yield from choose_hex(state, unit.name, hexes, reason)
        yield Move(unit.id, here, there, reason)
        yield from flip_spent(unit, reason)
        flipped = "fired" if unit.is_arty else "disrupted"
        yield Tell(f"  {unit.name}, alone in enemy ZOC, retreats to {there}, {flipped} [8.4]")


def _to_scatter(state: State) -> Unit | None:
    enemy = zoc.japanese_zone(state)
    drives_off = state.board.settings.attackers_drive_off
    if not drives_off:
        attackers = [unit for unit in state.units.values() if unit.is_attacker]
        enemy = zoc.japanese_zone(state, without=attackers)
    for hex_id, units in state.stacks(US).items():
        attacked = any(unit.is_attacker for unit in state.jp_at(hex_id))
        if hex_id in enemy and is_alone(units) and not attacked:
            return units[0]
    return None
