"""XML from strangers through one hardened parser, and XML text spelled as VASSAL spells it.

No document type is accepted, so there are no entities to expand and nothing else to fetch
(format reference 12). Sizes and depth are limited by us, not by libxml2's lower limits, because
VASSAL's own files hold texts of several megabytes.
"""

from __future__ import annotations

import re

from lxml import etree

from vassal_bridge.errors import FormatError, UnencodableError

MAX_XML = 128 * 1024 * 1024
"""The largest document, in bytes."""
MAX_DEPTH = 200
"""The deepest nesting of elements; VASSAL's own reader is recursive and stops near it."""

HEADER = '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n'
"""The first line of every XML file that VASSAL writes."""

_BOM = b"\xef\xbb\xbf"
_PROLOG = re.compile(rb"(?:[ \t\r\n]+|<\?.*?\?>|<!--.*?-->)*", re.DOTALL)
_DECLARATION = re.compile(rb"""<\?xml[^>]*?encoding\s*=\s*["']([^"']*)["']""")
_ENCODINGS = re.compile(rb"(?i)utf-?8|us-ascii|ascii|iso-8859-\d+|windows-125\d|cp125\d")
_NO_MARKUP = re.compile(rb"(<!--.*?-->|<\?.*?\?>)|<!\[CDATA\[(.*?)\]\]>", re.DOTALL)


def parse_xml(data: bytes) -> etree._Element:
    """Return the root element of an XML document; sections of CDATA are left out, as VASSAL does.

    Raises:
        FormatError: not XML (with line and column), too large, too deep, in an encoding in
            which markup could hide, or with a document type.
    """
    if len(data) > MAX_XML:
        raise FormatError(f"expected XML of at most {MAX_XML} bytes, found {len(data)}")
    _check_prolog(data.removeprefix(_BOM))
    root = _parse(data)
    if root.getroottree().docinfo.internalDTD is not None:
        raise FormatError("expected XML without a DOCTYPE, found one")
    _check_depth(root)
    if b"<![CDATA[" in data:
        # only in well-formed XML does every comment and section end, which keeps this linear
        root = _parse(_NO_MARKUP.sub(_without_cdata, data))
    return root


def _parse(data: bytes) -> etree._Element:
    parser = etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        dtd_validation=False,
        attribute_defaults=False,
        huge_tree=True,
        remove_blank_text=False,
    )
    try:
        return etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        line, column = error.position
        reason = " ".join((error.msg or "").split())
        raise FormatError(
            f"expected XML, found something else at line {line}, column {column}: {reason}"
        ) from None


def _check_prolog(data: bytes) -> None:
    found = _PROLOG.match(data)
    end = found.end() if found is not None else 0
    if data[end : end + 9].upper() == b"<!DOCTYPE":
        line = data.count(b"\n", 0, end) + 1
        raise FormatError(f"expected XML without a DOCTYPE, found one at line {line}")
    if data[:2] in (b"\xff\xfe", b"\xfe\xff") or b"\0" in data[:4]:
        raise FormatError("expected XML in UTF-8, found UTF-16 or UTF-32 at line 1, column 1")
    declared = _DECLARATION.match(data[:200])
    if declared is not None and not _ENCODINGS.fullmatch(declared.group(1)):
        name = declared.group(1).decode("ascii", "replace")
        raise FormatError(f"expected XML in UTF-8, found the encoding {name!r} at line 1")


def _without_cdata(found: re.Match[bytes]) -> bytes:
    """Give comments back as they are; put a comment of as many lines in a CDATA's place."""
    if found.group(1) is not None:
        return found.group(1)
    return b"<!--" + b"\n" * found.group(2).count(b"\n") + b"-->"


def _check_depth(root: etree._Element) -> None:
    depth = 0
    for event, element in etree.iterwalk(root, events=("start", "end")):
        depth += 1 if event == "start" else -1
        if depth > MAX_DEPTH:
            raise FormatError(
                f"expected at most {MAX_DEPTH} elements inside one another,"
                f" found more at line {element.sourceline}"
            )


def own_text(element: etree._Element) -> str:
    """Return an element's text as VASSAL.build.Builder.getText does.

    Texts between its children count, comments and the children's own texts do not; blanks and
    control characters at both ends are cut off.
    """
    parts = [element.text or "", *(child.tail or "" for child in element)]
    return trim("".join(parts))


def trim(text: str) -> str:
    """Return a text without the characters up to U+0020 at its ends (Java's String.trim)."""
    return text.strip(_TRIMMED)


_TRIMMED = "".join(map(chr, range(0x21)))
_UNFIT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def escape_text(value: str) -> str:
    """Return a text as VASSAL writes it between tags.

    Raises:
        UnencodableError: the text holds a character that XML cannot: VASSAL could not read it.
    """
    return _escape(value, _TEXT_SPELLINGS)


def escape_attribute(value: str) -> str:
    """Return a text as VASSAL writes it between an attribute's double quotes.

    Raises UnencodableError as `escape_text` does.
    """
    return _escape(value, _ATTRIBUTE_SPELLINGS)


_SPELLINGS = {"&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;"}
_TEXT_SPELLINGS = {**_SPELLINGS, "\x85": "&#133;"}
_ATTRIBUTE_SPELLINGS = {**_SPELLINGS, '"': "&quot;", "\n": "&#10;", "\t": "&#9;"}
_SPELLED = re.compile('[&<>"\t\n\r\x85\U00010000-\U0010ffff]')


def _escape(value: str, spellings: dict[str, str]) -> str:
    """Put spellings for single characters, and numbers for those above U+FFFF."""
    unfit = _UNFIT.search(value)
    if unfit is not None:
        raise UnencodableError(f"XML cannot hold the character U+{ord(unfit.group()):04X}")

    def spell(found: re.Match[str]) -> str:
        character = found.group()
        above = f"&#{ord(character)};" if character > "\uffff" else character
        return spellings.get(character, above)

    return _SPELLED.sub(spell, value)
