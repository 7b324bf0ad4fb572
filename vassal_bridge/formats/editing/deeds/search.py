"""Which pieces a Global Key Command or a Set Piece Property goes to.

First those that the fast target names, then those that pass the filter and stand within the
range; each is tested when its turn comes, since the pieces before it may have changed it.
Source: VASSAL.counters.GlobalCommand, GlobalCommandVisitor, RangeFilter; the format reference,
6.3.8.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from vassal_bridge.errors import BindingError
from vassal_bridge.formats.editing.deeds.hand import Hand
from vassal_bridge.formats.editing.places import deck_named
from vassal_bridge.formats.expressions import Kind
from vassal_bridge.formats.expressions.evaluator import shown
from vassal_bridge.formats.fields import Record
from vassal_bridge.formats.pieces import Deck, GamePiece, Piece, PieceId, Stack
from vassal_bridge.formats.properties import Look

_OF_THE_PIECE = ("CURSTACK", "CURMAP", "CURZONE", "CURLOC", "CURMAT", "CURATTACH")


def found(hand: Hand, record: Record) -> Iterator[PieceId]:
    """Yield the pieces that a trait's search finds, each once, in the order of the file.

    Raises:
        BindingError: the search is one that we do not make.
        NotEvaluated: an expression is beyond what we evaluate.
    """
    search = _Search(hand, record)
    seen: set[PieceId] = set()
    for piece_id in search.candidates():
        if piece_id not in seen and search.accepts(piece_id):
            seen.add(piece_id)
            yield piece_id


def with_values(hand: Hand, filter_text: str) -> str:
    """Return a filter with each `$name$` of the piece that asks replaced by its value."""
    if filter_text.count("$") < 2:
        return filter_text
    if filter_text.startswith("{") and filter_text.endswith("}"):
        return "{" + hand.text(filter_text[1:-1]) + "}"
    return hand.text(filter_text)


class _Search:
    """A search with its expressions evaluated, as the piece that asks sees them."""

    def __init__(self, hand: Hand, record: Record) -> None:
        self.hand = hand
        self.position = hand.editor.position
        self.filter = with_values(hand, record["filter"])
        self.target = record.nested("target")
        self.range = self._range(record) if record.flag("restrict_range") else None
        self.start = hand.standing.point
        self.cards = hand.number(record["select_from_deck"] or "-1", "the number of cards")
        self.by_place = self.target.flag("use_location")
        self.kind = self.target["target"]
        if self.by_place and self.kind in ("CURMAT", "CURATTACH"):
            raise hand.refused("it goes to the pieces of a mat or an attachment")
        fields = ("zone", "location", "board", "x", "y", "deck") if self.by_place else ()
        self.wanted = {field: hand.text(self.target[field]) for field in fields}
        is_current = self.kind in _OF_THE_PIECE
        self.map = hand.text(self.target["map"]) if self.by_place and not is_current else ""
        self.property: tuple[str, str] | None = None
        if self.target.flag("use_property"):
            self.property = hand.text(self.target["property"]), hand.text(self.target["value"])

    def _range(self, record: Record) -> int:
        if record.flag("fixed_range"):
            return record.number("range")
        value = self.hand.look.get(record["range_property"])
        return self.hand.whole("" if value is None else shown(value), "the range")

    # --- candidates ----------------------------------------------------------------------------

    def candidates(self) -> Iterator[PieceId]:
        """Yield the pieces that may be meant."""
        if self.by_place and self.kind == "CURSTACK":
            holder = self.position.holder_of(self.hand.edit.id)
            yield from [self.hand.edit.id] if holder is None else list(holder.members)
        elif self.by_place and self.kind == "DECK":
            try:
                yield from list(deck_named(self.position, self.wanted["deck"]).members)
            except BindingError:
                return
        else:
            for one in list(self.position.pieces.standing()):
                yield from self._of(one)

    def _of(self, one: GamePiece) -> Iterator[PieceId]:
        """Yield the pieces in what stands on a map."""
        if one.map is None or not self._is_wanted_map(one.map):
            return
        if isinstance(one, Deck) and not self.by_place and self.property is None:
            yield from self._cards(one)
        elif isinstance(one, (Deck, Stack)):
            yield from list(one.members)
        elif self.position.holder_of(one.id) is None:
            yield one.id

    def _cards(self, deck: Deck) -> Iterator[PieceId]:
        """Yield cards from the top of a deck, as many as accepted ones are wanted."""
        if self.cards > 0 and deck.type["shuffle_option"] == "Always":
            raise self.hand.refused("it goes to cards of a deck that is always shuffled")
        left = self.cards
        for card in reversed(list(deck.members)):
            if left == 0:
                return
            left -= self.accepts(card)
            yield card

    def _is_wanted_map(self, map_name: str) -> bool:
        if not self.by_place:
            return True
        if self.kind == "CURMAP":
            return self.start is None or map_name == self.start[0]
        return self.map in ("", map_name)

    # --- tests ---------------------------------------------------------------------------------

    def accepts(self, piece_id: PieceId) -> bool:
        """Tell whether a piece passes every test."""
        piece = self.position.pieces.get(piece_id)
        if not isinstance(piece, Piece):
            return False
        look = self.hand.doing.scene.look(piece)
        return (
            self._has_property(look)
            and self._is_in_place(look)
            and self._is_in_range(look)
            and (not self.filter or look.evaluate(self.filter, Kind.FILTER) == "true")
        )

    def _has_property(self, look: Look) -> bool:
        if self.property is None or not self.property[0]:
            return True
        found = look.get(self.property[0])
        value, wanted = None if found is None else shown(found), self.property[1]
        compare = self.target["compare"]
        if compare in ("EQUALS", "NOT_EQUALS"):
            return (value == wanted) == (compare == "EQUALS")
        if compare.endswith("MATCH") or value is None:
            raise self.hand.refused(f"it compares a property in a way ({compare}) not done here")
        order = self.hand.whole(value, "the property") - self.hand.whole(wanted, "the value")
        if order == 0:
            return compare.endswith("_EQUALS")
        return (order > 0) == compare.startswith("GREATER")

    def _is_in_place(self, look: Look) -> bool:
        if not self.by_place:
            return True
        own, there = self.hand.look.location, look.location
        match self.kind:
            case "CURZONE":
                return there.zone == own.zone
            case "CURLOC":
                return there.name == own.name
            case "ZONE":
                return there.zone == self.wanted["zone"]
            case "LOCATION":
                return there.name == self.wanted["location"]
            case "XY":
                board, x, y = (self.wanted[name] for name in ("board", "x", "y"))
                here = (str(look.x), str(look.y))
                return board in ("", there.board) and (x, y) == here
            case _:
                return True

    def _is_in_range(self, look: Look) -> bool:
        if self.range is None:
            return True
        if self.start is None or look.map != self.start[0]:
            return False
        start, end = self.start[1:], (look.x, look.y)
        around = self.hand.doing.scene.surroundings
        cells = around.cells_between(self.start[0], start, end)
        distance = math.floor(math.dist(start, end) + 0.5) if cells is None else cells
        return distance <= self.range
