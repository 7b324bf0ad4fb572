"""A log as a film: the map after each step that changes what a viewer sees."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO

from PIL import Image, ImageChops

from vassal_bridge.errors import RuleError
from vassal_bridge.formats.boards.maps import GameMap
from vassal_bridge.formats.logs.log import Log, follow_layers
from vassal_bridge.formats.properties import Viewer
from vassal_bridge.formats.surroundings import scene_of
from vassal_bridge.pictures.art import ModuleArt
from vassal_bridge.pictures.mapview import MapView

MOST_PIXELS = 200_000_000
"""All frames of one film together; larger films are refused before any program chokes on them."""

_UNSEEN = frozenset({"Chat", "Null", "Opaque", "BeginSave", "EndSave"})


@dataclass(frozen=True, slots=True)
class Frame:
    """A picture of the map and the first step after which it looked so; 0 is the start."""

    step: int
    image: Image.Image


def frames(
    log: Log, art: ModuleArt, found: GameMap, viewer: Viewer | None, zoom: float = 1.0
) -> Iterator[Frame]:
    """Yield the map at the start and after each step after which it looks otherwise."""
    position = log.position(art.module)
    image = MapView(art, position.save, found, viewer).draw(zoom)
    yield Frame(0, image)
    for step in log.steps:
        for command in step.commands:
            position.execute(command)
        if all(command.kind in _UNSEEN for command in step.commands):
            continue
        position.settle()
        follow_layers(position, scene_of(position.save, art.module))
        later = MapView(art, position.save, found, viewer).draw(zoom)
        if later.size != image.size or ImageChops.difference(later, image).getbbox() is not None:
            image = later
            yield Frame(step.number, image)


def gif_bytes(pictures: list[Image.Image], pause: int) -> bytes:
    """Return pictures as an animation; `pause` is in milliseconds, the last stays three times.

    Raises:
        RuleError: there are too many pixels for one film.
    """
    total = sum(picture.width * picture.height for picture in pictures)
    if total > MOST_PIXELS:
        raise RuleError(
            f"the film would hold {total // 1_000_000} million pixels, expected at most"
            f" {MOST_PIXELS // 1_000_000}; draw it smaller with --zoom"
        )
    reduced = [picture.quantize(256, dither=Image.Dither.NONE) for picture in pictures]
    out = BytesIO()
    reduced[0].save(
        out,
        "GIF",
        save_all=True,
        append_images=reduced[1:],
        duration=[pause] * (len(reduced) - 1) + [3 * pause],
        loop=0,
        optimize=False,
    )
    return out.getvalue()
