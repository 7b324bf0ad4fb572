"""Scales a picture, and gives it back in the format that it came in."""

from __future__ import annotations

import re
from fractions import Fraction
from io import BytesIO

from PIL import Image, UnidentifiedImageError

from vassal_bridge.builder.living.lengths import scaled_int
from vassal_bridge.formats.imagesize import size_of
from vassal_bridge.pictures.canvas import png_bytes

_RASTER = (b"\x89PNG", b"GIF8", b"\xff\xd8")
MOST_PIXELS = 200_000_000
_QUALITY = 95
"""Of a JPEG that is written anew."""


_SVG = re.compile(rb"<(?:\w+:)?svg\b[^>]*>")
_SIDE = r"""(?<![\w:-]){}\s*=\s*(["'])[^"']*\1"""


def scaled_picture(data: bytes, factor: Fraction) -> bytes:
    """Return a PNG, GIF, JPEG or SVG scaled; the same picture and factor give the same bytes.

    Raises:
        ValueError: it is no such picture, or the new one would be too large.
    """
    if _SVG.search(data) is not None and not data.startswith(_RASTER):
        return _scaled_svg(data, factor)
    try:
        with Image.open(BytesIO(data)) as image:
            image.load()
            form = image.format
            size = (
                max(1, scaled_int(image.width, factor)),
                max(1, scaled_int(image.height, factor)),
            )
            if size[0] * size[1] > MOST_PIXELS:
                raise ValueError(f"it would have {size[0]}x{size[1]} pixels")
            if form == "PNG":
                return png_bytes(_smooth(image, size))
            out = BytesIO()
            if form == "JPEG":
                plain = image if image.mode in ("L", "RGB", "CMYK") else image.convert("RGB")
                made = plain.resize(size, Image.Resampling.LANCZOS)
                made.save(out, "JPEG", quality=_QUALITY, subsampling=0)
                return out.getvalue()
            if form == "GIF" and getattr(image, "n_frames", 1) == 1:
                # a palette cannot be mixed; its own colours and its clear one are kept
                image.resize(size, Image.Resampling.NEAREST).save(out, "GIF")
                return out.getvalue()
    except (UnidentifiedImageError, OSError, SyntaxError):
        raise ValueError("it is no picture that we can read") from None
    raise ValueError(f"a {form or 'picture'} of this kind is not scaled")


def _scaled_svg(data: bytes, factor: Fraction) -> bytes:
    """Return an SVG that draws the same in another size: the view box stays, the sides change."""
    found, size = _SVG.search(data), size_of(data)
    if found is None or size is None:
        raise ValueError("an SVG whose size is not in pixels is not scaled")
    tag = found.group().decode("utf-8", "surrogateescape")
    more = (
        "" if re.search(r"(?<![\w:-])viewBox\s*=", tag) else f' viewBox="0 0 {size[0]} {size[1]}"'
    )
    for name, side in zip(("width", "height"), size, strict=True):
        new = f'{name}="{max(1, scaled_int(side, factor))}"'
        tag, count = re.subn(_SIDE.format(name), new, tag, count=1)
        more += "" if count else f" {new}"
    end = len(tag.rstrip("/>"))
    made = (tag[:end] + more + tag[end:]).encode("utf-8", "surrogateescape")
    return data[: found.start()] + made + data[found.end() :]


def _smooth(image: Image.Image, size: tuple[int, int]) -> Image.Image:
    """Return a picture resized; what is clear does not bleed into what is not."""
    if image.mode in ("L", "RGB") and "transparency" not in image.info:
        return image.resize(size, Image.Resampling.LANCZOS)
    mixed = image.convert("RGBA").convert("RGBa").resize(size, Image.Resampling.LANCZOS)
    return mixed.convert("RGBA")
