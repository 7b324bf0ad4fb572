"""The pieces of cardboard that a recipe's counters are."""

from __future__ import annotations

from vassal_bridge.builder.counters.counterset import faces_of
from vassal_bridge.builder.recipe import CounterRecipe
from vassal_bridge.builder.sheets.printing import FacePrint, Piece, PlainPrint


def recipe_pieces(recipe: CounterRecipe, *, dark: bool = False) -> list[Piece]:
    """Return the pieces of a recipe, in the order of its rows, each as often as its row counts.

    A counter with more than two faces becomes several pieces; one with a single face has a plain
    back of its ground.
    """
    module = recipe.module
    found: list[Piece] = []
    for row in recipe.counters:
        scale = module.counters.mm / module.counters.edge
        width, height = (round(edge * scale, 3) for edge in module.size(row.kind))
        prints = [FacePrint(face, recipe.art) for face in faces_of(module, row, dark=dark)]
        pairs = [prints[begin : begin + 2] for begin in range(0, len(prints), 2)]
        for _ in range(row.count):
            for number, pair in enumerate(pairs):
                ground = PlainPrint(pair[0].face.ground)
                faces = "+".join(str(2 * number + place) for place in range(1, len(pair) + 1))
                back = pair[1] if len(pair) > 1 else ground
                found.append(Piece(row.id, row.name, faces, width, height, pair[0], back))
    return found
