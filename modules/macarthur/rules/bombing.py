"""[8.3] Bombs: after air combat and flak, group by group, on what each bomber came for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from modules.macarthur.rules import corregidor, damage, fields, submarines, transports
from modules.macarthur.rules.damage import Hits
from modules.macarthur.rules.flak import dives
from modules.macarthur.rules.groups import Groups, equal_groups
from modules.macarthur.rules.raids import (
    BRIDGE,
    CAVITE,
    CORREGIDOR,
    FIELD,
    LANDING,
    Raid,
    where,
)
from modules.macarthur.units import ALLIED, BOMBING, JP, Mission, Unit
from vassal_bridge.game.changes import Set, Tell
from vassal_bridge.game.sequence import Option, Steps, choose, roll

if TYPE_CHECKING:
    from modules.macarthur.state import State

FIELD_DRM = -2
"""The modifier of attacks on the boxes of a field [8.3.4]."""
AIRCRAFT, BOXES = "aircraft", "boxes"
TABLES = {False: "bombing", True: "dive_bombing"}
"""The table by whether a dive bomber attacks [8.3.7]."""


def bomb(state: State, raid: Raid) -> Steps[None]:
    """Let a raid drop its bombs, when fighters and flak have had their say [MAC-8.3.2-A]."""
    targets = dict.fromkeys(unit.target for unit in _loaded(state, raid))
    for target in targets:
        for group in (yield from _attacks(state, raid, target)):
            yield from _attack(state, raid, target, group)
        for unit in [one for one in _loaded(state, raid) if one.target == target]:
            after = Mission.STRAFE if unit.mission == Mission.FIGHTER_BOMB else Mission.SPENT
            yield Set(unit.id, "mission", unit.mission, after, "[8.3.2] bombs dropped")


def _loaded(state: State, raid: Raid) -> list[Unit]:
    return [unit for unit in raid.units(state) if unit.mission in BOMBING]


def _attacks(state: State, raid: Raid, target: str) -> Steps[list[tuple[Unit, ...]]]:
    """Return who attacks together: groups of level bombers, then groups of dive bombers.

    Dive bombers differ by their table alone [MAC-8.3.7-a]; two tables cannot be rolled on at once.
    Each bomber extra high attacks alone [MAC-10.2.3-C].
    """
    here = [unit for unit in _loaded(state, raid) if unit.target == target]
    high = [unit for unit in here if unit.mission == Mission.HIGH]
    diving = [unit for unit in here if unit not in high and dives(state, unit)]
    level = [unit for unit in here if unit not in high and unit not in diving]
    together = yield from _grouped(state, level)
    together += yield from _grouped(state, diving)
    return [*together, *((unit,) for unit in high)]


def _grouped(state: State, units: Sequence[Unit]) -> Steps[list[tuple[Unit, ...]]]:
    """Let the attacker choose among groupings that are equally few, by their sums [8.3.2]."""
    factors = [state.board.factor(unit.model, "bomb") for unit in units]
    ways = {_sums(factors, groups): groups for groups in equal_groups(factors)}
    options = [Option(sums, sums) for sums in ways]
    chosen = next(iter(ways))
    if len(options) > 1:
        chosen = yield from choose("groups", "Factors of the groups", options, why="[8.3.2]")
    return [tuple(units[place] for place in group) for group in ways[chosen]]


def _sums(factors: Sequence[int], groups: Groups) -> str:
    """Return the factors of some groups as an answer names them, the biggest first: 6+5."""
    found = sorted((sum(factors[place] for place in group) for group in groups), reverse=True)
    return "+".join(map(str, found))


def _attack(state: State, raid: Raid, target: str, group: Sequence[Unit]) -> Steps[None]:
    """Roll two dice for a group, in the column of its factors [MAC-8.3.2-D]."""
    factors = sum(state.board.factor(unit.model, "bomb") for unit in group)
    names = " + ".join(unit.name for unit in group)
    yield Tell(f"  {names}: {factors} factors @{where(state, raid.place)} [8.3.2]")
    if target == CORREGIDOR:
        yield from corregidor.bomb(state, factors, group[0].mission == Mission.HIGH, "[8.3.6]")
        return
    if target == CAVITE:
        yield from submarines.bomb_cavite(state, factors)
        return
    aim = (yield from _aim(state, raid)) if target == FIELD else ""
    hits = yield from _roll(state, group, factors, _modifier(state, aim))
    if not hits.count:
        return
    if target == FIELD and aim == BOXES:
        yield from damage.hit_field(state, _field(state, raid), hits, "[8.3.4]")
    elif target == FIELD:
        yield from damage.hit_parked(state, _field(state, raid), hits, "[8.3.4]")
    elif target.startswith(BRIDGE):
        yield from damage.blow_bridge(state, target, "[8.3.5]")
    elif target == LANDING:
        yield from hit_landing(state, raid, hits, sinks=True, why="[8.4.3]")
    else:
        yield from damage.hit_units(state, _under(state, raid), hits, "[8.3.3]")


def _roll(state: State, group: Sequence[Unit], factors: int, more: int) -> Steps[Hits]:
    """Roll on the Bombing Table, for circled factors on the dive bombers' [MAC-8.3.7-a]."""
    is_dive = dives(state, group[0])
    rolled = yield from roll("2d6", "[8.3.7] dive bombing" if is_dive else "[8.3.2] bombing")
    word = str(state.board.tables.lookup(TABLES[is_dive], rolled.total + more, factors))
    shown = f"{rolled.total}{more:+d}" if more else str(rolled.total)
    yield Tell(f"    dice {shown} -> {word}")
    return Hits.parse(word)


def _aim(state: State, raid: Raid) -> Steps[str]:
    """Let the attacker choose between parked aircraft and the field itself [8.3.4]."""
    name = _field(state, raid)
    options = []
    if fields.parked(state, name):
        options.append(Option(AIRCRAFT, "aircraft on the ground"))
    if any(fields.boxes(state, name, sort) for sort in fields.SORTS):
        options.append(Option(BOXES, "the field"))
    if not options:
        return AIRCRAFT
    return (yield from choose("aim", f"Bombs on {name}", options, why="[8.3.4]"))


def _modifier(state: State, aim: str) -> int:
    """Return the modifier of an attack on a field, -2 on its boxes [MAC-8.3.4-E]."""
    counts = aim == BOXES or (aim == AIRCRAFT and state.board.settings.field_modifier_on_aircraft)
    return FIELD_DRM if counts else 0


def _field(state: State, raid: Raid) -> str:
    field = state.board.field_in(raid.place)
    return field.name if field is not None else raid.place


def _under(state: State, raid: Raid) -> tuple[Unit, ...]:
    return state.ground_at(raid.place, ALLIED if raid.side == JP else JP)


def hit_landing(state: State, raid: Raid, hits: Hits, *, sinks: bool, why: str) -> Steps[None]:
    """Let hits fall on units that land: a step each, drawn by lot [MAC-8.4.3-B].

    Bombs sink their transports with them [MAC-8.4.3-C], guns do not [MAC-8.4.3-D]; who goes by
    boat has none [4.5.1].
    """
    for _ in range(hits.count):
        units = _under(state, raid)
        if not units:
            return
        (unit,) = yield from damage.draw(state, units, 1, why)
        points = transports.step_points(unit)
        yield from damage.hit_units(state, [unit], Hits(1, damage.A_STEP), why)
        if sinks and not unit.moved:
            yield from transports.sink(state, points, why)
