"""The journal's documents on the disk."""

from __future__ import annotations

from pathlib import Path

import pytest

from vassal_bridge.errors import FormatError
from vassal_bridge.sidecar.journal import journal_path, journals, read_journal, write_journal


def test_a_journal_comes_back_as_written(bridge_home: Path) -> None:
    document = {"input": "d1", "story": ["Küste", "夜"], "journal": {"rolls": [1, 2], "x": None}}
    path = journal_path("saves-1", "d1")
    assert path.is_relative_to(bridge_home)
    write_journal(path, document)
    assert read_journal(path) == document
    assert journals("saves-1") == [path]
    write_journal(path, {"input": "d1"})
    assert read_journal(path) == {"input": "d1"}


def test_a_journal_that_cannot_be_written_leaves_nothing() -> None:
    path = journal_path("saves-1", "d1")
    with pytest.raises(TypeError):
        write_journal(path, {"input": object()})
    assert journals("saves-1") == []


@pytest.mark.parametrize("data", [b"", b"[1]", b'{"x": 1}', b"\xff\xfe", b'{"input": '])
def test_what_is_no_journal_is_refused(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "x.json"
    path.write_bytes(data)
    with pytest.raises(FormatError, match="expected a journal"):
        read_journal(path)
