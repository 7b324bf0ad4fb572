"""`vassal-bridge lint`: its exit codes, its table and its JSON."""

import json
from pathlib import Path

from tests.built import red_beach_bytes
from tests.cli_kit import call
from vassal_bridge.formats.archive import Archive

BUILD = "buildFile.xml"


def damaged(golden: Path, tmp_path: Path, old: bytes, new: bytes) -> Path:
    archive = Archive.read(golden / "broken" / "tiny.vmod")
    assert old in archive[BUILD]
    path = tmp_path / "damaged.vmod"
    path.write_bytes(archive.replace(BUILD, archive[BUILD].replace(old, new)).to_bytes())
    return path


def test_a_clean_module_leaves_with_0(golden: Path) -> None:
    result = call("lint", golden / "beachhead.vmod")
    assert result.exit_code == 0
    assert result.stdout == "Beachhead: nothing found.\n"


def test_a_finding_is_told_with_its_place_and_consequence(golden: Path, tmp_path: Path) -> None:
    result = call("lint", damaged(golden, tmp_path, b"a.png;Tank", b"sea.png;Tank"))
    assert result.exit_code == 1
    assert "error missing-image" in result.stdout
    assert "PieceWindow:Pieces > ListWidget:L > PieceSlot:Tank: the image 'sea.png'" in (
        result.stdout
    )
    assert result.stdout.endswith("Tiny: 1 error.\n")


def test_remarks_count_only_when_strict(golden: Path, tmp_path: Path) -> None:
    archive = Archive.read(golden / "broken" / "tiny.vmod")
    path = tmp_path / "spare.vmod"
    path.write_bytes(archive.add("images/spare.png", archive["images/a.png"]).to_bytes())
    assert call("lint", path).exit_code == 0
    assert call("lint", path, "--strict").exit_code == 1


def test_json_has_the_same_keys_for_every_finding(golden: Path) -> None:
    result = call("lint", golden / "kitchen.vmod", "--json")
    assert result.exit_code == 1
    found = json.loads(result.stdout)
    keys = {"code", "severity", "place", "line", "message", "consequence"}
    assert len(found) > 2
    assert all(set(one) == keys for one in found)


def test_long_lists_are_cut_unless_all_is_asked_for(golden: Path, tmp_path: Path) -> None:
    archive = Archive.read(golden / "broken" / "tiny.vmod")
    for number in range(12):
        archive = archive.add(f"images/spare{number:02}.png", archive["images/a.png"])
    path = tmp_path / "spare.vmod"
    path.write_bytes(archive.to_bytes())
    assert "and 2 more; --all shows them" in call("lint", path).stdout
    assert "spare11.png" in call("lint", path, "--all").stdout


def test_an_unreadable_module_leaves_with_3(golden: Path) -> None:
    result = call("lint", golden / "broken" / "12-buildfile-not-xml.vmod")
    assert result.exit_code == 3
    assert result.stdout == ""
    assert result.stderr.startswith("Error: ")


def test_our_own_module_is_clean(tmp_path: Path) -> None:
    path = tmp_path / "red_beach.vmod"
    path.write_bytes(red_beach_bytes())
    result = call("lint", path, "--strict")
    assert (result.exit_code, result.stdout) == (
        0,
        "Red Beach One (house edition): nothing found.\n",
    )
