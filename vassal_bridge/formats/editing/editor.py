"""Edits a save in the words of the game; every edit is made by the commands VASSAL would send.

>>> save = open_save("a.vsav")  # doctest: +SKIP
>>> save.piece("1/8 Inf").move_to("1512")  # doctest: +SKIP
>>> save.write("b.vsav")  # doctest: +SKIP
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from vassal_bridge.errors import AmbiguousName, BindingError, Where
from vassal_bridge.formats.commands import LOG
from vassal_bridge.formats.editing import edits, moves
from vassal_bridge.formats.editing.decks import DeckEdit
from vassal_bridge.formats.editing.newpieces import NewPiece, new_piece
from vassal_bridge.formats.editing.pieces import PieceEdit
from vassal_bridge.formats.editing.places import PlaceName, Places, deck_named, meant
from vassal_bridge.formats.editing.turns import turned
from vassal_bridge.formats.expressions import NotEvaluated
from vassal_bridge.formats.gamelines import MODULE
from vassal_bridge.formats.module import Module
from vassal_bridge.formats.pieces import Piece, PieceId
from vassal_bridge.formats.position import Position
from vassal_bridge.formats.properties import Look, Scene
from vassal_bridge.formats.save import Save
from vassal_bridge.formats.surroundings import scene_of, viewer_of
from vassal_bridge.formats.tabletop import Point, flat_maps
from vassal_bridge.formats.traits import Trait

_LOG_STARTS = (LOG, "'" + LOG)


class Editor:
    """A save in hand: its pieces, decks, turns, properties and notes, to be changed.

    `commands` are those that were applied, in order. `player` is the id that moves bear; it
    decides nothing but which hidden pieces VASSAL lets a stack be shared with. `side` is who does
    key commands; None stands for a referee, who may do what some player may.
    """

    def __init__(
        self, save: Save, module: Module | None = None, *, player: str = edits.NOBODY
    ) -> None:
        if any(text.startswith(_LOG_STARTS) for text in save.commands.texts()):
            raise BindingError(
                "expected a save, found a log: `log append` adds changes to its end, `log cut`"
                " makes a save of a step",
                where=Where(save.name),
            )
        self.save = save
        self.module = module
        self.player = player
        self.side: str | None = None
        self.flat_maps = flat_maps(module)
        self.position = Position(save, flat_maps=self.flat_maps)
        self.places = Places(self.position, module)
        self.commands: list[str] = []
        self._names: dict[PieceId, tuple[str, ...]] = {}

    def played_by(self, side: str) -> None:
        """Let a side, as its player, make the moves and do the key commands from now on.

        Raises:
            BindingError: nobody plays the side, or several do.
        """
        found = viewer_of(self.save, side)
        if not found.player:
            raise BindingError(f"nobody plays the side {side!r}", where=Where(self.save.name))
        self.player, self.side = found.player, side

    def do(self, texts: list[str]) -> None:
        """Apply commands and keep them."""
        self.position.apply_all(texts)
        self.keep(texts)

    def keep(self, texts: list[str]) -> None:
        """Keep commands that were applied already."""
        self.commands += texts
        if any(text.startswith(("MutableProperty", "TURN")) for text in texts):
            self._names.clear()
        for text in texts:
            if text.startswith(("D/", "+/", "-/")):
                self._names.pop(PieceId(text.split("/")[1]), None)

    @contextmanager
    def whole(self) -> Iterator[None]:
        """Let edits be made all or none: an error among them leaves the save as it was before.

        Pieces that were taken out of `save.pieces` earlier have to be asked for again then.
        """
        save, done, applied = self.save, len(self.commands), len(self.position.applied)
        before = save.text if save.is_touched else None
        try:
            yield
        except Exception:
            if len(self.position.applied) != applied:
                was = Save(save.archive) if before is None else save.with_text(before)
                was.commands.version = save.commands.version + 1
                save.archive, save.commands = was.archive, was.commands
                self._look_again(self.position.applied[:applied])
                del self.commands[done:]
            raise

    def _look_again(self, applied: list[list[str]]) -> None:
        self.position = Position(self.save, flat_maps=self.flat_maps)
        self.position.applied = applied
        self.places = Places(self.position, self.module)
        self._names.clear()

    # --- pieces --------------------------------------------------------------------------------

    def piece(self, name: str, *, at: str | None = None) -> PieceEdit:
        """Return a piece by its id, or by the name that everybody sees or its own basic name.

        `at` says where it stands, for names that several pieces have.

        Raises:
            BindingError: there is no such piece.
            AmbiguousName: several pieces have the name; the message lists their ids.
        """
        found = self.pieces(name, at=at)
        if len(found) == 1:
            return found[0]
        where = Where(self.save.name)
        place = "" if at is None else f" at {at}"
        if found:
            ids = ", ".join(piece.id for piece in found)
            raise AmbiguousName(f"several pieces are called {name!r}{place}: {ids}", where=where)
        known = sorted({one.basic_name for one in self.position.pieces if not _is_hidden(one)})
        raise BindingError(f"there is no piece {name!r}{place}{meant(name, known)}", where=where)

    def pieces(self, name: str, *, at: str | None = None) -> list[PieceEdit]:
        """Return all pieces of an id or name, in the order of the file."""
        pieces = self.position.pieces
        if isinstance(pieces.get(name), Piece):
            found = [edits.find(self.position, PieceId(name))]
        else:
            scene = scene_of(self.save, self.module) if len(self._names) < len(pieces) else None
            found = [one for one in pieces if name in self._names_of(one, scene)]
        if at is not None:
            found = [one for one in found if self.places.location(one).name == at]
        return [PieceEdit(self, one.id) for one in found]

    def _names_of(self, piece: Piece, scene: Scene | None) -> tuple[str, ...]:
        known = self._names.get(piece.id)
        if known is None:
            names = [piece.basic_name]
            try:
                look = self.look(piece) if scene is None else scene.look(piece)
                names += [look.name, look.basic_name]
            except NotEvaluated:
                pass  # what we cannot evaluate is no name to call a piece by
            known = self._names[piece.id] = tuple(names)
        return known

    def look(self, piece: Piece) -> Look:
        """Return a piece as everybody sees it."""
        return scene_of(self.save, self.module).look(piece)

    def owner(self, trait: Trait, side: str) -> str:
        """Return who hides a piece for a side: the side itself, or its player's id.

        Raises:
            BindingError: nobody plays the side, or several do.
        """
        access = trait.type.nested("access")["who"]
        if access in ("side", "sides"):
            return side
        player = viewer_of(self.save, side).player
        if not player:
            raise BindingError(f"nobody plays the side {side!r}", where=Where(self.save.name))
        return player

    def unmaskers(self) -> list[str]:
        """Return who may unmask others' pieces, as a Mask's state lists it: the count, the ids."""
        lines = self.position.lines.of("SetUnmaskers")
        ids = lines[-1].rest() if lines else []
        return [str(len(ids)), *ids]

    def place(self, what: str, where: PlaceName, *, map: str | None = None) -> PieceEdit:
        """Put a new piece from a slot or prototype at a place; return it.

        `what` is a slot's name, `gpid:12` or `prototype:Infantry`.

        Raises:
            BindingError: there is no such slot or place, or no module is known.
            AmbiguousName: several slots or maps have the name.
        """
        made = new_piece(self._needed_module(), what)
        to = self.places.find(where, None, map)
        with self.whole():
            return self._placed(made, to)

    def _placed(self, made: NewPiece, to: Point) -> PieceEdit:
        piece_id = self.position.new_id()
        self.do([edits.add(piece_id, made.type_text, edits.chain_text(made.states))])
        piece = edits.find(self.position, piece_id)
        kept = {"UniqueID": piece_id, **moves.old_place(self.position, self.places, piece)}
        last = len(made.states) - 1
        self.do(
            edits.change(
                self.position, piece_id, {last: moves.with_kept(self.position, piece, kept)}
            )
        )
        self._arrive(piece_id, to)
        new = PieceEdit(self, piece_id)
        new.hear_map()
        return new

    def _arrive(self, piece_id: PieceId, to: Point) -> None:
        self.do(
            edits.move(
                self.position,
                piece_id,
                *to,
                player=self.player,
                layer_of=lambda one: self.places.layer_on(one, to[0]),
                flat=not self.places.has_stacks(to[0]),
            )
        )
        self.keep(moves.follow(self.position, self.places, piece_id))

    def _needed_module(self) -> Module:
        if self.module is None:
            raise BindingError(
                "a new piece needs the module; put it beside the save, or name it",
                where=Where(self.save.name),
            )
        return self.module

    # --- everything else -----------------------------------------------------------------------

    def deck(self, name: str) -> DeckEdit:
        """Return a deck by its name or id. Raises BindingError for none, AmbiguousName."""
        return DeckEdit(self, deck_named(self.position, name).id)

    def turn(self, to: str | Mapping[str, str | int], tracker: str | None = None) -> None:
        """Set a turn tracker: `next`, `previous`, or values by the names of its levels.

        Raises:
            BindingError: there is no such tracker, level or value, or no module is known.
            AmbiguousName: there are several trackers and none was named.
        """
        self.do(turned(self.position, self._needed_module(), to, tracker))

    def set_global(self, name: str, value: str | int, container: str = MODULE) -> None:
        """Set a global property of the module, of a map by its name, or of `<map>:<zone>`.

        Raises:
            BindingError: neither save nor module has such a property.
        """
        old = self.position.property(name, container)
        if old is None:
            keys = self.position.lines.values()
            declared = () if self.module is None else self.module.properties
            names = [key[1] for key in keys] + [one.name for one in declared]
            if name not in names or any(key[1] == name for key in keys):
                places = sorted(key[0] or "a zone" for key in keys if key[1] == name)
                hint = f"; it is one of {', '.join(places)}" if places else meant(name, names)
                raise BindingError(
                    f"{container} has no property {name!r}{hint}", where=Where(self.save.name)
                )
        self.do(edits.set_property(name, old or "", str(value), container))

    def note(self, text: str, kind: str = "public") -> None:
        """Set the public notes, or the `scenario` ones.

        Raises:
            BindingError: there are no such notes.
        """
        if kind not in ("public", "scenario"):
            raise BindingError(f"expected public or scenario notes, found {kind!r}")
        self.do(edits.set_notes(kind, text))

    def say(self, text: str) -> None:
        """Put a line into the chat, which VASSAL shows when the save is loaded."""
        self.do(edits.say(text))


def _is_hidden(piece: Piece) -> bool:
    return any(trait.prefix in ("obs;", "hide;") for trait in piece.traits)
