"""What is doubtful in a module's images and files, maps, decks and set-ups."""

from __future__ import annotations

import re
from collections.abc import Iterator

from vassal_bridge.errors import BridgeError
from vassal_bridge.formats.archive import is_unsafe_name
from vassal_bridge.formats.boards.maps import IMAGES, AtStart, GameMap, named_point
from vassal_bridge.formats.buildfile import Component
from vassal_bridge.formats.commands import Command, spec_of
from vassal_bridge.formats.imagesize import image_size
from vassal_bridge.formats.kinds import boards_of
from vassal_bridge.formats.linting.counters import more
from vassal_bridge.formats.linting.survey import ENGINE_IMAGES, Survey, Value
from vassal_bridge.formats.metadata import MODULE_DATA, read_metadata
from vassal_bridge.formats.module import BUILD_FILE, OLD_BUILD_FILE
from vassal_bridge.formats.parts import Setup
from vassal_bridge.formats.save import Save

Found = tuple[Component | None, str]

MAX_SIDE = 8000
"""The longest side, in pixels, of an image that is not called oversized."""
MAX_PIXELS = 32_000_000
"""The largest number of pixels of such an image."""

FILES = {
    "HtmlChart": ("fileName", ""),
    "HelpFile": ("fileName", ""),
    "BrowserPDFFile": ("pdfFile", ""),
    "BrowserHelpFile": ("contents", "help/"),
    "Tutorial": ("logfile", ""),
}
"""Components that name a file of the module: the attribute, and the folder it is looked for in."""

_TEXTS = (".htm", ".html", ".txt", ".css", ".properties")
_PARAMETER = re.compile(r"\$[^$]*\$")


def _computed(name: str) -> bool:
    return "$" in name or name.lstrip().startswith("{")


def missing_images(survey: Survey) -> Iterator[Found]:
    """Yield the images that are named and neither in the module, nor generated, nor VASSAL's."""
    for name, values in survey.images.items():
        is_engines = name.startswith("/") or name in ENGINE_IMAGES
        if is_engines or _computed(name) or name in survey.generated_images:
            continue
        if survey.image_entry(name) is None:
            yield values[0].component, f"the image {name!r} {_named_by(values)} is not there"


def _named_by(values: list[Value]) -> str:
    count = sum(value.times for value in values) - 1
    return f"of the {values[0].owner}{more(count)}"


def _sized_images(survey: Survey) -> Iterator[tuple[str, list[Value], tuple[int, int] | None]]:
    for name, values in survey.images.items():
        found = survey.image_entry(name)
        if found is not None:
            yield name, values, image_size(*found)


def unreadable_images(survey: Survey) -> Iterator[Found]:
    """Yield the images whose first bytes are no picture's that we know."""
    for name, values, size in _sized_images(survey):
        if size is None:
            yield values[0].component, f"the image {name!r} {_named_by(values)} cannot be read"


def oversized_images(survey: Survey) -> Iterator[Found]:
    """Yield the images of more than MAX_SIDE or MAX_PIXELS."""
    for name, values, size in _sized_images(survey):
        width, height = size or (0, 0)
        if max(width, height) > MAX_SIDE or width * height > MAX_PIXELS:
            yield values[0].component, f"the image {name!r} is {width} x {height} pixels"


def unused_images(survey: Survey) -> Iterator[Found]:
    """Yield the entries under images/ whose name stands nowhere in the module."""
    computed = [_pattern(name) for name in survey.images if "$" in name]
    for archive in survey.archives:
        images = (name for name in archive.names if name.startswith(IMAGES))
        left = [name for name in images if (archive, name) not in survey.image_entries]
        if not left:
            continue
        texts = "\n".join(_texts(survey))
        for name in left:
            plain = name.removeprefix(IMAGES)
            stem = plain.removesuffix(".gif")
            if not plain.endswith("/") and stem not in texts and not _fits(computed, plain):
                yield None, f"nothing names the image {plain!r}"


def _pattern(name: str) -> re.Pattern[str]:
    """Return what fits an image's name in which prototype parameters stand."""
    return re.compile(".*".join(map(re.escape, _PARAMETER.split(name))))


def _fits(patterns: list[re.Pattern[str]], name: str) -> bool:
    return any(pattern.fullmatch(name) for pattern in patterns)


def _texts(survey: Survey) -> Iterator[str]:
    """Yield all texts of the build files, and those of pages that could show an image."""
    for one in survey.components:
        yield one.text.replace("\\", "")
        yield from one.attributes.values()
    for archive in survey.archives:
        for entry in archive:
            if entry.name.lower().endswith(_TEXTS):
                try:
                    yield archive.content(entry).decode("utf-8", "replace")
                except BridgeError:  # verify says what is wrong with the entry
                    continue


def missing_files(survey: Survey) -> Iterator[Found]:
    """Yield the components that name a file which is not in the module."""
    for one in survey.components:
        attribute, folder = FILES.get(one.kind, ("", ""))
        name = one.get(attribute) if attribute else ""
        is_ours = one.get("fileType", "archive") == "archive" and not name.startswith("/")
        if name and is_ours and not survey.has_entry(folder + name):
            yield one, f"the file {folder + name!r} is not there"


def missing_sounds(survey: Survey) -> Iterator[Found]:
    """Yield the sounds that traits and buttons name and that are not in the module."""
    named = [
        (one.component, one.trait.type["clip"], len(one.sites))
        for one in survey.traits_of("playSound;")
    ]
    named += [(one, one.get("soundClip"), 1) for one in survey.components if one.get("soundClip")]
    for component, clip, count in named:
        is_known = clip.startswith("/") or _computed(clip) or clip in ENGINE_IMAGES
        if clip and not is_known and not survey.has_entry(f"sounds/{clip}"):
            yield component, f"the sound {clip!r} is not there{more(count - 1)}"


def unknown_decks(survey: Survey) -> Iterator[Found]:
    """Yield the traits and decks that send pieces to a deck which no map has."""
    known = {one.name for game_map in survey.module.maps.values() for one in game_map.decks}
    for one in survey.traits_of("return;"):
        name = one.trait.type["deck"]
        asks = one.trait.type.flag("prompt")
        if name and not asks and not _computed(name) and name not in known:
            yield one.component, f"no deck is called {name!r}{more(len(one.sites) - 1)}"
    for component in survey.components:
        for attribute, wanted in (("reshuffleTarget", "reshufflable"), ("targetDeck", "")):
            name = component.get(attribute)
            is_used = not wanted or component.flag(wanted)
            if name and is_used and not _computed(name) and name not in known:
                yield component, f"no deck is called {name!r} ({attribute})"


def unknown_boards(survey: Survey) -> Iterator[Found]:
    """Yield the at-start stacks and set-ups of maps that name a board which the map lacks."""
    for game_map in survey.module.maps.values():
        known = {board.name for board in game_map.boards}
        for one in game_map.at_start:
            if one.board and one.board not in known:
                yield (
                    one.component,
                    f"the map {game_map.id!r} has no board {one.board!r} for {one.name!r}",
                )
        for picker, name in _boards_laid(game_map):
            if name not in known:
                yield picker, f"the map {game_map.id!r} has no board {name!r} to begin with"


def _boards_laid(game_map: GameMap) -> Iterator[tuple[Component, str]]:
    for picker in game_map.component.children:
        for one in picker.children:
            if one.tag == "setup" and spec_of(one.text).kind == "SetBoards":
                yield from ((picker, board.name) for board in boards_of(Command(one.text)))


def unknown_locations(survey: Survey) -> Iterator[Found]:
    """Yield the at-start stacks whose location is not on the grid of their board."""
    for game_map in survey.module.maps.values():
        for one in game_map.at_start:
            if one.location and not _is_on_a_board(game_map, one):
                where = f"the board {one.board!r}" if one.board else "any board of the map"
                yield one.component, f"the location {one.location!r} is not on {where}"


def _is_on_a_board(game_map: GameMap, one: AtStart) -> bool:
    boards = [board for board in game_map.boards if one.board in ("", board.name)]
    points = (named_point(board.grid, one.location) for board in boards)
    return not boards or any(point is not None for point in points)


def _setups(survey: Survey) -> Iterator[tuple[Setup, Save | BridgeError]]:
    """Yield the set-ups whose file is there, each with its save or with what is wrong with it."""
    for setup in survey.module.setups:
        holder = next((one for one in survey.archives if setup.file in one), None)
        if setup.file and holder is not None:
            try:
                yield setup, Save.from_bytes(holder[setup.file])
            except BridgeError as error:
                yield setup, error


def missing_setups(survey: Survey) -> Iterator[Found]:
    """Yield the set-ups whose file is not in the module, or that name none."""
    for setup in survey.module.setups:
        uses_file = setup.component.flag("useFile", default=True) and not setup.is_menu
        if uses_file and not setup.file:
            yield setup.component, f"the set-up {setup.name!r} names no file"
        elif uses_file and not survey.has_entry(setup.file):
            yield setup.component, f"the file {setup.file!r} of {setup.name!r} is not there"


def broken_setups(survey: Survey) -> Iterator[Found]:
    """Yield the set-ups whose file cannot be read as a save."""
    for setup, save in _setups(survey):
        if isinstance(save, BridgeError):
            yield setup.component, f"the file {setup.file!r} of {setup.name!r}: {save.message}"


def _readable_setups(survey: Survey) -> Iterator[tuple[Setup, Save]]:
    for setup, save in _setups(survey):
        if isinstance(save, Save):
            yield setup, save


def foreign_setups(survey: Survey) -> Iterator[Found]:
    """Yield the set-ups that say that they belong to another module."""
    for setup, save in _readable_setups(survey):
        if MODULE_DATA not in save.archive:
            continue
        try:
            name = read_metadata(save.archive[MODULE_DATA]).name
        except BridgeError:  # verify says what is wrong with the entry
            continue
        if name and name != survey.module.name:
            yield setup.component, f"the set-up {setup.name!r} is one of the module {name!r}"


def lost_setups(survey: Survey) -> Iterator[Found]:
    """Yield what set-ups place on maps or boards that the module does not have."""
    module = survey.module
    for setup, save in _readable_setups(survey):
        maps: dict[str, int] = {}
        for piece in save.pieces.standing():
            if piece.map is not None and module.find_map(piece.map) is None:
                maps[piece.map] = maps.get(piece.map, 0) + 1
        for name, count in maps.items():
            yield setup.component, f"{setup.name!r} has {count} pieces on an unknown map {name!r}"
        for command in save.commands.all("SetBoards"):
            game_map = module.find_map(command["map"].removesuffix("BoardPicker"))
            known = {board.name for board in game_map.boards} if game_map is not None else set()
            for board in boards_of(command):
                if board.name not in known:
                    yield setup.component, f"{setup.name!r} lays out an unknown {board.name!r}"


def unsafe_entries(survey: Survey) -> Iterator[Found]:
    """Yield the entries whose names could not be names of files, and those that are there twice."""
    for archive in survey.archives:
        seen: set[str] = set()
        for name in archive.names:
            shown = ascii(name)
            if name in seen:
                yield None, f"{archive.name} holds two entries {shown}"
            elif is_unsafe_name(name):
                yield None, f"the entry {shown} of {archive.name} could not be a file"
            seen.add(name)


def wrong_build_file(survey: Survey) -> Iterator[Found]:
    """Yield the module or extension that VASSAL's version rule for build files refuses."""
    for one in (survey.module, *survey.module.extensions):
        if one.build_file_name != one.wanted_build_file:
            other = OLD_BUILD_FILE if one.wanted_build_file == BUILD_FILE else BUILD_FILE
            yield None, f"expected {one.wanted_build_file} in {one.file}, found {other}"


def missing_moduledata(survey: Survey) -> Iterator[Found]:
    """Yield the module or extension without moduledata."""
    for one in (survey.module, *survey.module.extensions):
        if one.metadata is None:
            yield None, f"{one.file} says neither its version nor that of VASSAL"
