"""The component tree of a build file: Java classes, their attributes in order, their texts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType

from lxml import etree

from vassal_bridge.errors import FormatError, UnencodableError, Where
from vassal_bridge.formats.xmltext import (
    escape_attribute,
    escape_text,
    own_text,
    parse_xml,
    trim,
)

_LABELS = ("name", "entryName", "mapName", "chartName", "title", "setupStack", "locale")
_NOTHING: Mapping[str, str] = MappingProxyType({})


class Component:
    """One element of a build file; `tag` is the name of its Java class.

    `number` counts the elements of the file from 0, `line` is where its start tag ends.
    """

    __slots__ = ("attributes", "children", "line", "number", "parent", "tag", "text")

    def __init__(
        self,
        tag: str,
        attributes: Mapping[str, str] = _NOTHING,
        text: str = "",
        *,
        parent: Component | None = None,
        number: int = 0,
        line: int = 0,
    ) -> None:
        self.tag = tag
        self.attributes = MappingProxyType(dict(attributes))
        self.text = text
        self.parent = parent
        self.children: tuple[Component, ...] = ()
        self.number = number
        self.line = line

    @property
    def kind(self) -> str:
        """The last part of the class's name, such as `PieceSlot`."""
        return self.tag.rpartition(".")[2]

    @property
    def label(self) -> str:
        """The name under which VASSAL's editor lists the component; empty where it has none."""
        return next((self.attributes[key] for key in _LABELS if key in self.attributes), "")

    def get(self, name: str, default: str = "") -> str:
        """Return an attribute; the default where it is absent."""
        return self.attributes.get(name, default)

    def flag(self, name: str, default: bool = False) -> bool:
        """Return a truth value: only `true`, in any case, is true; the default where absent."""
        text = self.attributes.get(name)
        return default if text is None else text.lower() == "true"

    def is_a(self, tag: str) -> bool:
        """Tell whether the class has this name, given whole or from some dot on."""
        return self.tag == tag or self.tag.endswith("." + tag)

    def walk(self) -> Iterator[Component]:
        """Yield the component and everything inside it, in the order of the file."""
        waiting = [self]
        while waiting:
            one = waiting.pop()
            yield one
            waiting.extend(reversed(one.children))

    def find_all(self, *tags: str) -> Iterator[Component]:
        """Yield what is inside, at any depth (folders too), of one of the classes, in order."""
        for one in self.walk():
            if one is not self and any(one.is_a(tag) for tag in tags):
                yield one

    def find(self, *tags: str) -> Component | None:
        """Return the first component of `find_all`; None where there is none."""
        return next(self.find_all(*tags), None)

    def ancestors(self) -> Iterator[Component]:
        """Yield the components around this one, from the nearest outwards."""
        one = self.parent
        while one is not None:
            yield one
            one = one.parent

    @property
    def place(self) -> tuple[str, ...]:
        """The names of the components around this one, from the outermost inwards, itself last.

        A component without a name stands as its class's.
        """
        around = [one.label or one.kind for one in (self, *self.ancestors()) if one.parent]
        return tuple(reversed(around))

    def __repr__(self) -> str:
        return f"<{self.kind} {self.label!r}>"


@dataclass(frozen=True, slots=True)
class Span:
    """Where an element stands: its start, the end of its start tag, its end tag, its end."""

    start: int
    inside: int
    closing: int
    end: int

    @property
    def is_empty(self) -> bool:
        """Whether the element is one tag, `<X/>`."""
        return self.inside == self.closing == self.end


@dataclass(frozen=True, slots=True)
class Edit:
    """What is to be set in a component: attributes, and its text unless that is None."""

    component: Component
    attributes: Mapping[str, str] = field(default_factory=dict)
    text: str | None = None


class BuildFile:
    """A build file: its bytes and the tree in them."""

    def __init__(self, data: bytes, *, where: Where | None = None) -> None:
        self.data = data
        try:
            root = parse_xml(data)
        except FormatError as error:
            raise error.add(where or Where()) from None
        self.root = _tree(root)

    def with_attribute(self, component: Component, name: str, value: str) -> bytes:
        """Return the file with one attribute of one component set; all other bytes stay.

        A new attribute is put where VASSAL's order, that of the names, has it.

        Raises:
            KeyError: the component is not of this file.
            UnencodableError: XML cannot hold the value.
        """
        start, end = self._start_tag(component)
        tag = self.data[start:end]
        spelled = self._bytes(escape_attribute(value))
        at = len(_NAME.match(tag, 1).group()) + 1  # type: ignore[union-attr]  # a start tag has a name
        for found in _ATTRIBUTE.finditer(tag, at):
            known = found.group(1).decode(self._encoding)
            if known == name:
                if component.attributes[name] == value:
                    return self.data
                quoted = b'"' + spelled + b'"'
                return self._spliced(start + found.start(2), start + found.end(2), quoted)
            if known < name:
                at = found.end()
        new = b" " + name.encode(self._encoding) + b'="' + spelled + b'"'
        return self._spliced(start + at, start + at, new)

    def without_attribute(self, component: Component, name: str) -> bytes:
        """Return the file without one attribute of one component; all other bytes stay.

        Raises:
            KeyError: the component is not of this file, or has no such attribute.
        """
        start, end = self._start_tag(component)
        for found in _ATTRIBUTE.finditer(self.data[start:end]):
            if found.group(1).decode(self._encoding) == name:
                return self._spliced(start + found.start(), start + found.end(), b"")
        raise KeyError(f"the component has no attribute {name!r}")

    def with_text(self, component: Component, text: str) -> bytes:
        """Return the file with the text of one component set; all other bytes stay.

        Blanks around the old text stay where they are.

        Raises:
            KeyError: the component is not of this file.
            UnencodableError: VASSAL would not read the text back (it cuts off blanks at the
                ends), or the component holds others, comments or CDATA.
        """
        start, end = self._start_tag(component)
        if component.text == text:
            return self.data
        spelled = self._bytes(escape_text(text))
        if text != trim(text):
            raise UnencodableError("VASSAL would cut off the blanks at the ends of the text")
        if self.data[start:end].endswith(b"/>"):
            closing = b"</" + self._bytes(component.tag) + b">"
            return self._spliced(end - 2, end, b">" + spelled + closing)
        closes = self.data.index(b"<", end)
        if not self.data.startswith(b"</", closes):
            raise UnencodableError("the component holds more than a text; it is not edited")
        old = self.data[end:closes]
        at = end + len(old) - len(old.lstrip(_BLANKS))
        until = max(at, closes - len(old) + len(old.rstrip(_BLANKS)))
        return self._spliced(at, until, spelled)

    @cached_property
    def spans(self) -> tuple[Span, ...]:
        """Where each component stands in the file's bytes, by its number."""
        starts: list[tuple[int, int]] = []
        closes: dict[int, tuple[int, int]] = {}
        opened: list[int] = []
        for found in _MARKUP.finditer(self.data):
            markup = found.group()
            if found.group(1) is not None:
                starts.append(found.span())
                if markup.endswith(b"/>"):
                    closes[len(starts) - 1] = (found.end(), found.end())
                else:
                    opened.append(len(starts) - 1)
            elif markup.startswith(b"</"):
                closes[opened.pop()] = found.span()
        return tuple(Span(*start, *closes[number]) for number, start in enumerate(starts))

    def with_edits(self, edits: Iterable[Edit]) -> bytes:
        """Return the file with many attributes and texts set in one go; all other bytes stay.

        Raises:
            IndexError: a component is not of this file.
            UnencodableError: XML cannot hold a value.
        """
        spans, data = self.spans, self.data
        for edit in sorted(edits, key=lambda one: -one.component.number):
            span = spans[edit.component.number]
            if edit.text is not None and not span.is_empty:
                text = self._bytes(escape_text(edit.text))
                data = data[: span.inside] + text + data[span.closing :]
            tag = self._set(data[span.start : span.inside], edit.attributes)
            data = data[: span.start] + tag + data[span.inside :]
        return data

    def _set(self, tag: bytes, attributes: Mapping[str, str]) -> bytes:
        """Return a start tag with attributes set; those that it lacks come last."""
        left = dict(attributes)

        def spelled(found: re.Match[bytes]) -> bytes:
            value = left.pop(found.group(1).decode(self._encoding), None)
            if value is None:
                return found.group()
            head = found.group()[: found.start(2) - found.start()]
            return head + b'"' + self._bytes(escape_attribute(value)) + b'"'

        tag = _ATTRIBUTE.sub(spelled, tag)
        more = "".join(f' {name}="{escape_attribute(value)}"' for name, value in left.items())
        end = len(tag.rstrip(b"/>").rstrip())
        return tag[:end] + self._bytes(more) + tag[end:]

    def with_children(self, added: Mapping[Component, Sequence[bytes]]) -> bytes:
        """Return the file with elements, given as XML, put behind the children of components.

        Raises:
            IndexError: a component is not of this file.
        """
        spans = self.spans
        data = self.data
        for parent in sorted(added, key=lambda one: -spans[one.number].end):
            span, indent = spans[parent.number], b"\n" + b"    " * (len(parent.place) + 1)
            body = b"".join(indent + xml for xml in added[parent])
            if span.is_empty:
                closing = indent[:-4] + b"</" + self._bytes(parent.tag) + b">"
                start = data[: span.inside - 2].rstrip() + b">"
                data = start + body + closing + data[span.end :]
                continue
            at = len(data[: span.closing].rstrip(_BLANKS))
            data = data[:at] + body + data[at:]
        return data

    def without(self, components: Iterable[Component]) -> bytes:
        """Return the file without some components, none inside another, and the blanks before."""
        return self._cut(0, len(self.data), components)

    def element(self, component: Component, without: Iterable[Component] = ()) -> bytes:
        """Return a component as it is spelled in the file, without some of those inside it."""
        span = self.spans[component.number]
        return self._cut(span.start, span.end, without)

    def _cut(self, start: int, end: int, components: Iterable[Component]) -> bytes:
        spans = self.spans
        parts: list[bytes] = []
        for one in sorted(components, key=lambda one: one.number):
            span = spans[one.number]
            parts.append(self.data[start : span.start].rstrip(_BLANKS))
            start = span.end
        return b"".join([*parts, self.data[start:end]])

    def _bytes(self, text: str) -> bytes:
        return text.encode(self._encoding, "xmlcharrefreplace")

    def _spliced(self, start: int, end: int, new: bytes) -> bytes:
        return self.data[:start] + new + self.data[end:]

    @property
    def _encoding(self) -> str:
        declared = _ENCODING.match(self.data[:200])
        return declared.group(1).decode("ascii") if declared is not None else "utf-8"

    def _start_tag(self, component: Component) -> tuple[int, int]:
        number = -1
        for found in _MARKUP.finditer(self.data):
            if found.group(1) is not None:
                number += 1
                if number == component.number:
                    return found.span()
        raise KeyError(f"the build file has no element {component.number}")


_BLANKS = b" \t\r\n"
_NAME = re.compile(rb"[^\s/>]+")
_ATTRIBUTE = re.compile(rb"""\s([^\s=]+)\s*=\s*("[^"]*"|'[^']*')""")
_ENCODING = re.compile(rb"""(?:\xef\xbb\xbf)?<\?xml[^>]*?encoding\s*=\s*["']([^"']*)["']""")
_MARKUP = re.compile(
    rb"""<!--.*?-->|<\?.*?\?>|<!\[CDATA\[.*?\]\]>|</[^>]*>"""
    rb"""|(<[^\s/>!?]+(?:\s+[^\s=]+\s*=\s*(?:"[^"]*"|'[^']*'))*\s*/?>)""",
    re.DOTALL,
)


def _tree(root: etree._Element) -> Component:
    """Make components of elements; comments and processing instructions are left out."""
    made: dict[etree._Element, Component] = {}
    inside: dict[Component, list[Component]] = {}
    for number, element in enumerate(root.iter(etree.Element)):
        above = element.getparent()
        parent = made[above] if above is not None else None
        component = Component(
            str(element.tag),
            {str(key): str(value) for key, value in element.attrib.items()},
            own_text(element),
            parent=parent,
            number=number,
            line=int(str(element.sourceline)),
        )
        made[element] = component
        if parent is not None:
            inside.setdefault(parent, []).append(component)
    for component, children in inside.items():
        component.children = tuple(children)
    return made[root]
