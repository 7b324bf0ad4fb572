"""Reading a save beside pywargame, where it imports; run with -m bench -s.

It is no dependency of ours: `pip install pywargame` beside the project (it needs Python 3.12).
Both read every command of the save; only we can give its pieces with their traits.
"""

import time
from collections.abc import Callable
from typing import Any

import pytest

from tests.conftest import GOLDEN
from vassal_bridge.formats.save import open_save

pytestmark = pytest.mark.bench

WANTED_TIMES = 3
"""How many times faster we are to be, pieces and traits included."""


def _reader() -> Callable[[str], Any]:
    try:
        from pywargame.vassal.save import SaveIO
    except (ImportError, SyntaxError) as error:
        pytest.skip(f"pywargame does not import here: {error}")
    read: Callable[[str], Any] = SaveIO.readSave
    return read


def _seconds(action: Callable[[], object], times: int = 3) -> float:
    best = float("inf")
    for _ in range(times):
        start = time.process_time()
        action()
        best = min(best, time.process_time() - start)
    return best


def test_every_trait_is_read_faster_than_pywargame_reads_the_lines() -> None:
    read = _reader()
    path = GOLDEN / "kitchen" / "02-script.vsav"
    theirs = _seconds(lambda: read(str(path)))
    ours = _seconds(lambda: [piece.traits for piece in open_save(path).pieces])
    print(f"\n{path.name}: {theirs * 1000:.1f} ms theirs, {ours * 1000:.1f} ms ours")
    assert ours * WANTED_TIMES < theirs
