"""Writes an extension that adds parts of a recipe to a player's own module, which lacks them.

Without other wishes these are the properties and toolbar buttons by which the module asks
vassal-bridge. The same recipe and module give the same bytes; gpids are the numbers of the
recipe's lock file behind the extension's id. Source: VASSAL.build.module.ModuleExtension and
ExtensionElement; format reference, 8.11.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from vassal_bridge.builder.recipe import Recipe, read_recipe
from vassal_bridge.builder.spelling import components as parts
from vassal_bridge.builder.spelling.xmltree import Component, component, to_xml
from vassal_bridge.builder.writing.draft import VASSAL_VERSION, module_metadata
from vassal_bridge.builder.writing.extensionparts import (
    DEFAULT,
    IMAGES,
    PROTOTYPES,
    Added,
    Choice,
    Making,
    choices,
    make_part,
)
from vassal_bridge.builder.writing.gpidlock import GpidLock
from vassal_bridge.errors import BindingError, Where
from vassal_bridge.formats import buildfile
from vassal_bridge.formats.archive import Archive
from vassal_bridge.formats.boards.maps import is_map
from vassal_bridge.formats.linting.survey import Survey
from vassal_bridge.formats.metadata import (
    EXTENSION_DATA,
    MODULE_DATA,
    Metadata,
    write_metadata,
)
from vassal_bridge.formats.module import BUILD_FILE, Module
from vassal_bridge.formats.prototypes import PROTOTYPE, parse_definition
from vassal_bridge.formats.tokens import encode_safely
from vassal_bridge.formats.writing import atomic_write

MAPS = (parts.MODULE + "Map", parts.MODULE + "PrivateMap")
"""The classes of maps that a recipe makes."""
SLOTS = (parts.WIDGET + "PieceSlot", parts.WIDGET + "CardSlot")
_UNIQUE = ("GlobalProperty", "PrototypeDefinition", "Map", "PrivateMap", "DrawPile")
"""What VASSAL finds by its name alone, so that a module cannot have two of it."""
_COUNTED = (
    (("GlobalProperty",), "global property", "global properties"),
    (("ChangePropertyButton",), "toolbar button", "toolbar buttons"),
    (("PrototypeDefinition",), "prototype", "prototypes"),
    (("Map", "PrivateMap"), "map", "maps"),
    (("SetupStack",), "at-start stack", "at-start stacks"),
    (("DrawPile",), "deck", "decks"),
    (("PieceSlot",), "counter", "counters"),
    (("CardSlot",), "card", "cards"),
    (("DiceButton",), "dice button", "dice buttons"),
    (("TurnTracker",), "turn tracker", "turn trackers"),
    (("Chart", "HtmlChart"), "chart", "charts"),
    (("PredefinedSetup",), "set-up", "set-ups"),
)
_VERSION = "1.0"
_BRIDGE_ONLY = "Buttons that ask vassal-bridge, and what it keeps in a save"


@dataclass(frozen=True, slots=True)
class Report:
    """What was built: its components by what they are, its pictures and its bytes.

    `notes` say what a user should know though nothing is wrong. `lock`, where counters were
    numbered, is to be kept with the recipe.
    """

    module: str
    counts: tuple[tuple[int, str], ...]
    pictures: int
    size: int
    notes: tuple[str, ...] = ()
    lock: GpidLock | None = None

    def __str__(self) -> str:
        pictures = [(self.pictures, "picture" if self.pictures == 1 else "pictures")]
        counts = [*self.counts, *(pictures if self.pictures else []), (self.size, "bytes")]
        said = ", ".join(f"{count} {what}" for count, what in counts)
        return f"an extension of {self.module or 'any module'}: {said}"


@dataclass(frozen=True, slots=True)
class Extension:
    """An extension that was made: its archive, notes, and the lock where counters were numbered."""

    archive: Archive
    notes: tuple[str, ...]
    lock: GpidLock | None


def extension_id(recipe: Recipe) -> str:
    """Return the three figures that stand before each gpid: always the same for a game."""
    return hashlib.sha256(recipe.module.game.encode("utf-8")).hexdigest()[:3]


def make_extension(
    recipe: Recipe, module: Module | None, wanted: Iterable[str] = DEFAULT
) -> Extension:
    """Make an extension of a module, or of any module where none is given.

    `wanted` are words of `extensionparts.KINDS`, each perhaps with a colon and a name.

    Raises:
        RuleError: there is no such part, the recipe has nothing of it, or not of that name.
        BindingError: the file is no module, has such things already, or lacks a map.
    """
    if module is not None and module.is_extension:
        raise BindingError("expected a module, found an extension", where=Where(module.file))
    chosen = choices(wanted)
    making = Making(recipe, f"{extension_id(recipe)}:")
    made = {part: make_part(making, part, choice) for part, choice in chosen.items()}
    added = [one for part in made.values() for one in part.added]
    added, notes = _with_prototypes(making, added, module)
    files = {name: one for part in made.values() for name, one in part.files.items()}
    places = _map_paths(module, added)
    needed = [name for part in made.values() for name in part.maps]
    _check_maps(places, [*(one.map for one in added), *needed])
    root = component(
        parts.MODULE + "ModuleExtension",
        _attributes(making, _description(recipe, chosen), module),
        [_element(places[one.map] if one.map else one.target, one.component) for one in added],
    )
    contents = [(BUILD_FILE, to_xml(root).encode("utf-8")), *_about(recipe, chosen, module)]
    files |= _named_files(making, contents)
    archive = Archive.of([*contents, *sorted(files.items())])
    if module is not None:
        _check_new(module, Module(archive))
        notes += _other_files(module, files)
    lock = making.draft.lock if making.is_drawn else None
    return Extension(archive, tuple(notes), lock)


def _attributes(making: Making, description: str, module: Module | None) -> dict[str, str]:
    """Return the attributes of the extension's root."""
    recipe = making.recipe.module
    return {
        "anyModule": parts.yes(module is None),
        "description": description,
        "extensionId": extension_id(making.recipe),
        "module": recipe.name if module is None else module.name,
        "moduleVersion": recipe.version if module is None else module.version,
        "nextPieceSlotId": str(making.draft.next_gpid if making.is_drawn else 0),
        "vassalVersion": VASSAL_VERSION,
        "version": _VERSION,
    }


def _element(target: str, child: Component) -> Component:
    return component(parts.MODULE + "ExtensionElement", {"target": target}, [child])


def _description(recipe: Recipe, chosen: Mapping[str, Choice]) -> str:
    if tuple(chosen) == DEFAULT:
        return _BRIDGE_ONLY
    return f"Of {recipe.module.name}: {', '.join(chosen)}"


def _about(
    recipe: Recipe, chosen: Mapping[str, Choice], module: Module | None
) -> list[tuple[str, bytes]]:
    """Return the entries with the extension's metadata and its module's."""
    about = Metadata(
        version=_VERSION,
        vassal_version=VASSAL_VERSION,
        date_saved=recipe.module.date_saved,
        description=_description(recipe, chosen),
        universal=module is None,
    )
    found = [(EXTENSION_DATA, write_metadata(about))]
    if module is None:
        found.append((MODULE_DATA, module_metadata(recipe)))
    elif MODULE_DATA in module.archive:
        found.append((MODULE_DATA, module.archive[MODULE_DATA]))
    return found


# --- what goes with a part ----------------------------------------------------------------------


def _with_prototypes(
    making: Making, added: list[Added], module: Module | None
) -> tuple[list[Added], list[str]]:
    """Return the components with the prototypes before them that their counters use.

    Those that a module has stay as they are there, and a note tells it.
    """
    used = _used_prototypes(making, [one.component for one in added])
    there = {one.component.attributes["name"] for one in added if one.target == PROTOTYPES}
    own = set() if module is None else used & set(module.prototypes) - there
    missing = used - there - own
    if missing:
        made = make_part(making, "prototypes", Choice(missing)).added
        added = [*made, *added]
    notes = [f"the module's own prototypes serve for the counters: {', '.join(sorted(own))}"]
    return added, notes if own else []


def _used_prototypes(making: Making, components: Iterable[Component]) -> set[str]:
    """Return the names of the prototypes that slots use, and those that these use."""
    waiting = list(components)
    types: list[str] = []
    while waiting:
        one = waiting.pop()
        waiting.extend(one.children)
        if one.tag in SLOTS:
            types += [trait.type for trait in parse_definition(one.text).traits]
    used: set[str] = set()
    while types:
        text = types.pop()
        name = text.removeprefix(PROTOTYPE)
        if text.startswith(PROTOTYPE) and name not in used and name in making.draft.prototypes:
            used.add(name)
            types += [trait.type for trait in making.draft.prototypes[name]]
    return used


def _named_files(making: Making, contents: list[tuple[str, bytes]]) -> dict[str, bytes]:
    """Return the recipe's pictures and sounds that the extension's components name.

    Where a name is computed from a prototype's parameters, all go with it.
    """
    drawn = making.draft.images.files if making.is_drawn else {}
    files = {IMAGES + name: one for name, one in drawn.items()} | making.recipe.carried()
    survey = Survey(Module(Archive.of([*contents, *files.items()])))
    if any("$" in name for name in survey.images):
        return files
    named = {entry for _, entry in survey.image_entries}
    text = contents[0][1].decode("utf-8")
    return {
        entry: one
        for entry, one in files.items()
        if entry in named or (not entry.startswith(IMAGES) and entry.rpartition("/")[2] in text)
    }


# --- the module that it is for ------------------------------------------------------------------


def _map_paths(module: Module | None, added: Iterable[Added]) -> dict[str, str]:
    """Return the paths of the maps to which something can be added, by their names."""
    found: dict[str, str] = {}
    for one in module.root.walk() if module is not None else ():
        if is_map(one):
            found.setdefault(one.label, _path(one))
    for new in added:
        if new.component.tag in MAPS:
            name = new.component.attributes["mapName"]
            found[name] = encode_safely([encode_safely([new.component.tag, name], ":")], "/")
    return found


def _path(one: buildfile.Component) -> str:
    steps = [one, *(above for above in one.ancestors() if above.parent is not None)]
    named = [[step.tag, *([step.label] if step.label else [])] for step in reversed(steps)]
    return encode_safely([encode_safely(step, ":") for step in named], "/")


def _check_maps(places: Mapping[str, str], needed: Iterable[str]) -> None:
    missing = list(dict.fromkeys(name for name in needed if name and name not in places))
    if missing:
        raise BindingError(
            f"expected the map {missing[0]!r}, on which counters are to lie, in the module or"
            " among the parts (board, windows, maps); found none"
        )


def _other_files(module: Module, files: Mapping[str, bytes]) -> list[str]:
    """Return a sentence for each file that a module has under the same name, but not the same."""
    return [
        f"the module has another {name}; VASSAL takes the module's"
        for name, content in sorted(files.items())
        if name in module.archive and module.archive[name] != content
    ]


def _check_new(module: Module, extension: Module) -> None:
    """Check that a module has nothing yet that VASSAL would find by the same name."""

    def named(one: Module) -> set[tuple[str, str]]:
        walked = (part for root in one.roots for part in root.walk())
        kinds = {"PrivateMap": "Map"}
        return {(kinds.get(p.kind, p.kind), p.label) for p in walked if p.kind in _UNIQUE}

    has = sorted({name for _, name in named(module) & named(extension)})
    if has:
        raise BindingError(
            f"the module has {', '.join(has)} already: it needs no extension for that",
            where=Where(module.file),
        )


# --- writing ------------------------------------------------------------------------------------


def extension_bytes(
    recipe: Recipe, module: Module | None, wanted: Iterable[str] = DEFAULT
) -> bytes:
    """Return an extension as the bytes of a `.vmdx`. Raises as `make_extension` does."""
    return make_extension(recipe, module, wanted).archive.to_bytes()


def build_extension(
    recipe: str | Path | Recipe,
    module: Module | None,
    out: Path,
    wanted: Iterable[str] = DEFAULT,
    *,
    force: bool = False,
) -> Report:
    """Build an extension from a recipe into a file, whole or not at all.

    Raises:
        RecipeError: with every problem of the recipe's files.
        RuleError: there is no such recipe or part.
        BindingError: as `make_extension` does.
        OutputExists: the file is there and `force` was not given.
    """
    found = recipe if isinstance(recipe, Recipe) else read_recipe(recipe)
    made = make_extension(found, module, wanted)
    content = made.archive.to_bytes()
    atomic_write(out, content, force=force)
    return Report(
        "" if module is None else module.name or module.file,
        _counts(Module(made.archive)),
        sum(name.startswith(IMAGES) for name in made.archive.names),
        len(content),
        made.notes,
        made.lock,
    )


def _counts(extension: Module) -> tuple[tuple[int, str], ...]:
    kinds = [one.kind for one in extension.root.walk()]
    counts = ((sum(kinds.count(one) for one in row[0]), *row[1:]) for row in _COUNTED)
    return tuple((count, one if count == 1 else many) for count, one, many in counts if count)
