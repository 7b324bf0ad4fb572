"""Refreshes the predefined set-ups inside a module, which are saves of an older version of it."""

from __future__ import annotations

from vassal_bridge.formats.archive import Archive
from vassal_bridge.formats.module import Module
from vassal_bridge.formats.refreshing.refresh import Refresher, Report
from vassal_bridge.formats.save import Save


def setup_files(module: Module) -> list[str]:
    """Return the entries of a module's own archive that are its set-ups, in order."""
    files = dict.fromkeys(one.file for one in module.setups if one.file)
    return [name for name in files if name in module.archive]


def refresh_setups(refresher: Refresher) -> tuple[Archive, list[Report]]:
    """Return the module's archive with its set-ups refreshed, and a report for each of them.

    Raises as `Refresher.refresh` does, and FormatError where a set-up is damaged.
    """
    archive = refresher.module.archive
    reports: list[Report] = []
    for name in setup_files(refresher.module):
        save, report = refresher.refresh(Save.from_bytes(archive[name], name=name))
        data = save.to_bytes()
        if data != archive[name]:
            archive = archive.replace(name, data)
        reports.append(report)
    return archive, reports
