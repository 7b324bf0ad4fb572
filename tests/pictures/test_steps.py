from functools import cache

import pytest
from PIL import ImageChops

from tests.conftest import GOLDEN
from vassal_bridge.errors import FormatError
from vassal_bridge.formats.logs.log import Log, open_log
from vassal_bridge.formats.module import open_module
from vassal_bridge.formats.properties import OBSERVER, Viewer
from vassal_bridge.formats.sight import View
from vassal_bridge.formats.surroundings import viewer_of
from vassal_bridge.pictures.art import ModuleArt
from vassal_bridge.pictures.mapview import MapView
from vassal_bridge.pictures.shapes import Rect
from vassal_bridge.pictures.steps import Kind, StepPicture, draw_step, draw_steps

HIDDEN = "logs/c-decks-hidden"


@cache
def art(name: str) -> ModuleArt:
    return ModuleArt(open_module(GOLDEN / f"{name}.vmod"))


@cache
def log_of(name: str) -> Log:
    return open_log(GOLDEN / f"{name}.vlog")


def viewer(name: str, side: str | None) -> Viewer:
    return OBSERVER if side is None else viewer_of(log_of(name).save, side)


@cache
def pictures(name: str, module: str, side: str | None = None) -> dict[int, StepPicture]:
    found = draw_steps(log_of(name), art(module), viewer(name, side))
    return {picture.step: picture for picture in found}


def beachhead() -> dict[int, StepPicture]:
    return pictures("beachhead/turn1-US", "beachhead")


def test_a_move_has_a_number_and_leads_from_place_to_place() -> None:
    (event,) = beachhead()[2].events
    assert (event.number, event.kind, event.names) == (1, Kind.MOVED, ("1/1 Mar",))
    assert event.before is not None
    assert event.after is not None
    save = log_of("beachhead/turn1-US").replay(2).save
    piece = next(p for p in save.pieces if p.basic_name == "1/1 Mar")
    assert event.after.place == ("Beachhead", piece.x, piece.y)
    assert event.before.place != event.after.place


def test_the_picture_shows_all_of_what_happened_and_is_no_larger_than_asked() -> None:
    for picture in beachhead().values():
        for event in picture.events:
            for spot in (event.before, event.after):
                assert spot is None or spot.map != picture.map or picture.box.contains(spot.sides)
        assert picture.image.width <= 480
        assert picture.image.height <= 360


def test_only_marks_differ_from_the_map() -> None:
    found = beachhead()[3]
    position = log_of("beachhead/turn1-US").replay(3, module=art("beachhead").module)
    view = MapView(art("beachhead"), position.save, art("beachhead").map(found.map))
    box = found.box
    plain = view.draw().crop((box.x, box.y, box.right, box.bottom))
    changed = ImageChops.difference(plain, found.image).getbbox()
    assert changed is not None
    (event,) = found.events
    assert event.before is not None
    assert event.after is not None
    around = event.before.sides.union(event.after.sides).moved(-box.x, -box.y)
    marks = Rect(around.x - 16, around.y - 16, around.width + 32, around.height + 32)
    left, top, right, bottom = changed
    assert marks.contains(Rect(left, top, right - left, bottom - top))


def test_a_new_face_is_marked_where_the_piece_stands() -> None:
    (event,) = beachhead()[17].events
    assert (event.kind, event.names) == (Kind.CHANGED, ("I/35 (reduced)",))


def test_pieces_that_move_together_are_one_event() -> None:
    (event,) = pictures("logs/a-two-players", "kitchen")[31].events
    assert len(event.names) == 2


def test_one_step_alone_looks_as_it_does_among_all() -> None:
    log = log_of("beachhead/turn1-US")
    alone = draw_step(log, 9, art("beachhead"))
    assert alone is not None
    assert alone.image.tobytes() == beachhead()[9].image.tobytes()
    assert draw_step(log, 0, art("beachhead")) is None
    with pytest.raises(FormatError, match="expected a step"):
        draw_step(log, 999, art("beachhead"))


def test_a_long_way_is_drawn_smaller() -> None:
    found = beachhead()[23]
    assert found.box.width > found.image.width
    assert abs(found.image.width * found.box.height - found.image.height * found.box.width) <= (
        found.box.width + found.box.height
    )


def test_what_a_viewer_does_not_see_leaves_no_mark() -> None:
    observed, owned = pictures(HIDDEN, "kitchen"), pictures(HIDDEN, "kitchen", "JP")
    for step in (7, 18):
        assert step not in observed
        assert owned[step].events[0].kind is Kind.MOVED
    assert owned[2].events[0].names == ("Card 7(Card)",)
    assert observed[2].events[0].names == ("a card",)


@pytest.mark.parametrize("side", [None, "US", "JP"])
def test_names_and_places_are_those_that_the_viewer_sees(side: str | None) -> None:
    log, module = log_of(HIDDEN), art("kitchen").module
    for step, picture in pictures(HIDDEN, "kitchen", side).items():
        after = View(log.replay(step).save, module, viewer(HIDDEN, side))
        before = View(log.replay(step - 1).save, module, viewer(HIDDEN, side))
        names = {one.name for view in (before, after) for one in view.pieces.values()}
        places = {
            (one.piece.map, one.piece.x, one.piece.y)
            for view in (before, after)
            for one in view.pieces.values()
        }
        for event in picture.events:
            assert set(event.names) <= names | {"a card", "something hidden"}
            spots = [spot for spot in (event.before, event.after) if spot is not None]
            assert {spot.place for spot in spots} <= places
