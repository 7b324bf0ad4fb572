"""Forecasts: what a raid may be expected to do and to lose, worked out exactly from the tables.

Every chance is a fraction; rolls are multiplied out, never sampled. Where the rules leave a choice
these are assumed: CAP meets escorts one by one, then takes a bomber each in turn; spare escorts
take CAP in turn; bombers fire back at the first that attacks them; flak picks the bomber with
the most bombs among those that it may pick; of equally few bombing groups the first is flown, with
the biggest factors together. Strafers are in `low_flying`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from modules.macarthur.rules import corregidor
from modules.macarthur.rules.bombing import FIELD_DRM
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
from modules.macarthur.rules.groups import fewest_groups
from modules.macarthur.rules.low_flying import under_fire
from modules.macarthur.units import BOMBER, FIGHTER

if TYPE_CHECKING:
    from modules.macarthur.board import Board


@dataclass(frozen=True, slots=True)
class RaidPlan:
    """A raid by the models of its aircraft, and what meets it.

    `aim` is "aircraft", "boxes", "ground", "bridge" or "corregidor"; `guns` how many AA units fire,
    `small_arms` whether 20 stacking points do [8.7.2].
    """

    bombers: tuple[str, ...] = ()
    escorts: tuple[str, ...] = ()
    cap: tuple[str, ...] = ()
    guns: int = 0
    aim: str = "aircraft"
    high: bool = False
    small_arms: bool = False


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
        after = _low(board, models, after, plan)
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
    again = _fire_again(board, models)
    level = [not (again and board.factor(model, "dive")) for model in models]

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


def _low(
    board: Board, models: Sequence[str], before: Chances[State_], plan: RaidPlan
) -> dict[State_, Fraction]:
    """Return the states of a raid after the fire at each of its dive bombers [8.7.2, 8.7.3]."""
    guns = plan.guns if _fire_again(board, models) else 0
    shot_at = under_fire(board, guns, plan.small_arms)
    diving = [place for place, model in enumerate(models) if board.factor(model, "dive")]
    found: dict[State_, Fraction] = {}
    for state, chance in before.items():
        after: dict[State_, Fraction] = {state: chance}
        for place in [one for one in diving for _ in range(state[0][one])]:
            after = both(after, shot_at, partial(_struck, place))
        for end, more in after.items():
            found[end] = found.get(end, Fraction(0)) + more
    return found


def _fire_again(board: Board, models: Sequence[str]) -> bool:
    """Whether AA fires at each dive bomber, as it does after level bombers [8.7.3]."""
    level = any(not board.factor(model, "dive") for model in models)
    return level or board.settings.flak_without_bombers


def _struck(place: int, state: State_, word: str) -> State_:
    """Return the state of a raid of whose models one aircraft was shot at."""
    if word == UP:
        return state
    coming = tuple(n - (at == place) for at, n in enumerate(state[0]))
    return coming, state[1] + (word == LOST), state[2] + (word == BACK)


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
