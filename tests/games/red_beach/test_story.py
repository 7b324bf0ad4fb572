from automation.policies import RandomDecider, Sensible
from modules.red_beach import GAME
from modules.red_beach.story import SENTENCES, tell
from tests.red_beach_landings import beachhead
from vassal_bridge.game.changes import Advance, Eliminate
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
    words = {"unit": "A/1/8", "hex": "2013", "fall": 3, "wave": 2, "beach": "Red Two"}
    for sentences in SENTENCES.values():
        for sentence in sentences:
            assert "{" not in sentence.format(**words)


def test_nothing_happened_is_told_too() -> None:
    assert "US units lost: none." in tell([Outcome(())])


def test_a_landing_is_told_wave_by_wave() -> None:
    state = beachhead(
        turn="GT 2",
        boxes={"Red Two wave 2 AMTRAC": ["A/1/6", "Arty A"], "Red Two wave 4 LCVP": ["B/1/6"]},
    )
    outcome = run(GAME.sequence("landing_waves"), state, SeededDice(3), Sensible())
    prose = " ".join(tell([outcome])).split("The rolls:")[0]
    amtracs, lcvps = sorted(prose.index(f"ave {number}") for number in (2, 4))
    assert amtracs < prose.index("A/1/6") < lcvps < prose.index("B/1/6")
    assert "AMTRACs" in prose[: prose.index("A/1/6")]
    assert "over open sights" not in prose


def test_a_ground_phase_is_told_attack_by_attack() -> None:
    state = GAME.new("first_night", "house")
    state.push(Advance("turn", state.turn, "GT 6", "[test]"))
    decider = RandomDecider(SeededDice(0))
    outcomes = [run(GAME.sequence("ground"), state, SeededDice(0), decider)]
    prose = " ".join(" ".join(tell(outcomes)).split()).split("The rolls:")[0]
    attacks = [line for line in outcomes[0].story if line.startswith("  Attack ")]
    assert attacks
    for line in attacks:
        assert line.split(" -> ")[1].split(" @")[0] in prose
    assert " night" not in prose
    assert "falls back" not in prose or any("retreat" in line for line in outcomes[0].story)
