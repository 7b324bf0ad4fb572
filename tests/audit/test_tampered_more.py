"""More logs edited by hand, VASSAL's and public ones: the code, the step, and nothing else new.

Each row is a clean log or chain, an edit, and what the umpire must say beyond what it says of the
clean one. What happens in honest play (notes) may come with it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache

import pytest

from tests.audit.tampering import (
    GOLDEN,
    cut,
    golden,
    named,
    replacing,
    rows,
    swapped,
    with_entry,
    with_start,
    with_step,
    with_step_after,
    without_step,
)
from tests.conftest import CORPUS
from vassal_bridge.audit.finding import Finding
from vassal_bridge.audit.reading import Reading
from vassal_bridge.audit.umpire import check
from vassal_bridge.formats.commands import ESC
from vassal_bridge.formats.logs.log import Log, open_log
from vassal_bridge.formats.module import Module, open_module

ANN = "us-secret"
MARINES, HIDDEN, DRAW = "1796009507660", "1796009508103", "1796009525048"
TURN = "TURNTurnTracker0\t0|1;0;false;8;{}\\;0\\;0\\;true,true,true,true"
LINE = "\\" + ESC + "LOG\t"
Edit = Callable[[Log], Log]


def appended(text: str) -> Callable[[str], str]:
    """Return an edit that puts one more command into a step."""
    return lambda raw: raw + LINE + text


def undoing(*commands: str) -> str:
    return ESC.join(
        ["LOG\tUNDO\ttrue\\", *(f"LOG\t{one}\\" for one in commands), "LOG\tUNDO\tfalse"]
    )


def with_raw_after(log: Log, number: int, raw: str) -> Log:
    """Return a log with a step more, spelled as it is given."""
    marked = with_step_after(log, number, "CHATx")
    return with_step(marked, number + 1, lambda _: raw)


ROLL_UNDONE = undoing(
    "MutableProperty\t2d6_summary\t1 x1, 5 x1\t\tModule",
    "MutableProperty\t2d6_keep\t2\t0\tModule",
    "MutableProperty\t2d6_total\t6\t0\tModule",
    "MutableProperty\t2d6_result\t5,1\t1\tModule",
)


def thrown_anew(raw: str) -> str:
    """Return the roll that followed 5,1 as it would be after an Undo of that one."""
    for part, old in (("result", "5,1"), ("total", "6"), ("keep", "2"), ("summary", "1 x1, 5 x1")):
        first = {"result": "1", "summary": ""}.get(part, "0")
        raw = raw.replace(f"2d6_{part}\t{old}\t", f"2d6_{part}\t{first}\t")
    return raw


def again(number: int) -> Edit:
    return lambda log: with_raw_after(log, number, log.steps[number - 1].raw)


def stays(raw: str) -> str:
    """Return a change of one piece that leaves it as it was."""
    return re.sub(r"(LOG\tD/\d+/)([^/]*)/([^/]*)$", r"\1\3/\3", raw)


def deck(*order: int, face_down: str = "true") -> str:
    cards = ",".join(f"17960095250{card}" for card in order)
    return f"Depot;60;480;{face_down};{cards}"


SHUFFLED, OTHER = (40, 46, 41, 44, 39, 42, 43, 45), (45, 40, 46, 41, 44, 39, 42, 43)

WITHIN: dict[str, tuple[str, Edit, str, int]] = {
    "a step loss taken out": ("turn1-US", lambda x: without_step(x, 22), "STEP-STATE", 22),
    "a step loss told and not made": (
        "turn1-US",
        lambda x: with_step(x, 17, lambda raw: raw.split("\\\\" + ESC + "LOG\tD/")[0]),
        "CHAT-FORGED",
        17,
    ),
    "a roll copied": ("turn1-US", again(15), "DICE-BEFORE", 16),
    "only the result of a roll": (
        "turn1-US",
        lambda x: with_step(x, 15, replacing("_result\t1\t5,1", "_result\t1\t6,1")),
        "DICE-TEXT",
        15,
    ),
    "only the count of dice kept": (
        "turn1-US",
        lambda x: with_step(x, 15, replacing("_keep\t0\t2", "_keep\t0\t1")),
        "DICE-SUMMARY",
        15,
    ),
    "the line of a roll taken out": (
        "turn1-US",
        lambda x: with_step(x, 15, lambda raw: raw.partition("\\" + ESC)[2]),
        "DICE-SILENT",
        15,
    ),
    "a move in an undo": (
        "turn1-US",
        lambda x: with_raw_after(
            x, 14, undoing(f"M/{MARINES}/Beachhead/320/310/null/Beachhead/230/258/null/{ANN}")
        ),
        "UNDO-OTHER",
        15,
    ),
    "an undo without what it undoes": (
        "turn2-US",
        lambda x: with_step(x, 29, lambda _: undoing()),
        "UNDO-OTHER",
        29,
    ),
    "the step gone that an undo takes back": (
        "a-two-players",
        lambda x: without_step(x, 5),
        "UNDO-OTHER",
        5,
    ),
    "a roll taken back and thrown anew": (
        "turn1-US",
        lambda x: with_raw_after(with_step(x, 19, thrown_anew), 15, ROLL_UNDONE),
        "UNDO-ROLL",
        16,
    ),
    "a move behind a typed line": (
        "turn1-US",
        lambda x: with_step(
            x, 20, appended(f"M/{HIDDEN}/Beachhead/365/388/null/Beachhead/320/414/null/{ANN}")
        ),
        "CHAT-ACTS",
        20,
    ),
    "points in silence": (
        "turn1-US",
        lambda x: with_step_after(x, 24, "MutableProperty\tVP\t1\t4\tModule"),
        "VALUE-SILENT",
        25,
    ),
    "the turn set back in silence": (
        "turn1-US",
        lambda x: with_step_after(x, 13, TURN.format(0)),
        "TURN-SILENT",
        14,
    ),
    "a move after the turn": (
        "turn1-US",
        lambda x: with_step_after(
            x,
            27,
            f"M/{MARINES}/Beachhead/275/284/null/Beachhead/230/258/null/{ANN}",
            "CHAT* 1/1 Mar moves 0505 -> 0605 *",
        ),
        "WHO-TURN",
        28,
    ),
    "only where a move ends": (
        "turn1-US",
        lambda x: with_step(x, 2, replacing("230/258/null/Beachhead", "320/310/null/Beachhead")),
        "CHAT-MOVE",
        2,
    ),
    "an earlier time of saving": (
        "turn1-US",
        lambda x: with_entry(
            x, "savedata", lambda text: re.sub(r"<dateSaved>\d+", "<dateSaved>1790000000000", text)
        ),
        "STEP-LATER",
        2,
    ),
    "an entry emptied": (
        "turn1-US",
        lambda x: with_entry(x, "savedata", lambda _: ""),
        "VERSION-MISSING",
        0,
    ),
    "dice of which the best are kept": (
        "a-two-players",
        lambda x: with_step(x, 15, replacing("9, 4, 3, 7, 2", "9, 9, 3, 7, 2")),
        "DICE-TEXT",
        15,
    ),
    "a text that no die has": (
        "a-two-players",
        lambda x: with_step(
            x,
            46,
            lambda raw: (
                raw.replace("= 3", "= 4").replace("\t3\t", "\t4\t").replace("1 x1, 2 x1", "4 x1")
            ),
        ),
        "DICE-RANGE",
        46,
    ),
    "a text that was not drawn": (
        "a-two-players",
        lambda x: with_step(x, 17, replacing('= Storm; "big"', "= Clear")),
        "DICE-TEXT",
        17,
    ),
    "dice without a report": (
        "a-two-players",
        lambda x: with_step(x, 18, replacing("_result\t1\t5,1", "_result\t1\t6,6")),
        "DICE-TOTAL",
        18,
    ),
    "the value of symbols": (
        "a-two-players",
        lambda x: with_step(x, 16, replacing("Symbols_result\t\t2", "Symbols_result\t\t5")),
        "DICE-TEXT",
        16,
    ),
    "a deck looked at": (
        "c-decks-hidden",
        lambda x: with_step_after(
            x, 1, f"D/{DRAW}/{deck(*SHUFFLED, face_down='false')}/{deck(*SHUFFLED)}"
        ),
        "DECK-SHOWN",
        2,
    ),
    "a deck in another order": (
        "c-decks-hidden",
        lambda x: with_step_after(x, 1, f"D/{DRAW}/{deck(*OTHER)}/{deck(*SHUFFLED)}"),
        "DECK-ORDER",
        2,
    ),
    "a mask lifted by the other side": (
        "c-decks-hidden",
        lambda x: with_step(x, 24, appended("CHAT* &lt;Ann O'Nym&gt; looks")),
        "SECRET-OPENED",
        24,
    ),
    "a seat given up": (
        "a-two-players",
        lambda x: with_step_after(x, 50, f"PYREMOVE\t{ANN}"),
        "ROSTER-LEFT",
        51,
    ),
    "a clone": (
        "3-US",
        lambda x: with_raw_after(x, 5, x.steps[4].raw.replace("1796009529488", "1796009529999")),
        "PIECE-CLONED",
        6,
    ),
}

PUBLIC: dict[str, tuple[str, Edit, str, int]] = {
    "a roll of VASL's": (
        "full",
        lambda x: with_step(x, 4, replacing("4,1", "1,1")),
        "DICE-TALLY",
        4,
    ),
    "whose roll it is": (
        "full",
        lambda x: with_step(x, 5, replacing("<Alice>", "<Bob>")),
        "DICE-TALLY",
        5,
    ),
    "a roll taken out": ("full", lambda x: without_step(x, 5), "DICE-TALLY", 8),
    "a roll told twice": ("full", again(5), "DICE-TALLY", 6),
    "a roll of a button in the chat": (
        "3d6",
        lambda x: with_step(x, 3, replacing("3d6 = 3,4,1", "3d6 = 6,4,1")),
        "DICE-TEXT",
        3,
    ),
    "a roll of a button in its value": (
        "3d6",
        lambda x: with_step(x, 3, replacing("3,4,1\tModule", "6,4,1\tModule")),
        "DICE-TEXT",
        3,
    ),
    "a roll of a button in both": (
        "3d6",
        lambda x: with_step(x, 3, replacing("3,4,1", "6,6,6")),
        "DICE-BEFORE",
        6,
    ),
    "a face beyond a button's dice": (
        "3d6",
        lambda x: with_step(x, 6, replacing("2,4,2", "2,9,2")),
        "DICE-RANGE",
        6,
    ),
}


def in_start(old: str, new: str) -> Edit:
    return lambda log: with_start(log, replacing(old, new, 1))


def piece_of(old: str, new: str) -> Edit:
    """Return an edit of the piece 1st Inf as the start state has it."""

    def edit(text: str) -> str:
        start = text.index("+/1796009524646/")
        end = text.index(ESC, start)
        piece = text[start:end]
        assert old in piece
        return text[:start] + piece.replace(old, new, 1) + text[end:]

    return lambda log: with_start(log, edit)


def flipped(log: Log) -> Log:
    piece = re.compile(r"(\+/1796009524646/.*?\t)1(\\+\tUnit)", re.DOTALL)
    return with_start(log, lambda text: piece.sub(r"\g<1>2\2", text, count=1))


ACROSS: dict[str, tuple[Edit, str]] = {
    "a stack in another order": (
        in_start("1796009524672;1796009524676;@@", "1796009524676;1796009524672;@@"),
        "CHAIN-BREAK",
    ),
    "a counter flipped": (flipped, "CHAIN-BREAK"),
    "a strength": (piece_of("\t4\\", "\t7\\"), "CHAIN-BREAK"),
    "whose a counter is": (piece_of("/US\t", "/JP\t"), "CHAIN-BREAK"),
    "a mark of moving": (piece_of("\ttrue\\", "\tfalse\\"), "CHAIN-BREAK"),
    "a mask": (piece_of("/US\tnull;", "/US\tUS;|1|null"), "CHAIN-BREAK"),
    "a name": (piece_of("us1.png;1st Inf", "us1.png;9th Inf"), "CHAIN-TYPE"),
    "a picture": (piece_of("us1.png,us1b.png", "us2.png,us1b.png"), "CHAIN-TYPE"),
    "the turn set back": (in_start("-1;1\\;0\\;0", "-1;0\\;0\\;0"), "CHAIN-BREAK"),
    "a scenario's option": (in_start("Level;easy", "Level;hard"), "CHAIN-BREAK"),
    "a map's value": (in_start("Weather;map: dry", "Weather;map: wet"), "CHAIN-BREAK"),
    "an extension": (
        in_start("begin_save" + ESC, "begin_save" + ESC + "EXT\tHouse rules\t1.0" + ESC),
        "VERSION-EXTENSION",
    ),
    "another module": (
        lambda log: with_entry(
            log, "moduledata", lambda text: re.sub("<name>[^<]*", "<name>Other", text)
        ),
        "VERSION-NAME",
    ),
}


@cache
def module(name: str) -> Module:
    return open_module(GOLDEN / f"{name}.vmod")


MODULES = {"Beachhead": "beachhead", "Theatre": "kitchen"}
FOLDERS = {
    **dict.fromkeys(("turn1-US", "turn2-US"), "beachhead"),
    **dict.fromkeys(("1-US", "2-JP", "3-US"), "chain"),
    **dict.fromkeys(("a-two-players", "c-decks-hidden"), "logs"),
}


@cache
def base(name: str) -> Reading:
    """Return a clean log, read once: VASSAL's, else a public one."""
    if name in FOLDERS:
        return read(golden(f"{FOLDERS[name]}/{name}.vlog"))
    return read(open_log(next(CORPUS.rglob(f"{name}.vlog"))))


def read(log: Log) -> Reading:
    name = next((one for word, one in MODULES.items() if word in log.start_text), "")
    return Reading(log, module(name) if name else None)


@cache
def clean(*names: str) -> tuple[Finding, ...]:
    """Return what the umpire says of clean logs."""
    return check([base(name) for name in names]).findings


def serious(findings: Sequence[Finding]) -> Counter[str]:
    return Counter(one.code for one in findings if not one.is_note)


def assert_found(
    names: Sequence[str], edited: Sequence[Reading], code: str, log: str, step: int
) -> None:
    before, after = clean(*names), check(edited).findings
    told = [(one.code, one.log, one.step) for one in after]
    assert told.count((code, log, step)) == 1, told
    more = serious(after) - serious(before)
    assert set(more) <= {code}, more
    assert more[code] <= 1, more
    assert ANN not in str(after), "a password is told"


@pytest.mark.parametrize("name", rows(WITHIN))
def test_an_edited_log_gives_its_code_once_at_its_step(name: str) -> None:
    log, edit, code, step = WITHIN[name]
    assert_found([log], [read(edit(base(log).log))], code, f"{log}.vlog", step)


@pytest.mark.usefixtures("corpus")
@pytest.mark.parametrize("name", list(PUBLIC))
def test_an_edited_public_log_gives_its_code_once_at_its_step(name: str) -> None:
    log, edit, code, step = PUBLIC[name]
    assert_found([log], [read(edit(base(log).log))], code, f"{log}.vlog", step)


@pytest.mark.parametrize("name", rows(ACROSS))
def test_a_log_whose_start_was_edited_gives_its_code_and_no_other_log_is_blamed(name: str) -> None:
    edit, code = ACROSS[name]
    names = ("1-US", "2-JP", "3-US")
    first, second, third = map(base, names)
    assert_found(names, [first, read(edit(second.log)), third], code, "2-JP.vlog", 0)


@pytest.mark.usefixtures("corpus")
def test_public_logs_are_clean() -> None:
    names = ("4players", "full", "3d6", "custom-labels", "hotness-report-1")
    for name in names:
        assert serious(clean(name)) == Counter(), name


@pytest.mark.usefixtures("corpus")
def test_two_public_rolls_that_changed_places_are_both_named() -> None:
    log = read(swapped(base("full").log, 4, 5))
    assert [one.step for one in check([log]).findings if one.code == "DICE-TALLY"] == [4, 5]


def test_a_log_without_its_beginning_breaks_the_chain_behind_it() -> None:
    late = base("2-JP").log
    for _ in range(3):
        late = without_step(late, 1)
    told = check([base("1-US"), read(late), base("3-US")]).findings
    broken = [one.log for one in told if one.code in ("CHAIN-BREAK", "CHAIN-MISSING")]
    assert broken == ["3-US.vlog"]


def test_a_log_that_was_cut_off_breaks_the_chain_behind_it() -> None:
    told = check([base("1-US"), read(cut(base("2-JP").log, 4)), base("3-US")]).findings
    broken = [one.log for one in told if one.code in ("CHAIN-BREAK", "CHAIN-MISSING")]
    assert broken == ["3-US.vlog"]


def test_a_turn_begun_anew_with_another_line_is_a_branch() -> None:
    log = base("2-JP").log
    other = named(with_step_after(cut(log, 3), 3, "CHAT&lt;Kenji&gt; - wait"), "other.vlog")
    told = check([base("1-US"), base("2-JP"), read(other)]).findings
    assert "CHAIN-BRANCH" in {one.code for one in told}
