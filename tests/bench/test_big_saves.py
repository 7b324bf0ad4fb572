"""What a player waits for on a save of ten megabytes; run with -m bench -s.

The saves are real ones that hold sixty thousand empty stacks, and copies of the kitchen's with
thirty thousand pieces. Processor time and memory of a
fresh process are printed and compared.
"""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.big_saves import SHORT_PIECES, sized_save
from tests.conftest import CORPUS

pytestmark = pytest.mark.bench

MEGABYTES = 200
"""The most memory that any command may take."""
SECONDS = {"info": 3, "pieces": 3, "verify": 4, "diff": 6, "edit": 7, "do": 7, "dump": 6}
"""The most seconds of one processor, by command; `do` is an edit by a key command."""
PIECE = "Austrian Heavy Cavalry"
CHANGES = {
    "edit": f'[[change]]\nmove = "{PIECE}"\nto = ["Main Map", 500, 500]\n',
    "do": f'[[change]]\ndo = "{PIECE}"\ncommand = "Delete"\n',
}
RUN = """
import resource, sys, time
from vassal_bridge.cli.main import main
try:
    main(sys.argv[1:])
except SystemExit:
    pass
used = resource.getrusage(resource.RUSAGE_SELF)
print(f"\\n{time.process_time()} {used.ru_maxrss / 1024}")
"""


def _run(*args: str) -> tuple[float, float]:
    """Run a command in a process of its own; return its processor seconds and megabytes."""
    done = subprocess.run(
        [sys.executable, "-c", RUN, *args],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    seconds, megabytes = done.stdout.splitlines()[-1].split()
    return float(seconds), float(megabytes)


@pytest.mark.parametrize("command", SECONDS)
def test_a_command_on_a_big_save_takes_seconds(tmp_path: Path, command: str) -> None:
    pytest.importorskip("resource", reason="this system does not tell a process's memory")
    saves = sorted(CORPUS.rglob("A30*.vsav"), key=lambda path: -path.stat().st_size)[:2]
    if not saves:
        pytest.skip("the corpus of public VASSAL files (../shared/corpus) is not here")
    changes, out = tmp_path / "changes.toml", tmp_path / "out.vsav"
    changes.write_text(CHANGES.get(command, ""), encoding="utf-8")
    args: dict[str, list[str | Path]] = {
        "diff": ["diff", *saves],
        "edit": ["edit", saves[0], changes, "-o", out],
        "do": ["edit", saves[0], changes, "-o", out],
        "dump": ["dump", saves[0], "-o", out],
    }
    seconds, megabytes = _run(*map(str, args.get(command, [command, saves[0]])))
    print(f"\n{command}: {seconds:.1f} s, {megabytes:.0f} MB")
    assert seconds <= SECONDS[command]
    assert megabytes <= MEGABYTES
    assert out.exists() == (command in args and command != "diff")


@pytest.mark.parametrize("command", ["info", "pieces", "verify"])
def test_a_save_of_tens_of_thousands_of_pieces_fits_the_memory(
    tmp_path: Path, command: str
) -> None:
    pytest.importorskip("resource", reason="this system does not tell a process's memory")
    seconds, megabytes = _run(command, str(sized_save(tmp_path, 10, SHORT_PIECES)))
    print(f"\n{command}: {seconds:.1f} s, {megabytes:.0f} MB")
    assert megabytes <= MEGABYTES
