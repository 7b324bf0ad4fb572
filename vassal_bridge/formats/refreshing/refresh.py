"""Brings the pieces of a save to what a new version of their module makes of them.

Each piece keeps its id, its place, its stack and deck and the order in them; its traits become
those of its slot, and their states are carried over. A piece that has no slot any more, or whose
slot is not certain, stays as it is and is told. Off-map pieces are refreshed like all others.
What is up to date already keeps every byte. Source: VASSAL.build.module.GameRefresher, which
gives pieces new ids and leaves out what its player cannot see; we do neither.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from vassal_bridge.errors import BindingError, UnencodableError, VerifyError, Where
from vassal_bridge.formats.chain import Chain
from vassal_bridge.formats.finding import module_name
from vassal_bridge.formats.metadata import MODULE_DATA, SAVE_DATA, set_version
from vassal_bridge.formats.module import Module
from vassal_bridge.formats.pieces import GamePiece, Piece, PieceId
from vassal_bridge.formats.position import Position
from vassal_bridge.formats.refreshing.carrying import Options
from vassal_bridge.formats.refreshing.decks import new_decks, refresh_decks
from vassal_bridge.formats.refreshing.recasting import Recast
from vassal_bridge.formats.refreshing.sources import Source, Sources
from vassal_bridge.formats.save import Save
from vassal_bridge.formats.traits import Trait

_HIDING = ("obs;", "hide;")
HIDDEN = "a hidden piece"
"""What a piece is called of which a report may not tell."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A piece that stays as it is, and why."""

    id: str
    name: str
    gpid: str
    why: str

    def __str__(self) -> str:
        return f"{self.name} is kept as it is: {self.why}"


@dataclass(frozen=True, slots=True)
class Lost:
    """A trait of an old piece whose state no trait of the new one takes over."""

    id: str
    name: str
    trait: str

    def __str__(self) -> str:
        return f"{self.name} has no {self.trait} any more; what it said is dropped"


@dataclass(slots=True)
class Report:
    """What became of a save's pieces: how many were refreshed, and which not.

    `current` were up to date already; `by_name` of the refreshed had no matching gpid, and `named`
    counts those that are not hidden by name. `renamed` counts the pieces whose slot has their gpid
    but another name, by both names: a slot that was renamed, or a number given to another counter.
    """

    file: str
    refreshed: int = 0
    current: int = 0
    by_name: int = 0
    named: dict[str, int] = field(default_factory=dict)
    renamed: dict[tuple[str, str], int] = field(default_factory=dict)
    kept: list[Kept] = field(default_factory=list)
    lost: list[Lost] = field(default_factory=list)
    decks: list[str] = field(default_factory=list)
    maps: list[str] = field(default_factory=list)

    @property
    def pieces(self) -> int:
        """How many pieces the save has."""
        return self.refreshed + self.current + len(self.kept)


class Refresher:
    """A new version of a module, to which saves are brought one after another."""

    def __init__(self, module: Module, options: Options | None = None) -> None:
        self.module = module
        self.options = options or Options()
        self._sources = Sources(module)
        self._recasts: dict[tuple[str, Source], Recast] = {}

    def refresh(self, save: Save) -> tuple[Save, Report]:
        """Return the refreshed save, read again and proved, and the report; the given one stays.

        Raises:
            BindingError: the save is a log, or belongs to another module.
            VerifyError: what was written is not what was meant.
        """
        self._check(save)
        work = Save.from_bytes(save.to_bytes(), name=save.name)
        report = Report(save.name)
        for piece in work.pieces:
            self._refresh(piece, report)
        if self.options.decks:
            deletes = self.options.delete_old_decks
            report.decks = refresh_decks(work, self.module, deletes=deletes)
        report.maps = self._lost_maps(work)
        made = Save.from_bytes(self._signed(work), name=save.name)
        prove(save, made, with_decks=self.options.decks)
        return self._with_decks(made, report), report

    def _with_decks(self, made: Save, report: Report) -> Save:
        """Return a save with the decks that the module has and the save had not yet."""
        missing = new_decks(made, self.module) if self.options.decks else {}
        if not self.options.add_new_decks:
            report.decks += [f"the module has a new deck {name!r}" for name in missing]
            return made
        if missing:
            Position(made).apply_all(missing.values())
            report.decks += [f"the new deck {name!r} is added, empty" for name in missing]
        return Save.from_bytes(made.to_bytes(), name=made.name)

    def _check(self, save: Save) -> None:
        where = Where(save.name)
        name = module_name(save.archive)
        if name is not None and name != self.module.name:
            raise BindingError(
                f"the save belongs to the module {name!r}, not to {self.module.name!r}",
                where=where,
            )
        if len(save.start_texts()) != len(save.commands.texts()):
            raise BindingError(
                "this is a log, whose steps would not fit refreshed pieces;"
                " cut a save out of it with `vassal-bridge log` first",
                where=where,
            )

    def _signed(self, work: Save) -> bytes:
        """Return the save's bytes with the new module's own facts, as VASSAL would save it."""
        archive, module = work.to_archive(), self.module.archive
        both = MODULE_DATA in archive and MODULE_DATA in module
        if both and archive[MODULE_DATA] != module[MODULE_DATA]:
            archive = archive.replace(MODULE_DATA, module[MODULE_DATA])
        if SAVE_DATA in archive:
            data = set_version(archive[SAVE_DATA], self.module.version)
            if data != archive[SAVE_DATA]:
                archive = archive.replace(SAVE_DATA, data)
        return archive.to_bytes()

    def _lost_maps(self, work: Save) -> list[str]:
        names = {piece.map: None for piece in work.pieces if piece.map is not None}
        return [name for name in names if self.module.find_map(name) is None]

    # --- one piece ----------------------------------------------------------------------------

    def _refresh(self, piece: Piece, report: Report) -> None:
        before = shown_name(piece)
        try:
            _check_whole(piece)
            source, is_by_name = self._source(piece)
            done = self._renew(piece, source, is_by_name, report)
        except (BindingError, UnencodableError) as error:
            name = shown_name(piece)
            gpid = "" if name == HIDDEN else piece.gpid
            report.kept.append(Kept(piece.id, name, gpid, error.message))
            return
        report.refreshed += done
        report.current += not done
        report.by_name += done and is_by_name
        _tell_match(report, before, source.name, is_by_name and done)

    def _source(self, piece: Piece) -> tuple[Source, bool]:
        """Return where a piece comes from, and whether only its name says so.

        Raises BindingError where that is nowhere, or not certain.
        """
        name = piece.basic_name
        found = self._sources.of_gpid(piece.gpid) if piece.gpid else []
        if len(found) > 1:
            found = [one for one in found if one.name == name]
            if len(found) != 1:
                raise BindingError("several slots of the module have its gpid")
        if found:
            return found[0], False
        if not self.options.use_names:
            raise BindingError("no slot of the module has its gpid")
        found = self._sources.of_name(name)
        if len(found) > 1:
            raise BindingError("no slot has its gpid, and several have its name")
        if not found:
            raise BindingError("no slot of the module has its gpid or its name")
        return found[0], True

    def _renew(self, piece: Piece, source: Source, is_by_name: bool, report: Report) -> bool:
        """Give a piece its slot's traits; tell whether that changes anything."""
        traits = piece.traits
        recast = self._recast(piece.type_text, traits, source)
        old = recast.respelled([one.state_text for one in traits])
        made = recast.states(old)
        is_other = source.gpid not in ("", piece.gpid)
        if is_other and (self.options.fix_gpids or not is_by_name):
            made[-1] = _with_gpid(made[-1], source.gpid)
        for trait in recast.lost(old):
            name = shown_name(piece)
            report.lost.append(Lost(piece.id, name, _title(trait, name)))
        if made == old and not recast.is_other:
            return False
        states = str(Chain.of(made))
        if recast.is_other:
            piece.command["type"] = recast.types
        piece.state_text = states
        piece.forget()
        return True

    def _recast(self, type_text: str, traits: list[Trait], source: Source) -> Recast:
        recast = self._recasts.get((type_text, source))
        if recast is None:
            types = [one.type_text for one in traits]
            recast = Recast(types, self._sources.traits(source), self.options)
            self._recasts[type_text, source] = recast
        return recast


def _check_whole(piece: Piece) -> None:
    """Check that a piece has a state for each trait; raises BindingError if not.

    What VASSAL hands to the wrong trait, or drops, would be lost for good in a new piece.
    """
    traits, states = len(piece.types), len(piece.states)
    if traits != states:
        raise BindingError(f"its save is damaged: {traits} traits, and states for {states}")


def shown_name(piece: Piece) -> str:
    """Return the name printed in a piece; of one that is masked or invisible, that it is so."""
    for trait in piece.traits:
        if trait.prefix in _HIDING and trait.state["owner"] not in ("", "null"):
            return HIDDEN
    return piece.basic_name or f"piece {piece.id}"


def _tell_match(report: Report, before: str, now: str, is_by_name: bool) -> None:
    """Count a piece among those found by name, or those that get another name."""
    if before == HIDDEN:
        return
    if is_by_name:
        report.named[before] = report.named.get(before, 0) + 1
    elif now not in ("", before):
        report.renamed[before, now] = report.renamed.get((before, now), 0) + 1


def _title(trait: Trait, name: str) -> str:
    """Return what a trait is called; no more than its kind where the piece is hidden."""
    kind = trait.spec.name if not trait.is_opaque else "trait"
    if name == HIDDEN:
        return kind
    own = next((trait.type[key] for key in ("name", "description") if key in trait.spec.type), "")
    return f"{kind} {own!r}" if own else kind


def _with_gpid(state: str, gpid: str) -> str:
    record = Trait(0, "piece;", state).state
    record["gpid"] = gpid
    return str(record)


# --- proof --------------------------------------------------------------------------------------


def prove(before: Save, after: Save, *, with_decks: bool = False) -> None:
    """Check that a refreshed save, read again, has every piece where it was.

    With `with_decks`, decks and their cards may lie elsewhere, in the same order.

    Raises:
        VerifyError: a command other than a piece's came back changed, a piece is missing, or
            stands elsewhere.
    """
    proved_members(before, after)
    free: set[str] = set()
    if with_decks:
        free = {one for deck in before.pieces.decks for one in (deck.id, *deck.members)}
    for piece_id in before.pieces.ids():
        one, other = before.pieces[piece_id], after.pieces[piece_id]
        if piece_id in free or _end(one) == _end(other):
            continue
        if _place(one) != _place(other):
            raise _unproved(f"the piece {piece_id} came back at another place", after)


def _members(save: Save) -> dict[str, list[PieceId]]:
    """Return who is in which stack or deck; empty ones are left out."""
    return {one.id: one.members for one in save.pieces.holders if one.members}


def _end(piece: GamePiece) -> str:
    """Return the end of a command's text, in which a piece's place stands as it is spelled."""
    return piece.command.text.rpartition("\t")[2]


def proved_members(before: Save, after: Save) -> None:
    """Check that two saves hold the same pieces in the same stacks, and else the same commands.

    Raises:
        VerifyError: they do not.
    """
    old, new = before.commands, after.commands
    if len(old) != len(new):
        raise _unproved(f"expected {len(old)} commands, found {len(new)}", after)
    for was, now in zip(old.outline(), new.outline(), strict=True):
        if was == now or (was[0] == now[0] and was[1].startswith(_PIECES)):
            continue
        raise _unproved("a command that is no piece came back changed", after)
    if list(before.pieces.ids()) != list(after.pieces.ids()):
        raise _unproved("the pieces or their order came back changed", after)
    if _members(before) != _members(after):
        raise _unproved("the stacks and decks came back changed", after)


_PIECES = ("+/", "'+/")


def _place(piece: GamePiece) -> object:
    """Return what a refresh leaves alone: of a piece its place and what its BasicPiece keeps."""
    if not isinstance(piece, Piece):
        return piece.state_text
    return piece.point, piece.persistent


def _unproved(message: str, after: Save) -> VerifyError:
    error = VerifyError(message, where=Where(after.name))
    error.evidence = after.to_bytes()
    return error


__all__ = [
    "HIDDEN",
    "Kept",
    "Lost",
    "Options",
    "Refresher",
    "Report",
    "prove",
    "proved_members",
    "shown_name",
]
