"""A picture shows a side what the listings tell it, and nothing else (`formats.sight`)."""

from functools import cache

import pytest

from tests.conftest import GOLDEN
from vassal_bridge.formats.module import open_module
from vassal_bridge.formats.pieces import Deck
from vassal_bridge.formats.properties import OBSERVER, Viewer
from vassal_bridge.formats.save import open_save
from vassal_bridge.formats.sight import Sight, View, closed_maps
from vassal_bridge.formats.surroundings import viewers_of
from vassal_bridge.pictures.art import ModuleArt
from vassal_bridge.pictures.mapview import MapView

SAVES = ("kitchen/03-two-players", "kitchen/06-everything-pressed", "beachhead/3-after-turn-3")
SIDES = (None, "US", "JP")


@cache
def art(name: str) -> ModuleArt:
    return ModuleArt(open_module(GOLDEN / f"{name}.vmod"), shows_missing=False)


def views(name: str, side: str | None) -> tuple[View, list[MapView]]:
    save = open_save(GOLDEN / f"{name}.vsav")
    mine = art(name.partition("/")[0])
    seated = [one for one in viewers_of(save) if one.side == side]
    viewer = OBSERVER if side is None else seated[0] if seated else Viewer(side=side)
    closed = closed_maps(mine.module, viewer)
    maps = [one for one in mine.module.maps.values() if one.id not in closed]
    return View(save, mine.module, viewer), [MapView(mine, save, one, viewer) for one in maps]


@pytest.mark.parametrize("name", SAVES)
@pytest.mark.parametrize("side", SIDES)
def test_a_side_is_drawn_just_the_pieces_that_it_is_told_of(name: str, side: str | None) -> None:
    told, maps = views(name, side)
    drawn = {
        one.counter.look.piece.id: one.counter
        for view in maps
        for item in view.items()
        for one in item.placed
    }
    in_decks = {member for deck in told.save.pieces.decks for member in deck.members}
    listed = {piece: seen for piece, seen in told.pieces.items() if piece not in in_decks}
    on_maps = {piece for piece, seen in listed.items() if seen.piece.map is not None}
    assert drawn.keys() == on_maps
    masked = {piece for piece, seen in listed.items() if seen.sight is Sight.MASKED}
    assert {piece for piece, counter in drawn.items() if counter.is_masked} == masked & on_maps


@pytest.mark.parametrize("side", SIDES)
def test_a_face_down_deck_shows_no_face_whoever_looks(side: str | None) -> None:
    """Every card that has a back shows it: two decks of other cards would look the same."""
    told, maps = views("kitchen/03-two-players", side)
    backs = set()
    for view in maps:
        for item in view.items():
            if isinstance(item.holder, Deck) and item.holder.type["name"] == "Draw":
                assert told.pieces[item.holder.members[-1]].sight is Sight.FACE_DOWN
                for member in item.holder.members:
                    counter = view.counter(member)
                    assert counter is not None
                    hidden = counter.seen(sight=type(counter.sight).BACK)
                    backs.add(hidden.picture(hidden.box()).tobytes())
    assert len(backs) == 1
