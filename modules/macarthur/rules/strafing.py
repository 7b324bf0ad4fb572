"""[8.5.2] Strafing: fighters that came for it, and those that nobody kept busy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modules.macarthur.rules import damage, fields
from modules.macarthur.rules.bombing import hit_landing
from modules.macarthur.rules.damage import A_STEP, Hits
from modules.macarthur.rules.raids import FIELD, GROUND, LANDING, Raid, field_box
from modules.macarthur.units import ALLIED, JP, Mission, Unit
from vassal_bridge.game.changes import Set, Tell
from vassal_bridge.game.sequence import Option, Steps, choose, roll

if TYPE_CHECKING:
    from modules.macarthur.state import State

STRAFE, HOME = "strafe", "home"


def offer(state: State, raid: Raid) -> Steps[None]:
    """Let escorts that neither attacked nor were attacked come down to strafe [MAC-8.5.2.2-A].

    They say so before the flak, which fires at them as well [8.7.3].
    """
    target = _prey(state, raid)
    if not target:
        return
    for unit in raid.units(state):
        if unit.mission != Mission.ESCORT:
            continue
        options = [Option(HOME, "stay high"), Option(STRAFE, "strafe")]
        prompt = f"{unit.name} has nobody to fight"
        if (yield from choose("strafe", prompt, options, why="[8.5.2.2]")) == STRAFE:
            yield Set(unit.id, "mission", Mission.ESCORT, Mission.STRAFE, "[8.5.2.2]")
            if unit.target != target:
                yield Set(unit.id, "target", unit.target, target, "[8.5.2.2]")


def _prey(state: State, raid: Raid) -> str:
    """Return what escorts may strafe in a place: parked aircraft before units; or nothing."""
    name = field_box(state, raid.place)
    if name and any(unit.side != raid.side for unit in fields.parked(state, name)):
        return FIELD
    return GROUND if _under(state, raid) else ""


def strafe(state: State, raid: Raid) -> Steps[None]:
    """Roll two dice for each fighter that strafes [MAC-8.5.2-B] on its own table [MAC-8.5.2-A].

    A P-40E that dropped its bomb and fought no fighter strafes too [MAC-8.5.2.1-a]; fighters may
    have come alone for it [MAC-8.5.2.2-B].
    """
    for unit in raid.units(state):
        if unit.mission == Mission.STRAFE:
            yield from _attack(state, raid, unit)
            yield Set(unit.id, "mission", Mission.STRAFE, Mission.SPENT, "[8.5.2] has strafed")


def _attack(state: State, raid: Raid, unit: Unit) -> Steps[None]:
    more = modifier(state, raid, unit)
    rolled = yield from roll("2d6", f"[8.5.2] {unit.name} strafes")
    word = str(state.board.tables.lookup("strafing", rolled.total + more))
    shown = f"{rolled.total}{more:+d}" if more else str(rolled.total)
    yield Tell(f"  {unit.name} strafes: dice {shown} -> {word} [8.5.2]")
    hits = Hits.parse(word)
    if not hits.count:
        return
    if unit.target == FIELD:
        yield from damage.hit_parked(state, field_box(state, raid.place), hits, "[8.5.2]")
    elif unit.target == LANDING:
        yield from hit_landing(state, raid, hits, sinks=False, why="[8.5.2]")
    else:
        yield from _hit_ground(state, raid, hits)


def _hit_ground(state: State, raid: Raid, hits: Hits) -> Steps[None]:
    """Let guns hit a unit drawn by lot; armor is demoralized instead of lost [MAC-8.5.2.3-a]."""
    units = _under(state, raid)
    if not units:
        return
    (unit,) = yield from damage.draw(state, units, 1, "[8.5.2]")
    if hits.kind == A_STEP and not unit.is_armor:
        yield from damage.hit_units(state, [unit], hits, "[8.5.2]")
    else:
        yield from damage.demoralize(unit, "[8.5.2]")


def modifier(state: State, raid: Raid, unit: Unit) -> int:
    """Return the modifier of strafing by what is strafed, and where [8.5.2]."""
    row = unit.target if unit.target in (FIELD, LANDING) else GROUND
    hex_id = state.board.hex_of(raid.place)
    if row == GROUND and hex_id is not None and state.board.is_rough(hex_id):
        row = "rough"
    return int(state.board.tables.lookup("strafing_drm", row))


def _under(state: State, raid: Raid) -> tuple[Unit, ...]:
    return state.ground_at(raid.place, ALLIED if raid.side == JP else JP)
