"""Advice for the air war: who can fly where from each base, and what raids may be expected to do.

Only what the position shows is used: CAP in the air and AA in the target's hex. Aircraft on sealed
charts, and fighters that may scramble, are not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from modules.macarthur.rules.fields import fields_of, parked
from modules.macarthur.rules.forecast import Forecast, RaidPlan, forecast, mean
from modules.macarthur.rules.missions import Target, describe, forbidden, targets
from modules.macarthur.rules.raids import (
    BRIDGE,
    CORREGIDOR,
    FIELD,
    GROUND,
    Raid,
    flak_units,
    patrol,
)
from modules.macarthur.rules.ranges import distance
from modules.macarthur.state import State
from modules.macarthur.units import Mission, Unit
from vassal_bridge.errors import RuleError
from vassal_bridge.game.planning import Question, Reach, Report, reach

SIDE_NAMES = {"jp": "Japanese", "allied": "Allied"}
AIMS: Mapping[str, tuple[tuple[str, str], ...]] = {
    FIELD: (("aircraft", "its aircraft"), ("boxes", "its boxes")),
    GROUND: (("ground", ""),),
    BRIDGE: (("bridge", ""),),
    CORREGIDOR: (("corregidor", ""), ("corregidor high", "extra high")),
}
"""What bombs may be aimed at, by the sort of target, and in words."""


@dataclass(frozen=True, slots=True)
class Row:
    """One raid that is possible, all of a service that can fly it, and what it may do."""

    target: str
    place: str
    aim: str
    service: str
    plan: RaidPlan
    escorts: tuple[str, ...]
    found: Forecast

    def as_data(self) -> dict[str, Any]:
        """Return the row for JSON; numbers are rounded to four decimals."""
        return {
            "target": self.target,
            "place": self.place,
            "aim": self.aim,
            "service": self.service,
            "bombers": counted(self.plan.bombers),
            "escorts": counted(self.escorts),
            "cap": len(self.plan.cap),
            "aa": self.plan.guns,
            "hits": round(float(self.found.mean_hits), 4),
            "chance_of_a_hit": round(float(self.found.chance_of_a_hit), 4),
            "lost": round(float(mean(self.found.lost)), 4),
            "aborted": round(float(mean(self.found.aborted)), 4),
            "cap_lost": round(float(mean(self.found.downed)), 4),
        }

    def __str__(self) -> str:
        service = f"{self.service.capitalize()} " if self.service else ""
        with_escort = f", escort {counted(self.escorts)}" if self.escorts else ""
        enemies = [f"CAP {counted(self.plan.cap)}"] if self.plan.cap else []
        enemies += [f"{self.plan.guns} AA"] if self.plan.guns else []
        met = f" against {', '.join(enemies)}" if enemies else ""
        numbers = (
            f"hits {float(self.found.mean_hits):.2f}"
            f" (any {percent(self.found.chance_of_a_hit)}),"
            f" lost {float(mean(self.found.lost)):.2f},"
            f" turned back {float(mean(self.found.aborted)):.2f}"
        )
        downed = f", CAP lost {float(mean(self.found.downed)):.2f}" if self.plan.cap else ""
        words = dict(pair for pairs in AIMS.values() for pair in pairs)[self.aim]
        aimed = f"{self.target}, {words}" if words else self.target
        raid = f"{service}{counted(self.plan.bombers)}{with_escort}{met}"
        return f"{aimed}: {raid}: {numbers}{downed}"


def advise(state: State, question: Question) -> Report:
    """Return what a side's aircraft can reach and may be expected to do; the phasing side's first.

    Raises RuleError for a side, a base or a target that there is not.
    """
    side = question.side or state.side
    if side not in SIDE_NAMES:
        raise RuleError(f"expected a side of {', '.join(SIDE_NAMES)}, found {side!r}")
    bases = [field.name for field in fields_of(state, side) if ready(state, field.name, side)]
    if question.base:
        bases = [_named("base", question.base, bases)]
    goals = {describe(state, one): one for one in targets(state, side)}
    if question.target:
        goals = {name: one for name, one in goals.items() if _means(question.target, name, one)}
        if not goals:
            raise RuleError(f"the {SIDE_NAMES[side]} side has no target {question.target!r}")
    ways = {base: routes(state, side, base, goals) for base in bases}
    rows = list(raids(state, side, bases, goals, question.against))
    return Report(
        lines=tuple(_lines(state, side, ways, rows)),
        data={"side": side, "bases": ways, "raids": [row.as_data() for row in rows]},
        reaches=tuple(_reaches(state, side, bases, by_model=bool(question.base))),
    )


def _named(what: str, wanted: str, known: Sequence[str]) -> str:
    for name in known:
        if name.casefold() == wanted.casefold():
            return name
    raise RuleError(f"expected a {what} of {', '.join(known) or 'none'}; found {wanted!r}")


def _means(wanted: str, name: str, target: Target) -> bool:
    return wanted.casefold() in name.casefold() or wanted == target.place


def ready(state: State, base: str, side: str) -> tuple[Unit, ...]:
    """Return the aircraft of a side on a field that can fly."""
    return tuple(unit for unit in parked(state, base) if unit.side == side and unit.is_up)


def routes(
    state: State, side: str, base: str, goals: Mapping[str, Target]
) -> dict[str, dict[str, int]]:
    """Return for each model on a base which targets it reaches, and how far they are.

    Bombers may bomb them, fighters strafe or escort there.
    """
    found: dict[str, dict[str, int]] = {}
    for unit in ready(state, base, side):
        reached = {
            name: distance(state.board, base, target.place)
            for name, target in goals.items()
            if _can_fly(state, unit, target)
        }
        found.setdefault(unit.model, {}).update(reached)
    return found


def _can_fly(state: State, unit: Unit, target: Target) -> bool:
    mission = Mission.BOMB if unit.is_bomber else Mission.ESCORT
    return not forbidden(state, unit, mission, target)


def raids(
    state: State,
    side: str,
    bases: Sequence[str],
    goals: Mapping[str, Target],
    against: Sequence[str] = (),
) -> Iterator[Row]:
    """Yield each raid that some bases can fly: all bombers and fighters of a service in range.

    `against` are the models of fighters that may meet it besides the CAP that is there.
    """
    for name, target in goals.items():
        units = [unit for base in bases for unit in ready(state, base, side)]
        able = [unit for unit in units if _can_fly(state, unit, target)]
        for service in sorted({unit.service for unit in able}):
            mine = [unit for unit in able if unit.service == service]
            bombers = tuple(unit.model for unit in mine if unit.is_bomber)
            escorts = tuple(unit.model for unit in mine if unit.is_fighter)
            if bombers:
                raid = Raid(side, target.place, service)
                cap = (*(unit.model for unit in patrol(state, raid)), *against)
                guns = len(flak_units(state, raid))
                for aim, _ in AIMS.get(target.what.split()[0], ()):
                    word, _, high = aim.partition(" ")
                    plan = RaidPlan(bombers, escorts if cap else (), cap, guns, word, bool(high))
                    found = forecast(state.board, plan)
                    yield Row(name, target.place, aim, service, plan, escorts, found)


def percent(chance: Fraction) -> str:
    """Return a chance in whole percent; 0 and 100 only where it is certain.

    >>> percent(Fraction(1)), percent(Fraction(999, 1000)), percent(Fraction(1, 3))
    ('100%', '99%', '33%')
    """
    if chance in (0, 1):
        return f"{int(chance):.0%}"
    return f"{min(99, max(1, round(100 * chance)))}%"


def counted(models: Sequence[str]) -> str:
    """Return models with their numbers.

    >>> counted(["Betty", "Nell", "Betty"])
    '2 Betty + 1 Nell'
    """
    return " + ".join(f"{models.count(model)} {model}" for model in dict.fromkeys(models))


def _lines(
    state: State, side: str, ways: Mapping[str, Mapping[str, Mapping[str, int]]], rows: list[Row]
) -> Iterator[str]:
    yield f"{state.turn}, {SIDE_NAMES[side]} aircraft that can fly, and what they reach [8.1]"
    for base, models in ways.items():
        there = [unit.model for unit in ready(state, base, side)]
        yield f"{base}: {counted(there)}"
        for model, reached in models.items():
            most = state.board.factor(model, "range")
            places = ", ".join(f"{name} {way}" for name, way in reached.items())
            yield f"  {model}, range {most}: {places or 'nothing'}"
    yield "Raids by all bombers of a service that reach the target [8.3, 8.6, 8.7]"
    for row in rows:
        yield f"  {row}"
    if not rows:
        yield "  none"


def _reaches(state: State, side: str, bases: Sequence[str], *, by_model: bool) -> Iterator[Reach]:
    """Yield the reach of each base, or of one base by its models."""
    for base in bases:
        models = dict.fromkeys(unit.model for unit in ready(state, base, side))
        ranges = {model: state.board.factor(model, "range") for model in models}
        farthest = max(ranges, key=lambda model: ranges[model])
        shown = ranges if by_model else {farthest: ranges[farthest]}
        for model, most in shown.items():
            hexes = [one for one in state.board.terrain if distance(state.board, base, one) <= most]
            yield reach(f"{base}: {model} {most}", state.board.sheet, hexes)
