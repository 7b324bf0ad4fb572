"""Saves of any size, made out of copies of a real one's pieces, for the benchmarks."""

import re
from pathlib import Path

import pytest

from tests.conftest import CORPUS, GOLDEN
from vassal_bridge.formats.archive import Archive
from vassal_bridge.formats.envelope import VASSAL_37
from vassal_bridge.formats.save import open_save

SHORT_PIECES = "02-script.vsav"
"""The kitchen's save: a piece on every three hundred characters, and as many stacks."""


def sized_save(folder: Path, megabytes: float, pattern: str) -> Path:
    """Return a save of a size; the pattern names the public or golden save that is copied."""
    if not CORPUS.is_dir():
        pytest.skip("the corpus of public VASSAL files (../shared/corpus) is not here")
    sources = [*CORPUS.rglob(pattern), *GOLDEN.rglob(pattern)]
    once = open_save(max(sources, key=lambda path: path.stat().st_size)).text
    wanted = int(megabytes * 1_000_000)
    copies = [
        re.sub(r"\+/(\d+)/", rf"+/{number}\1/", once) for number in range(wanted // len(once) + 1)
    ]
    text = "\x1b".join(copies)[:wanted].rsplit("\x1b", 1)[0].rstrip("\\") + "\x1bend_save"
    archive = Archive.of([("savedGame", VASSAL_37.wrap(text.encode("utf-8")))])
    path = folder / f"{megabytes}.vsav"
    path.write_bytes(archive.to_bytes())
    return path
