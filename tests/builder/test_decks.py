"""Decks of a recipe, in the module, in its set-ups and on paper; VASSAL's own decks beside them."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from vassal_bridge.builder.reading.checking import RecipeError
from vassal_bridge.builder.recipe import CounterRecipe, read_recipe
from vassal_bridge.builder.sheets.fromrecipe import recipe_pieces
from vassal_bridge.builder.starting import start_recipe
from vassal_bridge.builder.writing.decks import COMMANDS, IN_A_ROW, deck_type
from vassal_bridge.builder.writing.draft import Draft, draft_module
from vassal_bridge.builder.writing.module import module_bytes
from vassal_bridge.formats.archive import Archive
from vassal_bridge.formats.buildfile import Component
from vassal_bridge.formats.module import Module, open_module
from vassal_bridge.formats.pieces import Deck, Piece
from vassal_bridge.formats.prototypes import parse_definition
from vassal_bridge.formats.save import Save, open_save
from vassal_bridge.formats.tokens import decode

GOLDEN = Path(__file__).parents[1] / "data" / "golden"
DECKS = """
[kind.card]
layout = "marker"
fill = "grey"
tab = "Cards"
pixels = [90, 140]
face = [{}, { name = "Event", word = "EVENT", layout = "unit-word" }]

[[deck]]
name = "Events"
at = [400, 300]
cards = "events.csv"
shuffle = "menu"
shuffle_key = "S"
back_to = "Discards"
counts = ["all:{true}"]
owners = ["Blue"]

[[deck]]
name = "Discards"
place = "Red hand"
face_down = "never"
shuffle = "never"
reshuffle_to = "Events"

[window."Red cards"]
sides = ["Red"]
boxes = ["Red hand"]
box = [300, 200]
colour = "grey"
"""
EVENTS = """\
id,name,side,kind,count
ev1,Air strike,blue,card,
ev2,Rain,blue,card,3
ev3,Fuel,blue,card,
"""
START = """\
title = "Start"
[units."ev2#2"]
at = "Discards"
[units.ev3]
at = "Red hand"
"""


def with_decks(folder: Path) -> Path:
    """Start a recipe with two decks, one of them in a window of one side."""
    start_recipe("mygame", folder)
    module = folder / "module.toml"
    module.write_text(module.read_text(encoding="utf-8") + DECKS, encoding="utf-8")
    (folder / "events.csv").write_text(EVENTS, encoding="utf-8")
    (folder / "scenarios").mkdir(exist_ok=True)
    (folder / "scenarios" / "start.toml").write_text(START, encoding="utf-8")
    return folder


@cache
def dealt() -> tuple[Draft, Module]:
    with TemporaryDirectory() as folder:
        draft = draft_module(read_recipe(with_decks(Path(folder) / "mygame")))
        content = module_bytes(draft)
    return draft, Module.from_archive(Archive.from_bytes(content, name="mygame.vmod"))


def pile(module: Module, name: str) -> Component:
    return next(one for one in module.root.find_all("DrawPile") if one.get("name") == name)


@cache
def kitchen() -> Module:
    return open_module(GOLDEN / "kitchen.vmod")


def test_a_draw_pile_has_the_attributes_that_the_engine_writes() -> None:
    written = set(pile(kitchen(), "Draw").attributes)
    for name in ("Events", "Discards"):
        assert set(pile(dealt()[1], name).attributes) == written


@pytest.mark.parametrize("name", ["Discard", 'Events; "odd", a/b', "US Reserve", "Draw"])
def test_a_decks_type_is_spelled_from_the_attributes_as_the_engine_does(name: str) -> None:
    save = open_save(GOLDEN / "kitchen" / "01-new.vsav")
    deck = next(
        one for one in save.pieces.holders if isinstance(one, Deck) and one.type["name"] == name
    )
    attributes = dict(pile(kitchen(), name).attributes)
    ours = decode(deck_type(attributes), ";")
    theirs = decode(deck.type_text, ";")
    assert len(ours) == len(theirs) == 1 + len(IN_A_ROW)
    spelled_anew = {COMMANDS, "emptyHotkey"}
    for place, field in enumerate(IN_A_ROW, 1):
        if field not in spelled_anew:
            assert ours[place] == theirs[place], field


def test_cards_are_card_slots_each_with_a_number_of_its_own() -> None:
    cards = pile(dealt()[1], "Events").children
    assert {card.kind for card in cards} == {"CardSlot"}
    assert [card.get("entryName") for card in cards] == ["Air strike", *["Rain"] * 3, "Fuel"]
    assert {(card.get("width"), card.get("height")) for card in cards} == {("90", "140")}
    numbers = [card.get("gpid") for card in cards]
    assert len(set(numbers)) == 5
    elsewhere = [slot for slot in dealt()[1].slots if slot.gpid in numbers]
    assert len(elsewhere) == 5
    for card in cards:
        assert decode(parse_definition(card.text).state_chain[-1], ";")[3] == card.get("gpid")


def test_a_card_comes_back_and_has_a_back() -> None:
    types = parse_definition(pile(dealt()[1], "Events").children[0].text).traits
    prefixes = [trait.type.partition(";")[0] for trait in types]
    assert prefixes == ["return", "obs", "mark", "piece"]
    theirs = parse_definition(pile(kitchen(), "Draw").children[0].text).traits
    for prefix in ("return", "obs"):
        ours = next(trait for trait in types if trait.type.startswith(prefix))
        engine = next(trait for trait in theirs if trait.type.startswith(prefix))
        assert len(decode(ours.type, ";")) == len(decode(engine.type, ";"))
        assert ours.state == engine.state
    assert decode(types[0].type, ";")[3] == "Discards"
    assert decode(types[1].type, ";")[5] == "Event"


def test_a_set_up_holds_the_decks_in_the_engines_way() -> None:
    module = dealt()[1]
    save = Save.from_bytes(module.archive["start.vsav"], name="start.vsav")
    decks = {one.type["name"]: one for one in save.pieces.holders if isinstance(one, Deck)}
    assert [len(decks[name].members) for name in ("Events", "Discards")] == [3, 1]
    for name, deck in decks.items():
        attributes = dict(pile(module, name).attributes)
        assert deck.type_text == deck_type(attributes)
        for member in deck.members:
            card = save.pieces.get(member)
            assert card is not None
            assert card.point == deck.point
    fuel = next(one for one in save.pieces if ";Fuel" in one.type_text)
    assert isinstance(fuel, Piece)
    assert fuel.map == "Red cards"
    places = {one.id: one.decks for one in module.maps.values()}
    assert [deck.name for deck in places["Red cards"]] == ["Discards"]


def test_cards_are_printed_too() -> None:
    draft = dealt()[0]
    recipe, rows = draft.recipe, draft.recipe.data.counters
    counters = CounterRecipe(recipe.name, recipe.module, rows, recipe.folder)
    pieces = [one for one in recipe_pieces(counters) if one.id.startswith("ev")]
    assert [piece.id for piece in pieces] == ["ev1", "ev2", "ev2", "ev2", "ev3"]
    assert all(piece.height > piece.width for piece in pieces)


def test_everything_wrong_with_decks_is_told_at_once(tmp_path: Path) -> None:
    folder = with_decks(tmp_path / "mygame")
    module = folder / "module.toml"
    text = module.read_text(encoding="utf-8")
    for old, new in (
        ("at = [400, 300]\n", ""),
        ('back_to = "Discards"', 'back_to = "Discard"'),
        ('owners = ["Blue"]', 'owners = ["Bleu"]'),
        (
            'face = [{}, { name = "Event", word = "EVENT", layout = "unit',
            'face = [{ layout = "unit',
        ),
        ('place = "Red hand"', 'place = "Red hnd"'),
    ):
        assert text.count(old) == 1
        text = text.replace(old, new)
    module.write_text(text, encoding="utf-8")
    table = folder / "events.csv"
    table.write_text(EVENTS + "ev2#2,Twin,blue,card,\n", encoding="utf-8")
    with pytest.raises(RecipeError) as caught:
        read_recipe(folder)
    told = str(caught.value)
    for wanted in (
        "expected one of at and place",
        "did you mean Discards?",
        "found 'Bleu'; did you mean Blue?",
        "events.csv:2:kind: a card that may lie face down needs a back",
        "there is no hex or box 'Red hnd'",
        "events.csv:5:id: a counter of 'ev2' in events.csv is called 'ev2#2', too",
    ):
        assert wanted in told, told
    lines = module.read_text(encoding="utf-8").splitlines()
    number = 1 + next(n for n, line in enumerate(lines) if line.startswith("back_to"))
    assert f"module.toml:{number}: deck[1].back_to" in told


def test_backs_that_tell_cards_apart_are_noted(tmp_path: Path) -> None:
    folder = with_decks(tmp_path / "mygame")
    (told,) = read_recipe(folder).notes
    assert told.startswith("the backs of the deck 'Events' differ, such as those of 'Air strike'")
    module = folder / "module.toml"
    text = module.read_text(encoding="utf-8")
    old = 'word = "EVENT", layout = "unit-word"'
    assert old in text
    module.write_text(text.replace(old, 'word = "EVENT", layout = "card-back"'), encoding="utf-8")
    assert read_recipe(folder).notes == ()


def test_the_deck_that_a_new_recipe_mentions_builds(tmp_path: Path) -> None:
    start_recipe("mygame", tmp_path / "mygame")
    module = tmp_path / "mygame" / "module.toml"
    text = module.read_text(encoding="utf-8")
    plain, mark, comment = text.partition("# [kind.card]\n")
    assert mark
    lines = [line.removeprefix("# ") for line in (mark + comment).splitlines()]
    module.write_text(plain + "\n".join(lines) + "\n", encoding="utf-8")
    (tmp_path / "mygame" / "events.csv").write_text(
        "id,name,side,kind,text\ne1,Storm,blue,card,All ships go home.\n", encoding="utf-8"
    )
    recipe = read_recipe(tmp_path / "mygame")
    assert [deck.name for deck in recipe.module.decks] == ["Events"]
    assert [row.deck for row in recipe.data.cards] == ["Events"]
