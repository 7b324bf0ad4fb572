"""Every trait of the table, by samples: nothing is lost, each field is read and set alone."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from tests.conftest import CORPUS, DATA, GOLDEN
from vassal_bridge.errors import BridgeError
from vassal_bridge.formats.archive import Archive
from vassal_bridge.formats.commands import Command
from vassal_bridge.formats.fields import LISTS, NESTED, SIMPLE, Layout, Record, fields
from vassal_bridge.formats.kinds import (
    footing_of,
    marker_piece,
    parse_face,
    parse_key,
    parse_keys,
    sheet_rows,
)
from vassal_bridge.formats.pieces import Deck, Piece
from vassal_bridge.formats.save import open_save
from vassal_bridge.formats.traits import DECK_TYPE, OPAQUE, TRAITS, Trait, prefix_of, spec_of
from vassal_bridge.formats.traittable import ROTATE_FACINGS, ROTATE_FREE

TAB_IN_TEXT = "\u21e5"


def _samples() -> list[tuple[str, str]]:
    lines = (DATA / "traits.txt").read_text(encoding="utf-8").rstrip("\n").split("\n")
    pairs = [line.partition("\t")[::2] for line in lines if not line.startswith("#")]
    return [(a.replace(TAB_IN_TEXT, "\t"), b.replace(TAB_IN_TEXT, "\t")) for a, b in pairs]


SAMPLES = _samples()
IDS = [f"{number}-{prefix_of(type_text)}" for number, (type_text, _) in enumerate(SAMPLES)]
WITH_SURPLUS = ("nZ;V;R;fixed; really, description", "Clone;67,130;desc;surplus;more")
"""Texts of the kitchen that hold more tokens than the engine reads; it drops them."""
LAYOUTS: list[Layout] = [
    *(layout for spec in TRAITS for layout in (spec.type, spec.state)),
    ROTATE_FACINGS,
    ROTATE_FREE,
    DECK_TYPE,
    *NESTED.values(),
]


def records(type_text: str, state_text: str) -> list[Record]:
    trait = Trait(0, type_text, state_text)
    return [trait.type, trait.state]


def test_every_row_has_a_sample() -> None:
    sampled = {prefix_of(type_text) for type_text, _ in SAMPLES}
    assert [spec.prefix for spec in TRAITS if spec.prefix not in sampled] == []


def test_the_table_has_every_prefix_of_the_engine_once() -> None:
    prefixes = [spec.prefix for spec in TRAITS]
    assert len(prefixes) == len(set(prefixes))
    assert len(prefixes) == 46 + 2, "all prefixes, with emb; and nonRect;, and the Basic Piece"


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: " ".join(layout.names)[:40])
def test_a_layout_uses_known_kinds_and_names_each_field_once(layout: Layout) -> None:
    tail = () if layout.tail is None else (layout.tail,)
    every = (*layout.fields, *tail, *layout.after)
    for field in every:
        assert field.kind in (*SIMPLE, "lev", *NESTED, *LISTS), field
    assert len(layout.names) == len(every)


@pytest.mark.parametrize(("type_text", "state_text"), SAMPLES, ids=IDS)
def test_an_untouched_sample_is_identical(type_text: str, state_text: str) -> None:
    assert spec_of(type_text) is not OPAQUE
    for record, text in zip(records(type_text, state_text), (type_text, state_text), strict=True):
        assert text.endswith(str(record))
        for name in record.layout.names:
            assert isinstance(record[name], str)
            if record.has(name):
                record[name] = record[name]
        assert text.endswith(str(record)), "setting a field to itself changes nothing"


@pytest.mark.parametrize(("type_text", "state_text"), SAMPLES, ids=IDS)
def test_no_sample_has_more_tokens_than_its_row_has_fields(type_text: str, state_text: str) -> None:
    for record in records(type_text, state_text):
        assert bool(record.surplus) == (str(record) in WITH_SURPLUS), str(record)


@pytest.mark.parametrize(("type_text", "state_text"), SAMPLES, ids=IDS)
def test_a_field_is_set_alone(type_text: str, state_text: str) -> None:
    for original in records(type_text, state_text):
        layout = original.layout
        named = [field for field in (*layout.fields, *layout.after) if original.has(field.name)]
        for field in named:
            if field.name in (layout.count, "facings"):
                continue  # what follows is divided by these
            record = Record(str(original), layout)
            value = record[field.name] + "7"
            record[field.name] = value
            again = Record(str(record), layout)
            assert again[field.name] == value
            if layout.delimiter:
                before, after = original.tokens.raw, again.tokens.raw
                assert len(before) == len(after) or layout.is_open
                assert sum(a != b for a, b in zip(before, after, strict=False)) == 1
            for other in named:
                if other is not field:
                    assert again[other.name] == original[other.name]


@pytest.mark.parametrize(("type_text", "state_text"), SAMPLES, ids=IDS)
def test_a_missing_field_is_read_as_its_default_and_can_be_added(
    type_text: str, state_text: str
) -> None:
    for original in records(type_text, state_text):
        layout = original.layout
        for field in (*layout.fields, *layout.after):
            if original.has(field.name) or layout.is_open:
                continue
            assert original[field.name] == field.default
            record = Record(str(original), layout)
            record[field.name] = "9"
            again = Record(str(record), layout)
            assert again[field.name] == "9"
            for other in original.names():
                if original.has(other):
                    assert again[other] == original[other]


@pytest.mark.parametrize(("type_text", "state_text"), SAMPLES, ids=IDS)
def test_nested_values_are_read_and_set_by_name(type_text: str, state_text: str) -> None:
    for record in records(type_text, state_text):
        _walk(record)


def _walk(record: Record) -> None:
    """Set every nested field to what it is, then one to something else and back."""
    layout, text = record.layout, str(record)
    for field in (*layout.fields, *layout.after):
        if not record.has(field.name) or not record[field.name]:
            continue
        if field.kind in LISTS:
            values = record.values(field.name)
            record.set_values(field.name, values)
            assert record.values(field.name) == values
            if LISTS[field.kind][1] in NESTED:
                for item in record.items(field.name):
                    _walk(item)
        elif field.kind in NESTED:
            inner = record.nested(field.name)
            first = inner.layout.names[0]
            held = inner[first]
            inner[first] = held + "1"
            assert record.nested(field.name)[first] == held + "1"
            inner[first] = held
            _walk(inner)
    assert str(record) == text


def test_a_counted_list_brings_its_count_along() -> None:
    trail = Trait(0, "footprint;", "true;Sea;2;1,2;3,4;true;2").state
    assert [(p.number("x"), p.number("y")) for p in trail.items("point")] == [(1, 2), (3, 4)]
    assert trail.flag("initialized")
    trail.rest = ["5,6", "7,8", "9,10"]
    assert str(trail) == "true;Sea;3;5,6;7,8;9,10;true;2"
    trail.items("point")[1]["y"] = "80"
    assert str(trail) == "true;Sea;3;5,6;7,80;9,10;true;2"


def test_the_persistent_properties_are_counted_in_pairs() -> None:
    place = Trait(0, "piece;;;;", "Sea;1;2;3;2;A;1;B;2").state
    assert place.rest == ["A", "1", "B", "2"]
    place.rest = [*place.rest, "C", "3"]
    assert str(place) == "Sea;1;2;3;3;A;1;B;2;C;3"


def test_a_dynamic_property_command_is_edited_through_three_levels() -> None:
    text = r"PROP;HP;true,0,9,false;Add:65\,130:I\,1,Pick:80\,130:E\,Which\,a\\,b c;"
    trait = Trait(0, text, "7;8")
    record = trait.type
    assert trait.state["value"] == "7;8"
    add, pick = record.items("commands")
    assert pick.nested("change").values("choices") == ["a", "b c"]
    add.nested("change")["value"] = "2"
    assert str(record) == text.removeprefix("PROP;").replace(r"I\,1", r"I\,2")


def test_the_number_of_facings_tells_the_layout() -> None:
    assert Trait(0, "rotate;1;K;Set", "").type["angle_menu"] == "Set"
    assert Trait(0, "rotate;6;L;R;a;b", "").type["ccw_menu"] == "b"


def test_old_letters_and_masks_are_read_as_keys() -> None:
    assert [str(key) for key in parse_keys("AB")] == ["Ctrl+A", "Ctrl+B"]
    assert [str(key) for key in parse_keys(r"65\,130,57345\,0\,go")] == ["Ctrl+A", "go"]
    assert parse_key("") is None
    old, new = parse_key("65,10"), parse_key("65,650")
    assert old == new
    assert str(old) == "Ctrl+Alt+A"
    assert [key.text for key in parse_keys(r"65\,10,B")] == ["65,650", "66,130"]


def test_mask_faces_footing_and_sheets() -> None:
    assert str(parse_face("PZ").peek_key) == "Ctrl+Z"
    assert parse_face("Gcover.png").image == "cover.png"
    assert footing_of(Trait(0, "immob;igZ;I;L;why", "").type).ignores_grid
    assert not footing_of(Trait(0, "immob;;N;L;", "").type).never_stacks
    sheet = Trait(0, "propertysheet;0Name~4HP", "").type.values("definition")
    assert [(row.kind, row.name) for row in sheet_rows(sheet)] == [(0, "Name"), (4, "HP")]


def test_the_piece_inside_a_place_marker_is_reached() -> None:
    placed = [Trait(0, *pair) for pair in SAMPLES if pair[0].startswith(("placemark;", "replace;"))]
    inner = [found for trait in placed if (found := marker_piece(trait.type["marker"]))]
    assert inner, "a sample should spell its piece out"
    for record in inner:
        assert piece_in(record).basic_type["image"]


def piece_in(record: Record) -> Piece:
    return Piece(Command("+/" + str(record)))


@given(st.text(alphabet="abc;=\\'0,", max_size=30))
def test_an_unknown_trait_is_opaque_and_kept(text: str) -> None:
    trait = Trait(0, "nosuch;" + text, text)
    assert trait.is_opaque
    assert (str(trait.type), str(trait.state)) == ("nosuch;" + text, text)


@given(
    st.lists(st.text(alphabet="ab;\\' ,", max_size=6), min_size=3, max_size=8),
    st.text(alphabet="ab;,", max_size=5),
)
def test_the_rest_of_a_text_stays_raw(tokens: list[str], value: str) -> None:
    record = Record("1.0;" + ";".join(tokens), fields("scale:d path:path..."))
    assert record["path"] == ";".join(tokens)
    record["path"] = value
    assert str(record) == "1.0;" + value


# --- the engine's own view ---------------------------------------------------------------------


@pytest.mark.parametrize("module", ["kitchen", "beachhead"])
def test_every_slot_of_the_engine_fits_the_table(module: str) -> None:
    text = (GOLDEN / f"{module}.slots.engine.json").read_text(encoding="utf-8")
    counted: Counter[str] = Counter()
    for slot in json.loads(text)["slots"]:
        for java, type_text, state_text in slot.get("expanded") or []:
            trait = Trait(0, type_text, state_text or "")
            counted[java] += 1
            assert trait.spec.java == java.removesuffix("0")
            for record in (trait.type, trait.state):
                assert record.surplus == 0
                _walk(record)
    assert counted["BasicPiece"] > 20


def _saves(folder: Path) -> list[Path]:
    return sorted([*folder.rglob("*.vsav"), *folder.rglob("*.vlog")])


def _sweep(paths: list[Path]) -> Iterator[Trait]:
    for path in paths:
        try:
            save = open_save(path)
        except BridgeError:
            continue
        for piece in save.pieces.everything():
            if isinstance(piece, Deck):
                record = piece.type
                assert record.surplus == 0
                _walk(record)
            if not isinstance(piece, Piece):
                continue
            types, states = str(piece.type_chain), str(piece.state_chain)
            assert (types, states) == (piece.type_text, piece.state_text)
            yield from piece.traits


def _fits(traits: Iterator[Trait]) -> Counter[str]:
    """Check each different trait once: every field is read, nothing is lost or left over."""
    seen: set[tuple[str, str]] = set()
    counted: Counter[str] = Counter()
    for trait in traits:
        counted["opaque " + trait.prefix if trait.is_opaque else "known"] += 1
        pair = (trait.type_text, trait.state_text)
        if pair in seen:
            continue
        seen.add(pair)
        for record, text in ((trait.type, pair[0]), (trait.state, pair[1])):
            assert text.endswith(str(record))
            assert record.surplus == 0, (trait.prefix, str(record))
            for name in record.layout.names:
                assert isinstance(record[name], str)
    return counted


def test_every_piece_of_the_golden_saves_fits_the_table() -> None:
    paths = [path for path in _saves(GOLDEN) if "broken" not in path.parts]
    counted = _fits(_sweep(paths))
    assert set(counted) == {"known"}
    assert counted["known"] > 10_000


def test_a_sample_of_public_saves_fits_the_table(corpus: Path) -> None:
    counted = _fits(_sweep(_saves(corpus)[::9]))
    assert counted["known"] > 500


@pytest.mark.slow
def test_every_piece_of_the_public_saves_fits_the_table(corpus: Path) -> None:
    counted = _fits(_sweep(_saves(corpus)))
    assert counted["known"] > 100_000
    opaque = {name.removeprefix("opaque ") for name in counted if name != "known"}
    assert {"conceal;", "moved;"} <= opaque, "VASL's own traits are carried as they are"


@pytest.mark.slow
def test_every_slot_of_the_public_modules_fits_the_table() -> None:
    if not CORPUS.is_dir():
        pytest.skip("the corpus of public VASSAL files (../shared/corpus) is not here")
    counted = _fits(_slot_traits())
    assert counted["known"] > 1_000


def _slot_traits() -> Iterator[Trait]:
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False)
    for path in sorted([*CORPUS.rglob("*.vmod"), *CORPUS.rglob("*.vmdx")]):
        archive = Archive.read(path)
        for name in ("buildFile.xml", "buildFile"):
            if name not in archive:
                continue
            for element in etree.fromstring(archive[name], parser).iter():
                if isinstance(element.tag, str) and re.search("Slot|Prototype", element.tag):
                    text = (element.text or "").strip()
                    if text.startswith("+/"):
                        yield from Piece(Command(text)).traits
