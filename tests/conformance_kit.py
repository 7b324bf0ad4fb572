"""What the conformance suite plays with any game; run as a module it writes its stored files anew.

    .venv/bin/python -m tests.conformance_kit

writes, for every game with a campaign, `legal.txt` (counts of legal choices) and `golden.txt`
(one game told in words) into tests/data/conformance/<game>. Read the diff before you commit it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tests.conftest import DATA
from vassal_bridge.game.changes import Tell
from vassal_bridge.game.dice import SeededDice
from vassal_bridge.game.game import Game
from vassal_bridge.game.playing import Playing
from vassal_bridge.game.registry import find_games
from vassal_bridge.game.sequence import Chosen, Event, Outcome
from vassal_bridge.game.simulate import Setup, play_through, policies_of

FOLDER = DATA / "conformance"
GOLDEN_SEED = 1943
EDITION = "house"
DEPTH = 2
STEP_CAP = 50_000


def games() -> list[Game]:
    """Return every game that can be played to its end."""
    return [game for game in find_games().games.values() if game.campaign]


def setup(game: Game, policy: str) -> Setup:
    return Setup(game.name, game.scenarios[0], EDITION, policy)


def new(game: Game, scenario: str = "") -> Any:
    settings = game.choose_settings((), ())
    return game.new(scenario or game.scenarios[0], EDITION, settings)


def play_randomly(
    game: Game,
    seed: int,
    look: Callable[[Any], object] | None = None,
    watch: Callable[[Any], object] | None = None,
) -> Playing[Any]:
    """Play a whole game by dice.

    `watch` is given the state before the game, `look` is shown it at every decision.
    """
    state = new(game)
    if watch is not None:
        watch(state)
    playing = Playing(game.sequence(game.campaign), state, SeededDice(seed), limit=STEP_CAP)
    random = policies_of(game)["random"](state, SeededDice(seed + 1000))
    while playing.decision is not None:
        if look is not None:
            look(state)
        playing.answer(random.decide(playing.decision))
    return playing


def golden_text(game: Game) -> str:
    """Return one whole game in words: what was told, and every decision under an arrow."""
    policy = next(iter(game.policies), "default")
    state, outcome = play_through(setup(game, policy), GOLDEN_SEED)
    verdict = state.outcome()
    assert verdict is not None
    head = (
        f"{game.title}, {game.scenarios[0]}, {EDITION} edition: {policy} plays, seed {GOLDEN_SEED}"
    )
    told = [_told(event) for event in outcome.events if isinstance(event, (Tell, Chosen))]
    return "\n".join([head, "", *told, "", f"{verdict.winner} wins: {verdict.why}", ""])


def _told(event: Event) -> str:
    return f"    -> {event}" if isinstance(event, Chosen) else str(event)


def legal_text(game: Game) -> str:
    """Return counts of legal choices: of lines from the first decision, and along whole games."""
    rows = [f"# {game.title}: counts of legal choices. Written by python -m tests.conformance_kit"]
    rows += ["", "# lines of play from the first decision of each scenario: depth, lines"]
    for scenario in game.scenarios:
        for depth in range(1, DEPTH + 1):
            count = lines(game, new(game, scenario), depth)
            rows.append(f"{scenario}  depth {depth}  {count}")
    rows += ["", "# whole games: policy, seed, kind of decision, how often it came, options in all"]
    for policy, seed in (("default", 1), ("random", 1)):
        _, outcome = play_through(setup(game, policy), seed)
        for kind, asked, options in _counts(outcome):
            rows.append(f"{policy} {seed}  {kind}  {asked}  {options}")
    return "\n".join([*rows, ""])


def lines(game: Game, start: Any, depth: int, answers: tuple[str, ...] = ()) -> int:
    """Return how many lines of so many answers the rules allow after some first answers."""
    playing = Playing(game.sequence(game.campaign), start.copy(), SeededDice(GOLDEN_SEED))
    for answer in answers:
        playing.answer(answer)
    options = playing.legal()
    if depth <= 1 or not options:
        return max(1, len(options))
    return sum(lines(game, start, depth - 1, (*answers, one.value)) for one in options)


def _counts(outcome: Outcome) -> Iterator[tuple[str, int, int]]:
    kinds = sorted({choice.choose.kind for choice in outcome.choices})
    for kind in kinds:
        asked = [choice.choose for choice in outcome.choices if choice.choose.kind == kind]
        yield kind, len(asked), sum(len(choose.options) for choose in asked)


def stored() -> Iterator[tuple[Path, Callable[[], str]]]:
    """Yield each stored file with what makes its text."""
    for game in games():
        yield FOLDER / game.name / "legal.txt", lambda game=game: legal_text(game)
        yield FOLDER / game.name / "golden.txt", lambda game=game: golden_text(game)


def main() -> None:
    for file, text in stored():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text().encode("utf-8"))


if __name__ == "__main__":
    main()
