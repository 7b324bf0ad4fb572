"""Landings through saves of our module: each step reads what the step before has written."""

from __future__ import annotations

import pytest

from automation.policies import RandomDecider, Sensible
from modules.red_beach import GAME
from modules.red_beach.rules.waves import afloat, planned
from tests.built import red_beach_module, red_beach_save
from tests.red_beach_saves import read_state
from vassal_bridge.binding.play import Played, Request, play
from vassal_bridge.formats.save import Save
from vassal_bridge.game.dice import SeededDice

FIRST_DAY = ("interphase", "landing_plan", "landing_wave", "landing_waves", "recovery")


def step(save: Save, sequence: str, seed: int) -> tuple[Played, Save]:
    """Play one sequence on a save at random; return it with the save that it wrote."""
    request = Request(GAME, sequence, None, seed)
    decider = RandomDecider(SeededDice(seed + 1))
    played = play(save, red_beach_module(), request, SeededDice(seed), decider)
    return played, Save.from_bytes(played.data, name=f"{sequence}.vsav")


@pytest.mark.parametrize("seed", [3, 4])
def test_3_2_a_landing_goes_on_from_save_to_save(seed: int) -> None:
    save = red_beach_save("start")
    seen = {}
    for sequence in FIRST_DAY:
        _, save = step(save, sequence, seed)
        seen[sequence] = read_state(save)
        assert seen[sequence].status() == []
    assert seen["interphase"].turn == "GT 1"
    assert sum(map(len, planned(seen["landing_plan"]).values())) >= 13
    assert len(planned(seen["landing_wave"])) == len(planned(seen["landing_plan"])) - 1
    assert not planned(seen["landing_waves"])
    assert not list(afloat(seen["landing_waves"]))
    assert seen["landing_waves"].stacks()


def test_rb_3_2_m_the_save_remembers_that_amtracs_were_used() -> None:
    _, gt1 = step(red_beach_save("start"), "interphase", 5)
    request = Request(GAME, "landing", None, 5)
    played = play(gt1, red_beach_module(), request, SeededDice(5), Sensible())
    landed = Save.from_bytes(played.data, name="landed.vsav")
    assert read_state(landed).level("amtracs_used") == 1
    recovered, after = step(landed, "recovery", 5)
    assert any("Amphibious Tractor Loss" in rolled.why for rolled in recovered.outcome.rolls)
    assert read_state(after).level("amtracs_used") == 0
