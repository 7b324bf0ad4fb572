"""[8.7] The chances of an attack before it is made: strengths, odds, first fire, results."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from modules.red_beach.rules import attack_support
from modules.red_beach.rules.attack import (
    fort_at,
    fort_effect,
    jp_strengths,
    problems,
    reasons,
    us_strengths,
)
from modules.red_beach.rules.attack_support import AIR, Call
from modules.red_beach.rules.combat import (
    BOTH,
    COLUMN,
    TANK_ROLLS,
    effect,
    first_fire,
    lose_tank_step,
    odds,
    take_losses,
)
from modules.red_beach.rules.refusal import listed
from modules.red_beach.rules.support import Support
from modules.red_beach.units import BTN_HQ, JP, US, Unit
from vassal_bridge.errors import RuleError
from vassal_bridge.game.dice import Roll
from vassal_bridge.game.hexes import HexId
from vassal_bridge.game.sequence import Choose, Steps

if TYPE_CHECKING:
    from modules.red_beach.state import State

WAYS: Final = {total: 6 - abs(total - 7) for total in range(2, 13)}
"""In how many of 36 ways two dice give a total."""


@dataclass(frozen=True, slots=True)
class FireChance:
    """One side's fire: strengths, the printed odds and column, and each result's ways of 36."""

    attack: int
    defence: int
    odds: str
    column: str
    results: tuple[tuple[str, int], ...]

    def ways(self, *wanted: str) -> int:
        """Return in how many of 36 ways one of some results comes."""
        return sum(count for result, count in self.results if result in wanted)

    def __str__(self) -> str:
        if not self.column:
            return f"{self.attack}:{self.defence}, worse than 1:4"
        shown = self.odds if self.odds == self.column else f"{self.odds} ({self.column})"
        cells = ", ".join(f"{result or 'none'} {count}/36" for result, count in self.results)
        return f"{self.attack}:{self.defence} = {shown}: {cells}"


@dataclass(frozen=True, slots=True)
class Chances:
    """What an attack promises: both fires before losses, who fires first and why, and the end.

    `error` is the chance of an air error; both fires and `first` are those without one, and
    `destroyed`, the chance that the fort falls, counts both cases and the losses of first fire.
    """

    us: FireChance
    jp: FireChance
    first: str
    us_first: tuple[str, ...]
    jp_first: tuple[str, ...]
    error: Fraction
    destroyed: Fraction

    def lines(self) -> Iterator[str]:
        """Yield the chances for a player to read."""
        who = {US: "the US", JP: "the fort", BOTH: "both at once"}[self.first]
        why = ", ".join((*self.us_first, *self.jp_first)) or "no advantage"
        yield f"First fire: {who} ({why})"
        yield f"US fire {self.us}"
        yield f"Fort's fire {self.jp}"
        if self.error:
            yield f"Air error: {_percent(self.error)}"
        yield f"The fort is destroyed: {_percent(self.destroyed)}"


def _percent(chance: Fraction) -> str:
    return f"{round(100 * chance)} %"


def chances(
    state: State, units: Sequence[str], target: HexId, supports: Sequence[str] = ()
) -> Chances:
    """Return the chances of an attack; the position is not changed [8.7, A12].

    Raises RuleError, with the rules, for an attack that is not lawful, and MissingCell.
    """
    refused = problems(state, units, target, supports)
    fort = fort_at(state, target)
    if refused or fort is None:
        raise RuleError(listed(refused))
    here = HexId(state.units[units[0]].location)
    good, bad = _calls(state, supports)
    error = _error(state) if AIR in supports else Fraction(0)
    us_first, jp_first = reasons(state, here, target, good)
    destroyed = (1 - error) * _destroyed(state, units, target, fort, good)
    if error:
        destroyed += error * _destroyed(state, units, target, fort, bad)
    return Chances(
        us=_fire(state, *us_strengths(state, units, fort, good)),
        jp=_fire(state, *jp_strengths(state, here, fort, good)),
        first=first_fire(us_first, jp_first),
        us_first=us_first,
        jp_first=jp_first,
        error=error,
        destroyed=destroyed,
    )


def _calls(state: State, supports: Sequence[str]) -> tuple[Call, Call]:
    """Return the supports without and with an air error, as nothing were used yet."""
    inf_points = sum(attack_support.worth(state, one) for one in supports if _is_btn(state, one))
    others = [one for one in supports if not _is_btn(state, one)]
    points = sum(attack_support.worth(state, one) for one in others)
    first = tuple(
        attack_support.NAMES[one] for one in others if one in (AIR, attack_support.DESTROYER)
    )
    good = Call(Support(inf_points, points), 0, first)
    if AIR not in supports:
        return good, good
    air = attack_support.worth(state, AIR)
    name = attack_support.NAMES[AIR]
    without = tuple(reason for reason in first if reason != name)
    bad = Call(Support(inf_points, points - air), air, without, ("air error",))
    return good, bad


def _is_btn(state: State, support: str) -> bool:
    return support in state.units and state.units[support].kind == BTN_HQ


def _error(state: State) -> Fraction:
    number = attack_support.air_error(state)
    return Fraction(sum(ways for total, ways in WAYS.items() if total <= number), 36)


def _fire(state: State, attack: int, defence: int) -> FireChance:
    ratio = odds(attack, defence) if attack and defence else None
    if ratio is None:
        return FireChance(attack, defence, "", "", (("", 36),))
    column = COLUMN.get(ratio, ratio)
    found: dict[str, int] = {}
    for total, ways in WAYS.items():
        result = str(state.board.tables.lookup("crt", total, column))
        found[result] = found.get(result, 0) + ways
    ordered = sorted(found.items(), key=lambda item: ("D", "R", "2", "1", "").index(item[0]))
    return FireChance(attack, defence, ratio, column, tuple(ordered))


def _destroyed(
    state: State, units: Sequence[str], target: HexId, fort: Unit, call: Call
) -> Fraction:
    """Return the chance that the fort falls, after the losses of its fire where it is first."""
    here = HexId(state.units[units[0]].location)
    if first_fire(*reasons(state, here, target, call)) != JP:
        return _falls(state, units, fort, call)
    strengths = jp_strengths(state, here, fort, call)
    ratio = odds(*strengths)
    if ratio is None:
        return _falls(state, units, fort, call)
    column = COLUMN.get(ratio, ratio)
    found = Fraction(0)
    by_loss: dict[tuple[str, bool], int] = {}
    for total, ways in WAYS.items():
        key = str(state.board.tables.lookup("crt", total, column)), total in TANK_ROLLS
        by_loss[key] = by_loss.get(key, 0) + ways
    for (result, tank), ways in by_loss.items():
        after = _after(state, here, result, tank=tank)
        found += Fraction(ways, 36) * _falls(after, units, fort, call)
    return found


def _falls(state: State, units: Sequence[str], fort: Unit, call: Call) -> Fraction:
    shown = _fire(state, *us_strengths(state, units, fort, call))
    fatal = [result for result, _ in shown.results if fort_effect(state, result).destroyed]
    return Fraction(shown.ways(*fatal), 36)


def _after(state: State, here: HexId, result: str, *, tank: bool) -> State:
    """Return a copy of the position after a fire result on the US, with default choices."""
    after = state.copy()
    _run(after, take_losses(after, here, US, effect(after, result, US), "[8.7]"))
    if tank:
        _run(after, lose_tank_step(after, here, TANK_ROLLS[0], "[8.7]"))
    return after


def _run(state: State, losses: Steps[object]) -> None:
    """Take losses on a position by the default choices; losses roll no dice."""
    answer: str | None = None
    while True:
        try:
            step = losses.send(answer)
        except StopIteration:
            return
        answer = None
        if isinstance(step, Choose):
            answer = step.sensible
        else:
            assert not isinstance(step, Roll)
            state.push(step)
