"""For tests of modules that live on: the golden module Beachhead, and new versions of it."""

from pathlib import Path

from tests.conftest import GOLDEN
from vassal_bridge.formats.archive import Archive
from vassal_bridge.formats.module import Module
from vassal_bridge.formats.save import Save, open_save

BEACHHEAD = GOLDEN / "beachhead.vmod"
KITCHEN = GOLDEN / "kitchen.vmod"
LATE = GOLDEN / "beachhead" / "3-after-turn-3.vsav"


def changed(*replacements: tuple[str, str], module: Path = BEACHHEAD) -> Module:
    """Return a version of a module with texts of its build file replaced everywhere."""
    archive = Archive.read(module)
    text = archive["buildFile.xml"].decode("utf-8")
    for old, new in replacements:
        assert old in text, old
        text = text.replace(old, new)
    data = archive.replace("buildFile.xml", text.encode("utf-8")).to_bytes()
    return Module(Archive.from_bytes(data, name=module.name))


def late() -> Save:
    """Return Beachhead after three turns, as VASSAL saved it: step losses, concealed units."""
    return open_save(LATE)
