"""Damaged texts are opened or refused, and what is written of them is read again as it is."""

import json

from hypothesis import example, given
from hypothesis import strategies as st

from tests.conftest import GOLDEN
from vassal_bridge.errors import BridgeError
from vassal_bridge.formats.check import find_problems
from vassal_bridge.formats.logs.log import Log
from vassal_bridge.formats.save import Save, open_save
from vassal_bridge.formats.sight import View

GOOD = open_save(GOLDEN / "broken" / "00-good.vsav")
TEXT = (
    "begin_save\x1b\x1b\\\x1b+/11/mark;A\tpiece;;;a.png;P/x\tM;5;5;1;0"
    "\\\x1b+/12/piece;;;a.png;Q/M;5;5;2;0\\\x1b+/20/stack/M;5;5;11;12;@@1"
    "\x1bPLAYER\tpw\tAnn\tBlue\x1bend_save"
    "\x1bLOG\tM/11/M/7/7/null/M/5/5/null/pw\\\x1bLOG\t+/30/stack/M;7;7;11;@@1"
    "\x1bLOG\tD/11/y\tM;7;7;1;0/x\tM;7;7;1;0\x1bLOG\t-/12"
)
BITS = ["\x1b", "\\", "\t", "/", ";", "'", "LOG\t", "null", "+/", "12", "stack", "deck;", ""]


@st.composite
def damaged(draw: st.DrawFn) -> str:
    """Return the text with some pieces of it replaced, doubled or moved."""
    text = TEXT
    for _ in range(draw(st.integers(1, 4))):
        ends = st.integers(0, len(text))
        start, end = sorted((draw(ends), draw(ends)))
        bit = draw(st.one_of(st.sampled_from(BITS), st.just(text[start:end] * 2)))
        end = min(end, start + draw(st.integers(0, 12)))
        text = text[:start] + bit + text[end:]
    return text


@given(damaged())
@example("+/11/stck/M")
@example("+/11/x;y/z")
@example("begin_save\x1b+/11/p/a\\\x1bLOG\t-/11")
def test_any_text_is_read_replayed_and_read_again(text: str) -> None:
    save = GOOD.with_text(text)
    find_problems(save)
    [one.point for one in save.pieces.everything()]
    json.dumps([seen.name for seen in View(save).sorted()])
    try:
        after = Log(save).replay().save
    except BridgeError:
        return
    again = Save.from_bytes(after.to_bytes())
    assert again.text == after.text
    if len(set(save.pieces.ids())) == sum(1 for _ in save.commands.all("AddPiece")):
        assert set(again.pieces.ids()) == set(after.pieces.ids())
