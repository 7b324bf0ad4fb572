"""watch --check tells at once how an arriving log follows the chain so far."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from tests.audit.tampering import GOLDEN
from tests.cli_kit import call


def mails(tmp_path: Path, folder: str, *names: str) -> Path:
    for name in names:
        shutil.copy2(GOLDEN / folder / f"{name}.vlog", tmp_path)
    return tmp_path


def test_logs_that_follow_each_other_have_no_findings(tmp_path: Path) -> None:
    told = call("watch", mails(tmp_path, "chain", "1-US", "2-JP"), "--check", "--once")
    assert told.exit_code == 0, told.output
    assert "2-JP.vlog (after 1-US.vlog): no findings" in told.stdout


def test_a_log_that_begins_elsewhere_is_told_of_and_nothing_is_written(tmp_path: Path) -> None:
    folder = mails(tmp_path, "chain-shifted", "1-US", "2-JP")
    told = call("watch", folder, "--check", "--once")
    assert told.exit_code == 1
    assert "CHAIN-BREAK" in told.stdout
    assert sorted(one.name for one in folder.iterdir()) == ["1-US.vlog", "2-JP.vlog"]


def test_without_check_a_game_is_needed(tmp_path: Path) -> None:
    assert call("watch", tmp_path, "--once").exit_code == 2


def test_a_log_that_fills_a_gap_settles_what_was_told_of_it(tmp_path: Path) -> None:
    for place, name in enumerate(("1-US", "3-US", "2-JP")):
        file = tmp_path / f"{place}.vlog"
        shutil.copy2(GOLDEN / "chain" / f"{name}.vlog", file)
        os.utime(file, (place + 1, place + 1))
    told = call("watch", tmp_path, "--check", "--once")
    assert "2.vlog (after 0.vlog): no findings" in told.stdout
    assert "1.vlog, start: CHAIN-" in told.stdout
    assert "is settled by it." in told.stdout
