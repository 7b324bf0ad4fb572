"""`vassal-bridge terrain` from the outside: the address, painting, Ctrl-C, and what it refuses."""

import json
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from modules.red_beach.setup import start
from tests.built import bytes_of
from tests.cli_kit import call, command_line, environment
from vassal_bridge.builder.recipe import read_recipe
from vassal_bridge.builder.starting import start_recipe
from vassal_bridge.builder.writing.draft import draft_module
from vassal_bridge.builder.writing.module import module_bytes

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent as a signal here")


@pytest.fixture(scope="module")
def module(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("module") / "RedBeach.vmod"
    file.write_bytes(bytes_of("red_beach"))
    return file


def test_a_map_is_painted_finished_and_played_on(module: Path, bridge_home: Path) -> None:
    command = command_line("terrain", module, "--no-browser")
    alone = environment({"VASSAL_BRIDGE_HOME": str(bridge_home)})
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=alone, encoding="utf-8"
    ) as process:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        with urllib.request.urlopen(f"{address}sheet.json", timeout=30) as answer:
            sheet = json.load(answer)
        terrain = {one["name"]: "beach" for one in sheet["hexes"]}
        change = {"hexes": {"terrain": terrain}, "finished": True}
        request = urllib.request.Request(
            f"{address}paint",
            json.dumps(change).encode("ascii"),
            {"Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=30) as answer:
            assert json.load(answer)["painted"] == len(terrain)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=30)
    assert process.returncode == 0, said
    assert f"{len(terrain)} of {len(terrain)} hexes are painted" in said
    assert sheet["folder"] == str(bridge_home / "red_beach" / "map")
    assert set(start("start", "owner").board.terrain.values()) == {"beach"}
    assert len(set(start("start", "house").board.terrain.values())) > 3


def test_a_folder_with_a_file_of_somebody_else_is_refused(module: Path, tmp_path: Path) -> None:
    (tmp_path / "hexes.csv").write_text("hex,terrain,beach,name\n", encoding="utf-8")
    result = call("terrain", module, "-o", tmp_path, "--no-browser")
    assert result.exit_code == 2
    assert "was not written by this command; --force" in result.stderr
    assert [file.name for file in tmp_path.iterdir()] == ["hexes.csv"]


def test_an_unknown_map_or_game_is_told(module: Path, tmp_path: Path) -> None:
    result = call("terrain", module, "-o", tmp_path, "--map", "Atoll", "--no-browser")
    assert result.exit_code != 0
    assert "Atoll" in result.stderr
    assert "Betio" in result.stderr
    result = call("terrain", module, "--game", "chess", "--no-browser")
    assert result.exit_code == 2
    assert "chess" in result.stderr


def test_a_module_of_an_unknown_game_needs_a_folder(tmp_path: Path) -> None:
    start_recipe("mygame", tmp_path / "mygame")
    file = tmp_path / "mygame.vmod"
    file.write_bytes(module_bytes(draft_module(read_recipe(tmp_path / "mygame"))))
    result = call("terrain", file, "--no-browser")
    assert result.exit_code == 2
    assert "give --game, or a folder with -o" in result.stderr
