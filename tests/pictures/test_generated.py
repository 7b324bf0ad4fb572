from functools import cache

import pytest
from PIL import Image, ImageChops, ImageStat

from tests.conftest import GOLDEN
from vassal_bridge.formats.archive import Archive
from vassal_bridge.formats.module import Module, open_module
from vassal_bridge.pictures.art import ModuleArt
from vassal_bridge.pictures.generated import Definitions
from vassal_bridge.pictures.natosymbols import ARMS, SIZES, Frame, Symbol

MODULE = GOLDEN / "pictures" / "drawing.vmod"
NAMES = [f"g{number:02d}.png" for number in range(19)]
GREY = (90, 90, 90)
BLACK = (0, 0, 0, 255)

BUILD = """<VASSAL.build.GameModule name="M" version="1" VassalVersion="3.7.0">
<VASSAL.build.module.gamepieceimage.GamePieceImageDefinitions>
<VASSAL.build.module.gamepieceimage.ColorManager>
<VASSAL.build.module.gamepieceimage.ColorSwatch name="Olive; drab" color="85,107,47"/>
</VASSAL.build.module.gamepieceimage.ColorManager>
<VASSAL.build.module.gamepieceimage.GamePieceLayoutsContainer>
<VASSAL.build.module.gamepieceimage.GamePieceLayout name="L" width="60" height="40"
 border="None" layout="{layout}">
<VASSAL.build.module.gamepieceimage.GamePieceImage name="a.png" bgColor="WHITE"
 borderColor="BLACK" props="{props}"/>
</VASSAL.build.module.gamepieceimage.GamePieceLayout>
</VASSAL.build.module.gamepieceimage.GamePieceLayoutsContainer>
</VASSAL.build.module.gamepieceimage.GamePieceImageDefinitions>
</VASSAL.build.GameModule>"""


@cache
def golden_art() -> ModuleArt:
    return ModuleArt(open_module(MODULE))


def on_grey(image: Image.Image) -> Image.Image:
    found = Image.new("RGB", image.size, GREY)
    found.paste(image, (0, 0), image)
    return found


def both(name: str) -> tuple[Image.Image, Image.Image]:
    """Return VASSAL's own picture and ours, on grey."""
    art = golden_art()
    stored = art.image(name)
    assert stored is not None
    return on_grey(stored), on_grey(art.definitions.draw(name, art.image))


def drawn(layout: str, props: str) -> Image.Image:
    text = BUILD.format(layout=layout, props=props)
    module = Module.from_archive(Archive.of([("buildFile.xml", text.encode())]))
    return on_grey(Definitions(module.roots).draw("a.png", lambda _: None))


def mean_of(one: Image.Image, other: Image.Image) -> float:
    return max(ImageStat.Stat(ImageChops.difference(one, other)).mean)


@pytest.mark.parametrize("name", NAMES)
def test_25_a_drawn_definition_looks_as_vassal_drew_it(name: str) -> None:
    stored, ours = both(name)
    assert ours.size == stored.size
    assert mean_of(stored, ours) <= 7.5


@pytest.mark.parametrize("name", NAMES[:16])
def test_25_frames_and_grounds_agree_to_the_pixel(name: str) -> None:
    stored, ours = both(name)
    for x, y in ((0, 0), (59, 59), (3, 3), (15, 28), (45, 28), (14, 28), (46, 28)):
        assert ours.getpixel((x, y)) == stored.getpixel((x, y))


@pytest.mark.parametrize("name", NAMES[16:])
def test_25_boxes_and_borders_agree_to_the_pixel(name: str) -> None:
    stored, ours = both(name)
    for x, y in ((0, 5), (1, 5), (79, 5), (78, 60), (4, 12), (44, 12), (20, 12), (40, 35)):
        assert ours.getpixel((x, y)) == stored.getpixel((x, y)), (x, y)


def test_25_a_missing_picture_is_drawn_from_its_definition() -> None:
    archive = Archive.read(MODULE).remove("images/g01.png")
    art = ModuleArt(archive)
    image = art.image("g01.png")
    assert image is not None
    assert mean_of(on_grey(image), both("g01.png")[0]) <= 7.5
    assert art.doubts == []
    assert ModuleArt(archive, shows_missing=False).image("g01.png") is None


def test_25_colours_have_names_with_any_character() -> None:
    image = drawn(
        "Box;20;10;Rectangle;5|B;Top Left;0;0;0;true", r"Box;B;Top Left;Olive\; drab;CLEAR"
    )
    assert image.getpixel((5, 5)) == (85, 107, 47)
    assert image.getpixel((25, 5)) == (255, 255, 255)


@pytest.mark.parametrize(
    ("location", "corner"),
    [
        ("Top Left", (0, 0)),
        ("Top", (20, 0)),
        ("Right", (40, 15)),
        ("Center", (20, 15)),
        ("Bottom Right", (40, 30)),
    ],
)
def test_25_an_item_stands_at_its_compass_point(location: str, corner: tuple[int, int]) -> None:
    image = drawn(f"Box;20;10;Rectangle;5|B;{location};0;0;0;true", f"Box;B;{location};RED;CLEAR")
    white = Image.new("RGB", image.size, (255, 255, 255))
    left, top = corner
    assert ImageChops.difference(image, white).getbbox() == (left, top, left + 20, top + 10)


def test_25_an_item_is_turned_about_the_middle_of_the_picture() -> None:
    image = drawn("Box;20;10;Rectangle;5|B;Top;0;0;180;true", "Box;B;Top;RED;CLEAR")
    assert image.getpixel((30, 35)) == (255, 0, 0)
    assert image.getpixel((30, 5)) == (255, 255, 255)


def test_25_a_text_box_breaks_its_lines() -> None:
    layout = (
        r"TextBox;40;38;false\,Text;Default;Fixed for this layout;aa bb cc dd ee;;;;;false"
        r"|T;Center;0;0;0;true"
    )
    image = drawn(layout, "TextBox;T;Center;BLACK;CLEAR;")
    white = Image.new("RGB", image.size, (255, 255, 255))
    box = ImageChops.difference(image, white).getbbox()
    assert box is not None
    assert box[2] <= 50
    assert box[3] - box[1] > 20


@pytest.mark.parametrize("kind", [*[a for a in ARMS if a not in ("None", "Marines")], *SIZES])
def test_25_every_arm_and_size_is_drawn(kind: str) -> None:
    frame = Frame(15, 20, 30, 18)
    pictures = []
    for size, arm in (("None", "None"), (kind, "None") if kind in SIZES else ("None", kind)):
        picture = Image.new("RGBA", (60, 60), (0, 0, 0, 0))
        Symbol(size, (arm, "None"), BLACK, None, BLACK, 1.0).draw(picture, frame)
        pictures.append(picture.tobytes())
    assert pictures[0] != pictures[1]


@pytest.mark.parametrize("layout", ["", "Box", "|", "Symbol;x;y;z|", "TextBox", "Nothing;1|a"])
def test_25_a_definition_that_says_little_is_drawn_as_far_as_it_goes(layout: str) -> None:
    assert drawn(layout, "Box,;;;").size == (60, 40)
