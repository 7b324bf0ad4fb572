import pytest

from modules.macarthur.rules import ledger, secrets, submarines, transports
from modules.macarthur.settings import Settings
from tests.macarthur_sea import JAPANESE_NAVAL, arrow, japanese, play, position, where
from vassal_bridge.errors import RuleError
from vassal_bridge.game.userdata import user_folder

OFF_LINGAYEN = arrow(position(), "Lingayen")


def placed(*beaches: str, turn: int = 1, **more):
    """Return a naval phase with submarines placed in secret before."""
    before = position(turn=turn, **more)
    play(submarines.place, before, dice=[17, 4242], answers=beaches)
    after = position(turn=turn, phase=JAPANESE_NAVAL, **more)
    tracks = {**after.tracks, "seals": before.tracks["seals"], "notes": before.tracks["notes"]}
    return type(after)(after.board, after.units.values(), tracks)


def test_mac_11_1_a_three_are_placed_in_secret_and_may_share_a_beach() -> None:
    state = position()
    outcome = play(
        submarines.place, state, dice=[17, 4242], answers=["Lingayen", "Lingayen", "Agno"]
    )
    assert sorted((submarines.places(state) or {}).values()) == ["Agno", "Lingayen", "Lingayen"]
    shown = " ".join([*outcome.story, *map(str, state.tracks.values())])
    assert "Lingayen" not in shown
    assert "Agno" not in shown
    assert {unit.location for unit in submarines.in_play(state)} == {"Submarine Pool"}


def test_mac_11_5_a_the_modifier_is_three_and_no_less() -> None:
    """Two of the house table need a 12: a roll of 9 gets there with 3 alone."""
    table = position().board.tables
    assert [table.lookup("submarine", total) for total in (9, 11, 12)] == [0, 1, 2]
    foot = japanese("foot", OFF_LINGAYEN, points=3, steps=3)
    state = position(foot, phase=JAPANESE_NAVAL, settings=Settings(hard_submarines=True))
    play(submarines.attacks, state, dice=[4, 5], answers=["1"])
    assert state.units["foot"].steps_left == 1


@pytest.mark.parametrize(("turn", "may"), [(3, False), (4, True), (5, False)])
def test_mac_11_1_a_they_change_beaches_on_even_turns(turn: int, may: bool) -> None:
    state = position()
    play(submarines.place, state, dice=[17, 4242], answers=["Agno", "Agno", "Agno"])
    tracks = {**position(turn=turn).tracks, "seals": state.tracks["seals"], "notes": "game=1"}
    later = type(state)(state.board, state.units.values(), tracks)
    assert submarines.may_be_placed(later) is may
    if not may:
        with pytest.raises(RuleError, match="even turns"):
            play(submarines.place, later)


def test_mac_11_2_a_two_more_on_turn_2() -> None:
    state = position(turn=2)
    assert len(submarines.in_play(state)) == 3
    play(submarines.place, state, dice=[17, 4242], answers=["Vigan"] * 5)
    assert len(submarines.places(state) or {}) == 5
    early = position(turn=1)
    play(submarines.arrive, early)
    assert len(submarines.in_play(early)) == 3


def test_mac_11_3_a_four_bomb_factors_on_cavite_drive_two_off_on_the_next_turn() -> None:
    state = position(turn=3)
    play(lambda s: submarines.bomb_cavite(s, 3), state)
    play(submarines.leave, state)
    assert len(submarines.in_play(state)) == 3
    play(lambda s: submarines.bomb_cavite(s, 1), state)
    play(submarines.leave, state)
    assert len(submarines.in_play(state)) == 3
    tracks = {**position(turn=4).tracks, "notes": state.tracks["notes"]}
    later = type(state)(state.board, state.units.values(), tracks)
    play(submarines.leave, later)
    assert len(submarines.in_play(later)) == 1


def test_mac_11_3_a_factors_of_two_turns_do_not_add_up() -> None:
    state = position(turn=2)
    play(lambda s: submarines.bomb_cavite(s, 3), state)
    state = position(turn=3, notes=ledger.parse(str(state.tracks["notes"])))
    play(lambda s: submarines.bomb_cavite(s, 3), state)
    tracks = {**position(turn=4).tracks, "notes": state.tracks["notes"]}
    later = type(state)(state.board, state.units.values(), tracks)
    play(submarines.leave, later)
    assert len(submarines.in_play(later)) == 3


def test_mac_11_3_b_it_happens_once_a_game() -> None:
    notes = {"Cavite bombed on turn": 2, "Cavite submarines gone": 1}
    state = position(turn=5, notes=notes)
    play(lambda s: submarines.bomb_cavite(s, 12), state)
    play(submarines.leave, state)
    assert len(submarines.in_play(state)) == 3


def test_mac_11_4_a_and_3_2_1_b_each_that_lies_there_may_roll_once() -> None:
    state = placed("Lingayen", "Lingayen", "Agno", at={"1/48": OFF_LINGAYEN})
    outcome = play(submarines.attacks, state, dice=[1, 1, 1, 1])
    assert len(outcome.rolls) == 2
    assert where(state, "1/48") == OFF_LINGAYEN


def test_mac_11_4_a_a_submarine_may_stay_silent_and_is_not_given_away() -> None:
    state = placed("Lingayen", "Agno", "Agno", at={"1/48": OFF_LINGAYEN})
    outcome = play(submarines.attacks, state, answers=["0"])
    assert outcome.rolls == ()
    assert outcome.story == ("Lingayen: no submarine attacks [11.4]",)


def test_mac_11_4_a_where_nobody_lands_no_submarine_attacks() -> None:
    assert play(submarines.attacks, placed("Lingayen", "Agno", "Agno")).events == ()


def test_mac_t11_and_11_4_b_a_drawn_artillery_is_lost_with_its_three_points() -> None:
    guns = japanese("guns", OFF_LINGAYEN, points=3, kind="artillery")
    foot = japanese("foot", OFF_LINGAYEN, points=4)
    state = position(guns, foot, phase=JAPANESE_NAVAL, transports={"operational 1": 7})
    assert state.board.tables.lookup("submarine", 10) == 1
    order = [unit.id for unit in submarines.invaders(state, "Lingayen")]
    play(submarines.attacks, state, dice=[5, 5, order.index("guns") + 1], answers=["1"])
    assert where(state, "guns") == "Eliminated"
    assert where(state, "foot") == OFF_LINGAYEN
    assert transports.sailings(state).lost == {1: 3}


def test_mac_t11_of_a_regiment_a_step_costs_its_share() -> None:
    state = position(
        at={"1/48": OFF_LINGAYEN}, phase=JAPANESE_NAVAL, transports={"operational 1": 4}
    )
    play(submarines.attacks, state, dice=[5, 5], answers=["1"])
    assert (state.units["1/48"].face, where(state, "1/48")) == ("back", OFF_LINGAYEN)
    assert transports.sailings(state).lost == {1: 2}
    play(submarines.attacks, state, dice=[5, 5], answers=["1"])
    assert where(state, "1/48") == "Eliminated"
    assert transports.sailings(state).lost == {1: 4}


def test_mac_11_5_a_better_torpedoes_add_3() -> None:
    for hard, place in ((False, OFF_LINGAYEN), (True, "Eliminated")):
        guns = japanese("guns", OFF_LINGAYEN, points=3, kind="artillery")
        settings = Settings(hard_submarines=hard)
        state = position(guns, phase=JAPANESE_NAVAL, settings=settings)
        play(submarines.attacks, state, dice=[4, 5], answers=["1"])
        assert where(state, "guns") == place


def test_the_enemy_is_asked_where_the_beaches_are_another_players_secret(
    monkeypatch, tmp_path
) -> None:
    state = placed("Lingayen", "Agno", "Agno", at={"1/48": OFF_LINGAYEN})
    assert any((user_folder() / "macarthur" / "secrets").iterdir())
    monkeypatch.setenv("VASSAL_BRIDGE_HOME", str(tmp_path / "enemy"))
    assert submarines.places(state) is None
    assert secrets.known(state, "submarines of turn 1") is None
    outcome = play(submarines.attacks, state)
    assert outcome.choices[0].answer == "0"
    assert len(outcome.choices[0].choose.options) == 4
