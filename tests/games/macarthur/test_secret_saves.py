import re

import pytest
from click.testing import CliRunner

from modules.macarthur.rules import secrets
from tests.built import undrawn_save_of
from tests.macarthur_saves import after, first_day, played, state_of, with_units_at
from vassal_bridge.cli.main import cli
from vassal_bridge.errors import RuleError
from vassal_bridge.formats.save import Save

OTHERWISE = {"P-35 1": "Nichols", "ABSU P-35 1": "Iba", "B-18 1": "Batangas", "P-26 1": "Vigan"}
"""Another deployment of the same aircraft."""


def content(save: Save) -> str:
    """Return everything that a save holds, with hashes and the numbers of stacks blotted out."""
    archive = save.archive
    texts = [str(command) for command in save.commands]
    texts += [
        archive[name].decode("utf-8", "replace") for name in archive.names if name != "savedGame"
    ]
    return re.sub(r"[0-9a-f]{64}|\d+(?=/stack/)", "(blotted)", "\n".join(texts))


def test_sealed_charts_say_nothing_to_the_enemy_and_all_to_their_owner(
    monkeypatch, tmp_path
) -> None:
    one, other = first_day(), with_units_at(first_day(), OTHERWISE)
    assert content(one) != content(other)
    sealed = after(other, "seal_allied")
    assert content(after(one, "seal_allied")) == content(sealed)
    assert dict(state_of(after(sealed, "open_allied")).units) == dict(state_of(other).units)
    monkeypatch.setenv("VASSAL_BRIDGE_HOME", str(tmp_path / "enemy"))
    with pytest.raises(RuleError, match="another player"):
        after(sealed, "open_allied")


def test_no_secret_is_in_save_chat_or_story_before_it_is_disclosed() -> None:
    before = first_day()
    told = played(before, "beach", ["Agno"])
    save = Save.from_bytes(told.data, name="after.vsav")
    assert content(save).count("Agno") == content(before).count("Agno")
    assert not any("Agno" in line for line in (*told.story, *told.chat))
    (line,) = [line for line in played(save, "disclose").story if line.startswith("Disclosed")]
    assert "beach of turn 2: Agno (nonce " in line


def test_2_2_1_a_save_by_mail_holds_nothing_of_its_senders_vault(monkeypatch, tmp_path) -> None:
    monkeypatch.setenv("VASSAL_BRIDGE_HOME", str(tmp_path))
    before = undrawn_save_of("macarthur", "road_to_bataan")
    opened = played(before, "allied_opening")
    sealed = after(Save.from_bytes(opened.data, name="opened.vsav"), "seal_allied")
    own = list(secrets.vault())
    assert len(own) == 26 + 1 + 2
    texts = {part for one in own for part in (one.nonce, *one.text.split(", ")) if "=" in part}
    texts |= {one.nonce for one in own}
    texts |= {part for one in own for part in one.text.split(", ") if part.count("@") == 3}
    everything = content(sealed) + "\n".join((*opened.chat, *opened.story))
    assert not [text for text in texts if text in everything]


def test_what_seals_is_written_as_a_save_alone(tmp_path) -> None:
    first_day().write(tmp_path / "turn.vsav")
    arguments = ["run", "macarthur", "seal_allied", str(tmp_path / "turn.vsav")]
    result = CliRunner().invoke(cli, [*arguments, "-o", str(tmp_path / "turn.vlog")])
    assert result.exit_code == 2
    assert "it would show what seal_allied hides" in " ".join(result.output.split())
