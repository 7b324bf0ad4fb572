"""One save in, one save out: names, refusals, locks, restarts; with a list for a watcher."""

from __future__ import annotations

import errno
import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.sidecar_kit import (
    GOLDEN,
    KITCHEN,
    Chatty,
    Step,
    Time,
    a_save,
    answered,
    chat_of,
    digest,
    kinds,
    long_enough,
    names,
    nothing,
    with_chat,
)
from vassal_bridge.errors import (
    FileBusy,
    FormatError,
    IllegalChange,
    MissingCell,
    VerifyError,
    Where,
)
from vassal_bridge.formats import writing
from vassal_bridge.formats.save import Save
from vassal_bridge.sidecar.journal import journals, read_journal
from vassal_bridge.sidecar.ledger import key_of
from vassal_bridge.sidecar.serve import Answer, Answerer, Event, serve

SAVE = "turn 3.vsav"
BOT = "turn 3.bot.vsav"
BOT_2 = "turn 3.bot-2.vsav"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder of saves whose name is no plain one."""
    folder = tmp_path / "Spiele für Zwei"
    folder.mkdir()
    return folder


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a file that is held be tried at once."""
    monkeypatch.setattr(writing, "PAUSE", 0.0)


def watch_for(folder: Path, answer: Answerer, *steps: Step) -> list[Event]:
    """Serve while the steps are carried out, then long enough for everything to be answered."""
    time = Time()
    ticks = time.ticks(*steps, *long_enough(12))
    return list(serve(folder, answer, ticks=ticks, clock=time.clock))


def once(folder: Path, answer: Answerer, *, again: bool = False) -> list[Event]:
    """Answer what is there, and end."""
    time = Time()
    ticks = time.ticks(*[nothing] * 200)
    return list(serve(folder, answer, once=True, again=again, ticks=ticks, clock=time.clock))


def state_of(path: Path) -> tuple[bytes, int]:
    return path.read_bytes(), path.stat().st_mtime_ns


def test_a_save_is_answered_beside_it(folder: Path) -> None:
    (folder / SAVE).write_bytes(KITCHEN.read_bytes())
    before = state_of(folder / SAVE)
    events = once(folder, Chatty())
    assert kinds(events) == ["answered"]
    assert events[1].path == folder / SAVE
    assert events[1].output == folder / BOT
    assert events[1].text == f"{SAVE}: answered in {BOT}: a line was said"
    assert events[1].story == ("one", "two")
    assert names(folder) == [BOT, SAVE]
    assert chat_of(folder / BOT)[-1] == "* answered *"
    assert state_of(folder / SAVE) == before


def test_a_burst_is_answered_one_by_one(folder: Path) -> None:
    def burst() -> None:
        for number in range(6):
            (folder / f"{number}.vsav").write_bytes(a_save(number))

    answer = Chatty()
    events = watch_for(folder, answer, burst)
    assert kinds(events) == ["answered"] * 6
    assert sorted(answer.asked) == [f"{number}.vsav" for number in range(6)]
    assert len(names(folder)) == 12


def test_outputs_are_numbered_and_nothing_is_overwritten(folder: Path) -> None:
    (folder / BOT).write_bytes(b"a player's own")
    (folder / BOT_2).mkdir()
    (folder / SAVE).write_bytes(a_save())
    events = once(folder, Chatty())
    assert kinds(events) == ["answered", "broken"]
    assert (folder / "turn 3.bot-3.vsav").read_bytes() == answered(a_save())
    assert (folder / BOT).read_bytes() == b"a player's own"


def test_a_name_that_is_taken_at_the_last_moment_is_left_alone(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / SAVE).write_bytes(a_save())
    link = os.link

    def taken_first(source: Path, target: Path, **keywords: bool) -> None:
        if Path(target).name == BOT and not (folder / BOT).exists():
            (folder / BOT).write_bytes(a_save(5))
        link(source, target, **keywords)

    monkeypatch.setattr(os, "link", taken_first)
    events = watch_for(folder, Chatty())
    assert events[1].output == folder / BOT_2
    assert (folder / BOT).read_bytes() == a_save(5)


def test_our_own_output_is_ignored_by_digest_alone(folder: Path) -> None:
    (folder / SAVE).write_bytes(a_save())
    copy = folder / "renamed by the player.vsav"
    answer = Chatty()
    watch_for(folder, answer, *long_enough(), lambda: copy.write_bytes(answered(a_save())))
    assert answer.asked == [SAVE]
    assert names(folder) == sorted([BOT, SAVE, copy.name])


def test_a_save_over_our_output_is_input(folder: Path) -> None:
    (folder / SAVE).write_bytes(a_save())
    player = with_chat(answered(a_save()), "my move")
    answer = Chatty()
    watch_for(folder, answer, *long_enough(), lambda: (folder / BOT).write_bytes(player))
    assert answer.asked == [SAVE, BOT]
    assert (folder / BOT).read_bytes() == player
    assert (folder / BOT_2).read_bytes() == answered(player)
    assert names(folder) == sorted([BOT, BOT_2, SAVE])


def test_an_overwritten_save_is_answered_again(folder: Path) -> None:
    path = folder / SAVE
    path.write_bytes(a_save())
    answer = Chatty()
    watch_for(folder, answer, *long_enough(), lambda: path.write_bytes(a_save(2)))
    assert answer.asked == [SAVE, SAVE]
    assert (folder / BOT).read_bytes() == answered(a_save())
    assert (folder / BOT_2).read_bytes() == answered(a_save(2))


def test_a_broken_file_is_told_and_the_others_are_answered(folder: Path) -> None:
    (folder / "a bad one.vsav").write_bytes((GOLDEN / "broken/01-truncated.vsav").read_bytes())
    (folder / SAVE).write_bytes(a_save())
    before = state_of(folder / "a bad one.vsav")
    events = once(folder, Chatty())
    assert kinds(events) == ["answered", "broken"]
    assert state_of(folder / "a bad one.vsav") == before
    assert kinds(once(folder, Chatty())) == []


REFUSALS = [
    IllegalChange("[9.5] there is nothing to do"),
    MissingCell("the table lacks a cell", where=Where(file="tables.toml")),
    FormatError("the module is damaged"),
    VerifyError("the proof failed"),
]


@pytest.mark.parametrize("error", REFUSALS, ids=lambda error: type(error).__name__)
def test_a_refusal_is_told_in_a_sentence_and_remembered(folder: Path, error: Exception) -> None:
    chatty = Chatty()

    def refuse(save: Save) -> Answer:
        answer = chatty(save)
        if save.name == "no.vsav":
            raise error
        return answer

    (folder / "no.vsav").write_bytes(a_save(1))
    (folder / "yes.vsav").write_bytes(a_save(2))
    events = {event.path.name: event for event in once(folder, refuse)[1:-1]}
    assert events["no.vsav"].kind == "refused"
    assert str(error).split(": ")[-1] in events["no.vsav"].text
    assert events["yes.vsav"].kind == "answered"
    assert kinds(once(folder, refuse)) == []
    assert sorted(chatty.asked) == ["no.vsav", "yes.vsav"]


def test_what_was_refused_is_tried_again_on_request(folder: Path) -> None:
    def refuse(save: Save) -> Answer:
        raise MissingCell("the table lacks a cell")

    (folder / SAVE).write_bytes(a_save())
    assert kinds(once(folder, refuse)) == ["refused"]
    assert kinds(once(folder, Chatty())) == []
    assert kinds(once(folder, Chatty(), again=True)) == ["answered"]
    assert kinds(once(folder, Chatty(), again=True)) == []


def test_something_unforeseen_is_reported_and_tried_at_the_next_start(
    folder: Path, bridge_home: Path
) -> None:
    def stumble(save: Save) -> Answer:
        raise KeyError(f"in {save.name}\nsecond line")

    for number in range(2):
        (folder / f"{number}.vsav").write_bytes(a_save(number))
    events = once(folder, stumble)
    assert kinds(events) == ["failed", "failed"]
    reports = sorted((bridge_home / "failures").iterdir())
    assert len(reports) == 2
    assert "stumble" in reports[0].read_text(encoding="utf-8")
    for event in events[1:-1]:
        assert event.text.startswith(event.path.name)
        assert "KeyError" in event.text
        assert "test_serve.py line" in event.text
        assert "\n" not in event.text
    assert names(folder) == ["0.vsav", "1.vsav"]
    assert kinds(once(folder, Chatty())) == ["answered"] * 2


def test_a_journal_that_is_no_plain_data_does_not_end_the_sidecar(folder: Path) -> None:
    def odd(save: Save) -> Answer:
        return Answer(answered(save.to_bytes()), "", [], {"roll": object()})

    (folder / SAVE).write_bytes(a_save())
    assert kinds(once(folder, odd)) == ["failed"]
    assert names(folder) == [SAVE]


def test_a_module_that_is_held_is_no_word_on_the_save(folder: Path) -> None:
    chatty = Chatty()
    tries: list[str] = []

    def held_twice(save: Save) -> Answer:
        tries.append(save.name)
        if len(tries) < 3:
            raise FileBusy("another program holds the module")
        return chatty(save)

    (folder / SAVE).write_bytes(a_save())
    events = watch_for(folder, held_twice)
    assert kinds(events) == ["busy", "answered"]
    assert "holds the module" in events[1].text


def refused_link(times: int) -> Iterator[None]:
    for _ in range(times):
        yield None


@pytest.mark.usefixtures("impatient")
def test_an_output_that_is_refused_its_name_is_tried_again_with_the_same_answer(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / SAVE).write_bytes(a_save())
    refusals = refused_link(2 * writing.TRIES)
    link = os.link

    def refuse(source: Path, target: Path, **keywords: bool) -> None:
        if Path(target).parent == folder and next(refusals, "no more") is None:
            raise PermissionError(errno.EACCES, "Permission denied")
        link(source, target, **keywords)

    monkeypatch.setattr(os, "link", refuse)
    answer = Chatty()
    events = watch_for(folder, answer)
    assert kinds(events) == ["busy", "answered"]
    assert SAVE in events[1].text
    assert answer.asked == [SAVE]
    assert names(folder) == [BOT, SAVE]


@pytest.mark.usefixtures("impatient")
def test_an_output_that_never_gets_its_name_is_answered_at_the_next_start(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / SAVE).write_bytes(a_save())
    link = os.link

    def refuse(source: Path, target: Path, **keywords: bool) -> None:
        if Path(target).parent == folder:
            raise PermissionError(errno.EACCES, "Permission denied")
        link(source, target, **keywords)

    with monkeypatch.context() as patch:
        patch.setattr(os, "link", refuse)
        assert kinds(once(folder, Chatty())) == ["busy"]
    assert names(folder) == [SAVE]
    assert kinds(once(folder, Chatty())) == ["answered"]
    assert names(folder) == [BOT, SAVE]


def test_a_file_system_without_hard_links_will_do(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / SAVE).write_bytes(a_save())

    def none(source: Path, target: Path, **keywords: bool) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", none)
    assert kinds(once(folder, Chatty())) == ["answered"]
    assert names(folder) == [BOT, SAVE]


@pytest.mark.usefixtures("impatient")
def test_a_replacement_that_is_refused_is_tried_again(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / SAVE).write_bytes(a_save())
    replace = os.replace
    refusals = refused_link(3)

    def none(source: Path, target: Path, **keywords: bool) -> None:
        raise OSError(errno.ENOTSUP, "Operation not supported")

    def refuse(source: Path, target: Path) -> None:
        if next(refusals, "no more") is None:
            raise PermissionError(errno.EACCES, "Permission denied")
        replace(source, target)

    monkeypatch.setattr(os, "link", none)
    monkeypatch.setattr(os, "replace", refuse)
    assert kinds(once(folder, Chatty())) == ["answered"]
    assert names(folder) == [BOT, SAVE]


def test_a_full_disk_is_told_once_and_tried_again(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / SAVE).write_bytes(a_save())
    fsync = os.fsync
    full = refused_link(3)
    begun: list[str] = []

    def refuse(handle: int) -> None:
        if begun and next(full, "no more") is None:
            raise OSError(errno.ENOSPC, "No space left on device")
        fsync(handle)

    chatty = Chatty()

    def answer(save: Save) -> Answer:
        begun.append(save.name)
        return chatty(save)

    monkeypatch.setattr(os, "fsync", refuse)
    events = watch_for(folder, answer, *long_enough(20))
    assert kinds(events) == ["busy", "answered"]
    assert "No space left" in events[1].text
    assert names(folder) == [BOT, SAVE]


def test_a_save_that_vassal_holds_is_answered_later(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / SAVE).write_bytes(a_save())
    read = Path.read_bytes
    refusals = refused_link(10)

    def refuse(path: Path) -> bytes:
        if path.name == SAVE and next(refusals, "no more") is None:
            raise PermissionError(errno.EACCES, "Permission denied")
        return read(path)

    monkeypatch.setattr(Path, "read_bytes", refuse)
    events = watch_for(folder, Chatty(), *long_enough(40))
    assert kinds(events) == ["busy", "answered"]


def test_the_input_is_only_ever_opened_for_reading(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = folder / SAVE
    path.write_bytes(a_save())
    path.chmod(0o444)
    before = state_of(path)
    assert kinds(once(folder, Chatty())) == ["answered"]
    assert state_of(path) == before


def test_a_restart_repeats_nothing_and_misses_nothing(folder: Path) -> None:
    (folder / "1.vsav").write_bytes(a_save(1))
    assert kinds(once(folder, Chatty())) == ["answered"]
    (folder / "2.vsav").write_bytes(a_save(2))
    second = Chatty()
    assert kinds(once(folder, second)) == ["answered"]
    assert second.asked == ["2.vsav"]
    assert kinds(once(folder, Chatty())) == []
    assert names(folder) == ["1.bot.vsav", "1.vsav", "2.bot.vsav", "2.vsav"]


def test_an_answer_that_the_player_threw_away_is_not_made_again(folder: Path) -> None:
    (folder / SAVE).write_bytes(a_save())
    once(folder, Chatty())
    (folder / BOT).unlink()
    assert kinds(once(folder, Chatty())) == []


def test_every_answer_has_a_journal(folder: Path) -> None:
    (folder / SAVE).write_bytes(a_save())
    once(folder, Chatty())
    (path,) = journals(key_of(folder))
    assert path.stem == digest(folder / SAVE)
    assert read_journal(path) == {
        "input": digest(folder / SAVE),
        "name": SAVE,
        "output": digest(folder / BOT),
        "output_name": BOT,
        "summary": "a line was said",
        "story": ["one", "two"],
        "journal": {"rolls": [[3, 4]]},
    }


def test_saves_of_before_can_be_left_alone(folder: Path) -> None:
    (folder / "old.vsav").write_bytes(a_save(1))
    (folder / "older.vsav").write_bytes(a_save(2))
    time = Time()
    answer = Chatty()

    def overwrite() -> None:
        (folder / "old.vsav").write_bytes(a_save(3))

    ticks = time.ticks(overwrite, *long_enough())
    events = list(serve(folder, answer, skip_existing=True, ticks=ticks, clock=time.clock))
    assert kinds(events) == ["passed", "answered"]
    assert answer.asked == ["old.vsav"]
    assert kinds(once(folder, answer)) == []


def test_a_stop_ends_between_two_saves(folder: Path) -> None:
    for number in range(3):
        (folder / f"{number}.vsav").write_bytes(a_save(number))
    stop, time, chatty = threading.Event(), Time(), Chatty()

    def answer(save: Save) -> Answer:
        stop.set()
        return chatty(save)

    ticks = time.ticks(*long_enough())
    events = list(serve(folder, answer, stop=stop, ticks=ticks, clock=time.clock))
    assert kinds(events) == ["answered"]
    assert kinds(once(folder, Chatty())) == ["answered"] * 2


def test_ctrl_c_ends_cleanly_and_the_save_is_answered_at_the_next_start(folder: Path) -> None:
    def interrupted(save: Save) -> Answer:
        raise KeyboardInterrupt

    (folder / SAVE).write_bytes(a_save())
    events = once(folder, interrupted)
    assert [event.kind for event in events] == ["watching", "stopped"]
    assert names(folder) == [SAVE]
    assert kinds(once(folder, Chatty())) == ["answered"]


def test_a_listener_that_goes_away_frees_the_folder(folder: Path) -> None:
    events = serve(folder, Chatty(), ticks=[], clock=Time().clock)
    next(events)
    with pytest.raises(FileBusy):
        next(serve(folder, Chatty(), ticks=[], clock=Time().clock))
    events.close()
    assert kinds(once(folder, Chatty())) == []


def test_a_folder_that_is_none_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="no such folder"):
        next(serve(tmp_path / "nowhere", Chatty()))


def test_an_upper_case_suffix_and_dots_in_the_name(folder: Path) -> None:
    (folder / "Game v1.2.VSAV").write_bytes(a_save())
    once(folder, Chatty())
    assert names(folder) == ["Game v1.2.VSAV", "Game v1.2.bot.vsav"]
