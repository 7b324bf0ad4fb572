"""The entries moduledata and savedata: read as they were meant, written as VASSAL writes them."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vassal_bridge.errors import FormatError
from vassal_bridge.formats.archive import Archive
from vassal_bridge.formats.metadata import (
    Metadata,
    read_metadata,
    version_numbers,
    write_metadata,
)

TEXTS = st.text(
    st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\ufffe\uffff")
).map(str.strip)

TRANSLATED = """<data version="1"><VassalVersion>{}</VassalVersion>
<name>Rig</name><name lang="{}">{}</name>
<description> A
ship </description><description lang="{}">{}</description></data>"""


def golden_entries(golden: Path) -> list[bytes]:
    found: list[bytes] = []
    for path in sorted(golden.rglob("*.v*")):
        if path.parent.name == "broken" or path.suffix not in (".vmod", ".vsav", ".vlog"):
            continue
        archive = Archive.read(path)
        found += [archive[name] for name in ("moduledata", "savedata") if name in archive]
    return found


def test_every_entry_that_the_engine_wrote_is_written_again_byte_for_byte(golden: Path) -> None:
    entries = set(golden_entries(golden))
    assert len(entries) > 20
    for data in entries:
        assert write_metadata(read_metadata(data)) == data


def test_a_module_says_who_it_is(golden: Path) -> None:
    found = read_metadata(Archive.read(golden / "kitchen.vmod")["moduledata"])
    assert (found.name, found.version) == ("Kitchen Sink", "1.2")
    assert (found.vassal_version, found.date_saved) == ("3.8.0-SNAPSHOT", 1767225600000)
    assert (found.extra1, found.extra2) == ("other; one", "")
    assert found.description == 'All the traits, "odd" names & more'
    assert found.universal is None


@pytest.mark.parametrize("version", ["3.6.11", "3.7", "3.8.0-beta1", ""])
def test_translations_are_read_by_language(version: str) -> None:
    text = TRANSLATED.format(version, "de", "Gestell", "fr", "Un navire")
    found = read_metadata(text.encode())
    assert (found.name, dict(found.names)) == ("Rig", {"de": "Gestell"})
    assert (found.description, dict(found.descriptions)) == ("A\nship", {"fr": "Un navire"})


@pytest.mark.parametrize("version", ["3.6.10", "3.6.10-beta1", "3.2", "3.5.8"])
def test_languages_that_old_versions_swapped_are_swapped_back(version: str) -> None:
    text = TRANSLATED.format(version, "Gestell", "de", "Un navire", "fr")
    found = read_metadata(text.encode())
    assert dict(found.names) == {"de": "Gestell"}
    assert dict(found.descriptions) == {"fr": "Un navire"}


def test_missing_and_unknown_elements_are_no_matter() -> None:
    found = read_metadata(b"<data><later/><dateSaved>soon</dateSaved><!-- x --></data>")
    assert found == Metadata()


def test_an_entity_is_refused() -> None:
    with pytest.raises(FormatError, match="DOCTYPE"):
        read_metadata(b"<!DOCTYPE d [<!ENTITY e SYSTEM 'file:///x'>]><data>&e;</data>")


def test_a_version_is_its_numbers() -> None:
    assert version_numbers("3.8.0-beta1") == (3, 8, 0)
    assert version_numbers("") == ()
    assert version_numbers("svn") == ()
    assert version_numbers("3.10") > version_numbers("3.9.4")


@given(
    st.builds(
        Metadata,
        name=TEXTS,
        version=TEXTS,
        vassal_version=st.sampled_from(["3.7.26", "3.8.0-beta1"]),
        date_saved=st.integers(0, 10**14),
        description=TEXTS,
        extra1=TEXTS,
        extra2=TEXTS,
        names=st.dictionaries(TEXTS.filter(bool), TEXTS, max_size=3),
        descriptions=st.dictionaries(TEXTS.filter(bool), TEXTS, max_size=3),
        universal=st.sampled_from([None, True, False]),
    )
)
def test_what_is_written_is_read_back(metadata: Metadata) -> None:
    assert read_metadata(write_metadata(metadata)) == metadata
