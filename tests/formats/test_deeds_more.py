"""Key commands beyond the engine's script: sides, old Layers, global keys, the keys of maps."""

import pytest

from tests.edit_kit import kitchen, made, opened, with_theatre
from vassal_bridge.errors import BindingError
from vassal_bridge.formats.editing.changing import prove
from vassal_bridge.formats.save import Save
from vassal_bridge.formats.tabletop import flat_maps


def test_a_map_sends_its_key_to_what_moves_on_it() -> None:
    module = with_theatre('moveKey=""', 'moveKey="70,130"')
    save = opened("01-new.vsav", module)
    piece = save.piece("1st Inf").move_to("0606")
    assert piece["Step_Level"] == "2"
    assert "CHAT* 1st Inf (reduced) turns in 0606 *" in save.editor.commands
    quiet = opened("01-new.vsav", module).piece("1st Inf").move_to("0606", marks=False)
    assert quiet["Step_Level"] == "1"


def test_a_key_of_a_map_that_is_not_done_is_named() -> None:
    save = opened("01-new.vsav", with_theatre('moveKey=""', 'moveKey="77,130"'))
    with pytest.raises(BindingError, match=r"Theatre' sends Ctrl\+M .* say which side"):
        save.piece("1st Inf").move_to("0606")


def test_nothing_stacks_on_a_map_without_stacks() -> None:
    module = with_theatre('disabled="false"', 'disabled="true"')
    assert flat_maps(module) == {"Theatre"}
    save = opened("01-new.vsav", module)
    to = save.piece("Leader").piece.point
    assert to is not None
    for name in ("1st Inf", "2nd Inf"):
        piece = save.piece(name).move_to(to)
        assert piece.piece.point == to
        assert save.pieces.holder_of(piece.id) is None
    assert not any(text.startswith("+/") for text in save.editor.commands)
    before, after = opened("01-new.vsav", None), Save.from_bytes(save.to_bytes())
    prove(before, after, save.editor.commands, flat_maps=save.editor.flat_maps)


def test_an_old_layer_is_switched_by_a_word() -> None:
    save = made("emb2;Show;128;AB;Up;128;U;Down;128;D;;;1;false;0;0;a,b,c;,,;true", state="-2;")
    piece = save.piece("Made")
    assert piece.commands == ["Show", "Ctrl+B", "Up", "Down"]

    def state() -> str:
        return piece.piece.state_chain[0]

    piece.do("Show")
    assert state() == "-2;A"
    piece.do("Ctrl+B")
    assert state() == "2;AB"
    piece.do("Up").do("Up")
    assert state() == "1;AB"
    piece.do("Ctrl+A")
    assert state() == "-1;B"
    assert piece.set_layer(1, 3).piece.state_chain[0] == "3;AB"


def test_a_custom_trait_that_may_hear_the_key_is_not_passed_over() -> None:
    save = made("ownClass;Q;x", "clone;Clone;81,130;")
    with pytest.raises(BindingError, match="may also go to 'ownClass'"):
        save.piece("777").do("Clone")
    made("ownClass;R;x", "clone;Clone;81,130;").piece("777").do("Clone")


def test_a_side_does_what_it_may_do() -> None:
    save = opened("03-two-players.vsav", kitchen())
    piece = save.editor.pieces("Elite/Rangers")[0]
    assert piece.piece.trait("obs;") is not None
    if piece["ObscuredToOthers"] == "true":
        piece.unmask()
    piece.do("Mask", side="JP").do("Flip", side="US")
    assert piece["Step_Level"] == "1"
    with pytest.raises(BindingError, match="may not take others' masks off"):
        piece.do("Mask", side="US")
    assert piece.do("Mask", side="JP").do("Flip", side="US")["Step_Level"] == "2"


def test_a_global_key_goes_to_those_near_that_pass_the_filter() -> None:
    sends = 'globalkey;Flip all;71,130;70,130;{Class=="Infantry"};true;2;true;true;;;-1'
    save = made(sends)
    sender, said = save.piece("777"), len(save.editor.commands)
    near = save.piece("1st Inf").move_to(("Parade", 120, 40))
    far = save.piece("2nd Inf").move_to(("Parade", 600, 40))
    sender.do("Flip all")
    assert (near["Step_Level"], far["Step_Level"]) == ("2", "1")
    assert not any(text.startswith("CHAT") for text in save.editor.commands[said:])
