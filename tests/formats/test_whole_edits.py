"""An edit is made whole or not at all: what is refused in its midst leaves the save as it was."""

import pytest

from tests.conftest import GOLDEN
from tests.edit_kit import kitchen, made, opened, with_theatre
from vassal_bridge.errors import BindingError
from vassal_bridge.formats.save import Save

CLONES_AND_IS_REFUSED = ("clone;Clone;81,130;", "ownClass;Q;x")
"""The outer trait hears the key and makes a copy; the inner one may hear it too."""


def refused(save: Save) -> None:
    with pytest.raises(BindingError, match="ownClass"):
        save.piece("777").do("Clone")


def test_a_command_that_is_refused_in_its_midst_leaves_the_save_as_it_was() -> None:
    save = made(*CLONES_AND_IS_REFUSED)
    before, done = save.to_bytes(), list(save.editor.commands)
    refused(save)
    assert save.to_bytes() == before
    assert save.editor.commands == done
    assert [text for action in save.editor.position.applied for text in action] == done
    assert len(save.editor.pieces("Made")) == 1


def test_edits_go_on_behind_a_refusal_as_if_it_had_not_been() -> None:
    saves = [made(*CLONES_AND_IS_REFUSED) for _ in range(2)]
    refused(saves[0])
    for save in saves:
        save.piece("1st Inf").flip().move_to("0606")
        save.place("1st Inf", "0606")
        save.say("* on we go")
    assert saves[0].text == saves[1].text
    assert saves[0].editor.commands == saves[1].editor.commands


def test_an_untouched_save_stays_the_file_that_it_was() -> None:
    save = opened("01-new.vsav", with_theatre('moveKey=""', 'moveKey="77,130"'))
    for _ in range(2):
        with pytest.raises(BindingError, match="say which side"):
            save.piece("1st Inf").move_to("0606")
        assert save.to_bytes() == (GOLDEN / "kitchen" / "01-new.vsav").read_bytes()
        assert save.editor.commands == []
    with pytest.raises(BindingError, match="say which side"):
        save.piece("1st Inf").move_stack_to("0606")
    with pytest.raises(BindingError, match="say which side"):
        save.place("1st Inf", "0606", map="Theatre")
    assert save.to_bytes() == (GOLDEN / "kitchen" / "01-new.vsav").read_bytes()


def test_several_edits_of_a_script_are_made_together() -> None:
    save = opened("01-new.vsav", kitchen())

    def script() -> None:
        with save.editor.whole():
            save.piece("1st Inf").flip()
            save.piece("2nd Inf").move_to("Nowhere at all")

    with pytest.raises(BindingError, match="no place"):
        script()
    assert not save.is_touched
