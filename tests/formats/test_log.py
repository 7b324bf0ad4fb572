"""Logs are read as steps, told, cut, joined and written as VASSAL's are."""

from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import GOLDEN
from tests.edit_kit import opened, with_theatre
from tests.golden_logs import MAP, SEEN, engine_view, module_of, piece_text, small_save, stack_text
from vassal_bridge.errors import FormatError, UnencodableError
from vassal_bridge.formats.commands import ESC
from vassal_bridge.formats.logs.chain import difference, facts, join
from vassal_bridge.formats.logs.log import Log, log_from, open_log, step_text
from vassal_bridge.formats.logs.story import Told, story
from vassal_bridge.formats.position import Position
from vassal_bridge.formats.save import Save, open_save
from vassal_bridge.formats.sight import View
from vassal_bridge.formats.surroundings import viewer_of

SECRETS = ("us-secret", "jp; secret/1|x")


@cache
def golden_log(name: str) -> Log:
    return open_log(GOLDEN / f"{name}.vlog")


@cache
def told(name: str) -> list[Told]:
    path = GOLDEN / f"{name}.vlog"
    return list(story(golden_log(name), module_of(path)))


@pytest.mark.parametrize("path", SEEN, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_10_steps_are_counted_as_the_engine_counts_them(path: Path) -> None:
    log, view = open_log(path), engine_view(path)
    assert len(log.steps) == view["logSteps"]
    for step, seen in zip(log.steps, view["steps"], strict=True):
        assert step.number == seen["n"]
        assert [command["text"] for command in step.of("Chat")] == seen["chat"]


def test_10_an_unknown_head_is_a_step_only_with_a_known_sub_command() -> None:
    tail = ["LOG\tnull", "LOG\tFOOBAR", "LOG\tFOO\\\x1bLOG\tCHAT* sub", "LOG\tCHAT* hi", "LOG\t"]
    save = small_save(piece_text(11, 50, 50))
    log = Log(save.with_text(ESC.join([save.text, *tail])))
    assert [step.texts for step in log.steps] == [["FOO", "CHAT* sub"], ["CHAT* hi"], [""]]
    assert log.idle == ["LOG\tnull", "LOG\tFOOBAR"]
    assert log.replay().chat == ["* sub", "* hi"]


@pytest.mark.parametrize("path", SEEN, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_steps_and_start_hold_every_byte_of_the_log(path: Path) -> None:
    log = open_log(path)
    kept = log.start_text + "".join(ESC + step.raw for step in log.steps)
    assert len(log.save.text) == len(kept) + sum(1 + len(text) for text in log.idle)
    assert log.to_bytes() == path.read_bytes()
    assert all(step.raw in log.save.text for step in log.steps)


CUT = [
    "logs/a-two-players",
    "logs/c-decks-hidden",
    "logs/lossy",
    "chain/1-US",
    "beachhead/turn1-US",
]


@given(st.sampled_from(CUT), st.floats(min_value=0, max_value=1))
def test_a_log_cut_anywhere_and_played_on_ends_as_the_whole(name: str, part: float) -> None:
    log = golden_log(name)
    step = round(part * len(log.steps))
    rest = log.from_step(step)
    assert len(rest.steps) == len(log.steps) - step
    assert difference(facts(rest.replay()), facts(log.replay())) == ""


@pytest.mark.parametrize("name", CUT)
def test_a_cut_save_has_no_steps_and_reads_as_the_position(name: str) -> None:
    log = golden_log(name)
    step = len(log.steps) // 2
    again = Save.from_bytes(log.cut(step).to_bytes())
    assert "LOG\t" not in again.text
    assert again.text.endswith("end_save")
    assert again.archive.names == log.save.archive.names
    assert difference(facts(Position(again)), facts(log.replay(step))) == ""


def test_a_step_that_is_not_there_is_refused() -> None:
    with pytest.raises(FormatError, match="expected a step from 0 to 10, found 11"):
        golden_log("chain/1-US").cut(11)


def chain(*names: str) -> list[Log]:
    return [golden_log(name) for name in names]


def test_a_chain_is_joined_and_ends_as_its_last_log() -> None:
    logs = chain("chain/1-US", "chain/2-JP", "chain/3-US")
    joined = join(logs)
    assert [step.texts for step in joined.steps] == [s.texts for log in logs for s in log.steps]
    assert difference(facts(joined.replay()), facts(logs[-1].replay())) == ""
    assert len(Log(Save.from_bytes(joined.to_bytes())).steps) == 24


def test_repeated_steps_are_taken_once() -> None:
    joined = join(chain("chain/1-US", "chain/2-JP-continued"))
    assert len(joined.steps) == 13
    assert joined.steps[9].texts == golden_log("chain/1-US").steps[9].texts


def test_six_logs_of_a_battle_are_one_chain() -> None:
    names = [f"beachhead/turn{turn}-{side}" for turn in (1, 2, 3) for side in ("US", "JP")]
    assert len(join(chain(*names)).steps) == sum(len(log.steps) for log in chain(*names))


def test_a_break_in_a_chain_names_the_piece_and_both_places() -> None:
    wanted = r"Southerner: expected Theatre \(145,670\), found Theatre \(195,670\)"
    with pytest.raises(FormatError, match=wanted):
        join(chain("chain-shifted/1-US", "chain-shifted/2-JP"))


def test_a_roll_repeated_otherwise_is_named() -> None:
    with pytest.raises(FormatError, match=r"step 5 .* expected .*3,1.* found .*4,1"):
        join(chain("chain-dice/1-US", "chain-dice/2-JP-continued"))


def test_a_chain_over_a_map_without_stacks_is_joined_with_its_module() -> None:
    module = with_theatre('disabled="false"', 'disabled="true"')
    begun, save = opened("01-new.vsav", None), opened("01-new.vsav", module)
    to = save.piece("Leader").piece.point
    assert to is not None
    for name in ("1st Inf", "2nd Inf"):
        save.piece(name).move_to(to)
    log = Log(Save.from_bytes(log_from(begun, [save.editor.commands])))
    goes_on = Log(Save.from_bytes(save.to_bytes()))
    assert [step.texts for step in join([log, goes_on], module).steps] == [save.editor.commands]
    with pytest.raises(FormatError, match="it lies in another stack"):
        join([log, goes_on])


def test_logs_in_the_wrong_order_are_refused() -> None:
    with pytest.raises(FormatError, match="does not begin where"):
        join(chain("chain/2-JP", "chain/1-US"))
    with pytest.raises(FormatError, match="at least one"):
        join([])


@pytest.mark.parametrize("path", SEEN, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_written_log_is_read_with_the_same_steps(path: Path) -> None:
    log = open_log(path)
    data = log_from(log.start, [step.texts for step in log.steps])
    again = Log(Save.from_bytes(data))
    assert [step.texts for step in again.steps] == [step.texts for step in log.steps]
    assert difference(facts(again.replay()), facts(log.replay())) == ""


TEXTS = st.text(st.sampled_from("ab\\'/\t;|"), max_size=6).map(lambda text: "CHAT" + text)


@given(st.lists(st.lists(TEXTS, min_size=1, max_size=4), max_size=4))
def test_any_texts_are_written_and_read_back(steps: list[list[str]]) -> None:
    save = small_save(piece_text(11, 50, 50))
    try:
        data = log_from(save, steps)
    except UnencodableError:
        assert any(text.endswith("\\") for step in steps for text in step if len(step) > 1)
        return
    assert [step.texts for step in Log(Save.from_bytes(data)).steps] == steps


def test_a_text_with_an_escape_character_is_refused() -> None:
    with pytest.raises(UnencodableError):
        step_text(["CHATa\x1bCHATb\\"])


def test_a_log_goes_on_where_it_ended() -> None:
    log = golden_log("chain/1-US")
    longer = Log(Save.from_bytes(log_from(log.save, [["CHAT* more"]])))
    assert [step.texts for step in longer.steps[10:]] == [["CHAT* more"]]


def test_a_save_is_a_log_without_steps() -> None:
    path = GOLDEN / "chain" / "0-start.vsav"
    log = Log(open_save(path))
    assert (log.steps, log.start_text) == ((), open_save(path).text)


def test_the_story_says_who_and_from_where_to_where() -> None:
    first = told("beachhead/turn1-US")[1]
    assert (first.who.name, first.who.how) == ("Ann O'Nym", "move")
    (move,) = [what for what in first.happenings if what.kind == "moved"]
    assert (move.piece, move.start, move.end) == ("1/1 Mar", "0404", "0505")


@pytest.mark.parametrize("path", SEEN, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_moves_are_those_that_vassal_reported(path: Path) -> None:
    """The engine's own reports name the places; hidden ones and odd map reports aside."""
    reported = 0
    for step in story(open_log(path), module_of(path)):
        moves = [what for what in step.happenings if what.kind == "moved"]
        for what in step.happenings:
            if what.kind != "chat" or " moves " not in what.text:
                continue
            if "?" in what.text or "UNDO" in what.text:
                continue
            head, _, tail = what.text.removeprefix("* ").removesuffix(" *").partition(" moves ")
            start, _, end = tail.partition(" -> ")
            if "offboard" in tail or start == end:
                continue
            reported += 1
            assert (start, end) in {(move.start, move.end) for move in moves}, what.text
            assert any(move.piece in head or move.piece == "a card" for move in moves)
    assert reported or path.stem in ("lossy", "2-JP-continued")


def test_dice_are_told_with_their_faces() -> None:
    rolls = [what.text for one in told("beachhead/turn1-US") for what in one.happenings]
    assert "2d6 = 5,1 (total 6)" in rolls
    silent = told("logs/a-two-players")[17]
    assert (silent.who.name, silent.text) == ("unknown", "silent = 5,1 (total 6)")


def test_an_undone_roll_is_told_as_taken_back() -> None:
    undo = told("logs/a-two-players")[5]
    assert [what.kind for what in undo.happenings] == ["undo", "chat"]


def test_a_flip_names_the_level() -> None:
    assert "1st Inf flips Step to (reduced)" in told("logs/a-two-players")[3].text


def test_no_password_is_told() -> None:
    for path in SEEN:
        text = " ".join(one.text + one.who.name for one in story(open_log(path), module_of(path)))
        assert not any(secret in text for secret in SECRETS)


def test_an_observer_never_learns_a_masked_name() -> None:
    one = told("logs/c-decks-hidden")
    for number in (2, 3, 9, 12, 20):
        assert not [what for what in one[number - 1].happenings if what.piece.startswith("Card ")]
    masked = [what for what in one[15].happenings if what.kind == "masked"]
    assert [what.piece for what in masked] == ["?"]
    for number in (7, 18):
        moves = [what for what in one[number - 1].happenings if what.kind == "moved"]
        assert [(m.piece, m.start, m.end) for m in moves] == [("something hidden", "?", "?")]


@cache
def told_to(name: str, side: str) -> list[Told]:
    log = golden_log(name)
    return list(story(log, module_of(GOLDEN / f"{name}.vlog"), viewer_of(log.save, side)))


@pytest.mark.parametrize("side", ["US", "JP"])
def test_a_side_is_told_of_a_step_just_what_it_sees_in_the_pieces(side: str) -> None:
    """Every name that is told was the name of the piece to that viewer before or after the step."""
    name = "logs/c-decks-hidden"
    log, module = golden_log(name), module_of(GOLDEN / f"{name}.vlog")
    viewer = viewer_of(log.save, side)
    views = [View(log.replay(n).save, module, viewer) for n in range(len(log.steps) + 1)]
    seen = [{one.name for one in view.pieces.values()} for view in views]
    covered = {"a card", "a piece", "something hidden"}
    for step in told_to(name, side):
        allowed = covered | seen[step.number - 1] | seen[step.number]
        assert {what.piece for what in step.happenings if what.piece} <= allowed


def test_a_hand_is_told_to_its_owner_alone() -> None:
    mine, theirs = told_to("logs/c-decks-hidden", "JP")[1], told_to("logs/c-decks-hidden", "US")[1]
    (drawn,) = [what for what in mine.happenings if what.kind == "moved"]
    (unseen,) = [what for what in theirs.happenings if what.kind == "moved"]
    assert (drawn.piece, drawn.start) == ("Card 7(Card)", "Draw")
    assert drawn.end.startswith("JP Hand")
    assert (unseen.piece, unseen.start, unseen.end) == ("a card", "Draw", "JP Hand")


def test_a_piece_that_lies_open_in_the_end_has_its_name() -> None:
    shown = told("logs/c-decks-hidden")[18].happenings
    assert [what.text for what in shown] == ["2nd Inf is shown"]
    unmasked = told_to("logs/c-decks-hidden", "US")[23].happenings
    assert unmasked[0].text == "1./IR 6 is unmasked"


def test_without_a_module_places_are_maps_and_pixels() -> None:
    step = next(one for one in story(golden_log("chain/1-US")) if one.number == 3)
    assert step.happenings[0].text == "2nd Inf moves Theatre (170,185) -> Theatre (230,220)"


def test_a_moved_stack_moves_each_of_its_pieces() -> None:
    save = small_save(
        piece_text(11, 50, 50), piece_text(12, 50, 50), stack_text(20, 50, 50, 11, 12)
    )
    step = [f"M/20/{MAP}/70/70/null/{MAP}/50/50/null/pw"]
    (one,) = story(Log(Save.from_bytes(log_from(save, [step]))))
    assert [what.piece for what in one.happenings] == ["P11", "P12"]
    assert one.who.name == "Ann"


def corpus_logs(corpus: Path) -> list[Path]:
    found = sorted(corpus.rglob("*.vlog"), key=lambda path: path.stat().st_size)
    assert found
    return found


def assert_steps_through(path: Path) -> None:
    log = open_log(path)
    assert len(list(story(log))) == len(log.steps)
    for step in {0, len(log.steps) // 2, len(log.steps)}:
        Save.from_bytes(log.cut(step).to_bytes())


def test_small_logs_of_the_corpus_are_stepped_through(corpus: Path) -> None:
    for path in corpus_logs(corpus)[:12]:
        assert_steps_through(path)


@pytest.mark.slow
def test_all_logs_of_the_corpus_are_stepped_through(corpus: Path) -> None:
    for path in corpus_logs(corpus):
        assert_steps_through(path)
