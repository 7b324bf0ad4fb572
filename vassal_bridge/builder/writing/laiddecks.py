"""The decks of a module being made: each with its place, its attributes and its cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from vassal_bridge.builder.reading.deckrecipe import DeckStyle
from vassal_bridge.builder.writing.decks import deck_attributes
from vassal_bridge.builder.writing.draft import Draft
from vassal_bridge.builder.writing.slots import Slot, SpotFinder


@dataclass(frozen=True, slots=True)
class LaidDeck:
    """A deck on its map: a draw pile's attributes, and the cards that it holds at the start."""

    name: str
    point: tuple[str, int, int]
    attributes: Mapping[str, str]
    cards: tuple[Slot, ...]


def laid_decks(draft: Draft) -> list[LaidDeck]:
    """Return the decks of a module in the recipe's order, the lowest card of each first."""
    recipe = draft.recipe
    finder = SpotFinder(recipe, draft.board.tracks)
    found = []
    for deck in recipe.module.decks:
        cards = tuple(
            slot for slot in draft.at_start.values() if recipe.home(slot.row) == deck.name
        )
        if deck.place:
            spot = finder.spot(deck.place)
            map_name, board, at = spot.map, spot.board, spot.at
        else:
            map_name = deck.map or recipe.board.map_name
            board, at = recipe.first_board(map_name), deck.at
        size = _size(draft, deck, cards)
        attributes = deck_attributes(deck, size, at, board, recipe.module.palette)
        found.append(LaidDeck(deck.name, (map_name, *at), attributes, cards))
    return found


def _size(draft: Draft, deck: DeckStyle, cards: tuple[Slot, ...]) -> tuple[int, int]:
    module = draft.recipe.module
    if min(deck.size) > 0:
        return deck.size
    return module.size(cards[0].row.kind) if cards else (module.counters.edge,) * 2
