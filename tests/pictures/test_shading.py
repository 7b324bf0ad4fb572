"""Map shaders lie where pieces' areas are, or everywhere else."""

import pytest
from PIL import Image

from tests.golden_logs import piece_text, small_save
from vassal_bridge.formats.archive import Archive
from vassal_bridge.formats.module import Module
from vassal_bridge.pictures.art import ModuleArt
from vassal_bridge.pictures.counter import Brush
from vassal_bridge.pictures.mapview import MapView
from vassal_bridge.pictures.sheet import Sheet

WHITE, BLACK = (255, 255, 255), (0, 0, 0)
BUILD = """<VASSAL.build.GameModule name="M" version="1" VassalVersion="3.7.0">
<VASSAL.build.module.Map mapName="Main Map" backgroundcolor="255,255,255">
<VASSAL.build.module.map.BoardPicker>
<setup>Main MapBoardPicker&#9;West&#9;0&#9;0&#9;East&#9;1&#9;0</setup>
<VASSAL.build.module.map.boardPicker.Board name="West" width="100" height="80"/>
<VASSAL.build.module.map.boardPicker.Board name="East" width="100" height="80"/>
</VASSAL.build.module.map.BoardPicker>
<VASSAL.build.module.map.MapShader name="Fog" {shader}/>
</VASSAL.build.module.Map></VASSAL.build.GameModule>"""
SOLID = 'alwaysOn="true" color="0,0,0" pattern="100% (Solid)"'
AREA = "AreaOfEffect;0,0,0;30;20;true;;;Fog;true;|false"
"""Twenty pixels around the piece; it stands at (50, 40)."""
INSIDE, OUTSIDE, EAST = (50, 40), (90, 70), (150, 40)


def view(shader: str, trait: str = AREA) -> MapView:
    archive = Archive.of([("buildFile.xml", BUILD.format(shader=shader).encode())])
    art = ModuleArt(Module.from_archive(archive), shows_missing=False)
    return MapView(art, small_save(piece_text(1, 50, 40, traits=trait)), art.map())


def drawn(shader: str, trait: str = AREA) -> Image.Image:
    return view(shader, trait).draw()


def pixels(image: Image.Image) -> list[object]:
    return [image.getpixel(point) for point in (INSIDE, OUTSIDE, EAST)]


@pytest.mark.parametrize(
    ("shader", "seen"),
    [
        (SOLID, [BLACK, WHITE, WHITE]),
        (f'{SOLID} type="Foreground"', [BLACK, WHITE, WHITE]),
        (f'{SOLID} type="Background"', [WHITE, BLACK, BLACK]),
        (f'{SOLID} drawOver="true"', [BLACK, WHITE, WHITE]),
        (SOLID.replace("alwaysOn", "startsOn"), [BLACK, WHITE, WHITE]),
        (SOLID.replace("true", "false"), [WHITE, WHITE, WHITE]),
        (
            f'{SOLID} type="Background" boards="No, exclude Boards in list" boardList="East"',
            [WHITE, BLACK, WHITE],
        ),
        (
            f'{SOLID} type="Background" boards="No, only shade Boards in List" boardList="East"',
            [WHITE, WHITE, BLACK],
        ),
    ],
)
def test_24_a_shader_covers_areas_or_all_but_them(shader: str, seen: list[object]) -> None:
    assert pixels(drawn(shader)) == seen


@pytest.mark.parametrize(("pattern", "share"), [("25%", 1), ("50%", 2), ("75%", 3)])
def test_24_a_pattern_paints_a_share_of_the_pixels(pattern: str, share: int) -> None:
    image = drawn(f'alwaysOn="true" color="0,0,0" pattern="{pattern}"')
    block = [image.getpixel((50 + x, 40 + y)) for x in (0, 1) for y in (0, 1)]
    assert block.count(BLACK) == share
    assert image.getpixel((50, 40)) == BLACK


def test_24_opacity_is_a_percentage() -> None:
    assert drawn(f'{SOLID} opacity="50"').getpixel(INSIDE) in [(127,) * 3, (128,) * 3]


def test_24_a_border_runs_around_the_area() -> None:
    image = drawn(f'{SOLID} opacity="0" border="true" borderColor="255,0,0" borderWidth="1"')
    row = [image.getpixel((x, 40)) for x in range(100)]
    red = [x for x, pixel in enumerate(row) if pixel != WHITE]
    assert red
    assert min(red) in (28, 29, 30)
    assert max(red) in (69, 70, 71)
    assert image.getpixel(INSIDE) == WHITE


def test_24_an_area_for_another_shader_or_an_unseen_piece_is_none() -> None:
    assert drawn(SOLID, AREA.replace("Fog", "Mist")).getpixel(INSIDE) == WHITE
    area, _, state = AREA.partition("|")
    both = "hide;72,130;Invisible;;player:;0.3\t" + area + "\\|{}\t" + state + "\\"
    assert drawn(SOLID, both.format("null")).getpixel(INSIDE) == BLACK
    assert drawn(SOLID, both.format("somebody")).getpixel(INSIDE) == WHITE


def test_24_a_part_of_the_map_is_shaded_as_the_whole() -> None:
    shader = 'alwaysOn="true" color="0,0,0" pattern="25%" type="Background" drawOver="true"'
    whole = view(shader).draw()
    part = Image.new("RGBA", (61, 41), (255, 255, 255, 255))
    one = view(shader)
    one.draw_shaded(one.items(), Brush(Sheet(part, (23, 31))))
    assert part.convert("RGB").tobytes() == whole.crop((23, 31, 84, 72)).tobytes()
