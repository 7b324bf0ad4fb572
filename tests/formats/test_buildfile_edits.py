from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import CORPUS
from vassal_bridge.builder.spelling.xmltree import to_xml
from vassal_bridge.errors import FormatError, UnencodableError
from vassal_bridge.formats.archive import Archive
from vassal_bridge.formats.buildfile import BuildFile, Component
from vassal_bridge.formats.xmltext import escape_attribute, escape_text, parse_xml

SAMPLE = (
    b"<?xml version='1.0'?>\r\n<r  a='1'\tb=\"2\">\r\n"
    b"  <e>\r\n    old &amp; worn\t\r\n  </e><f x=''/>"
    b"<g>a<!-- c -->b</g><h></h>\r\n  <i><j/></i>\r\n</r>\r\n"
)


def parts(data: bytes = SAMPLE) -> dict[str, Component]:
    return {one.tag: one for one in BuildFile(data).root.walk()}


@pytest.mark.parametrize(
    ("tag", "text", "old", "new"),
    [
        ("e", "new < \U0001f600", b"old &amp; worn", b"new &lt; &#128512;"),
        ("e", "", b"old &amp; worn\t\r\n  ", b"\t\r\n  "),
        ("f", "there", b"<f x=''/>", b"<f x=''>there</f>"),
        ("h", "there", b"<h></h>", b"<h>there</h>"),
        ("f", "", b"", b""),
        ("e", "old & worn", b"", b""),
    ],
)
def test_one_text_is_set_and_no_other_byte_changes(
    tag: str, text: str, old: bytes, new: bytes
) -> None:
    after = BuildFile(SAMPLE).with_text(parts()[tag], text)
    assert after == SAMPLE.replace(old, new, 1)
    assert parts(after)[tag].text == text


@pytest.mark.parametrize("tag", ["g", "i", "r"])
def test_a_component_that_holds_more_than_a_text_is_not_given_another(tag: str) -> None:
    with pytest.raises(UnencodableError, match="more than a text"):
        BuildFile(SAMPLE).with_text(parts()[tag], "new")


@pytest.mark.parametrize("text", [" blank before", "tab after\t", "\n"])
def test_a_text_whose_ends_vassal_would_cut_off_is_refused(text: str) -> None:
    with pytest.raises(UnencodableError, match="cut off"):
        BuildFile(SAMPLE).with_text(parts()["h"], text)


def test_an_attribute_is_taken_out_alone() -> None:
    before = BuildFile(SAMPLE)
    assert before.without_attribute(parts()["r"], "a") == SAMPLE.replace(b" a='1'", b"", 1)
    assert before.without_attribute(parts()["f"], "x") == SAMPLE.replace(b" x=''", b"", 1)
    with pytest.raises(KeyError):
        before.without_attribute(parts()["f"], "a")


@pytest.mark.parametrize("character", ["\x1b", "\0", "\x0b", "\ufffe", "\ud800"])
def test_what_xml_cannot_hold_is_refused(character: str) -> None:
    edits: tuple[Callable[[str], object], ...] = (
        escape_text,
        escape_attribute,
        lambda text: BuildFile(SAMPLE).with_text(parts()["h"], text),
        lambda text: BuildFile(SAMPLE).with_attribute(parts()["h"], "a", text),
    )
    for edit in edits:
        with pytest.raises(UnencodableError, match=f"U\\+{ord(character):04X}"):
            edit(f"a{character}b")


FIT = st.text(
    st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"], exclude_characters="\ufffe\uffff")
)


@given(FIT.map(str.strip), FIT)
def test_a_text_and_an_attribute_are_read_back(text: str, value: str) -> None:
    data = BuildFile(SAMPLE).with_text(parts()["e"], text)
    data = BuildFile(data).with_attribute(parts(data)["e"], "k", value)
    found = parts(data)["e"]
    assert (found.text, found.get("k")) == (text, value)
    assert BuildFile(data).without_attribute(found, "k") == BuildFile(SAMPLE).with_text(
        parts()["e"], text
    )


def test_in_an_old_encoding_other_letters_become_numbers() -> None:
    data = b"<?xml version='1.0' encoding='ISO-8859-1'?><r a='\xf6'><e>\xf6</e></r>"
    after = BuildFile(data).with_text(parts(data)["e"], "ö→")
    assert after == data.replace(b"<e>\xf6</e>", b"<e>\xf6&#8594;</e>")


def test_every_text_of_the_kitchen_can_be_edited_alone(golden: Path) -> None:
    before = BuildFile(Archive.read(golden / "kitchen.vmod")["buildFile.xml"])
    leaves = [one for one in before.root.walk() if not one.children]
    for one in leaves[:: len(leaves) // 50]:
        after = BuildFile(before.with_text(one, "n&w"))
        changed = [
            old.number
            for old, new in zip(before.root.walk(), after.root.walk(), strict=True)
            if (old.text, dict(old.attributes)) != (new.text, dict(new.attributes))
        ]
        assert changed == [one.number]


@pytest.mark.parametrize("name", ["kitchen-rewritten", "beachhead-rewritten"])
def test_8_1_a_tree_is_written_as_vassal_writes_it(golden: Path, name: str) -> None:
    data = Archive.read(golden / f"{name}.vmod")["buildFile.xml"]
    assert to_xml(BuildFile(data).root).encode("utf-8") == data  # type: ignore[arg-type]


@pytest.mark.parametrize("filler", [b"<!--", b"<![CDATA[", b"<?x ", b"<a b='"])
def test_hostile_markup_without_end_is_refused_and_not_searched_for_ever(filler: bytes) -> None:
    with pytest.raises(FormatError, match="expected XML"):
        parse_xml(b"<r><![CDATA[x]]>" + filler * 1_000_000)


def corpus_build_files() -> list[Path]:
    found = CORPUS.rglob("buildFile*") if CORPUS.is_dir() else []
    return sorted(path for path in found if path.is_file())


def check_edits(data: bytes) -> None:
    """Set attributes here and there: that value changes, and nothing else."""
    before = BuildFile(data)
    everything = list(before.root.walk())
    for one in everything[:: len(everything) // 8 + 1]:
        after = BuildFile(before.with_attribute(one, "name", "n&w"))
        changed = [
            old.number
            for old, new in zip(everything, after.root.walk(), strict=True)
            if (old.tag, old.text, dict(old.attributes))
            != (new.tag, new.text, dict(new.attributes))
        ]
        assert changed == [one.number]
        if "name" in one.attributes:
            there = next(new for new in after.root.walk() if new.number == one.number)
            back = after.with_attribute(there, "name", one.attributes["name"])
            assert [dict(new.attributes) for new in BuildFile(back).root.walk()] == [
                dict(old.attributes) for old in everything
            ]


def test_a_public_build_file_is_edited_one_attribute_at_a_time(corpus: Path) -> None:
    check_edits(min(corpus_build_files(), key=lambda path: path.stat().st_size).read_bytes())


@pytest.mark.slow
def test_public_build_files_are_edited_one_attribute_at_a_time(corpus: Path) -> None:
    assert corpus_build_files()
    for path in corpus_build_files():
        check_edits(path.read_bytes())
