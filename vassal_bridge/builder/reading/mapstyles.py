"""Further maps of a recipe: windows whose boards are pictures, with grids as VASSAL keeps them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from types import MappingProxyType

from vassal_bridge.builder.reading.checking import Checker
from vassal_bridge.builder.reading.keykinds import ListOf, Text, Texts, Truth, Whole
from vassal_bridge.builder.reading.keys import key
from vassal_bridge.builder.spelling import components as parts
from vassal_bridge.builder.spelling.xmltree import Component, carried, component
from vassal_bridge.errors import FormatError
from vassal_bridge.formats.buildfile import BuildFile
from vassal_bridge.formats.tokens import encode_safely

GRIDS = ("HexGrid", "SquareGrid", "RegionGrid", "ZonedGrid")
PICTURES = "pictures"
"""The folder of a recipe whose files the module holds among its images, under their own names."""
CARRIED: Mapping[str, str] = MappingProxyType({PICTURES: "images/", "sounds": "sounds/"})
"""Folders of a recipe whose files go into the module as they are, and where they go."""


@dataclass(frozen=True, slots=True)
class BoardStyle:
    """A board of a map: a picture with a grid."""

    name: str = key(Text(), "Its name.")
    picture: str = key(
        Text(), "Its picture in the folder pictures; a plain board without it.", default=""
    )
    grid: str = key(
        Text(), "An XML file with the grid, its numbering, zones and regions, as in a module's"
        " build file.", default="",
    )  # fmt: skip
    reversible: bool = key(Truth(), "Whether it can be laid upside down.", default=False)
    width: str = key(Text(r"\d*"), "The width of a plain board, in pixels.", default="")
    height: str = key(Text(r"\d*"), "The height of a plain board, in pixels.", default="")
    colour: str = key(Text(), "The colour of a plain board as red,green,blue.", default="")


@dataclass(frozen=True, slots=True)
class MapStyle:
    """A further map of the module, whose boards are pictures."""

    name: str = key(Text(".+", "a name"), "Its name; each map has another.")
    boards: tuple[BoardStyle, ...] = key(
        ListOf(BoardStyle), "Its boards, the first of which lies on it.", default=(), name="board"
    )
    button: str = key(
        Text(), "What its button says; without it a window's says its name, any other has an"
        " icon.", default="",
    )  # fmt: skip
    background: str = key(
        Text(r"\d+,\d+,\d+", "a colour as red,green,blue"), "The colour around its boards.",
        default="255,255,255",
    )  # fmt: skip
    ruler: int = key(
        Whole(least=0), "From hex to hex in pixels, for the thread that measures.", default=0
    )
    hidden: bool = key(
        Truth(), "Whether a button opens and closes it, as a window of its own.", default=False
    )
    sides: tuple[str, ...] = key(
        Texts(), "The sides that alone can open it; all without it.", default=()
    )
    visible: bool = key(Truth(), "Whether the other sides may open it to look.", default=False)


@dataclass(frozen=True, slots=True)
class FurtherMap:
    """A further map with the grids of its boards, by the board's number."""

    style: MapStyle
    grids: tuple[Component | None, ...]

    @property
    def name(self) -> str:
        """The map's name."""
        return self.style.name

    def component(self, inside: Iterable[Component]) -> Component:
        """Return the map with its boards; `inside` are its stacks and decks."""
        style = self.style
        is_window = style.hidden or bool(style.sides)
        attributes = parts.map_attributes(style.name, style.background)
        attributes |= {"launch": parts.yes(is_window)}
        if is_window or style.button:
            attributes |= {"buttonName": style.button or style.name, "icon": ""}
        tag = parts.MODULE + "Map"
        if style.sides:
            tag = parts.MODULE + "PrivateMap"
            attributes |= {
                "side": encode_safely(list(style.sides), ","),
                "useBoards": "",
                "visible": parts.yes(style.visible),
            }
        boards = [_board(one, grid) for one, grid in zip(style.boards, self.grids, strict=True)]
        tools = parts.map_tools(style.ruler)
        return component(
            tag, attributes, [parts.board_picker(boards), *tools, *inside, *parts.map_end()]
        )


def _board(style: BoardStyle, grid: Component | None) -> Component:
    plain = {"width": style.width, "height": style.height, "color": style.colour}
    attributes = {
        "image": style.picture,
        "name": style.name,
        "reversible": parts.yes(style.reversible),
    } | {name: value for name, value in plain.items() if value}
    return component(parts.MAP + "boardPicker.Board", attributes, [] if grid is None else [grid])


def read_maps(
    checker: Checker, folder: Traversable, styles: Iterable[MapStyle]
) -> tuple[FurtherMap, ...]:
    """Return a recipe's further maps with their grids; problems go to the checker."""
    found = []
    for number, style in enumerate(styles, 1):
        grids = []
        for place, board in enumerate(style.boards, 1):
            path = f"map[{number}].board[{place}]"
            if board.picture and not (folder / PICTURES / board.picture).is_file():
                message = f"expected a picture in the folder {PICTURES}, found {board.picture!r}"
                checker.add("module.toml", f"{path}.picture", message)
            grids.append(_read_grid(checker, folder, board.grid, f"{path}.grid"))
        found.append(FurtherMap(style, tuple(grids)))
    return tuple(found)


def _read_grid(checker: Checker, folder: Traversable, name: str, path: str) -> Component | None:
    if not name:
        return None
    try:
        content = (folder / name).read_bytes()
    except OSError:
        checker.add("module.toml", path, f"expected a file {name!r}, found none")
        return None
    try:
        root = BuildFile(content).root
    except FormatError as error:
        checker.add_at(name, f"expected XML: {error}")
        return None
    if root.kind not in GRIDS:
        checker.add_at(name, f"expected one of {', '.join(GRIDS)}, found {root.kind}")
        return None
    return carried(root)
