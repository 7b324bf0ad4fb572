"""A module: what a `.vmod` holds, and the places on its maps as a save lays out its boards."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from pathlib import Path

from vassal_bridge.errors import FormatError, Problem, Where
from vassal_bridge.formats.archive import Archive
from vassal_bridge.formats.boards.layout import MapLayout
from vassal_bridge.formats.boards.maps import GameMap, read_maps
from vassal_bridge.formats.buildfile import BuildFile, Component
from vassal_bridge.formats.extensions import extended
from vassal_bridge.formats.kinds import boards_of
from vassal_bridge.formats.metadata import (
    EXTENSION_DATA,
    MODULE_DATA,
    Metadata,
    read_metadata,
    version_numbers,
)
from vassal_bridge.formats.parts import (
    Dice,
    GlobalProperty,
    Setup,
    Slot,
    TurnTracker,
    read_dice,
    read_properties,
    read_prototypes,
    read_setups,
    read_sides,
    read_slots,
    read_turns,
)
from vassal_bridge.formats.prototypes import (
    Definition,
    Prototype,
    TraitTexts,
    expand,
    find_cycles,
)
from vassal_bridge.formats.respelling import respelled
from vassal_bridge.formats.save import Save

BUILD_FILE, OLD_BUILD_FILE = "buildFile.xml", "buildFile"
_RENAMED_IN = (3, 5)


class Module:
    """A module with the extensions it was given; read once, its parts when first asked for."""

    def __init__(self, archive: Archive, extensions: tuple[Module, ...] = ()) -> None:
        self.archive = archive
        self.file = archive.name
        self.extensions = extensions
        self._own_problems: list[Problem] = list(archive.problems)
        self.metadata = self._read_metadata()
        self.build_file_name = self._choose_build_file()
        where = Where(archive.name, self.build_file_name)
        self.build_file = BuildFile(archive[self.build_file_name], where=where)
        self.root = self.build_file.root

    @classmethod
    def from_archive(cls, archive: Archive) -> Module:
        """Read a module from its archive. Raises FormatError where it is none, or damaged."""
        return cls(archive)

    def _read_metadata(self) -> Metadata | None:
        for name in (EXTENSION_DATA, MODULE_DATA):
            if name in self.archive:
                try:
                    return read_metadata(self.archive[name])
                except FormatError as error:
                    raise error.add(Where(self.file, name)) from None
        self._own_problems.append(
            Problem(
                "moduledata is missing: the version and name are unknown,"
                " but for what the build file says",
                Where(self.file),
            )
        )
        return None

    @property
    def wanted_build_file(self) -> str:
        """The entry in which VASSAL looks for the build file, by the version that wrote it."""
        version = self.metadata.vassal_version if self.metadata is not None else None
        is_old = version is not None and version_numbers(version)[:2] < _RENAMED_IN
        return OLD_BUILD_FILE if is_old else BUILD_FILE

    def _choose_build_file(self) -> str:
        """Return the build file's entry as VASSAL chooses it, by the version that wrote it."""
        wanted = self.wanted_build_file
        other = OLD_BUILD_FILE if wanted == BUILD_FILE else BUILD_FILE
        version = self.metadata.vassal_version if self.metadata is not None else None
        if wanted in self.archive:
            return wanted
        if other not in self.archive:
            if "savedGame" in self.archive:
                raise FormatError("expected a module, found a save or log", where=Where(self.file))
            held = ", ".join(self.archive.names[:6])
            raise FormatError(
                f"expected an entry {wanted}, found only {held}", where=Where(self.file)
            )
        by = "a present VASSAL" if version is None else f"VASSAL {version or '0.0'}"
        self._own_problems.append(
            Problem(
                f"VASSAL would refuse the module: by its version rule (buildFile below 3.5,"
                f" {BUILD_FILE} from 3.5 on) {by} has {wanted}, found only {other}",
                Where(self.file),
            )
        )
        return other

    @property
    def name(self) -> str:
        """The name by which saves know the module; without moduledata, the build file's."""
        known = self.metadata.name if self.metadata is not None else ""
        return known or self.root.get("name").strip()

    @property
    def version(self) -> str:
        """The module's own version; without moduledata, the build file's."""
        known = self.metadata.version if self.metadata is not None else ""
        return known or self.root.get("version").strip()

    @property
    def vassal_version(self) -> str:
        """The version of VASSAL that wrote the module; empty where nothing says so."""
        known = self.metadata.vassal_version if self.metadata is not None else ""
        return known or self.root.get("VassalVersion").strip()

    @property
    def is_extension(self) -> bool:
        """Whether the file is an extension of a module."""
        return self.root.is_a("ModuleExtension")

    @cached_property
    def _tree_and_problems(self) -> tuple[Component, tuple[Problem, ...]]:
        if not self.extensions:
            return self.root, ()
        return extended(self.root, [(one.file, one.root) for one in self.extensions])

    @property
    def roots(self) -> tuple[Component, ...]:
        """The module's tree, with what its extensions add where their targets say."""
        return (self._tree_and_problems[0],)

    @cached_property
    def _maps_and_problems(self) -> tuple[dict[str, GameMap], list[Problem]]:
        problems: list[Problem] = []
        maps: dict[str, GameMap] = {}
        archives = [self.archive, *(one.archive for one in self.extensions)]
        for one in read_maps(self.roots, archives, problems):
            maps.setdefault(one.id, one)
        where = Where(self.file, self.build_file_name)
        return maps, [problem.inside(where) for problem in problems]

    @property
    def maps(self) -> dict[str, GameMap]:
        """The maps by the identifier that saves use, in the order of the build file."""
        return self._maps_and_problems[0]

    def find_map(self, name: str) -> GameMap | None:
        """Return a map by its identifier, or by `Map<n>` or an empty name as VASSAL knows it."""
        if name in self.maps:
            return self.maps[name]
        known = (one for one in self.maps.values() if name in (f"Map{one.number}", one.name))
        return next(known, None)

    @cached_property
    def prototypes(self) -> dict[str, Prototype]:
        """The prototypes by name; the last definition of a name counts."""
        return {one.name: one for root in self.roots for one in read_prototypes(root)}

    @cached_property
    def slots(self) -> tuple[Slot, ...]:
        """Every piece slot and card slot anywhere: palettes, at-start stacks, draw piles."""
        return tuple(one for root in self.roots for one in read_slots(root))

    @cached_property
    def sides(self) -> tuple[str, ...]:
        """The sides that a player can take, in order."""
        return tuple(one for root in self.roots for one in read_sides(root))

    @cached_property
    def properties(self) -> tuple[GlobalProperty, ...]:
        """The global properties of module, maps and zones, with their initial values."""
        return tuple(one for root in self.roots for one in read_properties(root))

    @cached_property
    def turn_trackers(self) -> tuple[TurnTracker, ...]:
        """The turn trackers."""
        return tuple(one for root in self.roots for one in read_turns(root))

    @cached_property
    def dice(self) -> tuple[Dice, ...]:
        """The dice buttons."""
        return tuple(one for root in self.roots for one in read_dice(root))

    @cached_property
    def setups(self) -> tuple[Setup, ...]:
        """The predefined set-ups, with the menus that hold them."""
        return tuple(one for root in self.roots for one in read_setups(root))

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        """What is wrong with the module and did not stop us from reading it."""
        where = Where(self.file, self.build_file_name)
        cycles = [problem.inside(where) for problem in find_cycles(self.prototypes)]
        inner = [problem for one in self.extensions for problem in one._own_problems]
        lost = self._tree_and_problems[1]
        return (*self._own_problems, *lost, *self._maps_and_problems[1], *cycles, *inner)

    def expand(self, definition: str) -> Definition:
        """Return the traits of a slot's definition with its prototypes expanded.

        They are spelled as the present VASSAL spells them, old forms made new: `type_chain` and
        `state_chain` are those that it gives a new piece.

        Raises:
            FormatError: the prototypes multiply beyond bounds.
            UnencodableError: VASSAL could not read a value of an old form, made new, back.
        """
        traits = expand(definition, self.prototypes).traits
        return Definition(tuple(TraitTexts(*respelled(one.type, one.state)) for one in traits))

    def layouts_for(self, save: Save) -> dict[str, MapLayout]:
        """Return, by identifier, each map as the save lays out its boards.

        Maps that the save says nothing of, or that the module does not have, are left out.
        """
        layouts: dict[str, MapLayout] = {}
        borrowers = [one for one in self.maps.values() if one.lender is not None]
        for command in save.commands.all("SetBoards"):
            one = self.find_map(command["map"].removesuffix("BoardPicker"))
            if one is None or one.lender is not None:
                continue
            laid = boards_of(command)
            for shown in (one, *(other for other in borrowers if other.lender is one)):
                layouts[shown.id] = shown.layout(laid)
        return layouts

    def default_layouts(self) -> dict[str, MapLayout]:
        """Return, by identifier, each map with the boards that it has in a new game."""
        return {one.id: one.layout(one.default_boards) for one in self.maps.values()}

    def with_extensions(self, paths: Iterable[Path | str]) -> Module:
        """Return the module with extensions: their slots, prototypes and the like come after it.

        Raises:
            FormatError: a file is no extension, or it is damaged.
        """
        found: list[Module] = []
        for path in paths:
            one = open_module(path)
            if not one.is_extension:
                raise FormatError("expected an extension, found a module", where=Where(one.file))
            found.append(one)
        return Module(self.archive, (*self.extensions, *found))

    def __repr__(self) -> str:
        return f"<Module {self.name!r} {self.version}>"


def open_module(path: Path | str) -> Module:
    """Return the module in a `.vmod` file, or what an extension's file holds.

    Raises:
        FormatError: the file is no module, or it is damaged, encrypted or beyond the limits.
        OSError: the file cannot be read.
    """
    return Module(Archive.read(Path(path)))
