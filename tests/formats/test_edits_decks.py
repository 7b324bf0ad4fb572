"""Decks are drawn from, ordered and turned as the engine does it."""

import json

import pytest

from tests.edit_kit import KITCHEN, Table, kitchen, opened
from vassal_bridge.errors import BindingError
from vassal_bridge.formats.module import Module
from vassal_bridge.formats.save import Save


@pytest.fixture(scope="module")
def module() -> Module:
    return kitchen()


class TestDecks:
    def test_drawing_from_a_face_down_deck_masks_the_card_for_who_draws(
        self, module: Module
    ) -> None:
        save = opened("01-new.vsav", module)
        deck = save.deck("Draw")
        top = deck.deck.members[-2:]
        with pytest.raises(BindingError, match="which side draws"):
            deck.draw((300, 200), 1, map="Depot")
        drawn = deck.draw((300, 200), 2, map="Depot", side="US")
        assert [card.id for card in drawn] == list(reversed(top))
        holder = save.pieces.holder_of(drawn[0].id)
        assert holder is not None
        assert holder.members == [card.id for card in drawn]
        assert save.editor.look(drawn[0].piece).is_masked_to_me
        deck.put(drawn[1])
        assert deck.deck.members[-1] == drawn[1].id
        assert not save.editor.look(drawn[1].piece).is_masked

    def test_an_order_is_taken_as_given(self, module: Module) -> None:
        save = opened("01-new.vsav", module)
        deck = save.deck("Draw")
        before = list(deck.deck.members)
        deck.shuffle(lambda cards: [*cards[1:], cards[0]])
        assert deck.deck.members == [*before[1:], before[0]]
        deck.reverse()
        assert deck.deck.members == [before[0], *reversed(before[1:])]
        with pytest.raises(BindingError, match="the deck's own cards"):
            deck.order(before[1:])
        with pytest.raises(BindingError, match=f"found {len(before)}"):
            deck.draw((1, 1), len(before) + 1, map="Depot", face_up=True)

    def test_a_deck_is_turned_over(self, module: Module) -> None:
        deck = opened("01-new.vsav", module).deck("Draw")
        assert not deck.turn(face_down=False).deck.is_face_down

    def test_draws_and_returns_leave_cards_and_decks_as_the_engine_has_them(
        self, module: Module
    ) -> None:
        save, engine = opened("03-two-players.vsav", module), opened("04-decks.vsav", None)
        for do, drawn in deck_actions():
            deal(save, module, do, drawn)
        for deck in engine.pieces.decks:
            ours = save.deck(deck.id).deck
            assert (ours.members, ours.is_face_down) == (deck.members, deck.is_face_down)
        table, wanted = Table(save), Table(engine)
        for piece in engine.pieces:
            assert table.about(piece.id) == wanted.about(piece.id), piece.basic_name


def deck_actions() -> list[tuple[list[str], list[str]]]:
    text = (KITCHEN / "04-decks.actions.json").read_text(encoding="utf-8")
    return [(one["do"], one.get("drawn", [])) for one in json.loads(text)["actions"]]


def deal(save: Save, module: Module, do: list[str], drawn: list[str]) -> None:
    """Do one action with decks; what was drawn tells how the deck had been shuffled."""
    match do:
        case ["draw", name, count, of_map, x, y, *_]:
            deck, layout = save.deck(name), module.layouts_for(save)[of_map]
            left = [card for card in deck.deck.members if card not in drawn]
            deck.order([*left, *reversed(drawn)])
            point = int(x), int(y)
            on_deck = point in layout.decks
            deck.draw((of_map, *(point if on_deck else layout.snap(*point))), int(count), side="US")
        case ["deckcmd", "Draw", "Reverse"]:
            save.deck("Draw").reverse()
        case ["deckcmd", name, "Face up"]:
            save.deck(name).turn(face_down=False)
        case ["key", "82,130", card]:
            save.piece(card).move_to("Discard")
        case ["key", "88,130", card]:
            save.piece(card).unmask()
        case ["move", "Depot", "60", "480", card]:
            save.piece(card).move_to("Draw")
