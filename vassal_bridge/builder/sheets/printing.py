"""What is printed on a piece of cardboard: its front and its back, drawn on any surface."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from vassal_bridge.builder.counters.faces import Art, Face, Plot, draw_bleed, draw_face
from vassal_bridge.pictures.canvas import Box
from vassal_bridge.pictures.colours import Colour
from vassal_bridge.pictures.surface import Surface

if TYPE_CHECKING:
    from PIL import Image


class Print(Protocol):
    """One side of a piece."""

    def draw(self, surface: Surface, box: Box) -> None:
        """Draw it into a box."""

    def bleed(self, surface: Surface, box: Box, by: Box) -> None:
        """Draw what lies around it, for cuts that miss, so far beyond each edge of the box."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of cardboard: whose counter it is, which faces, its size in millimetres."""

    id: str
    name: str
    faces: str
    width: float
    height: float
    front: Print
    back: Print


@dataclass(frozen=True, slots=True)
class FacePrint:
    """A face of a recipe's counter."""

    face: Face
    art: Art

    def draw(self, surface: Surface, box: Box) -> None:
        """Draw the face into a box."""
        draw_face(surface, _plot(box), self.face, self.art)

    def bleed(self, surface: Surface, box: Box, by: Box) -> None:
        """Draw the face's ground and bands beyond its edges."""
        plot = _plot(box)
        across, down = 100 / plot.width, 100 / plot.height
        beyond = (by[0] * across, by[1] * down, by[2] * across, by[3] * down)
        draw_bleed(surface, plot, self.face, beyond)


@dataclass(frozen=True, slots=True)
class PlainPrint:
    """A side with nothing on it but its colour."""

    colour: Colour

    def draw(self, surface: Surface, box: Box) -> None:
        """Fill the box."""
        surface.rectangle(box, self.colour)

    def bleed(self, surface: Surface, box: Box, by: Box) -> None:
        """Fill the box and beyond."""
        surface.rectangle(_wider(box, by), self.colour)


@dataclass(frozen=True, slots=True)
class ImagePrint:
    """A picture, with the colour of its rim around it."""

    image: Image.Image
    rim: Colour

    def draw(self, surface: Surface, box: Box) -> None:
        """Lay the picture over the box."""
        surface.picture(self.image, box)

    def bleed(self, surface: Surface, box: Box, by: Box) -> None:
        """Fill the box and beyond with the rim's colour."""
        surface.rectangle(_wider(box, by), self.rim)


def _plot(box: Box) -> Plot:
    return Plot(box[0], box[1], box[2] - box[0], box[3] - box[1])


def _wider(box: Box, by: Box) -> Box:
    left, top, right, bottom = box
    return left - by[0], top - by[1], right + by[2], bottom + by[3]
