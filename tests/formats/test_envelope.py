import lzma

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vassal_bridge.errors import FormatError
from vassal_bridge.formats.envelope import Envelope, Form, unwrap

keys = st.integers(0, 255)


def test_the_worked_example_of_the_engine() -> None:
    data = b"!VCSK5c3e393b3532032f3d2a39479ff5bedef0acc3c4dc"
    envelope, text = unwrap(data)
    assert envelope == Envelope(Form.VCSK, 0x5C)
    assert text.decode("utf-8") == "begin_save\x1b\u00e9\u20ac\U0001f600"
    assert envelope.wrap(text) == data


@given(st.binary(max_size=300), keys, st.sampled_from(sorted(Form)))
def test_every_form_gives_back_what_was_wrapped(text: bytes, key: int, form: str) -> None:
    if form == Form.PLAIN and (text.startswith((b"!V", b"VOBS", b"\xfd7zXZ"))):
        text = b"begin_save" + text
    envelope = Envelope(Form(form), 0 if form in (Form.PLAIN, Form.XZ) else key)
    sniffed, again = unwrap(envelope.wrap(text))
    assert again == text
    assert sniffed == envelope


@given(st.binary(min_size=1, max_size=80), keys)
def test_the_case_of_hex_digits_is_kept(text: bytes, key: int) -> None:
    for upper in (False, True):
        data = Envelope(Form.VCSK, key, upper).wrap(text)
        envelope, _ = unwrap(data)
        assert envelope.wrap(text) == data


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"!VCSK5c3e3g", "offset 10, found 'g'"),
        (b"!VCSK5c3", "one hex digit is missing"),
        (b"!VCSK", "key digits"),
        (b"!VCSQ00", "!VCSQ"),
        (b"!V", "!V"),
        (b"!VOBS", "key byte"),
        (b"!VCSZ00" + b"ff" * 20, "damaged"),
        (lzma.compress(b"begin_save")[:-4], "ends too early"),
        (b"\xfd7zXZ\x00garbage garbage", "damaged"),
    ],
)
def test_a_damaged_envelope_is_refused_with_a_sentence(data: bytes, sentence: str) -> None:
    with pytest.raises(FormatError, match=sentence):
        unwrap(data)


def test_hex_digits_never_hide_blanks() -> None:
    with pytest.raises(FormatError, match="offset 9"):
        unwrap(b"!VCSK5c3e 39 ")
