"""Sheets: every counter once, backs behind their fronts, cuts that run through, the same bytes."""

import csv
import io
from collections import Counter
from pathlib import Path

import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageOps

from tests.built import red_beach_module
from tests.cli_kit import call
from vassal_bridge.builder.recipe import CounterRecipe, read_counter_recipe
from vassal_bridge.builder.sheets.cutlist import cut_list
from vassal_bridge.builder.sheets.drawing import Sheet
from vassal_bridge.builder.sheets.frommodule import module_pieces, rim_colour
from vassal_bridge.builder.sheets.fromrecipe import recipe_pieces
from vassal_bridge.builder.sheets.paper import GUTTER, HEAD, PAPERS, SIDE, Page, Paper, impose
from vassal_bridge.builder.sheets.pdf import pdf_bytes
from vassal_bridge.builder.sheets.png import png_pages
from vassal_bridge.builder.sheets.printing import Piece, PlainPrint
from vassal_bridge.builder.sheets.writing import make_sheet
from vassal_bridge.errors import RuleError
from vassal_bridge.formats.module import open_module
from vassal_bridge.pictures.art import ModuleArt

RED, BLUE = PlainPrint((200, 0, 0)), PlainPrint((0, 0, 200))


@pytest.fixture(scope="session")
def mygame(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sheet") / "mygame"
    assert call("build", "new", "mygame", "-o", folder).exit_code == 0
    return folder


@pytest.fixture(scope="session")
def recipe(mygame: Path) -> CounterRecipe:
    return read_counter_recipe(mygame)


@pytest.fixture(scope="session")
def sheet(recipe: CounterRecipe) -> Sheet:
    return make_sheet("My Game", recipe_pieces(recipe), "a4")


@pytest.fixture(scope="session")
def pdf(sheet: Sheet) -> pypdfium2.PdfDocument:
    return pypdfium2.PdfDocument(pdf_bytes(sheet))


def pages_of(pdf: pypdfium2.PdfDocument, scale: float = 2.0) -> list[Image.Image]:
    return [page.render(scale=scale).to_pil().convert("RGB") for page in pdf]


def pieces_on(pages: list[Page]) -> list[Piece]:
    return [cell.piece for page in pages for block in page.blocks for cell in block.cells]


def test_each_row_is_there_as_often_as_it_counts(recipe: CounterRecipe) -> None:
    found = Counter(piece.id for piece in recipe_pieces(recipe))
    assert found == {row.id: row.count for row in recipe.counters if row.count}
    assert found["mine"] == 6


SIZES = st.sampled_from([(14.0, 14.0), (11.0, 11.0), (20.0, 12.5), (60.0, 90.0)])


@given(
    st.lists(st.tuples(SIZES, st.integers(1, 90)), min_size=1, max_size=4),
    st.sampled_from(sorted(PAPERS)),
)
def test_every_piece_has_a_place_of_its_own_on_the_paper(
    groups: list[tuple[tuple[float, float], int]], paper_name: str
) -> None:
    paper = PAPERS[paper_name]
    pieces = [
        Piece(f"{number}-{copy}", "x", "1", *size, RED, BLUE)
        for number, (size, count) in enumerate(groups)
        for copy in range(count)
    ]
    pages = impose(pieces, paper)
    assert sorted(one.id for one in pieces_on(pages)) == sorted(one.id for one in pieces)
    assert [page.number for page in pages] == list(range(1, len(pages) + 1))
    for page in pages:
        foot = HEAD - GUTTER
        for block in page.blocks:
            assert block.top >= foot + GUTTER - 1e-6
            foot = block.top + block.height
            assert foot <= paper.height - SIDE + 1e-6
            assert block.left >= SIDE - 1e-6
            assert block.left + block.width <= paper.width - SIDE + 1e-6
            assert len({(cell.column, cell.row) for cell in block.cells}) == len(block.cells)
            for cell in block.cells:
                assert (cell.piece.width, cell.piece.height) == block.cell
                assert cell.left == pytest.approx(block.left + cell.column * block.cell[0])
                assert cell.top == pytest.approx(block.top + cell.row * block.cell[1])


def test_a_piece_larger_than_the_paper_is_refused() -> None:
    with pytest.raises(RuleError, match="the map, 400 by 20 mm, is larger than A4 paper"):
        impose([Piece("m", "the map", "1", 400, 20, RED, BLUE)], PAPERS["a4"])
    with pytest.raises(RuleError, match="found none"):
        impose([], PAPERS["a4"])


def coloured(image: Image.Image) -> Image.Image:
    """Return where a page is neither white nor hairline black: its counters, as white."""
    red, green, blue = image.split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    least = ImageChops.darker(ImageChops.darker(red, green), blue)
    spread = ImageChops.subtract(most, least)
    return spread.point(lambda value: 255 if value > 12 else 0)


def test_backs_lie_behind_their_fronts_when_the_paper_is_turned(
    pdf: pypdfium2.PdfDocument,
) -> None:
    """Held to the light, the counters' areas and the marks of both sides agree."""
    front, back = pages_of(pdf)[:2]
    turned = ImageOps.mirror(back)
    outline = [coloured(page).getbbox() for page in (front, turned)]
    assert outline[0] is not None
    assert outline[1] is not None
    assert all(abs(a - b) <= 1 for a, b in zip(outline[0], outline[1], strict=True))
    top = outline[0][1]
    for page in (front, turned):
        marks = page.convert("L").point(lambda value: 255 if value < 90 else 0)
        band = marks.crop((0, top - 16, page.width, top - 4))
        assert band.getbbox() is not None
    bands = [page.convert("L").crop((0, top - 16, page.width, top - 4)) for page in (front, turned)]
    difference = ImageChops.difference(*bands)
    assert sum(difference.tobytes()) / (difference.width * difference.height) < 6


def test_each_back_is_the_back_of_the_counter_before_it() -> None:
    """Colours tell which front and which back belong together."""
    shades = [(30 * n, 255 - 30 * n, 40 + 20 * n) for n in range(8)]
    pieces = [
        Piece(str(n), str(n), "1+2", 14, 14, PlainPrint(shade), PlainPrint(shade))
        for n, shade in enumerate(shades)
    ]
    made = make_sheet("x", pieces, "letter")
    front, back = pages_of(pypdfium2.PdfDocument(pdf_bytes(made)), 4.0)
    turned = ImageOps.mirror(back)
    unit = 4.0 * 72 / 25.4
    for cell in made.pages[0].blocks[0].cells:
        at = (round((cell.left + 7) * unit), round((cell.top + 7) * unit))
        assert front.getpixel(at) == turned.getpixel(at) == shades[int(cell.piece.id)]


def test_texts_are_texts_in_embedded_fonts(sheet: Sheet, pdf: pypdfium2.PdfDocument) -> None:
    text = pdf[0].get_textpage().get_text_range()
    assert "4-4-4" in text
    assert "HQ" in text
    assert "fronts, sheet 1 of 1" in text
    assert "2-2-4" in pdf[1].get_textpage().get_text_range()
    data = pdf_bytes(sheet)
    assert data.count(b"/FontFile2") >= 3
    for name in (b"Helvetica", b"Times", b"Courier"):
        assert name not in data


def test_a_sheet_has_no_dates_and_the_same_bytes(sheet: Sheet, recipe: CounterRecipe) -> None:
    again = make_sheet("My Game", recipe_pieces(recipe), "a4")
    data = pdf_bytes(sheet)
    assert pdf_bytes(again) == data
    assert b"D:2000" in data
    assert cut_list(again) == cut_list(sheet)


def test_pages_are_as_large_as_the_paper(recipe: CounterRecipe) -> None:
    for name, size in (("a4", (595.28, 841.89)), ("letter", (612, 792))):
        made = make_sheet("x", recipe_pieces(recipe), name)
        page = pypdfium2.PdfDocument(pdf_bytes(made, backs=False))[0]
        assert page.get_size() == pytest.approx(size, abs=0.01)


def test_a_counter_is_printed_in_its_size(sheet: Sheet) -> None:
    """The first counter's edges are found on the rendered page, in millimetres."""
    image = pages_of(pypdfium2.PdfDocument(pdf_bytes(sheet)), 6.0)[0]
    unit = 6.0 * 72 / 25.4
    block = sheet.pages[0].blocks[0]
    box = coloured(image).crop((0, 0, image.width, round((block.top + 20) * unit))).getbbox()
    assert box is not None
    bleed = 1.5
    assert box[0] / unit == pytest.approx(block.left - bleed, abs=0.2)
    assert box[2] / unit == pytest.approx(block.left + block.width + bleed, abs=0.2)
    assert block.cell == (14.0, 14.0)


@pytest.mark.parametrize("dpi", [300, 600])
def test_pngs_have_their_size_and_say_so(dpi: int) -> None:
    card = Paper("card", 60.0, 60.0)
    pages = impose([Piece("a", "a", "1", 14, 14, RED, BLUE)], card)
    pictures = png_pages(Sheet("x", card, tuple(pages)), dpi)
    assert list(pictures) == ["1-front", "1-back"]
    unit = dpi / 25.4
    for name, colour in (("1-front", RED.colour), ("1-back", BLUE.colour)):
        with Image.open(io.BytesIO(pictures[name])) as image:
            assert image.size == (round(60 * unit), round(60 * unit))
            assert image.info["dpi"] == pytest.approx((dpi, dpi), abs=0.1)
            at = (image.width // 2, round((pages[0].blocks[0].top + 7) * unit))
            assert image.getpixel(at) == colour


def test_png_and_pdf_show_the_same(sheet: Sheet, pdf: pypdfium2.PdfDocument) -> None:
    with Image.open(io.BytesIO(png_pages(sheet, 300)["1-front"])) as opened:
        png = opened.convert("RGB").resize((595, 842), Image.Resampling.BOX)
    page = pages_of(pdf, 4.0)[0].resize((595, 842), Image.Resampling.BOX)
    difference = ImageChops.difference(png, page).convert("L")
    assert sum(difference.tobytes()) / (595 * 842) < 1.5


def test_the_cut_list_tells_where_each_piece_lies(sheet: Sheet) -> None:
    rows = list(csv.DictReader(io.StringIO(cut_list(sheet))))
    places = [(row["sheet"], row["block"], row["row"], row["column"]) for row in rows]
    assert len(set(places)) == len(rows) == len(pieces_on(list(sheet.pages)))
    assert rows[0] == {
        "sheet": "1", "block": "1", "row": "1", "column": "1", "id": "I/1", "name": "I/1",
        "faces": "1+2", "width_mm": "14", "height_mm": "14",
    }  # fmt: skip


def test_the_command_writes_all_or_nothing(mygame: Path, tmp_path: Path) -> None:
    out = tmp_path / "game.pdf"
    (tmp_path / "game-cutlist.csv").write_text("mine", encoding="utf-8")
    result = call("build", "sheet", mygame, "-o", out)
    assert result.exit_code == 2
    assert not out.exists()
    result = call("build", "sheet", mygame, "-o", out, "--force", "--png", "--fronts-only")
    assert result.exit_code == 0
    names = sorted(path.name for path in tmp_path.iterdir() if path.name.startswith("game"))
    assert names == ["game-1-front.png", "game-cutlist.csv", "game.pdf"]


@pytest.mark.parametrize("arguments", [(), ("red_beach", "--from", "x.vmod")])
def test_it_wants_a_recipe_or_a_module(arguments: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "x.vmod").write_bytes(b"")
    words = [str(tmp_path / word) if word == "x.vmod" else word for word in arguments]
    assert call("build", "sheet", *words, "-o", tmp_path / "a.pdf").exit_code == 2


def test_a_modules_counters_are_those_of_its_recipe() -> None:
    """Tray and start show the same counters: each is one piece of cardboard, with its back."""
    recipe = read_counter_recipe("red_beach")
    pieces, refused = module_pieces(ModuleArt(red_beach_module()), 14.0, PAPERS["a4"])
    assert refused == []
    wanted = recipe_pieces(recipe)
    assert Counter(piece.name for piece in pieces) == Counter(piece.name for piece in wanted)
    faces = {piece.name: (piece.faces, piece.width, piece.height) for piece in wanted}
    for piece in pieces:
        printed, width, height = faces[piece.name]
        assert piece.faces == printed
        assert piece.width == pytest.approx(width, abs=0.01)
        assert piece.height == pytest.approx(height, abs=0.01)


def test_the_rims_colour_is_the_commonest_inside_the_edge() -> None:
    image = Image.new("RGBA", (40, 40), (0, 0, 0, 255))
    image.paste((10, 20, 30, 255), (1, 1, 39, 39))
    image.paste((250, 250, 250, 255), (8, 8, 32, 32))
    assert rim_colour(image) == (10, 20, 30)
    assert rim_colour(Image.new("RGBA", (40, 40), (5, 5, 5, 0))) == (255, 255, 255)


MODULES = ("jzhex-n-counters-template-v12-379", "ragnarok-vassal__Ragnarok_SPI_1981.repack")


@pytest.mark.parametrize("name", MODULES)
def test_a_public_module_is_laid_out(corpus: Path, name: str) -> None:
    (path,) = corpus.glob(f"**/{name}.vmod")
    art = ModuleArt(open_module(path))
    pieces, refused = module_pieces(art, 14.0, PAPERS["a4"])
    assert pieces
    assert refused == []
    made = make_sheet(name, pieces, "a4")
    assert len(pypdfium2.PdfDocument(pdf_bytes(made))) == 2 * len(made.pages)


@pytest.mark.slow
def test_every_public_module_is_laid_out_or_says_why(corpus: Path) -> None:
    for path in sorted(corpus.glob("**/*.vmod")):
        art = ModuleArt(open_module(path))
        pieces, refused = module_pieces(art, 14.0, PAPERS["letter"])
        names = {slot.name for slot in art.module.slots}
        assert {piece.name for piece in pieces} <= names
        assert bool(pieces or refused) == bool(art.module.slots)
        if pieces:
            assert pdf_bytes(make_sheet(path.stem, pieces, "letter")).startswith(b"%PDF")
