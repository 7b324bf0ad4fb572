"""Luck: how often each face came, how long the streaks were, and what that does and does not show.

Rolls are looked at by player, by button and by kind of dice. All tests together are corrected for
their number (Holm), since among many tests of fair dice some always look odd.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from vassal_bridge.audit.dice_tests import Outcome, chi_squared, expected_sum, holm, runs, sums

RARE = 0.05
"""A corrected chance below this is pointed at."""

_QUANTILES = 1.96 + 0.84
"""Of the normal distribution: a test at 5 % that notices in four of five cases."""


@dataclass(frozen=True, slots=True)
class Throw:
    """A roll that a log tells: where, by whom, with which button, and its faces.

    `is_undone` says that it was taken back later; it was thrown all the same and is counted.
    `text` is the line of the chat that tells it.
    """

    log: str
    step: int
    who: str
    how: str
    button: str
    kind: str
    sides: int
    faces: tuple[int, ...]
    is_undone: bool = False
    text: str = ""

    @property
    def total(self) -> int:
        """The sum of the faces."""
        return sum(self.faces)

    @property
    def expected(self) -> float:
        """The mean sum of such a roll."""
        return expected_sum(Counter({self.sides: len(self.faces)}))


@dataclass(frozen=True, slots=True)
class Score:
    """What a roll was worth in a game's terms, and what such rolls are worth in the mean."""

    value: float
    expected: float


Scorer = Callable[[Throw], Score | None]
"""What a game declares to tell luck in its own terms; None for rolls that it does not value."""


@dataclass(frozen=True, slots=True)
class Streak:
    """Rolls in a row that were all above, or all below, what is expected: how many, from, to."""

    length: int = 0
    first: str = ""
    last: str = ""


@dataclass(frozen=True, slots=True)
class Judged:
    """A test's outcome, and its chance corrected for the number of all tests that were made."""

    outcome: Outcome
    corrected: float

    @property
    def is_rare(self) -> bool:
        """Whether fair dice would do this in less than one of twenty such reports."""
        return self.corrected < RARE


@dataclass(frozen=True, slots=True)
class Group:
    """The rolls of a player, a button or a kind with dice of as many sides.

    `counts` are the faces from 1 up; `expected` is the mean count of each.
    """

    by: str
    name: str
    sides: int
    rolls: int
    counts: tuple[int, ...]
    expected: float
    total: int
    expected_total: float
    high: Streak
    low: Streak
    tests: tuple[Judged, ...]

    @property
    def title(self) -> str:
        """What the group is called."""
        return f"{self.by} {self.name}".strip() + f", d{self.sides}"


@dataclass(frozen=True, slots=True)
class Luck:
    """A player's luck in a game's terms: what the rolls were worth, beyond what is expected."""

    who: str
    rolls: int
    value: float
    expected: float


@dataclass(frozen=True, slots=True)
class DiceReport:
    """All groups of a report and its plain words."""

    throws: tuple[Throw, ...]
    groups: tuple[Group, ...]
    luck: tuple[Luck, ...]

    @property
    def tests(self) -> list[Judged]:
        """All tests of all groups."""
        return [test for group in self.groups for test in group.tests]

    @property
    def words(self) -> tuple[str, ...]:
        """What the numbers show and what they do not, in sentences."""
        return tuple(_words(self))


_BY: tuple[tuple[str, Callable[[Throw], str]], ...] = (
    ("player", lambda throw: throw.who),
    ("button", lambda throw: throw.button),
    ("kind", lambda throw: throw.kind),
)


def dice_report(throws: Iterable[Throw], scorer: Scorer | None = None) -> DiceReport:
    """Return the report on some rolls, which are given in the order in which they were made."""
    thrown = tuple(throws)
    drafts: list[tuple[str, str, int, list[Throw]]] = []
    for by, name_of in _BY:
        rolls: dict[tuple[str, int], list[Throw]] = {}
        for throw in thrown:
            if throw.sides > 1 and throw.faces:
                rolls.setdefault((name_of(throw), throw.sides), []).append(throw)
        drafts += [(by, name, sides, rolls[name, sides]) for name, sides in sorted(rolls)]
    outcomes = [_outcomes(sides, own) for _, _, sides, own in drafts]
    corrected = iter(holm([one.p for found in outcomes for one in found]))
    groups = [
        _group(*draft, tuple(Judged(one, next(corrected)) for one in found))
        for draft, found in zip(drafts, outcomes, strict=True)
    ]
    return DiceReport(thrown, tuple(groups), tuple(_lucks(thrown, scorer)))


def _outcomes(sides: int, throws: Sequence[Throw]) -> list[Outcome]:
    """Return what the three tests say of some rolls, as far as they can say anything."""
    dice = Counter({sides: sum(len(throw.faces) for throw in throws)})
    total = sum(throw.total for throw in throws)
    signs = [throw.total > throw.expected for throw in throws if throw.total != throw.expected]
    found = (chi_squared(_counts(sides, throws)), runs(signs), sums(total, dice))
    return [one for one in found if one is not None]


def _counts(sides: int, throws: Iterable[Throw]) -> tuple[int, ...]:
    faces = Counter(face for throw in throws for face in throw.faces)
    return tuple(faces[face] for face in range(1, sides + 1))


def _group(
    by: str, name: str, sides: int, throws: Sequence[Throw], tests: tuple[Judged, ...]
) -> Group:
    counts = _counts(sides, throws)
    dice = sum(counts)
    return Group(
        by,
        name,
        sides,
        len(throws),
        counts,
        dice / sides,
        sum(throw.total for throw in throws),
        expected_sum(Counter({sides: dice})),
        _streak(throws, lambda throw: throw.total > throw.expected),
        _streak(throws, lambda throw: throw.total < throw.expected),
        tests,
    )


def _streak(throws: Sequence[Throw], fits: Callable[[Throw], bool]) -> Streak:
    """Return the longest stretch of rolls that all fit, the first of equals."""
    best = Streak()
    for good, stretch in groupby(throws, key=fits):
        rolls = list(stretch)
        if good and len(rolls) > best.length:
            first, last = rolls[0], rolls[-1]
            best = Streak(len(rolls), f"{first.log} {first.step}", f"{last.log} {last.step}")
    return best


def _lucks(throws: Sequence[Throw], scorer: Scorer | None) -> Iterable[Luck]:
    """Yield each player's luck: by a game's scorer, or by the sum of the dice; undone rolls not."""
    value_of = scorer or _sum_of
    scores: dict[str, list[Score]] = {}
    for throw in throws:
        score = None if throw.is_undone else value_of(throw)
        if score is not None:
            scores.setdefault(throw.who, []).append(score)
    for who, own in sorted(scores.items()):
        yield Luck(who, len(own), sum(one.value for one in own), sum(one.expected for one in own))


def _sum_of(throw: Throw) -> Score | None:
    return Score(throw.total, throw.expected) if throw.sides > 1 else None


def _words(report: DiceReport) -> Iterable[str]:
    tests = report.tests
    if not tests:
        yield "There are too few rolls to say anything about them."
        return
    rare = [(group, test) for group in report.groups for test in group.tests if test.is_rare]
    yield (
        f"{len(tests)} tests were made; of so many, fair dice have about {len(tests) * RARE:.1f}"
        f" below {RARE:.0%} by chance alone, so each is corrected for their number (Holm)."
    )
    if not rare:
        yield "After that nothing is left that fair dice would not do now and then."
    for group, test in rare:
        yield (
            f"{group.title}: {test.outcome.name} has a corrected chance of {test.corrected:.2g}:"
            " fair dice do this seldom, but they do. It is no proof of anything: ask for more"
            " rolls before you ask for reasons."
        )
    yield from _blind_spots(report)


def _blind_spots(report: DiceReport) -> Iterable[str]:
    """Yield what the tests cannot see."""
    players = [group for group in report.groups if group.by == "player" and group.sides == 6]
    if players:
        most = max(sum(group.counts) for group in players)
        share, loaded = 1 / 6, 0.2
        needed = _QUANTILES**2 * share * (1 - share) / (loaded - share) ** 2
        yield (
            f"A die that shows its 6 one time in five, not one in six, is noticed in four of five"
            f" cases after some {round(needed, -2):.0f} dice; the most that a player threw here"
            f" are {most}."
        )
    yield (
        "Only rolls that stand in these logs are counted, taken-back ones too. Whether a log was"
        " recorded anew after a bad roll, they do not show: compare logs of the same turn for that."
    )
