"""What keys do to who is in the game: Place Marker, Replace With Other, Clone and Delete.

Source: VASSAL.counters.PlaceMarker, Replace, Clone and Delete; StackMetrics.merge.
"""

from __future__ import annotations

from collections.abc import Iterator

from vassal_bridge.formats.editing import edits, moves
from vassal_bridge.formats.editing.deeds.hand import Hand, KeyCommand, command
from vassal_bridge.formats.editing.deeds.looks import angle_of, facing_of
from vassal_bridge.formats.editing.deeds.travel import ignores_grid, turned
from vassal_bridge.formats.editing.deeds.values import DYNAMIC
from vassal_bridge.formats.editing.newpieces import NewPiece, defined, slot_at
from vassal_bridge.formats.editing.pieces import PieceEdit
from vassal_bridge.formats.fields import Record
from vassal_bridge.formats.kinds import KeyStroke, parse_key
from vassal_bridge.formats.pieces import NO_MAP, Piece, PieceId, Stack
from vassal_bridge.formats.respelling import respelled
from vassal_bridge.formats.tabletop import hider, stacks
from vassal_bridge.formats.tokens import encode_safely
from vassal_bridge.formats.traits import STACK_STATE, Trait

TOP, BOTTOM, ABOVE, BELOW = 0, 1, 2, 3
"""Where in the stack a marker goes: its top, its bottom, or next to the piece."""

_ROTATE = "rotate;"


def place(trait: Trait) -> Iterator[KeyCommand]:
    """Yield the key command of a Place Marker."""
    yield from command(trait.type["menu"], parse_key(trait.type["key"]), _place)


def replace(trait: Trait) -> Iterator[KeyCommand]:
    """Yield the key command of a Replace With Other."""
    yield from command(trait.type["menu"], parse_key(trait.type["key"]), _replace)


def _place(hand: Hand, trait: Trait) -> None:
    if not hand.is_on_map:
        return
    made = _made(hand, trait.type)
    if made is None:
        return
    marker_id = _put(hand, trait.type, made)
    marker = hand.editor.position.pieces.get(marker_id)
    if isinstance(marker, Piece):
        kept = moves.with_kept(hand.editor.position, marker, {"ParentID": hand.edit.id})
        PieceEdit(hand.editor, marker_id).change({len(marker.types) - 1: kept})


def _replace(hand: Hand, trait: Trait) -> None:
    if not hand.is_on_map:
        return
    made = _made(hand, trait.type)
    if made is None:
        raise hand.refused("it replaces the piece by none")
    if trait.type.flag("match_rotation"):
        first = trait.index if trait.type.flag("above") else 0
        made = _matched(made, hand.piece.traits[first:], trait.type.flag("copy_properties"))
    _put(hand, trait.type, made)
    hand.edit.delete()


def _made(hand: Hand, record: Record) -> NewPiece | None:
    """Return the marker, not in the game yet; None where the trait defines none."""
    spec, module = record["marker"], hand.editor.module
    if spec in ("", "null"):
        return None
    if spec.startswith("+/"):
        made = defined(module, spec, record["gpid"])
    else:
        if module is None:
            raise hand.refused("its marker is a slot of the module; name the module")
        slot = slot_at(module, spec)
        if slot is None:
            raise hand.refused(f"the module has no slot {spec!r}")
        made = defined(module, slot.definition, slot.gpid)
    told = {one["name"]: hand.text(one["value"]) for one in record.items("parameters")}
    return made.with_states(
        {
            trait.index: told[trait.type["name"]]
            for trait in made.traits
            if trait.prefix == DYNAMIC and trait.type["name"] in told
        }
    )


def _matched(made: NewPiece, traits: list[Trait], by_name: bool) -> NewPiece:
    """Return a replacement with the states of the traits that both pieces have.

    Markers keep their own; Dynamic Properties match by their name alone where the trait says so.
    """
    states: dict[int, str] = {}
    known = [(_spelled(one), one) for one in traits[:-1]]
    for own in made.traits[:-1]:
        if own.prefix == "mark;":
            continue
        for spelled, one in known:
            same = spelled == own.type_text
            if by_name and own.prefix == one.prefix == DYNAMIC:
                same = own.type["name"] == one.type["name"]
            if same:
                states[own.index] = one.state_text
                break
    return made.with_states(states)


def _spelled(trait: Trait) -> str:
    return respelled(trait.type_text, trait.state_text)[0]


# --- putting it down ---------------------------------------------------------------------------


def _put(hand: Hand, record: Record, made: NewPiece) -> PieceId:
    """Bring a marker into the game, into the piece's stack or beside it; return its id."""
    editor, outer = hand.editor, hand.piece
    x = outer.x + hand.number(record["x"], "the offset")
    y = outer.y - hand.number(record["y"], "the offset")
    if record.flag("match_rotation"):
        made, (x, y) = _rotated(outer, made, (x, y))
    marker_id = editor.position.new_id()
    off_map = made.in_game(marker_id, None)
    if _merges(hand, off_map):
        editor.do([edits.add(marker_id, made.type_text, off_map.state_text)])
        _merge(hand, marker_id, record.number("placement"))
    else:
        to = (outer.map or NO_MAP, x, y)
        if not ignores_grid(off_map):
            to = (to[0], *editor.places.snap(to))
        standing = made.in_game(marker_id, to)
        editor.do([edits.add(marker_id, made.type_text, standing.state_text)])
    after = parse_key(record["after_key"])
    if after is not None:
        hand.press_on(marker_id, after)
    _tell(hand, record["text"])
    return marker_id


def _rotated(outer: Piece, made: NewPiece, at: tuple[int, int]) -> tuple[NewPiece, tuple[int, int]]:
    """Return a marker that faces as the piece does, and its place turned about the piece."""
    own = outer.trait(_ROTATE)
    other = next((one for one in made.traits if one.prefix == _ROTATE), None)
    if own is None or other is None:
        return made, at
    angle = angle_of(own)
    x, y = turned(at, (outer.x, outer.y), angle)
    return made.with_states({other.index: facing_of(other, angle)}), (int(x), int(y))


def _merges(hand: Hand, marker: Piece) -> bool:
    outer, places = hand.piece, hand.editor.places
    if not (places.has_stacks(outer.map) and stacks(outer) and stacks(marker)):
        return False
    if hider(outer) is not None or hider(marker) is not None:
        return False
    mine, its = places.layer_on(outer, outer.map), places.layer_on(marker, outer.map)
    return mine is None or its is None or mine == its


def _merge(hand: Hand, marker_id: PieceId, placement: int) -> None:
    editor, outer = hand.editor, hand.piece
    position = editor.position
    holder = position.holder_of(outer.id)
    under = outer.id
    before = [] if holder is None else list(holder.members)
    if isinstance(holder, Stack) and placement == TOP:
        seen = [one for one in before if hider(edits.find(position, one)) is None]
        under = seen[-1] if seen else before[-1]
    spot = [outer.map or NO_MAP, str(outer.x), str(outer.y)]
    nowhere = [NO_MAP, "0", "0", "null"]
    ends = [marker_id, *spot, under, *nowhere, hand.doing.player]
    editor.do(["M/" + encode_safely(ends, "/")])
    if placement in (BOTTOM, BELOW):
        lowest = placement == BOTTOM or holder is None
        _insert(hand, marker_id, 0 if lowest else before.index(outer.id))


def _insert(hand: Hand, marker_id: PieceId, place: int) -> None:
    """Put a marker at another place of its stack."""
    stack = hand.editor.position.holder_of(marker_id)
    if not isinstance(stack, Stack):
        raise hand.refused("the marker came into no stack")
    members = [one for one in stack.members if one != marker_id]
    members.insert(place, marker_id)
    state = Record(stack.state_text, STACK_STATE)
    layers = state.rest[len(stack.members) :]
    state.rest = [*members, *layers]
    hand.editor.do(edits.set_holder(stack, str(state)))


def _tell(hand: Hand, text: str) -> None:
    """Say what was placed, where everybody sees the piece."""
    look = hand.look
    if text in ("", "null") or look.is_masked or look.is_invisible:
        return
    hand.say(f" * {look.location.name}:  {look.name} {text} * ")


# --- Clone and Delete --------------------------------------------------------------------------


def clone(trait: Trait) -> Iterator[KeyCommand]:
    """Yield the key command of a Clone."""
    yield from command(trait.type["menu"], parse_key(trait.type["key"]), _clone)


def delete(trait: Trait) -> Iterator[KeyCommand]:
    """Yield the key command of a Delete."""
    yield from command(trait.type["menu"], parse_key(trait.type["key"]), _delete)


def basic(trait: Trait) -> Iterator[KeyCommand]:
    """Yield the commands that old pieces have in their Basic Piece: Ctrl and a letter."""
    record = trait.type
    for menu, key, deed in (("Clone", "clone_key", _clone), ("Delete", "delete_key", _delete)):
        letter = parse_key(record[key][:1])
        if letter is not None and letter.code > ord(" "):
            yield from command(menu, KeyStroke(letter.code, letter.modifiers), deed)


def _clone(hand: Hand, trait: Trait) -> None:
    if hand.is_on_map:
        hand.edit.clone()


def _delete(hand: Hand, trait: Trait) -> None:
    if hand.is_on_map:
        hand.edit.delete()
