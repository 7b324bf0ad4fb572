"""The bundled fonts, and how large a text may be to fit its place.

Texts are laid out by Pillow's basic layout alone, so that a picture does not depend on which
shaping library a system has.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from io import BytesIO

from PIL import ImageFont

FACES = {
    "regular": "DejaVuSans.ttf",
    "bold": "DejaVuSans-Bold.ttf",
    "italic": "DejaVuSans-Oblique.ttf",
    "bold-italic": "DejaVuSans-BoldOblique.ttf",
    "condensed": "DejaVuSansCondensed.ttf",
    "condensed-bold": "DejaVuSansCondensed-Bold.ttf",
    "serif": "DejaVuSerif.ttf",
    "serif-bold": "DejaVuSerif-Bold.ttf",
    "serif-italic": "DejaVuSerif-Italic.ttf",
    "serif-bold-italic": "DejaVuSerif-BoldItalic.ttf",
    "mono": "DejaVuSansMono.ttf",
    "mono-bold": "DejaVuSansMono-Bold.ttf",
    "mono-italic": "DejaVuSansMono-Oblique.ttf",
    "mono-bold-italic": "DejaVuSansMono-BoldOblique.ttf",
}
"""The faces by the names that recipes and drawing code use."""

LOGICAL = {
    "Dialog": "DejaVu Sans",
    "SansSerif": "DejaVu Sans",
    "Serif": "DejaVu Serif",
    "Monospaced": "DejaVu Sans Mono",
}
"""The bundled families by Java's logical names."""

_SERIF = ("serif", "times", "times new roman", "georgia", "garamond", "palatino", "cambria")
_MONO = ("monospaced", "monospace", "courier", "courier new", "consolas", "lucida console")


def face_of(family: str, *, bold: bool = False, italic: bool = False) -> str:
    """Return the face that stands in for a font family, by a logical name of Java or a real one.

    >>> face_of("Dialog"), face_of("Serif", bold=True), face_of("Courier New", italic=True)
    ('regular', 'serif-bold', 'mono-italic')
    """
    name = family.strip().lower()
    kind = "serif" if name in _SERIF else "mono" if name in _MONO else ""
    parts = [kind, "bold" if bold else "", "italic" if italic else ""]
    return "-".join(part for part in parts if part) or "regular"


@cache
def _face_bytes(face: str) -> bytes:
    return (resources.files("vassal_bridge.pictures") / "fonts" / FACES[face]).read_bytes()


@cache
def font(face: str, size: float) -> ImageFont.FreeTypeFont:
    """Return a bundled font; the size is in pixels. Raises KeyError for a face not in FACES."""
    return ImageFont.truetype(
        BytesIO(_face_bytes(face)),
        min(max(size, _LEAST_SIZE), _LARGEST_SIZE),
        layout_engine=ImageFont.Layout.BASIC,
    )


_LEAST_SIZE, _LARGEST_SIZE = 0.5, 2_000.0
"""Beyond these nothing is read: a file may ask for letters of no size, or of a mile."""


def text_width(text: str, face: str, size: float) -> float:
    """Return how many pixels a line of text is wide."""
    return font(face, size).getlength(text)


def fit_size(text: str, width: float, face: str, size: float, *, least: float = 6.0) -> float:
    """Return the largest size, at most the wanted one, in steps of half a pixel, that fits.

    A text that is too wide even at the least size gets the least size.
    """
    while size > least and text_width(text, face, size) > width:
        size -= 0.5
    return max(size, least)


def wrap(text: str, width: float, face: str, size: float) -> list[str]:
    """Return the lines of a text broken at blanks so that each fits, where its words do."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for word in paragraph.split():
            longer = f"{line} {word}".strip()
            if line and text_width(longer, face, size) > width:
                lines.append(line)
                line = word
            else:
                line = longer
        lines.append(line)
    return lines
