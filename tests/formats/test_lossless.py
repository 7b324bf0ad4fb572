"""The promise of losslessness over every file that the engine or the public wrote."""

import csv
from pathlib import Path

import pytest

from tests.conftest import CORPUS, GOLDEN
from vassal_bridge.errors import FormatError
from vassal_bridge.formats.archive import Archive
from vassal_bridge.formats.commands import CommandList
from vassal_bridge.formats.envelope import Envelope, Form, unwrap
from vassal_bridge.formats.roundtrip import round_trip
from vassal_bridge.formats.save import Save, open_save

ZIPS = (".vsav", ".vlog", ".vmod", ".vmdx", ".mdx")
GOLDEN_FILES = sorted(
    path for path in GOLDEN.rglob("*") if path.suffix in ZIPS and path.parent.name != "broken"
)
CORPUS_FILES = sorted(path for path in CORPUS.rglob("*") if path.suffix in ZIPS)
CORPUS_SAMPLE = CORPUS_FILES[::9]

REFUSED = {
    "01-truncated.vsav": "not complete",
    "02-empty-zip.vsav": "no entries",
    "03-no-savedGame.vsav": "expected an entry savedGame",
    "04-bad-hex-digit.vsav": "offset 60",
    "05-odd-hex-length.vsav": "one hex digit is missing",
    "06-wrong-header.vsav": "!VCSQ",
    "12-buildfile-not-xml.vmod": "line",
    "13-external-entity.vmod": "DOCTYPE",
    "14-billion-laughs.vmod": "DOCTYPE",
    "15a-bomb-deflate.vsav": "grows beyond",
    "15b-bomb-bzip2.vsav": "method 12",
    "15c-bomb-overlapping.vsav": "overlaps",
    "23-crc-mismatch.vsav": "CRC",
    "25-not-a-zip.vsav": "bare content of an entry savedGame",
    "26-encrypted-flag.vsav": "encrypted",
}
"""Files that a good reader refuses, and a word of the sentence that says why."""

WARNED = {
    "07-unknown-command.vsav": "the command is none of VASSAL's own",
    "08-unknown-trait.vsav": "nosuchtrait",
    "09-bad-coordinates.vsav": "expected a number for x, found '12x'",
    "10-no-end_save.vsav": "end_save is missing",
    "11-stack-names-missing-piece.vsav": "9999",
    "16-path-traversal.vmod": "could not be a file's",
    "17-duplicate-entries.vsav": "two entries of this name",
    "19-not-utf8.vsav": "expected UTF-8",
    "24-prototype-cycle.vmod": "cycle",
    "28-type-state-mismatch.vsav": "a state for each of 3 traits, found 1",
    "29-stack-contains-itself.vsav": "contains itself",
}
"""Files that a good reader opens with a warning, and a word of it."""

INTACT = {
    "00-good.vsav",
    "18a-moduledata-missing.vmod",
    "18b-moduledata-missing.vsav",
    "20-huge-token.vsav",
    "21-deep-traits.vsav",
    "22-deep-commands.vsav",
    "27-old-name-new-version.vmod",
    "tiny.vmod",
}
"""Files that open, with or without a remark."""


def _short(path: Path) -> str:
    return "/".join(path.parts[-2:])


@pytest.mark.parametrize("path", GOLDEN_FILES, ids=_short)
def test_golden_files_come_back_unchanged(path: Path) -> None:
    before = path.read_bytes()
    result = round_trip(path)
    assert result.entries
    assert path.read_bytes() == before


@pytest.mark.parametrize("path", CORPUS_SAMPLE, ids=_short)
def test_a_sample_of_public_files_comes_back_unchanged(path: Path) -> None:
    assert round_trip(path).entries


@pytest.mark.slow
@pytest.mark.parametrize("path", CORPUS_FILES, ids=_short)
def test_public_files_come_back_unchanged(path: Path) -> None:
    assert round_trip(path).entries


def test_every_broken_file_is_spoken_of(golden: Path) -> None:
    names = {path.name for path in (golden / "broken").iterdir()}
    assert names == {*REFUSED, *WARNED, *INTACT}


@pytest.mark.parametrize(("name", "word"), REFUSED.items())
def test_a_broken_file_is_refused_with_one_sentence(golden: Path, name: str, word: str) -> None:
    with pytest.raises(FormatError, match=word) as caught:
        round_trip(golden / "broken" / name)
    sentence = str(caught.value)
    assert sentence.startswith(name)
    assert "\n" not in sentence
    assert caught.value.exit_code == 3


@pytest.mark.parametrize(("name", "word"), WARNED.items())
def test_a_doubtful_file_is_opened_with_a_warning(golden: Path, name: str, word: str) -> None:
    problems = [str(problem) for problem in round_trip(golden / "broken" / name).problems]
    assert any(word in problem for problem in problems), problems
    assert all(problem.startswith(name) for problem in problems), problems


@pytest.mark.parametrize("name", sorted(INTACT))
def test_an_intact_file_is_opened(golden: Path, name: str) -> None:
    assert round_trip(golden / "broken" / name).entries


def test_the_engine_counts_the_same_commands(golden: Path) -> None:
    with (golden / "verify.csv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["note"] == ""]
    assert len(rows) > 30
    for row in rows:
        save = open_save(golden / row["file"])
        pieces = sum(1 for _ in save.pieces.everything())
        assert pieces == int(row["pieces_and_stacks"]), row["file"]


@pytest.mark.parametrize(
    ("name", "envelope"),
    [
        ("02-script-key-00", Envelope(Form.VCSK, 0)),
        ("02-script-key-5c", Envelope(Form.VCSK, 0x5C)),
        ("02-script-key-ff", Envelope(Form.VCSK, 0xFF)),
        ("02-script-plain", Envelope(Form.PLAIN)),
        ("02-script-alone", None),
        ("02-script-stored", None),
        ("02-script-upper", None),
        ("02-script-vcsz", None),
        ("02-script-vobs", None),
    ],
)
def test_every_envelope_holds_the_same_text(
    golden: Path, name: str, envelope: Envelope | None
) -> None:
    plain = open_save(golden / "kitchen" / "02-script.vsav")
    other = open_save(golden / "kitchen" / f"{name}.vsav")
    assert other.text == plain.text
    assert envelope in (None, other.envelope)
    wrapped = other.envelope.wrap(other.text.encode("utf-8"))
    if other.envelope.form is not Form.VCSZ:  # zlib need not deflate as another program does
        assert wrapped == other.archive["savedGame"]
    assert unwrap(wrapped) == (other.envelope, other.text.encode("utf-8"))


def test_setting_one_field_changes_that_command_alone(golden: Path) -> None:
    save = open_save(golden / "kitchen" / "02-script.vsav")
    before = [command.text for command in save.commands]
    piece = next(iter(save.pieces))
    piece.put("Theatre", piece.x + 10, piece.y)
    changed = [
        place
        for place, (old, new) in enumerate(zip(before, save.commands, strict=True))
        if old != new.text
    ]
    assert changed == [save.commands.index(piece.command)]
    again = type(save).from_bytes(save.to_bytes())
    moved = again.pieces[piece.id]
    assert (moved.map, moved.x, moved.y) == ("Theatre", piece.x, piece.y)
    assert [entry.local for entry in again.archive][1:] == [entry.local for entry in save.archive][
        1:
    ]


def test_fifteen_hundred_levels_of_commands_are_one_flat_list(golden: Path) -> None:
    save = open_save(golden / "broken" / "22-deep-commands.vsav")
    assert max(command.level for command in save.commands) >= 1499
    assert CommandList(save.text).text == save.text


def test_a_piece_whose_command_is_quoted_is_found(golden: Path) -> None:
    text = open_save(golden / "broken" / "00-good.vsav").text
    plain = next(part for part in text.split("\x1b") if part.startswith("+/"))
    tail = plain[len(plain.rstrip("\\")) :]
    quoted = "'" + plain.rstrip("\\") + "'" + tail
    archive = Archive.of([("savedGame", text.replace(plain, quoted).encode("utf-8"))])
    save = Save(archive)
    assert [piece.id for piece in save.pieces] == [plain[2:].split("/")[0]]
