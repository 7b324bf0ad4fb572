"""[2.2.1] Two players by mail, each with a vault of his own; the save alone goes between them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from automation.macarthur.air import attacks
from automation.macarthur.hiding import open_allied, open_japanese, seal_allied, seal_japanese
from automation.macarthur.next import allied_opening, play_next
from automation.policies import Scripted, Sensible
from modules.macarthur.rules import captures, secrets
from modules.macarthur.rules.returns import go_home
from modules.macarthur.rules.sealed import BOXES, is_sealed
from modules.macarthur.setup import start
from modules.macarthur.state import State
from vassal_bridge.errors import RuleError
from vassal_bridge.game.changes import Place, Set
from vassal_bridge.game.dice import SeededDice
from vassal_bridge.game.sequence import Outcome, Steps, run

Sequence = Callable[[State], Steps[object]]


class Mail:
    """A game that goes to and fro: the state, and whose computer it is at."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
        self.state = start("road_to_bataan", "house")
        self._homes = {side: folder / side for side in ("allied", "jp")}
        for side, home in self._homes.items():
            vault = home / "macarthur" / "secrets"
            vault.mkdir(parents=True)
            (vault / "key.txt").write_text(side.encode().hex() + "\n", encoding="ascii")
        self._patch = monkeypatch
        self._rolls = 0
        self.kinds: dict[str, str] = {}
        self.to("allied")

    def to(self, side: str) -> None:
        """Bring the game to a player: as a save that was written and read again."""
        self.state = self.state.copy()
        self._patch.setenv("VASSAL_BRIDGE_HOME", str(self._homes[side]))

    def play(self, *sequences: Sequence, answers: Iterable[str] = ()) -> list[str]:
        """Play sequences where the game is, and return what everybody is told."""
        told: list[str] = []
        decider = Scripted(answers, Sensible())
        for sequence in sequences:
            self._rolls += 1
            outcome: Outcome = run(sequence, self.state, SeededDice(self._rolls), decider)
            told += outcome.story
            self.kinds = {one.choose.prompt: one.choose.kind for one in outcome.choices}
        return told


@pytest.fixture
def mail(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Mail:
    return Mail(monkeypatch, tmp_path)


def begun(mail: Mail) -> Mail:
    """Let both play what comes before turn 1; the game is then at Japan's, in its naval phase."""
    mail.play(allied_opening, seal_allied)
    mail.to("jp")
    mail.play(play_next)
    return mail


LANDING = ("Lingayen", "2/16", "done", "done", "Agno")
NO_LANDING = ("done", "none")


def test_16_0_the_game_begins_with_each_players_secrets_in_his_own_vault(mail) -> None:
    told = mail.play(allied_opening, seal_allied)
    assert "it is Japan's turn" in told[-2]
    assert mail.state.phase == "Reinforcement"
    mail.to("jp")
    later = mail.play(play_next)
    assert any("its owner answers, with `scout`" in line for line in later)
    assert mail.state.phase == "Japanese Naval"
    own = {label for label in secrets.promises(mail.state) if secrets.known(mail.state, label)}
    assert own == {"Japanese chit"}
    mail.to("allied")
    assert secrets.known(mail.state, "submarines of turn 1")
    assert secrets.known(mail.state, "battery 1")
    assert secrets.known(mail.state, "Japanese chit") is None


def test_11_4_submarines_and_aircraft_meet_a_landing_at_the_allied_players(mail) -> None:
    begun(mail)
    told = mail.play(play_next, answers=LANDING)
    assert not any("submarine attacks" in line or "Scramble" in line for line in told)
    assert "it is the Allied player's turn" in told[-1]
    assert mail.state.phase == "Japanese Naval"
    assert mail.play(play_next)[1:] == told[-1:]
    mail.play(seal_japanese)
    mail.to("allied")
    told = mail.play(open_allied, play_next)
    assert any("submarine attacks" in line for line in told)
    assert any("Scramble" in line for line in told)
    assert mail.state.phase == "Japanese Air"
    assert "parts of" not in str(mail.state.tracks["notes"])


def test_8_4_raids_are_planned_by_one_player_and_met_by_the_other(mail) -> None:
    begun(mail)
    told = mail.play(play_next, play_next, answers=NO_LANDING)
    assert "it is the Allied player's turn" in told[-1]
    assert mail.state.phase == "Japanese Air"
    flying = [unit for unit in mail.state.air("jp") if unit.is_raiding]
    assert flying
    with pytest.raises(RuleError, match="their owner opens them"):
        mail.play(attacks)
    mail.play(seal_japanese)
    mail.to("allied")
    told = mail.play(open_allied, play_next)
    assert any(line.startswith("Attack @") for line in told)
    assert mail.state.phase == "Japanese Land Movement"
    waits = mail.play(play_next)
    assert "with `open_japanese`, then `next`" in waits[-1]
    mail.play(seal_allied)
    mail.to("jp")
    mail.play(open_japanese, play_next, play_next, play_next)
    assert mail.state.phase == "Allied Naval"
    assert not [unit for unit in mail.state.air("jp") if unit.is_raiding]


def test_8_4_1_who_was_off_the_field_when_charts_were_sealed_lands_once_they_are_open(mail) -> None:
    begun(mail)
    mail.to("allied")
    mail.play(open_allied)
    away = {"base": "Clark", "mission": "aloft"}
    for field, value in away.items():
        mail.state.push(Set("B-17 1", field, "", value, "[test]"))
    mail.play(seal_allied)
    mail.to("jp")
    mail.play(lambda state: go_home(state, state.units["B-17 1"], "[test]"))
    assert mail.state.units["B-17 1"].location == BOXES["allied"]
    mail.to("allied")
    mail.play(open_allied)
    home = mail.state.units["B-17 1"]
    assert (home.location, home.mission, home.base) == ("Clark", "", "")


def test_8_4_4_aircraft_on_sealed_charts_flee_when_they_are_opened(mail) -> None:
    begun(mail)
    hayes = str(mail.state.board.fields["John Hayes"].hex)
    mail.to("allied")
    mail.play(open_allied)
    mail.state.push(Place("P-26 1", "Batangas", "John Hayes", "[test]"))
    mail.play(seal_allied)
    mail.to("jp")
    mail.state.push(Place("1/48", "Formosa", hayes, "[test]"))
    told = mail.play(captures.take)
    assert told == ["John Hayes is entered: aircraft flee when its charts are opened [8.4.4]"]
    assert mail.state.units["P-26 1"].location == BOXES["allied"]
    mail.to("allied")
    told = mail.play(open_allied)
    assert any("P-26 1" in line and "John Hayes" in line for line in told)
    assert "John Hayes is taken by Japan [8.1]" in told
    assert not is_sealed(mail.state, "allied")


def test_2_2_1_who_stays_on_the_ground_is_told_only_while_no_charts_are_kept(mail) -> None:
    """Fields near an attack may try or not: a roll tells that one has fighters, nothing else."""
    begun(mail)
    mail.play(play_next, play_next, answers=NO_LANDING)
    mail.play(seal_japanese)
    mail.to("allied")
    mail.play(open_allied)
    opened = mail.state.copy()
    mail.play(play_next)
    assert near_kinds(mail) == {"secret"}
    public = {**opened.tracks, "seals": ""}
    mail.state = State(opened.board, opened.units.values(), public)
    mail.play(play_next)
    assert near_kinds(mail) == {"attempt"}


def near_kinds(mail: Mail) -> set[str]:
    return {kind for prompt, kind in mail.kinds.items() if "scramble against the attack" in prompt}
