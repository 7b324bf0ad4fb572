"""How a save's text is wrapped inside the entry savedGame: sniffed, remembered, kept.

Source: VASSAL.tools.io.ObfuscatingOutputStream and DeobfuscatingInputStream for `!VCSK`; the
forms after it are those that the 3.8 line is reported to write or to have tried.
"""

from __future__ import annotations

import binascii
import lzma
import re
import zlib
from dataclasses import dataclass
from enum import StrEnum

from vassal_bridge.errors import FormatError

MAX_TEXT = 256 * 1024 * 1024
"""The largest text, in bytes, that is unpacked from one entry."""

_XZ_MAGIC = b"\xfd7zXZ\x00"
_XZ_MEMORY = 128 * 1024 * 1024


class Form(StrEnum):
    """The known envelopes, by the header that announces them."""

    PLAIN = "plain"
    VCSK = "!VCSK"
    VCSZ = "!VCSZ"
    VOBS = "!VOBS"
    OLD_VOBS = "VOBS"
    VOXZ = "!VOXZ"
    XZ = "XZ"


@dataclass(frozen=True, slots=True)
class Envelope:
    """The form in which a text was wrapped, so that it can be wrapped the same way again.

    `key` is the byte that the text is XORed with (0 where the form has none); `upper` tells
    that hex digits were written in upper case.
    """

    form: Form = Form.PLAIN
    key: int = 0
    upper: bool = False

    def wrap(self, text: bytes) -> bytes:
        """Return the bytes of an entry that holds the text in this form."""
        match self.form:
            case Form.PLAIN:
                return text
            case Form.VCSK | Form.VCSZ:
                body = zlib.compress(text) if self.form is Form.VCSZ else text
                digits = binascii.hexlify(bytes([self.key]) + _xor(body, self.key))
                return self.form.encode() + (digits.upper() if self.upper else digits)
            case Form.VOBS | Form.OLD_VOBS:
                return self.form.encode() + bytes([self.key]) + _xor(text, self.key)
            case Form.VOXZ:
                return self.form.encode() + bytes([self.key]) + _xor(lzma.compress(text), self.key)
            case Form.XZ:
                return lzma.compress(text)


VASSAL_37 = Envelope(Form.VCSK, key=0x5C)
"""What a save written without VASSAL is wrapped in: every release reads it."""


def unwrap(data: bytes) -> tuple[Envelope, bytes]:
    """Return the envelope of an entry and the text in it.

    Raises:
        FormatError: the header is an unknown `!V...`, a digit is wrong or missing, or the
            packed text is damaged or larger than MAX_TEXT.
    """
    if data.startswith(_XZ_MAGIC):
        return Envelope(Form.XZ), _unxz(data)
    head = data[:5]
    if head in (b"!VCSK", b"!VCSZ"):
        return _unwrap_hex(Form(head.decode("ascii")), data)
    for form in (Form.VOBS, Form.VOXZ, Form.OLD_VOBS):
        header = form.encode()
        if data.startswith(header):
            if len(data) == len(header):
                raise FormatError(f"the key byte after the header {form} is missing")
            key = data[len(header)]
            body = _xor(data[len(header) + 1 :], key)
            return Envelope(form, key), _unxz(body) if form is Form.VOXZ else body
    if data.startswith(b"!V"):
        shown = head.decode("ascii", "replace")
        known = ", ".join(form for form in Form if form.startswith("!"))
        raise FormatError(f"expected a header of {known} or plain text, found {shown!r}")
    return Envelope(), data


def _unwrap_hex(form: Form, data: bytes) -> tuple[Envelope, bytes]:
    digits = memoryview(data)[5:]
    if len(digits) < 2:
        raise FormatError(f"the two key digits after the header {form} are missing")
    if len(digits) % 2:
        raise FormatError(
            f"one hex digit is missing: expected an even number, found {len(digits)} digits"
        )
    try:
        key = binascii.unhexlify(digits[:2])[0]
        body = _xor(binascii.unhexlify(digits[2:]), key)
    except binascii.Error:
        raise _bad_digit(digits) from None
    letter = re.search(rb"[A-Fa-f]", digits)
    upper = letter is not None and letter[0].isupper()
    if form is Form.VCSZ:
        body = _inflate(body)
    return Envelope(form, key, upper), body


def _bad_digit(digits: memoryview) -> FormatError:
    for offset, digit in enumerate(digits):
        if digit not in b"0123456789abcdefABCDEF":
            found = chr(digit) if 32 < digit < 127 else f"byte {digit}"
            return FormatError(f"expected a hex digit at offset {offset + 5}, found {found!r}")
    return FormatError("the hex digits cannot be read")


def _xor(data: bytes, key: int) -> bytes:
    if key == 0:
        return data
    return data.translate(bytes(value ^ key for value in range(256)))


def _inflate(data: bytes) -> bytes:
    unpacker = zlib.decompressobj()
    try:
        text = unpacker.decompress(data, MAX_TEXT)
    except zlib.error:
        raise FormatError("the deflated text inside !VCSZ is damaged") from None
    if unpacker.unconsumed_tail:
        raise FormatError(f"the text is larger than {MAX_TEXT} bytes when unpacked")
    if not unpacker.eof:
        raise FormatError("the deflated text inside !VCSZ ends too early")
    return text


def _unxz(data: bytes) -> bytes:
    unpacker = lzma.LZMADecompressor(memlimit=_XZ_MEMORY)
    try:
        text = unpacker.decompress(data, MAX_TEXT)
    except lzma.LZMAError:
        raise FormatError("the XZ stream is damaged or wants too much memory") from None
    if not unpacker.eof:
        too_large = len(text) >= MAX_TEXT
        raise FormatError(
            f"the text is larger than {MAX_TEXT} bytes when unpacked"
            if too_large
            else "the XZ stream ends too early"
        )
    return text
