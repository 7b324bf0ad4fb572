from fractions import Fraction
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from tests.cli_kit import call
from tests.conftest import GOLDEN
from tests.living_kit import BEACHHEAD, KITCHEN, LATE, changed, late
from vassal_bridge.builder.living.layouts import scaled_layout
from vassal_bridge.builder.living.lengths import (
    read_factor,
    scaled,
    scaled_int,
    scaled_path,
    scaled_trait,
)
from vassal_bridge.builder.living.pictures import scaled_picture
from vassal_bridge.builder.living.scaling import Scaled, scale_module, scale_save
from vassal_bridge.errors import BindingError, RuleError
from vassal_bridge.formats.imagesize import image_size, size_of
from vassal_bridge.formats.linting.lint import lint
from vassal_bridge.formats.module import Module, open_module
from vassal_bridge.formats.pieces import Piece
from vassal_bridge.formats.refreshing.refresh import Refresher
from vassal_bridge.formats.save import Save, open_save
from vassal_bridge.formats.traits import TRAITS, Trait
from vassal_bridge.pictures.canvas import png_bytes
from vassal_bridge.pictures.generated import Definitions

HALVES = Fraction(3, 2)


@pytest.fixture(scope="module")
def bigger() -> Scaled:
    return scale_module(open_module(BEACHHEAD), HALVES)


@pytest.fixture(scope="module")
def kitchen() -> Scaled:
    return scale_module(open_module(KITCHEN), Fraction(2))


def names(module: Module, save: Save) -> dict[str, str]:
    layouts = module.layouts_for(save)
    return {
        one.id: layouts[one.point[0]].location_name(*one.point[1:])
        for one in save.pieces
        if one.point is not None
    }


def test_every_piece_of_a_save_stands_on_the_same_hex_zone_or_region(bigger: Scaled) -> None:
    save = late()
    made = scale_save(bigger, save)
    assert names(bigger.module, made) == names(bigger.before, save)
    for piece in made.pieces:
        before = save.pieces[piece.id]
        assert isinstance(before, Piece)
        for new, old in ((piece.x, before.x), (piece.y, before.y)):
            assert abs(new - old * HALVES) <= 2


def test_a_piece_in_the_middle_of_a_cell_is_there_again(bigger: Scaled) -> None:
    save = late()
    made = scale_save(bigger, save)
    old, new = bigger.before.layouts_for(save), bigger.module.layouts_for(made)
    middles = 0
    for piece in save.pieces:
        if (
            piece.point is not None
            and old[piece.point[0]].snap(*piece.point[1:]) == piece.point[1:]
        ):
            there = made.pieces[piece.id].point
            assert there is not None
            assert new[there[0]].snap(*there[1:]) == there[1:]
            middles += 1
    assert middles > 20


@pytest.mark.parametrize("factor", [Fraction(1, 2), HALVES])
def test_every_hex_keeps_its_name(bigger: Scaled, factor: Fraction) -> None:
    old = bigger.before
    new = bigger.module if factor == HALVES else scale_module(old, factor).module
    before, after = old.default_layouts()["Beachhead"], new.default_layouts()["Beachhead"]
    for column in range(20):
        for row in range(13):
            x, y = 50 + 45 * column, 50 + 52 * row + 26 * (column % 2)
            point = after.snap(scaled_int(x, factor), scaled_int(y, factor))
            assert after.location_name(*point) == before.location_name(x, y)


def test_a_scaled_save_has_the_traits_of_the_scaled_module(bigger: Scaled) -> None:
    """So that refreshing it finds nothing to do: slots and pieces were scaled alike."""
    _, report = Refresher(bigger.module).refresh(scale_save(bigger, late()))
    assert report.current == report.pieces


def test_set_ups_inside_the_module_are_scaled_with_it(bigger: Scaled) -> None:
    (file,) = [one.file for one in bigger.module.setups if one.file]
    old, new = (Save.from_bytes(module.archive[file]) for module in (bigger.before, bigger.module))
    assert names(bigger.module, new) == names(bigger.before, old)
    assert [one.point for one in new.pieces] != [one.point for one in old.pieces]


def test_pictures_of_boards_and_counters_are_scaled_and_icons_are_not(bigger: Scaled) -> None:
    old, new = bigger.before.archive, bigger.module.archive
    sizes = {
        name: (image_size(old, name), image_size(new, name))
        for name in old.names
        if name.startswith("images/")
    }
    board = "images/" + bigger.before.maps["Beachhead"].boards[0].image
    for name in (board, "images/u01.png", "images/u01b.png"):
        before, after = sizes[name]
        assert before is not None
        assert after == tuple(scaled_int(one, HALVES) for one in before)
    assert bigger.module.maps["Beachhead"].boards[0].width == sizes[board][1][0]  # type: ignore[index]
    assert {one.code for one in lint(bigger.module)} == {one.code for one in lint(bigger.before)}


def test_there_and_back_gives_every_whole_figure_again(kitchen: Scaled) -> None:
    module, there = kitchen.before, kitchen.module
    back = scale_module(there, Fraction(1, 2)).module
    for old, new in zip(module.root.walk(), back.root.walk(), strict=True):
        differing = {
            name: (old.get(name), value)
            for name, value in new.attributes.items()
            if old.attributes.get(name, value) != value
        }
        assert all(float(was) == float(now) for was, now in differing.values()), differing
    for old_slot, new_slot in zip(module.slots, back.slots, strict=True):
        assert back.expand(new_slot.definition) == module.expand(old_slot.definition)


def test_what_vassals_editor_draws_is_scaled_with_its_items_and_letters(kitchen: Scaled) -> None:
    (layout,) = kitchen.module.root.find_all("gamepieceimage.GamePieceLayout")
    assert (layout.get("width"), layout.get("height")) == ("80", "80")
    assert layout.get("layout") == (
        "Text;Bold;Specified in individual images;Xx;;;;;false|Name;Center;0;0;0;true,"
        "Box;60;40;Rectangle;10|Frame;Top;0;8;0;true"
    )
    (style,) = [
        one.get("style")
        for one in kitchen.module.root.find_all("gamepieceimage.FontStyle")
        if one.get("name") == "Bold"
    ]
    assert style == "Dialog,1,24,false"
    one, two = (
        Definitions([module.root]).draw("made.png", lambda name: None)
        for module in (kitchen.before, kitchen.module)
    )
    assert two.size == (2 * one.width, 2 * one.height)


def test_the_box_of_a_text_is_scaled_and_its_words_are_not() -> None:
    layout = (
        "TextBox;30;20;true\\,Text;Bold;Fixed for this layout;7\\\\, 8;;;;;false|T;Top;1;2;90;true"
    )
    assert scaled_layout(layout, Fraction(3)) == (
        "TextBox;90;60;true\\,Text;Bold;Fixed for this layout;7\\\\, 8;;;;;false|T;Top;3;6;90;true"
    )


def test_pictures_within_drawn_pictures_are_scaled_with_them() -> None:
    old, new = (
        'layout="Text',
        'layout="Image;gold.png;Fixed for this layout|Gold;Top;0;0;0;true,Text',
    )
    module = changed((old, new), module=KITCHEN)
    picture = png_bytes(Image.new("RGB", (6, 4)))
    made = scale_module(Module(module.archive.add("images/gold.png", picture)), Fraction(2))
    assert size_of(made.module.archive["images/gold.png"]) == (12, 8)


def test_the_piece_that_a_place_marker_holds_is_scaled_with_it() -> None:
    moves = r"translate\;M\;77,130\;{}\;0\;false\;0\;0\;0\;0\;"
    old = r"delete\;Delete\;68,130\;" + "\\\\\tpiece\\;\\;\\;marker.png"
    new = moves.format(8) + "\\\\\tpiece\\;\\;\\;marker.png"
    made = scale_module(changed((old, new), module=KITCHEN), Fraction(1, 2)).module
    assert [one.name for one in made.slots if moves.format(4) in one.definition] == ["Place Marker"]


def test_the_engines_saves_of_the_kitchen_module_scale(kitchen: Scaled) -> None:
    made = kitchen
    for path in sorted((GOLDEN / "kitchen").glob("0[1-6]-[a-z]*.vsav"))[::5]:
        save = open_save(path)
        scaled_one = scale_save(made, save)
        assert {one.id: one.members for one in scaled_one.pieces.holders} == {
            one.id: one.members for one in save.pieces.holders
        }
        _, report = Refresher(made.module).refresh(scaled_one)
        assert report.refreshed == 0


def test_a_stack_that_holds_nobody_is_scaled_like_any_other(bigger: Scaled) -> None:
    save = late()
    empty = "+/777/stack/Beachhead;100;100;@@-1"
    save = save.with_text(f"{save.text}\x1b{empty}")
    made = scale_save(bigger, save)
    assert made.pieces["777"].point == ("Beachhead", 150, 150)


# --- figures ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "factor"), [("1.5", HALVES), ("3/2", HALVES), ("150%", HALVES), ("2", Fraction(2))]
)
def test_factors_are_read(text: str, factor: Fraction) -> None:
    assert read_factor(text) == factor


@pytest.mark.parametrize("text", ["", "x", "-1", "0", "11", "1/0", "1.5.2"])
def test_other_factors_are_refused(text: str) -> None:
    with pytest.raises(RuleError):
        read_factor(text)


@given(st.integers(-(10**6), 10**6))
def test_halving_the_double_gives_the_figure_back(value: int) -> None:
    assert scaled(scaled(str(value), Fraction(2)), Fraction(1, 2)) == str(value)


def test_paths_and_expressions() -> None:
    assert scaled_path("10,20;30,-5", HALVES) == "15,30;45,-7"
    assert scaled("{Dx*2}", HALVES) == "{Dx*2}"


@pytest.mark.parametrize("spec", TRAITS, ids=lambda spec: spec.name)
def test_a_factor_of_one_leaves_every_trait_as_it_is_spelled(spec) -> None:  # type: ignore[no-untyped-def]
    for line in (GOLDEN.parent / "traits.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith(spec.prefix):
            assert scaled_trait(Trait(0, line, ""), Fraction(1))[0] == line


@pytest.mark.parametrize(
    ("type_text", "state", "expected"),
    [
        (
            "translate;M;77,130;1;{2};false;0;0;0;0;",
            "",
            ("translate;M;77,130;2;{2};false;0;0;0;0;", ""),
        ),
        ("piece;;;a.png;A", "M;3;4;9;1;OldX;5", ("piece;;;a.png;A", "M;6;8;9;1;OldX;10")),
        (
            "footprint;84,130;T;false;true;8;255,255,255;0,0,0;100;60;20;30;2.0;;;;;false",
            "true;M;2;1,2;3,4;true;2",
            (
                "footprint;84,130;T;false;true;16;255,255,255;0,0,0;100;60;40;60;4.0;;;;;false",
                "true;M;2;2,4;6,8;true;2",
            ),
        ),
        ("AreaOfEffect;1,2,3;30;2", "true", ("AreaOfEffect;1,2,3;30;2", "true")),
    ],
)
def test_pixels_are_scaled_and_cells_are_not(
    type_text: str, state: str, expected: tuple[str, str]
) -> None:
    assert scaled_trait(Trait(0, type_text, state), Fraction(2)) == expected


def picture(form: str, mode: str) -> bytes:
    out = BytesIO()
    Image.new(mode, (10, 6)).save(out, form)
    return out.getvalue()


@pytest.mark.parametrize(
    ("form", "mode"), [("PNG", "RGBA"), ("PNG", "RGB"), ("PNG", "P"), ("JPEG", "RGB"), ("GIF", "P")]
)
def test_a_picture_keeps_its_format(form: str, mode: str) -> None:
    data = scaled_picture(picture(form, mode), HALVES)
    with Image.open(BytesIO(data)) as image:
        assert (image.format, image.size) == (form, (15, 9))
    assert data == scaled_picture(picture(form, mode), HALVES)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('<svg width="10px" height="6"><a/></svg>',
         '<svg width="15" height="9" viewBox="0 0 10 6"><a/></svg>'),
        ("<svg viewBox='0 0 10 6' stroke-width='1'/>",
         "<svg viewBox='0 0 10 6' stroke-width='1' width=\"15\" height=\"9\"/>"),
    ],
)  # fmt: skip
def test_an_svg_draws_the_same_in_another_size(before: str, after: str) -> None:
    made = scaled_picture(before.encode(), HALVES)
    assert made.decode() == after
    assert size_of(made) == (15, 9)


@pytest.mark.parametrize("data", [b"<svg/>", b"text", b'<svg width="1cm" height="2cm"/>'])
def test_what_is_no_picture_of_a_known_size_is_told(data: bytes) -> None:
    with pytest.raises(ValueError, match=r"no picture|not in pixels"):
        scaled_picture(data, HALVES)


# --- the command --------------------------------------------------------------------------------


def test_the_command_writes_the_module_and_its_saves(tmp_path: Path) -> None:
    out = tmp_path / "big.vmod"
    done = call("module", "scale", BEACHHEAD, "50%", "-o", out, "--save", LATE)
    assert done.exit_code == 0, done.output
    assert names(open_module(out), open_save(tmp_path / LATE.name)) == names(
        open_module(BEACHHEAD), late()
    )
    assert call("module", "scale", BEACHHEAD, "zero", "-o", tmp_path / "x.vmod").exit_code == 2


def test_a_log_is_not_scaled(bigger: Scaled) -> None:
    with pytest.raises(BindingError, match="log"):
        scale_save(bigger, open_save(GOLDEN / "beachhead" / "turn1-US.vlog"))
