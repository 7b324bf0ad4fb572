"""[2.2.7, 8.3.1] Planning pads: missions laid out in a side's own window, then flown.

A pad has numbered boxes with an order card in each. Its owner writes an order on the card and
puts aircraft into the box; they count as parked on the field that they came from. Orders are

    raid Clark              bombers bomb, fighters escort them or strafe alone
    raid 1137 ground        the units in a hex; also `raid bridge 0919/0920`
    high Corregidor         extra high [10.2.3]
    fighter-bomb Aparri     fighters with bombs
    cap Clark, interdict 1124, move John Hayes

and any of them may end in `from Tainan`, where the aircraft came from another field than is
remembered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from modules.macarthur.rules.missions import FIGHTERS_ONLY, Target, flight, forbidden, targets
from modules.macarthur.rules.patrols import fly_cap, interdict, take_off
from modules.macarthur.rules.raids import BRIDGE, CAVITE, CORREGIDOR, FIELD, GROUND
from modules.macarthur.rules.relocation import relocate
from modules.macarthur.units import BOMBING, JP, Mission, Unit
from vassal_bridge.errors import RuleError
from vassal_bridge.game.changes import Advance, Place, Set
from vassal_bridge.game.hexes import is_hex
from vassal_bridge.game.sequence import Steps

if TYPE_CHECKING:
    from modules.macarthur.board import Board
    from modules.macarthur.state import State

ORDERS: Final = "orders"
"""The track with the orders on both sides' cards: a line for each box that has one."""
RAID, HIGH, FIGHTER_BOMB, STRAFE = "raid", "high", "fighter-bomb", "strafe"
CAP, INTERDICT, MOVE = "cap", "interdict", "move"
ATTACKS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        RAID: (Mission.BOMB, Mission.ESCORT, Mission.STRAFE),
        HIGH: (Mission.HIGH, Mission.ESCORT),
        FIGHTER_BOMB: (Mission.BOMB, Mission.FIGHTER_BOMB),
        STRAFE: (Mission.STRAFE,),
    }
)
"""The missions that aircraft may get by an order to attack, the first that fits."""
VERBS: Final = (*ATTACKS, CAP, INTERDICT, MOVE)
SORTS: Final = (FIELD, CORREGIDOR, CAVITE, GROUND)
"""What an order to attack means in a place, unless it says so."""
_FROM: Final = " from "


@dataclass(frozen=True, slots=True)
class Order:
    """What stands on an order card: what to do, where, and perhaps from which field."""

    verb: str
    place: str
    what: str = ""
    base: str = ""


def boxes(board: Board, side: str) -> tuple[str, ...]:
    """Return the boxes of a side's pad, in their order."""
    return tuple(box for box, owner in board.pads.items() if owner == side)


def parse_orders(text: str) -> dict[str, str]:
    """Return the orders of a track by the boxes of their cards.

    >>> parse_orders("Japanese Mission 1: raid Clark")
    {'Japanese Mission 1': 'raid Clark'}
    """
    pairs = (line.partition(": ") for line in text.splitlines())
    return {box: order for box, _, order in pairs if order}


def format_orders(orders: Mapping[str, str]) -> str:
    """Return orders as the text of a track; what is on a card counts as one line."""
    written = ((box, " ".join(orders[box].split())) for box in sorted(orders))
    return "\n".join(f"{box}: {order}" for box, order in written if order)


def orders(state: State) -> dict[str, str]:
    """Return the orders of a position by the boxes of their cards."""
    return parse_orders(str(state.tracks[ORDERS]))


def write_orders(state: State, found: Mapping[str, str], why: str) -> Steps[None]:
    """Put other orders on the cards; nothing where they say so already."""
    before, after = str(state.tracks[ORDERS]), format_orders(found)
    if before != after:
        yield Advance(ORDERS, before, after, why)


def parse_order(board: Board, text: str) -> Order:
    """Return what an order says; raises RuleError for one that cannot be understood."""
    words, _, base = f" {' '.join(text.split())}".partition(_FROM)
    verb, _, rest = words.strip().partition(" ")
    if verb.casefold() not in VERBS or not rest:
        expected = ", ".join(VERBS)
        raise RuleError(f"expected an order such as `raid Clark` ({expected}), found {text!r}")
    field = _named(board.fields, base, "field") if base else ""
    place, what = _place(board, rest)
    return Order(verb.casefold(), place, what, field)


def _place(board: Board, text: str) -> tuple[str, str]:
    """Return the place that an order names, and what is meant in it where it says so."""
    head, _, tail = text.rpartition(" ")
    if text.casefold().startswith(f"{BRIDGE} "):
        banks = tuple(sorted(text[len(BRIDGE) + 1 :].replace("/", " ").split()))
        if banks not in board.bridges():
            raise RuleError(f"there is no {text!r}; name the hexes of both banks [8.3.5]")
        return banks[0], f"{BRIDGE} {banks[0]} {banks[1]}"
    if head and tail.casefold() in (FIELD, GROUND):
        return _place(board, head)[0], tail.casefold()
    if is_hex(text) and text in board.sheet:
        return text, ""
    known = {name: str(one) for name, one in board.places.items()}
    known |= {name: field.place for name, field in board.fields.items()}
    return known[_named(known, text, "hex, field or town")], ""


def _named(known: Iterable[str], text: str, what: str) -> str:
    for name in known:
        if name.casefold() == text.casefold():
            return name
    raise RuleError(f"there is no {what} {text!r}")


def waiting(state: State, side: str) -> tuple[Unit, ...]:
    """Return the aircraft that lie on a side's pad."""
    return tuple(unit for box in boxes(state.board, side) for unit in state.at(box))


def take_back(state: State, side: str) -> Steps[None]:
    """Put a side's aircraft from its pad onto the fields that they came from."""
    for unit in waiting(state, side):
        if unit.base not in state.board.fields:
            raise RuleError(f"{unit.name} is on a pad, and came from no field [2.2.7]")
        yield Place(unit.id, unit.location, unit.base, "[2.2.7] from the pad")
        yield Set(unit.id, "base", unit.base, "", "[2.2.7] from the pad")


def fly(state: State, side: str) -> Steps[bool]:
    """Fly what a side has laid out on its pad; return whether there was anything.

    Box by box as the orders say, each aircraft checked as any other [8.3.1]. What is planned is for
    its owner's eyes alone: an order that cannot be flown raises RuleError, and tells nobody else.
    """
    laid = {
        box: [unit.id for unit in state.at(box)]
        for box in boxes(state.board, side)
        if state.at(box)
    }
    written = orders(state)
    for box, names in laid.items():
        try:
            order = parse_order(state.board, written.get(box, ""))
        except RuleError as error:
            raise RuleError(f"{box}: {error}") from None
        if order.base:
            for name in names:
                unit = state.units[name]
                yield Set(name, "base", unit.base, order.base, f"[2.2.7] {box}")
    yield from take_back(state, side)
    for box, names in laid.items():
        order = parse_order(state.board, written[box])
        try:
            yield from _DEEDS[order.verb](state, order, names)
        except RuleError as error:
            raise RuleError(f"{box}: {error}") from None
    return bool(laid)


def _attack(state: State, order: Order, names: list[str]) -> Steps[None]:
    """Put aircraft on a target: bombers first, so that fighters may escort them [8.5.1]."""
    target = _target(state, order, state.units[names[0]].side)
    flying: list[str] = []
    for name in sorted(names, key=lambda one: (state.units[one].is_fighter, one)):
        unit = state.units[name]
        yield from take_off(unit, _mission(state, order, unit, target, flying), target)
        flying.append(name)
        yield flight(state, state.units[name], target)


def _target(state: State, order: Order, side: str) -> Target:
    """Return what an order to attack means, of all that may be attacked [8.3.1]."""
    open_to = {one.value: one for one in targets(state, side)}
    wanted = [order.what] if order.what else SORTS
    for what in wanted:
        found = open_to.get(f"{order.place} {what}")
        if found is not None:
            return found
    meant = f"{order.place} {order.what}".strip()
    raise RuleError(f"there is nothing to attack at {meant} [8.3.1]")


def _mission(state: State, order: Order, unit: Unit, target: Target, flying: list[str]) -> str:
    """Return the mission of an aircraft on an attack; raises RuleError where it may fly none."""
    bombers = any(
        state.units[one].mission in BOMBING and state.units[one].service == unit.service
        for one in flying
    )
    reason = f"{unit.name} cannot {order.verb} [8.3.1]"
    for mission in ATTACKS[order.verb]:
        if mission == Mission.ESCORT and not bombers:
            continue
        why = forbidden(state, unit, mission, target)
        if not why:
            return mission
        if unit.is_fighter == (mission in FIGHTERS_ONLY):
            reason = why
    raise RuleError(reason)


def _cap(state: State, order: Order, names: list[str]) -> Steps[None]:
    for name in names:
        yield from fly_cap(state, state.units[name], order.place)


def _interdict(state: State, order: Order, names: list[str]) -> Steps[None]:
    for name in names:
        yield from interdict(state, state.units[name], order.place)


def _move(state: State, order: Order, names: list[str]) -> Steps[None]:
    field = state.board.field_in(order.place)
    if field is None:
        raise RuleError(f"{order.place} is no field [8.1]")
    for name in names:
        yield from relocate(state, state.units[name], field.name)


_DEEDS: Mapping[str, Callable[[State, Order, list[str]], Steps[None]]] = MappingProxyType(
    {**dict.fromkeys(ATTACKS, _attack), CAP: _cap, INTERDICT: _interdict, MOVE: _move}
)


def problems(state: State) -> list[str]:
    """Return a sentence for everything on the pads that cannot be so."""
    found = []
    for box, side in state.board.pads.items():
        for unit in state.at(box):
            if not unit.is_air or unit.side != side:
                found.append(f"{unit.name} is on the {box}, where only aircraft of its owner lie")
            elif unit.base not in state.board.fields:
                found.append(f"{unit.name} is on the {box}, and came from no field [2.2.7]")
    return found


def name_of(side: str) -> str:
    """Return what a side's pad is called."""
    return f"{'Japanese' if side == JP else 'Allied'} Planning Pad"
