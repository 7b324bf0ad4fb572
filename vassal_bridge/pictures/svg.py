"""Pictures that are drawings (SVG), as pixels of the size that VASSAL gives them.

Texts in them are written in the bundled fonts. A drawing may show other pictures of its module;
what it asks for elsewhere, on the disk or the net, it does not get.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Callable
from importlib import resources
from io import BytesIO
from typing import TypeAlias

import resvg_py
from PIL import Image

from vassal_bridge.formats.imagesize import size_of
from vassal_bridge.pictures.fonts import FACES, LOGICAL

BytesOf: TypeAlias = Callable[[str], bytes | None]
"""Gives the bytes of a picture by its name in the module."""

MOST_PIXELS = 64_000_000

_MARK = re.compile(rb"<(?:\w+:)?svg\b")
_REFERENCE = re.compile(r"""((?:xlink:)?href\s*=\s*)(["'])\s*(?![#\s]|data:)([^"']*)\2""")
_ENCODING = re.compile(rb"""^<\?xml[^>]*\bencoding\s*=\s*["']([A-Za-z0-9._-]+)["'][^>]*\?>""")
_KINDS = {"png": "png", "gif": "gif", "jpg": "jpeg", "jpeg": "jpeg", "svg": "svg+xml"}


def is_svg(data: bytes) -> bool:
    """Tell whether bytes are a drawing."""
    begins = data[:64].removeprefix(b"\xef\xbb\xbf").lstrip()
    return begins.startswith(b"<") and _MARK.search(data[:65_536]) is not None


def rasterise(data: bytes, bytes_of: BytesOf) -> Image.Image:
    """Return a drawing as pixels.

    Raises:
        ValueError: it tells no size, a size that is too large, or is no drawing.
    """
    size = size_of(data)
    if size is None or min(size) < 1 or size[0] * size[1] > MOST_PIXELS:
        raise ValueError(f"expected a drawing of at most {MOST_PIXELS} pixels, found {size}")
    text = _REFERENCE.sub(lambda found: _embedded(found, bytes_of), _text_of(data))
    fonts = _font_files() if "<text" in text or ":text" in text else []
    png = resvg_py.svg_to_bytes(
        svg_string=text,
        width=size[0],
        height=size[1],
        skip_system_fonts=True,
        font_files=fonts,
        font_family=LOGICAL["Dialog"],
        sans_serif_family=LOGICAL["SansSerif"],
        serif_family=LOGICAL["Serif"],
        monospace_family=LOGICAL["Monospaced"],
    )
    with Image.open(BytesIO(bytes(png))) as opened:
        image = opened.convert("RGBA")
    if image.size == size:
        return image
    framed = Image.new("RGBA", size, (0, 0, 0, 0))
    framed.alpha_composite(image.crop((0, 0, *size)))
    return framed


def _text_of(data: bytes) -> str:
    """Return the text of a drawing without the declaration of its encoding."""
    found = _ENCODING.match(data)
    encoding = "utf-8" if found is None else found[1].decode("ascii")
    try:
        text = data.decode(encoding)
    except (LookupError, UnicodeDecodeError):
        text = data.decode("utf-8", "replace")
    return text if found is None else text[text.index("?>") + 2 :]


def _embedded(found: re.Match[str], bytes_of: BytesOf) -> str:
    """Return a reference with the picture itself in it; an empty one where there is none."""
    name = found[3].strip().rpartition("/")[2]
    kind = _KINDS.get(name.rpartition(".")[2].lower())
    data = None if kind is None or kind == "svg+xml" else bytes_of(name)
    if data is None:
        return f"{found[1]}{found[2]}{found[2]}"
    coded = base64.b64encode(data).decode("ascii")
    return f"{found[1]}{found[2]}data:image/{kind};base64,{coded}{found[2]}"


def _font_files() -> list[str]:
    folder = resources.files("vassal_bridge.pictures") / "fonts"
    return [str(folder / name) for name in FACES.values()]
