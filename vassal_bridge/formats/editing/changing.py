"""Makes the changes of a file on a save, all of them or none, and proves what came of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, TypeAlias

from vassal_bridge.errors import BridgeError, VerifyError, Where
from vassal_bridge.formats.commands import Command
from vassal_bridge.formats.editing.changesfile import Change, ChangesError
from vassal_bridge.formats.editing.editor import Editor
from vassal_bridge.formats.editing.pieces import PieceEdit
from vassal_bridge.formats.gamelines import KEYS, MODULE
from vassal_bridge.formats.pieces import PieceId
from vassal_bridge.formats.position import Position
from vassal_bridge.formats.roundtrip import compare_archives
from vassal_bridge.formats.save import SAVED_GAME, Save
from vassal_bridge.formats.sight import pixels_of

Shuffler: TypeAlias = "Callable[[int | None, list[PieceId]], tuple[int, Sequence[str]]]"
"""Orders the cards of a deck by dice, from a seed where one is given; tells the seed too."""


@dataclass(frozen=True, slots=True)
class Made:
    """A change that was made: what it did in words, and the commands that did it."""

    number: int
    words: str
    commands: tuple[str, ...]


def make(editor: Editor, changes: Iterable[Change], shuffler: Shuffler) -> list[Made]:
    """Make changes in order and return what each did.

    Raises:
        ChangesError: some cannot be made; all of these are listed, and nothing may be written.
    """
    made: list[Made] = []
    problems: list[str] = []
    for change in changes:
        before = len(editor.commands)
        try:
            words = _MAKERS[change.verb](editor, change.subject, dict(change.options), shuffler)
        except BridgeError as error:
            problems.append(f"change {change.number} ({change.verb}): {error.message}")
            continue
        made.append(Made(change.number, words, tuple(editor.commands[before:])))
    if problems:
        raise ChangesError(problems, where=Where(editor.save.name))
    return made


def prove(
    before: Save,
    after: Save,
    commands: Sequence[str],
    *,
    flat_maps: frozenset[str] = frozenset(),
) -> None:
    """Check that a save is another one with commands applied, and nothing else.

    The commands alone, applied to what was read, must give what was written; and whatever they
    do not name must be there to the letter, every other entry of the archive too. `flat_maps` are
    those on which nothing stacks.

    Raises:
        VerifyError: something differs.
    """
    where = Where(before.name, SAVED_GAME)
    compare_archives(before.archive, after.archive, touched=frozenset([SAVED_GAME]))
    if before.envelope != after.envelope:
        raise VerifyError("the envelope changed", where=where)
    if _text_after(before, commands, flat_maps) != after.text:
        raise VerifyError("the commands give another save than the edits did", where=where)
    named = _named(commands)
    free = {*named, *_holders(before, named), *_holders(after, named)}
    kinds = {Command(text).kind for text in commands}
    old, new = _others(before, free, kinds), _others(after, free, kinds)
    if any(one != other for one, other in zip_longest(old, new)):
        raise VerifyError("a command that no change speaks of came out different", where=where)


def _text_after(before: Save, commands: Sequence[str], flat_maps: frozenset[str]) -> str:
    again = Save.from_bytes(before.to_bytes(), name=before.name)
    position = Position(again, flat_maps=flat_maps)
    position.apply_all(commands)
    return position.save.text


def _named(commands: Sequence[str]) -> set[str]:
    """Return the ids that commands name, of pieces and of those that they are put on."""
    found: set[str] = set()
    for text in commands:
        command = Command(text)
        if command.kind in ("AddPiece", "RemovePiece", "ChangePiece", "MovePiece"):
            found.add(command["id"])
        if command.kind == "MovePiece":
            found.add(command["under"])
    return found


def _holders(save: Save, named: set[str]) -> set[str]:
    return {one.id for one in save.pieces.holders if named & set(one.members)}


def _others(save: Save, free: set[str], kinds: set[str]) -> Iterator[tuple[int, str]]:
    """Yield what no command names: pieces but the free ones, lines of kinds not changed.

    Empty commands, which only hold others together, come and go with these.
    """
    changed = {kind for kind in kinds if kind in KEYS or kind == "Chat"}
    if "ChangeProperty" in kinds:
        changed.add("SetGlobalProperty")
    for level, text in save.commands.outline():
        if text and not _is_free(text, changed, free):
            yield level, text


def _is_free(text: str, kinds: set[str], ids: set[str]) -> bool:
    """Tell whether a command is of one of some kinds, or brings one of some pieces."""
    if text.startswith("+/"):
        piece_id, _, _ = text[2:].partition("/")
        if piece_id.isalnum():
            return piece_id in ids
    command = Command(text)
    return command.kind in kinds or (command.kind == "AddPiece" and command["id"] in ids)


def _piece(editor: Editor, subject: Any, options: dict[str, Any]) -> PieceEdit:
    return editor.piece(subject, at=options.pop("at", None))


def _place(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _shown(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)


def _standing(edit: PieceEdit) -> str:
    """Return where a piece stands in words: its place's name, else its pixels."""
    return edit.location or pixels_of(edit.piece)


def _move(editor: Editor, subject: Any, options: dict[str, Any], _: Shuffler) -> str:
    piece = _piece(editor, subject, options)
    before, to = _standing(piece), options.pop("to")
    piece.move_to(_place(to), **options)
    return f"{subject} moves {before} -> {piece.location or _shown(to)}"


def _move_stack(editor: Editor, subject: Any, options: dict[str, Any], _: Shuffler) -> str:
    piece = _piece(editor, subject, options)
    before, to = piece.location, options.pop("to")
    piece.move_stack_to(_place(to), **options)
    return f"the stack of {subject} moves {before} -> {piece.location or _shown(to)}"


def _flip(editor: Editor, subject: Any, options: dict[str, Any], _: Shuffler) -> str:
    _piece(editor, subject, options).flip(options.get("layer"))
    return f"{subject} flips"


def _layer(editor: Editor, subject: Any, options: dict[str, Any], _: Shuffler) -> str:
    _piece(editor, subject, options).set_layer(options.get("name"), options["level"])
    return f"{subject} shows level {options['level']}"


def _set(editor: Editor, subject: Any, options: dict[str, Any], _: Shuffler) -> str:
    name, value = options["property"], options["value"]
    _piece(editor, subject, options).set_property(name, value)
    return f"{subject}: {name} is {value}"


def _label(editor: Editor, subject: Any, options: dict[str, Any], _: Shuffler) -> str:
    _piece(editor, subject, options).set_label(options["text"], options.get("name"))
    return f"{subject} is labelled {options['text']!r}"


def _rotate(editor: Editor, subject: Any, options: dict[str, Any], _: Shuffler) -> str:
    piece = _piece(editor, subject, options)
    if "facing" in options:
        piece.face(int(options["facing"]), options.get("name"))
        return f"{subject} turns to facing {options['facing']}"
    piece.rotate_to(float(options["degrees"]), options.get("name"))
    return f"{subject} turns to {options['degrees']} degrees"


def _mask(editor: Editor, subject: Any, options: dict[str, Any], _: Shuffler) -> str:
    _piece(editor, subject, options).mask(options["side"])
    return f"{subject} is masked for {options['side']}"


def _unmask(editor: Editor, subject: Any, options: dict[str, Any], _: Shuffler) -> str:
    _piece(editor, subject, options).unmask()
    return f"{subject} is unmasked"


def _hide(editor: Editor, subject: Any, options: dict[str, Any], _: Shuffler) -> str:
    _piece(editor, subject, options).hide(options["side"])
    return f"{subject} is hidden for {options['side']}"


def _show(editor: Editor, subject: Any, options: dict[str, Any], _: Shuffler) -> str:
    _piece(editor, subject, options).show()
    return f"{subject} is shown to all"


def _mark_moved(editor: Editor, subject: Any, options: dict[str, Any], _: Shuffler) -> str:
    moved = options.get("moved", True)
    _piece(editor, subject, options).mark_moved(moved)
    return f"{subject} is marked as {'' if moved else 'not '}moved"


def _do(editor: Editor, subject: Any, options: dict[str, Any], _: Shuffler) -> str:
    before = len(editor.commands)
    _piece(editor, subject, options).do(options["command"], side=options.get("side"))
    idle = "" if len(editor.commands) > before else ", which changes nothing"
    return f"{subject} does {options['command']}{idle}"


def _clone(editor: Editor, subject: Any, options: dict[str, Any], _: Shuffler) -> str:
    copy = _piece(editor, subject, options).clone()
    to = options.pop("to", None)
    if to is not None:
        copy.move_to(_place(to), **options)
    return f"{subject} is cloned at {copy.location}: {copy.id}"


def _delete(editor: Editor, subject: Any, options: dict[str, Any], _: Shuffler) -> str:
    piece = _piece(editor, subject, options)
    place = piece.location
    piece.delete()
    return f"{subject} is removed from {place or 'the game'}"


def _put_new(editor: Editor, subject: Any, options: dict[str, Any], _: Shuffler) -> str:
    piece = editor.place(subject, _place(options["at"]), map=options.get("map"))
    return f"{subject} is placed in {piece.location or _shown(options['at'])}: {piece.id}"


def _draw(editor: Editor, subject: Any, options: dict[str, Any], _: Shuffler) -> str:
    to = options.pop("to")
    drawn = editor.deck(subject).draw(_place(to), int(options.pop("count", 1)), **options)
    return f"{len(drawn)} drawn from {subject} to {drawn[0].location if drawn else _shown(to)}"


def _put(editor: Editor, subject: Any, options: dict[str, Any], _: Shuffler) -> str:
    editor.deck(options["deck"]).put(_piece(editor, subject, options))
    return f"{subject} is put on {options['deck']}"


def _shuffle(editor: Editor, subject: Any, options: dict[str, Any], shuffler: Shuffler) -> str:
    deck, seed = editor.deck(subject), options.get("seed")
    if "order" in options:
        deck.order(options["order"])
        return f"{subject} is put in order"
    used, order = shuffler(None if seed is None else int(seed), list(deck.deck.members))
    deck.order(order)
    return f"{subject} is shuffled, seed {used}"


def _reverse(editor: Editor, subject: Any, options: dict[str, Any], _: Shuffler) -> str:
    editor.deck(subject).reverse()
    return f"{subject} is turned over"


def _turn_deck(editor: Editor, subject: Any, options: dict[str, Any], _: Shuffler) -> str:
    editor.deck(subject).turn(options["face_down"])
    return f"{subject} lies face {'down' if options['face_down'] else 'up'}"


def _turn(editor: Editor, subject: Any, options: dict[str, Any], _: Shuffler) -> str:
    editor.turn(subject, options.get("tracker"))
    if isinstance(subject, str):
        return f"the turn goes to the {subject} one"
    return "the turn is " + ", ".join(f"{name} {value}" for name, value in subject.items())


def _global(editor: Editor, subject: Any, options: dict[str, Any], _: Shuffler) -> str:
    editor.set_global(subject, options["value"], options.get("in", MODULE))
    return f"{subject} is {options['value']}"


def _note(editor: Editor, subject: Any, options: dict[str, Any], _: Shuffler) -> str:
    kind = options.get("kind", "public")
    editor.note(subject, kind)
    return f"the {kind} notes are written"


def _say(editor: Editor, subject: Any, options: dict[str, Any], _: Shuffler) -> str:
    editor.say(subject)
    return f"chat: {subject}"


_MAKERS: dict[str, Callable[[Editor, Any, dict[str, Any], Shuffler], str]] = {
    "move": _move,
    "move_stack": _move_stack,
    "flip": _flip,
    "layer": _layer,
    "set": _set,
    "label": _label,
    "rotate": _rotate,
    "mask": _mask,
    "unmask": _unmask,
    "hide": _hide,
    "show": _show,
    "mark_moved": _mark_moved,
    "do": _do,
    "clone": _clone,
    "delete": _delete,
    "place": _put_new,
    "draw": _draw,
    "put": _put,
    "shuffle": _shuffle,
    "reverse": _reverse,
    "turn_deck": _turn_deck,
    "turn": _turn,
    "global": _global,
    "note": _note,
    "say": _say,
}
"""What makes the change of each verb in changesfile.VERBS."""
