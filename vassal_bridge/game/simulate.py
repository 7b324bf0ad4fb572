"""Simulated games: a policy plays a game to its end, many times, and the ends are counted."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Any

from vassal_bridge.errors import RuleError
from vassal_bridge.game.dice import Dice, SeededDice
from vassal_bridge.game.game import Game, State, load
from vassal_bridge.game.registry import find_game
from vassal_bridge.game.sealing import apart
from vassal_bridge.game.sequence import Decider, Outcome, run

GENERAL_POLICIES = "automation.policies:POLICIES"
"""The players that know how to play any game, by name."""
UNDECIDED = "undecided"
"""Stands for the winner of a game of which one phase alone was played."""
POLICY_SEED = 2**32
"""Added to a game's seed for the dice of a policy, so that they are not the game's own."""

Policy = Callable[[Any, Dice], Decider]


@dataclass(frozen=True, slots=True)
class Setup:
    """What is played: a game by its name, a scenario, an edition, settings, and who plays.

    `phase` is the name of one sequence to be played alone, instead of the whole game.
    """

    game: str
    scenario: str
    edition: str
    policy: str
    phase: str = ""
    options: tuple[int, ...] = ()
    values: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Played:
    """One game played to its end: who won and why, how long it took, and how it stands."""

    seed: int
    winner: str
    why: str
    rolls: int
    decisions: int
    measures: Mapping[str, int]


def policies_of(game: Game) -> dict[str, Policy]:
    """Return every policy that can play a game, by name: the general ones, then its own."""
    own = {name: load(reference) for name, reference in game.policies.items()}
    return {**load(GENERAL_POLICIES), **own}


def begin(setup: Setup) -> tuple[Game, State]:
    """Return the game of a setup, and the position that it starts from.

    Raises RuleError for a name that the game does not know, or a game without a campaign.
    """
    game = find_game(setup.game)
    if setup.phase:
        game.sequence(setup.phase)
    elif not game.campaign:
        raise RuleError(f"{game.title} has no sequence that plays it to its end")
    settings = game.choose_settings(setup.options, setup.values)
    return game, game.new(setup.scenario, setup.edition, settings)


def play_through(setup: Setup, seed: int) -> tuple[State, Outcome]:
    """Play one game to its end; return how it stands, and all that happened.

    What is drawn in secret follows from the seed, and leaves nothing in the player's vault.
    """
    game, state = begin(setup)
    policies = policies_of(game)
    if setup.policy not in policies:
        known = ", ".join(policies)
        raise RuleError(f"{game.title} has no policy {setup.policy!r}; it has {known}")
    decider = policies[setup.policy](state, SeededDice(seed + POLICY_SEED))
    sequence = game.sequence(setup.phase or game.campaign)
    with apart(f"simulated {seed}"):
        return state, run(sequence, state, SeededDice(seed), decider)


def play_one(setup: Setup, seed: int) -> Played:
    """Play one game to its end and return what is counted of it; raises RuleError for no end."""
    state, outcome = play_through(setup, seed)
    verdict = state.outcome()
    if verdict is None and not setup.phase:
        raise RuleError(f"the game of seed {seed} ended without a verdict")
    return Played(
        seed=seed,
        winner=UNDECIDED if verdict is None else verdict.winner,
        why="" if verdict is None else verdict.why,
        rolls=len(outcome.rolls),
        decisions=len(outcome.choices),
        measures=dict(find_game(setup.game).measure(state)),
    )


def play_many(setup: Setup, seeds: Sequence[int], *, jobs: int = 1) -> Iterator[Played]:
    """Yield a played game for each seed, in order, whatever the number of jobs."""
    if jobs <= 1:
        yield from (play_one(setup, seed) for seed in seeds)
        return
    context = get_context("spawn")  # the same on every system
    with ProcessPoolExecutor(max_workers=jobs, mp_context=context) as pool:
        yield from pool.map(play_one, [setup] * len(seeds), seeds)


@dataclass(frozen=True, slots=True)
class Share:
    """How often one side won, with the 95 % interval of its chance by Wilson's score."""

    side: str
    won: int
    games: int

    @property
    def part(self) -> float:
        """The games won, as a part of all."""
        return self.won / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """The bounds between which the side's chance lies, 95 times of 100."""
        z = 1.959964
        middle = self.part + z * z / (2 * self.games)
        spread = z * math.sqrt(
            self.part * (1 - self.part) / self.games + z * z / (4 * self.games**2)
        )
        below = 1 + z * z / self.games
        return max(0.0, (middle - spread) / below), min(1.0, (middle + spread) / below)


@dataclass(frozen=True, slots=True)
class Spread:
    """A number over all games: its mean, its least, its median and its most."""

    name: str
    mean: float
    least: int
    median: int
    most: int


def shares(games: Sequence[Played], sides: Sequence[str]) -> list[Share]:
    """Return how often each side won."""
    winners = [played.winner for played in games]
    named = [*sides, *sorted(set(winners) - set(sides))]
    return [Share(side, winners.count(side), len(games)) for side in named]


def reasons(games: Sequence[Played]) -> list[tuple[str, str, int]]:
    """Return winner, reason and how often, the most frequent first."""
    found = [(played.winner, played.why) for played in games]
    counted = [(winner, why, found.count((winner, why))) for winner, why in sorted(set(found))]
    return sorted(counted, key=lambda row: -row[2])


def spreads(games: Sequence[Played]) -> list[Spread]:
    """Return the spread of every measure, then of rolls and decisions."""
    names = list(dict.fromkeys(name for played in games for name in played.measures))
    columns = {name: [played.measures.get(name, 0) for played in games] for name in names}
    columns["rolls"] = [played.rolls for played in games]
    columns["decisions"] = [played.decisions for played in games]
    return [
        Spread(
            name=name,
            mean=sum(values) / len(values),
            least=min(values),
            median=sorted(values)[len(values) // 2],
            most=max(values),
        )
        for name, values in columns.items()
    ]
