"""What one viewer may know of each piece: all of it, its mask, the back of a card, or nothing.

Every listing of pieces goes through here, so that none tells more than VASSAL's windows do:
masks, Invisible, face-down decks and, where the module is given, private maps and hands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from vassal_bridge.formats import traitvalues
from vassal_bridge.formats.boards.layout import OFFBOARD
from vassal_bridge.formats.expressions import NotEvaluated
from vassal_bridge.formats.expressions.evaluator import shown
from vassal_bridge.formats.fields import Record, read_int
from vassal_bridge.formats.module import Module
from vassal_bridge.formats.pieces import DECK_STATE, Deck, Piece, PieceId, Stack
from vassal_bridge.formats.properties import OBSERVER, Look, Viewer
from vassal_bridge.formats.save import Save
from vassal_bridge.formats.surroundings import scene_of
from vassal_bridge.formats.tokens import decode
from vassal_bridge.formats.traits import Trait

FACE_DOWN_NAME = "(face down)"
"""What a card in a face-down deck is called."""
OFF_MAP = "off the map"
"""Where a piece is that stands on no map."""

_OF_PLACE = (
    "LocationName",
    "CurrentMap",
    "CurrentZone",
    "CurrentBoard",
    "CurrentX",
    "CurrentY",
    "DeckName",
)
"""The properties that even a masked piece shows: where it lies is seen by everybody."""


class Sight(StrEnum):
    """How much of a piece a viewer sees."""

    FULL = "full"
    MASKED = "masked"
    FACE_DOWN = "face down"
    UNSEEN = "unseen"


@dataclass(frozen=True, slots=True)
class Seen:
    """One piece as it is seen; `order` is its place from the top of `of` pieces that are seen.

    `holder` is the id of its stack or deck, empty where it is in none.
    """

    look: Look
    sight: Sight
    name: str
    order: int = 1
    of: int = 1
    holder: str = ""

    @property
    def piece(self) -> Piece:
        """The piece itself; what of it may be shown, `sight` tells."""
        return self.look.piece

    @property
    def is_known(self) -> bool:
        """Whether the viewer sees the piece itself, not a mask or a card's back."""
        return self.sight is Sight.FULL

    @property
    def place(self) -> str:
        """The place in words: map and location, or map and pixels where it has no name."""
        return place_of(self.look)

    @property
    def location(self) -> str:
        """The place's name; empty where it has none."""
        name = self.look.location.name
        return "" if name == OFFBOARD else name

    @property
    def traits(self) -> list[Trait]:
        """The traits that the viewer sees: all, those outside of a mask, or none."""
        return list(_seen_traits(self.look, self.sight))

    def value(self, name: str) -> str | None:
        """Return a property as far as the viewer sees it; None for what is unknown or hidden.

        Raises:
            NotEvaluated: an expression on the way is beyond what we evaluate.
        """
        if self.is_known or name in _OF_PLACE:
            found = self.look.get(name)
            return None if found is None else shown(found)
        for trait in self.traits:
            answer = traitvalues.ANSWERS.get(trait.prefix)
            value = None if answer is None else answer(self.look, trait, name)
            if value is not None:
                return shown(value)
        return None


class View:
    """A save as one viewer sees it: its pieces, sorted by map, place and stack order."""

    def __init__(self, save: Save, module: Module | None = None, viewer: Viewer = OBSERVER) -> None:
        self.save = save
        self.module = module
        self.scene = scene_of(save, module, viewer)
        self._closed = closed_maps(module, viewer)
        self._pieces: Mapping[PieceId, Seen] | None = None

    @property
    def pieces(self) -> Mapping[PieceId, Seen]:
        """The pieces that are seen, by id, in the order of the file."""
        if self._pieces is None:
            self._pieces = MappingProxyType(self._look())
        return self._pieces

    def count_by_map(self) -> Counter[str | None]:
        """Return how many pieces are seen on each map; no name is worked out, nothing is kept."""
        looks = (Look(self.scene, piece) for piece in self.save.pieces)
        return Counter(
            look.map for look in looks if sight_of(look, self._closed) is not Sight.UNSEEN
        )

    def _look(self) -> dict[PieceId, Seen]:
        sights = ((look, sight_of(look, self._closed)) for look in self.scene.looks())
        seen = {
            look.piece.id: Seen(look, sight, _name(look, sight))
            for look, sight in sights
            if sight is not Sight.UNSEEN
        }
        found = (self.scene.holder(one.piece) for one in seen.values())
        for holder in {one.id: one for one in found if one is not None}.values():
            members = [member for member in self.members(holder) if member in seen]
            for number, member in enumerate(reversed(members), start=1):
                one = seen[member]
                seen[member] = Seen(one.look, one.sight, one.name, number, len(members), holder.id)
        return seen

    def members(self, holder: Stack | Deck) -> list[PieceId]:
        """Return whom a stack or deck lists, bottom first, each once."""
        return list(dict.fromkeys(holder.members))

    def sorted(self) -> list[Seen]:
        """Return the pieces that are seen by map, place and from the top of each stack down."""
        maps = {name: place for place, name in enumerate(maps_of(self.save))}

        def key(one: Seen) -> tuple[int, str, str, int, int, str, int, str]:
            look = one.look
            name = look.map or ""
            shown_id = look.piece.id if one.is_known else ""
            at = (maps.get(name, len(maps)), name, one.location, look.x, look.y)
            return (*at, one.holder, one.order, shown_id)

        return sorted(self.pieces.values(), key=key)


def maps_of(save: Save) -> list[str]:
    """Return the identifiers of the maps that a save lays boards on, in order, each once."""
    return list(dict.fromkeys(command["map"] for command in save.commands.all("SetBoards")))


def closed_maps(module: Module | None, viewer: Viewer) -> frozenset[str]:
    """Return the private maps and hands that a viewer may not look into.

    Source: VASSAL.build.module.PrivateMap (`side`, `visible`). Without a module nobody knows.
    """
    if module is None:
        return frozenset()
    return frozenset(
        name
        for one in module.maps.values()
        if one.is_private
        and not one.component.flag("visible")
        and (not viewer.side or viewer.side not in decode(one.component.get("side"), ","))
        for name in (one.id, f"Map{one.number}")
        if module.find_map(name) is one
    )


def sight_of(look: Look, closed: frozenset[str] = frozenset()) -> Sight:
    """Return how much of a piece the scene's viewer sees; `closed` maps are not looked into."""
    if look.map in closed or look.is_invisible_to_me:
        return Sight.UNSEEN
    deck = look.deck
    if deck is not None and is_face_down(deck):
        return Sight.FACE_DOWN
    return Sight.MASKED if look.is_masked_to_me else Sight.FULL


def is_face_down(deck: Deck) -> bool:
    """Tell whether a deck shows the backs of its cards."""
    return Record(deck.state_text, DECK_STATE).flag("face_down")


def _seen_traits(look: Look, sight: Sight) -> Iterator[Trait]:
    if sight in (Sight.UNSEEN, Sight.FACE_DOWN):
        return
    for trait in look.traits:
        if trait.prefix in ("obs;", "hide;") and traitvalues.hides(look, trait):
            return
        yield trait


def _name(look: Look, sight: Sight) -> str:
    if sight is Sight.FACE_DOWN:
        return FACE_DOWN_NAME
    try:
        return look.name
    except NotEvaluated:
        return look.piece.basic_name if sight is Sight.FULL else "?"


def place_of(look: Look) -> str:
    """Return a piece's place in words: `Main Map: 0505`, or its pixels where nothing has a name.

    >>> from vassal_bridge.formats.commands import Command
    >>> from vassal_bridge.formats.properties import Scene
    >>> place_of(Scene().look(Piece(Command("+/1/piece;;;a.png;Inf/Main Map;50;45;12;0"))))
    'Main Map: (50, 45)'
    """
    if look.map is None:
        return OFF_MAP
    name = look.location.name
    return f"{look.map}: {name}" if name not in ("", OFFBOARD) else pixels_of(look)


def pixels_of(piece: Piece | Look) -> str:
    """Return a piece's place as its map and pixels."""
    return OFF_MAP if piece.map is None else f"{piece.map}: ({piece.x}, {piece.y})"


def state_of(seen: Seen) -> list[str]:
    """Return what a player sees changed on a piece, in short, outermost trait first.

    Layers (`Step=reduced`), Dynamic Properties, facing, labels, moved marks, and, for a piece
    of the viewer's own, that it is masked or invisible to others.
    """
    found: list[str] = []
    for trait in seen.traits:
        tell = _STATES.get(trait.prefix)
        try:
            text = "" if tell is None else tell(seen.look, trait)
        except NotEvaluated:
            text = ""
        if text:
            found.append(text)
    if seen.sight is not Sight.FULL:
        found.append(seen.sight.value)
    return found


def layer_text(look: Look, trait: Trait) -> str:
    """Return a Layer's name and what it shows: `Step=reduced`; empty while it shows nothing."""
    level = traitvalues.level_of(look, trait)
    if level <= 0:
        return ""
    name = layer_name(trait)
    shows = level_name(trait, level)
    return f"{name}={shows}" if len(traitvalues.images_of(trait)) > 1 or shows != "1" else name


def layer_name(trait: Trait) -> str:
    """Return what a Layer is called; `Layer` where it has no name."""
    name = "" if trait.prefix == "emb;" else trait.type["name"]
    return name or trait.type["activate_menu"] or "Layer"


def level_name(trait: Trait, level: int) -> str:
    """Return what a level of a Layer is called: its name, else its number; `off` below 1."""
    if level <= 0:
        return "off"
    names = traitvalues.level_names_of(trait)
    own = names[level - 1].strip("+").strip() if level <= len(names) else ""
    return own or str(level)


def _label(look: Look, trait: Trait) -> str:
    text = traitvalues.label_of(look, trait)
    return f'"{text}"' if text else ""


def _facing(look: Look, trait: Trait) -> str:
    """Return the facing, 1 the first, or the angle of a piece that turns freely."""
    text, name = trait.state_text, trait.type["name"] or "facing"
    if text in ("", "0", "0.0"):
        return ""
    if trait.type.number("facings") == 1:
        return f"{name}={text}°"
    return f"{name}={read_int(text) + 1}"


_STATES: Mapping[str, traitvalues.Naming] = {
    "emb2;": layer_text,
    "emb;": layer_text,
    "PROP;": lambda look, trait: f"{trait.type['name']}={trait.state_text}",
    "rotate;": _facing,
    "label;": _label,
    "markmoved;": lambda look, trait: "moved" if trait.state_text == "true" else "",
    "obs;": lambda look, trait: "masked" if traitvalues.masked_by(trait) is not None else "",
    "hide;": lambda look, trait: "invisible" if traitvalues.hidden_by(trait) is not None else "",
}
