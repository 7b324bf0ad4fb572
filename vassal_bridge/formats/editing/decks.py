"""A deck in the editor's hand: cards are drawn, put back, ordered and turned over."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from vassal_bridge.errors import BindingError, Where
from vassal_bridge.formats.editing import edits
from vassal_bridge.formats.editing.places import PlaceName
from vassal_bridge.formats.fields import Record
from vassal_bridge.formats.pieces import DECK_STATE, Deck, PieceId
from vassal_bridge.formats.tokens import encode_safely, format_boolean

if TYPE_CHECKING:
    from vassal_bridge.formats.editing.editor import Editor
    from vassal_bridge.formats.editing.pieces import PieceEdit


class DeckEdit:
    """A deck of a save that can be changed."""

    def __init__(self, editor: Editor, deck_id: PieceId) -> None:
        self._editor = editor
        self.id = deck_id

    @property
    def deck(self) -> Deck:
        """The deck as it is now. Raises BindingError where it is gone."""
        found = self._editor.position.pieces.get(self.id)
        if not isinstance(found, Deck):
            raise BindingError("the deck is gone", where=self._where())
        return found

    @property
    def name(self) -> str:
        """The deck's name."""
        return self.deck.type["name"]

    def __len__(self) -> int:
        return len(self.deck.members)

    def draw(
        self,
        to: PlaceName,
        count: int = 1,
        *,
        map: str | None = None,
        side: str | None = None,
        face_up: bool = False,
    ) -> list[PieceEdit]:
        """Draw cards from the top to a place; return them in the order drawn.

        From a face-down deck that does not turn its cards, a card that has a Mask stays hidden
        from all but `side`, as VASSAL does for whoever draws; or say `face_up`.

        Raises:
            BindingError: there are too few cards, no such place, or nobody to draw them.
        """
        deck = self.deck
        if count > len(deck.members):
            raise BindingError(
                f"expected at least {count} cards, found {len(deck.members)}", where=self._where()
            )
        hidden = deck.is_face_down and not deck.type.flag("draw_face_up") and not face_up
        if hidden and side is None and self._has_masks(deck, count):
            raise BindingError(
                "the deck lies face down: say which side draws, or draw face up",
                where=self._where(),
            )
        drawn: list[PieceEdit] = []
        for _ in range(count):
            card = self._editor.piece(self.deck.members[-1])
            if hidden and side is not None and card.piece.trait("obs;") is not None:
                card.mask(side)
            drawn.append(card.move_to(to, map=map, marks=False))
        return drawn

    def _has_masks(self, deck: Deck, count: int) -> bool:
        cards = (edits.find(self._editor.position, card) for card in deck.members[-count:])
        return any(card.trait("obs;") is not None for card in cards)

    def put(self, piece: PieceEdit) -> PieceEdit:
        """Put a piece on top of the deck; its own mask is taken off, the deck hides it."""
        if piece.piece.trait("obs;") is not None:
            piece.unmask()
        deck = self.deck
        if deck.map is None:
            raise BindingError("the deck is on no map", where=self._where())
        return piece.move_to((deck.map, deck.x, deck.y), marks=False)

    def order(self, cards: Sequence[str]) -> DeckEdit:
        """Put the cards, by id, into an order from the bottom to the top.

        Raises:
            BindingError: these are not the deck's cards.
        """
        deck = self.deck
        if sorted(cards) != sorted(deck.members):
            raise BindingError("expected the deck's own cards, each once", where=self._where())
        state = Record(deck.state_text, DECK_STATE)
        if cards:
            state.rest = [encode_safely(list(cards), ",")]
        self._editor.do(edits.set_holder(deck, str(state)))
        return self

    def shuffle(self, shuffler: Callable[[list[PieceId]], Sequence[str]]) -> DeckEdit:
        """Let somebody who has dice order the cards, and take that order. Raises as `order`."""
        return self.order(shuffler(list(self.deck.members)))

    def reverse(self) -> DeckEdit:
        """Turn the order of the cards round."""
        return self.order(list(reversed(self.deck.members)))

    def turn(self, face_down: bool) -> DeckEdit:
        """Turn the whole deck face down or face up."""
        deck = self.deck
        state = Record(deck.state_text, DECK_STATE)
        state["face_down"] = format_boolean(face_down)
        self._editor.do(edits.set_holder(deck, str(state)))
        return self

    def _where(self) -> Where:
        return Where(self._editor.position.save.name, piece=self.id)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.id}>"
