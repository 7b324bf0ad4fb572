"""What a counter can be drawn on: pixels (Canvas) or a page with vector text (PDF).

Points and widths are in the surface's own unit, y runs downwards. A text stands on its base line:
the anchor is `ls`, `ms` or `rs`, its left, middle or right end at the point.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from vassal_bridge.pictures.colours import Colour

if TYPE_CHECKING:
    from PIL import Image

    from vassal_bridge.pictures.canvas import Box, Point


class Surface(Protocol):
    """The few things that drawing needs."""

    def polygon(self, points: Sequence[Point], fill: Colour | None = None) -> None:
        """Fill a closed polygon."""

    def line(self, points: Sequence[Point], colour: Colour, width: float) -> None:
        """Draw a line through points, with round joints and ends."""

    def rectangle(
        self,
        box: Box,
        fill: Colour | None = None,
        outline: Colour | None = None,
        width: float = 1.0,
        radius: float = 0.0,
    ) -> None:
        """Draw a rectangle; the outline lies inside the box."""

    def ellipse(
        self,
        box: Box,
        fill: Colour | None = None,
        outline: Colour | None = None,
        width: float = 1.0,
    ) -> None:
        """Draw an ellipse inside a box."""

    def text(
        self,
        at: Point,
        text: str,
        colour: Colour,
        size: float,
        *,
        face: str = "regular",
        anchor: str = "mm",
    ) -> None:
        """Write one line of a bundled face."""

    def picture(self, image: Image.Image, box: Box) -> None:
        """Lay a picture over a box, stretched to it."""
