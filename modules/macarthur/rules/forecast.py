"""Forecasts: what a raid may be expected to do and to lose, worked out exactly from the tables.

Every chance is a fraction; rolls are multiplied out, never sampled. Where the rules leave a choice
these are assumed: CAP meets escorts one by one, then takes a bomber each in turn; spare escorts
take CAP in turn; bombers fire back at the first that attacks them; flak picks the bomber with
the most bombs among those that it may pick.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Final, TypeAlias, TypeVar

from modules.macarthur.rules import corregidor
from modules.macarthur.rules.air_to_air import ABORTS, ELIMINATES, result
from modules.macarthur.rules.bombing import FIELD_DRM
from modules.macarthur.rules.damage import Hits
from modules.macarthur.rules.groups import fewest_groups
from modules.macarthur.units import BOMBER, FIGHTER

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
class RaidPlan:
    """A raid by the models of its aircraft, and what meets it.

    `aim` is "aircraft", "boxes", "ground", "bridge" or "corregidor"; `guns` how many AA units fire.
    """

    bombers: tuple[str, ...] = ()
    escorts: tuple[str, ...] = ()
    cap: tuple[str, ...] = ()
    guns: int = 0
    aim: str = "aircraft"
    high: bool = False


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


@dataclass(frozen=True, slots=True)
class _Attacks:
    """Who attacks each bomber, each escort and each of the CAP, by their models."""

    on_bombers: list[list[str]]
    on_escorts: list[list[str]]
    on_cap: list[list[str]]


def _name_attacks(board: Board, plan: RaidPlan) -> _Attacks:
    """Return who attacks whom by what this page assumes [8.6.1, 8.6.3]."""
    found = _Attacks([[] for _ in plan.bombers], [[] for _ in plan.escorts], [[] for _ in plan.cap])
    pairs = min(len(plan.cap), len(plan.escorts))
    for place in range(pairs):
        found.on_escorts[place].append(plan.cap[place])
        found.on_cap[place].append(plan.escorts[place])
    for number, place in enumerate(range(pairs, len(plan.cap))):
        if plan.bombers:
            bomber = number % len(plan.bombers)
            first = not found.on_bombers[bomber]
            found.on_bombers[bomber].append(plan.cap[place])
            if first and board.factor(plan.bombers[bomber], "attack"):
                found.on_cap[place].append(plan.bombers[bomber])
        elif plan.escorts:
            found.on_escorts[number % len(plan.escorts)].append(plan.cap[place])
    for number, place in enumerate(range(pairs, len(plan.escorts))):
        if plan.cap:
            found.on_cap[number % len(plan.cap)].append(plan.escorts[place])
    return found


State_: TypeAlias = tuple[tuple[int, ...], int, int]
"""Bombers still coming, by model; aircraft lost; aircraft turned back."""


def forecast(board: Board, plan: RaidPlan) -> Forecast:
    """Return what a raid does: fight, flak and bombs multiplied out [8.3.2, 8.6, 8.7].

    Raises MissingCell where the edition lacks a cell of a table.
    """
    models = tuple(dict.fromkeys(plan.bombers))
    attacks = _name_attacks(board, plan)
    after: dict[State_, Fraction] = {((0,) * len(models), 0, 0): Fraction(1)}
    for model, firers in zip(plan.bombers, attacks.on_bombers, strict=True):
        one = counted(fate(board, model, BOMBER, firers), _as_state(models, model))
        after = both(after, one, _join)
    for model, firers in zip(plan.escorts, attacks.on_escorts, strict=True):
        lost = counted(fate(board, model, FIGHTER, firers), _as_state(models, ""))
        after = both(after, lost, _join)
    if not plan.high:
        after = _flak(board, models, after, plan.guns)
    hits = _bombs(board, plan, models, after)
    downed = total(
        (
            counted(fate(board, model, FIGHTER, firers), lambda word: (int(word == LOST),))
            for model, firers in zip(plan.cap, attacks.on_cap, strict=True)
        ),
        1,
    )
    return Forecast(
        hits=hits,
        lost=counted(after, lambda state: state[1]),
        aborted=counted(after, lambda state: state[2]),
        downed=counted(downed, lambda number: number[0]),
    )


def _as_state(models: Sequence[str], model: str) -> Callable[[str], State_]:
    """Return what makes of an aircraft's fate the state of a raid of it alone."""

    def made(word: str) -> State_:
        coming = tuple(int(word == UP and one == model) for one in models)
        return coming, int(word == LOST), int(word == BACK)

    return made


def _join(one: State_, other: State_) -> State_:
    coming = tuple(a + b for a, b in zip(one[0], other[0], strict=True))
    return coming, one[1] + other[1], one[2] + other[2]


Hit_: TypeAlias = tuple[State_, tuple[int, ...]]
"""A raid under fire, and how many of each model flak has hit."""


def _flak(
    board: Board, models: Sequence[str], before: Chances[State_], guns: int
) -> dict[State_, Fraction]:
    """Return the states of a raid after the fire of AA units at its level bombers [8.7.6]."""
    words = of_two_dice(lambda faces: str(board.tables.lookup("anti_aircraft", sum(faces), "aa")))
    bombs = [board.factor(model, "bomb") for model in models]
    level = [not board.factor(model, "dive") for model in models]

    def fire(under: Hit_, word: str) -> Hit_:
        (coming, lost, back), hit = under
        targets = [n if flat else 0 for n, flat in zip(coming, level, strict=True)]
        if word[-1] not in "AE" or not any(targets):
            return under
        gone = _spread(targets, bombs, 2 if word.startswith("2") else 1, hit)
        coming = tuple(n - g for n, g in zip(coming, gone, strict=True))
        hit = tuple(n + g for n, g in zip(hit, gone, strict=True))
        if word[-1] == "E":
            return (coming, lost + sum(gone), back), hit
        return (coming, lost, back + sum(gone)), hit

    after: dict[Hit_, Fraction] = {(one, (0,) * len(models)): n for one, n in before.items()}
    for _ in range(guns):
        after = both(after, words, fire)
    return counted(after, lambda under: under[0])


def _spread(
    targets: Sequence[int], bombs: Sequence[int], count: int, before: Sequence[int]
) -> list[int]:
    """Return how many of each model flak hits: evenly, those with the most bombs first [8.7.1].

    `before` is how many of each it has hit already.
    """
    hit, gone = list(before), [0] * len(targets)
    for _ in range(min(count, sum(targets))):
        left = [place for place, number in enumerate(targets) if number > gone[place]]
        least = min(hit[place] for place in left)
        chosen = max((p for p in left if hit[p] == least), key=lambda p: (bombs[p], -p))
        hit[chosen] += 1
        gone[chosen] += 1
    return gone


def _bombs(
    board: Board, plan: RaidPlan, models: Sequence[str], after: Chances[State_]
) -> dict[tuple[int, int], Fraction]:
    """Return the chances of hits over every state in which the bombers may arrive."""
    known: dict[tuple[int, ...], Chances[tuple[int, ...]]] = {}
    found: dict[tuple[int, int], Fraction] = {}
    for state, chance in after.items():
        coming = state[0]
        if coming not in known:
            arrived = [m for m, number in zip(models, coming, strict=True) for _ in range(number)]
            known[coming] = bombing(board, arrived, plan.aim, high=plan.high)
        for hits, more in known[coming].items():
            key = (hits[0], hits[1])
            found[key] = found.get(key, Fraction(0)) + chance * more
    return found


def bombing(
    board: Board, arrived: Sequence[str], aim: str, *, high: bool = False
) -> Chances[tuple[int, ...]]:
    """Return the chances of (D, E) hits of bombers that have arrived, in the fewest groups."""
    factors = [board.factor(model, "bomb") for model in arrived]
    dive = [bool(board.factor(model, "dive")) for model in arrived]
    level = [one for one, is_dive in zip(factors, dive, strict=True) if one and not is_dive]
    diving = [one for one, is_dive in zip(factors, dive, strict=True) if one and is_dive]
    groups = [[one] for one in level] if high else _grouped(level)
    attacks = [(sum(group), False) for group in groups]
    attacks += [(sum(group), True) for group in _grouped(diving)]
    return total((_one_attack(board, n, aim, is_dive, high) for n, is_dive in attacks), 2)


def _grouped(factors: Sequence[int]) -> list[list[int]]:
    return [[factors[place] for place in group] for group in fewest_groups(factors)]


def _one_attack(
    board: Board, factors: int, aim: str, is_dive: bool, high: bool
) -> Chances[tuple[int, ...]]:
    """Return the chances of (D, E) of one roll of two dice [8.3.2, 8.3.6, 8.3.7]."""
    if aim == "corregidor":
        more = corregidor.modifier(high)

        def struck(faces: tuple[int, int]) -> tuple[int, ...]:
            word = str(board.tables.lookup("corregidor", sum(faces) + more, factors))
            damage = corregidor.parse(word)
            return damage.disrupted, damage.destroyed

        return of_two_dice(struck)
    table = "dive_bombing" if is_dive else "bombing"
    modifier = FIELD_DRM if aim == "boxes" else 0
    if aim == "aircraft" and board.settings.field_modifier_on_aircraft:
        modifier = FIELD_DRM

    def hit(faces: tuple[int, int]) -> tuple[int, ...]:
        hits = Hits.parse(str(board.tables.lookup(table, sum(faces) + modifier, factors)))
        return (hits.count, 0) if hits.kind == "D" else (0, hits.count)

    return of_two_dice(hit)
