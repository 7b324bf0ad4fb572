"""Which VASSAL and which version of which module wrote a log, by the log's own entries."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vassal_bridge.audit.finding import Finding
from vassal_bridge.audit.found import found
from vassal_bridge.audit.reading import Reading
from vassal_bridge.errors import FormatError
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
    if name not in save.archive:
        return None
    try:
        return read_metadata(save.archive[name])
    except FormatError:
        return None


def versions_within(reading: Reading) -> Iterator[Finding]:
    """Yield where a log names two versions, or another than the module given has."""
    saved, module = saved_data(reading.log.save), module_data(reading.log.save)
    lacking = [name for name, data in ((_SAVE_DATA, saved), (_MODULE_DATA, module)) if data is None]
    if lacking:
        evidence = f"{' and '.join(lacking)} cannot be read"
        yield found("VERSION-MISSING", reading, evidence=evidence)
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


def versions_between(earlier: Sequence[Reading], after: Reading) -> Iterator[Finding]:
    """Yield in what a log's versions differ from those of all logs before it.

    What the module says, where one is given, is compared with each log by itself.
    """
    if not earlier:
        return
    before = earlier[-1]
    new = module_data(after.log.save)
    olds = [one for log in earlier if (one := module_data(log.log.save)) is not None]
    if new is not None and olds and after.module is None:
        if all(one.name != new.name for one in olds):
            evidence = f"{olds[-1].name!r} in {before.name}, {new.name!r} here"
            yield found("VERSION-NAME", after, evidence=evidence)
        elif all(one.version != new.version for one in olds):
            was, now = olds[-1].version or "none", new.version or "none"
            yield found("VERSION-MODULE", after, evidence=f"{was} in {before.name}, {now} here")
    now_saved = saved_data(after.log.save)
    engines = [one.vassal_version for log in earlier if (one := saved_data(log.log.save))]
    if now_saved is not None and engines and now_saved.vassal_version not in engines:
        evidence = f"{engines[-1]} in {before.name}, {now_saved.vassal_version} here"
        yield found("VERSION-ENGINE", after, evidence=evidence)
    theirs = _extensions(after.log.save)
    ours = [_extensions(log.log.save) for log in earlier]
    if theirs not in ours:
        lost = [one for one in ours[-1] if one not in theirs]
        more = [one for one in theirs if one not in ours[-1]]
        parts = [f"without {', '.join(lost)}"] if lost else []
        parts += [f"with {', '.join(more)}"] if more else []
        evidence = f"since {before.name} {' and '.join(parts)}"
        yield found("VERSION-EXTENSION", after, evidence=evidence)


def _extensions(save: Save) -> list[str]:
    """Return the extensions that a file was saved with, by name and version."""
    lines = save.commands.all("RegisterExtension")
    return sorted({f"{line['name']} {line['version']}".strip() for line in lines})
