"""The pictures of a module, by name, and how its maps lay boards and stacks out."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO

from lxml import etree
from PIL import Image

from vassal_bridge.errors import BindingError, FormatError, Where
from vassal_bridge.formats.archive import Archive

_MAP_TAG = "VASSAL.build.module.Map"
_BOARD_TAG = "VASSAL.build.module.map.boardPicker.Board"
_METRICS_TAG = "VASSAL.build.module.map.StackMetrics"


@dataclass(frozen=True, slots=True)
class StackOffset:
    """Pixels by which each further member of a stack is drawn right and up."""

    right: int = 2
    up: int = 4


@dataclass(frozen=True, slots=True)
class MapArt:
    """A map window: its name, its boards' pictures by name, its margins and stack offsets."""

    name: str
    boards: dict[str, str]
    edge: tuple[int, int]
    stacks: StackOffset


class ModuleArt:
    """A module's maps and pictures; each picture is read when first asked for."""

    def __init__(self, archive: Archive) -> None:
        self.archive = archive
        self.maps = _read_maps(archive)
        self._images: dict[str, Image.Image | None] = {}

    def map(self, name: str | None = None) -> MapArt:
        """Return a map by its name, the first without one; raises BindingError for none."""
        for found in self.maps:
            if name is None or found.name == name:
                return found
        known = ", ".join(found.name for found in self.maps) or "none"
        where = Where(file=self.archive.name)
        raise BindingError(f"the module has no map {name!r}; it has {known}", where=where)

    def image(self, name: str) -> Image.Image | None:
        """Return a picture by the name that traits use; None for one that cannot be had."""
        if name not in self._images:
            self._images[name] = self._read(name)
        return self._images[name]

    def _read(self, name: str) -> Image.Image | None:
        entry = f"images/{name}"
        if not name or entry not in self.archive:
            return None
        try:
            with Image.open(BytesIO(self.archive[entry])) as opened:
                return opened.convert("RGBA")
        except (OSError, ValueError, Image.DecompressionBombError):
            return None


def _read_maps(archive: Archive) -> tuple[MapArt, ...]:
    for entry in ("buildFile.xml", "buildFile"):
        if entry in archive:
            break
    else:
        raise FormatError("expected an entry buildFile.xml", where=Where(archive.name))
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=True
    )
    try:
        root = etree.fromstring(archive[entry], parser)
    except etree.XMLSyntaxError as error:
        raise FormatError(f"this is no XML: {error}", where=Where(archive.name, entry)) from None
    return tuple(_read_map(element) for element in root.iter(_MAP_TAG))


def _read_map(element: etree._Element) -> MapArt:
    boards = {board.get("name", ""): board.get("image", "") for board in element.iter(_BOARD_TAG)}
    metrics = next(element.iter(_METRICS_TAG), None)
    stacks = StackOffset()
    if metrics is not None:
        stacks = StackOffset(_number(metrics, "unexSepX", 2), _number(metrics, "unexSepY", 4))
    edge = (_number(element, "edgeWidth", 0), _number(element, "edgeHeight", 0))
    return MapArt(element.get("mapName", ""), boards, edge, stacks)


def _number(element: etree._Element, name: str, default: int) -> int:
    text = element.get(name, "")
    return int(text) if text.lstrip("-").isdigit() else default
