import csv
import json
import struct
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vassal_bridge.errors import UnencodableError
from vassal_bridge.formats.tokens import (
    Tokens,
    decode,
    encode,
    encode_safely,
    escape_safely,
    format_boolean,
    format_double,
    split_raw,
)

DELIMITERS = [",", ";", "/", "|", "\t", "\x1b", ":", "~", "="]
nasty_text = st.text(alphabet="a,;/|'\\\t\x1b:~= é", max_size=12)
delimiters = st.sampled_from(DELIMITERS)


def _rows(golden: Path, op: str) -> list[dict[str, str]]:
    path = golden / "sequence_encoder.csv"
    with path.open(encoding="utf-8", newline="") as file:
        return [row for row in csv.DictReader(file) if row["op"] == op]


def test_every_golden_list_is_encoded_as_the_engine_encodes_it(golden: Path) -> None:
    rows = _rows(golden, "encode")
    assert len(rows) > 400
    for row in rows:
        delimiter = json.loads(row["delimiter"])
        assert encode(json.loads(row["input"]), delimiter) == json.loads(row["output"]), row
        assert decode(json.loads(row["output"]), delimiter) == json.loads(row["decodes_to"]), row


def test_every_golden_text_is_decoded_as_the_engine_decodes_it(golden: Path) -> None:
    rows = _rows(golden, "decode")
    assert len(rows) > 500
    for row in rows:
        text, delimiter = json.loads(row["input"]), json.loads(row["delimiter"])
        assert decode(text, delimiter) == json.loads(row["output"]), row
        if text is not None:
            assert list(Tokens(text, delimiter)) == json.loads(row["output"]), row
            assert str(Tokens(text, delimiter)) == text


def _typed(item: str) -> str:
    kind, _, value = item.partition(" ")
    match kind:
        case "double":
            return format_double(float(value))
        case "float":
            return format_double(struct.unpack("f", struct.pack("f", float(value)))[0])
        case "boolean":
            return format_boolean(value == "true")
        case "array":
            return encode(json.loads(value), ",") or ""
        case "colour":
            red, green, blue, alpha = value.split()
            return ",".join([red, green, blue] if alpha == "255" else [red, green, blue, alpha])
        case "keystroke":
            return value
        case _:
            return value


def test_every_golden_typed_token_is_spelled_as_the_engine_spells_it(golden: Path) -> None:
    rows = [row for row in _rows(golden, "encode typed") if "key" not in row["input"]]
    assert len(rows) >= 9
    for row in rows:
        values = [_typed(item) for item in json.loads(row["input"])]
        delimiter = json.loads(row["delimiter"])
        assert encode(values, delimiter) == json.loads(row["output"]), row
        assert decode(json.loads(row["output"]), delimiter) == json.loads(row["decodes_to"]), row


@given(nasty_text, delimiters)
def test_untouched_tokens_print_the_text_itself(text: str, delimiter: str) -> None:
    assert str(Tokens(text, delimiter)) == text
    assert delimiter.join(split_raw(text, delimiter)) == text


@given(st.lists(nasty_text, min_size=1, max_size=6), delimiters)
def test_what_is_written_safely_reads_back(values: list[str], delimiter: str) -> None:
    assert decode(encode_safely(values, delimiter), delimiter) == values
    assert list(Tokens.of(values, delimiter)) == values


@given(nasty_text, delimiters, nasty_text, st.data())
def test_setting_a_token_changes_no_other(
    text: str, delimiter: str, value: str, data: st.DataObject
) -> None:
    tokens = Tokens(text, delimiter)
    before, spelled = list(tokens), tokens.raw
    index = data.draw(st.integers(0, len(tokens) - 1))
    tokens[index] = value
    again = Tokens(str(tokens), delimiter)
    assert list(again) == [*before[:index], value, *before[index + 1 :]]
    assert tokens.raw[:index] == spelled[:index]
    assert tokens.raw[index + 1 :] == spelled[index + 1 :]


@given(nasty_text, delimiters, nasty_text, st.data())
def test_adding_and_taking_out_a_token_keeps_the_others(
    text: str, delimiter: str, value: str, data: st.DataObject
) -> None:
    tokens = Tokens(text, delimiter)
    before = list(tokens)
    index = data.draw(st.integers(0, len(tokens)))
    tokens.insert(index, value)
    assert list(Tokens(str(tokens), delimiter)) == [*before[:index], value, *before[index:]]
    del tokens[index]
    assert list(Tokens(str(tokens), delimiter)) == before


def test_setting_the_same_value_keeps_an_odd_spelling() -> None:
    tokens = Tokens("'a',b", ",")
    tokens[0] = "a"
    assert str(tokens) == "'a',b"


def test_a_value_that_ends_in_a_backslash_is_quoted_for_every_version() -> None:
    tokens = Tokens("a,b", ",")
    tokens[0] = "a\\"
    assert str(tokens) == "'a\\',b"
    assert escape_safely("a\\", ",") == "'a\\'"


def test_a_list_of_no_tokens_is_refused() -> None:
    with pytest.raises(UnencodableError, match="no tokens"):
        encode_safely([], ",")
    tokens = Tokens("only", ",")
    with pytest.raises(UnencodableError, match="no tokens"):
        del tokens[0]


@given(st.floats())
def test_a_double_reads_back_from_its_spelling(value: float) -> None:
    text = format_double(value)
    again = float(text.replace("Infinity", "inf"))
    assert again == value or value != value
