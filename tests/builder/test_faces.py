"""Faces of counters: what stands on them, that it fits, and that size does not matter."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops

from vassal_bridge.builder.counters.counterset import draw_counter, faces_of
from vassal_bridge.builder.counters.faces import LEADING, Face, Plot, draw_face, filled, fitted
from vassal_bridge.builder.reading.checking import RecipeError
from vassal_bridge.builder.reading.facerecipe import PartStyle
from vassal_bridge.builder.reading.layouts import shipped_layouts
from vassal_bridge.builder.recipe import CounterRecipe, read_counter_recipe
from vassal_bridge.builder.starting import start_recipe
from vassal_bridge.pictures.canvas import Canvas, png_bytes
from vassal_bridge.pictures.fonts import text_width
from vassal_bridge.pictures.symbols import CAP_HEIGHT


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("recipe") / "mygame"
    start_recipe("mygame", folder)
    return folder


@pytest.fixture(scope="session")
def recipe(folder: Path) -> CounterRecipe:
    return read_counter_recipe(folder)


@pytest.fixture
def mine(folder: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(folder, tmp_path / "mine"))


def add_row(mine: Path, **cells: str) -> None:
    file = mine / "counters.csv"
    text = file.read_text(encoding="utf-8")
    columns = text.partition("\n")[0].split(",")
    file.write_text(
        text + ",".join(cells.get(column, "") for column in columns) + "\n", encoding="utf-8"
    )


def add_column(mine: Path, name: str) -> None:
    file = mine / "counters.csv"
    head, _, rest = file.read_text(encoding="utf-8").partition("\n")
    file.write_text(f"{head},{name}\n{rest}", encoding="utf-8")


def faces(recipe: CounterRecipe, counter: str) -> tuple[Face, ...]:
    row = next(row for row in recipe.counters if row.id == counter)
    return faces_of(recipe.module, row)


def nothing(name: str) -> None:
    return None


def test_columns_make_texts_and_the_back_has_its_own(recipe: CounterRecipe) -> None:
    front, back = faces(recipe, "I/1")
    assert front.value("strength") == "4-4-4"
    assert back.value("strength") == "2-2-4"
    assert back.value("name") == "I/1"


def test_a_kind_and_a_face_have_fields_of_their_own(recipe: CounterRecipe) -> None:
    (front,) = faces(recipe, "HQ 1")
    assert front.value("strength") == "5"
    assert faces(recipe, "B/9")[0].value("right") == "6"
    assert [face.value("word") for face in faces(recipe, "B/9")] == ["", "FIRED"]


def test_a_text_without_anything_to_say_is_empty() -> None:
    assert filled("{a}-{b}", {"a": "", "b": ""}.__getitem__) == ""
    assert filled("{a}-{b}", {"a": "4", "b": ""}.__getitem__) == "4"
    assert filled("({a})-{b}", {"a": "4", "b": ""}.__getitem__) == "(4)-"
    assert filled("{a}", {"a": "4-"}.__getitem__) == "4-"
    assert filled("x{a}/{b} y", {"a": "", "b": "2"}.__getitem__) == "x2 y"
    assert filled("plain", {}.__getitem__) == "plain"


def test_a_row_can_have_its_own_symbol_size_ground_and_fewer_faces(mine: Path) -> None:
    for column in ("symbol", "size", "fill", "faces"):
        add_column(mine, column)
    add_row(mine, id="x", name="X", side="blue", kind="infantry", symbol="infantry + marine",
            size="III", fill="#102030", faces="1")  # fmt: skip
    (face,) = faces(read_counter_recipe(mine), "x")
    assert face.row.symbol == ("infantry", "marine")
    assert face.row.size == "III"
    assert face.ground == (16, 32, 48)


@pytest.mark.parametrize(
    ("cells", "wanted"),
    [
        ({"kind": "infntry"}, ":kind: expected [kind.NAME] of module.toml"),
        ({"kind": "infntry"}, "did you mean infantry?"),
        ({"side": "green"}, ":side: expected [side_colours] of module.toml, or a fill (blue, red)"),
        ({"count": "lots"}, ":count: expected a whole number, found 'lots'"),
        ({"size": "IIII"}, ":size: expected one of"),
        ({"symbol": "infantry+trebuchet"}, ":symbol: expected marks out of"),
        ({"fill": "mauve"}, ":fill: expected a colour of [palette]"),
        ({"faces": "0"}, ":faces: expected at least 1, found 0"),
        ({"image": "tank.png"}, ":image: expected a picture in the recipe's folder art"),
        ({"id": "I/1"}, ":id: 'I/1' stands there twice"),
        ({"id": ""}, ":id: expected a text, found an empty cell"),
    ],
)
def test_what_is_wrong_with_a_row_is_told_with_line_and_column(
    mine: Path, cells: dict[str, str], wanted: str
) -> None:
    for column in ("symbol", "size", "fill", "faces", "image"):
        add_column(mine, column)
    add_row(mine, **({"id": "x", "name": "X", "side": "blue", "kind": "infantry"} | cells))
    line = len((mine / "counters.csv").read_text(encoding="utf-8").splitlines())
    with pytest.raises(RecipeError) as caught:
        read_counter_recipe(mine)
    found = [str(problem) for problem in caught.value.problems]
    assert any(text.startswith(f"counters.csv:{line}:") and wanted in text for text in found), found


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [
        ('layout = "air"', 'layout = "flight"', "kind.fighter.layout: expected a [layout.NAME]"),
        ("{range}", "{rnage}", "kind.artillery.fields.right: expected a column of counters.csv"),
        ("{range}", "{rnage}", "did you mean range?"),
        ('layers = ["Loss"]', 'layers = ["Los"]', "prototype.Unit.layers: expected a [layer.NAME]"),
        (
            "[layer.Loss]",
            '[layout.mine]\npart = [{ draw = "text", text = "{nmae}", box = [0, 0, 9, 9] }]\n'
            "[layer.Loss]",
            "layout.mine.part[1].text: expected a column of counters.csv or a field",
        ),
        (
            "[layer.Loss]",
            '[layout.mine]\npart = [{ draw = "box", fill = "puce", box = [0, 0, 9, 9] }]\n'
            "[layer.Loss]",
            "layout.mine.part[1].fill: expected a colour, found 'puce'",
        ),
    ],
)
def test_what_is_wrong_with_looks_is_told_with_line_and_key(
    mine: Path, old: str, new: str, wanted: str
) -> None:
    file = mine / "module.toml"
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(RecipeError) as caught:
        read_counter_recipe(mine)
    found = [str(problem) for problem in caught.value.problems]
    assert any(text.startswith("module.toml:") and wanted in text for text in found), found


def test_the_same_face_gives_the_same_bytes(recipe: CounterRecipe) -> None:
    face = faces(recipe, "I/1")[0]
    pictures = {png_bytes(draw_counter(face, (75, 75), nothing)) for _ in range(2)}
    assert len(pictures) == 1


@pytest.mark.parametrize("counter", ["I/1", "B/9", "Wing 1", "HQ 2"])
def test_a_counter_looks_the_same_in_every_size(recipe: CounterRecipe, counter: str) -> None:
    for face in faces(recipe, counter):
        large = draw_counter(face, (240, 240), nothing).resize((60, 60), Image.Resampling.BOX)
        small = draw_counter(face, (60, 60), nothing)
        difference = ImageChops.difference(large.convert("RGB"), small.convert("RGB"))
        grey = difference.convert("L")
        assert sum(grey.tobytes()) / 3600 < 6.0


def test_dark_is_darker_and_still_readable(recipe: CounterRecipe) -> None:
    for row in recipe.counters:
        for face in faces_of(recipe.module, row):
            dark = replace(face, dark=True)
            assert sum(dark.ground) < sum(face.ground)
            lightness = [sum(face.ground) / 3, sum(dark.ground) / 3]
            assert lightness[1] < 128


def test_every_layout_draws_inside_the_counter(recipe: CounterRecipe) -> None:
    for name, layout in shipped_layouts().items():
        assert layout.parts, name
        for part in layout.parts:
            left, top, right, bottom = part.box
            assert 0 <= left < right <= 100.5
            assert 0 <= top < bottom <= 100.5


def test_a_picture_of_the_art_folder_is_laid_on(mine: Path) -> None:
    (mine / "art").mkdir()
    Image.new("RGB", (20, 20), (10, 200, 30)).save(mine / "art" / "tank.png")
    add_column(mine, "image")
    add_row(mine, id="x", name="X", side="blue", kind="marker", image="tank.png")
    file = mine / "module.toml"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace('layout = "marker"', 'layout = "picture"'), encoding="utf-8")
    found = read_counter_recipe(mine)
    canvas = Canvas(40, 40, (0, 0, 0))
    (face,) = faces(found, "x")
    draw_face(canvas, Plot(0, 0, 40, 40), face, found.art)
    assert canvas.finish().getpixel((20, 12)) == (10, 200, 30)


TEXTS = st.text(st.sampled_from("AXgj123-/ |"), min_size=1, max_size=40).filter(str.strip)


@given(TEXTS, st.floats(20, 100), st.floats(10, 100), st.floats(8, 40), st.booleans())
def test_a_text_is_made_to_fit(
    text: str, width: float, height: float, size: float, wrap: bool
) -> None:
    part = PartStyle(draw="text", box=(0, 0, width, height), size=size, wrap=wrap)
    lines, found = fitted(text.replace("|", "\n"), (width, height), part)
    assert "".join(lines).replace(" ", "") == text.replace("|", "").replace(" ", "")
    assert found <= size
    if found > 6.0:
        high = ((len(lines) - 1) * LEADING + CAP_HEIGHT) * found
        assert high <= height + 1e-6
        for line in lines:
            assert text_width(line, part.font, 200) / 200 * found <= width + 1e-6
