"""Key commands do to a piece what the engine did."""

import pytest

from tests.edit_kit import act, actions, kitchen, opened
from vassal_bridge.errors import BindingError
from vassal_bridge.formats.editing.changesfile import read_changes
from vassal_bridge.formats.editing.changing import make, prove
from vassal_bridge.formats.pieces import Piece
from vassal_bridge.formats.save import Save

DONE = {
    "Layer to activate",
    "Layer odd images",
    "Layer flip",
    "Dynamic Property number",
    "Dynamic Property wrap",
    "Dynamic Property text",
    "Mark When Moved",
    "1st Inf",
    "2nd Inf",
}
"""The pieces of the engine's script whose every key command we do."""


def pressed(key: str) -> str:
    return key.removeprefix("name:")


@pytest.fixture(scope="module")
def played() -> tuple[Save, dict[str, str]]:
    """Return a save after the engine's script, and why some of its key commands are not done."""
    save, refused = opened("01-new.vsav", kitchen()), {}
    for do in actions("02-script"):
        if do[0] != "key":
            act(save, kitchen(), do, [])
            continue
        for name in do[2:]:
            try:
                save.piece(name).do(pressed(do[1]))
            except BindingError as error:
                refused[f"{name} {do[1]}"] = error.message
    return save, refused


def named(save: Save, name: str) -> Piece:
    return next(piece for piece in save.pieces if piece.basic_name == name)


def states(save: Save, name: str) -> list[str]:
    return list(named(save, name).state_chain)[:-1]


@pytest.mark.parametrize("name", sorted(DONE))
def test_a_key_command_leaves_the_traits_as_the_engine_does(
    played: tuple[Save, dict[str, str]], name: str
) -> None:
    save, _ = played
    assert states(save, name) == states(opened("02-script.vsav", None), name)


def test_what_is_left_to_chance_or_unknown_is_refused(
    played: tuple[Save, dict[str, str]],
) -> None:
    _, refused = played
    assert "left to chance" in refused["Rotate six 82,130"]
    assert "goes to Send To Location" in refused["Send To zone 66,130"]
    assert "round in a loop" in refused["Trigger loop name:Loop"]
    assert "Ctrl+M also goes to Mask" in refused["Elite/Rangers 77,130"]


def test_a_trigger_sets_off_the_commands_that_it_names(
    played: tuple[Save, dict[str, str]],
) -> None:
    save, refused = played
    assert "Trigger 84,130" not in refused
    assert states(save, "Trigger") == states(opened("02-script.vsav", None), "Trigger")


def test_a_command_by_its_menu_text_and_by_its_key() -> None:
    save = opened("01-new.vsav", kitchen())
    piece = save.piece("1st Inf")
    before = piece.piece.state_text
    piece.do("Flip").do("CW").do("+1")
    by_menu = piece.piece.state_text
    other = opened("01-new.vsav", kitchen()).piece("1st Inf")
    assert other.do("Ctrl+F").do("93,130").do("80,130").piece.state_text == by_menu != before
    with pytest.raises(BindingError, match="did you mean 'Flip'"):
        piece.do("Flipp")
    piece.do("Delete")
    assert piece.id not in save.pieces


def test_what_is_done_is_proved_by_its_commands() -> None:
    save = opened("01-new.vsav", kitchen())
    save.piece("1st Inf").do("Flip").do("Clone")
    written = Save.from_bytes(save.to_bytes())
    prove(opened("01-new.vsav", None), written, save.editor.commands)


def test_a_file_of_changes_names_a_command() -> None:
    save = opened("01-new.vsav", kitchen())
    changes = read_changes('[[change]]\ndo = "1st Inf"\ncommand = "Flip"\n')
    made = make(save.editor, changes, lambda seed, cards: (0, cards))
    assert made[0].words == "1st Inf does Flip"
    flipped = opened("01-new.vsav", kitchen()).piece("1st Inf").flip()
    assert save.piece("1st Inf").piece.state_text == flipped.piece.state_text
