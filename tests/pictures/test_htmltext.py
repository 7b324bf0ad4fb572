import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from PIL import Image, ImageChops

from vassal_bridge.pictures.advances import length
from vassal_bridge.pictures.fonts import face_of, text_width
from vassal_bridge.pictures.htmlboxes import Flow, Paragraph, Table
from vassal_bridge.pictures.htmltext import html_picture, is_html, read_html
from vassal_bridge.pictures.writing import Run, Style

BLACK, WHITE = (0, 0, 0, 255), (255, 255, 255, 255)
PLAIN = Style(12.0, BLACK)
TAGS = ["b", "i", "table", "tr", "td", "th", "p", "ul", "li", "center", "font", "br", "x", "sup"]


def no_image(_: str) -> None:
    return None


def picture(text: str, width: int | None = None) -> Image.Image:
    return html_picture(text, PLAIN, no_image, WHITE, width)


def ink_box(image: Image.Image) -> tuple[int, int, int, int]:
    white = Image.new("RGB", image.size, (255, 255, 255))
    box = ImageChops.difference(image.convert("RGB"), white).getbbox()
    assert box is not None
    return box


def texts(flow: Flow) -> str:
    found = []
    for box in flow.boxes:
        if isinstance(box, Paragraph):
            found += [atom.text for atom in box.atoms if isinstance(atom, Run)]
        if isinstance(box, Table):
            found += [texts(cell.flow) for row in box.rows for cell in row]
    return "".join(found)


def styles(text: str) -> dict[str, Style]:
    flow = read_html(text, PLAIN, no_image)
    runs = [a for box in flow.boxes if isinstance(box, Paragraph) for a in box.atoms]
    return {run.text.strip(): run.style for run in runs if isinstance(run, Run)}


def test_each_line_adds_its_height() -> None:
    one, two = picture("<html>a"), picture("<html>a<br>b")
    assert two.height == 2 * one.height
    assert picture("<html>a<br><br>b").height == 3 * one.height


def test_a_text_is_as_wide_as_its_longest_line() -> None:
    assert picture("<html>a<br>longer").width == pytest.approx(
        length("longer", "regular", 12), abs=1
    )


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("<b>w</b>", {"bold": True}),
        ("<strong>w</strong>", {"bold": True}),
        ("<i>w</i>", {"italic": True}),
        ("<u>w</u>", {"underlined": True}),
        ("<strike>w</strike>", {"struck": True}),
        ("<font color=red>w</font>", {"ink": (255, 0, 0, 255)}),
        ("<font color='#0000FF' size=5>w</font>", {"ink": (0, 0, 255, 255), "size": 18.0}),
        ("<font size='+1'>w</font>", {"size": 18.0}),
        ("<font face='Courier New'>w</font>", {"family": "Courier New"}),
        ('<span style="color: rgb(1,2,3); font-weight: bold">w</span>', {"bold": True}),
        ('<span style="font-size: 20px">w</span>', {"size": 20.0}),
        ("<h2>w</h2>", {"bold": True, "size": 18.0}),
    ],
)
def test_tags_and_rules_change_the_style(text: str, changed: dict[str, object]) -> None:
    found = styles(f"<html>before {text} after")
    assert {name: getattr(found["w"], name) for name in changed} == changed
    assert found["before"] == found["after"] == PLAIN


def test_an_unknown_tag_keeps_its_text_and_blanks_are_drawn_together() -> None:
    assert texts(read_html("<html><blink>a \n  b</blink>", PLAIN, no_image)) == "a b"


def test_a_centred_line_stands_in_the_middle() -> None:
    image = picture("<html><center>x<br>a long line</center>")
    top = ink_box(image.crop((0, 0, image.width, image.height // 2)))
    assert abs((top[0] + top[2]) / 2 - image.width / 2) <= 1.5


def test_the_cells_of_a_table_stand_in_columns() -> None:
    flow = read_html(
        "<html><table><tr><td>a</td><td>b</td></tr><tr><td>wide one</td><td>c</td></tr></table>",
        PLAIN,
        no_image,
    )
    (table,) = flow.boxes
    assert isinstance(table, Table)
    widths = table.columns()
    assert widths[0] == picture("<html>wide one").width + 2 * table.padding
    assert table.size(None)[0] == sum(widths) + 3 * table.spacing


def test_a_cell_inside_a_cell_ends_with_its_own_table() -> None:
    text = "<html><table><tr><td><table><tr><td>a<td>b</table></td><td>c</td></tr></table>d"
    flow = read_html(text, PLAIN, no_image)
    assert texts(flow) == "abcd"
    assert [type(box) for box in flow.boxes] == [Table, Paragraph]


@given(words=st.lists(st.text("abcdef", min_size=1, max_size=8), min_size=1, max_size=12))
def test_lines_are_broken_to_fit_a_width(words: list[str]) -> None:
    flow = read_html("<html>" + " ".join(words), PLAIN, no_image)
    (paragraph,) = flow.boxes
    assert isinstance(paragraph, Paragraph)
    lines = ["".join(a.text for a in line if isinstance(a, Run)) for line in paragraph.lines(60)]
    assert " ".join(lines).split() == words
    assert all(text_width(line, "regular", 12) <= 60 for line in lines if " " in line)


def test_a_picture_of_the_module_stands_in_the_line() -> None:
    red = Image.new("RGBA", (9, 30), (255, 0, 0, 255))
    image = html_picture("<html><img src='red.png'>", PLAIN, {"red.png": red}.get, WHITE)
    assert image.height >= 30
    assert image.getpixel((4, 15)) == (255, 0, 0, 255)


@given(
    parts=st.lists(
        st.one_of(
            st.sampled_from([f"<{tag}>" for tag in TAGS] + [f"</{tag}>" for tag in TAGS]),
            st.sampled_from(["<td width=9 colspan=99999>", "<table cellspacing=99999999>"]),
            st.text("ab &;<>\"'", max_size=4),
        ),
        max_size=20,
    )
)
@example(parts=["<table>"] * 30)
@example(parts=["<font size=99999999999999999999>", "a", "<p style='font-size:9999px'>", "b"])
def test_any_text_is_drawn_whatever_its_tags(parts: list[str]) -> None:
    image = picture("<html>" + "".join(parts))
    assert max(image.size) <= 4000


def test_only_a_text_that_begins_so_is_html() -> None:
    assert is_html("<HTML>a")
    assert not is_html(" <html>a")


@pytest.mark.parametrize(
    ("family", "face"),
    [
        ("Dialog", "regular"),
        ("SansSerif", "regular"),
        ("Serif", "serif"),
        ("Monospaced", "mono"),
        ("Times New Roman", "serif"),
        ("Never Heard Of", "regular"),
    ],
)
def test_javas_families_have_faces(family: str, face: str) -> None:
    assert face_of(family) == face
    styled = face_of(family, bold=True, italic=True)
    assert styled.removeprefix(face + "-") == "bold-italic"
    assert text_width("Betio", styled, 12) > 10
