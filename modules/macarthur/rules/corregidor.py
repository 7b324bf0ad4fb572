"""[10.2] Corregidor under fire: bombs, artillery beside it, who may assault and who defends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from modules.macarthur.rules import batteries, ledger, turns
from modules.macarthur.rules.batteries import DESTROYED, DISRUPTED, STANDING
from modules.macarthur.rules.transports import points_left
from modules.macarthur.units import ALLIED, JP, Unit
from vassal_bridge.errors import RuleError
from vassal_bridge.game.changes import Tell
from vassal_bridge.game.sequence import Option, Steps, choose, roll

if TYPE_CHECKING:
    from modules.macarthur.state import State

PLACE: Final = "Corregidor"
ARTILLERY: Final = "artillery"
EXTRA_HIGH: Final = 1
"""The modifier of bombers that fly extra high [10.2.3]."""
DEFENDING: Final = 9
"""Stacking points that may defend, besides any artillery [10.2.5]."""
DONE: Final = "done"


@dataclass(frozen=True, slots=True)
class Damage:
    """What a cell of the Corregidor Bombardment Table says."""

    destroyed: int
    disrupted: int


def parse(result: str) -> Damage:
    """Return what a result means: E a battery destroyed, 2E to 5E as many, D and 2D disrupted.

    [MAC-8.3.6-B1, MAC-8.3.6-B2, MAC-8.3.6-B3, MAC-8.3.6-B4]

    >>> parse("3E"), parse("D"), parse("-")
    (Damage(destroyed=3, disrupted=0), Damage(destroyed=0, disrupted=1), \
Damage(destroyed=0, disrupted=0))
    """
    if result == "-":
        return Damage(0, 0)
    number = int(result[:-1] or "1")
    return Damage(number, 0) if result.endswith("E") else Damage(0, number)


def modifier(high: bool) -> int:
    """Return the modifier of a bomber's attack: +1 extra high [MAC-10.2.3-B]."""
    return EXTRA_HIGH if high else 0


def bomb(state: State, factors: int, high: bool, why: str) -> Steps[None]:
    """Resolve the attack of one bombing group, or of one bomber extra high [8.3.6].

    Japan calls the numbers of what is hit [MAC-10.2.2-B]; infantry there is not hit
    [MAC-10.2.5-B].
    """
    rolled = yield from roll("2d6", why)
    total = rolled.total + modifier(high)
    result = str(state.board.tables.lookup("corregidor", total, factors))
    yield Tell(f"Corregidor, {factors} factors: 2d6 {total}: {result} {why}")
    damage = parse(result)
    for after, number in ((DESTROYED, damage.destroyed), (DISRUPTED, damage.disrupted)):
        for _ in range(number):
            yield from batteries.call(state, after, why)


def guns(state: State) -> tuple[Unit, ...]:
    """Return the Japanese artillery with an asterisk on land beside Corregidor [MAC-10.2.4-a]."""
    near = state.board.sheet.neighbours(state.board.places[PLACE])
    ashore = (one for one in near if state.board.is_land(one))
    units = (unit for one in ashore for unit in state.ground_at(one, JP))
    return tuple(unit for unit in units if unit.asterisks and unit.is_artillery)


def ready_guns(state: State) -> tuple[Unit, ...]:
    """Return those that have not bombarded on this turn, and are not demoralized."""
    turn = turns.number(state.turn)
    return tuple(
        unit
        for unit in guns(state)
        if ledger.entry(state, "notes", _note(unit)) != turn and not unit.demoralized
    )


def _note(unit: Unit) -> str:
    return f"bombards {unit.id}"


def supporters(state: State) -> tuple[Unit, ...]:
    """Return the artillery that may support an assault: with an asterisk, on land beside it.

    It is the same that may bombard [MAC-10.2.6-B].
    """
    return guns(state)


def bombard(state: State) -> Steps[None]:
    """Let each artillery unit beside Corregidor bombard it, once a turn [MAC-10.2.4-a].

    It picks its batteries. Raises RuleError where none stands there.
    """
    if not guns(state):
        raise RuleError("no artillery with an asterisk stands beside Corregidor [10.2.4]")
    turn = turns.number(state.turn)
    for unit in ready_guns(state):
        rolled = yield from roll("2d6", f"[10.2.4] {unit.name} bombards Corregidor")
        result = str(state.board.tables.lookup("corregidor", rolled.total, ARTILLERY))
        yield ledger.write(state, "notes", _note(unit), turn, "[10.2.4]")
        yield Tell(f"{unit.name} bombards Corregidor: 2d6 {rolled.total}: {result} [10.2.4]")
        damage = parse(result)
        for after, number in ((DESTROYED, damage.destroyed), (DISRUPTED, damage.disrupted)):
            for _ in range(number):
                yield from _pick(state, after)


def _pick(state: State, after: int) -> Steps[None]:
    """Let the artillery pick a battery: by its name where we know it, else by its number."""
    worst = (STANDING,) if after == DISRUPTED else (STANDING, DISRUPTED)
    numbers = [one for one in batteries.NUMBERS if batteries.condition(state, one) in worst]
    if not numbers:
        yield Tell("Corregidor: no battery is left to be hit [10.2.4]")
        return
    what = "destroyed" if after == DESTROYED else "disrupted"
    options = sorted((_named(state, number), number) for number in numbers)
    answer = yield from choose(
        "battery",
        f"Which battery is {what} by artillery?",
        [Option(name, name) for name, _ in options],
        why="[10.2.4]",
    )
    yield from batteries.strike(state, dict(options)[answer], after, "[10.2.4]")


def _named(state: State, number: int) -> str:
    battery = batteries.battery_of(state, number)
    return battery.name if battery else f"number {number}"


def active_defenders(state: State) -> Steps[tuple[Unit, ...]]:
    """Ask which units defend Corregidor: nine stacking points, and all artillery.

    [MAC-10.2.5-A]
    """
    there = state.ground_at(state.board.places[PLACE], ALLIED)
    chosen = [unit for unit in there if unit.is_artillery]
    waiting = [unit for unit in there if not unit.is_artillery]
    room = DEFENDING
    while fits := [unit for unit in waiting if points_left(unit) <= room]:
        options = [*(Option(unit.id, unit.name) for unit in fits), Option(DONE, "no other unit")]
        prompt = f"Which unit defends Corregidor ({room} SP left)?"
        answer = yield from choose("defender", prompt, options, why="[10.2.5]")
        if answer == DONE:
            break
        unit = state.units[answer]
        chosen.append(unit)
        waiting.remove(unit)
        room -= points_left(unit)
    return tuple(chosen)


def defend(state: State) -> Steps[None]:
    """Name the units that defend Corregidor actively, where there is a choice [MAC-10.2.5-A]."""
    chosen = yield from active_defenders(state)
    names = ", ".join(unit.name for unit in chosen) or "nobody"
    points = sum(points_left(unit) for unit in chosen if not unit.is_artillery)
    yield Tell(f"Corregidor is defended by {names}: {points} SP of {DEFENDING} [10.2.5]")


def lose_at_start(state: State) -> Steps[None]:
    """Destroy the batteries that are gone when the main assault begins: half a die.

    [MAC-16.2.2-E]
    """
    rolled = yield from roll("1d6", "[16.2.2] batteries destroyed before")
    gone = rolled.total // 2
    yield Tell(f"Corregidor: {gone} batteries are destroyed before the start [16.2.2]")
    for _ in range(gone):
        yield from batteries.call(state, DESTROYED, "[16.2.2]")


def announce(state: State) -> Steps[None]:
    """Tell both sides how strong the batteries are; how they hit a landing is the players' own.

    [MAC-10.2.1-A, MAC-10.2.1-D] The rules bring units there by boat or by parachute alone
    [MAC-10.2.6-A]: `local_movement` and `paratroops` do.
    """
    left, out = len(batteries.NUMBERS) - batteries.destroyed(state), batteries.firing(state)
    state_of = "neutralized" if batteries.is_neutralized(state) else "not neutralized"
    yield Tell(f"Corregidor: {left} batteries left, {out} can fire; it is {state_of} [10.2.1]")
