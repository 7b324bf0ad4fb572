"""What a player waits for on a save of ten megabytes; run with -m bench -s.

The saves are real ones that hold sixty thousand empty stacks. Processor time and memory of a
fresh process are printed and compared.
"""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import CORPUS

pytestmark = pytest.mark.bench

LIMITS = {"info": (3, 200), "pieces": (3, 200), "diff": (6, 200), "edit": (6, 250)}
"""Seconds of one processor, and megabytes."""
CHANGE = '[[change]]\nmove = "{}"\nto = ["Main Map", 500, 500]\n'
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


@pytest.mark.parametrize("command", LIMITS)
def test_a_command_on_a_big_save_takes_seconds(tmp_path: Path, command: str) -> None:
    pytest.importorskip("resource", reason="this system does not tell a process's memory")
    saves = sorted(CORPUS.rglob("A30*.vsav"), key=lambda path: -path.stat().st_size)[:2]
    if not saves:
        pytest.skip("the corpus of public VASSAL files (../shared/corpus) is not here")
    args = {
        "info": [str(saves[0])],
        "pieces": [str(saves[0])],
        "diff": list(map(str, saves)),
        "edit": [str(saves[0]), str(tmp_path / "changes.toml"), "-o", str(tmp_path / "out.vsav")],
    }
    name = "Austrian Heavy Cavalry"
    (tmp_path / "changes.toml").write_text(CHANGE.format(name), encoding="utf-8")
    seconds, megabytes = _run(command, *args[command])
    print(f"\n{command}: {seconds:.1f} s, {megabytes:.0f} MB")
    assert seconds <= LIMITS[command][0]
    assert megabytes <= LIMITS[command][1]
    assert command != "edit" or (tmp_path / "out.vsav").exists()
