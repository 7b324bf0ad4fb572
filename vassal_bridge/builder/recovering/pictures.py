"""Makes a recipe of a folder of pictures: their names tell counters, faces and words."""

from __future__ import annotations

import re
from pathlib import Path

from PIL import Image, UnidentifiedImageError

from vassal_bridge.builder.recovering.found import TAB, Found
from vassal_bridge.errors import RuleError

SUFFIXES = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp")
_FACE = re.compile(r"(.+?)[-_ ]+\(?(front|back|f|b)\)?", re.IGNORECASE)
_BACKS = ("back", "b")


def from_pictures(folder: Path) -> list[Found]:
    """Return the counters of a folder of pictures, by their names; `x-back.png` backs `x.png`.

    Folders inside it are tabs of the tray. The words of a name, between hyphens, become the
    columns word1, word2 and so on.

    Raises:
        RuleError: there is no picture, or files that are none, all of them told.
    """
    fronts: dict[tuple[str, str], Path] = {}
    backs: dict[tuple[str, str], Path] = {}
    for path in sorted(folder.rglob("*")):
        if path.suffix.lower() in SUFFIXES and not path.name.startswith("."):
            stem, is_back = face_of(path.stem)
            tab = " > ".join(path.parent.relative_to(folder).parts) or TAB
            (backs if is_back else fronts).setdefault((tab, stem), path)
    for key, path in backs.items():
        fronts.setdefault(key, path)
    if not fronts:
        raise RuleError(f"expected pictures such as us-infantry-1.png in {folder}, found none")
    broken = [
        path.relative_to(folder) for path in {*fronts.values(), *backs.values()} if not _opens(path)
    ]
    if broken:
        names = ", ".join(str(path) for path in sorted(broken))
        raise RuleError(f"expected pictures, found files that are none: {names}")
    return [
        Found(
            stem,
            tab,
            tuple(
                _open(one)
                for one in dict.fromkeys((path, backs.get((tab, stem))))
                if one is not None
            ),
            cells={f"word{number}": word for number, word in enumerate(_words(stem), 1)},
        )
        for (tab, stem), path in sorted(fronts.items())
    ]


def _words(stem: str) -> list[str]:
    return [word for word in re.split(r"[-_ ]+", stem) if word]


def face_of(stem: str) -> tuple[str, bool]:
    """Return what a file's name calls the counter, and whether it shows the back.

    >>> face_of("us-inf-1-back"), face_of("us-inf-1-front"), face_of("us-inf-12")
    (('us-inf-1', True), ('us-inf-1', False), ('us-inf-12', False))
    """
    found = _FACE.fullmatch(stem)
    return (stem, False) if found is None else (found[1], found[2].lower() in _BACKS)


def _opens(path: Path) -> bool:
    try:
        _open(path)
    except (UnidentifiedImageError, OSError):
        return False
    return True


def _open(path: Path) -> Image.Image:
    with Image.open(path) as image:
        return image.convert("RGBA")
