"""No command writes over a file that it reads, not even with --force."""

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from vassal_bridge.cli.main import cli

LOG = Path("logs") / "a-two-players.vlog"
SAVE = Path("kitchen") / "02-script.vsav"
MODULE = Path("beachhead.vmod")
CASES = {
    "dump": (SAVE, ["dump", "{file}", "-o", "{out}", "--force"]),
    "edit": (SAVE, ["edit", "{file}", "{changes}", "-o", "{out}", "--force"]),
    "edit over its changes": (SAVE, ["edit", "{file}", "{out}", "-o", "{out}", "--force"]),
    "log cut": (LOG, ["log", "cut", "{file}", "--step", "3", "-o", "{out}", "--force"]),
    "log join": (LOG, ["log", "join", "{file}", "-o", "{out}", "--force"]),
    "module bump": (MODULE, ["module", "bump", "{file}", "9", "-o", "{out}", "--force"]),
    "module scale": (MODULE, ["module", "scale", "{file}", "2", "-o", "{out}", "--force"]),
    "module split": (MODULE, ["module", "split", "{file}", "-o", "{out}", "--force"]),
    "picture": (SAVE, ["picture", "{file}", "-o", "{out}", "--force"]),
    "players": (SAVE, ["players", "{file}", "--drop", "X", "-o", "{out}", "--force"]),
    "run": (SAVE, ["run", "red_beach", "night", "{file}", "-o", "{out}", "--force"]),
}


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("spelling", ["plain", "roundabout"])
def test_an_input_is_never_written_over(
    name: str, spelling: str, golden: Path, tmp_path: Path
) -> None:
    source, arguments = CASES[name]
    file = tmp_path / source.name
    shutil.copyfile(golden / source, file)
    changes = tmp_path / "changes.json"
    changes.write_text('{"change": [{"say": "hello"}]}', encoding="utf-8")
    out = changes if "changes" in name else file
    before = out.read_bytes()
    if spelling == "roundabout":
        (tmp_path / "beside").mkdir()
        out = tmp_path / "beside" / ".." / out.name
    words = {"file": str(file), "changes": str(changes), "out": str(out)}
    result = CliRunner().invoke(cli, [part.format(**words) for part in arguments])
    assert result.exit_code == 2, result.output
    assert "never written to" in result.stderr
    assert out.read_bytes() == before
