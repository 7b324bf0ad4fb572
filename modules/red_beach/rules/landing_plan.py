"""[3.2, A4] The landing plan: units are put into wave boxes, one by one, as the rules allow."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from modules.red_beach.board import AVAILABLE
from modules.red_beach.rules.coastal_fire import fire_on
from modules.red_beach.rules.landing_advice import Advice
from modules.red_beach.rules.wave_display import (
    WaveDisplay,
    check_plan,
    display,
    may_land,
    misplaced,
    must_land,
    require_landing_turn,
)
from modules.red_beach.rules.waves import WAVE_BOXES, WaveBox, combat_units, planned
from modules.red_beach.units import Unit
from vassal_bridge.errors import RuleError
from vassal_bridge.game.changes import Place, Tell
from vassal_bridge.game.sequence import Option, Steps, choose

if TYPE_CHECKING:
    from modules.red_beach.state import State

DONE: Final = "done"
WHY: Final = "[3.2] landing plan"


def plan_landing(state: State) -> Steps[None]:
    """Ask for the landing plan of a day turn, unit after unit, until the player has done.

    Only lawful units and boxes are offered, so the plan is legal at the end [RB-3.2-a]. On GT 1
    the 13 units that must land come first [RB-2.0-c]. Counters that lie in the boxes already are
    part of the plan, to which a default adds nobody but the 13; nor does it once AMTRACs landed.

    Raises RuleError for another turn, and where what lies there is not legal.
    """
    require_landing_turn(state)
    laid = display(state)
    if problems := [*laid.problems(), *misplaced(state, laid)]:
        raise RuleError("the Wave Display holds what it may not: " + "; ".join(problems))
    enough = bool(planned(state)) or state.level("amtracs_used") > 0
    while True:
        advice = Advice(state, laid)
        unit = yield from _choose_unit(state, advice, _able(state, laid), enough=enough)
        if unit is None:
            break
        box = yield from _choose_box(state, laid, advice, unit)
        yield Place(unit.id, unit.location, box.name, WHY)
        laid = display(state)
    yield from tell_plan(state)


def _able(state: State, laid: WaveDisplay) -> list[Unit]:
    """Return the units that may be planned next, in order of their ids.

    Raises RuleError where a unit must land and no box of its beach is left for it.
    """
    waiting = [unit for unit in state.units.values() if may_land(state, unit)]
    obliged = [unit for unit in waiting if must_land(state, unit)]
    able = [unit for unit in obliged or waiting if any(open_boxes(state, laid, unit))]
    if obliged and not able:
        problems = "; ".join(check_plan(state))
        raise RuleError(f"the boxes in use leave no room for those that must land: {problems}")
    return able


def open_boxes(state: State, laid: WaveDisplay, unit: Unit) -> Iterator[WaveBox]:
    """Yield the wave boxes that a unit may still be put into [RB-3.2-a, RB-2.0-c]."""
    fixed = must_land(state, unit)
    for box in WAVE_BOXES.values():
        if fixed in (None, box.beach.key) and not laid.refuses(unit, box):
            yield box


def _choose_unit(
    state: State, advice: Advice, units: list[Unit], *, enough: bool
) -> Steps[Unit | None]:
    options = [Option(unit.id, unit.name) for unit in units]
    default = advice.unit(units)
    if not any(must_land(state, unit) for unit in units):
        options.append(Option(DONE, "no more units: the plan is done"))
        default = None if enough else default
    prompt = f"{state.turn}: which unit lands next?"
    chosen = yield from choose(
        "plan", prompt, options, why=WHY, default=default or options[-1].value
    )
    return None if chosen == DONE else state.units[chosen]


def _choose_box(state: State, laid: WaveDisplay, advice: Advice, unit: Unit) -> Steps[WaveBox]:
    options = [
        Option(box.name, f"{box.name}{_company(laid, box)}")
        for box in open_boxes(state, laid, unit)
    ]
    advised = advice.box(unit) or ""
    prompt = f"In which wave does {unit.name} land?"
    chosen = yield from choose("plan box", prompt, options, why=WHY, default=advised)
    return WAVE_BOXES[chosen]


def _company(laid: WaveDisplay, box: WaveBox) -> str:
    names = ", ".join(unit.name for unit in laid.boxes.get(box.name, ()))
    return f" (with {names})" if names else ""


def tell_plan(state: State) -> Steps[None]:
    """Tell the plan that lies in the wave boxes, and the fire that waits for each beach."""
    boxes = planned(state)
    count = sum(combat_units(units) for units in boxes.values())
    used = display(state).amtracs_in_use()
    yield Tell(
        f"{state.turn} landing plan: {count} combat units,"
        f" {used} of {state.level('amtracs')} AMTRACs [3.2]"
    )
    beaches = dict.fromkeys(WAVE_BOXES[name].beach for name in boxes)
    for beach in beaches:
        fire = fire_on(state, beach)
        pier = f", +{fire.drm} by the Long Pier" if fire.drm else ""
        yield Tell(f"  {beach.title}: {fire}{pier} [3.2]")
        for name, units in boxes.items():
            if WAVE_BOXES[name].beach == beach:
                yield Tell(f"    {name}: {', '.join(unit.name for unit in units)}")


def clear_plan(state: State) -> Steps[None]:
    """Take every unit out of the wave boxes again; those that came back wait with the others."""
    for units in planned(state).values():
        for unit in units:
            yield Place(unit.id, unit.location, AVAILABLE, "[3.2] landing plan taken back")
    yield Tell("The landing plan is taken back [3.2]")
