"""The Ground Phase on the house map: at random, and on saves from one to the next."""

from __future__ import annotations

from dataclasses import replace

import pytest

from automation.policies import FirstLegal, RandomDecider, Scripted, Sensible
from modules.red_beach import GAME
from modules.red_beach.binding import BINDING
from modules.red_beach.rules.ground import stacks_to_act
from modules.red_beach.rules.segment_track import in_progress
from modules.red_beach.settings import Settings
from modules.red_beach.setup import start
from modules.red_beach.state import State
from tests.built import red_beach_module, red_beach_save
from tests.red_beach_positions import Draw, scramble
from tests.red_beach_saves import read_state
from vassal_bridge.binding.geography import ModuleGeography
from vassal_bridge.binding.play import Played, Request, play
from vassal_bridge.formats.position import Position
from vassal_bridge.formats.save import Save
from vassal_bridge.game.changes import Advance
from vassal_bridge.game.dice import SeededDice
from vassal_bridge.game.sequence import Decider, run, undo

DAYS = ["GT 1", "GT 6", "GT 9", "GT 12", "GT 18", "GT 20"]


def random_day(seed: int) -> State:
    """Return a legal position of some day, with settings at random."""
    draw = Draw(seed)
    state = scramble(start("first_night", "house"), draw, turn=draw.one(DAYS))
    settings = Settings(
        coordination_at_start=draw.chance(50),
        no_air_errors=draw.chance(50),
        consolidation=draw.chance(50),
        fort_always_first=draw.chance(50),
        act_apart=draw.chance(50),
        attackers_drive_off=draw.chance(50),
    )
    tracks = {**state.tracks, "air_strikes": draw.number(4), "destroyers": draw.number(4)}
    return State(replace(state.board, settings=settings), state.units.values(), tracks)


def check_a_random_phase(seed: int) -> None:
    state = random_day(seed)
    before, wrong = state.copy(), state.status()
    outcome = run(
        GAME.sequence("ground"), state, SeededDice(seed), RandomDecider(SeededDice(seed + 1))
    )
    assert wrong or state.status() == []
    assert in_progress(state) is None
    undo(state, outcome.changes)
    assert state == before


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_random_ground_phase_stays_legal_and_can_be_undone(seed: int) -> None:
    check_a_random_phase(seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 160))
def test_random_ground_phases_stay_legal(seed: int) -> None:
    check_a_random_phase(seed)


@pytest.mark.parametrize("seed", [4, 5])
def test_3_2_segments_left_half_done_at_random_come_to_their_ends(seed: int) -> None:
    state, dice, decider = random_day(seed), SeededDice(seed), RandomDecider(SeededDice(seed + 1))
    wrong = state.status()
    while stacks_to_act(state) or in_progress(state) is not None:
        state = state.copy()
        run(GAME.sequence("segment"), state, dice, decider)
        assert wrong or state.status() == []
        begun = in_progress(state)
        if begun is not None:
            here = {state.units[name].location for name in (*begun.acting, *begun.left)}
            assert len(here) == 1
            assert all(state.units[name].moved for name in (*begun.acting, *begun.left))


def test_3_2_with_the_first_answer_every_stack_acts_and_the_phase_ends() -> None:
    state = random_day(5)
    run(GAME.sequence("ground"), state, SeededDice(5), FirstLegal())
    assert stacks_to_act(state) == {}


def day_save() -> Save:
    """Return the first-night save on a day turn."""
    save = red_beach_save("first_night")
    position, places = Position(save), ModuleGeography(red_beach_module(), save)
    bound = BINDING.read(position, places, "house")
    changes = [
        Advance("turn", bound.state.turn, "GT 6", "[test]"),
        Advance("destroyers", bound.state.level("destroyers"), 3, "[test]"),
    ]
    BINDING.write(position, places, bound, changes)
    return Save.from_bytes(save.to_bytes(), name="day.vsav")


def played(save: Save, sequence: str, decider: Decider, seed: int = 7) -> tuple[Save, Played]:
    request = Request(GAME, sequence, None, seed)
    done = play(save, red_beach_module(), request, SeededDice(seed), decider)
    return Save.from_bytes(done.data, name="next.vsav"), done


def test_3_2_a_segment_goes_on_from_one_save_to_the_next() -> None:
    save = day_save()
    state = read_state(save)
    hex_id, units = next(
        (hex_id, units)
        for hex_id, units in stacks_to_act(state).items()
        if len(units) == 1 and state.units[units[0]].is_inf
    )
    after, _ = played(save, "segment", Scripted([hex_id, "later"]))
    begun = in_progress(read_state(after))
    assert begun is not None
    assert (begun.acting, begun.begun) == (units, hex_id)
    assert read_state(after).units[units[0]].moved
    ended, _ = played(after, "segment", Scripted(["stop"], Sensible()))
    assert in_progress(read_state(ended)) is None


def test_3_2_a_whole_phase_is_written_into_a_save() -> None:
    _, done = played(day_save(), "ground", RandomDecider(SeededDice(11)), seed=11)
    assert done.story[0].startswith("GT 6 (21 Nov): Ground Phase")
    assert done.story[-1].startswith("GT 6: end of the Ground Phase")


def test_8_7_an_attack_begins_a_segment_and_leaves_it_in_progress() -> None:
    save = day_save()
    after, done = played(save, "attack", Sensible(), seed=3)
    assert any("Attack " in line for line in done.story)
    state = read_state(after)
    assert sum(unit.moved for unit in state.units.values()) >= 1


@pytest.mark.parametrize(
    ("sequence", "wanted"),
    [("odds", "The fort is destroyed:"), ("coordination", "checks at its end")],
)
def test_a11_and_a12_what_is_only_told_changes_nothing(sequence: str, wanted: str) -> None:
    save = day_save()
    after, done = played(save, sequence, Sensible())
    assert wanted in "\n".join(done.story)
    assert read_state(after) == read_state(save)


def test_a1_an_impulse_alone_is_played_on_a_save() -> None:
    _, done = played(day_save(), "impulse", Sensible())
    assert done.story
