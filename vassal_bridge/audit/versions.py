"""Which VASSAL and which version of which module wrote a log, by the log's own entries."""

from __future__ import annotations

from collections.abc import Iterator

from vassal_bridge.audit.finding import Finding
from vassal_bridge.audit.found import found
from vassal_bridge.audit.reading import Reading
from vassal_bridge.formats.metadata import Metadata, read_metadata
from vassal_bridge.formats.save import Save

_SAVE_DATA, _MODULE_DATA = "savedata", "moduledata"


def saved_data(save: Save) -> Metadata | None:
    """Return what a file says of itself; None where it says nothing."""
    return _entry(save, _SAVE_DATA)


def module_data(save: Save) -> Metadata | None:
    """Return what a file says of its module; None where it says nothing."""
    return _entry(save, _MODULE_DATA)


def _entry(save: Save, name: str) -> Metadata | None:
    return read_metadata(save.archive[name]) if name in save.archive else None


def versions_within(reading: Reading) -> Iterator[Finding]:
    """Yield where a log names two versions, or another than the module given has."""
    saved, module = saved_data(reading.log.save), module_data(reading.log.save)
    if (
        saved is not None
        and module is not None
        and saved.version
        and saved.version != module.version
    ):
        evidence = f"{saved.version or 'none'} in one entry, {module.version or 'none'} in another"
        yield found("VERSION-WITHIN", reading, evidence=evidence)
    given = reading.module
    if given is None or module is None:
        return
    if module.name and given.name != module.name:
        evidence = f"the log is of {module.name!r}, the module given is {given.name!r}"
        yield found("VERSION-NAME", reading, evidence=evidence)
    elif module.version != given.version:
        evidence = (
            f"the log has version {module.version or 'none'}, the module given {given.version}"
        )
        yield found("VERSION-MODULE", reading, evidence=evidence)


def versions_between(before: Reading, after: Reading) -> Iterator[Finding]:
    """Yield what differs between the versions of a log and those of the one before it."""
    old, new = module_data(before.log.save), module_data(after.log.save)
    if old is not None and new is not None:
        if old.name != new.name:
            evidence = f"{old.name!r} in {before.name}, {new.name!r} here"
            yield found("VERSION-NAME", after, evidence=evidence)
        elif old.version != new.version:
            evidence = f"{old.version or 'none'} in {before.name}, {new.version or 'none'} here"
            yield found("VERSION-MODULE", after, evidence=evidence)
    was, now = saved_data(before.log.save), saved_data(after.log.save)
    if was is not None and now is not None and was.vassal_version != now.vassal_version:
        evidence = f"{was.vassal_version} in {before.name}, {now.vassal_version} here"
        yield found("VERSION-ENGINE", after, evidence=evidence)
