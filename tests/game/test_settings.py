"""Settings: options by number, readings by name, kept as a text and read again."""

from dataclasses import dataclass, fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vassal_bridge.errors import RuleError
from vassal_bridge.game.registry import find_games
from vassal_bridge.game.settings import (
    choose_settings,
    format_settings,
    parse_settings,
    setting,
    settings_of,
)


@dataclass(frozen=True, slots=True)
class Sample:
    reach: int = setting(5, "[6.0]", "most hexes")
    late: bool = setting(False, "[12.0]", "later", option=2)
    early: bool = setting(True, "[12.0]", "earlier", option=1)


def test_settings_are_listed_with_their_rules_options_first() -> None:
    found = [(one.name, one.option, one.rule, one.shown) for one in settings_of(Sample)]
    assert found == [
        ("early", 1, "[12.0]", "yes"),
        ("late", 2, "[12.0]", "no"),
        ("reach", 0, "[6.0]", "5"),
    ]


def test_options_and_values_are_chosen() -> None:
    chosen = choose_settings(Sample(), [2], ["reach=4", "early=no"])
    assert chosen == Sample(reach=4, late=True, early=False)
    assert format_settings(chosen) == "early=no late=yes reach=4"
    assert format_settings(Sample()) == ""


@pytest.mark.parametrize(
    ("options", "values", "message"),
    [
        ([3], [], "no option 3; there is 1, 2"),
        ([0], [], "no option 0"),
        ([], ["depth=4"], "a name of early, late, reach; found 'depth=4'"),
        ([], ["reach"], "expected NAME=VALUE"),
        ([], ["reach=far"], "reach: expected a whole number, found 'far'"),
        ([], ["reach=-1"], "whole number"),
        ([], ["late=2"], "late: expected yes or no, found '2'"),
    ],
)
def test_what_cannot_be_chosen_is_refused(
    options: list[int], values: list[str], message: str
) -> None:
    with pytest.raises(RuleError, match=message):
        choose_settings(Sample(), options, values)


@given(st.builds(Sample, st.integers(0, 99), st.booleans(), st.booleans()))
def test_the_kept_text_is_read_again(chosen: Sample) -> None:
    assert parse_settings(Sample, format_settings(chosen)) == chosen


@pytest.mark.parametrize("game", find_games().games.values(), ids=lambda game: game.name)
def test_every_setting_of_every_game_says_its_rule_and_what_it_does(game: object) -> None:
    found = game.known_settings()  # type: ignore[attr-defined]
    assert all(one.rule.startswith("[") and one.text for one in found)
    options = [one.option for one in found if one.option]
    assert len(set(options)) == len(options)


def test_red_beach_knows_the_options_of_the_rulebook() -> None:
    game = find_games().games["red_beach"]
    state = game.new("start", "house", game.choose_settings([5], ["loc_unit=4"]))
    chosen = state.board.settings  # type: ignore[attr-defined]
    assert (chosen.more_effective_bombardment, chosen.loc_unit) == (True, 4)
    assert {one.name for one in game.known_settings()} == {one.name for one in fields(chosen)}
