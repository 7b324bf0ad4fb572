"""The pieces of cardboard that a module's counters are: every slot, drawn as VASSAL draws it.

The front is the slot as it is; its other faces are the other levels of the Layer that turns it:
the large one that is called so, or else the innermost large one. The back of a card, and of a
counter that begins under a mask, is that mask.
"""

from __future__ import annotations

import re
from collections import Counter as Tally
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from PIL import Image

from vassal_bridge.builder.sheets.paper import Paper, fits
from vassal_bridge.builder.sheets.printing import ImagePrint, Piece, PlainPrint, Print
from vassal_bridge.errors import BridgeError
from vassal_bridge.formats.commands import Command
from vassal_bridge.formats.fields import read_int
from vassal_bridge.formats.parts import Slot
from vassal_bridge.formats.pieces import Piece as SlotPiece
from vassal_bridge.formats.properties import Scene
from vassal_bridge.formats.tokens import encode_safely
from vassal_bridge.formats.traits import Trait
from vassal_bridge.formats.traitvalues import images_of, masked_by
from vassal_bridge.pictures.art import ModuleArt
from vassal_bridge.pictures.colours import WHITE, Colour
from vassal_bridge.pictures.counter import Counter, Sight
from vassal_bridge.pictures.traitlooks import LOOKS

LARGE = 0.6
"""Which share of the counter a Layer's picture covers that is a face of its own."""
MOST_FACES = 8
TRAY = "tray"
_TURNS = re.compile(r"flip|face|side|back|step|reduc|damage", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class SlotFaces:
    """A slot's faces as pictures, the tray's tab or the stack it is in, and its Markers' values."""

    id: str
    name: str
    images: tuple[Image.Image, ...]
    tab: str = ""
    markers: Mapping[str, str] = field(default_factory=dict)


def module_pieces(
    art: ModuleArt, mm: float, paper: Paper, slots: Iterable[Slot] | None = None
) -> tuple[list[Piece], list[str]]:
    """Return the pieces of a module, and sentences about the slots that cannot be printed.

    Those are the slots of which nothing can be seen, and what no paper can hold. The commonest
    size of a counter becomes `mm` wide; others keep their proportion to it. Without `slots` it
    is all of them.
    """
    counted, refused = counted_faces(art, slots)
    widths = Tally(found.images[0].width for found, _ in counted)
    common = widths.most_common(1)[0][0] if widths else 1
    pieces: list[Piece] = []
    for found, count in counted:
        made = _pieces(found, mm / common)
        if fits(made[0], paper):
            pieces += made * count
        else:
            refused.append(f"{found.name}: larger than {paper.name} paper")
    return pieces, refused


def counted_faces(
    art: ModuleArt, slots: Iterable[Slot] | None = None
) -> tuple[list[tuple[SlotFaces, int]], list[str]]:
    """Return a module's counters with the number of each, and why other slots are none.

    Equal counters of the tray and of the start are the same cardboard: the larger number counts,
    and the tray's tab.
    """
    counts: dict[tuple[str, bytes], Tally[str]] = {}
    first: dict[tuple[str, bytes], SlotFaces] = {}
    refused: list[str] = []
    for slot in art.module.slots if slots is None else slots:
        try:
            found = slot_faces(art, slot)
        except (BridgeError, ValueError) as error:
            refused.append(f"{slot.name}: {error}")
            continue
        if found is None:
            refused.append(f"{slot.name}: nothing of it can be seen")
            continue
        key = (found.name, b"".join(image.tobytes() for image in found.images))
        place = _place(slot)
        counts.setdefault(key, Tally())[place] += 1
        if key not in first or (counts[key][place] == 1 and place == TRAY):
            first[key] = found
    return [(found, max(counts[key].values())) for key, found in first.items()], refused


def _place(slot: Slot) -> str:
    """Return whether a slot lies in a tray or on a map at the start."""
    parent = slot.component.parent
    return "map" if parent is not None and parent.kind in ("SetupStack", "DrawPile") else TRAY


def slot_faces(art: ModuleArt, slot: Slot) -> SlotFaces | None:
    """Return a slot's faces, the front first; None where nothing of it can be seen.

    Raises FormatError or UnencodableError for a slot whose definition cannot be read.
    """
    definition = art.module.expand(slot.definition)
    texts = (slot.gpid or "0", str(definition.type_chain), str(definition.state_chain))
    command = "+/" + encode_safely(texts, "/")
    front = _look(art, command)
    box = front.box()
    if box.width <= 0 or box.height <= 0:
        return None
    images = [front.picture(box)]
    turner = _turner(front)
    for level in _other_levels(turner) if turner is not None else ():
        images.append(_look(art, command, turner, level).picture(box))
    if turner is None and (slot.is_card or _is_masked(front)):
        images.append(front.seen(sight=Sight.BACK).picture(box))
    tab = slot.place[-1] if slot.place else ""
    return SlotFaces(slot.gpid, slot.name, tuple(images[:MOST_FACES]), tab, _markers(front))


def _is_masked(counter: Counter) -> bool:
    """Tell whether a mask lies on a counter."""
    return any(
        trait.prefix == "obs;" and masked_by(trait) is not None for trait in counter.look.traits
    )


def _markers(counter: Counter) -> dict[str, str]:
    """Return the values of a counter's Markers by their names; the outermost counts."""
    found: dict[str, str] = {}
    for trait in counter.look.traits:
        if trait.prefix == "mark;":
            for name, value in zip(trait.type.rest, trait.state.rest, strict=False):
                found.setdefault(name, value)
    return found


def _look(art: ModuleArt, command: str, layer: Trait | None = None, level: int = 0) -> Counter:
    """Return a slot's counter; with a Layer and a level, as it is at that level."""
    piece = SlotPiece(Command(command))
    if layer is not None:
        state = piece.traits[layer.index].state
        state["level"] = str(level)
        piece.set_state(layer, str(state))
    return Counter(art, Scene().look(piece), LOOKS, sight=Sight.ALL)


def _turner(counter: Counter) -> Trait | None:
    """Return the Layer whose levels are the counter's faces; None for a counter of one face."""
    whole = counter.box()
    traits = counter.look.traits[:-1]
    large = [trait for trait in traits if _is_large(counter, trait, whole.width * whole.height)]
    named = [trait for trait in large if _TURNS.search(_words(trait))]
    return next(reversed(named or large), None)


def _is_large(counter: Counter, trait: Trait, area: int) -> bool:
    """Tell whether a Layer that follows nothing shows a picture as large as a face."""
    if trait.prefix != "emb2;" or trait.type.flag("follow"):
        return False
    images = [counter.art.image(name) for name in images_of(trait) if name]
    return any(image is not None and image.width * image.height >= LARGE * area for image in images)


def _words(trait: Trait) -> str:
    return " ".join(trait.type[name] for name in ("name", "activate_menu", "increase_menu"))


def _other_levels(trait: Trait) -> list[int]:
    """Return the levels with a picture that the slot does not show."""
    shown = read_int(trait.state["level"], -1)
    return [level for level, name in enumerate(images_of(trait), 1) if name and level != shown]


def _pieces(found: SlotFaces, scale: float) -> list[Piece]:
    """Return a counter as cardboard, two faces each; the last may have a plain back."""
    width, height = (round(side * scale, 2) for side in found.images[0].size)
    pieces = []
    for begin in range(0, len(found.images), 2):
        pair = found.images[begin : begin + 2]
        prints: list[Print] = [ImagePrint(_flat(image), rim_colour(image)) for image in pair]
        faces = "+".join(str(begin + place) for place in range(1, len(pair) + 1))
        back = prints[1] if len(prints) > 1 else PlainPrint(rim_colour(pair[0]))
        pieces.append(Piece(found.id, found.name, faces, width, height, prints[0], back))
    return pieces


def _flat(image: Image.Image) -> Image.Image:
    """Return a picture on the colour of its rim, so that round corners are not left white."""
    ground = Image.new("RGB", image.size, rim_colour(image))
    ground.paste(image, (0, 0), image)
    return ground


def rim_colour(image: Image.Image) -> Colour:
    """Return the commonest colour a little inside the edges of a picture.

    White where most of that is clear, as around a text without a ground.
    """
    width, height = image.size
    inset = min(max(2, width // 20), max(0, (min(width, height) - 1) // 2))
    tally: Tally[Colour] = Tally()
    for x in range(inset, width - inset):
        for y in {inset, height - 1 - inset}:
            _count(tally, image, x, y)
    for y in range(inset, height - inset):
        for x in {inset, width - 1 - inset}:
            _count(tally, image, x, y)
    if 2 * tally.total() < width + height - 4 * inset:
        return WHITE
    return max(sorted(tally), key=tally.__getitem__, default=WHITE)


def _count(tally: Tally[Colour], image: Image.Image, x: int, y: int) -> None:
    pixel = image.getpixel((x, y))
    assert isinstance(pixel, tuple)
    red, green, blue, alpha = pixel
    if alpha > 200:
        tally[int(red), int(green), int(blue)] += 1
