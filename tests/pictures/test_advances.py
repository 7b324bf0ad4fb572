"""Letters as wide as Java sets them: `fonts/java.csv` beside the fonts that it speaks of."""

import csv
from importlib import resources

import pytest

from vassal_bridge.pictures.advances import advance, length, metrics
from vassal_bridge.pictures.fonts import FACES, font

MEASURED = [
    ("on turned", "regular", 10, 47),
    ("The quick brown fox", "regular", 10, 96),
    ("III/38", "bold", 10, 27),
    ("WAVE To Av", "bold", 10, 71),  # Java does not kern
    ("Serif 16", "serif-bold", 16, 73),
    ("12345.67", "mono-italic", 9, 40),
]
"""What Java 17's FontMetrics.stringWidth says on Linux, letters antialiased."""


@pytest.mark.parametrize(("text", "face", "size", "width"), MEASURED)
def test_a_line_is_as_wide_as_java_sets_it(text: str, face: str, size: int, width: int) -> None:
    assert length(text, face, float(size)) == width


def test_every_row_of_the_table_speaks_of_a_bundled_face_and_changes_something() -> None:
    path = resources.files("vassal_bridge.pictures") / "fonts" / "java.csv"
    rows = list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))
    assert {row["face"] for row in rows} <= FACES.keys()
    assert len(rows) > 300
    for row in rows:
        face, size = row["face"], float(row["size"])
        if row["what"] in ("ascent", "descent"):
            assert metrics(face, size) != font(face, size).getmetrics()
            continue
        for letter in row["letters"]:
            assert advance(letter, face, size) == font(face, size).getlength(letter) + int(
                row["what"]
            )


def test_letters_that_are_not_listed_are_as_wide_as_ever() -> None:
    assert advance("日", "regular", 10.0) == font("regular", 10.0).getlength("日")
    assert length("", "regular", 10.0) == 0.0
