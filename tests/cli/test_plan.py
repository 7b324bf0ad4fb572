import json
from pathlib import Path

import pytest
from PIL import Image

from tests.built import undrawn_draft_of
from tests.cli_kit import call
from tests.macarthur_saves import first_day
from vassal_bridge.builder.writing.module import module_bytes
from vassal_bridge.pictures.reaches import Outline, draw_reaches, side_between, with_legend


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    found = tmp_path_factory.mktemp("plan")
    (found / "macarthur.vmod").write_bytes(module_bytes(undrawn_draft_of("macarthur")))
    (found / "first.vsav").write_bytes(first_day().to_bytes())
    return found


def plan(folder: Path, *options: str):
    module = folder / "macarthur.vmod"
    return call("plan", "macarthur", folder / "first.vsav", "--module", module, *options)


def test_a_base_its_reach_and_a_raid_are_told_and_drawn(folder: Path) -> None:
    picture = folder / "ranges.png"
    wanted = ["--base", "tainan", "--target", "Clark", "--against", "P-40E"]
    result = plan(folder, *wanted, "--picture", str(picture), "--zoom", "0.2")
    assert result.exit_code == 0, result.output
    lines = [line.split() for line in result.output.splitlines()]
    assert ["field", "Clark", "73", "73"] in lines
    met = "Navy 2 Nell, escort 3 Zeke  CAP 1 P-40E, perhaps 2 P-40B + 2 P-40E, 2 AA"
    assert met in result.output
    before = (folder / "first.vsav").read_bytes()
    assert before == first_day().to_bytes()
    drawn = Image.open(picture).convert("RGB")
    assert {(200, 30, 40), (30, 80, 190)} <= {colour for _, colour in drawn.getcolors(1 << 24)}
    assert plan(folder, "--picture", str(picture)).exit_code != 0


def test_json_has_every_number(folder: Path) -> None:
    result = plan(folder, "--side", "allied", "--target", "Koshun", "--json")
    found = json.loads(result.stdout)
    raid = found["raids"][0]
    assert (found["side"], raid["bombers"], raid["aim"]) == ("allied", "2 B-17", "aircraft")
    assert 0 < raid["hits"] < 4
    assert found["bases"]["Clark"]["B-17"] == {"the field Koshun": 64}


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--side", "us"], "expected a side of jp, allied, found 'us'"),
        (["--base", "Clark"], "expected a base of Koshun"),
        (["--target", "Berlin"], "has no target 'Berlin'"),
        (["--target", "Clark", "--against", "Spitfire"], "Spitfire"),
        (["--picture", "x.jpg"], "ends in .png"),
    ],
)
def test_what_there_is_not_is_told(folder: Path, options: list[str], said: str) -> None:
    result = plan(folder, *options)
    assert result.exit_code != 0
    assert said in result.output


def test_a_game_without_plans_says_so(folder: Path) -> None:
    result = call("plan", "red_beach", folder / "first.vsav")
    assert "Red Beach One: Tarawa has no plans to make" in result.output


def test_the_side_between_two_hexes_stands_upright_on_their_middle() -> None:
    (ax, ay), (bx, by) = side_between((0.0, 0.0), (30.0, 0.0))
    assert (ax, bx) == (15.0, 15.0)
    assert abs(ay - by) == pytest.approx(30 / 3**0.5)


def test_a_line_is_drawn_where_the_border_runs() -> None:
    picture = Image.new("RGB", (400, 400), (255, 255, 255))
    drawn = draw_reaches(picture, [Outline("x", [((200.0, 300.0), (240.0, 300.0))])])
    assert drawn.getpixel((220, 300)) == (200, 30, 40)
    assert drawn.getpixel((180, 300)) == (255, 255, 255)
    assert draw_reaches(picture, []).tobytes() == picture.tobytes()


def test_lines_that_run_together_share_each_side_of_a_hex() -> None:
    picture = Image.new("RGB", (400, 400), (255, 255, 255))
    side = ((200.0, 300.0), (240.0, 300.0))
    drawn = draw_reaches(picture, [Outline("x", [side]), Outline("y", [side])])
    colours = {colour for _, colour in drawn.getcolors(1 << 24)}
    assert {(200, 30, 40), (30, 80, 190)} <= colours


def test_the_legend_stands_beside_the_map_and_names_every_reach() -> None:
    picture = Image.new("RGB", (100, 80), (1, 2, 3))
    drawn = with_legend(picture, [Outline("x", [((0.0, 0.0), (9.0, 0.0))])])
    more = with_legend(picture, [Outline("x", [])])
    assert drawn.crop((0, 0, 100, 80)).tobytes() == picture.tobytes()
    assert drawn.width > picture.width
    assert more.width > drawn.width
