"""A module as its checks see it: every trait once with all its places, every value by its kind.

Traits are those that slots and prototypes spell out, not the expanded ones, so that a fault in a
prototype is one fault. Pieces inside Place Marker and Replace traits count as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from vassal_bridge.formats.archive import Archive
from vassal_bridge.formats.boards.maps import find_image
from vassal_bridge.formats.buildfile import Component
from vassal_bridge.formats.fields import LISTS, NESTED, Field, Record, layout_of
from vassal_bridge.formats.kinds import marker_piece, parse_face
from vassal_bridge.formats.module import Module
from vassal_bridge.formats.prototypes import parse_definition
from vassal_bridge.formats.tokens import decode
from vassal_bridge.formats.traits import Trait

DEFINED = ("PieceSlot", "CardSlot", "PrototypeDefinition")
ADD_PIECE = "+/"
MARKERS = ("placemark;", "replace;")
MAX_INNER = 20
"""How deep pieces inside Place Marker traits are followed."""

ICONS = (
    *("icon", "disabledIcon", "buttonIcon", "iconName", "persistentIconName"),
    *("markUnmovedIcon", "inIconName", "outIconName", "pickIconName"),
    *("showingIcon", "hiddenIcon", "image"),
)
"""Attributes that name an image (format reference, appendix A)."""

PICTURES = ("Chart", "AboutScreen")
"""Components whose `fileName` is an image."""

ENGINE_IMAGES = frozenset(
    (
        *("Splash.png", "StepForward16.gif", "Undo16.gif", "VASSAL-256x256.png"),
        *("camera.gif", "chess_clock.png", "connect.gif", "counter.gif", "die.gif"),
        *("getMessages.gif", "globe_selected.gif", "globe_unselected.gif", "inventory.gif"),
        *("lockedRoom.gif", "map.gif", "moved.gif", "notes.gif", "overview.gif", "recenter.gif"),
        *("thread.gif", "unmoved.gif", "zoom.png"),
        *("zoomIn.gif", "zoomIn.png", "zoomOut.gif", "zoomOut.png"),
    )
)
"""Images of VASSAL's own that a module may name without bringing them."""


@dataclass(frozen=True, slots=True)
class Sited:
    """A trait's type with the slots and prototypes that have it, in order of the build file."""

    trait: Trait
    sites: tuple[Component, ...]

    @property
    def component(self) -> Component:
        """The first component that has the trait."""
        return self.sites[0]


@dataclass(frozen=True, slots=True)
class Value:
    """One value of a trait or an attribute of a component: its field, its kind and its text.

    `prefix` is the trait's; for an attribute it is empty and `field` the attribute's name.
    """

    component: Component
    prefix: str
    owner: str
    field: str
    kind: str
    text: str
    times: int = 1


class Survey:
    """What the checks of a module ask for, each put together when first asked for."""

    def __init__(self, module: Module) -> None:
        self.module = module

    @cached_property
    def archives(self) -> tuple[Archive, ...]:
        """The module's archive, then those of its extensions."""
        return (self.module.archive, *(one.archive for one in self.module.extensions))

    @cached_property
    def components(self) -> tuple[Component, ...]:
        """Every component in order, extensions last."""
        return tuple(one for root in self.module.roots for one in root.walk())

    @cached_property
    def definitions(self) -> tuple[Component, ...]:
        """The slots and prototype definitions that hold a piece."""
        return tuple(one for one in self.components if one.kind in DEFINED)

    @cached_property
    def traits(self) -> tuple[Sited, ...]:
        """Every trait by its type, once, with its sites."""
        found: dict[str, tuple[Trait, list[Component]]] = {}
        for component in self.definitions:
            if not component.text.startswith(ADD_PIECE):
                continue
            for trait in _spelled(component.text):
                _, sites = found.setdefault(trait.type_text, (trait, []))
                sites.append(component)
        return tuple(Sited(trait, tuple(sites)) for trait, sites in found.values())

    def traits_of(self, *prefixes: str) -> Iterator[Sited]:
        """Yield the traits with one of some prefixes."""
        return (one for one in self.traits if one.trait.prefix in prefixes)

    @cached_property
    def values(self) -> tuple[Value, ...]:
        """Every value of every trait's type."""
        return tuple(
            Value(
                one.component,
                one.trait.prefix,
                one.trait.spec.name,
                field.name,
                field.kind,
                text,
                len(one.sites),
            )
            for one in self.traits
            if not one.trait.is_opaque
            for field, text in leaves(one.trait.type)
        )

    @cached_property
    def images(self) -> dict[str, list[Value]]:
        """The images named by traits and components, with the places that name them."""
        found: dict[str, list[Value]] = {}
        for one in (*self._images_of_traits(), *self._images_of_components()):
            if one.text.strip():  # a name of blanks alone names none
                found.setdefault(one.text, []).append(one)
        return found

    def _images_of_traits(self) -> Iterator[Value]:
        for one in self.traits:
            for name, image in _images_in(one.trait):
                yield Value(
                    one.component,
                    one.trait.prefix,
                    one.trait.spec.name,
                    name,
                    "image",
                    image,
                    len(one.sites),
                )

    def _images_of_components(self) -> Iterator[Value]:
        for one in self.components:
            for name, text in one.attributes.items():
                if name in ICONS or (name == "fileName" and one.kind in PICTURES):
                    yield Value(one, "", one.kind, name, "image", text)

    @cached_property
    def generated_images(self) -> frozenset[str]:
        """The names of the images that the module's own image definitions make."""
        return frozenset(one.get("name") for one in self.components if one.kind == "GamePieceImage")

    @cached_property
    def image_entries(self) -> frozenset[tuple[Archive, str]]:
        """The entries that hold the named images, with their archives."""
        found = map(self.image_entry, self.images)
        return frozenset(one for one in found if one is not None)

    def image_entry(self, name: str) -> tuple[Archive, str] | None:
        """Return the archive and the entry that hold an image; None where none does."""
        for archive in self.archives:
            entry = find_image(archive, name)
            if entry is not None:
                return archive, entry
        return None

    def has_entry(self, name: str) -> bool:
        """Tell whether one of the archives holds an entry."""
        return any(name in archive for archive in self.archives)

    @cached_property
    def has_own_encoder(self) -> bool:
        """Whether the module brings traits of its own: VASSAL's encoder is not the only one."""
        encoders = [one for one in self.components if "CommandEncoder" in one.kind]
        return any(not is_engine(one.tag) for one in encoders)


def is_engine(tag: str) -> bool:
    """Tell whether a class is VASSAL's own, by its package; plain tags are VASSAL's too."""
    return "." not in tag or tag.startswith("VASSAL.")


def place_of(component: Component) -> tuple[str, ...]:
    """Return a component's place in the tree: `class:name` from the outermost inwards."""
    around = [component, *component.ancestors()]
    steps = [f"{one.kind}:{one.label}" if one.label else one.kind for one in around]
    return tuple(reversed(steps[:-1] or steps))


def _spelled(definition: str) -> Iterator[Trait]:
    """Yield the traits of a definition, and those of the pieces inside Place Markers."""
    waiting = [(definition, 0)]
    while waiting:
        text, depth = waiting.pop()
        for index, one in enumerate(parse_definition(text).traits):
            trait = Trait(index, one.type, one.state)
            yield trait
            if trait.prefix in MARKERS and depth < MAX_INNER:
                marker = trait.type["marker"]
                if marker_piece(marker) is not None:
                    waiting.append((marker, depth + 1))


def _images_in(trait: Trait) -> Iterator[tuple[str, str]]:
    match trait.prefix:
        case "emb2;":
            yield from (("images", image) for image in trait.type.values("images"))
        case "emb;":
            yield from (("level", level["image"]) for level in trait.type.items("level"))
        case "obs;":
            yield "image", trait.type["image"]
            yield "display", parse_face(trait.type["display"]).image
        case "piece;":
            yield "image", trait.type["image"]
        case "markmoved;":
            yield "icon", trait.type["icon"]


def leaves(record: Record) -> Iterator[tuple[Field, str]]:
    """Yield the values of a record that are not divided further, with their fields."""
    layout = record.layout
    for one in (*layout.fields, *layout.after):
        if not layout.delimiter or record.has(one.name):
            yield from _inside(one, record[one.name])
    if layout.tail is not None:
        for text in record.rest:
            yield from _inside(layout.tail, text)


def _inside(one: Field, text: str) -> Iterator[tuple[Field, str]]:
    if not text:
        return
    if one.kind in LISTS:
        delimiter, kind = LISTS[one.kind]
        for item in _items(text, one.kind, delimiter):
            yield from _inside(Field(one.name, kind), item)
    elif one.kind != "k" and (one.kind in NESTED or one.kind == "lev"):
        yield from leaves(Record(text, layout_of(one.kind, text)))
    else:
        yield one, text


def _items(text: str, kind: str, delimiter: str) -> Sequence[str]:
    if kind == "k[]" and delimiter not in text:  # old files: one letter for each key
        return list(text)
    return decode(text, delimiter)
