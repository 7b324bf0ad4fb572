"""Fair dice between two homes: what a shell writes is read, and a secret is never replaced."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.conftest import GOLDEN
from vassal_bridge.cli.main import cli

LOG = str(GOLDEN / "beachhead" / "turn1-US.vlog")


def dice(*words: str) -> Result:
    return CliRunner().invoke(cli, ["dice", *words])


def committed(folder: Path, player: str) -> str:
    secret = str(folder / f"{player}.secret")
    result = dice("commit", "--game", "Tarawa 7", "--player", player, "--secret", secret)
    assert result.exit_code == 0
    return result.stdout


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_round_goes_by_mail_however_a_shell_writes_the_mails(
    tmp_path: Path, encoding: str
) -> None:
    ann, bob = (str(tmp_path / f"{name}.secret") for name in ("Ann", "Bob"))
    mails = [committed(tmp_path, "Ann"), committed(tmp_path, "Bob")]
    game = tmp_path / "game.txt"

    def then(*words: str) -> Result:
        game.write_text("\n".join(mails), encoding=encoding)
        result = dice(*words, "--mail", str(game))
        assert result.exit_code == 0, result.stderr
        mails.append(result.stdout)
        return result

    then("ask", LOG, "2d6 attack", "--secret", ann)
    then("reveal", LOG, "--secret", bob)
    rolled = then("roll", "--secret", ann)
    assert "2d6 = " in rolled.stderr
    game.write_text("\n".join(mails), encoding=encoding)
    checked = dice("check", str(game), "--log", LOG)
    assert (checked.exit_code, checked.stdout) == (0, "")
    assert "1 roll in 1 round; doubtful: 0." in checked.stderr


def test_a_secret_is_never_replaced_and_no_option_is_offered_for_it(tmp_path: Path) -> None:
    committed(tmp_path, "Ann")
    before = (tmp_path / "Ann.secret").read_bytes()
    secret = str(tmp_path / "Ann.secret")
    again = dice("commit", "--game", "Tarawa 8", "--player", "Ann", "--secret", secret)
    assert again.exit_code != 0
    assert "--force" not in again.stderr
    assert (tmp_path / "Ann.secret").read_bytes() == before


def test_the_first_mail_that_is_lacking_is_named(tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_text(committed(tmp_path, "Ann"), encoding="utf-8")
    secret, mail = str(tmp_path / "Ann.secret"), str(tmp_path / "game.txt")
    asked = dice("ask", LOG, "1d6", "--secret", secret, "--mail", mail)
    assert asked.exit_code != 0
    assert "found Ann" in asked.stderr
    assert "first block" in asked.stderr
