import hashlib
import json
import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vassal_bridge.binding.play import _is_told
from vassal_bridge.errors import RuleError
from vassal_bridge.game.sealing import Sealed, Vault, apart, vault_of
from vassal_bridge.game.sequence import SECRET, Choose, Chosen, Option


def test_a_promise_is_what_any_tool_computes_from_nonce_label_and_text() -> None:
    text = "vassal-bridge seal 1:0badcafe:beach of turn 3:Agno"
    sealed = Sealed("beach of turn 3", "Agno", "0badcafe")
    assert sealed.hash == hashlib.sha256(text.encode()).hexdigest()


@given(st.text(), st.text())
def test_another_text_does_not_fit_the_promise(text: str, other: str) -> None:
    promised = Sealed("label", text, "00").hash
    Sealed("label", text, "00").check(promised)
    if text != other:
        with pytest.raises(RuleError, match="label"):
            Sealed("label", other, "00").check(promised)


def test_the_owner_finds_a_secret_again_and_nobody_else_does(tmp_path) -> None:
    mine, theirs = Vault(tmp_path / "mine"), Vault(tmp_path / "theirs")
    sealed = mine.seal("chit", "4", "game 1")
    assert mine.find(sealed.hash) == sealed
    assert theirs.find(sealed.hash) is None
    assert [one.text for one in mine] == ["4"]
    assert list(theirs) == []


def test_the_same_secret_in_the_same_game_makes_the_same_promise(tmp_path) -> None:
    vault = Vault(tmp_path)
    first = vault.seal("chit", "4", "game 1")
    assert Vault(tmp_path).seal("chit", "4", "game 1") == first


def test_in_another_game_or_by_another_player_the_promise_differs(tmp_path) -> None:
    mine, theirs = Vault(tmp_path / "mine"), Vault(tmp_path / "theirs")
    hashes = {
        mine.seal("chit", "4", "game 1").hash,
        mine.seal("chit", "4", "game 2").hash,
        theirs.seal("chit", "4", "game 1").hash,
    }
    assert len(hashes) == 3


def test_a_secret_that_was_changed_on_the_disk_is_refused(tmp_path) -> None:
    vault = Vault(tmp_path)
    sealed = vault.seal("chit", "4", "game 1")
    file = tmp_path / f"{sealed.hash}.json"
    kept = json.loads(file.read_text(encoding="utf-8"))
    file.write_text(json.dumps({**kept, "text": "7"}), encoding="utf-8")
    with pytest.raises(RuleError, match="another text"):
        vault.find(sealed.hash)
    file.write_text("{", encoding="utf-8")
    with pytest.raises(RuleError, match="expected a sealed secret"):
        vault.find(sealed.hash)


@pytest.mark.parametrize("promised", ["", "key", "../key", "0" * 63])
def test_what_is_no_hash_is_not_looked_up(tmp_path, promised: str) -> None:
    assert Vault(tmp_path).find(promised) is None


def test_private_numbers_reach_every_side_and_stay_the_same(tmp_path) -> None:
    vault = Vault(tmp_path)
    drawn = [vault.number(f"battery {place}", 6, "game 1") for place in range(100)]
    assert set(drawn) == {1, 2, 3, 4, 5, 6}
    assert drawn == [vault.number(f"battery {place}", 6, "game 1") for place in range(100)]


def test_a_secret_decision_is_not_told() -> None:
    options = (Option("Agno", "Agno"), Option("Vigan", "Vigan"))
    assert not _is_told(Chosen(Choose(SECRET, "Which beach?", options, "[4.4.5]"), "Agno"))
    assert _is_told(Chosen(Choose("beach", "Which beach?", options, "[4.4.5]"), "Agno"))


@pytest.mark.skipif(os.name != "posix", reason="modes of files are not Windows'")
def test_a_vault_is_for_its_owner_alone(tmp_path) -> None:
    vault = Vault(tmp_path / "secrets")
    vault.seal("beach", "Agno", "1")
    assert vault.folder.stat().st_mode & 0o077 == 0
    assert all(file.stat().st_mode & 0o077 == 0 for file in vault.folder.iterdir())


def test_games_that_nobody_plays_leave_nothing_in_the_vault(monkeypatch, tmp_path) -> None:
    monkeypatch.setenv("VASSAL_BRIDGE_HOME", str(tmp_path))
    with apart("7"):
        sealed = vault_of("macarthur").seal("beach", "Agno", "1")
        number = vault_of("macarthur").number("chit", 7, "1")
        assert vault_of("macarthur").find(sealed.hash) == sealed
    assert vault_of("macarthur").find(sealed.hash) is None
    with apart("7"):
        assert vault_of("macarthur").seal("beach", "Agno", "1") == sealed
        assert vault_of("macarthur").number("chit", 7, "1") == number
    assert not list(tmp_path.iterdir())
