"""The companion: saves one after another, each judged, answered, written down; and gone back."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.built import red_beach_save
from tests.cli_kit import call
from tests.companion_kit import (
    Game,
    asking,
    moved,
    state,
    typed,
    with_layer,
    without_property,
)
from tests.sidecar_kit import chat_of, digest
from vassal_bridge.binding.binding import property_of
from vassal_bridge.formats.editing import edits
from vassal_bridge.formats.position import Position
from vassal_bridge.formats.save import Save, open_save
from vassal_bridge.sidecar.chain import position_path

DAY = "GT 3"


def by_day() -> Save:
    """Return the first-night position, as it may have been on the afternoon before."""
    return moved(red_beach_save("first_night"), {"turn": DAY})


@pytest.fixture
def game(tmp_path: Path) -> Game:
    return Game(tmp_path / "Spielstände")


def test_the_first_position_is_answered_so_that_it_can_be_followed(game: Game) -> None:
    before = by_day()
    answer = game.play(before)
    assert game.chain.links[0].kind == "begun"
    assert state(answer) == state(before)
    assert property_of(Position(answer), "bridge_answer") == game.chain.links[0].answer
    assert "From here on your moves are judged." in game.events[0].story


def test_a_night_is_played_when_it_is_saved(game: Game) -> None:
    answer = game.play(red_beach_save("first_night"))
    assert state(answer).turn == "GT 5"
    after = game.play(answer)
    assert state(after).date == "21 Nov"
    assert [link.follows for link in game.chain.links] == ["", game.chain.links[0].answer]


def test_a_save_in_which_nothing_was_done_needs_no_answer(game: Game) -> None:
    event = game.save(game.play(by_day()))
    assert event.kind == "noted"
    assert "nothing was done since the position before" in event.text
    assert len(game.chain.links) == 1


@pytest.mark.parametrize(
    ("unit", "place", "rule", "said"),
    [
        ("jrl_10", "JRL 10s 9", "8.7", "the JRL falls by"),
        ("Fort B-1", "Eliminated", "8.841", "forts stand where they are"),
        ("C/1/8", "2313", "3.2", "come ashore from the Wave Display"),
    ],
)
def test_what_no_player_may_do_is_named_with_its_rule_and_taken_back(
    game: Game, unit: str, place: str, rule: str, said: str
) -> None:
    begun = game.play(by_day())
    answer = game.play(moved(begun, {unit: place}))
    link = game.chain.links[-1]
    assert link.kind == "unlawful"
    assert [found["rule"] for found in link.journal["findings"]] == [rule]
    assert said in link.journal["findings"][0]["text"]
    assert link.journal["rolls"] == []
    assert state(answer) == state(begun)
    assert any("Unlawful:" in line and said in line for line in chat_of(game.events[-1].output))


@pytest.mark.parametrize(
    ("unit", "layer", "level", "rule"),
    [
        ("1/8 HQ", "Face", "2", "8.85"),
        ("A/1/8", "Step", "1", "8.81"),
    ],
)
def test_faces_and_markers_are_the_umpires(
    game: Game, unit: str, layer: str, level: str, rule: str
) -> None:
    begun = game.play(by_day())
    answer = game.play(with_layer(begun, unit, layer, level))
    link = game.chain.links[-1]
    assert [found["rule"] for found in link.journal["findings"]] == [rule]
    assert state(answer) == state(begun)


def test_what_is_no_business_of_the_game_is_told_and_left_as_it_is(game: Game) -> None:
    begun = game.play(by_day())
    noted = Save.from_bytes(begun.to_bytes(), name=begun.name)
    Position(noted).apply_all(edits.set_notes("public", "remember the pier"))
    answer = game.play(asking(moved(noted, {"jrl_10": "JRL 10s 9"}), "status"))
    assert any(
        "no business of the game: the public notes changed" in line
        for line in game.events[-1].story
    )
    assert "remember the pier" in answer.text
    assert state(answer) == state(begun)


def test_accept_takes_a_position_as_it_stands(game: Game) -> None:
    begun = game.play(by_day())
    answer = game.play(asking(moved(begun, {"jrl_10": "JRL 10s 9"}), "accept"))
    assert game.chain.links[-1].kind == "accepted"
    assert state(answer).jrl == 398
    assert property_of(Position(answer), "bridge_request") == ""
    assert "Taken as it stands, as you asked." in game.events[-1].story


@pytest.mark.parametrize(
    ("request_", "said"),
    [
        ("nihgt", "Did you mean 'night'?"),
        ("attack X/9/9 -> 2815", "no US unit on the map"),
        ("undo 5", "there are not 5 moves"),
        ("next", "it is your move"),
    ],
)
def test_a_request_that_cannot_be_met_is_answered_by_a_word_and_the_move_still_counts(
    game: Game, request_: str, said: str
) -> None:
    begun = game.play(by_day())
    first = {"jrl_10": "JRL 10s 9"} if request_ in ("nihgt", "undo 5") else {}
    refused = game.play(asking(moved(begun, first), request_))
    assert game.chain.links[-1].kind == "refused"
    assert any(said in line for line in chat_of(game.events[-1].output))
    assert property_of(Position(refused), "bridge_request") == ""
    assert property_of(Position(refused), "bridge_answer") == game.chain.links[0].answer
    again = game.play(moved(refused, {"jrl_10": "JRL 10s 9"}))
    assert game.chain.links[-1].kind == "unlawful"
    assert state(again) == state(begun)


def test_status_and_help_tell_and_change_nothing(game: Game) -> None:
    begun = game.play(by_day())
    for request, said in (("status", "it is your move"), ("help", "undo 2: take the last")):
        answer = game.play(asking(begun, request))
        assert state(answer) == state(begun)
        assert any(said in line for line in game.events[-1].story)


def test_a_sequence_is_asked_for_by_its_name(game: Game) -> None:
    begun = game.play(by_day())
    answer = game.play(asking(begun, "recovery"))
    assert state(answer).turn == "GT 4"
    assert game.chain.links[-1].journal["name"] == "recovery"


def test_undo_goes_back_to_the_position_before_and_the_game_forks_there(game: Game) -> None:
    first = game.play(red_beach_save("first_night"))
    second = game.play(first)
    back = game.play(asking(second, "undo"))
    assert game.chain.links[-1].kind == "undone"
    assert state(back) == state(first)
    other = game.play(back)
    assert game.chain.links[-1].follows == game.chain.links[0].answer
    assert state(other).date == "21 Nov"
    assert [link.journal["seed"] for link in game.chain.links if "seed" in link.journal] == [
        7, 8, 10,
    ]  # fmt: skip


def test_undo_counts_moves_and_a_move_that_is_not_answered_yet_is_one(game: Game) -> None:
    first = game.play(red_beach_save("first_night"))
    second = game.play(first)
    touched = moved(second, {"jrl_10": "JRL 10s 9"})
    assert state(game.play(asking(touched, "undo"))) == state(second)
    assert state(game.play(asking(touched, "undo 2"))) == state(first)
    begun = game.play(asking(touched, "undo 3"))
    assert state(begun) == state(red_beach_save("first_night"))
    game.play(asking(touched, "undo 4"))
    assert "there are not 4 moves" in game.events[-1].text


@pytest.mark.slow
def test_undo_passes_over_answers_that_refused_or_told(game: Game) -> None:
    first = game.play(red_beach_save("first_night"))
    second = game.play(first)
    refused = game.play(moved(second, {"jrl_10": "JRL 10s 9"}))
    told = game.play(asking(refused, "status"))
    assert state(game.play(asking(told, "undo"))) == state(first)


@pytest.mark.slow
def test_undo_changes_no_file_and_the_new_save_differs_by_its_chat_alone(game: Game) -> None:
    first = game.play(red_beach_save("first_night"))
    second = game.play(first)
    before = {path.name: digest(path) for path in game.folder.iterdir()}
    back = game.play(asking(second, "undo"))
    assert {name: digest(game.folder / name) for name in before} == before
    ours, theirs = (
        [one.text for one in save.commands if one.kind != "Chat"] for save in (back, first)
    )
    assert ours == theirs


@pytest.mark.slow
def test_positions_outlive_the_players_files(game: Game) -> None:
    first = game.play(red_beach_save("first_night"))
    second = game.play(first)
    for path in game.folder.glob("*.vsav"):
        path.unlink()
    assert state(game.play(asking(second, "undo"))) == state(first)


def test_a_log_asks_by_a_line_of_chat_and_is_answered_at_its_end(game: Game) -> None:
    begun = game.play(by_day())
    answer = game.play(typed(begun, "what now?", "!bridge recovery"), suffix=".vlog")
    assert state(answer).turn == "GT 4"
    assert game.events[-1].output.name == "move 2.bot.vsav"


def test_a_log_that_asks_for_nothing_is_left_alone(game: Game) -> None:
    begun = game.play(by_day())
    event = game.save(typed(begun, "hello"), suffix=".vlog")
    assert event.kind == "noted"
    assert "left alone" in event.text
    assert len(game.chain.links) == 1


def test_without_the_property_a_save_follows_the_last_answer(game: Game) -> None:
    bare = ("bridge_answer", "bridge_request", "bridge_segment")
    first = game.play(without_property(red_beach_save("first_night"), *bare))
    assert property_of(Position(first), "bridge_answer") is None
    second = game.play(first)
    assert [link.follows for link in game.chain.links] == ["", game.chain.links[0].answer]
    assert state(second).date == "21 Nov"


def test_a_save_of_another_folder_is_refused_until_it_is_accepted(
    game: Game, tmp_path: Path
) -> None:
    begun = game.play(by_day())
    other = Game(tmp_path / "other")
    event = other.save(begun)
    assert event.kind == "refused"
    assert "not given in this folder" in event.text
    accepted = other.play(asking(begun, "accept"))
    assert state(accepted) == state(begun)


@pytest.mark.slow
def test_the_same_saves_and_seed_give_the_same_bytes(tmp_path: Path) -> None:
    ends = []
    for name in ("a", "b"):
        game = Game(tmp_path / name)
        ends.append(game.play(game.play(red_beach_save("first_night"))).to_bytes())
    assert ends[0] == ends[1]


def test_the_journal_is_listed_shown_replayed_and_gone_back_to(game: Game) -> None:
    first = game.play(red_beach_save("first_night"))
    second = game.play(first)
    game.play(moved(second, {"jrl_10": "JRL 10s 9"}))
    game.play(asking(second, "undo"))
    game.play(asking(second, "undo 2"))
    game.play(asking(second, "nihgt"))
    listed = call("journal", "list", game.folder)
    assert listed.exit_code == 0, listed.stderr
    lines = listed.stdout.splitlines()
    assert len(lines) == 6
    assert lines[1].startswith("  2  move 2.vsav -> move 2.bot.vsav after 1: played: night, ")
    assert "unlawful" in lines[2]
    shown = call("journal", "show", game.folder, "3")
    assert "the JRL falls by bombardment" in shown.stdout
    replayed = call("journal", "replay", game.folder)
    assert replayed.exit_code == 0, replayed.stdout
    assert replayed.stdout.count("the same bytes") == 6
    out = game.folder / "back.vsav"
    undone = call("journal", "undo", game.folder, "--to", "1", "-o", out)
    assert undone.exit_code == 0, undone.stderr
    assert out.read_bytes() == first.to_bytes()
    assert call("journal", "undo", game.folder, "--to", "9", "-o", game.folder / "x").exit_code == 3
    assert not (game.folder / "x").exists()
    assert call("journal", "undo", game.folder, "--to", "1", "-o", out).exit_code == 2


@pytest.mark.slow
def test_what_the_companion_wrote_back_is_known_to_it(game: Game) -> None:
    """`journal undo` writes an answer's own bytes: the watch leaves them alone."""
    first = game.play(red_beach_save("first_night"))
    game.play(first)
    call("journal", "undo", game.folder, "--to", "1", "-o", game.folder / "back.vsav")
    game.play(asking(open_save(game.folder / "back.vsav"), "status"))
    assert [link.name for link in game.chain.links] == ["move 1.vsav", "move 2.vsav", "move 3.vsav"]


def test_a_changed_kept_position_comes_out_otherwise(game: Game) -> None:
    game.play(red_beach_save("first_night"))
    chain = game.chain
    path = position_path(chain.key, chain.links[0].output, home=chain.home)
    path.write_bytes(red_beach_save("start").to_bytes())
    replayed = call("journal", "replay", game.folder)
    assert replayed.exit_code == 1
    assert "other bytes" in replayed.stdout
    path.unlink()
    assert "kept no more" in call("journal", "replay", game.folder).stdout
