"""[3.2, A3] Coastal defence fire at a wave on its way through the Assault boxes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class CoastalFire:
    """The fire that a beach is under: how many forts, the column by the JRL, and the modifier."""

    forts: int
    jrl: int
    column: int = 0
    drm: int = 0

    def __str__(self) -> str:
        if not self.forts:
            return "no fort can fire"
        count = f"{self.forts} fort{'' if self.forts == 1 else 's'}"
        return f"{count}, JRL {self.jrl} -> column {self.column}"


def fire_on(state: State, beach: Beach) -> CoastalFire:
    """Return the fire that a beach is under now [RB-3.2-d]: +1 while a pier fort stands."""
    forts = len(fort_register.firing_at(state, beach))
    if not forts:
        return CoastalFire(0, state.jrl)
    column = int(state.board.tables.lookup("coastal_chart", forts, state.jrl))
    return CoastalFire(forts, state.jrl, column, 1 if fort_register.pier_forts(state) else 0)


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
    fire = fire_on(state, beach)
    if not fire.forts:
        yield Tell(f"  {label}: {fire} [3.2]")
        return
    rolled = yield from roll("1d6", f"{WHY}, {label}")
    total = rolled.total + fire.drm
    result = str(state.board.tables.lookup("coastal_crt", total, fire.column))
    plus = f" +{fire.drm} = {total}" if fire.drm else ""
    effect = yield from apply(state, assault_box(beach, number), result)
    yield Tell(f"  {label}: {fire}; d6 {rolled.total}{plus} -> {effect} [3.2]")


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
