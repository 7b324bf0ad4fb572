"""Spells the traits of a module's pieces: own type and own state, as VASSAL 3.7 writes them.

Source of the field orders: the classes named in each function (format reference 6.7).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from vassal_bridge.formats.chain import Chain
from vassal_bridge.formats.tokens import decode, encode_safely

_LAYER_NAME = 19
CTRL = 130
"""The modifiers of a Ctrl key as Java and VASSAL add them up."""


@dataclass(frozen=True, slots=True)
class TraitText:
    """One trait: its own type and its own state."""

    type: str
    state: str = ""

    @property
    def layer_name(self) -> str:
        """The name of a Layer; empty for any other trait."""
        fields = decode(self.type, ";")
        return fields[_LAYER_NAME] if fields[0] == "emb2" else ""


def _list(*values: str) -> str:
    return encode_safely(values, ",")


def _type(prefix: str, *values: object) -> str:
    texts = [str(value) if not isinstance(value, bool) else str(value).lower() for value in values]
    return encode_safely([prefix, *texts], ";")


def key(letter: str) -> str:
    """Return the key stroke Ctrl and a letter (NamedHotKeyConfigurer)."""
    return f"{ord(letter)},{CTRL}"


def stroke(text: str) -> str:
    """Return a key as VASSAL writes it: of a capital letter with Ctrl, else as it stands.

    >>> stroke("R"), stroke("57348,0,Draw"), stroke("")
    ('82,130', '57348,0,Draw', '')
    """
    return key(text) if len(text) == 1 and "A" <= text <= "Z" else text


def layer(
    name: str,
    images: Sequence[str],
    names: Sequence[str],
    *,
    menu: str,
    letter: str,
    optional: bool,
    at: tuple[int, int] = (0, 0),
    level: int = 1,
) -> TraitText:
    """Return a Layer (VASSAL.counters.Embellishment).

    An optional layer is hidden until its key activates it; of any other, the key shows the next
    level. `level` is negative where an optional layer is hidden.
    """
    activate, increase = (key(letter), "") if optional else ("", key(letter))
    text = _type(
        "emb2",
        *(menu if optional else "", 128, ""),
        *("" if optional else menu, 128, ""),
        *("", 128, ""),
        *("", "", 1, False, at[0], at[1], _list(*images), _list(*names), True, name),
        *("", "", False, "", 1, 1, not optional),
        *(activate, increase, "", "", "1.0", "", True),
    )
    return TraitText(text, str(level))


def mask(image: str, name: str, side: str, *, menu: str, letter: str) -> TraitText:
    """Return a Mask through which one side sees, on from the start (VASSAL.counters.Obscurable).

    That side sees the mask as a small inset; to all others the piece is called by `name`.
    """
    access = encode_safely(["sides", side], ":")
    text = _type("obs", key(letter), image, menu, "I", name, access, "Peek", "", False, "", "")
    return TraitText(text, encode_safely([side, encode_safely(["", "0"], "|")], ";"))


def unmasked() -> str:
    """Return the state of a Mask that is off."""
    return encode_safely(["null", ""], ";")


def card_mask(image: str, name: str) -> TraitText:
    """Return the Mask of a card: its back, which anybody's key lays over it for all others.

    In a deck that lies face down it is the deck that hides the card (VASSAL.counters.Deck).
    """
    text = _type(
        "obs", key("F"), image, "Turn over", "B", name, "player:", "Peek", "", False, "", ""
    )
    return TraitText(text, unmasked())


def return_to_deck(menu: str, stroke: str, deck: str) -> TraitText:
    """Return a Return To Deck (VASSAL.counters.ReturnToDeck)."""
    return TraitText(_type("return", menu, stroke, deck, "Select destination", "", 2, False, deck))


def can_rotate(facings: int) -> TraitText:
    """Return a Can Rotate with a number of facings (VASSAL.counters.FreeRotator)."""
    turns = (f"{ord(']')},{CTRL}", f"{ord('[')},{CTRL}", "Turn right", "Turn left")
    return TraitText(_type("rotate", facings, *turns, *("",) * 7, True), "0")


def text_label(menu: str) -> TraitText:
    """Return a Text Label to the right of a piece (VASSAL.counters.Labeler).

    It is empty at first, and its menu command asks for the text.
    """
    text = _type(
        *("label", key("L"), menu, 13, "255,255,255", "0,0,0", "c", 0, "r", 6, "c", "l"),
        *("$pieceName$ ($label$)", "Dialog", 1, 0, "TextLabel", "", False),
    )
    return TraitText(text, "")


def mark_when_moved(image: str, at: tuple[int, int]) -> TraitText:
    """Return a Mark When Moved with its icon at a point (VASSAL.counters.MovementMarkable)."""
    text = _type("markmoved", image, *at, "Moved", key("M"), "", True, "", "", "", "")
    return TraitText(text, "false")


def send_to_zone(menu: str, letter: str, map_name: str, board: str, zone: str) -> TraitText:
    """Return a Send To Location that goes to a zone (VASSAL.counters.SendToLocation)."""
    text = _type(
        *("sendto", menu, key(letter), map_name, board, 0, 0, "Bring back", key("B")),
        *(0, 0, 1, 1, "", "Z", zone, "", "", ""),
    )
    return TraitText(text, ";;")


def delete() -> TraitText:
    """Return a Delete."""
    return TraitText(_type("delete", "Delete", key("D"), ""))


def clone() -> TraitText:
    """Return a Clone."""
    return TraitText(_type("clone", "Clone", key("C"), ""))


def markers(values: dict[str, str]) -> TraitText:
    """Return a Marker with names and values (VASSAL.counters.Marker)."""
    names = encode_safely(list(values), ",")
    return TraitText(f"mark;{names}", encode_safely(list(values.values()), ","))


def use_prototype(name: str) -> TraitText:
    """Return a reference to a prototype (VASSAL.counters.UsePrototype)."""
    return TraitText(_type("prototype", name))


def basic_piece(
    image: str, name: str, *, place: str = "null", x: int = 0, y: int = 0, gpid: str = ""
) -> TraitText:
    """Return the innermost trait, off the map unless a place is given."""
    state = encode_safely([place, str(x), str(y), gpid, "0"], ";")
    return TraitText(_type("piece", "", "", image, name), state)


def piece_in_play(
    image: str, name: str, gpid: str, place: tuple[str, int, int], piece_id: str
) -> TraitText:
    """Return the innermost trait of a piece on a map, with the id that VASSAL 3.7 keeps in it."""
    map_name, x, y = place
    values = [map_name, str(x), str(y), gpid, "1", "UniqueID", piece_id]
    return TraitText(_type("piece", "", "", image, name), encode_safely(values, ";"))


def add_piece(traits: Iterable[TraitText], piece_id: str = "null") -> str:
    """Return the AddPiece text of a chain of traits, the outermost first."""
    chain = list(traits)
    types = Chain.of(trait.type for trait in chain)
    states = Chain.of(trait.state for trait in chain)
    return "+/" + encode_safely([piece_id, str(types), str(states)], "/")
