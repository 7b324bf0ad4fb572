"""Merges an extension into its module, and splits it off again.

What an extension adds is put where its targets say, spelled as it is; its gpids become numbers of
the module's own. Source: VASSAL.build.module.ModuleExtension and ExtensionElement; format
reference, 8.11.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from vassal_bridge.builder.living.gpids import gpids_in, renumbered
from vassal_bridge.errors import BindingError, Where
from vassal_bridge.formats.archive import Archive
from vassal_bridge.formats.buildfile import BuildFile, Component
from vassal_bridge.formats.extensions import ELEMENT, component_at
from vassal_bridge.formats.fields import read_int
from vassal_bridge.formats.merged import Merged, Part, read_merged
from vassal_bridge.formats.metadata import EXTENSION_DATA, MODULE_DATA
from vassal_bridge.formats.module import BUILD_FILE, Module
from vassal_bridge.formats.tokens import decode
from vassal_bridge.formats.xmltext import HEADER, escape_attribute

NEXT_GPID = "nextPieceSlotId"
_OWN_ENTRIES = (MODULE_DATA, EXTENSION_DATA, BUILD_FILE, "buildFile")
_EXTENSION = "VASSAL.build.module.ModuleExtension"


@dataclass(frozen=True, slots=True)
class Made:
    """An archive that was made, with sentences about what could not be done."""

    archive: Archive
    notes: tuple[str, ...] = ()


# --- merging ------------------------------------------------------------------------------------


def merge(module: Module, extension: Module) -> Made:
    """Return a module with an extension merged into it.

    Raises:
        BindingError: the second is no extension, or one of another module, or merged already.
    """
    _check(module, extension)
    notes: list[str] = []
    numbers = _new_gpids(module, extension)
    adding = _Adding(module)
    for element in extension.root.children:
        if element.kind == ELEMENT and element.children:
            target = adding.target(element.get("target"))
            if target is None:
                what = ", ".join(child.label or child.kind for child in element.children)
                notes.append(f"the module has no place {element.get('target')!r} for {what!r}")
                continue
            for child in element.children:
                xml = renumbered(extension.build_file.element(child), numbers)
                adding.add(target, element.get("target"), child, xml)
    build = adding.settle()
    following = str(_next_gpid(module) + len(numbers))
    data = BuildFile(build.with_attribute(build.root, NEXT_GPID, following)).data
    archive = module.archive.replace(module.build_file_name, data)
    archive, files = _with_files(archive, extension.archive, notes)
    record = Merged(
        file=extension.file,
        attributes=dict(extension.root.attributes),
        parts=tuple(adding.parts),
        gpids={new: old for old, new in numbers.items()},
        files=files,
        data=_text(extension.archive, EXTENSION_DATA),
    )
    return Made(archive.add(record.entry, record.to_bytes()), tuple(notes))


def _check(module: Module, extension: Module) -> None:
    where = Where(extension.file)
    if module.is_extension:
        raise BindingError("expected a module, found an extension", where=Where(module.file))
    if not extension.is_extension:
        raise BindingError("expected an extension, found a module", where=where)
    of = extension.root.get("module")
    if of != module.name and not extension.root.flag("anyModule"):
        raise BindingError(f"the extension is one of {of!r}, not of {module.name!r}", where=where)
    if Merged(extension.file).entry in module.archive:
        raise BindingError("the module has it already", where=where)


class _Adding:
    """A build file to which elements are added, in the order in which VASSAL builds them."""

    def __init__(self, module: Module) -> None:
        self.parts: list[Part] = []
        self._build = module.build_file
        self._waiting: dict[Component, list[tuple[Part, bytes]]] = {}

    def target(self, path: str) -> Component | None:
        """Return the component that a path leads to, in the file as it has become."""
        found = component_at(self._build.root, path)
        if self._waiting and (found is None or not _is_exact(found, path)):
            self.settle()  # what was added before may be, or hold, the place
            found = component_at(self._build.root, path)
        return found

    def add(self, target: Component, path: str, child: Component, xml: bytes) -> None:
        """Have an element added behind the children of a target, and keep a record of it."""
        key = (child.tag, child.label)
        waiting = self._waiting.setdefault(target, [])
        count = sum((one.tag, one.label) == key for one in target.children)
        count += sum((part.tag, part.label) == key for part, _ in waiting)
        part = Part(path, *key, count)
        waiting.append((part, xml))
        self.parts.append(part)

    def settle(self) -> BuildFile:
        """Write what was added; return the file."""
        if self._waiting:
            added = {
                target: [xml for _, xml in waiting] for target, waiting in self._waiting.items()
            }
            self._build = BuildFile(self._build.with_children(added))
            self._waiting = {}
        return self._build


def _is_exact(found: Component, path: str) -> bool:
    """Tell whether the last step of a path names a component, not just its class."""
    if not path:
        return True
    step = decode(decode(path, "/")[-1], ":")
    return len(step) < 2 or found.label == step[1]


def _next_gpid(module: Module) -> int:
    used = [int(slot.gpid) for slot in module.slots if slot.gpid.isdecimal()]
    return max(read_int(module.root.get(NEXT_GPID)), max(used, default=0) + 1)


def _new_gpids(module: Module, extension: Module) -> dict[str, str]:
    """Return the module's own number for each gpid of an extension."""
    first = _next_gpid(module)
    found = gpids_in(extension.root)
    return {gpid: str(first + number) for number, gpid in enumerate(found)}


def _with_files(
    archive: Archive, other: Archive, notes: list[str]
) -> tuple[Archive, tuple[str, ...]]:
    """Return an archive with another's entries; where both have one, VASSAL takes the module's."""
    files: list[str] = []
    for name in other.names:
        if name in _OWN_ENTRIES or name.endswith("/"):
            continue
        if name not in archive:
            archive = archive.add(name, other[name])
            files.append(name)
        elif archive[name] != other[name]:
            notes.append(f"both have {name}; VASSAL takes the module's, and so do we")
    return archive, tuple(files)


def _text(archive: Archive, name: str) -> str:
    return archive[name].decode("utf-8", "replace") if name in archive else ""


# --- splitting ----------------------------------------------------------------------------------


def split(module: Module, name: str = "") -> tuple[Made, Made]:
    """Return an extension that was merged into a module, and the module without it.

    Without a name it is the only one. What was changed in the module since goes with it.

    Raises:
        BindingError: there is no such extension in the module, or several and no name.
        FormatError: the record of it is damaged.
    """
    record = _record(module, name)
    found = [(part, _find(module.root, part)) for part in record.parts]
    notes = tuple(
        f"the module has no {part.label or part.tag} at {part.target!r} any more"
        for part, component in found
        if component is None
    )
    there = [(part, component) for part, component in found if component is not None]
    parts = [one for _, one in there]
    inner = {one: [part for part in parts if one in part.ancestors()] for one in parts}
    nested = {part for found in inner.values() for part in found}
    rest = module.build_file.without(one for one in parts if one not in nested)
    archive = module.archive.replace(module.build_file_name, rest).remove(record.entry)
    for file in record.files:
        archive = archive.remove(file) if file in archive else archive
    elements: list[bytes] = []
    numbers = _old_gpids(record, parts)
    for part, component in there:
        xml = renumbered(module.build_file.element(component, inner[component]), numbers)
        target = escape_attribute(part.target)
        elements.append(
            f'    <VASSAL.build.module.{ELEMENT} target="{target}">\n        '.encode()
            + xml
            + f"\n    </VASSAL.build.module.{ELEMENT}>\n".encode()
        )
    return Made(_extension(module, record, elements, numbers), notes), Made(archive)


def _record(module: Module, name: str) -> Merged:
    records = read_merged(module.archive)
    wanted = [one for one in records if name in ("", one.file, one.file.rpartition(".")[0])]
    if len(wanted) == 1:
        return wanted[0]
    known = ", ".join(one.file for one in records)
    if not records:
        message = "no extension was merged into it, so there is none to split off"
    elif not name:
        message = f"several extensions were merged into it; say which: {known}"
    else:
        message = f"expected an extension that was merged into it ({known}), found {name!r}"
    raise BindingError(message, where=Where(module.file))


def _find(root: Component, part: Part) -> Component | None:
    target = component_at(root, part.target)
    if target is None:
        return None
    same = [one for one in target.children if (one.tag, one.label) == (part.tag, part.label)]
    return same[part.nth] if part.nth < len(same) else None


def _old_gpids(record: Merged, parts: list[Component]) -> dict[str, str]:
    """Return the extension's gpid for each of the module's; slots that are new get new ones."""
    numbers = dict(record.gpids)
    prefix = record.attributes.get("extensionId", "")
    following = read_int(record.attributes.get(NEXT_GPID, "0"))
    for gpid in (gpid for one in parts for gpid in gpids_in(one)):
        if gpid not in numbers:
            numbers[gpid] = f"{prefix}:{following}"
            following += 1
    return numbers


def _extension(
    module: Module, record: Merged, elements: list[bytes], numbers: Mapping[str, str]
) -> Archive:
    attributes = dict(record.attributes)
    taken = [
        int(gpid.rpartition(":")[2])
        for gpid in numbers.values()
        if gpid.rpartition(":")[2].isdecimal()
    ]
    following = max(read_int(attributes.get(NEXT_GPID, "0")), max(taken, default=-1) + 1)
    attributes[NEXT_GPID] = str(following)
    start = "".join(f' {key}="{escape_attribute(value)}"' for key, value in attributes.items())
    head = f"{HEADER}<{_EXTENSION}{start}>\n".encode()
    contents = [
        (BUILD_FILE, head + b"".join(elements) + f"</{_EXTENSION}>\n".encode()),
        *((name, module.archive[name]) for name in record.files if name in module.archive),
    ]
    if record.data:
        contents.append((EXTENSION_DATA, record.data.encode("utf-8")))
    if MODULE_DATA in module.archive:
        contents.append((MODULE_DATA, module.archive[MODULE_DATA]))
    return Archive.of(contents, name=record.file)
