"""A day turn of Red Beach by saves in a row: moves, impulses, an attack, undo, end of the phase."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.built import red_beach_save
from tests.cli_kit import call
from tests.companion_kit import (
    Game,
    asking,
    log_of_moves,
    moved,
    state,
    typed,
    without_property,
)
from vassal_bridge.formats.save import Save

RED_TWO, RED_TWO_2 = "Red Two wave 1 LCVP", "Red Two wave 2 LCVP"
SEED = 7
"""With it no impulse of these turns drives the stacks back."""


def by_day() -> Save:
    """Return the first-night position on the afternoon before, with destroyers at call."""
    places = {"turn": "GT 3", "destroyers": "Status 2"}
    return moved(red_beach_save("first_night"), places)


@pytest.fixture
def game(tmp_path: Path) -> Game:
    return Game(tmp_path / "Samstag", seed=SEED)


def said(game: Game, text: str) -> bool:
    return any(text in line for line in game.events[-1].story)


def test_a_day_turn_from_the_first_move_to_the_night(game: Game) -> None:
    begun = game.play(by_day())
    jrl = state(begun).jrl

    first = game.play(moved(begun, {"A/1/8": "2316", "1/8 HQ": "2316"}))
    assert said(game, "You: 1/8 HQ + A/1/8 moved from 2314 to 2316")
    assert said(game, "Impulse (move) 1/8 HQ + A/1/8 @2315")
    assert state(first).tracks["segment"].startswith("acting=1/8 HQ,A/1/8;begun=2314;entered=1")

    dropped = game.play(moved(first, {"A/1/8": "2416"}))
    assert said(game, "Impulse (end) 1/8 HQ @2316")
    assert state(dropped).tracks["segment"].startswith("acting=A/1/8;begun=2314")

    unlawful = game.play(moved(dropped, {"E/2/8": "2515"}))
    assert said(game, "Unlawful: 2515 would hold more than one Inf [5.0]")
    assert state(unlawful) == state(dropped)

    fought = game.play(asking(unlawful, "attack K/3/8 -> 2815 with destroyer"))
    assert said(game, "End check waived: 1/8 Btn")
    assert said(game, "Attack 2715 -> Fort 3-4 @2815")
    assert state(fought).level("destroyers") == 1
    assert state(fought).jrl <= jrl

    back = game.play(asking(fought, "undo"))
    assert state(back) == state(dropped)
    assert state(back).level("destroyers") == 2

    night = game.play(asking(back, "end phase"))
    assert state(night).turn == "GT 4"
    assert state(night).tracks["segment"] == ""
    assert not any(unit.moved for unit in state(night).units.values())

    morning = game.play(night)
    assert state(morning).turn == "GT 5"
    kinds = [link.kind for link in game.chain.links]
    assert kinds == [
        "begun",
        "played",
        "played",
        "unlawful",
        "played",
        "undone",
        "played",
        "played",
    ]
    replayed = call("journal", "replay", game.folder)
    assert replayed.exit_code == 0, replayed.stdout


def test_the_first_landing_is_laid_out_in_several_saves_and_run(game: Game) -> None:
    begun = game.play(red_beach_save("start"))
    assert state(begun).turn == "GT 1"
    two = [f"{letter}/2/2" for letter in "EFG"]
    laid = game.play(moved(begun, dict(zip(two, [RED_TWO] * 2 + [RED_TWO_2], strict=True))))
    assert game.chain.links[-1].journal["name"] == "landing plan"
    game.play(asking(laid, "next"))
    assert said(game, "Red One: 3/2 HQ, I/3/2, K/3/2, L/3/2 must land there on GT 1 [2.0]")
    game.play(moved(laid, {"I/3/2": RED_TWO}))
    assert game.chain.links[-1].kind == "unlawful"
    assert {one["rule"] for one in game.chain.links[-1].journal["findings"]} == {"5.0", "2.0"}


def test_a_log_asks_for_an_attack_in_the_chat(game: Game) -> None:
    begun = game.play(by_day())
    game.play(typed(begun, "!bridge attack 2715 -> 2815 with destroyer"), suffix=".vlog")
    assert said(game, "destroyer +4")


def test_a_log_shows_by_which_hexes_a_stack_went(game: Game) -> None:
    begun = game.play(by_day())
    steps = log_of_moves(begun, "G/2/2", ["2315", "2316"])
    game.play(steps, suffix=".vlog")
    assert said(game, "You: G/2/2 moved from 2215 to 2316")
    assert said(game, "G/2/2 (4): 2215 -> 2315")
    assert said(game, "Impulse (move) G/2/2 @2315")


def test_a_module_without_the_properties_ends_each_segment_at_once(game: Game) -> None:
    bare = without_property(by_day(), "bridge_segment", "bridge_answer", "bridge_request")
    begun = game.play(bare)
    first = game.play(moved(begun, {"K/3/8": "2814"}))
    assert said(game, "This save has no property bridge_segment")
    assert said(game, "[9.3]") or said(game, "Impulse (end)")
    assert state(first).units["K/3/8"].moved
    game.play(moved(first, {"K/3/8": "2814", "L/3/8": "2816"}))
    assert game.chain.links[-1].kind == "played"


@pytest.mark.slow
def test_the_same_turn_asked_of_two_companions_gives_the_same_bytes(tmp_path: Path) -> None:
    ends = []
    for name in ("a", "b"):
        game = Game(tmp_path / name, seed=SEED)
        first = game.play(moved(game.play(by_day()), {"K/3/8": "2814"}))
        ends.append(game.play(asking(first, "stop")).to_bytes())
    assert ends[0] == ends[1]
