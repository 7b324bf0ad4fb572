"""Pieces are moved, named and changed by edits as VASSAL does it."""

import pytest

from tests.edit_kit import KITCHEN, kitchen, opened
from vassal_bridge.errors import AmbiguousName, BindingError
from vassal_bridge.formats.module import Module
from vassal_bridge.formats.pieces import Deck, Stack
from vassal_bridge.formats.save import open_save


@pytest.fixture(scope="module")
def module() -> Module:
    return kitchen()


class TestPlaces:
    def test_a_hex_by_its_name_needs_the_module(self, module: Module) -> None:
        save = opened("01-new.vsav", module)
        assert save.piece("1st Inf").move_to("0605").location == "0605"
        piece = save.piece("1st Inf").piece
        assert (piece.map, piece.x, piece.y) == ("Theatre", 350, 290)
        with pytest.raises(BindingError, match="need the module"):
            opened("01-new.vsav", None).editor.piece("1st Inf").move_to("0605")

    def test_a_zone_by_its_name(self, module: Module) -> None:
        save = opened("01-new.vsav", module)
        assert save.piece("1st Inf").move_to("Holding Box").location == "Holding Box"

    def test_an_unknown_place_is_refused(self, module: Module) -> None:
        save = opened("01-new.vsav", module)
        with pytest.raises(BindingError, match="no place '9999'"):
            save.piece("1st Inf").move_to("9999")
        assert not save.is_touched

    def test_a_deck_by_its_name_takes_the_piece_on_top(self) -> None:
        save = open_save(KITCHEN / "01-new.vsav")
        card = save.piece("1st Inf").move_to("Draw", map="Depot")
        holder = save.pieces.holder_of(card.id)
        assert isinstance(holder, Deck)
        assert holder.members[-1] == card.id

    def test_a_piece_joins_the_stack_of_its_layer_and_leaves_its_own(self, module: Module) -> None:
        save = opened("01-new.vsav", module)
        first, second = save.piece("1st Inf"), save.piece("2nd Inf")
        before = save.pieces.holder_of(first.id)
        assert before is not None
        second.move_to("0707")
        first.move_to("0707")
        holder = save.pieces.holder_of(first.id)
        assert isinstance(holder, Stack)
        assert holder.members == [second.id, first.id]
        assert first.id not in before.members
        assert (holder.map, holder.x, holder.y) == ("Theatre", first.piece.x, first.piece.y)

    def test_a_stack_moves_with_all_its_members(self, module: Module) -> None:
        save = opened("01-new.vsav", module)
        for name in ("1st Inf", "2nd Inf"):
            save.piece(name).move_to("0707")
        stack = save.pieces.holder_of(save.piece("1st Inf").id)
        assert stack is not None
        save.piece("1st Inf").move_stack_to("0808")
        places = {save.piece(name).location for name in ("1st Inf", "2nd Inf")}
        assert places == {"0808"}
        assert save.pieces.holder_of(save.piece("2nd Inf").id) is stack

    def test_moving_to_its_own_place_puts_a_piece_on_top(self, module: Module) -> None:
        save = opened("01-new.vsav", module)
        first, second = save.piece("1st Inf").move_to("0707"), save.piece("2nd Inf").move_to("0707")
        first.move_to("0707")
        holder = save.pieces.holder_of(first.id)
        assert holder is not None
        assert holder.members == [second.id, first.id]
        made = len(save.editor.commands)
        first.move_to("0707")
        assert len(save.editor.commands) == made

    def test_moving_the_topmost_to_where_it_stands_does_nothing(self, module: Module) -> None:
        save = opened("01-new.vsav", module)
        holder = save.pieces.holder_of(save.piece("1st Inf").id)
        assert holder is not None
        piece = save.piece(holder.members[-1])
        piece.move_to(piece.location)
        assert save.editor.commands == []
        assert not save.is_touched


class TestNames:
    def test_a_name_of_several_pieces_lists_their_ids(self, module: Module) -> None:
        save = opened("01-new.vsav", module)
        twin = save.piece("1st Inf").clone()
        with pytest.raises(AmbiguousName) as caught:
            save.piece("1st Inf")
        ids = [piece.id for piece in save.editor.pieces("1st Inf")]
        assert twin.id in ids
        assert all(one in str(caught.value) for one in ids)
        twin.move_to("0808")
        assert save.piece("1st Inf", at="0808").id == twin.id

    def test_a_near_name_is_guessed(self, module: Module) -> None:
        with pytest.raises(BindingError, match="did you mean"):
            opened("01-new.vsav", module).piece("Leadr")

    def test_a_piece_by_its_id(self, module: Module) -> None:
        save = opened("01-new.vsav", module)
        piece = next(iter(save.pieces))
        assert save.piece(piece.id).id == piece.id

    def test_a_masked_piece_is_still_found_by_its_own_name(self, module: Module) -> None:
        save = opened("01-new.vsav", module)
        save.piece("1st Inf").mask("US")
        assert save.editor.look(save.piece("1st Inf").piece).name == "?"
        save.piece("1st Inf").unmask()
        assert save.editor.look(save.piece("1st Inf").piece).name == "1st Inf"


class TestTraits:
    def test_a_layer_by_level_name_and_off(self, module: Module) -> None:
        save = opened("01-new.vsav", module)
        piece = save.piece("1st Inf")
        assert piece.set_layer("Step", "reduced")["Step_Level"] == "2"
        assert piece.set_layer("Step", 1)["Step_Level"] == "1"
        assert piece.set_layer("Step", 0)["Step_Active"] == "false"
        with pytest.raises(BindingError, match="from 0 to 2, found 3"):
            piece.set_layer("Step", 3)
        with pytest.raises(BindingError, match="expected a Layer of Step"):
            piece.set_layer("Stepp", 1)

    def test_two_flips_are_none(self, module: Module) -> None:
        save = opened("01-new.vsav", module)
        before = save.piece("1st Inf").piece.state_text
        save.piece("1st Inf").flip().flip()
        assert save.piece("1st Inf").piece.state_text == before

    def test_properties_within_their_limits(self, module: Module) -> None:
        piece = opened("01-new.vsav", module).piece("1st Inf")
        assert piece.set_property("Strength", 10)["Strength"] == "10"
        for wrong in ("11", "-1", "many"):
            with pytest.raises(BindingError, match="from 0 to 10"):
                piece.set_property("Strength", wrong)
        with pytest.raises(BindingError, match="Strength"):
            piece.set_property("Strenght", 1)

    def test_a_marker_is_set_with_its_delimiters(self, module: Module) -> None:
        piece = opened("01-new.vsav", module).piece("1st Inf")
        assert piece.set_property("Class", "a, b; c/d")["Class"] == "a, b; c/d"

    def test_a_row_of_a_property_sheet_keeps_its_greatest_value(self, module: Module) -> None:
        save = opened("01-new.vsav", module)
        piece = save.piece("Property Sheet")
        trait = piece.piece.trait("propertysheet;")
        assert trait is not None
        before = trait.state.rest
        names = [row[1:] for row in trait.type.values("definition")]
        place = next(n for n, value in enumerate(before) if "/" in value)
        piece.set_property(names[place], 1)
        after = piece.piece.trait("propertysheet;")
        assert after is not None
        assert after.state.rest[place] == "1/" + before[place].partition("/")[2]
        assert after.state.rest[:place] == before[:place]
        assert after.state.rest[place + 1 :] == before[place + 1 :]

    def test_turning_to_an_angle_that_it_has(self, module: Module) -> None:
        save = opened("01-new.vsav", module)
        assert save.piece("1st Inf").rotate_to(120)["Facing_Degrees"] == "120"
        with pytest.raises(BindingError, match="multiple of 60"):
            save.piece("1st Inf").rotate_to(45)
        free = save.piece("Rotate free")
        free.rotate_to(45)
        trait = free.piece.trait("rotate;")
        assert trait is not None
        assert trait.state_text == "-45.0"

    def test_a_trait_that_is_not_there_is_named(self, module: Module) -> None:
        piece = opened("01-new.vsav", module).piece("Pile 1")
        for edit, kind in (
            (lambda: piece.flip(), "Layer"),
            (lambda: piece.rotate_to(60), "Can Rotate"),
            (lambda: piece.mask("US"), "Mask"),
            (lambda: piece.set_label("x"), "Text Label"),
            (lambda: piece.mark_moved(), "Mark When Moved"),
        ):
            with pytest.raises(BindingError, match=f"no trait {kind}"):
                edit()

    def test_a_mask_needs_a_player_of_the_side(self, module: Module) -> None:
        save = opened("01-new.vsav", module)
        with pytest.raises(BindingError, match="nobody plays"):
            save.piece("Mask plain").mask("JP")
