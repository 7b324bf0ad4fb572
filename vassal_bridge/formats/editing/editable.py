"""What a save offers for editing; it is loaded when the first edit is made.

A save edits itself: `save.piece("1/8 Inf").move_to("1512")`. The module is the one that the save
was opened with, else the one of its name in the save's folder.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, cast

from vassal_bridge.formats.archive import Archive

if TYPE_CHECKING:
    from vassal_bridge.formats.editing.decks import DeckEdit
    from vassal_bridge.formats.editing.editor import Editor
    from vassal_bridge.formats.editing.pieces import PieceEdit
    from vassal_bridge.formats.editing.places import PlaceName
    from vassal_bridge.formats.module import Module
    from vassal_bridge.formats.save import Save


class Editable:
    """A save that can be edited in the words of the game; each call goes to its `editor`."""

    archive: Archive
    _editor: Editor | None = None
    _module: Module | Path | None = None
    _folder: Path | None = None

    def belongs_to(self, module: Module | Path | str) -> None:
        """Say which module the save belongs to; edits before this used what was known then."""
        self._module = Path(module) if isinstance(module, str) else module
        self._editor = None

    def lies_in(self, folder: Path) -> None:
        """Say in which folder to look for the module."""
        self._folder = folder

    @property
    def editor(self) -> Editor:
        """Everything that can be edited.

        Raises:
            BindingError: this is a log, or the module given is another one.
            FormatError: the module is damaged.
        """
        if self._editor is None:
            from vassal_bridge.formats.editing.editor import Editor
            from vassal_bridge.formats.finding import module_of

            save = cast("Save", self)
            self._editor = Editor(save, module_of(save, self._module, self._folder))
        return self._editor

    def piece(self, name: str, *, at: str | None = None) -> PieceEdit:
        """Return a piece by its id or name, to be edited. Raises as `Editor.piece` does."""
        return self.editor.piece(name, at=at)

    def place(self, what: str, where: PlaceName, *, map: str | None = None) -> PieceEdit:
        """Put a new piece at a place. Raises as `Editor.place` does."""
        return self.editor.place(what, where, map=map)

    def deck(self, name: str) -> DeckEdit:
        """Return a deck by its name, to be edited. Raises as `Editor.deck` does."""
        return self.editor.deck(name)

    def turn(self, to: str | Mapping[str, str | int], tracker: str | None = None) -> None:
        """Set a turn tracker. Raises as `Editor.turn` does."""
        self.editor.turn(to, tracker)

    def set_global(self, name: str, value: str | int, container: str = "Module") -> None:
        """Set a global property. Raises as `Editor.set_global` does."""
        self.editor.set_global(name, value, container)

    def note(self, text: str, kind: str = "public") -> None:
        """Set the public notes, or the `scenario` ones. Raises as `Editor.note` does."""
        self.editor.note(text, kind)

    def say(self, text: str) -> None:
        """Put a line into the chat, which VASSAL shows when the save is loaded."""
        self.editor.say(text)
