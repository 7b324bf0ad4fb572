import zlib
from pathlib import Path

import pytest

from tests.cli_kit import call
from tests.living_kit import BEACHHEAD, LATE
from vassal_bridge.formats.metadata import read_metadata
from vassal_bridge.formats.module import open_module
from vassal_bridge.formats.save import Save, open_save


def test_every_place_that_names_the_version_is_set_and_all_else_stays(tmp_path: Path) -> None:
    out = tmp_path / "new.vmod"
    done = call("module", "bump", BEACHHEAD, "1.2 <b>", "-o", out, "--save", LATE)
    assert done.exit_code == 0, done.output
    old, new = open_module(BEACHHEAD), open_module(out)
    assert (new.version, new.root.get("version"), new.name) == ("1.2 <b>", "1.2 <b>", old.name)
    for entry in old.archive.names:
        if entry not in ("buildFile.xml", "moduledata") and not entry.endswith(".vsav"):
            assert new.archive[entry] == old.archive[entry]
    saves = [open_save(tmp_path / LATE.name)]
    saves += [Save.from_bytes(new.archive[one.file]) for one in new.setups if one.file]
    assert len(saves) > 1
    for save in saves:
        assert read_metadata(save.archive["savedata"]).version == "1.2 <b>"
        assert save.archive["moduledata"] == new.archive["moduledata"]
    assert saves[0].text == open_save(LATE).text
    assert f"{zlib.crc32(out.read_bytes()):08x}" in done.output


@pytest.mark.parametrize("version", ["", " 1"])
def test_a_version_that_vassal_would_not_keep_is_refused(tmp_path: Path, version: str) -> None:
    assert call("module", "bump", BEACHHEAD, version, "-o", tmp_path / "x.vmod").exit_code == 1
    assert not (tmp_path / "x.vmod").exists()
