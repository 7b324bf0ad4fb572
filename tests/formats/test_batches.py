"""Commands applied at once leave the same save as one after another."""

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.conftest import GOLDEN
from tests.golden_logs import BEGIN, END, MAP, piece_text, stack_text
from vassal_bridge.formats.logs.log import open_log
from vassal_bridge.formats.position import Position
from vassal_bridge.formats.save import Save, open_save

LOGS = sorted(GOLDEN.glob("*/*.vlog"))
GOOD = open_save(GOLDEN / "broken" / "00-good.vsav")
IDS = ("11", "12", "13", "20", "21", "30", "null", "99")
LEGACY = "**/latw-legacy.vsav"


def after_each(save: Save, texts: list[str]) -> str:
    position = Position(save.with_text(save.text))
    for text in texts:
        position.apply(text)
    return position.save.text


def after_all(save: Save, texts: list[str]) -> str:
    position = Position(save.with_text(save.text))
    position.apply_all(texts)
    return position.save.text


@pytest.mark.parametrize("path", LOGS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_log_at_once_is_the_log_step_by_step(path: Path) -> None:
    log = open_log(path)
    texts = [command.own for step in log.steps for command in step.commands]
    assert after_all(log.start, texts) == after_each(log.start, texts)


POINTS = st.sampled_from(["50/50", "110/80", "9/9"])
PLACES = st.sampled_from([MAP, "Other", "null"])


@st.composite
def any_command(draw: st.DrawFn) -> str:
    one, other, third = (draw(st.sampled_from(IDS)) for _ in range(3))
    place, point = draw(PLACES), draw(POINTS)
    spot = point.replace("/", ";")
    match draw(st.integers(0, 5)):
        case 0 | 1:
            return f"M/{one}/{place}/{point}/{other}/{MAP}/1/1/null/pw"
        case 2:
            return f"-/{one}"
        case 3:
            return f"+/{one}/stack/{place};{spot};{other};{third};@@-1"
        case 4:
            return f"+/{one}/piece;;;a.png;New/{place};{spot};7;0"
        case _:
            return f"D/{one}/{place};{spot};{other};{third};@@1/{place};{spot};@@1"


PILE = (
    *(piece_text(number, 50, 50) for number in (11, 12)),
    stack_text(20, 50, 50, 11, 12),
    piece_text(13, 9, 9),
    stack_text(21, 9, 9, 13),
)
NESTED = "\\\\\x1b".join(["", *PILE])
"""Pieces at the second level, as an old log's first command holds them."""


@pytest.mark.parametrize("pieces", ["\\\x1b".join(["", *PILE]), NESTED, "", "\x1b" + PILE[0]])
@given(texts=st.lists(any_command(), max_size=8))
@example(texts=[f"M/11/Other/9/9/null/{MAP}/1/1/null/pw", "M/12/Other/9/9/null/x/1/1/null/pw"])
@example(texts=["-/11", "-/12", "-/20", "-/13", "-/21", piece_text(30, 9, 9), "-/30"])
def test_commands_at_once_are_commands_one_by_one(pieces: str, texts: list[str]) -> None:
    save = GOOD.with_text(BEGIN + pieces + END)
    assert after_all(save, texts) == after_each(save, texts)


def test_pieces_that_all_change_maps_keep_their_place_in_an_old_save(corpus: Path) -> None:
    save = open_save(next(corpus.glob(LEGACY)))
    texts = [
        f"M/{piece.id}/Elsewhere/{place}/9/null/{piece.map}/0/0/null/pw"
        for place, piece in enumerate(save.pieces)
    ]
    assert after_all(save, texts) == after_each(save, texts)


def test_a_stack_that_is_emptied_and_filled_again_is_written_behind_the_others() -> None:
    save = GOOD.with_text(BEGIN + "\\\x1b".join(["", *PILE]) + END)
    texts = [
        f"M/13/{MAP}/50/50/12/{MAP}/9/9/null/pw",
        f"M/13/{MAP}/110/80/null/{MAP}/50/50/12/pw",
        f"D/21/{MAP};110;80;13;@@1/{MAP};9;9;@@1",
    ]
    assert list(Save.from_bytes(_written(save, texts)).pieces.ids())[-1] == "21"


def _written(save: Save, texts: list[str]) -> bytes:
    position = Position(save.with_text(save.text))
    position.apply_all(texts)
    return position.save.to_bytes()
