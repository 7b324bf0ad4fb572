"""The maps of a module: their boards and pictures, their default layout, what stands on them."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from vassal_bridge.errors import Problem, Where
from vassal_bridge.formats.archive import Archive
from vassal_bridge.formats.boards.gridreading import grid_from
from vassal_bridge.formats.boards.grids import Grid, Point, RegionGrid
from vassal_bridge.formats.boards.layout import MapLayout, PlacedBoard
from vassal_bridge.formats.boards.zones import ZonedGrid
from vassal_bridge.formats.buildfile import Component
from vassal_bridge.formats.commands import Command, spec_of
from vassal_bridge.formats.fields import read_int
from vassal_bridge.formats.imagesize import image_size
from vassal_bridge.formats.kinds import PlacedBoard as Laid
from vassal_bridge.formats.kinds import boards_of

MAP_CLASSES = ("module.Map", "module.PrivateMap", "module.PlayerHand", "widget.WidgetMap")
GRID_CLASSES = ("HexGrid", "SquareGrid", "RegionGrid", "ZonedGrid")
_PICKER = "BoardPicker"
_BOARD = "boardPicker.Board"
_STACK, _DECK = "map.SetupStack", "map.DrawPile"

_ANY_BOARD = ("null", "<any>")
"""What stands for no owning board."""

IMAGES = "images/"


@dataclass(frozen=True, slots=True)
class Board:
    """A board: an image, or a plain rectangle; sizes in pixels, 0 where the image is unreadable."""

    name: str
    image: str
    width: int
    height: int
    reversible: bool
    component: Component = field(repr=False)

    @property
    def grid_component(self) -> Component | None:
        """The component of the board's grid; None where it has none. The last one counts."""
        grids = [one for one in self.component.children if one.kind in GRID_CLASSES]
        return grids[-1] if grids else None

    @property
    def grid(self) -> Grid:
        """The board's grid."""
        return grid_from(self.component.children, (self.width, self.height))


@dataclass(frozen=True, slots=True)
class AtStart:
    """An at-start stack or a draw pile, with the slots in it from the bottom upwards.

    It stands at `location` of its board's grid where that is used, else at x, y: pixels of its
    board, or of the map's inside where `board` is empty.
    """

    name: str
    map_id: str
    board: str
    x: int
    y: int
    location: str
    is_deck: bool
    component: Component = field(repr=False)


@dataclass(frozen=True, slots=True)
class GameMap:
    """A map window; `id` is what saves call it: its name, or `Map<n>` where it has none."""

    id: str
    number: int
    name: str
    boards: tuple[Board, ...]
    at_start: tuple[AtStart, ...]
    edge_width: int
    edge_height: int
    component: Component = field(repr=False)
    lender: GameMap | None = field(default=None, repr=False)
    """The map whose boards, laid as they are there, a private map shows instead of its own."""

    @property
    def is_private(self) -> bool:
        """Whether it is a private map or a player's hand."""
        return self.component.kind in ("PrivateMap", "PlayerHand")

    @property
    def default_boards(self) -> list[Laid]:
        """The boards that lie on the map before a player chooses: the picker's own setup.

        Without one, a map with one board that cannot be turned has that board.
        """
        if self.lender is not None:
            return self.lender.default_boards
        setup = next(_setups(self.component), "")
        if setup and spec_of(setup).kind == "SetBoards":
            return boards_of(Command(setup))
        if len(self.boards) == 1 and not self.boards[0].reversible:
            return [Laid(self.boards[0].name, 0, 0)]
        return []

    @property
    def decks(self) -> tuple[AtStart, ...]:
        """The draw piles."""
        return tuple(one for one in self.at_start if one.is_deck)

    def layout(self, laid: Iterable[Laid]) -> MapLayout:
        """Return the map with boards laid out by column and row; unknown boards are left out."""
        known = {board.name: board for board in self.boards}
        cells: dict[tuple[int, int], tuple[Board, Laid]] = {}
        for one in laid:
            if one.name in known:
                cells[one.column, one.row] = (known[one.name], one)
        placed = tuple(self._placed(cells, cell) for cell in cells)
        decks: dict[Point, str] = {}
        for deck in self.decks:
            decks.setdefault(self._deck_point(deck, placed), deck.name)
        return MapLayout(placed, decks)

    def _deck_point(self, deck: AtStart, placed: tuple[PlacedBoard, ...]) -> Point:
        """Return where VASSAL looks for a draw pile by name: without the map's margin."""
        board = next((board for board in placed if board.name == deck.board), None)
        return (deck.x, deck.y) if board is None else (deck.x + board.x, deck.y + board.y)

    def _placed(
        self, cells: dict[tuple[int, int], tuple[Board, Laid]], cell: tuple[int, int]
    ) -> PlacedBoard:
        column, row = cell
        board, laid = cells[cell]
        left = [b.width for (c, r), (b, _) in cells.items() if r == row and c < column]
        above = [b.height for (c, r), (b, _) in cells.items() if c == column and r < row]
        return PlacedBoard(
            name=board.name,
            width=board.width,
            height=board.height,
            x=self.edge_width + sum(left),
            y=self.edge_height + sum(above),
            grid=board.grid,
            is_reversed=laid.reversed and board.reversible,
        )

    def start_point(self, at_start: AtStart, layout: MapLayout) -> Point:
        """Return the map pixels where an at-start stack or draw pile of this map stands."""
        return self._point(at_start, layout.boards)

    def _point(self, one: AtStart, placed: tuple[PlacedBoard, ...]) -> Point:
        board = next((board for board in placed if board.name == one.board), None)
        x, y = one.x, one.y
        if one.location:
            on = board or next(iter(placed), None)
            x, y = (None if on is None else named_point(on.grid, one.location)) or (x, y)
        if board is None:
            return x + self.edge_width, y + self.edge_height
        return x + board.x, y + board.y


def named_point(grid: Grid, name: str) -> Point | None:
    """Return a place by its name on the grid, or else by a region's name alone inside a zone."""
    found = grid.point(name)
    if found is None and isinstance(grid, ZonedGrid):
        regions = (
            zone.grid.point(name) for zone in grid.zones if isinstance(zone.grid, RegionGrid)
        )
        found = next((point for point in regions if point is not None), None)
    return found


def _setups(component: Component) -> Iterator[str]:
    for picker in component.children:
        if picker.kind.endswith(_PICKER):
            yield from (one.text for one in picker.children if one.tag == "setup" and one.text)


def is_map(component: Component) -> bool:
    """Tell whether a component is a map: VASSAL's own, or a module's own with a board picker."""
    if component.is_a(MAP_CLASSES[0]) or component.is_a(MAP_CLASSES[1]):
        return True
    if component.is_a(MAP_CLASSES[2]) or component.is_a(MAP_CLASSES[3]):
        return True
    return "mapName" in component.attributes and any(
        child.kind.endswith(_PICKER) for child in component.children
    )


def read_maps(
    roots: Iterable[Component], archives: Sequence[Archive], problems: list[Problem]
) -> list[GameMap]:
    """Return all maps of a module and its extensions in the order of their build files.

    Images are looked for in the archives in turn; what is unreadable goes to `problems`.
    """
    found: list[GameMap] = []
    components = [one for root in roots for one in root.walk() if is_map(one)]
    for number, component in enumerate(components):
        name = component.get("mapName")
        map_id = name or f"Map{number}"
        lender = _lender(component, found)
        shows = component if lender is None else lender.component
        found.append(
            GameMap(
                id=map_id,
                number=number,
                name=name,
                boards=tuple(
                    _boards(component, archives, problems) if lender is None else lender.boards
                ),
                at_start=tuple(_at_start(component, map_id)),
                edge_width=read_int(shows.get("edgeWidth")),
                edge_height=read_int(shows.get("edgeHeight")),
                component=component,
                lender=lender,
            )
        )
    return found


def _lender(component: Component, before: Iterable[GameMap]) -> GameMap | None:
    """Return the map whose boards a private map uses; only one built before it counts."""
    wanted = component.get("useBoards")
    found = next((one for one in before if wanted and one.name == wanted), None)
    return found if found is None or found.lender is None else found.lender


def _boards(
    component: Component, archives: Sequence[Archive], problems: list[Problem]
) -> Iterator[Board]:
    for one in component.find_all(_BOARD):
        image = one.get("image")
        size = (read_int(one.get("width"), 500), read_int(one.get("height"), 500))
        if image:
            size = _image_size(image, one, archives, problems)
        yield Board(
            name=one.get("name", "Board"),
            image=image,
            width=size[0],
            height=size[1],
            reversible=one.flag("reversible"),
            component=one,
        )


def _image_size(
    image: str, board: Component, archives: Sequence[Archive], problems: list[Problem]
) -> tuple[int, int]:
    size, state = None, "is not in the module"
    for archive in archives:
        entry = find_image(archive, image)
        if entry is not None:
            size, state = image_size(archive, entry), "is no readable picture"
            break
    if size is None:
        problems.append(
            Problem(
                f"the board {board.get('name')!r} has no size: its image {image!r} {state}",
                Where(kind=board.kind),
            )
        )
    return size or (0, 0)


def find_image(archive: Archive, image: str) -> str | None:
    """Return the name of an image's entry, as VASSAL looks for it; None where there is none."""
    if not image:
        return None
    plain = IMAGES + image
    for name in (plain, unicodedata.normalize("NFD", plain), plain + ".gif"):
        if name in archive:
            return name
    return None


def _at_start(component: Component, map_id: str) -> Iterator[AtStart]:
    for one in component.find_all(_STACK, _DECK):
        uses_grid = one.flag("useGridLocation")
        yield AtStart(
            name=one.get("name"),
            map_id=map_id,
            board="" if one.get("owningBoard") in _ANY_BOARD else one.get("owningBoard"),
            x=read_int(one.get("x"), 100),
            y=read_int(one.get("y"), 100),
            location=one.get("location") if uses_grid else "",
            is_deck=one.is_a(_DECK),
            component=one,
        )
