"""Forecasts of aircraft that fly low: dive bombers and strafers under guns and small arms.

Each is fired at apart from the others [8.7.2, 8.7.3], so its fate does not depend on theirs. A
strafer that meets CAP fights and does not strafe [8.5.2.2]; it is assumed that CAP meets them one
by one, that spare CAP joins in, and that spare strafers go on to their target.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from modules.macarthur.rules.chances import (
    BACK,
    LOST,
    UP,
    Chances,
    Forecast,
    both,
    counted,
    fate,
    of_two_dice,
    total,
)
from modules.macarthur.rules.damage import Hits
from modules.macarthur.rules.flak import GUNS, SMALL_ARMS
from modules.macarthur.units import FIGHTER

if TYPE_CHECKING:
    from modules.macarthur.board import Board


def under_fire(board: Board, guns: int, small_arms: bool) -> dict[str, Fraction]:
    """Return what becomes of one low flyer that AA units fire at, and small arms [8.7.6]."""
    found: dict[str, Fraction] = {UP: Fraction(1)}
    for column in [GUNS] * guns + [SMALL_ARMS] * small_arms:
        found = both(found, _fire(board, column), lambda one, word: word if one == UP else one)
    return found


def _fire(board: Board, column: str) -> dict[str, Fraction]:
    words = {"A": BACK, "E": LOST}

    def struck(faces: tuple[int, int]) -> str:
        word = str(board.tables.lookup("anti_aircraft", sum(faces), column))
        return words.get(word[-1], UP)

    return of_two_dice(struck)


@dataclass(frozen=True, slots=True)
class Strafing:
    """Fighters that come alone to strafe, by their models, and what meets them [8.5.2.2].

    `row` is that of the modifiers: "field", "ground" or "rough".
    """

    fighters: tuple[str, ...]
    cap: tuple[str, ...] = ()
    guns: int = 0
    small_arms: bool = False
    row: str = "field"


def strafe(board: Board, plan: Strafing) -> Forecast:
    """Return what strafers do and lose: fight, flak and guns multiplied out [8.5.2, 8.6, 8.7].

    Raises MissingCell where the edition lacks a cell of a table.
    """
    met = min(len(plan.cap), len(plan.fighters))
    firers = [[cap] for cap in plan.cap[:met]]
    for number, cap in enumerate(plan.cap[met:]):
        firers[number % met].append(cap)
    fights = [
        counted(fate(board, model, FIGHTER, shots), _fought)
        for model, shots in zip(plan.fighters[:met], firers, strict=True)
    ]
    guns = plan.guns if board.settings.flak_without_bombers else 0
    passes = [_pass(board, plan, guns) for _ in plan.fighters[met:]]
    ends = total([*fights, *passes], 4)
    downed = [
        counted(fate(board, cap, FIGHTER, [model]), _lost)
        for cap, model in zip(plan.cap[:met], plan.fighters[:met], strict=True)
    ]
    return Forecast(
        hits=counted(ends, lambda end: (end[0], end[1])),
        lost=counted(ends, lambda end: end[2]),
        aborted=counted(ends, lambda end: end[3]),
        downed=counted(total(downed, 1), lambda number: number[0]),
    )


def _fought(word: str) -> tuple[int, ...]:
    """Return (D, E, lost, turned back) of a strafer that had to fight, by its fate."""
    return (0, 0, int(word == LOST), 0)


def _lost(word: str) -> tuple[int, ...]:
    return (int(word == LOST),)


def _pass(board: Board, plan: Strafing, guns: int) -> Chances[tuple[int, ...]]:
    """Return the chances of one strafer's (D, E, lost, turned back)."""
    drm = int(board.tables.lookup("strafing_drm", plan.row))

    def hit(faces: tuple[int, int]) -> tuple[int, ...]:
        hits = Hits.parse(str(board.tables.lookup("strafing", sum(faces) + drm)))
        return (hits.count, 0) if hits.kind == "D" else (0, hits.count)

    def end(word: str, hits: tuple[int, ...]) -> tuple[int, ...]:
        scored = hits if word == UP else (0, 0)
        return (*scored, int(word == LOST), int(word == BACK))

    return both(under_fire(board, guns, plan.small_arms), of_two_dice(hit), end)
