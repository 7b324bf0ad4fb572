"""[3.2, A3] Coastal defence fire at a wave on its way through the Assault boxes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from modules.red_beach.rules import fort_register, steps
from modules.red_beach.rules.waves import Beach, afloat, assault_box
from modules.red_beach.units import ARTY, BACK, BTN_HQ, FRONT, INF, RGT_HQ, US, Unit
from vassal_bridge.errors import RuleError
from vassal_bridge.game.changes import Flip, Tell
from vassal_bridge.game.sequence import Option, Steps, choose, roll

if TYPE_CHECKING:
    from modules.red_beach.state import State

WHY: Final = "[3.2] Coastal defence fire"
DEARNESS: Final = {INF: 0, "lt_tank": 1, "med_tank": 2, ARTY: 3, BTN_HQ: 4, RGT_HQ: 5}
"""Whose step a sensible player gives first."""


def fire_at_all(state: State) -> Steps[None]:
    """Fire once at each Assault box that holds US units [RB-3.2-d]; raises RuleError for none."""
    waves = [(beach, number) for beach, number, _ in afloat(state)]
    if not waves:
        raise RuleError("no US unit is in an Assault box, so no fort fires [3.2]")
    for beach, number in waves:
        yield from fire_at(state, beach, number)


def fire_at(state: State, beach: Beach, number: int, wave: str = "") -> Steps[None]:
    """Fire at the units in an Assault box of a beach [RB-3.2-d].

    The active forts that reach the beach and the JRL give a column of the Coastal Defence CRT;
    1d6, +1 while a fort of the Long Pier stands, gives the row. Without a fort there is no fire.
    """
    label = f"{beach.title}{wave} box {number}"
    forts = len(fort_register.firing_at(state, beach))
    if not forts:
        yield Tell(f"  {label}: no fort can fire [3.2]")
        return
    tables = state.board.tables
    column = int(tables.lookup("coastal_chart", forts, state.jrl))
    rolled = yield from roll("1d6", f"{WHY}, {label}")
    drm = 1 if fort_register.pier_forts(state) else 0
    total = rolled.total + drm
    result = str(tables.lookup("coastal_crt", total, column))
    plus = f" +{drm} = {total}" if drm else ""
    known = f"{forts} fort{'' if forts == 1 else 's'}, JRL {state.jrl} -> column {column}"
    effect = yield from apply(state, assault_box(beach, number), result)
    yield Tell(f"  {label}: {known}; d6 {rolled.total}{plus} -> {effect} [3.2]")


def apply(state: State, box: str, result: str) -> Steps[str]:
    """Apply a result of the Coastal Defence CRT to the units in a box [RB-3.2-e, RB-8.82-b].

    "*" disrupts an HQ that is not disrupted; "1" takes a step of the player's choice; "1*" takes
    it from an HQ where there is one. Returns what happened, for the story.
    """
    units = [unit for unit in state.at(box) if unit.side == US]
    hqs = [unit for unit in units if unit.is_hq]
    if result == "*":
        return (yield from _disrupt(state, [hq for hq in hqs if not hq.disrupted]))
    if result == "1*":
        return (yield from _lose(state, hqs or units, result))
    if result == "1":
        return (yield from _lose(state, units, result))
    return "no effect"


def _disrupt(state: State, hqs: list[Unit]) -> Steps[str]:
    if not hqs:
        return "* no HQ to disrupt"
    chosen = yield from _ask(state, "disrupt", "Which HQ is disrupted?", hqs)
    yield Flip(chosen.id, FRONT, BACK, f"{WHY}: *")
    return f"* {chosen.name} disrupted"


def _lose(state: State, able: list[Unit], result: str) -> Steps[str]:
    if not able:
        return f"{result} nobody is left to lose a step"
    chosen = yield from _ask(state, "loss", "Which unit of the wave loses a step?", able)
    before = steps.strength(state, chosen)
    last = steps.steps_left(state, chosen) == 1
    yield from steps.lose_step(state, chosen.id, f"{WHY}: {result}")
    if last:
        return f"{result} step: {chosen.name} is eliminated"
    unit = state.units[chosen.id]
    after = f"{before}->{steps.strength(state, unit)}"
    return f"{result} step: {unit.name} {after}{', disrupted' if unit.disrupted else ''}"


def _ask(state: State, kind: str, prompt: str, able: Iterable[Unit]) -> Steps[Unit]:
    """Ask which unit is hit; the default is the one that a step hurts least."""
    units = list(able)
    options = [Option(unit.id, f"{unit.name}, {_left(state, unit)}") for unit in units]
    default = min(units, key=lambda unit: _cost(state, unit)).id
    chosen = yield from choose(kind, prompt, options, why=WHY, default=default)
    return state.units[chosen]


def _left(state: State, unit: Unit) -> str:
    left = steps.steps_left(state, unit)
    return f"{left} step{'' if left == 1 else 's'} left"


def _cost(state: State, unit: Unit) -> tuple[bool, int, str]:
    """Return how dear a step is: the last one of a unit most, then by its kind."""
    return steps.steps_left(state, unit) == 1, DEARNESS[unit.kind], unit.id
