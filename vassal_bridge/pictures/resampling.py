"""Pictures of another size, resampled where VASSAL takes its samples.

Source: VASSAL.tools.image.GeneralFilter, Lanczos downwards and Mitchell upwards, for which
Pillow's bicubic stands in. VASSAL's factor is (new - 1) / (old - 1), not new / old: a reduced
picture's right and lower edges are sampled beyond the old ones, and come out darker or lighter
than the left and upper ones. Samples beyond the picture do not count.
"""

from __future__ import annotations

import math

from PIL import Image, ImageMath

MOST_EXACT = 1_000_000
"""The most pixels of a picture that is reduced with VASSAL's own edges; nobody sees more's."""


def resized(image: Image.Image, width: int, height: int) -> Image.Image:
    """Return a picture of another size."""
    width, height = max(width, 1), max(height, 1)
    if (width, height) == image.size:
        return image
    box = (_reach(image.width, width), _reach(image.height, height))
    if width > image.width or height > image.height:
        inside = min(box[0], image.width), min(box[1], image.height)
        return image.resize((width, height), Image.Resampling.BICUBIC, (0, 0, *inside))
    if image.mode not in ("RGBA", "RGB") or image.width * image.height > MOST_EXACT:
        return image.resize((width, height), Image.Resampling.LANCZOS)
    return _reduced(image, (width, height), box)


def _reach(old: int, new: int) -> float:
    """Return how many pixels of the old length the new one is spread over."""
    return float(old) if min(old, new) < 2 else new * (old - 1) / (new - 1)


def _reduced(image: Image.Image, size: tuple[int, int], box: tuple[float, float]) -> Image.Image:
    """Return a smaller picture: rows first, then columns, whole numbers after each."""
    is_clear = image.mode == "RGBA"
    bands = image.convert("RGBa" if is_clear else "RGB").split()
    for axis in (0, 1):
        bands = _reduced_along(axis, bands, size[axis], box[axis])
    return Image.merge("RGBa", bands).convert("RGBA") if is_clear else Image.merge("RGB", bands)


def _reduced_along(
    axis: int, bands: tuple[Image.Image, ...], length: int, reach: float
) -> tuple[Image.Image, ...]:
    """Return bands reduced in one direction, each sample weighed by what of it is inside."""
    width, height = bands[0].size
    new = (length, height) if axis == 0 else (width, length)
    box = (0.0, 0.0, reach, height) if axis == 0 else (0.0, 0.0, width, reach)

    def spread(band: Image.Image) -> Image.Image:
        padded = Image.new("F", (math.ceil(box[2]), math.ceil(box[3])))
        padded.paste(band, (0, 0))
        return padded.resize(new, Image.Resampling.LANCZOS, box)

    share = spread(Image.new("F", (width, height), 1.0))
    return tuple(
        ImageMath.lambda_eval(
            lambda given: given["band"] / given["share"] + 0.5,
            band=spread(band.convert("F")),
            share=share,
        ).convert("L")
        for band in bands
    )
