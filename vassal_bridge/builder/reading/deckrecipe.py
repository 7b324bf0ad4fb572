"""Decks of a recipe: a draw pile each, with what may be done with it and who may look."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from vassal_bridge.builder.reading.keykinds import (
    Choice,
    ColourName,
    Numbers,
    Text,
    Texts,
    Truth,
    Whole,
)
from vassal_bridge.builder.reading.keys import key

SHUFFLES: Mapping[str, str] = MappingProxyType(
    {"always": "Always", "menu": "Via right-click Menu", "never": "Never"}
)
"""How a deck is shuffled, and what VASSAL calls it."""
FACES_DOWN: Mapping[str, str] = MappingProxyType(
    {
        "always": "Always",
        "menu": "Via right-click Menu",
        "menu-up": "MenuDefaultUp",
        "never": "Never",
    }
)
"""Whether cards lie face down, and what VASSAL calls it; `menu-up` begins face up."""
BEGINS_DOWN = ("always", "menu")


@dataclass(frozen=True, slots=True)
class DeckStyle:
    """A deck: where it lies, which cards it holds, how it is shuffled and who may look.

    Cards are the rows of `cards`, and those of counters.csv that name the deck in a column
    `deck`; the first lies lowest. `key`s are a capital letter, with Ctrl, or a key stroke as
    VASSAL writes it.
    """

    name: str = key(Text(".+", "a name"), "Its name; each deck has another.")
    at: tuple[int, int] = key(
        Numbers(2, whole=True), "Where its middle is on the board, in pixels; needed without a"
        " `place`.", default=(-1, -1),
    )  # fmt: skip
    place: str = key(Text(), "The hex or box in which it lies, instead.", default="")
    map: str = key(
        Text(), "The window or [[map]] on which it lies; the main map without it.", default=""
    )
    cards: str = key(Text(), "A CSV file of its own with the columns of counters.csv.", default="")
    size: tuple[int, int] = key(
        Numbers(2, whole=True), "Its outline's width and height in pixels; that of its first"
        " card without it.", default=(0, 0),
    )  # fmt: skip
    shuffle: str = key(
        Choice(tuple(SHUFFLES)), "Whether each draw takes a card at random, whether a menu"
        " shuffles it, or neither.", default="always",
    )  # fmt: skip
    shuffle_key: str = key(Text(), "The key that shuffles it.", default="")
    face_down: str = key(
        Choice(tuple(FACES_DOWN)), "Whether its cards lie face down; by a menu it can be changed.",
        default="always",
    )  # fmt: skip
    drawn_face_up: bool = key(
        Truth(), "Whether a card is seen by all as soon as it is drawn.", default=False
    )
    several: bool = key(Truth(), "Whether a menu draws several cards at once.", default=True)
    choose: bool = key(
        Truth(), "Whether a menu shows the cards, to draw a certain one.", default=False
    )
    reverse: bool = key(Truth(), "Whether a menu turns the deck over.", default=False)
    owners: tuple[str, ...] = key(
        Texts(), "The sides that alone may look into it and draw; all without it.", default=()
    )
    back_menu: str = key(
        Text(), "What a card's menu says that brings it back; empty where none does.",
        default="Return to the deck",
    )  # fmt: skip
    back_key: str = key(Text(), "The key that brings a card back.", default="R")
    back_to: str = key(
        Text(), "The deck to which its cards go back, such as a discard pile; this one without"
        " it.", default="",
    )  # fmt: skip
    reshuffle_to: str = key(
        Text(), "The deck to which a menu sends all its cards; none without it.", default=""
    )
    reshuffle_menu: str = key(Text(), "What that menu says.", default="Reshuffle")
    reshuffle_key: str = key(Text(), "The key that does it.", default="")
    empty_key: str = key(
        Text(), "The key stroke that is sent when the last card is drawn.", default=""
    )
    counts: tuple[str, ...] = key(
        Texts(), "What is counted for reports: `name:expression`.", default=()
    )
    only: str = key(
        Text(), "An expression that a piece must meet to be laid on the deck.", default=""
    )
    show: str = key(Text(), "How cards are called where they are chosen.", default="$BasicName$")
    sort: str = key(Text(), "The property by which that list is sorted.", default="")
    save: bool = key(
        Truth(), "Whether a menu saves the deck to a file and loads it again.", default=False
    )
    thickness: int = key(Whole(least=1), "How many cards thick it is drawn at most.", default=10)
    outline: bool = key(Truth(), "Whether an empty deck has an outline.", default=True)
    colour: str = key(ColourName(), "The outline's colour.", default="#000000")
    shuffle_report: str = key(Text(), "What is told when it is shuffled.", default="")
    reshuffle_report: str = key(Text(), "What is told when its cards are sent on.", default="")
    reverse_report: str = key(Text(), "What is told when it is turned over.", default="")
