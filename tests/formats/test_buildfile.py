"""Build files: the tree that VASSAL would build, refusals with line and column, one-byte edits."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vassal_bridge.errors import FormatError, Where
from vassal_bridge.formats.archive import Archive
from vassal_bridge.formats.buildfile import BuildFile, Component
from vassal_bridge.formats.xmltext import MAX_DEPTH, escape_attribute, escape_text, parse_xml

DECLARED = b'<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n'

TEXTS = st.text(
    st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"]) | st.sampled_from("\t\n\r\x85")
)


def tree(text: str) -> Component:
    return BuildFile(text.encode()).root


def test_a_component_tells_its_class_attributes_and_children() -> None:
    root = tree('<a.b.Root name="R"><x.Folder name="F"><y.Slot b="2" a="1"/></x.Folder></a.b.Root>')
    slot = root.children[0].children[0]
    assert (root.tag, root.kind, root.label) == ("a.b.Root", "Root", "R")
    assert list(slot.attributes.items()) == [("b", "2"), ("a", "1")]
    assert [one.kind for one in slot.ancestors()] == ["Folder", "Root"]
    assert slot.place == ("F", "Slot")
    assert [one.number for one in root.walk()] == [0, 1, 2]


def test_components_are_found_through_folders_by_the_end_of_their_class_only() -> None:
    root = tree("<r><p.Slot n='1'/><f><q.Slot n='2'/><p.BigSlot n='3'/></f><p.Slot n='4'/></r>")
    assert [one.get("n") for one in root.find_all("Slot")] == ["1", "2", "4"]
    assert [one.get("n") for one in root.find_all("p.Slot")] == ["1", "4"]
    assert [one.get("n") for one in root.find_all("p.Slot", "p.BigSlot")] == ["1", "3", "4"]
    assert root.find("Slot") is not None
    assert root.find("Other") is None


@pytest.mark.parametrize(
    ("inside", "text"),
    [
        ("  plain\t", "plain"),
        ("\x85 kept \xa0", "\x85 kept \xa0"),
        ("a<!-- no -->b", "ab"),
        ("a<![CDATA[no]]>b", "ab"),
        ("a<!-- <![CDATA[ -->b<!-- ]]> -->c", "abc"),
        ("a<?pi <![CDATA[no]]>?>b", "ab"),
        ("a<c>inner</c>b", "ab"),
        ("&lt;&amp;&#9;&#128512;.", "<&\t\U0001f600."),
    ],
)
def test_a_text_is_what_vassal_reads(inside: str, text: str) -> None:
    assert tree(f"<r><e>{inside}</e></r>").children[0].text == text


def test_leaving_cdata_out_keeps_the_lines() -> None:
    with pytest.raises(FormatError, match="line 4"):
        BuildFile(b"<r>\n<![CDATA[\n]]>\n<e></r>")


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"<r>\n  <e a=b/>\n</r>", "line 2, column"),
        (b"", "line 1, column"),
        (b"<r/><r/>", "line 1, column"),
        (b"<r>&other;</r>", "line 1, column"),
        (b"\n\n<!DOCTYPE r>\n<r/>", "DOCTYPE, found one at line 3"),
        (DECLARED + b"<!-- \n -->\n<!DOCTYPE r SYSTEM 'x'><r/>", "DOCTYPE, found one at line 4"),
        (b"\xef\xbb\xbf<!DOCTYPE r [<!ENTITY a 'b'>]><r a='&a;'/>", "DOCTYPE"),
        ("<!DOCTYPE r><r/>".encode("utf-16"), "UTF-16"),
        ("<!DOCTYPE r><r/>".encode("utf-16-le"), "UTF-16"),
        (b'<?xml version="1.0" encoding="UTF-7"?>+ADw-!DOCTYPE r+AD4-<r/>', "'UTF-7'"),
        (b"<e>" * (MAX_DEPTH + 1) + b"</e>" * (MAX_DEPTH + 1), "inside one another"),
    ],
)
def test_what_is_no_plain_xml_is_refused_with_its_place(data: bytes, words: str) -> None:
    with pytest.raises(FormatError, match=words) as caught:
        BuildFile(data, where=Where("m.vmod", "buildFile.xml"))
    assert str(caught.value).startswith("m.vmod!buildFile.xml: expected ")
    assert "\n" not in str(caught.value)


def test_a_text_of_twelve_megabytes_is_read() -> None:
    text = "x" * 12_000_000
    assert tree(f"<r><e>{text}</e></r>").children[0].text == text


def test_a_byte_order_mark_and_old_encodings_are_read() -> None:
    assert BuildFile(b"\xef\xbb\xbf" + DECLARED + "<r a='ö'/>".encode()).root.get("a") == "ö"
    old = b"<?xml version='1.0' encoding='ISO-8859-1'?><r a='\xf6'/>"
    assert BuildFile(old).root.get("a") == "ö"


@given(TEXTS, TEXTS)
def test_what_we_escape_is_read_back(attribute: str, text: str) -> None:
    data = f'<r a="{escape_attribute(attribute)}">{escape_text(text)}</r>'.encode()
    root = parse_xml(data)
    assert (root.get("a"), root.text or "") == (attribute, text)


def test_escapes_are_those_of_vassals_writer() -> None:
    assert escape_attribute("<&>\"'\n\t\r") == "&lt;&amp;&gt;&quot;'&#10;&#9;&#13;"
    assert escape_text("\"'\n\t\r\x85\u2028\U0001f600") == "\"'\n\t&#13;&#133;\u2028&#128512;"


EDITED = (
    b"<!-- <a x='1'> -->\n<r a='1'  c = \"3\" >\n<![CDATA[<no/>]]>"
    b"<e  a='>' b=\"'\"/><?pi <e?><f.G/>\r\n</r>\n"
)


@pytest.mark.parametrize(
    ("number", "name", "value", "old", "new"),
    [
        (0, "a", '"2"', b"a='1'", b'a="&quot;2&quot;"'),
        (0, "b", "2", b"a='1'  c", b"a='1' b=\"2\"  c"),
        (0, "d", "", b'"3" >', b'"3" d="" >'),
        (1, "b", "x", b'b="\'"', b'b="x"'),
        (1, "A", "x", b"<e  a", b'<e A="x"  a'),
        (2, "a", "\u00f6\U0001f600", b"<f.G/>", '<f.G a="ö&#128512;"/>'.encode()),
    ],
)
def test_one_attribute_is_set_and_no_other_byte_changes(
    number: int, name: str, value: str, old: bytes, new: bytes
) -> None:
    before = BuildFile(EDITED)
    component = list(before.root.walk())[number]
    after = before.with_attribute(component, name, value)
    assert EDITED.count(old) == 1
    assert after == EDITED.replace(old, new)
    assert list(BuildFile(after).root.walk())[number].get(name) == value


def test_setting_what_is_there_already_changes_nothing() -> None:
    before = BuildFile(EDITED)
    assert before.with_attribute(before.root, "a", "1") == EDITED
    with pytest.raises(KeyError):
        before.with_attribute(Component("x", number=99), "a", "1")


def test_every_component_of_vassals_own_file_can_be_edited_alone(golden: Path) -> None:
    data = Archive.read(golden / "kitchen-rewritten.vmod")["buildFile.xml"]
    before = BuildFile(data)
    everything = list(before.root.walk())
    for component in everything[:: len(everything) // 60]:
        for name in [*list(component.attributes)[:2], "zzz"]:
            after = BuildFile(before.with_attribute(component, name, "n&w"))
            changed = [
                (old.number, new.attributes.items() - old.attributes.items())
                for old, new in zip(everything, after.root.walk(), strict=True)
                if old.attributes != new.attributes or old.text != new.text
            ]
            assert changed == [(component.number, {(name, "n&w")})]
