"""What a key command works with: the piece, who presses the key, and what is known meanwhile.

A deed is what one trait does when it hears a key. It asks and acts through the Hand: values are
evaluated as the piece sees them at this moment, and changes are commands that the editor keeps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias, cast

from vassal_bridge.errors import BindingError, Where
from vassal_bridge.formats.commands import Command
from vassal_bridge.formats.editing.editor import Editor
from vassal_bridge.formats.editing.pieces import PieceEdit
from vassal_bridge.formats.expressions import Kind
from vassal_bridge.formats.expressions.context import PropertyValue
from vassal_bridge.formats.kinds import KeyStroke
from vassal_bridge.formats.pieces import Deck, GamePiece, Piece, PieceId, Stack
from vassal_bridge.formats.properties import OBSERVER, Look, Scene, Viewer
from vassal_bridge.formats.surroundings import SavedSurroundings, viewer_of
from vassal_bridge.formats.traits import Trait

Deed: TypeAlias = "Callable[[Hand, Trait], None]"
"""Does what one trait does when it hears a key."""

Row: TypeAlias = "Callable[[Trait], Iterator[KeyCommand]]"
"""Yields the key commands of a trait."""


@dataclass(frozen=True, slots=True)
class KeyCommand:
    """A key that a trait listens to: its menu text, empty for none, and what it does."""

    menu: str
    key: KeyStroke
    deed: Deed


def command(menu: str, key: KeyStroke | None, deed: Deed) -> Iterator[KeyCommand]:
    """Yield a key command; nothing where there is no key."""
    if key is not None and (key.name or key.code):
        yield KeyCommand(menu, key, deed)


def same(key: KeyStroke) -> tuple[str, int, int]:
    """Return what tells a key from another: a named one's number is without meaning."""
    return (key.name, 0, 0) if key.name else ("", key.code, key.modifiers)


class Doing:
    """A player's command with all that it sets off.

    `side` is who does it; without one everything is allowed that some player may do, and what
    needs an owner (a mask) is refused. `asides` are the properties that pieces have for its time
    alone: counters of loops, the place that a menu stood for. `quiet` silences Report Actions.
    """

    def __init__(
        self,
        editor: Editor,
        side: str | None,
        press: Callable[[Hand], None],
        menu_of: Callable[[Hand], str],
    ) -> None:
        self.editor = editor
        self.side = side
        self.press = press
        self.menu_of = menu_of
        self.viewer: Viewer = OBSERVER if side is None else viewer_of(editor.save, side)
        self.asides: dict[str, dict[str, str]] = {}
        self.quiet = 0
        self._around = SavedSurroundings(editor.position, editor.module)
        self._scene: DoingScene | None = None
        self._known = -1

    @property
    def player(self) -> str:
        """The id that moves bear."""
        return self.viewer.player or self.editor.player

    @property
    def scene(self) -> Scene:
        """All pieces as they are at this moment."""
        known = len(self.editor.commands)
        if self._scene is None or known != self._known:
            self._scene = DoingScene(self.editor, self._around, self.viewer, self.asides)
            self._known = known
        return self._scene

    def scene_for(self, viewer: Viewer) -> Scene:
        """Return all pieces as somebody else sees them at this moment."""
        return DoingScene(self.editor, self._around, viewer, self.asides)


class DoingScene(Scene):
    """The pieces at one moment of a command."""

    def __init__(
        self,
        editor: Editor,
        around: SavedSurroundings,
        viewer: Viewer,
        asides: Mapping[str, Mapping[str, str]],
    ) -> None:
        super().__init__(editor.position.pieces, viewer=viewer, surroundings=around)
        self._position = editor.position
        self.asides = asides

    def look(self, piece: Piece) -> Look:
        """Return the piece as it is seen here."""
        found = self._looks.get(piece.id)
        if found is None or found.piece is not piece:
            found = self._looks[piece.id] = _DoingLook(self, piece)
        return found

    def holder(self, piece: Piece) -> Stack | Deck | None:
        """Return the stack or deck that a piece is in."""
        return self._position.holder_of(piece.id)


class _DoingLook(Look):
    """A piece that also answers for what it has for the time of a command alone."""

    __slots__ = ()

    def get_from(self, index: int, name: str) -> PropertyValue:
        aside = self._aside(name)
        return super().get_from(index, name) if aside is None else aside

    def get_localized(self, name: str, /) -> PropertyValue:
        aside = self._aside(name)
        return super().get_localized(name) if aside is None else aside

    def _aside(self, name: str) -> str | None:
        return cast("DoingScene", self.scene).asides.get(self.piece.id, {}).get(name)


class Hand:
    """A key on its way through a piece; `before` is the piece as it was when it was pressed."""

    def __init__(
        self,
        doing: Doing,
        edit: PieceEdit,
        key: KeyStroke,
        *,
        depth: int = 0,
        before: Look | None = None,
    ) -> None:
        self.doing = doing
        self.edit = edit
        self.key = key
        self.depth = depth
        self.before = self._snapshot() if before is None else before

    def _snapshot(self) -> Look:
        copy = Piece(Command(self.edit.piece.command.own))
        return self.doing.scene_for(OBSERVER).look(copy)

    # --- the piece -----------------------------------------------------------------------------

    @property
    def editor(self) -> Editor:
        """The editor of the save."""
        return self.doing.editor

    @property
    def piece(self) -> Piece:
        """The piece as it is now."""
        return self.edit.piece

    @property
    def standing(self) -> GamePiece:
        """Whose map and pixels are the piece's: its stack or deck, else the piece itself."""
        return self.edit.standing

    @property
    def look(self) -> Look:
        """The piece as whoever presses the key sees it now."""
        return self.doing.scene.look(self.piece)

    @property
    def menu(self) -> str:
        """The menu text of the key that was pressed; empty where no menu has it."""
        return self.doing.menu_of(self)

    @property
    def is_in_game(self) -> bool:
        """Whether the piece has not been removed."""
        return isinstance(self.editor.position.pieces.get(self.edit.id), Piece)

    @property
    def is_on_map(self) -> bool:
        """Whether the piece is in the game and on a map."""
        return self.is_in_game and self.standing.map is not None

    # --- values --------------------------------------------------------------------------------

    def text(self, field: str, kind: Kind = Kind.FORMATTED) -> str:
        """Return what a field's text comes to. Raises NotEvaluated."""
        return self.look.evaluate(field, kind)

    def passes(self, field: str) -> bool:
        """Tell whether the piece passes a filter; every piece passes an empty one."""
        return not field or self.look.evaluate(field, Kind.FILTER) == "true"

    def number(self, field: str, what: str) -> int:
        """Return the whole number that a field's text comes to; 0 for none.

        Raises:
            BindingError: it is no whole number.
        """
        return self.whole(self.text(field) if field else "", what)

    def whole(self, text: str, what: str) -> int:
        """Return a text as a whole number, an empty one as 0; raises BindingError for others."""
        digits = text.removeprefix("-")
        if text and not (digits.isascii() and digits.isdigit()):
            raise self.refused(f"expected a whole number for {what}, found {text!r}")
        return int(text or "0")

    def owner(self, trait: Trait) -> str:
        """Return who hides the piece: the side that does the command, or its player.

        Raises:
            BindingError: no side was named, or nobody plays it.
        """
        if self.doing.side is None:
            raise self.refused("it hides the piece for one side; say which side does it")
        return self.editor.owner(trait, self.doing.side)

    def refused(self, why: str) -> BindingError:
        """Return the error that says why the command is not done."""
        return BindingError(f"the command is not done: {why}", where=Where(piece=self.edit.id))

    # --- acts ----------------------------------------------------------------------------------

    def change(self, trait: Trait, state: str) -> None:
        """Give a trait of the piece another state."""
        self.edit.change({trait.index: state})

    def say(self, text: str) -> None:
        """Put a line into the chat."""
        self.editor.say(text)

    def again(self, key: KeyStroke) -> None:
        """Send another key to the same piece."""
        depth = self.depth + 1
        self.doing.press(Hand(self.doing, self.edit, key, depth=depth, before=self.before))

    def of(self, edit: PieceEdit) -> Hand:
        """Return the same key in the hand of another piece."""
        if edit.id == self.edit.id:
            return self
        return Hand(self.doing, edit, self.key, depth=self.depth)

    def press_on(self, piece_id: PieceId, key: KeyStroke) -> None:
        """Send a key to another piece, or to this one anew."""
        edit = PieceEdit(self.editor, piece_id)
        self.doing.press(Hand(self.doing, edit, key, depth=self.depth + 1))
