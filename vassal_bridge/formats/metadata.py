"""The entries moduledata, savedata and extensiondata: who wrote the file, for which module."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from vassal_bridge.formats.xmltext import HEADER, escape_attribute, escape_text, own_text, parse_xml

MODULE_DATA = "moduledata"
SAVE_DATA = "savedata"
EXTENSION_DATA = "extensiondata"

_SWAPPED_BEFORE = (3, 6, 11)
_NONE: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Metadata:
    """What such an entry says; empty or None where it says nothing.

    `version` is the module's (in an extension, the extension's), `date_saved` in milliseconds
    since 1970. `names` and `descriptions` hold the translations by language code. Only a
    module has a name, only an extension says whether it is `universal`.
    """

    name: str = ""
    version: str = ""
    vassal_version: str = ""
    date_saved: int | None = None
    description: str = ""
    extra1: str = ""
    extra2: str = ""
    names: Mapping[str, str] = field(default_factory=lambda: _NONE)
    descriptions: Mapping[str, str] = field(default_factory=lambda: _NONE)
    universal: bool | None = None


def version_numbers(version: str) -> tuple[int, ...]:
    """Return the numbers of a version of VASSAL; what follows a `-` is left out.

    >>> version_numbers("3.8.0-beta1"), version_numbers("")
    ((3, 8, 0), ())
    """
    found = re.match(r"\d+(?:\.\d+)*", version)
    return tuple(map(int, found.group().split("."))) if found is not None else ()


def read_metadata(data: bytes) -> Metadata:
    """Return what an entry moduledata, savedata or extensiondata says.

    Unknown elements are passed over. VASSAL up to 3.6.10 wrote language and translation the
    wrong way round; they are read as they were meant.

    Raises:
        FormatError: not XML, or XML that we do not accept.
    """
    base: dict[str, str] = {}
    translated: dict[str, dict[str, str]] = {"name": {}, "description": {}}
    for element in parse_xml(data).iterchildren("*"):
        text, language = own_text(element), element.get("lang")
        if language and element.tag in translated:
            if _is_swapped(base.get("VassalVersion", "")):
                language, text = text, str(language)
            translated[element.tag][str(language)] = text
        else:
            base.setdefault(element.tag, text)
    date = base.get("dateSaved", "")
    return Metadata(
        name=base.get("name", ""),
        version=base.get("version", ""),
        vassal_version=base.get("VassalVersion", ""),
        date_saved=int(date) if re.fullmatch(r"-?[0-9]{1,18}", date) else None,
        description=base.get("description", ""),
        extra1=base.get("extra1", ""),
        extra2=base.get("extra2", ""),
        names=MappingProxyType(translated["name"]),
        descriptions=MappingProxyType(translated["description"]),
        universal=base["universal"] == "true" if "universal" in base else None,
    )


def _is_swapped(version: str) -> bool:
    numbers = version_numbers(version)[:3]
    return bool(numbers) and numbers < _SWAPPED_BEFORE


def write_metadata(metadata: Metadata) -> bytes:
    """Return an entry as VASSAL 3.7 and later write it: two blanks, Unix lines, no empty name."""
    lines = [
        _element("version", metadata.version),
        _element("extra1", metadata.extra1),
        _element("extra2", metadata.extra2),
        _element("VassalVersion", metadata.vassal_version),
        _element("dateSaved", str(metadata.date_saved or 0)),
        *_localized("description", metadata.description, metadata.descriptions),
        *_localized("name", metadata.name, metadata.names),
    ]
    if metadata.universal is not None:
        lines.append(_element("universal", "true" if metadata.universal else "false"))
    body = "".join(f"  {line}\n" for line in lines)
    return f'{HEADER}<data version="1">\n{body}</data>\n'.encode()


def _element(tag: str, text: str, attribute: str = "") -> str:
    if not text:
        return f"<{tag}{attribute}/>"
    return f"<{tag}{attribute}>{escape_text(text)}</{tag}>"


def _localized(tag: str, base: str, translations: Mapping[str, str]) -> list[str]:
    lines = [_element(tag, base)] if base or translations else []
    for language, text in translations.items():
        lines.append(_element(tag, text, f' lang="{escape_attribute(language)}"'))
    return lines


def set_version(data: bytes, version: str) -> bytes:
    """Return an entry in which `version` says something else; all other bytes stay.

    An entry without such an element comes back as it is.

    Raises:
        UnencodableError: XML cannot hold the version.
    """
    found = _VERSION.search(data)
    if found is None or read_metadata(data).version == version:
        return data
    element = _element("version", version).encode("utf-8", "xmlcharrefreplace")
    return data[: found.start()] + element + data[found.end() :]


_VERSION = re.compile(rb"<version\s*/>|<version\s*>[^<]*</version\s*>")
