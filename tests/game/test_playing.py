"""Playing one decision at a time: answers, undoing them, and replaying a recorded game."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vassal_bridge.errors import IllegalChange, UnusableAnswer
from vassal_bridge.game.changes import Advance, Change, Tell
from vassal_bridge.game.dice import Rolled, SeededDice
from vassal_bridge.game.history import History
from vassal_bridge.game.playing import Playing, replay
from vassal_bridge.game.sequence import Option, Steps, choose, roll, run


class Track(History):
    """A game of one marker, which goes up and down."""

    def __init__(self) -> None:
        super().__init__()
        self.at = 0
        self.told: list[str] = []

    def _apply(self, change: Change) -> None:
        if isinstance(change, Tell):
            if change.after:
                self.told.append(change.after)
            else:
                self.told.pop()
            return
        assert isinstance(change, Advance)
        if change.before != self.at:
            raise IllegalChange(f"the marker is not at {change.before}")
        self.at = int(change.after)


OPTIONS = [Option("walk", "walk one"), Option("roll", "roll a die"), Option("stop", "stop")]


def race(state: Track) -> Steps[None]:
    yield Tell("go")
    while True:
        way = yield from choose("way", "How?", OPTIONS, why="[1.1]")
        if way == "stop":
            yield Tell(f"stopped at {state.at}")
            return
        by = 1
        if way == "roll":
            rolled = yield from roll("1d6", "[1.2]")
            by = rolled.total
        yield Advance("marker", state.at, state.at + by, "[1.1]")


WAYS = st.lists(st.sampled_from(["walk", "roll"]), max_size=8)


def test_a_decision_is_pending_until_it_is_answered() -> None:
    playing = Playing(race, Track(), SeededDice(1))
    assert playing.decision is not None
    assert playing.legal() == playing.state.legal() == tuple(OPTIONS)
    events = playing.answer("walk one")
    assert [str(event) for event in events] == ["How?: walk one", "marker 0 -> 1 [1.1]"]
    playing.answer("stop")
    assert playing.decision is None
    assert playing.legal() == ()
    with pytest.raises(UnusableAnswer, match="over"):
        playing.answer("walk")


def test_a_foreign_answer_changes_nothing() -> None:
    playing = Playing(race, Track(), SeededDice(1))
    before = playing.events
    with pytest.raises(UnusableAnswer, match="walk, roll, stop"):
        playing.answer("fly")
    assert playing.events == before
    assert playing.decision is not None


@given(WAYS, st.integers(0, 9))
def test_undo_gives_back_the_position_before_the_answer(ways: list[str], seed: int) -> None:
    playing = Playing(race, Track(), SeededDice(seed))
    for way in ways:
        before = (playing.state.at, list(playing.state.told), playing.events, playing.decision)
        playing.answer(way)
        if way == "walk":
            assert playing.undo() == "walk"
            after = (playing.state.at, list(playing.state.told), playing.events, playing.decision)
            assert after == before
            playing.answer(way)
        else:
            with pytest.raises(IllegalChange, match="a die was rolled"):
                playing.undo()


def test_a_finished_sequence_can_be_taken_back_too() -> None:
    playing = Playing(race, Track(), SeededDice(1))
    playing.answer("stop")
    playing.undo()
    assert playing.decision is not None
    assert playing.state.told == ["go"]
    with pytest.raises(IllegalChange, match="no decision"):
        playing.undo()


@given(WAYS, st.integers(0, 9))
def test_answers_and_dice_replay_the_game(ways: list[str], seed: int) -> None:
    playing = Playing(race, Track(), SeededDice(seed))
    for way in [*ways, "stop"]:
        playing.answer(way)
    outcome = playing.outcome()
    again = replay(race, Track(), outcome.answers, outcome.rolls)
    assert again.outcome() == outcome
    assert again.state.at == playing.state.at


def test_a_record_of_other_dice_is_refused() -> None:
    with pytest.raises(UnusableAnswer, match="expected 1d6"):
        replay(race, Track(), ["roll"], [Rolled("2d6", (1, 2), "[1.2]", 1)])


@given(WAYS, st.integers(0, 9))
def test_playing_is_running(ways: list[str], seed: int) -> None:
    class Prepared:
        def __init__(self) -> None:
            self.left = [*ways, "stop"]

        def decide(self, choose: object) -> str:
            return self.left.pop(0)

    playing = Playing(race, Track(), SeededDice(seed))
    for way in [*ways, "stop"]:
        playing.answer(way)
    assert run(race, Track(), SeededDice(seed), Prepared()) == playing.outcome()


def test_rewind_goes_past_a_roll_and_pop_does_not() -> None:
    state = Track()
    state.push(Advance("marker", 0, 1, "[1.1]"))
    state.seal()
    state.push(Advance("marker", 1, 2, "[1.1]"))
    state.pop()
    with pytest.raises(IllegalChange, match="since the last roll"):
        state.pop()
    state.rewind(0)
    assert (state.at, state.made) == (0, 0)
