from automation.policies import Sensible
from modules.red_beach import GAME
from modules.red_beach.story import SENTENCES, tell
from vassal_bridge.game.changes import Eliminate
from vassal_bridge.game.dice import SeededDice
from vassal_bridge.game.registry import sequence_for
from vassal_bridge.game.sequence import Outcome, run


def _play(seed: int, turns: int = 3) -> list[Outcome]:
    state = GAME.new("first_night", "house")
    outcomes: list[Outcome] = []
    for _ in range(turns):
        name = sequence_for(GAME, state)
        assert name is not None
        rolled = sum(len(outcome.rolls) for outcome in outcomes)
        dice = SeededDice(seed, after=rolled)
        outcomes.append(run(GAME.sequence(name), state, dice, Sensible()))
    return outcomes


def test_every_told_line_and_every_loss_is_in_the_story() -> None:
    for seed in range(40):
        outcomes = _play(seed)
        text = " ".join(" ".join(tell(outcomes)).split())
        for outcome in outcomes:
            for line in outcome.story:
                assert " ".join(line.split()) in text
            for change in outcome.changes:
                if isinstance(change, Eliminate) and not change.unit.startswith("Jap"):
                    assert change.unit in text.split("The reckoning")[1]


def test_the_same_events_give_the_same_words_and_fit_a_page() -> None:
    outcomes = _play(17)
    assert tell(outcomes) == tell(outcomes)
    assert all(len(line) <= 78 for line in tell(outcomes))
    "\n".join(tell(outcomes)).encode("cp1252")


def test_every_sentence_can_be_said() -> None:
    words = {"unit": "A/1/8", "hex": "2013", "fall": 3}
    for sentences in SENTENCES.values():
        for sentence in sentences:
            assert "{" not in sentence.format(**words)


def test_nothing_happened_is_told_too() -> None:
    assert "US units lost: none." in tell([Outcome(())])
