"""[8.0] Air phases played at random on saves: each is proved, lawful, and ends at its marker."""

from __future__ import annotations

import pytest

from automation.policies import RandomDecider
from modules.macarthur import GAME
from tests.built import undrawn_module_of
from tests.macarthur_saves import NAME, first_day, prepared, state_of
from vassal_bridge.binding.play import Request, as_log, play
from vassal_bridge.formats.logs.log import Log
from vassal_bridge.formats.save import Save
from vassal_bridge.game.dice import SeededDice

PHASES = ("Japanese Air", "Allied Air")


def play_at_random(save: Save, sequence: str, seed: int) -> Save:
    """Play a sequence on a save with random decisions; check it, and return the new save."""
    request = Request(GAME, sequence, None, seed)
    decider = RandomDecider(SeededDice(seed + 1000))
    found = play(save, undrawn_module_of(NAME), request, SeededDice(seed), decider)
    assert found.problems == ()
    log = Log(Save.from_bytes(as_log(save, found), name="turn.vlog"))
    assert len(log.steps) >= len(found.chat)
    return Save.from_bytes(found.data, name="after.vsav")


def check_phase(save: Save, phase: str, seed: int) -> Save:
    """Play an air phase on a save, and return the save after it."""
    save = play_at_random(prepared(save, {}, {"phase": phase}), "air", seed)
    state = state_of(save)
    assert state.status() == []
    assert state.phase == phase.replace("Air", "Land Movement")
    return save


def test_a_random_air_phase_on_a_save() -> None:
    check_phase(first_day(), PHASES[1], 1)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(60))
def test_many_random_days_in_the_air_on_saves(seed: int) -> None:
    save = first_day()
    for side, phase in zip(("jp", "allied"), PHASES, strict=True):
        save = check_phase(save, phase, seed)
        save = play_at_random(prepared(save, {}, {"phase": phase}), "air_home", seed + 500)
        state = state_of(save)
        assert state.status() == []
        assert not [unit for unit in state.air(side) if unit.is_raiding]
