"""A save in, a proved save out; and a sentence for everything that does not fit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from automation.policies import Scripted
from modules.red_beach import GAME
from modules.red_beach.binding import BINDING
from tests.built import red_beach_bytes, red_beach_module, red_beach_save
from tests.conftest import GOLDEN
from tests.red_beach_saves import declared_of, piece_of, play_night, read_state
from vassal_bridge.binding.finding import find_module
from vassal_bridge.binding.geography import ModuleGeography
from vassal_bridge.binding.play import Request, edition_of, play
from vassal_bridge.errors import BindingError, MissingCell, RuleError, VerifyError
from vassal_bridge.formats.editing import edits
from vassal_bridge.formats.module import open_module
from vassal_bridge.formats.pieces import PieceId
from vassal_bridge.formats.position import Position
from vassal_bridge.formats.save import Save
from vassal_bridge.game.changes import Advance
from vassal_bridge.game.dice import SeededDice


@pytest.fixture
def save() -> Save:
    return red_beach_save("first_night")


@pytest.fixture(scope="module")
def module_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("module") / "my module ü.vmod"
    file.write_bytes(red_beach_bytes())
    return file


# --- what comes out ---------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [1, 7, 1943])
def test_the_new_save_shows_the_state_after_the_changes(save: Save, seed: int) -> None:
    played = play_night(save, seed)
    wanted = read_state(save)
    for change in played.outcome.changes:
        wanted.push(change)
    assert read_state(Save.from_bytes(played.data)) == wanted


def test_every_other_command_is_identical(save: Save) -> None:
    played = play_night(save)
    after, changed = Save.from_bytes(played.data), declared_of(save, played).pieces
    kept = [
        [
            (command.level, command.text)
            for command in found.commands
            if command.kind not in ("Chat", "SetTurn")
            and not (command.kind == "AddPiece" and command["type"] == "stack")
            and not (command.kind == "AddPiece" and command["id"] in changed)
        ]
        for found in (save, after)
    ]
    assert changed
    assert kept[0] == kept[1]
    for name in save.archive.names:
        if name != "savedGame":
            assert save.archive[name] == after.archive[name]


def test_the_given_save_is_not_touched(save: Save) -> None:
    before, text = save.to_bytes(), save.text
    play_night(save)
    assert save.to_bytes() == before
    assert save.text == text
    assert not save.is_touched


def test_the_same_seed_gives_the_same_bytes_and_another_other_ones(save: Save) -> None:
    assert play_night(save, 7).data == play_night(red_beach_save("first_night"), 7).data
    assert play_night(save, 7).data != play_night(save, 8).data


@pytest.mark.parametrize("scenario", ["start", "first_night"])
def test_reading_and_writing_no_change_gives_the_same_bytes(scenario: str) -> None:
    save = red_beach_save(scenario)
    before = save.to_bytes()
    position, places = Position(save), ModuleGeography(red_beach_module(), save)
    BINDING.write(position, places, BINDING.read(position, places, "house"), [])
    assert save.to_bytes() == before
    assert not save.is_touched


AT_FIRST = {"interphase", "supply", "support", "engineers"}
BY_NIGHT = {"next", "night", "night_action", "night_recovery", "hq_recovery", "tractor", "forts"}
ON_THE_WAY = {"landing_wave", "coastal_fire"}
WHOLE_GAME = {"campaign"}
"""When each sequence can be played; all others belong to a day turn. Units on the way ashore are
tested with the landing, and tests/conformance plays the whole game."""


@pytest.mark.parametrize("sequence", sorted(GAME.sequences.keys() - WHOLE_GAME - ON_THE_WAY))
def test_every_sequence_can_be_played_from_a_save(sequence: str) -> None:
    save = red_beach_save("start" if sequence in AT_FIRST else "first_night")
    if sequence not in AT_FIRST | BY_NIGHT:
        set_turn(save, "GT 3")
    played = play_night(save, 7, sequence)
    assert played.sequence == sequence
    assert Save.from_bytes(played.data).commands.find("Chat") is not None


def set_turn(save: Save, turn: str) -> None:
    position, places = Position(save), ModuleGeography(red_beach_module(), save)
    bound = BINDING.read(position, places, "house")
    BINDING.write(position, places, bound, [Advance("turn", bound.state.turn, turn, "[test]")])


def test_a_sequence_at_the_wrong_time_is_refused_by_its_rule(save: Save) -> None:
    with pytest.raises(RuleError, match=r"GT 4, no day turn \[3\.2\]") as caught:
        play_night(save, 7, "recovery")
    assert caught.value.exit_code == 1


def test_turn_after_turn_what_the_marker_calls_for_is_played(save: Save) -> None:
    played = [play_night(save, 7, None)]
    for seed in (8, 9):
        played.append(play_night(Save.from_bytes(played[-1].data), seed, None))
    assert [each.sequence for each in played] == ["night", "night", "interphase"]


def test_where_nothing_is_called_for_it_says_so(save: Save) -> None:
    third = play_night(Save.from_bytes(play_night(save, 7, None).data), 8, None)
    day = play_night(Save.from_bytes(third.data), 9, None)
    with pytest.raises(BindingError, match="turn marker stands where no sequence is called for"):
        play_night(Save.from_bytes(day.data), 10, None)


def test_every_roll_and_line_is_in_the_chat_in_order(save: Save) -> None:
    played = play_night(save)
    chat = [command["text"] for command in Save.from_bytes(played.data).commands.all("Chat")]
    assert chat == list(played.chat)
    assert "seed 7" in chat[0]
    assert "house edition" in chat[0]
    rolls = [line for line in chat if line.startswith("*** ")]
    assert len(rolls) == len(played.outcome.rolls)
    for line, rolled in zip(rolls, played.outcome.rolls, strict=True):
        assert f"{rolled.spec} = {','.join(map(str, rolled.faces))} ***" in line
    for line in chat:
        assert "<" not in line


# --- tracks -----------------------------------------------------------------------------------


def box_of(save: Save, marker: str) -> str:
    piece = piece_of(save, marker)
    assert piece.map is not None
    return ModuleGeography(red_beach_module(), save).location(piece.map, piece.x, piece.y)


@pytest.mark.parametrize(
    ("jrl", "boxes"),
    [
        (7, ["JRL 100s 0", "JRL 10s 0", "JRL 1s 7"]),
        (90, ["JRL 100s 0", "JRL 10s 9", "JRL 1s 0"]),
        (299, ["JRL 100s 2", "JRL 10s 9", "JRL 1s 9"]),
        (500, ["JRL 100s 5", "JRL 10s 0", "JRL 1s 0"]),
        (0, ["JRL 100s 0", "JRL 10s 0", "JRL 1s 0"]),
    ],
)
def test_the_three_jrl_markers_show_its_digits(save: Save, jrl: int, boxes: list[str]) -> None:
    position, places = Position(save), ModuleGeography(red_beach_module(), save)
    bound = BINDING.read(position, places, "house")
    BINDING.write(position, places, bound, [Advance("jrl", bound.state.jrl, jrl, "[test]")])
    assert [box_of(save, name) for name in ("jrl_100", "jrl_10", "jrl_1")] == boxes
    assert read_state(Save.from_bytes(save.to_bytes())).jrl == jrl


def test_the_turn_tracker_follows_the_marker(save: Save) -> None:
    after = Save.from_bytes(play_night(save).data)
    shown = [next(s.commands.all("SetTurn"))["state"].split("|")[1] for s in (save, after)]
    index = [int(level.split(";")[0]) for level in shown]
    assert index[1] == index[0] + 1
    assert shown[0].split(";")[1:] == shown[1].split(";")[1:]
    assert (box_of(save, "turn"), box_of(after, "turn")) == ("GT 4", "GT 5")


def test_a_save_without_the_turn_tracker_is_played_all_the_same(save: Save) -> None:
    save.commands.remove(next(save.commands.all("SetTurn")))
    after = Save.from_bytes(play_night(save).data)
    assert box_of(after, "turn") == "GT 5"
    assert after.commands.find("SetTurn") is None


# --- the module -------------------------------------------------------------------------------


def test_another_module_is_refused_and_both_are_named(save: Save) -> None:
    other = GOLDEN / "kitchen.vmod"
    with pytest.raises(BindingError) as caught:
        find_module(save, given=other, folders=[])
    assert red_beach_module().name in str(caught.value)
    assert open_module(other).name in str(caught.value)


def test_the_module_is_found_by_the_name_in_it_not_by_its_file(
    save: Save, module_file: Path, tmp_path: Path
) -> None:
    (tmp_path / "broken.vmod").write_bytes(b"PK no zip")
    found = find_module(save, given=None, folders=[tmp_path, module_file.parent])
    assert found.file == module_file.name


def test_a_missing_module_is_named_with_the_folders(save: Save, tmp_path: Path) -> None:
    with pytest.raises(BindingError) as caught:
        find_module(save, given=None, folders=[tmp_path, tmp_path / "none", tmp_path])
    text = str(caught.value)
    assert red_beach_module().name in text
    assert text.count(str(tmp_path)) == 2
    assert "--module" in text


def test_a_save_that_names_no_module_needs_one_given(save: Save, module_file: Path) -> None:
    nameless = Save(save.archive.remove("moduledata"))
    with pytest.raises(BindingError, match="--module"):
        find_module(nameless, given=None, folders=[module_file.parent])
    assert find_module(nameless, given=module_file, folders=[]).name == red_beach_module().name


# --- the edition ------------------------------------------------------------------------------


def property_named(save: Save, name: str) -> None:
    for command in list(save.commands.all("SetGlobalProperty")):
        if command["name"] == name:
            save.commands.remove(command)


def test_our_saves_name_their_edition_and_an_option_overrides_it(save: Save) -> None:
    assert edition_of(save, GAME) == "house"
    assert edition_of(save, GAME, "printed") == "printed"


def test_a_foreign_save_is_played_by_the_owners_tables(save: Save) -> None:
    property_named(save, "bridge_edition")
    assert edition_of(save, GAME) == "owner"
    with pytest.raises(MissingCell) as caught:
        play_night(save)
    text = str(caught.value)
    assert caught.value.exit_code == 3
    assert "owner edition" in text
    assert "vassal-bridge tables red_beach --fill" in text
    assert "[3.3]" in text


def test_a_save_of_another_game_of_ours_is_refused(save: Save) -> None:
    other = replace(GAME, name="other")
    with pytest.raises(BindingError, match=r"'other'.*'red_beach'"):
        edition_of(save, other)


def test_an_unknown_edition_is_refused(save: Save) -> None:
    with pytest.raises(BindingError, match=r"printed, owner, house.*'mine'"):
        edition_of(save, GAME, "mine")


# --- pieces that do not fit -------------------------------------------------------------------


def renamed(save: Save, old: str, new: str) -> None:
    """Let the piece of one unit claim to be another."""
    command = piece_of(save, old).command
    old, new = old.replace("/", "\\/"), new.replace("/", "\\/")
    assert f"\t{old},us," in command.text or f"\t{old},," in command.text
    command.text = command.text.replace(f"\t{old},", f"\t{new},")


def test_a_piece_that_is_no_unit_is_left_alone_with_a_warning(save: Save) -> None:
    piece = piece_of(save, "A/1/2")
    renamed(save, "A/1/2", "Z/9/9")
    played = play_night(save)
    texts = [str(problem) for problem in played.problems]
    assert any("'Z/9/9'" in text and "left alone" in text for text in texts)
    assert any("A/1/2 has no counter" in text for text in texts)
    assert Save.from_bytes(played.data).pieces[piece.id].command.text == piece.command.text


def test_two_pieces_that_are_one_unit_are_refused_and_both_named(save: Save) -> None:
    ids = [piece_of(save, name).id for name in ("A/1/2", "B/1/2")]
    renamed(save, "A/1/2", "B/1/2")
    with pytest.raises(BindingError, match="two pieces are 'B/1/2'") as caught:
        play_night(save)
    assert all(piece_id in str(caught.value) for piece_id in ids)


def test_a_missing_marker_is_refused(save: Save) -> None:
    position = Position(save)
    position.apply(f"-/{piece_of(save, 'jrl_10').id}")
    with pytest.raises(BindingError, match=r"JRL x10.*missing"):
        play_night(Save.from_bytes(save.to_bytes(), name="gone.vsav"))


def test_a_marker_off_its_track_is_refused(save: Save) -> None:
    place = piece_of(save, "Arty A")
    position, marker = Position(save), piece_of(save, "turn")
    position.apply_all(edits.move(position, marker.id, place.map, place.x, place.y))
    with pytest.raises(BindingError, match="expected the marker 'Turn' in a box of 'Turn'"):
        play_night(save)


def test_a_unit_on_no_map_is_refused(save: Save) -> None:
    piece = piece_of(save, "A/1/2")
    for stack in save.pieces.stacks:
        stack.members = [one for one in stack.members if one != piece.id]
    piece.put(None, 0, 0)
    with pytest.raises(BindingError, match="on no map") as caught:
        play_night(save)
    assert piece.id in str(caught.value)


def test_a_state_that_no_face_has_is_refused_with_its_place(save: Save) -> None:
    piece = piece_of(save, "A/1/2")
    trait = piece.trait("emb2;", "Face")
    assert trait is not None
    chain = piece.state_chain
    chain[trait.index] = "7"
    piece.state_text = str(chain)
    with pytest.raises(BindingError, match="expected one of 1, 2 for face") as caught:
        play_night(save)
    assert piece.id in str(caught.value)


def test_an_illegal_position_is_a_warning_and_is_played(save: Save) -> None:
    places = ModuleGeography(red_beach_module(), save)
    for name in ("A/1/2", "B/1/2", "C/1/2", "E/2/2"):
        piece = piece_of(save, name)
        Position(save).apply_all(_move(save, piece.id, *places.point("Betio", "2014")))
    played = play_night(Save.from_bytes(save.to_bytes(), name="four.vsav"))
    assert any("2014" in str(problem) for problem in played.problems)
    assert all(problem.where.file == "four.vsav" for problem in played.problems)


def _move(save: Save, piece_id: str, x: int, y: int) -> list[str]:
    return edits.move(Position(save), PieceId(piece_id), "Betio", x, y)


# --- the proof of the state -------------------------------------------------------------------


def test_a_binding_that_forgets_a_change_is_caught(
    save: Save, monkeypatch: pytest.MonkeyPatch
) -> None:
    write: Callable[..., None] = type(BINDING).write

    def forgetful(self: object, position: object, places: object, bound: object, changes: object):
        kept = [c for c in changes if not (isinstance(c, Advance) and c.marker == "turn")]  # type: ignore[attr-defined]
        write(self, position, places, bound, kept)

    monkeypatch.setattr(type(BINDING), "write", forgetful)
    with pytest.raises(VerifyError, match="does not show the state"):
        play_night(save)


def test_an_outcome_is_replayable_from_its_answers(save: Save) -> None:
    first = play_night(save)
    request = Request(GAME, "night", None, 7)
    again = play(save, red_beach_module(), request, SeededDice(7), Scripted(first.outcome.answers))
    assert again.data == first.data
