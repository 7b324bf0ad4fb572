"""Layers with several marks, and lines beside counters, as MacArthur's recipe has them."""

from tests.built import draft_of, recipe_of
from vassal_bridge.builder.counters.counterset import draw_mark, mark_names
from vassal_bridge.builder.recipe import Recipe
from vassal_bridge.formats.tokens import decode
from vassal_bridge.formats.traits import Trait

MISSION = "Mission"


def traits_of(prototype: str) -> list[Trait]:
    return [
        Trait(n, t.type, t.state) for n, t in enumerate(draft_of("macarthur").prototypes[prototype])
    ]


def recipe() -> Recipe:
    return recipe_of("macarthur")


def test_a_layer_of_several_marks_begins_with_none_and_its_key_shows_the_next() -> None:
    layer = recipe().module.layers[MISSION]
    (trait,) = [
        t for t in traits_of("Aircraft") if t.prefix == "emb2;" and t.type["name"] == MISSION
    ]
    images = decode(trait.type["images"], ",")
    assert images == ["", *mark_names(layer)]
    assert trait.state_text == "1"
    assert len(set(images)) == len(layer.texts) + 1


def test_each_mark_has_its_picture() -> None:
    layer = recipe().module.layers[MISSION]
    files = draft_of("macarthur").images.files
    assert set(mark_names(layer)) <= set(files)


def test_marks_with_more_letters_are_wider() -> None:
    assert draw_mark("SCRAMBLE", (0, 0, 0)).width > draw_mark("CAP", (0, 0, 0)).width
    assert draw_mark("CAP", (0, 0, 0)).height == draw_mark("SCRAMBLE", (0, 0, 0)).height


def test_an_order_card_has_an_empty_line_that_its_menu_writes() -> None:
    (label,) = [trait for trait in traits_of("Order card") if trait.prefix == "label;"]
    assert label.state_text == ""
    assert label.type["menu"] == "Write the order"
    assert label.type["horizontal"] == "r"
