"""How many of the expressions of real modules are evaluated: 95 of 100 at least."""

import re
import zipfile
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest
from lxml import etree

from vassal_bridge.formats.expressions import Coverage, Kind, coverage, parse

NAMES = ("buildfile", "buildfile.xml")
SEPARATORS = re.compile(r"\\*[;\t]")
MEMORY_SAFE = etree.XMLParser(huge_tree=True, resolve_entities=False, no_network=True)


def build_files(path: Path) -> Iterator[bytes]:
    """Yield the build files that are a file or stand in a module or extension."""
    if path.name.lower() in NAMES:
        yield path.read_bytes()
    elif path.suffix in (".vmod", ".vmdx"):
        with zipfile.ZipFile(path) as archive:
            for name in archive.namelist():
                if name.lower() in NAMES:
                    yield archive.read(name)


def fields(build_file: bytes) -> Iterator[str]:
    """Yield attributes and roughly the fields of traits; a field with ; inside is cut in two."""
    for element in etree.fromstring(build_file, MEMORY_SAFE).iter():
        if isinstance(element.tag, str):
            yield from map(str, element.attrib.values())
            yield from SEPARATORS.split(element.text or "")


def braced(text: str) -> bool:
    stripped = text.strip()
    return stripped.startswith("{") and stripped.endswith("}")


def count(build_file: bytes) -> tuple[Coverage, Coverage]:
    """Return the coverage of what stands in braces and of formatted strings."""
    texts = list(fields(build_file))
    formats = [text for text in texts if text.count("$") > 1 and not braced(text)]
    return coverage(filter(braced, texts), Kind.BEANSHELL), coverage(formats, Kind.FORMATTED)


def test_every_expression_of_the_kitchen_module_is_evaluated(golden: Path) -> None:
    found = [count(text) for text in build_files(golden / "kitchen.vmod")]
    assert len(found) == 1
    for counts in found[0]:
        assert counts.total > 30
        assert counts.evaluated == counts.total
        assert counts.broken == 0


def test_old_filters_of_the_kitchen_module_read_back(golden: Path) -> None:
    for text in chain.from_iterable(map(fields, build_files(golden / "kitchen.vmod"))):
        expression = parse(text, Kind.FILTER)
        assert parse(str(expression), Kind.FILTER).plan == expression.plan


def sweep(paths: list[Path]) -> tuple[Coverage, Coverage]:
    beanshell = formats = Coverage(0, 0, 0, ())
    for build_file in chain.from_iterable(map(build_files, paths)):
        one, other = count(build_file)
        beanshell, formats = beanshell + one, formats + other
    return beanshell, formats


def test_expressions_of_a_public_module_are_evaluated(corpus: Path) -> None:
    beanshell, formats = sweep(sorted(corpus.glob("sprintska__shrimpbot/**/buildFile.xml")))
    assert beanshell.total > 100
    assert beanshell.share >= 0.95, beanshell.reasons
    assert formats.share == 1.0, formats.reasons


@pytest.mark.slow
def test_expressions_of_all_public_modules_are_evaluated(corpus: Path) -> None:
    paths = sorted(path for path in corpus.rglob("*") if path.is_file())
    beanshell, formats = sweep(paths)
    texts = (
        text
        for build_file in chain.from_iterable(map(build_files, paths))
        for text in fields(build_file)
    )
    silent = coverage(filter(braced, texts), Kind.BEANSHELL, silent=True)
    assert beanshell.total > 1000
    assert beanshell.share >= 0.95, beanshell.reasons
    assert silent.share >= 0.99, silent.reasons  # with the empty value of a dialog not shown
    assert formats.share == 1.0, formats.reasons
