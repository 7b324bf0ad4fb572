import pytest
from PIL import Image, ImageChops

from tests.built import red_beach_module, red_beach_save
from tests.conftest import GOLDEN
from vassal_bridge.errors import BindingError
from vassal_bridge.formats.module import open_module
from vassal_bridge.formats.pieces import Piece
from vassal_bridge.formats.position import Position
from vassal_bridge.formats.save import Save, open_save
from vassal_bridge.pictures.art import ModuleArt
from vassal_bridge.pictures.mapview import MapView
from vassal_bridge.pictures.position import (
    differences,
    draw_position,
    place_counters,
)
from vassal_bridge.pictures.stacks import stack_offset


def unit(save: Save, unit_id: str) -> Piece:
    return next(piece for piece in save.pieces if piece.marker("unit_id") == unit_id)


def a_unit_alone(save: Save) -> Piece:
    stack = next(stack for stack in save.pieces.stacks if len(stack.members) == 1)
    piece = save.pieces[stack.members[0]]
    assert isinstance(piece, Piece)
    return piece


def picture_of(art: ModuleArt, save: Save, piece: Piece) -> bytes:
    counter = MapView(art, save, art.map(), sees_all=True).counter(piece.id)
    assert counter is not None
    return counter.picture(counter.box()).tobytes()


def changed_box(one: Image.Image, other: Image.Image) -> tuple[int, int, int, int] | None:
    return ImageChops.difference(one, other).getbbox()


def test_every_counter_is_drawn_in_the_middle_of_its_place() -> None:
    art, save = ModuleArt(red_beach_module()), red_beach_save("start")
    found = art.map()
    counters = list(place_counters(art, found, save))
    assert sorted(drawn.piece.id for drawn in counters) == sorted(p.id for p in save.pieces)
    offset = stack_offset(found)
    for drawn in counters:
        holder = save.pieces.holder_of(drawn.piece.id)
        index = 0 if holder is None else holder.members.index(drawn.piece.id)
        piece = drawn.piece
        assert drawn.at == (piece.x + offset.right * index, piece.y - offset.up * index)


def test_a_drawn_counter_is_the_modules_picture() -> None:
    art, save = ModuleArt(red_beach_module()), red_beach_save("start")
    piece = a_unit_alone(save)
    image = art.image(piece.basic_type["image"])
    assert image is not None
    picture = draw_position(art, save)
    left, top = piece.x - image.width // 2, piece.y - image.height // 2
    spot = picture.crop((left, top, left + image.width, top + image.height)).convert("RGBA")
    solid = image.getchannel("A").point([0] * 255 + [255])
    black = Image.new("RGBA", image.size)
    assert (
        ImageChops.difference(
            Image.composite(spot, black, solid), Image.composite(image, black, solid)
        )
        .convert("RGB")
        .getbbox()
        is None
    )


def test_a_step_loss_a_flip_and_a_moved_mark_are_seen() -> None:
    art, save = ModuleArt(red_beach_module()), red_beach_save("start")
    piece = next(p for p in save.pieces if p.marker("kind") == "inf")
    seen = [picture_of(art, save, piece)]
    for prefix, name, state in (("emb2;", "Step", "1"), ("emb2;", "Face", "2")):
        trait = piece.trait(prefix, name)
        assert trait is not None
        piece.set_state(trait, state)
        seen.append(picture_of(art, save, piece))
    moved = piece.trait("markmoved;")
    assert moved is not None
    piece.set_state(moved, "true")
    seen.append(picture_of(art, save, piece))
    assert len(set(seen)) == len(seen)


@pytest.mark.slow
def test_nothing_is_marked_between_a_save_and_itself() -> None:
    art, save = ModuleArt(red_beach_module()), red_beach_save("first_night")
    again = red_beach_save("first_night")
    plain = draw_position(art, save)
    assert changed_box(plain, draw_position(art, save, changed_since=again)) is None


def test_a_moved_counter_is_marked_at_both_ends_and_nowhere_else() -> None:
    art, before, after = (
        ModuleArt(red_beach_module()),
        red_beach_save("start"),
        red_beach_save("start"),
    )
    piece = unit(after, "jrl_10")
    x, y, there = piece.x, piece.y, piece.x + 264
    Position(after).apply(f"M/{piece.id}/Betio/{there}/{y}/null/Betio/{x}/{y}/null/")
    found = art.map()
    old = place_counters(art, found, before)
    new = place_counters(art, found, after)
    assert [difference.has_moved for difference in differences(old, new)] == [True]
    box = changed_box(draw_position(art, after), draw_position(art, after, changed_since=before))
    assert box is not None
    half = 24 + 4
    assert box == pytest.approx((x - half, y - half, there + half, y + half), abs=2)


@pytest.mark.slow
def test_a_changed_face_is_outlined_without_an_arrow() -> None:
    art, before, after = (
        ModuleArt(red_beach_module()),
        red_beach_save("start"),
        red_beach_save("start"),
    )
    piece = next(p for p in after.pieces if p.marker("kind") == "inf")
    face = piece.trait("emb2;", "Face")
    assert face is not None
    piece.set_state(face, "2")
    box = changed_box(draw_position(art, after), draw_position(art, after, changed_since=before))
    assert box is not None
    assert box[2] - box[0] < 80
    assert box[3] - box[1] < 80


def test_an_unknown_map_is_an_error_that_lists_the_maps() -> None:
    with pytest.raises(BindingError, match=r"no map 'Attu'; it has Betio"):
        draw_position(red_beach_module(), red_beach_save("start"), map_name="Attu")


def test_a_module_of_another_maker_is_drawn_too() -> None:
    module = open_module(GOLDEN / "beachhead.vmod")
    save = open_save(GOLDEN / "beachhead" / "0-setup.vsav")
    later = open_save(GOLDEN / "beachhead" / "1-after-turn-1.vsav")
    picture = draw_position(module, later, changed_since=save)
    assert picture.size == (1180, 830)
    assert changed_box(picture, draw_position(module, save)) is not None
