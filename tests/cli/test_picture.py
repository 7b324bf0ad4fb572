from pathlib import Path

import pytest
from PIL import Image, ImageChops

from tests.cli_kit import call
from tests.conftest import GOLDEN
from vassal_bridge.errors import EXIT_NO, EXIT_UNREADABLE, EXIT_USAGE
from vassal_bridge.formats.archive import Archive

PICTURES = GOLDEN / "pictures"
KITCHEN = GOLDEN / "kitchen.vmod"
TWO_PLAYERS = GOLDEN / "kitchen" / "03-two-players.vsav"
BEACHHEAD = GOLDEN / "beachhead.vmod"
LOG = GOLDEN / "beachhead" / "turn2-US.vlog"


def drawn(path: Path) -> Image.Image:
    return Image.open(path).convert("RGB")


def test_a_save_is_drawn_as_an_observer_sees_it(tmp_path: Path) -> None:
    out = tmp_path / "theatre.png"
    done = call("picture", TWO_PLAYERS, "--module", KITCHEN, "-o", out)
    assert done.exit_code == 0, done.output
    assert "Theatre, seen by an observer" in done.output
    golden = drawn(PICTURES / "kitchen-03-theatre.png")
    assert drawn(out).size == golden.size
    far = ImageChops.difference(drawn(out), golden).convert("L").point([0] * 49 + [255] * 207)
    assert sum(far.histogram()[255:]) < golden.width * golden.height * 0.003


def test_a_side_sees_what_others_do_not(tmp_path: Path) -> None:
    pictures = []
    for number, sight in enumerate(((), ("--side", "US"), ("--side", "JP"), ("--all",))):
        out = tmp_path / f"{number}.png"
        done = call("picture", TWO_PLAYERS, "--module", KITCHEN, "-o", out, *sight)
        assert done.exit_code == 0, done.output
        pictures.append(out.read_bytes())
    assert len(set(pictures)) == 4


def test_the_hand_of_another_side_is_not_shown(tmp_path: Path) -> None:
    out = tmp_path / "hand.png"
    hand = ("picture", TWO_PLAYERS, "--module", KITCHEN, "--map", "JP Hand", "-o", out)
    done = call(*hand, "--side", "US")
    assert done.exit_code == EXIT_NO
    assert "US does not see the map 'JP Hand'" in done.output
    assert not out.exists()
    assert call(*hand, "--side", "JP").exit_code == 0
    assert drawn(out).size == (400, 200)


@pytest.mark.parametrize("zoom", ["nan", "inf", "0.01", "4.5", "-1", "x"])
def test_a_zoom_outside_its_limits_is_refused(tmp_path: Path, zoom: str) -> None:
    out = tmp_path / "a.png"
    done = call("picture", TWO_PLAYERS, "--module", KITCHEN, "-o", out, "--zoom", zoom)
    assert done.exit_code == EXIT_USAGE
    assert not out.exists()


@pytest.mark.parametrize(("name", "more"), [("a.gif", ()), ("a.jpg", ()), ("a.png", ("--gif",))])
def test_a_picture_is_a_png_and_a_film_a_gif(
    tmp_path: Path, name: str, more: tuple[str, ...]
) -> None:
    done = call("picture", LOG, "--module", BEACHHEAD, "-o", tmp_path / name, *more)
    assert done.exit_code == EXIT_USAGE
    assert "expected an OUT that ends in" in done.output


def test_a_step_is_drawn_with_marks_and_its_numbers_are_told(tmp_path: Path) -> None:
    log, out = GOLDEN / "beachhead" / "turn1-US.vlog", tmp_path / "step.png"
    common = ("picture", log, "--module", BEACHHEAD, "-o", out, "--marks")
    done = call(*common, "--step", "2")
    assert done.exit_code == 0, done.output
    assert "1 moved: 1/1 Mar" in done.output
    assert drawn(out).width <= 960
    assert call(*common, "--step", "1", "--force").exit_code == EXIT_NO
    assert call(*common, "--force").exit_code == EXIT_USAGE


def test_what_a_side_does_not_see_is_not_marked(tmp_path: Path) -> None:
    log, out = GOLDEN / "logs" / "c-decks-hidden.vlog", tmp_path / "step.png"
    common = ("picture", log, "--module", KITCHEN, "-o", out, "--marks", "--step", "7")
    done = call(*common)
    assert done.exit_code == EXIT_NO
    assert "an observer sees nothing happen" in done.output
    owner = call(*common, "--side", "JP")
    assert owner.exit_code == 0
    assert "1 moved: 2./IR 6(Invisible)" in owner.output


def test_the_same_save_gives_the_same_bytes(tmp_path: Path) -> None:
    outs = [tmp_path / "one.png", tmp_path / "two.png"]
    for out in outs:
        assert call("picture", TWO_PLAYERS, "--module", KITCHEN, "-o", out).exit_code == 0
    assert outs[0].read_bytes() == outs[1].read_bytes()


def test_the_module_is_found_beside_the_save(tmp_path: Path) -> None:
    (tmp_path / "any name.vmod").write_bytes(KITCHEN.read_bytes())
    save = tmp_path / "a.vsav"
    save.write_bytes(TWO_PLAYERS.read_bytes())
    assert call("picture", save, "-o", tmp_path / "a.png").exit_code == 0


def test_a_log_is_drawn_after_its_last_step_or_the_step_asked_for(tmp_path: Path) -> None:
    found = {}
    for step in (None, 0, 3, 12):
        out = tmp_path / f"{step}.png"
        more = () if step is None else ("--step", str(step))
        done = call("picture", LOG, "--module", BEACHHEAD, "-o", out, *more)
        assert done.exit_code == 0, done.output
        found[step] = out.read_bytes()
    before = tmp_path / "before.png"
    save = GOLDEN / "beachhead" / "1-after-turn-1.vsav"
    assert call("picture", save, "--module", BEACHHEAD, "-o", before).exit_code == 0
    assert len(set(found.values())) > 2
    assert drawn(tmp_path / "0.png").size == drawn(before).size


def test_a_step_that_a_log_does_not_have_is_refused(tmp_path: Path) -> None:
    done = call("picture", LOG, "--module", BEACHHEAD, "-o", tmp_path / "a.png", "--step", "9999")
    assert done.exit_code == EXIT_UNREADABLE
    assert "found 9999" in done.output


def test_a_film_shows_a_log_from_its_start_to_its_end(tmp_path: Path) -> None:
    film, last = tmp_path / "film.gif", tmp_path / "last.png"
    shared = ("--module", BEACHHEAD, "--zoom", "0.25")
    done = call("picture", LOG, "-o", film, "--gif", "--pause", "200", *shared)
    assert done.exit_code == 0, done.output
    assert call("picture", LOG, "-o", last, *shared).exit_code == 0
    with Image.open(film) as opened:
        assert opened.n_frames > 3  # type: ignore[attr-defined] # an animation
        opened.seek(opened.n_frames - 1)  # type: ignore[attr-defined] # an animation
        shown = opened.convert("RGB")
    assert shown.size == drawn(last).size
    apart = ImageChops.difference(shown, drawn(last)).convert("L")
    mean = sum(v * n for v, n in enumerate(apart.histogram())) / (shown.width * shown.height)
    assert mean < 6, "256 colours are near enough to all of them"


@pytest.mark.parametrize(
    ("more", "code", "said"),
    [
        (("--map", "Nowhere"), EXIT_UNREADABLE, "no map 'Nowhere'"),
        (("--side", "Nobody"), EXIT_UNREADABLE, "no side 'Nobody'"),
        (("--side", "US", "--all"), EXIT_USAGE, "one of --side and --all"),
        (("--gif", "--step", "1"), EXIT_USAGE, "--gif"),
    ],
)
def test_what_cannot_be_drawn_is_said(
    tmp_path: Path, more: tuple[str, ...], code: int, said: str
) -> None:
    out = tmp_path / "a.png"
    done = call("picture", TWO_PLAYERS, "--module", KITCHEN, "-o", out, *more)
    assert done.exit_code == code
    assert said in done.output
    assert not out.exists()


def test_an_existing_file_is_kept_without_force(tmp_path: Path) -> None:
    out = tmp_path / "a.png"
    out.write_bytes(b"mine")
    done = call("picture", TWO_PLAYERS, "--module", KITCHEN, "-o", out)
    assert done.exit_code == EXIT_USAGE
    assert out.read_bytes() == b"mine"
    assert call("picture", TWO_PLAYERS, "--module", KITCHEN, "-o", out, "--force").exit_code == 0
    save = tmp_path / "a.vsav"
    save.write_bytes(TWO_PLAYERS.read_bytes())
    done = call("picture", save, "--module", KITCHEN, "-o", save, "--force")
    assert done.exit_code == EXIT_USAGE
    assert save.read_bytes() == TWO_PLAYERS.read_bytes()


def test_a_grey_box_stands_for_a_missing_picture_and_it_is_said(tmp_path: Path) -> None:
    archive = Archive.read(KITCHEN)
    poorer = tmp_path / "poorer.vmod"
    poorer.write_bytes(archive.remove("images/us1.png").to_bytes())
    out, whole = tmp_path / "a.png", tmp_path / "b.png"
    done = call("picture", TWO_PLAYERS, "--module", poorer, "--map", "Parade", "-o", out)
    assert done.exit_code == 0, done.output
    assert "the image 'us1.png' is not in the module" in done.output
    call("picture", TWO_PLAYERS, "--module", KITCHEN, "--map", "Parade", "-o", whole)
    assert drawn(out).size == drawn(whole).size
    grey = (190, 190, 190)
    colours = {colour for _, colour in drawn(out).getcolors(1 << 24) or ()}
    assert grey in colours
