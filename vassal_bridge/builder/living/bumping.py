"""Gives a module another version, with everything that repeats it: facts, set-ups, saves.

Source: VASSAL.build.module.metadata; a save carries the module's version in its own facts, and a
copy of the module's facts (format reference, 1.5 and 3).
"""

from __future__ import annotations

from vassal_bridge.errors import RuleError
from vassal_bridge.formats.archive import Archive
from vassal_bridge.formats.metadata import EXTENSION_DATA, MODULE_DATA, SAVE_DATA, set_version
from vassal_bridge.formats.module import Module
from vassal_bridge.formats.refreshing.setups import setup_files
from vassal_bridge.formats.save import Save


def bumped_module(module: Module, version: str) -> Archive:
    """Return a module's, or an extension's, archive with another version.

    Raises:
        RuleError: the version is empty or begins or ends with a blank, which VASSAL cuts off.
        UnencodableError: XML cannot hold the version.
        FormatError: a set-up is damaged.
    """
    if not version or version != version.strip():
        raise RuleError(f"expected a version such as 1.2, found {version!r}")
    data = module.build_file.with_attribute(module.root, "version", version)
    archive = module.archive.replace(module.build_file_name, data)
    own = EXTENSION_DATA if module.is_extension else MODULE_DATA
    if own in archive:
        archive = archive.replace(own, set_version(archive[own], version))
    for name in setup_files(module):
        save = Save.from_bytes(archive[name], name=name)
        archive = archive.replace(name, bumped_save(save, version, archive).to_bytes())
    return archive


def bumped_save(save: Save, version: str, module: Archive) -> Archive:
    """Return a save's archive that says it is of a version of a module, given as its archive.

    Raises:
        UnencodableError: XML cannot hold the version.
    """
    archive = save.archive
    if SAVE_DATA in archive:
        archive = archive.replace(SAVE_DATA, set_version(archive[SAVE_DATA], version))
    if MODULE_DATA in archive and MODULE_DATA in module:
        archive = archive.replace(MODULE_DATA, module[MODULE_DATA])
    return archive
