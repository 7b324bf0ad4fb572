import hashlib
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vassal_bridge.errors import UnusableAnswer
from vassal_bridge.game.dice import RecordedDice, Roll, Rolled, ScriptedDice, SeededDice, draw_seed

specs = st.builds(lambda n, s: f"{n}d{s}", st.integers(1, 5), st.integers(1, 100))


@given(st.integers(0, 2**40), st.lists(specs, max_size=20))
def test_the_same_seed_gives_the_same_rolls(seed: int, asked: list[str]) -> None:
    one, other = SeededDice(seed), SeededDice(seed)
    for spec in asked:
        rolled = one.roll(Roll(spec, "test"))
        assert rolled == other.roll(Roll(spec, "test"))
        assert len(rolled.faces) == Roll(spec, "").count
        assert all(1 <= face <= Roll(spec, "").sides for face in rolled.faces)
    assert [rolled.number for rolled in one.rolls] == list(range(1, len(asked) + 1))


def test_a_die_is_what_the_description_says() -> None:
    digest = hashlib.sha256(b"vassal-bridge dice 1:77:2:1:0").digest()
    assert int.from_bytes(digest[:4], "big") < 4294967292
    dice = SeededDice(77)
    dice.roll(Roll("3d6", "before"))
    assert dice.roll(Roll("1d6", "test")).faces == (int.from_bytes(digest[:4], "big") % 6 + 1,)


def test_a_series_goes_on_from_its_position() -> None:
    whole = SeededDice(5)
    rolls = [whole.roll(Roll("2d6", "test")) for _ in range(6)]
    assert whole.position == 6
    rest = SeededDice(5, after=3)
    assert [rest.roll(Roll("2d6", "test")) for _ in range(3)] == rolls[3:]


def test_each_face_is_about_as_frequent_as_the_others() -> None:
    dice = SeededDice(1)
    counts = Counter(face for _ in range(1200) for face in dice.roll(Roll("5d6", "t")).faces)
    assert sorted(counts) == [1, 2, 3, 4, 5, 6]
    assert sum((n - 1000) ** 2 / 1000 for n in counts.values()) < 20.5  # chi square, 5 df, p=0.001


@pytest.mark.parametrize("spec", ["", "d6", "0d6", "2d0", "2d6+1", "two dice"])
def test_a_roll_refuses_what_is_no_dice(spec: str) -> None:
    with pytest.raises(UnusableAnswer, match="expected dice"):
        Roll(spec, "test")


def test_scripted_dice_are_used_in_order_and_end() -> None:
    dice = ScriptedDice([4, 5, 6])
    assert dice.roll(Roll("2d6", "first")).total == 9
    assert dice.left == (6,)
    with pytest.raises(UnusableAnswer, match="end after 2"):
        dice.roll(Roll("2d6", "second"))


def test_scripted_dice_refuse_a_face_that_is_not_on_the_die() -> None:
    with pytest.raises(UnusableAnswer, match="found 7"):
        ScriptedDice([7]).roll(Roll("1d6", "test"))


@given(st.integers(0, 999), st.lists(specs, max_size=10))
def test_recorded_dice_give_the_record_back(seed: int, asked: list[str]) -> None:
    dice = SeededDice(seed)
    record = [dice.roll(Roll(spec, "test")) for spec in asked]
    again = RecordedDice(record)
    assert [again.roll(Roll(spec, "test")) for spec in asked] == record
    with pytest.raises(UnusableAnswer, match="record ends"):
        again.roll(Roll("1d6", "more"))


def test_recorded_dice_refuse_other_dice() -> None:
    with pytest.raises(UnusableAnswer, match="found 1d6 in the record"):
        RecordedDice([Rolled("1d6", (3,), "tank", 1)]).roll(Roll("2d6", "fire"))


def test_a_drawn_seed_is_a_number_that_can_be_typed() -> None:
    assert 0 <= draw_seed() < 2**32
