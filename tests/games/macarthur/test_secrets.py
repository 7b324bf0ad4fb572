import hashlib
import re
from dataclasses import replace

import pytest

from modules.macarthur.rules import charts, chits, secrets
from modules.macarthur.rules.planning import plan
from modules.macarthur.rules.returns import completion_returns
from modules.macarthur.units import ALLIED, JP
from tests.macarthur_air import CLARK, over, sky
from tests.macarthur_sea import play, position, where
from vassal_bridge.errors import RuleError
from vassal_bridge.game.sealing import commitment
from vassal_bridge.game.sequence import SECRET

NUMBER = [17, 4242]


def shown(state) -> str:
    """Return all that a save holds of a position, and what was told."""
    units = " ".join(map(str, state.units.values()))
    return " ".join([units, *map(str, state.tracks.values()), *state.told])


def test_a_secret_is_in_the_owners_vault_and_its_hash_in_save_and_chat() -> None:
    state = position()
    outcome = play(lambda s: secrets.keep(s, "plan", "land at Agno", "[4.4.5]"), state, dice=NUMBER)
    promised = secrets.promises(state)["plan"]
    assert secrets.known(state, "plan") == "land at Agno"
    assert any(promised in line for line in outcome.story)
    assert "Agno" not in shown(state)


def test_whoever_has_another_vault_cannot_open_it(monkeypatch, tmp_path) -> None:
    state = position()
    play(lambda s: secrets.keep(s, "plan", "land at Agno", "[4.4.5]"), state, dice=NUMBER)
    monkeypatch.setenv("VASSAL_BRIDGE_HOME", str(tmp_path / "enemy"))
    assert secrets.known(state, "plan") is None
    with pytest.raises(RuleError, match="the plan: this is sealed by another player"):
        secrets.must_know(state, "plan")
    with pytest.raises(RuleError, match="another player"):
        play(lambda s: secrets.disclose(s, "plan"), state)


def test_what_is_disclosed_can_be_proved_with_any_tool() -> None:
    state = position()
    play(lambda s: secrets.keep(s, "plan", "land at Agno", "[4.4.5]"), state, dice=NUMBER)
    (line,) = play(lambda s: secrets.disclose(s, "plan"), state).story
    found = re.fullmatch(
        r"Disclosed, plan: (.*) \(nonce ([0-9a-f]+), SHA-256 ([0-9a-f]{64})\)", line
    )
    assert found is not None
    text, nonce, promised = found.groups()
    said = f"vassal-bridge seal 1:{nonce}:plan:{text}"
    assert hashlib.sha256(said.encode()).hexdigest() == promised
    assert promised == secrets.promises(state)["plan"]


def test_the_same_secret_in_two_games_makes_two_promises() -> None:
    promises = set()
    for dice in ([17, 4242], [17, 4243]):
        state = position()
        play(lambda s: secrets.keep(s, "chit", "4", "[16.1.4]"), state, dice=dice)
        promises.add(secrets.promises(state)["chit"])
    assert len(promises) == 2


def test_whoever_tries_every_text_does_not_find_the_one_that_was_sealed(
    monkeypatch, tmp_path
) -> None:
    """Chits are few: the nonce, which only the owner's key gives, keeps them from being tried."""
    promises = set()
    for home in ("mine", "theirs"):
        monkeypatch.setenv("VASSAL_BRIDGE_HOME", str(tmp_path / home))
        state = position()
        play(lambda s: secrets.keep(s, "chit", "4", "[16.1.4]"), state, dice=NUMBER)
        promises.add(secrets.promises(state)["chit"])
    nonces = ("", *map(str, NUMBER), str((NUMBER[0] - 1) * 10000 + NUMBER[1]))
    tried = {commitment("chit", str(n), nonce) for n in range(8) for nonce in nonces}
    assert len(promises) == 2
    assert not promises & tried
    assert all(len(sealed.nonce) == 32 for sealed in secrets.vault())


def test_mac_2_2_1_a_what_is_hidden_makes_no_difference_to_what_the_enemy_gets() -> None:
    """The same CAP from two bases, all else deployed otherwise too: one and the same position."""
    seen = set()
    for base, other in (("Iba", "Nichols"), ("Nichols", "Batangas")):
        hidden = dict.fromkeys(("P-40E 1", "P-40E 2", "ABSU P-40 1"), base)
        state = sky({**hidden, "P-35 1": other, "ABSU P-35 1": other}, phase="Allied Air")
        play_plan = ["cap", CLARK, "P-40E 1", "move", "Del Carmen", "P-35 1", "done"]
        outcome = play(plan, state, answers=play_plan)
        play(lambda s: charts.seal(s, ALLIED), state, dice=NUMBER)
        told = [str(one) for one in outcome.choices if one.choose.kind != SECRET]
        seen.add(re.sub(r"[0-9a-f]{64}", "(hash)", " ".join([*told, *outcome.story, shown(state)])))
    assert len(seen) == 1


def test_a_secret_draw_is_even_over_the_die_that_is_rolled_in_the_open() -> None:
    found = []
    for face in range(1, 8):
        state = position()
        draw = lambda s: secrets.draw(s, "chit", 7, "[16.1.4]")  # noqa: E731
        play(draw, state, dice=[*NUMBER, face])
        found.append(secrets.drawn(state, "chit", 7))
    assert sorted(found) == [1, 2, 3, 4, 5, 6, 7]


def test_mac_16_1_4_a_and_17_0_b_the_japanese_chit_stays_secret(monkeypatch, tmp_path) -> None:
    state = position(notes={"Japanese chit": 0})
    play(chits.draw_japanese, state, dice=[*NUMBER, 3])
    assert chits.japanese_chit(state) in range(1, 8)
    with pytest.raises(RuleError, match="drawn already"):
        play(chits.draw_japanese, state)
    monkeypatch.setenv("VASSAL_BRIDGE_HOME", str(tmp_path / "enemy"))
    assert chits.japanese_chit(state) is None
    with pytest.raises(RuleError, match="another player"):
        chits.must_know_japanese(state)


def test_before_it_is_drawn_nobody_knows_the_chit() -> None:
    with pytest.raises(RuleError, match="not sealed yet"):
        chits.must_know_japanese(position(notes={"Japanese chit": 0}))


def test_mac_16_1_1_a_and_1_3_a_the_allied_chit_is_shown() -> None:
    state = position()
    outcome = play(chits.draw_allied, state, dice=[4])
    assert chits.allied_chit(state) == 4
    assert outcome.story == ("Allied chit 4: historical and Pensacola [16.1.1]",)
    with pytest.raises(RuleError, match="drawn already"):
        play(chits.draw_allied, state)


@pytest.mark.parametrize(
    ("chit", "convoys"),
    [(1, ()), (2, ()), (3, ()), (4, ("Pensacola",)), (5, ("Pensacola", "Polk-Coolidge"))],
)
def test_mac_16_1_1_a_convoys_by_chit(chit: int, convoys) -> None:
    assert chits.convoys(position(), chit) == convoys


@pytest.mark.parametrize(
    ("chit", "forces"),
    [
        (1, {"16", "48", "65", "A"}),
        (3, {"16", "48", "65", "A"}),
        (4, {"16", "48", "65", "A"}),
        (5, {"16", "4", "62", "A"}),
        (6, {"16", "4", "48", "SNLF", "A"}),
        (7, {"16", "4", "48", "62", "A", "B", "SNLF"}),
    ],
)
def test_mac_16_1_4_1_a_and_16_1_4_3_a_forces_by_chit(chit: int, forces) -> None:
    assert set(chits.forces(position(), chit)) == forces


def test_mac_16_1_4_1_b_and_16_1_4_1_a_the_65th_comes_on_turn_9_with_chits_1_to_3() -> None:
    state = position()
    assert [chits.may_land(state, "65", 1, turn) for turn in (1, 8, 9)] == [False, False, True]
    assert chits.may_land(state, "65", 4, 1)
    assert not chits.may_land(state, "65", 5, 13)
    assert not chits.may_land(state, "B", 6, 1)
    assert chits.may_land(state, "B", 7, 1)


def test_mac_16_1_4_4_1_a_and_14_3_a_ground_units_begin_off_the_map() -> None:
    state = position()
    ours = [unit for unit in state.units.values() if unit.side == JP and unit.is_ground]
    assert ours
    assert {unit.location for unit in ours} <= set(chits.start_of_ground_units())


@pytest.mark.parametrize("side", [JP, ALLIED])
def test_mac_2_2_1_a_a_sealed_chart_says_nothing_of_who_stands_where(side: str) -> None:
    state = position()
    units = charts.on_charts(state, side)
    play(lambda s: charts.seal(s, side), state, dice=NUMBER)
    assert charts.is_sealed(state, side)
    assert charts.on_charts(state, side) == ()
    assert {where(state, unit.id) for unit in units} == {charts.BOXES[side]}
    assert all(not unit.base for unit in state.at(charts.BOXES[side]))
    with pytest.raises(RuleError, match="sealed already"):
        play(lambda s: charts.seal(s, side), state)


def test_mac_2_2_1_a_the_owner_opens_it_and_all_is_as_before() -> None:
    state = position()
    before = state.copy()
    play(lambda s: charts.seal(s, ALLIED), state, dice=NUMBER)
    play(lambda s: charts.open_charts(s, ALLIED), state)
    assert dict(state.units) == dict(before.units)
    with pytest.raises(RuleError, match="not sealed"):
        play(lambda s: charts.open_charts(s, ALLIED), state)


def test_mac_2_2_1_a_where_aircraft_in_the_air_came_from_is_sealed_with_the_charts() -> None:
    flying = {"P-40E 5": over(CLARK, "cap", "Iba", "patrol"), "P-40E 4": "Iba"}
    state = sky({**flying, "ABSU P-40 2": "Iba"}, phase="Allied Completion")
    before = state.copy()
    play(lambda s: charts.seal(s, ALLIED), state, dice=NUMBER)
    assert "Iba" not in shown(state)
    assert (state.units["P-40E 5"].location, state.units["P-40E 5"].base) == (CLARK, "")
    assert state.status() == []
    play(lambda s: charts.open_charts(s, ALLIED), state)
    assert dict(state.units) == dict(before.units)


def test_mac_2_2_1_a_what_comes_home_to_sealed_charts_lands_when_they_are_opened() -> None:
    flying = {"P-40E 5": over(CLARK, "cap", "Iba", "patrol"), "P-40E 4": "Iba"}
    down = {"P-40E 3": ("Iba", {"face": "back", "held": True})}
    state = sky({**flying, **down, "ABSU P-40 2": "Iba"}, phase="Japanese Completion")
    play(lambda s: charts.seal(s, ALLIED), state, dice=NUMBER)
    play(completion_returns, state)
    assert "Iba" not in shown(state)
    assert (where(state, "P-40E 5"), state.units["P-40E 5"].mission) == (charts.BOXES[ALLIED], "")
    play(lambda s: charts.open_charts(s, ALLIED), state)
    assert {where(state, name) for name in ("P-40E 3", "P-40E 4", "P-40E 5")} == {"Iba"}
    assert state.units["P-40E 5"].base == ""
    assert (state.units["P-40E 3"].face, state.units["P-40E 3"].held) == ("front", False)


def test_mac_2_2_1_a_faces_and_marks_come_back_and_the_dead_do_not(monkeypatch, tmp_path) -> None:
    state = position()
    units = {**state.units}
    units["P-35 1"] = replace(units["P-35 1"], face="back", aborted=True)
    state = type(state)(state.board, units.values(), state.tracks)
    play(lambda s: charts.seal(s, ALLIED), state, dice=NUMBER)
    hidden = state.units["P-35 1"]
    assert (hidden.face, hidden.aborted) == ("front", False)
    units = {**state.units, "P-35 2": replace(state.units["P-35 2"], location="Eliminated")}
    state = type(state)(state.board, units.values(), state.tracks)
    home = tmp_path / "bridge-home"
    monkeypatch.setenv("VASSAL_BRIDGE_HOME", str(tmp_path / "enemy"))
    with pytest.raises(RuleError, match="another player"):
        play(lambda s: charts.open_charts(s, ALLIED), state)
    monkeypatch.setenv("VASSAL_BRIDGE_HOME", str(home))
    play(lambda s: charts.open_charts(s, ALLIED), state)
    again = state.units["P-35 1"]
    assert (again.location, again.face, again.aborted) == ("Del Carmen", "back", True)
    assert where(state, "P-35 2") == "Eliminated"
