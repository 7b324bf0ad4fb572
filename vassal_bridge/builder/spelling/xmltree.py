"""Elements of a build file that is being made, written as VASSAL writes XML."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from vassal_bridge.formats import buildfile
from vassal_bridge.formats.xmltext import HEADER, escape_attribute, escape_text

_INDENT = "    "


@dataclass(frozen=True, slots=True)
class Component:
    """One element: its tag (a Java class), its attributes, and its children or its text."""

    tag: str
    attributes: Mapping[str, str] = field(default_factory=dict)
    children: tuple[Component, ...] = ()
    text: str = ""


def component(
    tag: str,
    attributes: Mapping[str, str] | None = None,
    children: Iterable[Component] = (),
    text: str = "",
) -> Component:
    """Return an element."""
    return Component(tag, dict(attributes or {}), tuple(children), text)


def carried(read: buildfile.Component) -> Component:
    """Return an element of a build file that was read, with all that is inside it."""
    inside = tuple(carried(child) for child in read.children)
    return Component(read.tag, dict(read.attributes), inside, read.text)


def to_xml(root: Component) -> str:
    """Return the document: attributes sorted, four blanks a level, no empty line."""
    lines: list[str] = []
    _write(root, 0, lines)
    return HEADER + "".join(lines)


def _write(element: Component, depth: int, lines: list[str]) -> None:
    attributes = "".join(
        f' {name}="{escape_attribute(element.attributes[name])}"'
        for name in sorted(element.attributes)
    )
    start = f"{_INDENT * depth}<{element.tag}{attributes}"
    if element.children:
        lines.append(start + ">\n")
        for child in element.children:
            _write(child, depth + 1, lines)
        lines.append(f"{_INDENT * depth}</{element.tag}>\n")
    elif element.text:
        lines.append(f"{start}>{escape_text(element.text)}</{element.tag}>\n")
    else:
        lines.append(start + "/>\n")
