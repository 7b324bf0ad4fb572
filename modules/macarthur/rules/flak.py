"""[8.7] Anti-aircraft fire: after the fighters, before the bombs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from modules.macarthur.rules.air_to_air import destroy
from modules.macarthur.rules.raids import LANDING, Raid, defenders, flak_units, where
from modules.macarthur.rules.returns import abort
from modules.macarthur.units import BOMBING, Mission, Unit
from vassal_bridge.game.changes import Tell
from vassal_bridge.game.sequence import Option, Steps, choose, roll

if TYPE_CHECKING:
    from modules.macarthur.state import State

ENOUGH_POINTS = 20
"""The stacking points from which on small arms fire too [8.7.2]."""
GUNS, SMALL_ARMS = "aa", "small_arms"


def level_bombers(state: State, raid: Raid) -> tuple[Unit, ...]:
    """Return the bombers that AA fires at together: neither dive bombers nor extra high ones.

    Extra high over Corregidor no AA reaches them [MAC-10.2.3-A].
    """
    return tuple(
        unit
        for unit in raid.bombers(state)
        if unit.mission != Mission.HIGH and not dives(state, unit)
    )


def dives(state: State, unit: Unit) -> bool:
    """Whether an aircraft attacks as a dive bomber [8.3.7]."""
    return unit.mission in BOMBING and state.board.factor(unit.model, "dive") == 1


def low_flyers(state: State, raid: Raid) -> tuple[Unit, ...]:
    """Return dive bombers and fighters that strafe: they come after the bombers [8.7.3]."""
    return tuple(
        unit for unit in raid.units(state) if unit.mission == Mission.STRAFE or dives(state, unit)
    )


def fire(state: State, raid: Raid) -> Steps[None]:
    """Fire at a raid, after air combat and before any bomb [MAC-8.7.4-a].

    Each AA unit fires once [MAC-8.7.1-A], at the bombers [MAC-8.7.1-B]; again at each dive bomber
    and strafer that comes after them [MAC-8.7.3-a], as do 20 points of units with their small
    arms [MAC-8.7.2-a].
    """
    if any(unit.target == LANDING for unit in raid.units(state)):
        return
    batteries = flak_units(state, raid)
    came = bool(level_bombers(state, raid))
    may_fire_again = came or state.board.settings.flak_without_bombers
    hit: list[str] = []
    for gun in batteries:
        bombers = level_bombers(state, raid) if may_fire_again else raid.bombers(state)
        if bombers:
            hit += yield from _volley(state, gun.name, GUNS, bombers, hit)
    again = batteries if may_fire_again else ()
    for name in [unit.id for unit in low_flyers(state, raid)]:
        for gun in again:
            yield from _at_one(state, gun.name, GUNS, name, raid)
        if points(state, raid) >= ENOUGH_POINTS:
            yield from _at_one(state, "small arms", SMALL_ARMS, name, raid)


def points(state: State, raid: Raid) -> int:
    """Return the stacking points of the units under a raid [8.7.2]."""
    return sum(
        unit.points
        for place in defenders(state, raid)
        for unit in state.at(place)
        if unit.is_ground and unit.side != raid.side
    )


def _at_one(state: State, firer: str, column: str, name: str, raid: Raid) -> Steps[None]:
    unit = state.units[name]
    if unit in raid.units(state):
        yield from _volley(state, firer, column, (unit,))


def _volley(
    state: State, firer: str, column: str, targets: Sequence[Unit], before: Sequence[str] = ()
) -> Steps[list[str]]:
    """Roll one fire: A and 2A abort one or two [MAC-8.7.6-A], E and 2E destroy [MAC-8.7.6-B].

    Returns the models that were hit; `before` are those that fire at this raid has hit already.
    """
    rolled = yield from roll("2d6", f"[8.7] {firer} @{targets[0].location}")
    word = str(state.board.tables.lookup("anti_aircraft", rolled.total, column))
    place = where(state, targets[0].location)
    yield Tell(f"  AA {firer} @{place}: dice {rolled.total} -> {word} [8.7]")
    count, kind = (2 if word.startswith("2") else 1), word[-1]
    if kind not in "AE":
        return []
    units = yield from spread(targets, count, before)
    for unit in units:
        yield Tell(f"    {unit.name} {'aborts' if kind == 'A' else 'is shot down'} [8.7.6]")
        if kind == "E":
            yield from destroy(unit, "[8.7.6]")
        else:
            yield from abort(state, unit, "[8.7.6]")
    return [unit.model for unit in units]


def spread(targets: Sequence[Unit], count: int, before: Sequence[str] = ()) -> Steps[list[Unit]]:
    """Let the firer pick the units that are hit, evenly over their models [MAC-8.7.1-C].

    Of Nells and Bettys two losses are one of each, whether one fire scores both or two do;
    `before` are the models of those that are hit already.
    """
    hit: list[Unit] = []
    for _ in range(min(count, len(targets))):
        left = [unit for unit in targets if unit not in hit]
        models = [*before, *(unit.model for unit in hit)]
        least = min(models.count(unit.model) for unit in left)
        allowed = [unit for unit in left if models.count(unit.model) == least]
        options = [Option(unit.id, unit.name) for unit in allowed]
        answer = yield from choose("flak", "AA hits", options, why="[8.7.1]")
        hit.append(next(unit for unit in allowed if unit.id == answer))
    return hit
