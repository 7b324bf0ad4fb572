"""Files as players name them, and a helpful sentence with the right exit code where they err."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.conftest import GOLDEN
from vassal_bridge.cli.main import cli

SAVE = GOLDEN / "beachhead" / "0-setup.vsav"
LOG = GOLDEN / "beachhead" / "turn1-US.vlog"
MODULE = GOLDEN / "beachhead.vmod"


def run(*arguments: object) -> Result:
    return CliRunner().invoke(cli, list(map(str, arguments)))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with spaces and umlauts in its name, with one below it."""
    found = tmp_path / "Züge und mehr"
    (found / "älter").mkdir(parents=True)
    (found / "Zug 1.vsav").write_bytes(SAVE.read_bytes())
    (found / "älter" / "Zug 0.VLOG").write_bytes(LOG.read_bytes())
    (found / "notes.txt").write_text("no file of VASSAL's", encoding="utf-8")
    return found


@pytest.mark.parametrize("command", ["verify", "info"])
class TestFilesAreNamed:
    def test_by_a_folder(self, command: str, folder: Path) -> None:
        result = run(command, folder)
        assert result.exit_code == 0
        assert all(name in result.stdout for name in ("Zug 1.vsav", "Zug 0.VLOG"))
        assert "notes.txt" not in result.stdout

    def test_by_a_pattern_that_no_shell_expanded(self, command: str, folder: Path) -> None:
        result = run(command, folder / "*.vsav", folder / "Zug 1.vsav")
        assert result.exit_code == 0
        assert "Zug 1.vsav" in result.stdout
        assert "Zug 0" not in result.stdout

    def test_or_it_is_said_that_there_are_none(self, command: str, folder: Path) -> None:
        for given, said in (
            (folder / "*.vmod", "no file is called like"),
            (folder / "Zug 2.vsav", "does not exist"),
        ):
            result = run(command, given)
            assert result.exit_code == 2
            assert said in result.stderr
        (folder / "leer").mkdir()
        assert "holds no file of .vlog, .vmdx" in run(command, folder / "leer").stderr


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["pieces", MODULE], 3, "expected a save or log, found a module"),
        (["pieces", SAVE, "--viewer", "Japn"], 3, "there is no side 'Japn'; there is US, JP"),
        (["diff", MODULE, SAVE], 3, "expected a save or log, found a module"),
        (["lint", SAVE], 3, "expected a module, found a save or log"),
        (["log", "cut", SAVE, "--step", 1], 3, "there is no step 1"),
        (["log", "cut", LOG, "--step", 99], 3, "expected a step from 0 to 27, found 99"),
        (["log", "cut", LOG, "--step", "two"], 2, "'two'"),
        (["picture", SAVE, "--step", 2], 3, "there is no step 2"),
        (
            ["picture", SAVE, "--module", MODULE, "--map", "Nope"],
            3,
            "the module has no map 'Nope'; it has Beachhead",
        ),
        (["players", SAVE, "--rename", "An=Bo"], 3, "there is no player 'An'; there is"),
        (["players", SAVE, "--rename", "An"], 2, "expected --rename OLD=NEW, found 'An'"),
        (["load", MODULE], 3, "expected a text file, found a zip"),
        (["inof", SAVE], 2, "Did you mean 'info'?"),
    ],
    ids=lambda value: " ".join(map(str, value[:3])) if isinstance(value, list) else "",
)
def test_a_wrong_use_is_told(arguments: list[object], code: int, said: str, tmp_path: Path) -> None:
    kinds = {"picture": "x.png", "load": "x.vsav", "log": "x.vsav", "players": "x.vsav"}
    out = kinds.get(str(arguments[0]))
    result = run(*arguments, *(["-o", tmp_path / out] if out else []))
    assert (result.exit_code, result.stdout) == (code, "")
    assert said in " ".join(result.stderr.split())
    assert not list(tmp_path.iterdir())


def test_a_film_needs_a_log(tmp_path: Path) -> None:
    result = run("picture", SAVE, "--gif", "-o", tmp_path / "x.gif")
    assert result.exit_code == 3
    assert "expected a log, found one without steps, or a save" in result.stderr


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "found an empty file"),
        (b"vassal-bridge twin 1: ...", "`load` makes the file from it"),
        (b"MZ", "found something else"),
    ],
)
def test_what_is_no_zip_is_told(content: bytes, said: str, tmp_path: Path) -> None:
    path = tmp_path / "odd.vsav"
    path.write_bytes(content)
    result = run("info", path)
    assert result.exit_code == 3
    assert said in result.stderr


@pytest.mark.parametrize(
    ("filters", "said"),
    [
        (["--map", "Beachead"], "No piece has the map 'Beachead'; there is 'Beachhead'. Did you"),
        (["--zone", "Nowhere"], "No piece has the zone 'Nowhere'; there is '"),
        (["--side", "Japan"], "No piece has the side 'Japan'; there is 'JP', 'US'."),
        (["--where", "Strenth=2"], "No piece has the property Strenth '2'; none has any."),
        (["--where", "Steps=9"], "No piece has the property Steps '9'; there is '"),
        (["--side", "US", "--name", "I/35"], "No piece passes all of this together."),
        (["--name", "1/1 Maar"], "No piece is called '1/1 Maar'. Did you mean '1/1 Mar'?"),
    ],
)
def test_a_filter_that_no_piece_passes_is_told(filters: list[str], said: str) -> None:
    result = run("pieces", SAVE, "--module", MODULE, *filters)
    assert result.exit_code == 0
    assert said in result.stderr
