"""Movement Trails are cut off at the map's edge; moved pieces are marked."""

import pytest
from PIL import Image, ImageChops

from tests.golden_logs import piece_text, small_save
from vassal_bridge.formats.archive import Archive
from vassal_bridge.formats.module import Module
from vassal_bridge.pictures.art import ModuleArt
from vassal_bridge.pictures.mapview import MapView

MARGIN, BOARD = 40, 120
BUILD = f"""<VASSAL.build.GameModule name="M" version="1" VassalVersion="3.7.0">
<VASSAL.build.module.Map mapName="Main Map" edgeWidth="{MARGIN}" edgeHeight="{MARGIN}">
<VASSAL.build.module.map.BoardPicker>
<setup>Main MapBoardPicker&#9;West&#9;0&#9;0</setup>
<VASSAL.build.module.map.boardPicker.Board name="West" width="{BOARD}" height="{BOARD}"/>
</VASSAL.build.module.map.BoardPicker>
</VASSAL.build.module.Map></VASSAL.build.GameModule>"""
RADIUS = 5
MARKED = [("true", True, True), ("true", False, False), ("false", True, False)]
"""The mark's state, whether stand-ins are drawn, and whether it is seen."""


def ink(*points: tuple[int, int], display: int, near: int = 20, zoom: float = 1.0) -> list[int]:
    """Return the sides of what a trail from points to (100, 100) paints on an empty map."""
    kind = f"footprint;77,130;Trail;true;false;{RADIUS};0,0,0;0,0,0;100;100;{near};{display};1.0"
    places = ";".join(f"{x},{y}" for x, y in points)
    trait = f"{kind}|true;Main Map;{len(points)};{places}"
    module = Module.from_archive(Archive.of([("buildFile.xml", BUILD.encode())]))
    art = ModuleArt(module, shows_missing=False)
    picture = MapView(art, small_save(piece_text(1, 100, 100, traits=trait)), art.map()).draw(zoom)
    white = Image.new("RGB", picture.size, (255, 255, 255))
    return list(ImageChops.difference(picture, white).getbbox() or ())


@pytest.mark.parametrize(("state", "shows_missing", "seen"), MARKED)
def test_18_vassals_own_mark_of_moved_pieces_has_a_stand_in(
    state: str, shows_missing: bool, seen: bool
) -> None:
    trait = f"markmoved;\\/images\\/moved.gif;20;-10;Mark moved;77,130|{state}"
    art = ModuleArt(
        Module.from_archive(Archive.of([("buildFile.xml", BUILD.encode())])),
        shows_missing=shows_missing,
    )
    picture = MapView(art, small_save(piece_text(1, 80, 90, traits=trait)), art.map()).draw()
    box = 100, 80, 114, 94
    white = Image.new("RGB", (14, 14), (255, 255, 255))
    changed = ImageChops.difference(picture.crop(box), white).getbbox()
    assert changed == ((0, 0, 14, 14) if seen else None)


def test_17_a_trail_shows_so_far_into_the_margin_as_asked() -> None:
    assert ink((5, 100), display=30)[0] == MARGIN - 30
    assert ink((5, 100), display=0)[0] == MARGIN
    assert ink((5, 100), display=99)[0] == 5 - RADIUS


def test_17_a_trail_is_cut_off_at_any_zoom() -> None:
    assert ink((5, 100), display=30, zoom=2.0)[0] == 2 * (MARGIN - 30)


def test_17_a_point_far_from_the_map_has_no_circle() -> None:
    """Of a circle just outside only its rim lies on the map; the line alone is a pixel high."""
    outside = MARGIN + BOARD + MARGIN + 3
    assert ink((outside, 100), display=99, near=20)[1] < 100
    assert ink((outside, 100), display=99, near=2)[1] == 100
