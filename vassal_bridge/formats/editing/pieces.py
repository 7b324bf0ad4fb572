"""One piece in the editor's hand: moved, flipped, turned, marked, as a player does by its menu.

Each method applies the commands that VASSAL would send, and gives the piece back, so that calls
can be chained. Fields are found by the name that a module gives its trait, or by number from the
outermost (1) where it has none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, TypeAlias

from vassal_bridge.errors import AmbiguousName, BindingError, Where
from vassal_bridge.formats.editing import edits, moves
from vassal_bridge.formats.editing.places import PlaceName, meant
from vassal_bridge.formats.fields import Record, read_int
from vassal_bridge.formats.kinds import sheet_rows
from vassal_bridge.formats.pieces import GamePiece, Piece, PieceId, Stack
from vassal_bridge.formats.position import Position
from vassal_bridge.formats.properties import Look
from vassal_bridge.formats.tokens import encode_safely, format_boolean, format_double
from vassal_bridge.formats.traits import Trait
from vassal_bridge.formats.traitvalues import (
    images_of,
    is_old_layer,
    level_names_of,
    masked_by,
)

if TYPE_CHECKING:
    from vassal_bridge.formats.editing.editor import Editor

LAYERS = ("emb2;", "emb;")
_NUMBERED = (3, 4, 5, 6)
_CAPTION = 2
_Title: TypeAlias = "Callable[[Trait], str]"


class PieceEdit:
    """A piece of a save that can be changed."""

    def __init__(self, editor: Editor, piece_id: PieceId) -> None:
        self._editor = editor
        self.id = piece_id

    @property
    def piece(self) -> Piece:
        """The piece as it is now. Raises BindingError once it is deleted."""
        return edits.find(self._editor.position, self.id)

    @property
    def standing(self) -> GamePiece:
        """Whose map and pixels are the piece's: its stack or deck, else the piece itself."""
        return self.position.standing(self.piece)

    @property
    def location(self) -> str:
        """What the piece's place is called; empty where nobody knows."""
        return self._editor.places.location(self.piece).name

    @property
    def editor(self) -> Editor:
        """The editor of the save that the piece is in."""
        return self._editor

    @property
    def position(self) -> Position:
        """The position that the piece is in."""
        return self._editor.position

    @property
    def look(self) -> Look:
        """The piece as everybody sees it now."""
        return self._editor.look(self.piece)

    def __getitem__(self, name: str) -> str:
        """Return what the piece answers for a property. Raises as `Look` does."""
        return self.look[name]

    def do(self, command: str, *, side: str | None = None) -> PieceEdit:
        """Do a key command of the piece, by its menu text or key, as a player does by its menu.

        It is done whole or not at all: a refusal in its midst leaves the save as it was.

        `side` says who does it, which a command that hides the piece has to know; without one
        it is whom the editor is played by.

        Raises:
            BindingError: there is no such command, or we cannot do all that it does.
            AmbiguousName: several commands have the name.
        """
        from vassal_bridge.formats.editing import deeds  # its deeds work with this class

        with self._editor.whole():
            deeds.do(self, command, self._editor.side if side is None else side)
        return self

    @property
    def commands(self) -> list[str]:
        """The key commands that `do` knows: menu texts, or keys where a command has no menu."""
        from vassal_bridge.formats.editing import deeds  # its deeds work with this class

        return deeds.commands_of(self)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.id}>"

    # --- places --------------------------------------------------------------------------------

    def move_to(self, where: PlaceName, *, map: str | None = None, marks: bool = True) -> PieceEdit:
        """Move the piece to a hex, a zone, a deck or pixels; stacks join and split.

        The piece is marked as moved where the module does so, and does what the key does that the
        map sends to all that move on it; `marks` False leaves both out.

        Raises:
            BindingError: there is no such place, or its name is not known without the module; or
                the map's key does what is not done here.
            AmbiguousName: several maps have a place of that name.
        """
        editor = self._editor
        to = editor.places.find(where, self.standing.map, map)
        with self._with_key_of(to[0]) if marks else nullcontext():
            done = moves.move_piece(
                editor.position, editor.places, self.piece, to, player=editor.player, marks=marks
            )
            editor.keep(done)
            return self.hear_map() if marks else self

    def _with_key_of(self, map_name: str) -> AbstractContextManager[None]:
        """Return what makes a move and what the map's key sets off all or nothing."""
        is_bare = self._editor.places.move_key(map_name) is None
        return nullcontext() if is_bare else self._editor.whole()

    def hear_map(self) -> PieceEdit:
        """Do what the key does that the piece's map sends to all that move on it.

        Raises:
            BindingError: it does what is not done here.
        """
        from vassal_bridge.formats.editing import deeds  # its deeds work with this class

        deeds.hear_map(self, self._editor.side)
        return self

    def move_stack_to(
        self, where: PlaceName, *, map: str | None = None, marks: bool = True
    ) -> PieceEdit:
        """Move the piece with the whole stack that it is in. Raises as `move_to` does."""
        editor = self._editor
        holder = editor.position.holder_of(self.id)
        if not isinstance(holder, Stack):
            return self.move_to(where, map=map, marks=marks)
        to = editor.places.find(where, self.standing.map, map)
        members = list(holder.members)
        with self._with_key_of(to[0]) if marks else nullcontext():
            done = moves.move_stack(
                editor.position, editor.places, holder, to, player=editor.player, marks=marks
            )
            editor.keep(done)
            for member in members if marks else ():
                PieceEdit(editor, member).hear_map()
        return self

    def put_on(self, deck: str) -> PieceEdit:
        """Put the piece on top of a deck, by its name. Raises as `Editor.deck` does."""
        self._editor.deck(deck).put(self)
        return self

    def mark_moved(self, moved: bool = True) -> PieceEdit:
        """Mark the piece as moved, or as not moved, which ends its trail.

        Raises:
            BindingError: the piece has no Mark When Moved.
        """
        piece = self.piece
        states: dict[int, str] = {}
        for trait in piece.traits:
            if trait.prefix == moves.MARK:
                states[trait.index] = format_boolean(moved)
            elif trait.prefix == moves.TRAIL and self.standing.map is not None:
                states[trait.index] = moves.with_point(
                    trait, piece, self._editor.places, anew=not moved
                )
        if not any(trait.prefix == moves.MARK for trait in piece.traits):
            raise self._lacks("Mark When Moved")
        return self.change(states)

    def delete(self) -> None:
        """Take the piece out of the game, and off its mat."""
        self._editor.keep(moves.clear(self._editor.position, self.piece))
        self._editor.do(edits.remove(self._editor.position, self.piece.id))

    def clone(self) -> PieceEdit:
        """Put a copy of the piece directly on it; return the copy."""
        editor, piece = self._editor, self.piece
        copy_id = editor.position.new_id()
        names = {"CloneID": piece.id}
        self.change({len(piece.types) - 1: moves.with_kept(self.position, piece, names)})
        piece = self.piece
        chain = piece.state_chain
        kept = moves.with_kept(self.position, piece, {"UniqueID": copy_id})
        state = edits.chain_text([*list(chain)[:-1], kept])
        editor.do([edits.add(copy_id, piece.type_text, state)])
        stands = self.standing
        spot = [stands.map or "null", str(stands.x), str(stands.y)]
        move = [copy_id, *spot, piece.id, *spot, "null", editor.player]
        editor.do(["M/" + encode_safely(move, "/")] if stands.map is not None else [])
        return PieceEdit(editor, copy_id)

    # --- looks ---------------------------------------------------------------------------------

    def flip(self, layer: str | int | None = None) -> PieceEdit:
        """Show the next level of a Layer; one with a single image is switched on or off.

        Raises:
            AmbiguousName: the piece has several Layers; the message lists them.
            BindingError: it has none, or none of that name.
        """
        trait = self._layer(layer)
        most = max(len(images_of(trait)), 1)
        level = read_int(trait.state["level"], -1)
        if most == 1 or level < 0:
            return self._set_level(trait, -level)
        loops = trait.prefix == "emb;" or trait.type.flag("loop") or most == 2
        following = level + 1 if level < most else (1 if loops else most)
        return self._set_level(trait, following)

    def set_layer(self, layer: str | int | None, level: int | str) -> PieceEdit:
        """Let a Layer show a level, by its number from 1 or its name; 0 switches it off.

        Raises:
            AmbiguousName: several Layers have the name.
            BindingError: there is no such Layer or level.
        """
        trait = self._layer(layer)
        names = [name.strip("+ ").strip("()") for name in level_names_of(trait)]
        most = max(len(images_of(trait)), 1)
        if isinstance(level, str):
            raw = level_names_of(trait)
            found = [n for n, one in enumerate(names, 1) if level in (one, raw[n - 1])]
            if len(found) != 1:
                known = ", ".join(repr(one) for one in names if one) or "none with a name"
                raise self._error(f"expected a level of {known}, found {level!r}")
            level = found[0]
        if not 0 <= level <= most:
            raise self._error(f"expected a level from 0 to {most}, found {level}")
        now = abs(read_int(trait.state["level"], -1))
        return self._set_level(trait, level or -now)

    def _set_level(self, trait: Trait, level: int) -> PieceEdit:
        state = trait.state
        was_active, state["level"] = read_int(state["level"], -1) > 0, str(level)
        if trait.prefix == "emb2;" and is_old_layer(trait) and was_active != (level > 0):
            state["keys_typed"] = trait.type["activate_key"] if level > 0 else ""
        return self.change({trait.index: str(state)})

    def _layer(self, name: str | int | None) -> Trait:
        layers = [trait for trait in self.piece.traits if trait.prefix in LAYERS]
        if name is None:
            layers = [one for one in layers if not _follows(one)] or layers
            return self._only(layers, "Layer", _layer_title)
        return self._named(layers, name, "Layer", _layer_title)

    def rotate_to(self, degrees: float, trait: str | int | None = None) -> PieceEdit:
        """Turn the piece to an angle in degrees, as its property `_Degrees` counts them.

        Raises:
            BindingError: the piece cannot rotate, or not to that angle.
            AmbiguousName: it has several Can Rotate.
        """
        found = self._rotator(trait)
        facings = found.type.number("facings")
        if facings == 1:
            return self.change({found.index: format_double(-float(degrees) % -360.0)})
        step = 360.0 / facings
        index = round(degrees / step)
        if abs(index * step - degrees) > 1.0:
            raise self._error(f"expected a multiple of {step:g} degrees, found {degrees:g}")
        return self.change({found.index: str(index % facings)})

    def face(self, facing: int, trait: str | int | None = None) -> PieceEdit:
        """Turn the piece to one of its facings, counted from 1. Raises as `rotate_to` does."""
        found = self._rotator(trait)
        facings = found.type.number("facings")
        if facings == 1 or not 1 <= facing <= facings:
            raise self._error(f"expected a facing from 1 to {facings}, found {facing}")
        return self.change({found.index: str(facing - 1)})

    def _rotator(self, name: str | int | None) -> Trait:
        found = [trait for trait in self.piece.traits if trait.prefix == "rotate;"]
        if name is None:
            return self._only(found, "Can Rotate", lambda one: one.type["name"])
        return self._named(found, name, "Can Rotate", lambda one: one.type["name"])

    def set_label(self, text: str, label: str | int | None = None) -> PieceEdit:
        """Give a Text Label, by its property's name, another text.

        Raises:
            BindingError: the piece has no such Text Label.
            AmbiguousName: it has several.
            UnencodableError: VASSAL would read another text back.
        """
        found = [trait for trait in self.piece.traits if trait.prefix == "label;"]

        def title(one: Trait) -> str:
            return one.type["property"]

        trait = (
            self._only(found, "Text Label", title)
            if label is None
            else self._named(found, label, "Text Label", title)
        )
        return self.change({trait.index: text.strip()})

    # --- values --------------------------------------------------------------------------------

    def set_property(self, name: str, value: str | int) -> PieceEdit:
        """Set a Dynamic Property, a Marker, or a field of a Property Sheet, by its name.

        Raises:
            BindingError: no trait keeps such a value, or it is not a number within the limits.
            UnencodableError: VASSAL would read another value back.
        """
        text = str(value)
        for trait in self.piece.traits:
            change = _SETTERS.get(trait.prefix)
            state = None if change is None else change(trait, name, text)
            if state is not None:
                if trait.prefix == "PROP;":
                    self._check_number(trait, text)
                return self.change({trait.index: state})
        known = sorted(set(self._settable()))
        raise self._error(
            f"expected a property of {', '.join(known) or 'none'}, found {name!r}"
            f"{meant(name, known)}"
        )

    def _check_number(self, trait: Trait, text: str) -> None:
        limits = trait.type.nested("constraints")
        if not limits.flag("numeric"):
            return
        least, most = limits.number("min"), limits.number("max")
        digits = text.removeprefix("-")
        if not (digits.isascii() and digits.isdigit() and least <= int(text) <= most):
            raise self._error(f"expected a number from {least} to {most}, found {text!r}")

    def _settable(self) -> list[str]:
        names: list[str] = []
        for trait in self.piece.traits:
            if trait.prefix == "PROP;":
                names.append(trait.type["name"])
            elif trait.prefix == "mark;":
                names += trait.type.rest
            elif trait.prefix == "propertysheet;":
                rows = sheet_rows(trait.type.values("definition"))
                names += [row.name for row in rows if row.kind != _CAPTION]
        return [name for name in names if name]

    # --- what is hidden ------------------------------------------------------------------------

    def mask(self, side: str, trait: str | int | None = None) -> PieceEdit:
        """Mask the piece for everybody but a side.

        Raises:
            BindingError: the piece has no Mask, or nobody plays the side.
        """
        found = self._mask(trait)
        owner = self._editor.owner(found, side)
        options = encode_safely(["", *self._editor.unmaskers()], "|")
        return self.change({found.index: encode_safely([owner, options], ";")})

    def unmask(self, trait: str | int | None = None) -> PieceEdit:
        """Take the mask off; raises BindingError where the piece has no Mask."""
        found = self._mask(trait)
        if masked_by(found) is None:
            return self
        return self.change({found.index: encode_safely(["null", ""], ";")})

    def _mask(self, name: str | int | None) -> Trait:
        found = [one for one in self.piece.traits if one.prefix == "obs;"]
        if name is None:
            return self._only(found[:1], "Mask", lambda one: one.type["menu"])
        return self._named(found, name, "Mask", lambda one: one.type["menu"])

    def hide(self, side: str) -> PieceEdit:
        """Make the piece invisible to all but a side; raises BindingError as `mask` does."""
        trait = self._invisible()
        return self.change({trait.index: self._editor.owner(trait, side)})

    def show(self) -> PieceEdit:
        """Let everybody see an invisible piece; raises BindingError without Invisible."""
        return self.change({self._invisible().index: "null"})

    def _invisible(self) -> Trait:
        trait = self.piece.trait("hide;")
        if trait is None:
            raise self._lacks("Invisible")
        return trait

    # --- common --------------------------------------------------------------------------------

    def change(self, states: dict[int, str]) -> PieceEdit:
        """Give several traits, by their index, other states."""
        self._editor.do(edits.change(self._editor.position, self.id, states))
        return self

    def _only(self, found: Sequence[Trait], kind: str, title: _Title) -> Trait:
        if len(found) == 1:
            return found[0]
        if not found:
            raise self._lacks(kind)
        raise AmbiguousName(
            f"the piece has several {kind} traits: {_listed(found, title)}; name one",
            where=self._where(),
        )

    def _named(self, found: Sequence[Trait], name: str | int, kind: str, title: _Title) -> Trait:
        if isinstance(name, int):
            if not 1 <= name <= len(found):
                raise self._error(f"expected a {kind} from 1 to {len(found)}, found {name}")
            return found[name - 1]
        named = [one for one in found if title(one) == name]
        if not named:
            raise self._error(
                f"expected a {kind} of {_listed(found, title) or 'none'}, found {name!r}"
            )
        if len(named) > 1:
            raise AmbiguousName(
                f"several {kind} traits are called {name!r}; say which by its number",
                where=self._where(),
            )
        return named[0]

    def _where(self) -> Where:
        return Where(self._editor.position.save.name, piece=self.id)

    def _error(self, message: str) -> BindingError:
        return BindingError(message, where=self._where())

    def _lacks(self, kind: str) -> BindingError:
        return self._error(f"the piece has no trait {kind}")


def _follows(trait: Trait) -> bool:
    return trait.prefix == "emb2;" and trait.type.flag("follow")


def _layer_title(trait: Trait) -> str:
    record = trait.type
    if trait.prefix == "emb;":
        return record["activate_menu"] or record["increase_menu"]
    return record["name"] or record["activate_menu"] or record["increase_menu"]


def _listed(found: Sequence[Trait], title: _Title) -> str:
    return ", ".join(title(one) or str(place) for place, one in enumerate(found, 1))


def _dynamic(trait: Trait, name: str, text: str) -> str | None:
    return text if trait.type["name"] == name else None


def _marker(trait: Trait, name: str, text: str) -> str | None:
    names = trait.type.rest
    if name not in names:
        return None
    state = trait.state
    values = [*state.rest, *[""] * len(names)][: len(names)]
    values[names.index(name)] = text
    return _with(state, values)


def _sheet(trait: Trait, name: str, text: str) -> str | None:
    rows = sheet_rows(trait.type.values("definition"))
    place = next((n for n, row in enumerate(rows) if row.name == name), None)
    if place is None or rows[place].kind == _CAPTION:
        return None
    state = trait.state
    values = [*state.rest, *[""] * (len(rows) - len(state.rest))]
    if rows[place].kind in _NUMBERED and "/" not in text:
        _, slash, most = values[place].partition("/")
        text += slash + most
    values[place] = text.replace("\n", "|")
    return _with(state, values)


def _with(state: Record, values: list[str]) -> str:
    if values != state.rest:
        state.rest = values
    return str(state)


_SETTERS: Mapping[str, Callable[[Trait, str, str], str | None]] = {
    "PROP;": _dynamic,
    "mark;": _marker,
    "propertysheet;": _sheet,
}
"""The traits that keep a value which `set_property` sets."""
