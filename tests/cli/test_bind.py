"""`bind`: a module that is not ours is bound from the command line, and then played."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from modules.red_beach.setup import start
from tests import foreign_red_beach as foreign
from tests.cli_kit import call
from vassal_bridge.binding.bindingfile import binding_path
from vassal_bridge.formats.save import open_save


@pytest.fixture
def desk(tmp_path: Path) -> Path:
    """Return a folder with the foreign module and a save of it."""
    (tmp_path / "betio.vmod").write_bytes(foreign.module_bytes())
    save = foreign.save_of(start("first_night", "house"))
    (tmp_path / "night.vsav").write_bytes(save.to_bytes())
    return tmp_path


def test_bind_then_run_then_watch(desk: Path) -> None:
    module, save, out = desk / "betio.vmod", desk / "night.vsav", desk / "after.vsav"
    bound = call("bind", module, "--game", "red_beach", "--save", save)
    assert bound.exit_code == 0, bound.output
    assert f"counter  {foreign.LACKING}" in bound.output
    assert foreign.SPARE in bound.output
    path = binding_path("red_beach", foreign.NAME)
    assert f"Wrote {path}." in bound.output
    ran = call("run", "red_beach", "night", save, "-o", out, "--edition", "house", "--seed", "7")
    assert ran.exit_code == 0, ran.output
    assert open_save(out).text != open_save(save).text
    watched = call(
        "watch", desk, "--game", "red_beach", "--once", "--edition", "house", "--seed", "7"
    )
    assert watched.exit_code == 0, watched.output
    assert (desk / "night.bot.vsav").exists()


def test_json_lists_what_was_found_and_what_was_not(desk: Path) -> None:
    result = call("bind", desk / "betio.vmod", "--game", "red_beach", "--dry-run", "--json")
    data = json.loads(result.stdout)
    assert [one["wanted"] for one in data["missing"]] == [foreign.LACKING]
    assert data["spare"] == [foreign.SPARE]
    assert data["bound"]["counter"] == {"found": 113, "of": 114}
    assert data["out"] is None
    assert len(data["found"]) == sum(one["found"] for one in data["bound"].values())


def test_an_edited_binding_is_never_written_over_unless_told_so(desk: Path) -> None:
    module = desk / "betio.vmod"
    out = desk / "mine.toml"
    out.write_text("# mine\n", encoding="utf-8")
    refused = call("bind", module, "--game", "red_beach", "-o", out)
    assert refused.exit_code == 2
    assert out.read_text(encoding="utf-8") == "# mine\n"
    assert call("bind", module, "--game", "red_beach", "-o", out, "--force").exit_code == 0
    assert foreign.NAME in out.read_text(encoding="utf-8")


def test_nothing_is_written_with_dry_run(desk: Path) -> None:
    assert call("bind", desk / "betio.vmod", "--game", "red_beach", "--dry-run").exit_code == 0
    assert not binding_path("red_beach", foreign.NAME).exists()


def test_a_module_of_another_game_is_told_apart(golden: Path) -> None:
    result = call("bind", golden / "beachhead.vmod", "--game", "red_beach", "--dry-run")
    assert "less than half of the counters were found" in result.output


def test_a_save_of_another_module_is_refused(desk: Path, golden: Path) -> None:
    other = golden / "beachhead" / "0-setup.vsav"
    result = call("bind", desk / "betio.vmod", "--game", "red_beach", "--save", other)
    assert result.exit_code == 3
    assert "Beachhead" in result.output
