"""What keys do to a piece's place: Send To, Move Fixed Distance, Can Pivot, Return To Deck.

Source: VASSAL.counters.SendToLocation, Translate, Pivot and ReturnToDeck.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from vassal_bridge.formats.boards.grids import RegionGrid
from vassal_bridge.formats.boards.layout import MapLayout, PlacedBoard
from vassal_bridge.formats.boards.zones import ZonedGrid
from vassal_bridge.formats.editing import moves
from vassal_bridge.formats.editing.deeds.hand import Deed, Hand, KeyCommand, command
from vassal_bridge.formats.editing.deeds.looks import angle_of, facing_of
from vassal_bridge.formats.editing.deeds.search import with_values
from vassal_bridge.formats.editing.pieces import PieceEdit
from vassal_bridge.formats.expressions import Kind
from vassal_bridge.formats.fields import Record, read_int
from vassal_bridge.formats.kinds import footing_of, parse_key
from vassal_bridge.formats.pieces import Piece, PieceId, Stack
from vassal_bridge.formats.properties import Look
from vassal_bridge.formats.tabletop import Point, hider
from vassal_bridge.formats.traits import Trait

Pixels: TypeAlias = tuple[float, float]


def ignores_grid(piece: Piece) -> bool:
    """Tell whether a piece is put down where it is dropped, beside the grid's points too."""
    footing = piece.trait("immob;")
    return footing is not None and footing_of(footing.type).ignores_grid


def turned(pixels: Pixels, about: Pixels, angle: float) -> tuple[float, float]:
    """Return a point turned about another by VASSAL's angle in degrees, counter-clockwise."""
    sine, cosine = math.sin(math.radians(-angle)), math.cos(math.radians(-angle))
    x, y = pixels[0] - about[0], pixels[1] - about[1]
    return about[0] + cosine * x - sine * y, about[1] + sine * x + cosine * y


def _round(value: float) -> int:
    return math.floor(value + 0.5)


def _arrive(hand: Hand, to: Point) -> None:
    """Move the piece without marking it, and send it the key of the map that it comes to."""
    _go(hand, to)
    _hear_the_map(hand)


def _go(hand: Hand, to: Point) -> None:
    """Move the piece without marking it; it remembers where it was, also where it stays there."""
    editor, piece = hand.editor, hand.piece
    position, places = editor.position, editor.places
    if hand.standing.point == to:
        editor.keep(moves.remember(position, places, piece, marks=False))
        return
    player = hand.doing.player
    editor.keep(moves.move_piece(position, places, piece, to, player=player, marks=False))


def _hear_the_map(hand: Hand) -> None:
    """Send the piece the key that its map gives all that moves on it."""
    key = hand.editor.places.move_key(hand.standing.map)
    if key is not None:
        hand.again(key)


# --- Send To Location --------------------------------------------------------------------------


def send(trait: Trait) -> Iterator[KeyCommand]:
    """Yield the key commands of a Send To Location: there, and back."""
    record = trait.type
    yield from command(record["menu"], parse_key(record["key"]), _send)
    yield from command(record["back_menu"], parse_key(record["back_key"]), _send_back)


def _send(hand: Hand, trait: Trait) -> None:
    here = hand.standing.point
    if here is None:
        return
    to = _DESTINATIONS.get(trait.type["destination"] or "L", _to_pixels)(hand, trait.type)
    if to is None:
        return
    record = trait.type
    to = (to[0], to[1] + _offset(hand, record, "x"), to[2] + _offset(hand, record, "y"))
    if to == here:
        return
    state = trait.state
    state["back_map"], state["back_x"], state["back_y"] = here[0], str(here[1]), str(here[2])
    hand.change(trait, str(state))
    if not ignores_grid(hand.piece):
        to = (to[0], *hand.editor.places.snap(to))
    _arrive(hand, to)


def _offset(hand: Hand, record: Record, axis: str) -> int:
    times = hand.number(record[f"{axis}_index"], "an index")
    return times * hand.number(record[f"{axis}_offset"], "an offset") if times else 0


def _send_back(hand: Hand, trait: Trait) -> None:
    state = trait.state
    back = (state["back_map"], state["back_x"], state["back_y"])
    if hand.standing.map is None or not all(back):
        return
    for field in ("back_map", "back_x", "back_y"):
        state[field] = ""
    hand.change(trait, str(state))
    _arrive(hand, (back[0], read_int(back[1]), read_int(back[2])))


def _layout(hand: Hand, record: Record) -> tuple[str, MapLayout]:
    """Return the map that a field names, else the piece's own, as it is laid out."""
    places, named = hand.editor.places, hand.text(record["map"])
    of_map = places.known_map(named) if named else None
    of_map = of_map or hand.standing.map or ""
    layout = places.layout(of_map)
    if layout is None:
        raise hand.refused(f"nothing is known of the map {of_map!r} without the module")
    return of_map, layout


def _board(hand: Hand, record: Record, layout: MapLayout) -> PlacedBoard | None:
    name = hand.text(record["board"])
    return next((board for board in layout.boards if board.name == name), None)


def _to_pixels(hand: Hand, record: Record) -> Point | None:
    x, y = hand.number(record["x"], "x"), hand.number(record["y"], "y")
    of_map, layout = _layout(hand, record)
    board = _board(hand, record, layout)
    return (of_map, x, y) if board is None else (of_map, x + board.x, y + board.y)


def _to_grid(hand: Hand, record: Record) -> Point | None:
    of_map, layout = _layout(hand, record)
    board = _board(hand, record, layout)
    name = hand.text(record["grid_location"])
    found = None if board is None else board.grid.point(name)
    if board is None or found is None:
        raise hand.refused(f"the board has no place {name!r}")
    return of_map, found[0] + board.x, found[1] + board.y


def _to_zone(hand: Hand, record: Record) -> Point | None:
    of_map, layout = _layout(hand, record)
    name = hand.text(record["zone"])
    for board in layout.boards:
        for zone in board.grid.zones if isinstance(board.grid, ZonedGrid) else ():
            if zone.name == name and zone.path:
                xs, ys = [x for x, _ in zone.path], [y for _, y in zone.path]
                x, y = min(xs) + (max(xs) - min(xs)) // 2, min(ys) + (max(ys) - min(ys)) // 2
                return of_map, board.x + x, board.y + y
    raise hand.refused(f"the map has no zone {name!r}")


def _to_region(hand: Hand, record: Record) -> Point | None:
    of_map, layout = _layout(hand, record)
    name = hand.text(record["region"])
    for board in layout.boards:
        grids = [board.grid]
        if isinstance(board.grid, ZonedGrid):
            grids = [*(zone.grid for zone in board.grid.zones), board.grid.background]
        for grid in grids:
            found = grid.point(name) if isinstance(grid, RegionGrid) else None
            if found is not None:
                return of_map, board.x + found[0], board.y + found[1]
    raise hand.refused(f"the map has no region {name!r}")


def _targets(hand: Hand, record: Record) -> list[Look]:
    """Return the pieces that a filter accepts, in the order of the file."""
    wanted = with_values(hand, record["filter"])
    return [one for one in hand.doing.scene.looks() if _passes(one, wanted)]


def _point(look: Look) -> Point | None:
    return None if look.map is None else (look.map, look.x, look.y)


def _passes(look: Look, wanted: str) -> bool:
    return not wanted or look.evaluate(wanted, Kind.FILTER) == "true"


def _to_any(hand: Hand, record: Record) -> Point | None:
    return next((_point(one) for one in _targets(hand, record)), None)


def _to_nearest(hand: Hand, record: Record) -> Point | None:
    found = _targets(hand, record)
    return _point(found[_nearest(hand, found)]) if found else None


def _to_next(hand: Hand, record: Record) -> Point | None:
    """Return the place of the piece that follows, round and round, the nearest one."""
    found = _targets(hand, record)
    start = _nearest(hand, found)
    here = hand.standing.point
    following = [*found[start + 1 :], *found[: start + 1]]
    return next((point for one in following if (point := _point(one)) != here), None)


def _nearest(hand: Hand, found: list[Look]) -> int:
    """Return the number of the nearest piece of the same map; of the first where none is."""
    own = hand.standing
    near = [
        (math.dist((one.x, one.y), (own.x, own.y)), number)
        for number, one in enumerate(found)
        if one.map == own.map
    ]
    return min(near)[1] if near else 0


_DESTINATIONS: Mapping[str, Callable[[Hand, Record], Point | None]] = {
    "G": _to_grid,
    "L": _to_pixels,
    "Z": _to_zone,
    "R": _to_region,
    "A": _to_any,
    "C": _to_next,
    "N": _to_nearest,
}
"""Where a Send To Location leads, by the letter of its destination."""


# --- Move Fixed Distance -----------------------------------------------------------------------


def translate(trait: Trait) -> Iterator[KeyCommand]:
    """Yield the key command of a Move Fixed Distance."""
    yield from command(trait.type["menu"], parse_key(trait.type["key"]), _translate)


def _translate(hand: Hand, trait: Trait) -> None:
    """Move the piece, or its whole stack where the piece is its top, by so many pixels."""
    if hand.standing.map is None:
        return
    movers = _movers(hand, trait)
    to = _translated(hand, trait)
    for mover in movers:
        edit = PieceEdit(hand.editor, mover)
        states = moves.marked(edit.piece, hand.editor.places)
        edit.change(states)
        _arrive(hand.of(edit), to)


def _movers(hand: Hand, trait: Trait) -> list[PieceId]:
    stack = hand.editor.position.holder_of(hand.edit.id)
    if not (trait.type.flag("move_stack") and isinstance(stack, Stack)):
        return [hand.edit.id]
    members = list(stack.members)
    seen = [one for one in members if _is_seen(hand, one)]
    return members if seen and seen[-1] == hand.edit.id else []


def _is_seen(hand: Hand, piece_id: PieceId) -> bool:
    piece = hand.editor.position.pieces.get(piece_id)
    return isinstance(piece, Piece) and hider(piece) in (None, hand.doing.viewer.player)


def _translated(hand: Hand, trait: Trait) -> Point:
    """Return where a piece comes to: its facing turns the way, and the grid pulls it in."""
    stands, record, places = hand.standing, trait.type, hand.editor.places
    layout = places.layout(stands.map or "")
    board = None if layout is None else layout.board_at(stands.x, stands.y)
    scale = 1.0 if board is None else board.magnification
    x, y = (_round(scale * _distance(hand, record, axis)) for axis in "xy")
    angle = sum(angle_of(one) for one in _rotators(hand, trait))
    pixels = turned((stands.x + x, stands.y - y), (stands.x, stands.y), angle)
    to = (stands.map or "", _round(pixels[0]), _round(pixels[1]))
    return to if ignores_grid(hand.piece) else (to[0], *places.snap(to))


def _distance(hand: Hand, record: Record, axis: str) -> int:
    return hand.number(record[f"d{axis}"], "the distance") + _offset(hand, record, axis)


def _rotators(hand: Hand, trait: Trait) -> list[Trait]:
    """Return the Can Rotate traits inside of a trait."""
    return [one for one in hand.piece.traits[trait.index :] if one.prefix == "rotate;"]


# --- Can Pivot ---------------------------------------------------------------------------------


def pivot(trait: Trait) -> Iterator[KeyCommand]:
    """Yield the key commands of a Can Pivot."""
    record = trait.type
    first, second = record.real("angle"), record.real("second_angle")
    yield from command(record["menu"], parse_key(record["key"]), _pivots(first))
    yield from command(record["second_menu"], parse_key(record["second_key"]), _pivots(second))


def _pivots(angle: float) -> Deed:
    def deed(hand: Hand, trait: Trait) -> None:
        if not trait.type.flag("fixed_angle"):
            raise hand.refused("a player turns it by the mouse; rotate and move it by itself")
        rotator = next(iter(_rotators(hand, trait)), None)
        if rotator is None or hand.standing.map is None:
            return
        _pivot(hand, trait, rotator, angle)

    return deed


def _pivot(hand: Hand, trait: Trait, rotator: Trait, angle: float) -> None:
    """Turn the piece about a point of its own, which stays where it is."""
    piece, stands, editor = hand.piece, hand.standing, hand.editor
    mat = piece.trait(moves.MAT)
    if mat is not None and mat.state.rest:
        raise hand.refused("the mat would turn what lies on it, which is not done by this tool")
    old = angle_of(rotator)
    facing = facing_of(rotator, old - angle)
    new = angle_of(Trait(rotator.index, rotator.type_text, facing))
    offset = (trait.type.number("x"), trait.type.number("y"))
    about = turned(offset, (0, 0), old)
    away = turned((-about[0], -about[1]), (0, 0), new - old)
    to = (
        stands.map or "",
        stands.x + _round(about[0] + away[0]),
        stands.y + _round(about[1] + away[1]),
    )
    if not ignores_grid(piece):
        to = (to[0], *editor.places.snap(to))
    hand.edit.change({rotator.index: facing, **moves.marked(piece, editor.places)})
    here = hand.standing.point
    _go(hand, to)
    if here != to:
        editor.keep(moves.follow(editor.position, editor.places, hand.edit.id))
    _hear_the_map(hand)


# --- Return To Deck ----------------------------------------------------------------------------


def back_to_deck(trait: Trait) -> Iterator[KeyCommand]:
    """Yield the key command of a Return To Deck."""
    yield from command(trait.type["menu"], parse_key(trait.type["key"]), _return)


def _return(hand: Hand, trait: Trait) -> None:
    record = trait.type
    name = record["deck"]
    if record.number("version") >= 2:
        if record.flag("prompt"):
            raise hand.refused("it asks for the deck; put it there by itself")
        name = hand.text(record["expression"]) if record["expression"] else name
    if not name:
        raise hand.refused("it asks for the deck; put it there by itself")
    before = hand.standing.point
    hand.edit.put_on(name)
    if hand.standing.point != before:
        _hear_the_map(hand)
