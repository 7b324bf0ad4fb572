"""[12.0] Option 8: consolidation."""

from __future__ import annotations

from typing import Any

import pytest

from modules.red_beach.rules.consolidation import consolidate, possible, problems
from modules.red_beach.rules.ground import ground_phase
from modules.red_beach.rules.steps import steps_left
from modules.red_beach.settings import Settings
from modules.red_beach.state import State
from tests.red_beach_field import btn, field, inf, play, where
from vassal_bridge.errors import RuleError

ONE, TWO, THREE = "A/2/8", "B/2/8", "C/2/8"
PALM = {f"{column}{row:02d}": "palm" for column in range(27, 34) for row in range(10, 20)}


def reduced(where: str, name: str, **fields: Any) -> Any:
    return inf(where, name, face="back", **fields)


def ground(*units: Any, **more: Any) -> State:
    settings = more.pop("settings", Settings(consolidation=True))
    return field(*units, turn="GT 6", settings=settings, **{"terrain": PALM, **more})


def together(**more: Any) -> State:
    """Return two reduced Inf side by side, of 2 steps and of 1, with their HQ."""
    return ground(reduced("3015", ONE), reduced("3016", TWO, marker1=True), btn("3014"), **more)


def test_rb_12_0_h_one_is_kept_with_the_steps_of_all() -> None:
    state = together()
    assert possible(state) == [(ONE, TWO)]
    play(lambda s: consolidate(s, (ONE, TWO)), state, [3, 3], [TWO])
    assert steps_left(state, state.units[TWO]) == 3
    assert where(state)[ONE] == "Eliminated"
    assert (state.units[TWO].face, state.units[TWO].marker1) == ("front", True)


def test_rb_12_0_h_never_more_than_four_steps() -> None:
    state = ground(inf("3015", ONE, marker1=True), inf("3016", TWO, marker1=True), btn("3014"))
    play(lambda s: consolidate(s, (ONE, TWO)), state, [3, 3], [ONE])
    assert steps_left(state, state.units[ONE]) == 4
    assert not state.units[ONE].marker1


@pytest.mark.parametrize(
    ("units", "rule"),
    [
        ((reduced("3015", ONE), inf("3016", TWO), btn("3014")), "12.0"),
        ((reduced("3015", ONE), reduced("3017", TWO), btn("3014")), "12.0"),
        ((reduced("3015", ONE), reduced("3016", "B/1/8"), btn("3014"), btn("3017", "1/8")), "12.0"),
        ((reduced("3015", ONE), reduced("3016", TWO)), "6.0"),
        ((reduced("3015", ONE), reduced("3016", TWO), btn("3014", face="back")), "6.0"),
        ((reduced("3015", ONE), reduced("3016", TWO, moved=True), btn("3014")), "3.2"),
    ],
)
def test_rb_12_0_h_reduced_inf_of_one_btn_adjacent_in_loc_yet_to_act(units: Any, rule: str) -> None:
    state = ground(*units)
    names = [unit.id for unit in units if unit.is_inf]
    assert rule in {one.rule for one in problems(state, names)}
    assert possible(state) == []
    with pytest.raises(RuleError, match=rule.replace(".", r"\.")):
        play(lambda s: consolidate(s, names), state)


def test_rb_12_0_h_only_with_option_8() -> None:
    state = together(settings=Settings())
    assert possible(state) == []
    assert problems(state, (ONE, TWO))[0].sentence == "option 8 is not played"


def test_rb_12_0_h_it_is_the_segment_of_all_with_one_check() -> None:
    state = together()
    outcome = play(ground_phase, state, [3, 3], ["consolidate A/2/8, B/2/8", ONE, "end"])
    assert state.units[ONE].moved
    assert state.units[TWO].moved
    assert sum(line.startswith("Impulse (end)") for line in outcome.story) == 1


def test_rb_12_0_h_no_check_in_woods_while_coordinated_with_others() -> None:
    more = inf("3013", THREE)
    state = ground(reduced("3015", ONE), reduced("3016", TWO), more, btn("3014"))
    play(lambda s: consolidate(s, (ONE, TWO)), state, [], [ONE])
    clear = ground(
        reduced("3015", ONE), reduced("3016", TWO), more, btn("3014"),
        terrain={**PALM, "3016": "clear"},
    )  # fmt: skip
    outcome = play(lambda s: consolidate(s, (ONE, TWO)), clear, [3, 3], [ONE])
    assert any(line.startswith("Impulse (end) A/2/8 @3015") for line in outcome.story)
