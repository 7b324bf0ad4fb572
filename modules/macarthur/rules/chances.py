"""Chances: exact fractions by outcome, how they are joined, and what one shot in the air does."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Final, TypeAlias, TypeVar

from modules.macarthur.rules.air_to_air import ABORTS, ELIMINATES, result
from modules.macarthur.units import BOMBER

if TYPE_CHECKING:
    from modules.macarthur.board import Board

T = TypeVar("T", bound=Hashable)
U = TypeVar("U", bound=Hashable)

Chances: TypeAlias = Mapping[T, Fraction]
"""How likely each outcome is; the fractions add up to 1."""

UP, BACK, LOST = "up", "back", "lost"
"""What becomes of an aircraft: it goes on, turns back, or is destroyed."""
TWO_DICE: Final = tuple((one, other) for one in range(1, 7) for other in range(1, 7))
SIX: Final = 6


@dataclass(frozen=True, slots=True)
class Forecast:
    """What a raid may do: hits as (D, E), aircraft lost, turned back, and CAP shot down."""

    hits: Chances[tuple[int, int]]
    lost: Chances[int]
    aborted: Chances[int]
    downed: Chances[int] = field(default_factory=dict)

    @property
    def mean_hits(self) -> Fraction:
        """The expected number of hits of either sort."""
        return mean(counted(self.hits, lambda hits: hits[0] + hits[1]))

    def kills(self, parked: int) -> Fraction:
        """Return the expected number of aircraft destroyed, of some on the ground [8.3.4]."""
        return mean(counted(self.hits, lambda hits: min(hits[0] + hits[1], parked)))

    @property
    def chance_of_a_hit(self) -> Fraction:
        """How likely it is that anything is hit."""
        return 1 - self.hits.get((0, 0), Fraction(0))


def mean(chances: Chances[int]) -> Fraction:
    """Return the expected number."""
    return sum((number * chance for number, chance in chances.items()), Fraction(0))


def counted(chances: Chances[T], key: Callable[[T], U]) -> dict[U, Fraction]:
    """Return the chances of what a function makes of each outcome."""
    found: dict[U, Fraction] = {}
    for outcome, chance in chances.items():
        made = key(outcome)
        found[made] = found.get(made, Fraction(0)) + chance
    return found


def both(one: Chances[T], other: Chances[U], join: Callable[[T, U], Hashable]) -> dict:  # type: ignore[type-arg]  # keyed by whatever join makes
    """Return the chances of two independent outcomes, joined."""
    found: dict[Hashable, Fraction] = {}
    for (left, chance), (right, more) in product(one.items(), other.items()):
        made = join(left, right)
        found[made] = found.get(made, Fraction(0)) + chance * more
    return found


def total(
    several: Iterable[Chances[tuple[int, ...]]], size: int
) -> dict[tuple[int, ...], Fraction]:
    """Return the chances of the sums of independent tuples of some size."""
    found: dict[tuple[int, ...], Fraction] = {(0,) * size: Fraction(1)}
    for chances in several:
        found = both(found, chances, lambda a, b: tuple(map(sum, zip(a, b, strict=True))))
    return found


def of_two_dice(value: Callable[[tuple[int, int]], T]) -> dict[T, Fraction]:
    """Return the chances of what a function makes of two dice, told apart."""
    return counted({faces: Fraction(1, SIX * SIX) for faces in TWO_DICE}, value)


def shot(board: Board, firer: str, target: str, kind: str) -> dict[str, Fraction]:
    """Return what one attack in the air does to its target [8.6.4, 8.6.5]."""
    difference = board.factor(firer, "attack") - board.factor(target, "defence")
    words = {ELIMINATES: LOST, ABORTS: BACK}
    return of_two_dice(
        lambda faces: words.get(result(board, difference, faces, is_bomber=kind == BOMBER), UP)
    )


def worse(one: str, other: str) -> str:
    """Return the worse of two fates."""
    order = (UP, BACK, LOST)
    return max(one, other, key=order.index)


def fate(board: Board, target: str, kind: str, firers: Sequence[str]) -> dict[str, Fraction]:
    """Return what becomes of an aircraft that some others attack: all fire counts [8.6.6]."""
    found: dict[str, Fraction] = {UP: Fraction(1)}
    for firer in firers:
        found = both(found, shot(board, firer, target, kind), worse)
    return found


def mixed(several: Iterable[tuple[Fraction, Forecast]]) -> Forecast:
    """Return one forecast of several, each with the chance that it is the one."""
    hits: dict[tuple[int, int], Fraction] = {}
    counts: tuple[dict[int, Fraction], ...] = ({}, {}, {})
    for part, one in several:
        for outcome, chance in one.hits.items():
            hits[outcome] = hits.get(outcome, Fraction(0)) + part * chance
        for sums, chances in zip(counts, (one.lost, one.aborted, one.downed), strict=True):
            for number, chance in chances.items():
                sums[number] = sums.get(number, Fraction(0)) + part * chance
    return Forecast(hits, *counts)
