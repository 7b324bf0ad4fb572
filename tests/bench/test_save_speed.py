"""Reading and writing a save against their floors, measured in one run; run with -m bench -s.

The floor of reading is what nobody can leave out: inflate, unhex, xor, split. That of writing:
join, xor, hex, deflate. Ratios are printed and compared; no time is asserted. Memory is the
peak of a process of its own, above what it holds before it opens the save.
"""

import binascii
import gc
import statistics
import subprocess
import sys
import time
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.big_saves import SHORT_PIECES, sized_save
from vassal_bridge.formats.save import open_save

pytestmark = pytest.mark.bench

READ_LIMIT = 1.5
WRITE_LIMIT = 1.5
MEMORY_LIMIT = 6.0
SIZES_MB = (0.3, 2, 10, 30)
BIG_PIECES = "A3*.vsav"
"""Saves with few pieces of a hundred traits each, among thousands of empty stacks."""
ALL_TRAITS_LIMITS = {
    BIG_PIECES: 3.0,
    "The Streets Of Stalingrad*(online).vsav": 3.0,
    "Hazmo*.vsav": 3.0,
    SHORT_PIECES: 6.0,
}
"""How many times the floor all traits may take, by what the copied save is called.

The second and third hold a piece on every two or three kilobytes of text, and about a trait on
every hundred characters; the last a piece on every three hundred characters: there the objects
cost more than the text.
"""
STATUS = Path("/proc/self/status")
"""Where Linux tells a process's own peak; `resource` would tell its parent's where that is more."""
PEAK = """
import pathlib, re, sys
from vassal_bridge.formats.save import open_save
def peak():
    status = pathlib.Path("/proc/self/status").read_text(encoding="utf-8")
    return int(re.search(r"VmHWM:\\s*(\\d+) kB", status)[1]) * 1024
before = peak()
save = open_save(sys.argv[1])
pieces = sum(1 for piece in save.pieces if piece.traits)
after = peak()
print(pieces, (after - before) / len(save.text))
"""


def _best(action: Callable[[], object], times: int = 5) -> float:
    best = float("inf")
    for _ in range(times):
        start = time.process_time()
        action()
        best = min(best, time.process_time() - start)
    return best


def _ratio(action: Callable[[], object], floor: Callable[[], object], times: int = 7) -> float:
    """Return how many times longer an action takes: the middle one of comparisons side by side.

    Each comparison lies within a moment, so that a busy machine slows both. What the tests hold
    themselves is kept out of the collector's rounds, as it is not there when a command runs.
    """
    gc.collect()
    gc.freeze()
    try:
        return statistics.median(_best(action, 1) / _best(floor, 1) for _ in range(times))
    finally:
        gc.unfreeze()


def _floor_read(path: Path) -> list[str]:
    with zipfile.ZipFile(path) as file:
        data = file.read("savedGame")
    raw = binascii.unhexlify(data[5:])
    text = raw[1:].translate(bytes(value ^ raw[0] for value in range(256))).decode("utf-8")
    return text.split("\x1b")


def _floor_write(parts: list[str]) -> bytes:
    text = "\x1b".join(parts).encode("utf-8")
    key = 0x5C
    digits = binascii.hexlify(text.translate(bytes(value ^ key for value in range(256))))
    packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return packer.compress(b"!VCSK5c" + digits) + packer.flush()


@pytest.mark.parametrize("megabytes", SIZES_MB)
def test_reading_and_writing_stay_near_their_floors(tmp_path: Path, megabytes: float) -> None:
    path = sized_save(tmp_path, megabytes, BIG_PIECES)
    parts = _floor_read(path)

    def write() -> bytes:
        save = open_save(path)
        save.commands[-1].text = "CHATtouched"
        start = time.process_time()
        save.to_bytes()
        spent.append(time.process_time() - start)
        return b""

    spent: list[float] = []
    read = _ratio(lambda: len(open_save(path).commands), lambda: _floor_read(path))
    _best(write)
    written = min(spent) / _best(lambda: _floor_write(parts))
    print(f"\n{megabytes} MB: read {read:.2f}x its floor, write {written:.2f}x its floor")
    assert read <= READ_LIMIT
    assert written <= WRITE_LIMIT


@pytest.mark.parametrize("pattern", ALL_TRAITS_LIMITS)
@pytest.mark.parametrize("megabytes", SIZES_MB)
def test_all_pieces_with_all_traits_stay_near_the_floor(
    tmp_path: Path, megabytes: float, pattern: str
) -> None:
    path = sized_save(tmp_path, megabytes, pattern)

    def decode() -> int:
        return sum(len(piece.traits) for piece in open_save(path).pieces)

    ratio = _ratio(decode, lambda: _floor_read(path))
    print(f"\n{megabytes} MB of {pattern}: all traits {ratio:.2f}x the floor of reading")
    assert ratio <= ALL_TRAITS_LIMITS[pattern]


@pytest.mark.parametrize("pattern", ALL_TRAITS_LIMITS)
@pytest.mark.parametrize("megabytes", SIZES_MB[1:])
def test_memory_stays_within_six_times_the_text(
    tmp_path: Path, megabytes: float, pattern: str
) -> None:
    if not STATUS.exists():
        pytest.skip("this system does not tell a process's peak of memory")
    path = sized_save(tmp_path, megabytes, pattern)
    done = subprocess.run(
        [sys.executable, "-c", PEAK, str(path)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    pieces, ratio = done.stdout.split()
    print(f"\n{megabytes} MB of {pattern}: {pieces} pieces, {float(ratio):.1f} bytes a character")
    assert float(ratio) <= MEMORY_LIMIT
