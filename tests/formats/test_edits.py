"""Edits: what a player's actions made of a golden save, ours make of it too; nothing else moves."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from vassal_bridge.errors import AmbiguousName, BindingError, OutputExists
from vassal_bridge.formats.editing.changing import prove
from vassal_bridge.formats.module import Module, open_module
from vassal_bridge.formats.pieces import Deck, Piece, PieceId, Stack
from vassal_bridge.formats.position import Position
from vassal_bridge.formats.save import Save, open_save

GOLDEN = Path(__file__).parent.parent / "data" / "golden"
KITCHEN = GOLDEN / "kitchen"
BYSTANDERS = ("UniqueID", "ClickedX", "ClickedY")
"""What a piece remembers of a mouse, and of its id."""


@pytest.fixture(scope="module")
def module() -> Module:
    return open_module(GOLDEN / "kitchen.vmod")


def opened(name: str, module: Module | None) -> Save:
    return open_save(KITCHEN / name, module)


def actions(name: str) -> list[list[str]]:
    text = (KITCHEN / f"{name}.actions.json").read_text(encoding="utf-8")
    return [action["do"] for action in json.loads(text)["actions"]]


def placed_ids(name: str) -> list[str]:
    text = (KITCHEN / f"{name}.actions.json").read_text(encoding="utf-8")
    found = (action for action in json.loads(text)["actions"] if action["do"][0] == "place")
    return [action["id"] for action in found]


def act(save: Save, module: Module, do: list[str], made: list[str]) -> None:
    """Do a user's action by our edits; those that are no edits do nothing."""
    match do:
        case ["move" | "movestack" as kind, of_map, x, y, *names]:
            for name in names:
                piece = save.piece(name)
                snapped = snap(save, module, piece.piece, of_map, int(x), int(y))
                if kind == "move":
                    piece.move_to((of_map, *snapped))
                else:
                    piece.move_stack_to((of_map, *snapped))
        case ["place", of_map, x, y, name]:
            point = module.layouts_for(save)[of_map].snap(int(x), int(y))
            made.append(save.place(name, (of_map, *point)).id)
        case ["key", "70,130", *names] if names[0] in FLIPPED:
            for name in names:
                save.piece(name).flip()
        case ["key", "93,130", "1st Inf"]:
            turned = int(save.piece("1st Inf")["Facing_Facing"])
            save.piece("1st Inf").face(turned + 1)
        case ["key", "91,130", "2nd Inf"]:
            save.piece("2nd Inf").face(6)
        case ["key", "80,130", "1st Inf"]:
            save.piece("1st Inf").set_property("Strength", 5)
        case ["key", "79,130", "2nd Inf"]:
            save.piece("2nd Inf").set_property("Strength", 3)
        case ["key", "73,130" | "name:HideMe", name]:
            save.piece(name).hide("US")
        case ["key", "67,130", "Elite/Rangers"]:
            made.append(save.piece("Elite/Rangers").clone().id)
        case ["key", "68,130", "Scout"]:
            save.piece("Scout").delete()
        case ["traitstate", name, "Labeler", text]:
            save.piece(name).set_label(text)
        case ["key", "77,130", "Mark When Moved"]:
            save.piece("Mark When Moved").mark_moved()


FLIPPED = ("1st Inf", "2nd Inf", "Layer flip", "Layer odd images")


def snap(save: Save, module: Module, piece: Piece, of_map: str, x: int, y: int) -> tuple[int, int]:
    footing = piece.trait("immob;")
    if footing is not None and "g" in footing.type["select"]:
        return x, y
    return module.layouts_for(save)[of_map].snap(x, y)


class Table:
    """What a save says of a piece: its place, its traits, its neighbours in the stack."""

    def __init__(self, save: Save, ids: dict[str, str] | None = None) -> None:
        self.save = save
        self.ids = ids or {}

    def about(self, piece_id: str) -> dict[str, Any]:
        piece = self.save.pieces[piece_id]
        assert isinstance(piece, Piece)
        kept = {key: text for key, text in piece.persistent.items() if key not in BYSTANDERS}
        return {
            "place": (piece.map, piece.x, piece.y),
            "type": piece.type_text,
            "states": list(piece.state_chain)[:-1],
            "gpid": piece.gpid,
            "kept": {key: self.ids.get(text, text) for key, text in kept.items()},
            "stack": self.stack(piece_id),
        }

    def stack(self, piece_id: str) -> list[str] | None:
        holder = self.save.pieces.holder_of(piece_id)
        return None if holder is None else [self.ids.get(one, one) for one in holder.members]


@pytest.fixture(scope="module")
def replayed(module: Module) -> tuple[Save, list[str]]:
    save, made = opened("01-new.vsav", module), []
    for do in actions("02-script"):
        act(save, module, do, made)
    return save, made


class TestGolden:
    def test_what_moved_flipped_turned_or_was_labelled_is_as_the_engine_has_it(
        self, replayed: tuple[Save, list[str]]
    ) -> None:
        save, made = replayed
        engine = opened("02-script.vsav", None)
        clone = next(
            piece.id
            for piece in engine.pieces
            if piece.basic_name == "Elite/Rangers"
            and "CloneID" in piece.persistent
            and piece.persistent["CloneID"] != piece.id
        )
        ids = {made[0]: clone}
        for name in (
            "1st Inf", "2nd Inf", "Anywhere", "Southerner", "Reserve; 3", "Pile 0",
            "Invisible player", "Invisible side", "Invisible sides", "Layer flip",
            "Layer odd images", "Text Label", "Mark When Moved", "1./IR 6", "2./IR 6",
            "Mat", "Mat Cargo", "Mat Cargo 2",
        ):  # fmt: skip
            piece = next(one for one in engine.pieces if one.basic_name == name)
            assert Table(save, ids).about(piece.id) == Table(engine).about(piece.id), name

    def test_what_nobody_touched_is_as_it_was(self, replayed: tuple[Save, list[str]]) -> None:
        save, _ = replayed
        before, engine = opened("01-new.vsav", None), opened("02-script.vsav", None)
        old, new = Table(before), Table(engine)
        same = [
            piece.id
            for piece in before.pieces
            if piece.id in engine.pieces and old.about(piece.id) == new.about(piece.id)
        ]
        assert len(same) > 120
        ours = Table(save)
        assert [ours.about(one) for one in same] == [old.about(one) for one in same]

    def test_a_slot_is_expanded_as_the_engine_expands_it(
        self, replayed: tuple[Save, list[str]]
    ) -> None:
        save, made = replayed
        engine = opened("02-script.vsav", None)
        theirs = placed_ids("02-script")
        ours = made[1:]
        assert len(theirs) == len(ours) == 4
        ids = dict(zip(ours, theirs, strict=True))
        for mine, wanted in ids.items():
            assert Table(save, ids).about(mine) == Table(engine).about(wanted)

    def test_a_deleted_piece_is_gone_and_its_stack_too(
        self, replayed: tuple[Save, list[str]]
    ) -> None:
        save, _ = replayed
        scout = next(p for p in opened("01-new.vsav", None).pieces if p.basic_name == "Scout")
        assert scout.id not in save.pieces
        assert all(scout.id not in holder.members for holder in save.pieces.holders)

    def test_the_result_is_read_again_as_it_is(self, replayed: tuple[Save, list[str]]) -> None:
        save, _ = replayed
        assert Save.from_bytes(save.to_bytes()).text == save.text

    def test_the_commands_alone_give_the_same_save(self, replayed: tuple[Save, list[str]]) -> None:
        save, _ = replayed
        other = Position(opened("01-new.vsav", None))
        for text in save.editor.commands:
            other.apply(text)
        assert other.save.text == save.text

    def test_every_slot_of_the_module_can_be_placed_as_the_engine_spells_it(
        self, module: Module
    ) -> None:
        document = json.loads((GOLDEN / "kitchen.slots.engine.json").read_text(encoding="utf-8"))
        slots = document if isinstance(document, list) else document["slots"]
        save = opened("01-new.vsav", module)
        count = 0
        for slot in slots[:: max(1, len(slots) // 60)]:
            if not slot.get("gpid"):
                continue
            piece = save.place(f"gpid:{slot['gpid']}", ("Parade", 40, 40)).piece
            assert piece.type_text == slot["expandedType"]
            count += 1
        assert count > 40


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

    def test_moving_to_where_it_stands_does_nothing(self, module: Module) -> None:
        save = opened("01-new.vsav", module)
        piece = save.piece("1st Inf")
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


class TestDecks:
    def test_drawing_from_a_face_down_deck_masks_the_card_for_who_draws(
        self, module: Module
    ) -> None:
        save = opened("01-new.vsav", module)
        deck = save.deck("Draw")
        top = deck.deck.members[-2:]
        with pytest.raises(BindingError, match="which side draws"):
            deck.draw((300, 200), 1, map="Depot")
        drawn = deck.draw((300, 200), 2, map="Depot", side="US")
        assert [card.id for card in drawn] == list(reversed(top))
        holder = save.pieces.holder_of(drawn[0].id)
        assert holder is not None
        assert holder.members == [card.id for card in drawn]
        assert save.editor.look(drawn[0].piece).is_masked_to_me
        deck.put(drawn[1])
        assert deck.deck.members[-1] == drawn[1].id
        assert not save.editor.look(drawn[1].piece).is_masked

    def test_an_order_is_taken_as_given(self, module: Module) -> None:
        save = opened("01-new.vsav", module)
        deck = save.deck("Draw")
        before = list(deck.deck.members)
        deck.shuffle(lambda cards: [*cards[1:], cards[0]])
        assert deck.deck.members == [*before[1:], before[0]]
        deck.reverse()
        assert deck.deck.members == [before[0], *reversed(before[1:])]
        with pytest.raises(BindingError, match="the deck's own cards"):
            deck.order(before[1:])
        with pytest.raises(BindingError, match=f"found {len(before)}"):
            deck.draw((1, 1), len(before) + 1, map="Depot", face_up=True)

    def test_a_deck_is_turned_over(self, module: Module) -> None:
        deck = opened("01-new.vsav", module).deck("Draw")
        assert not deck.turn(face_down=False).deck.is_face_down

    def test_draws_and_returns_leave_cards_and_decks_as_the_engine_has_them(
        self, module: Module
    ) -> None:
        save, engine = opened("03-two-players.vsav", module), opened("04-decks.vsav", None)
        for do, drawn in deck_actions():
            deal(save, module, do, drawn)
        for deck in engine.pieces.decks:
            ours = save.deck(deck.id).deck
            assert (ours.members, ours.is_face_down) == (deck.members, deck.is_face_down)
        table, wanted = Table(save), Table(engine)
        for piece in engine.pieces:
            assert table.about(piece.id) == wanted.about(piece.id), piece.basic_name


def deck_actions() -> list[tuple[list[str], list[str]]]:
    text = (KITCHEN / "04-decks.actions.json").read_text(encoding="utf-8")
    return [(one["do"], one.get("drawn", [])) for one in json.loads(text)["actions"]]


def deal(save: Save, module: Module, do: list[str], drawn: list[str]) -> None:
    """Do one action with decks; what was drawn tells how the deck had been shuffled."""
    match do:
        case ["draw", name, count, of_map, x, y, *_]:
            deck, layout = save.deck(name), module.layouts_for(save)[of_map]
            left = [card for card in deck.deck.members if card not in drawn]
            deck.order([*left, *reversed(drawn)])
            point = int(x), int(y)
            on_deck = point in layout.decks
            deck.draw((of_map, *(point if on_deck else layout.snap(*point))), int(count), side="US")
        case ["deckcmd", "Draw", "Reverse"]:
            save.deck("Draw").reverse()
        case ["deckcmd", name, "Face up"]:
            save.deck(name).turn(face_down=False)
        case ["key", "82,130", card]:
            save.piece(card).move_to("Discard")
        case ["key", "88,130", card]:
            save.piece(card).unmask()
        case ["move", "Depot", "60", "480", card]:
            save.piece(card).move_to("Draw")


class TestTheRest:
    def test_turns_go_on_and_back_as_the_engine_goes(self, module: Module) -> None:
        save = opened("01-new.vsav", module)
        trackers = [one.name for one in module.turn_trackers]
        for do in actions("05-turns-properties"):
            if do[0] == "turn":
                to = {"next": "next", "prev": "previous"}[do[2]]
                save.turn(to, trackers[int(do[1])])
        engine = opened("05-turns-properties.vsav", None)
        wanted = {line["tracker"]: line["state"] for line in engine.commands.all("SetTurn")}
        ours = {line["tracker"]: line["state"] for line in save.commands.all("SetTurn")}
        assert ours == wanted

    def test_a_turn_is_set_by_the_names_of_its_levels(self, module: Module) -> None:
        save = opened("01-new.vsav", module)
        tracker = module.turn_trackers[0]
        level = next(one for one in _levels(tracker.levels) if one.names)
        save.turn({level.property: level.names[1]}, tracker.name)
        shown = save.editor.look(save.piece("1st Inf").piece)
        assert shown[level.property] == level.names[1]
        with pytest.raises(BindingError, match="expected"):
            save.turn({level.property: "never"}, tracker.name)
        with pytest.raises(AmbiguousName):
            save.turn("next")

    def test_properties_of_module_map_and_zone(self, module: Module) -> None:
        save = opened("01-new.vsav", module)
        for name, value, container in (
            ("VP", "-7", "Module"),
            ("Weather", "map: wet; all", "Theatre"),
            ("Supply", "8", "Theatre:Holding Box"),
        ):
            save.set_global(name, value, container)
            assert save.editor.position.property(name, container) == value
        assert save.editor.position.property("Weather") != "map: wet; all"
        with pytest.raises(BindingError, match="did you mean 'Weather'"):
            save.set_global("Wether", "x")

    def test_notes_and_chat(self, module: Module) -> None:
        save = opened("01-new.vsav", module)
        save.note("first\nsecond | third", "scenario")
        save.say("* hello *")
        again = Save.from_bytes(save.to_bytes())
        notes = [line["text"] for line in again.commands.all("ScenarioNotes")]
        assert set(notes) == {r"first|second \| third"}
        chat = [line["text"] for line in again.commands.all("Chat")]
        assert chat[-1] == "* hello *"
        with pytest.raises(BindingError, match="public or scenario"):
            save.note("x", "secret")

    def test_a_log_is_not_edited(self) -> None:
        with pytest.raises(BindingError, match="found a log"):
            open_save(GOLDEN / "logs" / "a-two-players.vlog").piece("1st Inf")

    def test_nothing_is_overwritten_without_force(self, module: Module, tmp_path: Path) -> None:
        save = opened("01-new.vsav", module)
        save.piece("1st Inf").move_to("0605")
        save.write(tmp_path / "b.vsav")
        with pytest.raises(OutputExists):
            save.write(tmp_path / "b.vsav")
        save.write(tmp_path / "b.vsav", force=True)
        assert open_save(tmp_path / "b.vsav", module).piece("1st Inf").location == "0605"

    def test_the_module_is_found_beside_the_save(self, tmp_path: Path) -> None:
        for file in (GOLDEN / "kitchen.vmod", KITCHEN / "01-new.vsav"):
            (tmp_path / file.name).write_bytes(file.read_bytes())
        save = open_save(tmp_path / "01-new.vsav")
        assert save.piece("1st Inf").move_to("0605").location == "0605"


def _levels(levels: Any) -> Iterator[Any]:
    for one in levels:
        yield one
        yield from _levels(one.levels)


HEXES = ("0303", "0404", "0605", "0704", "0808", "Holding Box")
NAMES = ("1st Inf", "2nd Inf", "Elite/Rangers", "1./IR 6", "2./IR 6", "Leader", "Pile 3")


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    st.lists(
        st.one_of(
            st.tuples(st.just("move"), st.sampled_from(NAMES), st.sampled_from(HEXES)),
            st.tuples(st.just("flip"), st.sampled_from(NAMES[:5]), st.just("")),
            st.tuples(st.just("strength"), st.sampled_from(NAMES[:5]), st.sampled_from("0359")),
        ),
        max_size=6,
    )
)
def test_what_no_edit_names_stays_to_the_letter(
    module: Module, edits: list[tuple[str, str, str]]
) -> None:
    before = opened("01-new.vsav", None)
    save = opened("01-new.vsav", module)
    touched: set[PieceId] = set()
    for kind, name, value in edits:
        piece = save.piece(name)
        touched.add(piece.id)
        if kind == "move":
            piece.move_to(value, map="Theatre")
        elif kind == "flip":
            piece.flip()
        else:
            piece.set_property("Strength", value)
    after = Save.from_bytes(save.to_bytes())
    assert after.text == save.text
    holders = {
        holder.id
        for one in (before, after)
        for holder in one.pieces.holders
        if touched & set(holder.members)
    }
    free = {*touched, *holders}

    def others(one: Save) -> list[str]:
        return [
            command.text
            for command in one.commands
            if not (command.kind == "AddPiece" and command["id"] in free)
        ]

    assert others(before) == others(after)
    for holder in after.pieces.holders:
        for member in holder.members:
            piece_view = after.pieces[member]
            assert (piece_view.map, piece_view.x, piece_view.y) == (
                holder.map,
                holder.x,
                holder.y,
            )
    placed = [member for holder in after.pieces.holders for member in holder.members]
    assert len(placed) == len(set(placed))


def saves_of(corpus: Path) -> list[Path]:
    """Return some saves of other people's modules, none with tens of thousands of pieces."""
    found = sorted(corpus.rglob("*.vsav"))
    return [path for path in found if path.stat().st_size < 100_000]


def test_pieces_of_any_module_are_moved_cloned_and_removed_and_it_is_proved(corpus: Path) -> None:
    tried = 0
    for path in saves_of(corpus)[::3]:
        save = open_save(path)
        pieces = [piece.id for piece in save.pieces][:12]
        spots = [piece.point for piece in save.pieces if piece.map is not None]
        for number, piece_id in enumerate(pieces):
            spot = spots[(number * 5 + 2) % len(spots)]
            assert spot is not None
            piece = save.piece(piece_id).move_to(spot)
            assert piece.piece.point == spot
            copy = piece.clone()
            assert copy.piece.point == spot
            piece.delete()
            tried += 1
        after = Save.from_bytes(save.to_bytes(), name=path.name)
        prove(open_save(path), after, save.editor.commands)
    assert tried > 20
