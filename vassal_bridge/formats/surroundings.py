"""What lies around a save's pieces: places by name, and the values of zones, maps and module.

Global properties, turns and decks come from the save; places, turn levels and what dice show
before they are rolled from the module, where one is given (expressions reference, 6 and 7).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from vassal_bridge.errors import BindingError
from vassal_bridge.formats.boards.layout import OFFBOARD, MapLayout
from vassal_bridge.formats.commands import Command
from vassal_bridge.formats.expressions import Kind
from vassal_bridge.formats.fields import Record
from vassal_bridge.formats.gamelines import MODULE
from vassal_bridge.formats.module import Module
from vassal_bridge.formats.parts import TurnLevel
from vassal_bridge.formats.pieces import Deck, Piece
from vassal_bridge.formats.position import Position
from vassal_bridge.formats.properties import NOWHERE, Location, Scene, Viewer
from vassal_bridge.formats.save import Save

OBSERVERS = "<observer>"
"""The side of the roster's entries that have none."""


def viewers_of(save: Save) -> list[Viewer]:
    """Return the players in a save's roster, in order; an observer's side is empty."""
    found: dict[str, Viewer] = {}
    for command in save.commands.all("AddPlayer"):
        side = "" if command["side"] == OBSERVERS else command["side"]
        found[command["player"]] = Viewer(command["player"], side, command["name"])
    return list(found.values())


def viewer_of(save: Save, side: str) -> Viewer:
    """Return the player of a side; the side itself looks where nobody has taken it yet.

    Raises:
        BindingError: several players share the side, so that their masks differ.
    """
    players = [viewer for viewer in viewers_of(save) if viewer.side == side]
    if len(players) > 1:
        raise BindingError(f"expected one player of the side {side}, found {len(players)}")
    return players[0] if players else Viewer(side=side)


class SavedSurroundings:
    """The surroundings of the pieces in a save, as the save and its module tell them.

    Over a position, properties have the values that its commands gave them, also those for which
    the save has no line (what dice show, say), at the moment of asking.
    """

    def __init__(self, source: Save | Position, module: Module | None = None) -> None:
        save = source.save if isinstance(source, Position) else source
        self._save = save
        self._position = source if isinstance(source, Position) else None
        self._module = module
        self._layouts: Mapping[str, MapLayout] = (
            {} if module is None else {**module.default_layouts(), **module.layouts_for(save)}
        )
        self._locations: dict[tuple[str, int, int], Location] = {}
        self._of_module: dict[str, str] = {} if module is None else dict(_first_values(module))
        self._of_map: dict[tuple[str, str], str] = {}
        self._of_zone: dict[tuple[str, str, str, str], str] = {}
        for command in save.commands.all("SetGlobalProperty"):
            self._keep(command)
        if module is not None:
            self._of_module.update(_turns(save, module))
        self._decks = Scene(save.pieces, surroundings=self)
        self._named_decks = [(deck.type["name"], deck) for deck in save.pieces.decks]

    def _keep(self, command: Command) -> None:
        name, value, container = command["name"], command["value"], command["container"]
        if "\t" in name:
            parts = command.record.nested("name")
            zone, board, of_map = parts["zone"], parts["board"], parts["map"]
            self._of_zone[of_map, board, zone, parts["property"]] = value
        elif container in ("", "Module"):
            self._of_module[name] = value
        else:
            self._of_map[container, name] = value

    def location(self, map_name: str, x: int, y: int) -> Location:
        """Return what a point of a map is called; `offboard` where nothing has a name."""
        point = (map_name, x, y)
        found = self._locations.get(point)
        if found is None:
            found = self._locations[point] = self._location(map_name, x, y)
        return found

    def _location(self, map_name: str, x: int, y: int) -> Location:
        layout = self._layouts.get(map_name) or self._layout_of(map_name)
        if layout is None:
            return Location(OFFBOARD) if self._module is not None else NOWHERE
        board, zone = layout.board_at(x, y), layout.zone_at(x, y)
        return Location(
            layout.location_name(x, y),
            "" if zone is None else zone.name,
            "" if board is None else board.name,
        )

    def _layout_of(self, map_name: str) -> MapLayout | None:
        """Return the layout of a map that is called by its number, `Map0`, though it has a name."""
        found = None if self._module is None else self._module.find_map(map_name)
        return None if found is None else self._layouts.get(found.id)

    def value(self, name: str, map_name: str | None, location: Location) -> str | None:
        """Return a property of a zone, else of its map, else of the module; None for none."""
        if map_name is not None:
            if location.zone:
                now = self._now(name, f"{map_name}:{location.zone}")
                if now is not None:
                    return now
                for (of_map, board, zone, own), value in self._of_zone.items():
                    if (of_map, zone, own) == (map_name, location.zone, name) and (
                        location.board in ("", board)
                    ):
                        return value
            found = self._now(name, map_name)
            if found is None:
                found = self._of_map.get((map_name, name))
            if found is None:
                found = self._of_deck(name, map_name)
            if found is not None:
                return found
        for container in (MODULE, ""):
            now = self._now(name, container)
            if now is not None:
                return now
        return self._of_module.get(name)

    def _now(self, name: str, container: str) -> str | None:
        """Return what a position's property is at this moment; None where it has none of it."""
        return None if self._position is None else self._position.lines.own_value(name, container)

    def _of_deck(self, name: str, map_name: str) -> str | None:
        """Return how many cards a deck of the map holds, all or those that it counts."""
        for own, deck in self._named_decks:
            if not name.startswith(own + "_") or deck.map != map_name:
                continue
            asked = name[len(own) + 1 :]
            if asked == "numPieces":
                return str(len(deck.members))
            if deck.type.flag("counting"):
                for entry in deck.type.values("count_expressions"):
                    title, _, expression = entry.partition(":")
                    if title.strip() == asked:
                        return str(self._count(deck, expression.strip()))
        return None

    def _count(self, deck: Deck, expression: str) -> int:
        looks = self._decks.find_all(deck.members)
        return sum(look.evaluate(expression, Kind.FILTER) == "true" for look in looks)

    def has_map(self, map_name: str) -> bool:
        """Tell whether the module has a map of a name."""
        return map_name in self._layouts

    def cells_between(
        self, map_name: str, start: tuple[int, int], end: tuple[int, int]
    ) -> int | None:
        """Return the hexes or squares between two points, by the grid of the first one's board."""
        layout = self._layouts.get(map_name)
        board = None if layout is None else layout.board_at(*start)
        if board is None:
            return None
        return board.grid.range(board.local(*start), board.local(*end))


def _first_values(module: Module) -> Iterator[tuple[str, str]]:
    """Yield the module's own facts, and what its properties, options and dice say at first."""
    yield "ModuleName", module.name
    yield "ModuleVersion", module.version
    for one in module.properties:
        if one.holder.kind == "module":
            yield one.name, one.initial
    for dice in module.dice:
        if dice.kind == "SpecialDiceButton":
            yield f"{dice.name}_result", ""
            continue
        for end, first in (("result", "1"), ("total", "0"), ("keep", "0"), ("summary", "")):
            yield f"{dice.name}_{end}", first
    for root in module.roots:
        for component in root.walk():
            if component.kind.endswith("Preference"):
                yield component.get("name"), component.get("default")
            elif component.kind == "DoActionButton" and component.flag("index"):
                yield component.get("indexProperty"), ""
    for tracker in module.turn_trackers:
        yield f"{tracker.name}_command", "Set"
        yield f"{tracker.name}_value", ""


def _turns(save: Save, module: Module) -> Iterator[tuple[str, str]]:
    """Yield the property of each turn level with its present value."""
    trackers = {tracker.id: tracker for tracker in module.turn_trackers}
    for command in save.commands.all("SetTurn"):
        tracker = trackers.get(command["tracker"])
        if tracker is not None:
            states = command.record.nested("state").items("level")
            yield from _levels(tracker.levels, states)


def _levels(levels: tuple[TurnLevel, ...], states: list[Record]) -> Iterator[tuple[str, str]]:
    for level, state in zip(levels, states, strict=False):
        current = state.number("current")
        if not level.names:
            yield level.property, str(current)
        elif 0 <= current < len(level.names):
            yield level.property, level.names[current]
        yield from _levels(level.levels, state.items("level"))


def scene_of(
    source: Save | Position, module: Module | None = None, viewer: Viewer | None = None
) -> Scene:
    """Return the pieces of a save or position in their surroundings.

    Without a viewer an observer looks.
    """
    there = SavedSurroundings(source, module)
    if viewer is None:
        return Scene(source.pieces, surroundings=there)
    return Scene(source.pieces, surroundings=there, viewer=viewer)


def find_piece(scene: Scene, name: str) -> list[Piece]:
    """Return the pieces that the viewer sees called by a name, in the order of the file."""
    return [look.piece for look in scene.looks() if look.name == name]
