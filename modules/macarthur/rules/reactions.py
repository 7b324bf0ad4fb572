"""[8.4] What a field under attack may do: the answers of the Scramble Table with their chances.

It is assumed that aircraft do what a scramble's first choice is: fighters that may or must take up
CAP do so, all others that get off are away. Fields near by, which may scramble too [8.4.2], are
not counted.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from modules.macarthur.rules.fields import is_served, owner, parked
from modules.macarthur.rules.raids import FIELD
from modules.macarthur.rules.scramble import ANSWERS, CAP, STAY, modifier

if TYPE_CHECKING:
    from modules.macarthur.rules.missions import Target
    from modules.macarthur.state import State
    from modules.macarthur.units import Unit

DIE = range(1, 7)


@dataclass(frozen=True, slots=True)
class Reaction:
    """How a field may answer a raid: which fighters go up, and how many aircraft stay parked."""

    up: tuple[str, ...] = ()
    parked: int = 0


def reactions(state: State, side: str, target: Target) -> dict[Reaction, Fraction]:
    """Return how a target may answer a side's raid, with the chance of each answer.

    Of a target that is no field with aircraft in sight there is one answer: nothing.
    """
    field = state.board.field_in(target.place)
    if target.what != FIELD or field is None or owner(state, field.name) == side:
        return {Reaction(): Fraction(1)}
    here = parked(state, field.name)
    if not any(_can_fly(unit) for unit in here):
        return {Reaction(parked=len(here)): Fraction(1)}
    found: dict[Reaction, Fraction] = {}
    for face in DIE:
        rolled = face + modifier(field, is_raid=True)
        answer = _answer(state, here, str(state.board.tables.lookup("scramble", rolled)))
        found[answer] = found.get(answer, Fraction(0)) + Fraction(1, len(DIE))
    return found


def _can_fly(unit: Unit) -> bool:
    return unit.is_up and not unit.moved


def _answer(state: State, here: tuple[Unit, ...], word: str) -> Reaction:
    """Return what aircraft do by a word of the table, each its first choice [8.4.1]."""
    up: list[str] = []
    parked_still = 0
    for unit in here:
        deed = ANSWERS.get((word, unit.is_fighter), (STAY,))[0] if _can_fly(unit) else STAY
        if deed == CAP and is_served(state, unit.location, unit):
            up.append(unit.model)
        parked_still += deed == STAY
    return Reaction(tuple(up), parked_still)
