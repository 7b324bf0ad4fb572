"""Every kind of edit on whatever suits it in a save, and what must hold of each."""

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from tests.undo_kit import undoing
from vassal_bridge.formats.check import find_problems
from vassal_bridge.formats.commands import Command
from vassal_bridge.formats.comparing.diff import Difference, Kind, diff
from vassal_bridge.formats.editing.changing import prove
from vassal_bridge.formats.module import Module
from vassal_bridge.formats.pieces import Deck, Piece, Stack
from vassal_bridge.formats.position import Position
from vassal_bridge.formats.save import Save
from vassal_bridge.formats.surroundings import viewers_of
from vassal_bridge.formats.tabletop import stacks
from vassal_bridge.formats.traits import Trait
from vassal_bridge.formats.traitvalues import images_of

LETTERS = {
    "AddPiece": "+",
    "RemovePiece": "-",
    "ChangePiece": "D",
    "MovePiece": "M",
    "ChangeProperty": "P",
    "SetTurn": "T",
    "PublicNotes": "N",
    "Chat": "C",
}


@dataclass
class Done:
    """An edit that was made: whom it may concern, what a diff may say, which commands it sent."""

    ids: set[str]
    kinds: set[Kind]
    commands: str
    holds: Callable[[Save], bool] = lambda save: True
    needs: set[Kind] = field(default_factory=set)


Maker = Callable[[Save, int], Done | None]


def nth(found: list[str], number: int) -> str | None:
    """Return one of the pieces that suit, spread over the file; None where none does."""
    if not found:
        return None
    return found[(number * 7919) % len(found)]


def pieces(save: Save, suits: Callable[[Piece], bool]) -> list[str]:
    return [piece.id for piece in save.pieces if suits(piece)]


def on_map(piece: Piece) -> bool:
    return piece.map is not None


def movable(save: Save, number: int) -> str | None:
    cards = {card for deck in save.pieces.decks for card in deck.members}
    simple = pieces(
        save,
        lambda one: (
            on_map(one)
            and one.id not in cards
            and one.trait("mat;") is None
            and one.trait("matPiece;") is None
        ),
    )
    return nth(simple, number)


# --- the edits ---------------------------------------------------------------------------------


def move_to_others(save: Save, number: int) -> Done | None:
    """Move a piece onto the point of another: stacks join, and split behind it."""
    piece_id, others = movable(save, number), save.pieces
    if piece_id is None:
        return None
    own = others[piece_id]
    points = sorted({one.point for one in others if one.point and one.point != own.point})
    if not points:
        return None
    to = points[(number * 31) % len(points)]
    edit = save.piece(piece_id).move_to(to)
    taken = save.pieces.holder_of(piece_id)

    def holds(after: Save) -> bool:
        piece = after.pieces[piece_id]
        holder = after.pieces.holder_of(piece_id)
        return piece.point == to and (holder is None or holder.members[-1] == piece_id)

    kinds = {Kind.MOVED, Kind.RETURNED, Kind.DRAWN, Kind.MARKED, Kind.CHANGED, Kind.ORDER}
    mates = set() if taken is None else set(taken.members)
    return Done({edit.id} | mates, kinds, r"D?M\+?D?", holds)


def move_to_nowhere(save: Save, number: int) -> Done | None:
    """Move a piece to where nothing stands: it gets a stack of its own."""
    piece_id = movable(save, number)
    if piece_id is None:
        return None
    piece = save.pieces[piece_id]
    assert isinstance(piece, Piece)
    to = (piece.map or "", 13, 17 + number)
    single = stacks(piece)
    save.piece(piece_id).move_to(to)

    def holds(after: Save) -> bool:
        holder = after.pieces.holder_of(piece_id)
        alone = holder is not None and holder.members == [piece_id]
        return after.pieces[piece_id].point == to and alone == single

    return Done({piece_id}, {Kind.MOVED, Kind.MARKED, Kind.CHANGED, Kind.ORDER}, r"D?M\+?D?", holds)


def move_stack(save: Save, number: int) -> Done | None:
    """Move a whole stack to where nothing stands."""
    found = [one for one in save.pieces.holders if isinstance(one, Stack) and one.map]
    found = [one for one in found if len(one.members) > 1]
    if not found:
        return None
    stack = found[number % len(found)]
    members, to = list(stack.members), (stack.map or "", 15, 19)
    if any(_carries(save, one) for one in members):
        return None
    save.piece(members[0]).move_stack_to(to)

    def holds(after: Save) -> bool:
        holder = after.pieces.holder_of(members[0])
        there = all(after.pieces[one].point == to for one in members)
        return there and holder is not None and holder.members == members

    return Done(set(members), {Kind.MOVED, Kind.MARKED, Kind.CHANGED}, r"D*MD*", holds)


def _carries(save: Save, piece_id: str) -> bool:
    piece = save.pieces[piece_id]
    assert isinstance(piece, Piece)
    return piece.trait("mat;") is not None or piece.trait("matPiece;") is not None


def clone(save: Save, number: int) -> Done | None:
    piece_id = movable(save, number)
    if piece_id is None:
        return None
    copy = save.piece(piece_id).clone()
    states = list(copy.piece.state_chain)[:-1]

    def holds(after: Save) -> bool:
        one, other = after.pieces[piece_id], after.pieces[copy.id]
        assert isinstance(one, Piece)
        assert isinstance(other, Piece)
        same = one.type_text == other.type_text and one.point == other.point
        return same and list(other.state_chain)[:-1] == states

    return Done({piece_id, copy.id}, {Kind.ADDED, Kind.ORDER}, r"D\+M", holds, {Kind.ADDED})


def delete(save: Save, number: int) -> Done | None:
    piece_id = movable(save, number)
    if piece_id is None:
        return None
    save.piece(piece_id).delete()

    def holds(after: Save) -> bool:
        return piece_id not in after.pieces and not any(
            piece_id in one.members for one in after.pieces.holders
        )

    return Done({piece_id}, {Kind.REMOVED, Kind.ORDER}, r"-", holds, {Kind.REMOVED})


def flip(save: Save, number: int) -> Done | None:
    def is_layer(trait: Trait) -> bool:
        return trait.prefix == "emb2;" and len(images_of(trait)) > 0

    found = pieces(save, lambda one: any(is_layer(trait) for trait in one.traits))
    piece_id = nth(found, number)
    if piece_id is None:
        return None
    layers = [one for one in save.piece(piece_id).piece.traits if one.prefix in ("emb2;", "emb;")]
    place = next(n for n, one in enumerate(layers, 1) if is_layer(one))
    trait = layers[place - 1]
    level = 1 + abs(trait.state.number("level")) % len(images_of(trait))
    if trait.state.number("level") == level:
        level = 0
    save.piece(piece_id).set_layer(place, level)
    index = trait.index

    def holds(after: Save) -> bool:
        piece = after.pieces[piece_id]
        assert isinstance(piece, Piece)
        now = piece.traits[index].state.number("level")
        return (now == level) if level else now < 0

    return Done({piece_id}, {Kind.FLIPPED, Kind.CHANGED}, r"D", holds)


def dynamic(save: Save, number: int) -> Done | None:
    def free(trait: Trait) -> bool:
        return trait.prefix == "PROP;" and bool(trait.type["name"])

    found = pieces(save, lambda one: any(free(trait) for trait in one.traits))
    piece_id = nth(found, number)
    if piece_id is None:
        return None
    trait = next(one for one in save.piece(piece_id).piece.traits if free(one))
    limits = trait.type.nested("constraints")
    value = str(limits.number("min")) if limits.flag("numeric") else "a; b/c\\d"
    if trait.state_text == value:
        value = str(limits.number("max"))
    return _set_value(save, piece_id, trait.type["name"], value)


def marker(save: Save, number: int) -> Done | None:
    def named(trait: Trait) -> bool:
        return trait.prefix == "mark;" and bool(trait.type.rest) and bool(trait.type.rest[0])

    found = pieces(save, lambda one: any(named(trait) for trait in one.traits))
    piece_id = nth(found, number)
    if piece_id is None:
        return None
    trait = next(one for one in save.piece(piece_id).piece.traits if named(one))
    return _set_value(save, piece_id, trait.type.rest[0], "x, y; z/\\é")


def _set_value(save: Save, piece_id: str, name: str, value: str) -> Done:
    save.piece(piece_id).set_property(name, value)

    def holds(after: Save) -> bool:
        piece = after.pieces[piece_id]
        assert isinstance(piece, Piece)
        for trait in piece.traits:
            if trait.prefix == "PROP;" and trait.type["name"] == name:
                return trait.state_text == value
            if trait.prefix == "mark;" and name in trait.type.rest:
                return trait.state.rest[trait.type.rest.index(name)] == value
        return False

    return Done({piece_id}, {Kind.CHANGED, Kind.FLIPPED, Kind.MASKED}, r"D", holds)


def label(save: Save, number: int) -> Done | None:
    def labels(one: Piece) -> int:
        return sum(trait.prefix == "label;" for trait in one.traits)

    piece_id = nth(pieces(save, lambda one: labels(one) > 0), number)
    if piece_id is None:
        return None
    save.piece(piece_id).set_label("step; 3/4 \\ ü", 1)
    return Done({piece_id}, {Kind.CHANGED}, r"D")


def rotate(save: Save, number: int) -> Done | None:
    piece_id = nth(pieces(save, lambda one: one.trait("rotate;") is not None), number)
    if piece_id is None:
        return None
    trait = save.piece(piece_id).piece.trait("rotate;")
    assert trait is not None
    facings = trait.type.number("facings")
    degrees = 45.0 if facings == 1 else 360.0 / facings * (facings // 2)
    if trait.state_text == str(facings // 2):
        degrees = 0.0
    save.piece(piece_id).rotate_to(degrees, 1)
    return Done({piece_id}, {Kind.ROTATED}, r"D")


def _side(save: Save) -> str | None:
    sides = Counter(one.side for one in viewers_of(save) if one.side and one.player)
    return next((side for side, count in sides.items() if count == 1), None)


def mask(save: Save, number: int) -> Done | None:
    return _secret(save, number, "obs;", hide=False)


def hide(save: Save, number: int) -> Done | None:
    return _secret(save, number, "hide;", hide=True)


def _secret(save: Save, number: int, prefix: str, *, hide: bool) -> Done | None:
    piece_id = nth(pieces(save, lambda one: one.trait(prefix) is not None), number)
    side = _side(save)
    if piece_id is None or side is None:
        return None
    edit = save.piece(piece_id)
    state = edit.piece.trait(prefix)
    assert state is not None
    if state.state_text.split(";")[0] in ("null", ""):
        edit.hide(side) if hide else edit.mask(side)
    else:
        edit.show() if hide else edit.unmask()
    kinds = {Kind.MASKED, Kind.UNMASKED, Kind.VANISHED, Kind.APPEARED, Kind.ORDER, Kind.CHANGED}
    return Done({piece_id}, kinds, r"D")


def mark_moved(save: Save, number: int) -> Done | None:
    piece_id = nth(pieces(save, lambda one: one.trait("markmoved;") is not None), number)
    if piece_id is None:
        return None
    edit = save.piece(piece_id)
    trait = edit.piece.trait("markmoved;")
    assert trait is not None
    edit.mark_moved(trait.state_text != "true")
    return Done({piece_id}, {Kind.MARKED, Kind.CHANGED}, r"D")


def _deck(save: Save, number: int, least: int) -> Deck | None:
    found = [one for one in save.pieces.decks if one.map and len(one.members) >= least]
    return found[number % len(found)] if found else None


def draw(save: Save, number: int) -> Done | None:
    deck = _deck(save, number, 1)
    if deck is None:
        return None
    top, rest = deck.members[-1], deck.members[:-1]
    to = (deck.map or "", deck.x + 77, deck.y + 33)
    (card,) = save.deck(deck.id).draw(to, face_up=True)

    def holds(after: Save) -> bool:
        there = after.pieces[deck.id]
        assert isinstance(there, Deck)
        return card.id == top and there.members == rest and after.pieces[top].point == to

    kinds = {Kind.DRAWN, Kind.ORDER, Kind.APPEARED, Kind.ADDED, Kind.PROPERTY, Kind.UNMASKED}
    return Done({top, deck.id, ""}, kinds | {Kind.MOVED}, r"D?M\+?D?", holds)


def put(save: Save, number: int) -> Done | None:
    deck, piece_id = _deck(save, number, 0), movable(save, number)
    if deck is None or piece_id is None:
        return None
    save.deck(deck.id).put(save.piece(piece_id))

    def holds(after: Save) -> bool:
        there = after.pieces[deck.id]
        return isinstance(there, Deck) and there.members[-1] == piece_id

    kinds = {Kind.RETURNED, Kind.ORDER, Kind.VANISHED, Kind.PROPERTY, Kind.UNMASKED, Kind.MOVED}
    return Done({piece_id, deck.id, ""}, kinds | {Kind.REMOVED}, r"D*M", holds)


def order(save: Save, number: int) -> Done | None:
    deck = _deck(save, number, 3)
    if deck is None:
        return None
    wanted = [*deck.members[1:], deck.members[0]]
    save.deck(deck.id).order(wanted)

    def holds(after: Save) -> bool:
        there = after.pieces[deck.id]
        return isinstance(there, Deck) and there.members == wanted

    return Done({deck.id, ""}, {Kind.ORDER}, r"D", holds)


def turn_deck(save: Save, number: int) -> Done | None:
    deck = _deck(save, number, 1)
    if deck is None:
        return None
    wanted = not deck.is_face_down
    members = set(deck.members)
    save.deck(deck.id).turn(wanted)

    def holds(after: Save) -> bool:
        there = after.pieces[deck.id]
        return isinstance(there, Deck) and there.is_face_down == wanted

    kinds = {Kind.FLIPPED, Kind.ORDER, Kind.MASKED, Kind.UNMASKED, Kind.APPEARED, Kind.VANISHED}
    return Done({deck.id, "", *members}, kinds, r"D", holds)


def global_property(save: Save, number: int) -> Done | None:
    known = sorted(save.editor.position.lines.values())
    if not known:
        return None
    container, name = known[number % len(known)]
    container = container or "Module"
    save.set_global(name, "7; tab/é", container)

    def holds(after: Save) -> bool:
        return Position(after).property(name, container) == "7; tab/é"

    return Done(set(), {Kind.PROPERTY, Kind.FLIPPED, Kind.CHANGED}, r"P", holds)


def note(save: Save, number: int) -> Done | None:
    if not save.editor.position.lines.of("PublicNotes"):
        return None
    save.note("first\nsecond | third")
    return Done(set(), {Kind.NOTES}, r"N", needs={Kind.NOTES})


def say(save: Save, number: int) -> Done | None:
    save.say("* hello; you / there *")

    def holds(after: Save) -> bool:
        return any(one["text"] == "* hello; you / there *" for one in after.commands.all("Chat"))

    return Done(set(), {Kind.OTHER}, r"C", holds)


def turn(save: Save, number: int) -> Done | None:
    module = save.editor.module
    there = {line["tracker"] for line in save.editor.position.lines.of("SetTurn")}
    trackers = [one for one in (module.turn_trackers if module else ()) if one.id in there]
    if not trackers or not trackers[0].levels:
        return None
    save.turn("next" if number % 2 == 0 else "previous", trackers[0].name)
    return Done(set(), {Kind.TURN, Kind.PROPERTY}, r"T?")


def place(save: Save, number: int) -> Done | None:
    module, piece_id = save.editor.module, movable(save, number)
    if module is None or piece_id is None or not module.slots:
        return None
    slot = module.slots[(number * 7919) % len(module.slots)]
    point = save.pieces[piece_id].point
    if point is None or not slot.gpid:
        return None
    new = save.place(f"gpid:{slot.gpid}", point)

    def holds(after: Save) -> bool:
        piece = after.pieces[new.id]
        return isinstance(piece, Piece) and piece.gpid == slot.gpid and piece.point == point

    kinds = {Kind.ADDED, Kind.ORDER, Kind.PROPERTY}
    return Done({new.id, piece_id}, kinds, r"\+D?M\+?D?", holds, {Kind.ADDED})


EDITS: dict[str, Maker] = {
    "move onto others": move_to_others,
    "move to an empty point": move_to_nowhere,
    "move a stack": move_stack,
    "clone": clone,
    "delete": delete,
    "flip": flip,
    "set a Dynamic Property": dynamic,
    "set a Marker": marker,
    "label": label,
    "rotate": rotate,
    "mask or unmask": mask,
    "hide or show": hide,
    "mark moved": mark_moved,
    "draw": draw,
    "put on a deck": put,
    "order a deck": order,
    "turn a deck over": turn_deck,
    "global property": global_property,
    "note": note,
    "say": say,
    "turn": turn,
    "place": place,
}
"""Every kind of edit, each made where the save has something for it."""


# --- what must hold ----------------------------------------------------------------------------


def problems(save: Save) -> Counter[str]:
    """Return what `verify` finds; custom traits count once, however many pieces have them."""
    found = (one.message for one in find_problems(save))
    return Counter(re.sub(r", found (once|\d+ times),", "", message) for message in found)


def faults(save: Save) -> set[str]:
    """Return what is not in order with stacks, decks and places."""
    found = set()
    ids = Counter(command["id"] for command in save.start_lines() if command.kind == "AddPiece")
    found |= {f"{one} is there {count} times" for one, count in ids.items() if count > 1}
    members = Counter(member for holder in save.pieces.holders for member in holder.members)
    found |= {f"{one} is in several stacks" for one, count in members.items() if count > 1}
    for holder in save.pieces.holders:
        if isinstance(holder, Stack) and not holder.members:
            found.add(f"the stack {holder.id} is empty")
        for member in holder.members:
            piece = save.pieces.get(member)
            if piece is None:
                found.add(f"{holder.id} lists {member}, which is not there")
            elif piece.point != holder.point:
                found.add(f"{member} is elsewhere than its stack {holder.id}")
    return found


def standing(save: Save) -> dict[str, tuple[object, ...]]:
    """Return each piece with its text and its stack's members, from the bottom; alone is alone."""
    found: dict[str, tuple[object, ...]] = {}
    together: dict[str, tuple[str, ...]] = {}
    for holder in save.pieces.holders:
        members = tuple(holder.members)
        if len(members) > 1:
            together.update(dict.fromkeys(members, members))
    for piece in save.pieces:
        mates = together.get(piece.id, ())
        kept = sorted(piece.persistent.items())
        found[piece.id] = (piece.type_text, list(piece.state_chain)[:-1], piece.point, kept, mates)
    return found


def check(data: bytes, name: str, make: Maker, number: int, module: Module | None) -> bool:
    """Make an edit on a save and assert all that must hold; False where nothing suits it."""
    before, save = Save.from_bytes(data, name=name), Save.from_bytes(data, name=name)
    if module is not None:
        save.belongs_to(module)
    done = make(save, number)
    if done is None:
        return False
    commands = save.editor.commands
    written = save.to_bytes()
    after = Save.from_bytes(written, name=name)
    assert after.text == save.text
    prove(before, after, commands)
    assert faults(after) <= faults(before)
    assert not problems(after) - problems(before)
    letters = "".join(LETTERS.get(Command(text).kind, "?") for text in commands)
    assert re.fullmatch(done.commands, letters), letters
    assert done.holds(after)
    check_moves(before, commands)
    check_diff(before, after, done, module)
    check_undo(before, after, commands)
    return True


def check_diff(before: Save, after: Save, done: Done, module: Module | None) -> None:
    """Assert that a diff tells of the edit and of nothing else."""
    told = diff(before, after, module=module)
    kinds = {one.kind for one in told}
    assert kinds <= done.kinds, [str(one) for one in told]
    assert done.needs <= kinds, [str(one) for one in told]
    strangers = [one for one in told if not _concerns(one, done)]
    assert not strangers, [str(one) for one in strangers]


def _concerns(one: Difference, done: Done) -> bool:
    if one.kind in (Kind.ORDER, Kind.PROPERTY, Kind.TURN, Kind.NOTES, Kind.OTHER):
        return True
    return not one.piece or not done.ids or one.piece in done.ids


def check_moves(before: Save, commands: list[str]) -> None:
    """Assert that each move names where the piece was, and the piece that it lies on."""
    position = Position(Save.from_bytes(before.to_bytes()))
    for text in commands:
        command = Command(text)
        if command.kind == "MovePiece":
            piece = position.find(command["id"])
            assert piece is not None
            if piece.map is not None:
                was = (command["old_map"], command["old_x"], command["old_y"])
                assert was == (piece.map, str(piece.x), str(piece.y))
                holder = position.holder_of(piece.id)
                below = "null"
                if holder is not None and holder.members[0] != piece.id:
                    below = holder.members[holder.members.index(piece.id) - 1]
                assert command["old_under"] in (below, "null")
            if command["under"] != "null":
                under = position.find(command["under"])
                assert under is not None
                wanted = (command["map"], command["x"], command["y"])
                assert (under.map, str(under.x), str(under.y)) == wanted
        position.apply(text)


def check_undo(before: Save, after: Save, commands: list[str]) -> None:
    """Assert that VASSAL's undo brings every piece back to where and what it was."""
    position = Position(Save.from_bytes(after.to_bytes()), keeps_chat=False)
    position.apply_all(undoing(before, commands))
    assert standing(position.save) == standing(before)
    assert faults(position.save) <= faults(before)
    old, new = Position(before).lines, position.lines
    assert old.values() == new.values()
    assert [one.own for one in old.of("SetTurn")] == [one.own for one in new.of("SetTurn")]


def saves(corpus: Path, largest: int) -> list[Path]:
    """Return the saves of the corpus up to a size, and the golden ones."""
    found = sorted(corpus.rglob("*.vsav"))
    return [path for path in found if path.stat().st_size <= largest]
