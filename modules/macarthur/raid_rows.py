"""Rows of advice: each raid that is possible just now, and what it may be expected to do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from modules.macarthur.rules.chances import Forecast, mean, mixed
from modules.macarthur.rules.fields import parked
from modules.macarthur.rules.flak import ENOUGH_POINTS, points
from modules.macarthur.rules.forecast import RaidPlan, forecast
from modules.macarthur.rules.low_flying import Strafing, strafe
from modules.macarthur.rules.missions import Target, forbidden
from modules.macarthur.rules.raids import (
    BRIDGE,
    CORREGIDOR,
    FIELD,
    GROUND,
    Raid,
    flak_units,
    patrol,
)
from modules.macarthur.rules.reactions import Reaction, reactions
from modules.macarthur.state import State
from modules.macarthur.units import Mission, Unit

AIMS: Final[Mapping[str, tuple[tuple[str, str], ...]]] = {
    FIELD: (("aircraft", "aircraft"), ("boxes", "boxes")),
    GROUND: (("ground", "units"),),
    BRIDGE: (("bridge", "bridge"),),
    CORREGIDOR: (("corregidor", "batteries"), ("corregidor high", "extra high")),
}
"""What bombs may be aimed at, by the sort of target, and in words."""
STRAFED: Final = (FIELD, GROUND)
HEADS: Final = ("target", "aimed at", "aircraft", "met by", "hits", "any", "destroyed", "lost",
                "turned back", "CAP lost")  # fmt: skip


@dataclass(frozen=True, slots=True)
class Row:
    """One raid that is possible, all of a service that can fly it, and what it may do.

    `destroyed` is the expected number of aircraft on the ground, None where none are the target.
    """

    target: str
    place: str
    aim: str
    words: str
    service: str
    bombers: tuple[str, ...]
    fighters: tuple[str, ...]
    cap: tuple[str, ...]
    scramble: tuple[str, ...]
    guns: int
    small_arms: bool
    found: Forecast
    destroyed: Fraction | None

    def as_data(self) -> dict[str, Any]:
        """Return the row for JSON; numbers are rounded to four decimals."""
        return {
            "target": self.target,
            "place": self.place,
            "aim": self.aim,
            "service": self.service,
            "bombers": counted(self.bombers),
            "escorts" if self.bombers else "strafers": counted(self.fighters),
            "cap": len(self.cap),
            "scramble": counted(self.scramble),
            "aa": self.guns,
            "small_arms": self.small_arms,
            "hits": round(float(self.found.mean_hits), 4),
            "chance_of_a_hit": round(float(self.found.chance_of_a_hit), 4),
            "destroyed": None if self.destroyed is None else round(float(self.destroyed), 4),
            "lost": round(float(mean(self.found.lost)), 4),
            "aborted": round(float(mean(self.found.aborted)), 4),
            "cap_lost": round(float(mean(self.found.downed)), 4),
        }

    def cells(self) -> tuple[str, ...]:
        """Return the row's texts under HEADS."""
        fighters = f"escort {counted(self.fighters)}" if self.bombers else counted(self.fighters)
        flown = [counted(self.bombers)] if self.bombers else []
        flown += [fighters] if self.fighters else []
        service = f"{self.service.capitalize()} " if self.service else ""
        met = [f"CAP {counted(self.cap)}"] if self.cap else []
        met += [f"perhaps {counted(self.scramble)}"] if self.scramble else []
        met += [f"{self.guns} AA"] if self.guns else []
        met += ["small arms"] if self.small_arms else []
        found = self.found
        return (
            self.target.removeprefix("the "),
            self.words,
            service + ", ".join(flown),
            ", ".join(met) or "nobody",
            f"{float(found.mean_hits):.2f}",
            percent(found.chance_of_a_hit),
            "" if self.destroyed is None else f"{float(self.destroyed):.2f}",
            f"{float(mean(found.lost)):.2f}",
            f"{float(mean(found.aborted)):.2f}",
            f"{float(mean(found.downed)):.2f}" if self.cap or self.scramble else "",
        )


@dataclass(frozen=True, slots=True)
class _Met:
    """What a raid meets at its target."""

    cap: tuple[str, ...]
    guns: int
    small_arms: bool
    answers: Mapping[Reaction, Fraction]

    @property
    def scramble(self) -> tuple[str, ...]:
        """The most fighters that may go up."""
        return max((one.up for one in self.answers), key=len)


def ready(state: State, base: str, side: str) -> tuple[Unit, ...]:
    """Return the aircraft of a side on a field that can fly."""
    return tuple(unit for unit in parked(state, base) if unit.side == side and unit.is_up)


def rows(
    state: State,
    side: str,
    bases: Sequence[str],
    goals: Mapping[str, Target],
    against: Sequence[str] = (),
) -> Iterator[Row]:
    """Yield each raid that some bases can fly: all bombers and fighters of a service in range.

    And all its fighters alone, where they may strafe. `against` are the models of fighters that
    may meet it besides the CAP that is there.
    """
    units = [unit for base in bases for unit in ready(state, base, side)]
    for name, target in goals.items():
        for service in sorted({unit.service for unit in units}):
            own = [unit for unit in units if unit.service == service]
            raid = Raid(side, target.place, service)
            cap = (*(unit.model for unit in patrol(state, raid)), *against)
            small_arms = points(state, raid) >= ENOUGH_POINTS
            answers = reactions(state, side, target)
            met = _Met(cap, len(flak_units(state, raid)), small_arms, answers)
            yield from _of_service(state, name, target, own, met)


def _of_service(
    state: State, name: str, target: Target, own: Sequence[Unit], met: _Met
) -> Iterator[Row]:
    """Yield the raids of one service on a target: with bombs by what is aimed at, and with guns."""
    bombers = _able(state, own, target, Mission.BOMB)
    escorts = _able(state, own, target, Mission.ESCORT)
    service = own[0].service
    guns = met.guns, met.small_arms
    if bombers:
        for aim, words in AIMS.get(target.what.split()[0], ()):
            word, _, high = aim.partition(" ")
            forecasts = {}
            for one in met.answers:
                cap = (*met.cap, *one.up)
                fly = escorts if cap else ()
                plan = RaidPlan(bombers, fly, cap, met.guns, word, bool(high), met.small_arms)
                forecasts[one] = forecast(state.board, plan)
            is_met = bool(met.cap or met.scramble)
            flown = escorts if is_met else ()
            yield Row(name, target.place, aim, words, service, bombers, flown, met.cap,
                      met.scramble, *guns, *_sum(met, forecasts, word == "aircraft"))  # fmt: skip
    strafers = _able(state, own, target, Mission.STRAFE) if target.what in STRAFED else ()
    if strafers:
        row = _terrain(state, target)
        forecasts = {
            one: strafe(state.board, Strafing(strafers, (*met.cap, *one.up), *guns, row))
            for one in met.answers
        }
        yield Row(name, target.place, "strafe", "guns", service, (), strafers, met.cap,
                  met.scramble, *guns, *_sum(met, forecasts, target.what == FIELD))  # fmt: skip


def _able(state: State, own: Sequence[Unit], target: Target, mission: str) -> tuple[str, ...]:
    return tuple(unit.model for unit in own if not forbidden(state, unit, mission, target))


def _terrain(state: State, target: Target) -> str:
    """Return the row of the strafing modifiers [8.5.2]."""
    hex_id = state.board.hex_of(target.place)
    is_rough = hex_id is not None and state.board.is_rough(hex_id)
    return FIELD if target.what == FIELD else "rough" if is_rough else GROUND


def _sum(
    met: _Met, forecasts: Mapping[Reaction, Forecast], on_the_ground: bool
) -> tuple[Forecast, Fraction | None]:
    """Return one forecast over all answers of the target, and the aircraft destroyed on it."""
    found = mixed((met.answers[one], forecasts[one]) for one in forecasts)
    if not on_the_ground:
        return found, None
    parts = (met.answers[one] * forecasts[one].kills(one.parked) for one in forecasts)
    return found, sum(parts, Fraction(0))


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
