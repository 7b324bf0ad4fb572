"""Two saves compared in the words of the game: against the engine's view, and edit by edit."""

import json
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import GOLDEN
from vassal_bridge.formats.commands import Command
from vassal_bridge.formats.comparing.diff import Difference, Kind, diff, diff_steps
from vassal_bridge.formats.logs.log import open_log
from vassal_bridge.formats.module import Module, open_module
from vassal_bridge.formats.pieces import Piece
from vassal_bridge.formats.save import Save, open_save

KITCHEN = GOLDEN / "kitchen"
BEACHHEAD = sorted((GOLDEN / "beachhead").glob("*.vsav"))
SAVES = sorted(KITCHEN.glob("*.vsav")) + BEACHHEAD
PLAYERS = KITCHEN / "03-two-players.vsav"


@pytest.fixture(scope="module")
def kitchen() -> Module:
    return open_module(GOLDEN / "kitchen.vmod")


@pytest.fixture(scope="module")
def beachhead() -> Module:
    return open_module(GOLDEN / "beachhead.vmod")


def _engine(path: Path) -> dict[str, dict[str, Any]]:
    view = json.loads(path.with_suffix(".engine.json").read_text(encoding="utf-8"))
    maps = [(one["id"], piece) for one in view["maps"] for piece in one["pieces"]]
    return {piece["id"]: {**piece, "map": name} for name, piece in maps}


def _edited(edit: Callable[[Save], None], path: Path = PLAYERS) -> tuple[Save, Save]:
    after = open_save(path)
    edit(after)
    return open_save(path), Save.from_bytes(after.to_bytes(), name="after.vsav")


def _of(kind: Kind, found: list[Difference]) -> list[Difference]:
    return [one for one in found if one.kind is kind]


def _named(save: Save, name: str) -> Piece:
    return next(piece for piece in save.pieces if piece.basic_name == name)


@pytest.mark.parametrize("path", SAVES, ids=lambda path: path.name)
def test_a_save_does_not_differ_from_itself(path: Path) -> None:
    assert diff(open_save(path), open_save(path)) == []


@pytest.mark.parametrize("form", ["key-00", "key-5c", "key-ff", "plain", "upper", "stored"])
def test_another_envelope_is_no_difference(form: str) -> None:
    other = open_save(KITCHEN / f"02-script-{form}.vsav")
    assert diff(open_save(KITCHEN / "02-script.vsav"), other) == []


@pytest.mark.parametrize(("before", "after"), list(pairwise(BEACHHEAD)), ids=lambda p: p.stem)
def test_moves_and_new_and_lost_pieces_are_those_of_the_engine(
    before: Path, after: Path, beachhead: Module
) -> None:
    old, new = _engine(before), _engine(after)
    found = diff(open_save(before), open_save(after), module=beachhead)
    hidden = {key for view in (old, new) for key, one in view.items() if one.get("obscuredToMe")}
    moved = {
        (f"{old[key]['map']}: {old[key]['location']}", f"{one['map']}: {one['location']}", key)
        for key, one in new.items()
        if key in old and old[key]["location"] != one["location"] and key not in hidden
    }
    told = {(d.before, d.after, d.piece) for d in _of(Kind.MOVED, found) if d.piece}
    assert {one for one in told if one[2] not in hidden} == moved
    assert moved
    added = {d.piece for d in _of(Kind.ADDED, found)} - {""}
    assert added == {key for key in new if key not in old} - hidden


def test_the_turn_is_told_as_its_tracker_shows_it(beachhead: Module) -> None:
    found = diff(open_save(BEACHHEAD[0]), open_save(BEACHHEAD[1]), module=beachhead)
    (turn,) = _of(Kind.TURN, found)
    assert (turn.before, turn.after) == ("Turn 1, US Movement", "Turn 2, US Movement")


def test_a_flipped_step_layer_is_told_with_its_levels(kitchen: Module) -> None:
    def flip(save: Save) -> None:
        piece = _named(save, "Spare US")
        trait = piece.trait("emb2;", "Step")
        assert trait is not None
        piece.set_state(trait, "2")

    (one,) = diff(*_edited(flip), module=kitchen)
    assert one.kind is Kind.FLIPPED
    assert (one.what, one.before, one.after) == ("Step", "1", "(reduced)")
    assert "step lost" in one.note


def test_a_property_is_told_with_its_values() -> None:
    def weaken(save: Save) -> None:
        piece = _named(save, "Spare US")
        trait = piece.trait("PROP;", "Strength")
        assert trait is not None
        piece.set_state(trait, "3")

    (one,) = diff(*_edited(weaken))
    assert (one.kind, one.what, one.before, one.after) == (Kind.CHANGED, "Strength", "4", "3")


@pytest.mark.parametrize(
    ("name", "after", "note"),
    [("Steps", "1", "lost"), ("Steps", "3", "regained"), ("Losses", "3", "lost"), ("AP", "1", "")],
)
def test_a_property_that_counts_steps_says_so(name: str, after: str, note: str) -> None:
    text = f"+/7/PROP;{name};;;\tpiece;;;a.png;Inf/{{}}\tMain;5;5;9;0"
    saves = [open_save(PLAYERS) for _ in range(2)]
    for save, value in zip(saves, ("2", after), strict=True):
        save.commands.insert(3, Command(text.format(value), 1))
    (one,) = diff(*saves)
    assert (one.what, one.before, one.after) == (name, "2", after)
    assert note in one.note
    assert bool(one.note) is bool(note)


def test_a_piece_in_other_pixels_of_its_place_moved() -> None:
    def nudge(save: Save) -> None:
        piece = _named(save, "Hill")
        piece.put(piece.map, piece.x + 1, piece.y)

    (one,) = diff(*_edited(nudge))
    assert one.kind is Kind.MOVED
    assert one.before != one.after


def test_an_id_of_its_own_does_not_make_a_piece_another() -> None:
    before = open_save(PLAYERS)
    piece = _named(before, "Spare US")
    assert diff(before, before.with_text(before.text.replace(piece.id, "4711"))) == []


def test_the_order_of_a_stack_is_told_from_the_top() -> None:
    def turn_over(save: Save) -> None:
        stack = next(one for one in save.pieces.stacks if len(one.members) == 3)
        stack.members = stack.members[::-1]

    (one,) = diff(*_edited(turn_over))
    assert one.kind is Kind.ORDER
    assert one.after == "Leader, Send To counter, Send To cycle from the top"


def test_the_order_of_a_face_down_deck_is_never_told() -> None:
    def shuffle(save: Save) -> None:
        deck = next(one for one in save.pieces.decks if one.type["name"] == "Draw")
        deck.members = deck.members[::-1]

    (one,) = diff(*_edited(shuffle))
    assert (one.kind, one.subject, one.after) == (Kind.ORDER, "the deck Draw", "")


def test_a_drawn_card_and_a_returned_one(kitchen: Module) -> None:
    before, after = open_save(PLAYERS), open_save(KITCHEN / "04-decks.vsav")
    drawn = _of(Kind.DRAWN, diff(before, after, module=kitchen))
    assert any(one.before == "the deck US Reserve" for one in drawn)
    returned = _of(Kind.RETURNED, diff(after, before, module=kitchen))
    assert len(returned) == len(drawn)


def _masked(save: Save, owner: str) -> Piece:
    piece = _named(save, "Spare US")
    trait = piece.trait("obs;")
    assert trait is not None
    state = trait.state
    state["owner"] = owner
    piece.set_state(trait, str(state))
    return piece


def test_a_masked_piece_is_called_by_its_mask_and_its_changes_are_not_told() -> None:
    def mask(save: Save) -> None:
        _masked(save, "US")

    def weaken(save: Save) -> None:
        piece = _masked(save, "US")
        trait = piece.trait("PROP;", "Strength")
        assert trait is not None
        piece.set_state(trait, "1")
        stack = save.pieces.holder_of(piece.id)
        assert stack is not None
        stack.put(stack.map, 290, 185)  # a member stands where its stack does

    masked, weaker = _edited(mask)[1], _edited(weaken)[1]
    (one,) = diff(masked, weaker)
    assert (one.kind, one.subject, one.piece) == (Kind.MOVED, "?", "")
    kinds = {one.kind for one in diff(masked, weaker, side="US")}
    assert kinds == {Kind.MOVED, Kind.CHANGED}
    assert {one.subject for one in diff(masked, weaker, side="JP")} == {"?"}


def test_masking_is_told_with_both_names() -> None:
    def mask(save: Save) -> None:
        _masked(save, "US")

    before, after = _edited(mask)
    (one,) = diff(before, after)
    assert (one.kind, one.before, one.after) == (Kind.MASKED, "Spare US", "?")
    (other,) = diff(after, before)
    assert (other.kind, other.before, other.after) == (Kind.UNMASKED, "?", "Spare US")
    (own,) = diff(before, after, side="US")
    assert own.kind is Kind.MASKED


def test_an_invisible_piece_vanishes_for_others() -> None:
    def hide(save: Save) -> None:
        piece = _named(save, "Spare US")
        trait = piece.trait("hide;")
        assert trait is not None
        piece.set_state(trait, "US")

    before, after = _edited(hide)
    (one,) = diff(before, after)
    assert (one.kind, one.subject) == (Kind.VANISHED, "Spare US")
    (own,) = diff(before, after, side="US")
    assert own.kind is Kind.MASKED


def test_a_hand_is_not_looked_into(kitchen: Module) -> None:
    def change(save: Save) -> None:
        piece = next(one for one in save.pieces if one.map == "JP Hand" and one.trait("PROP;"))
        trait = piece.trait("PROP;")
        assert trait is not None
        piece.set_state(trait, "9")

    before, after = _edited(change)
    assert diff(before, after, module=kitchen) == []
    assert diff(before, after, module=kitchen, side="US") == []
    assert len(diff(before, after, module=kitchen, side="JP")) == 1


def test_players_notes_and_properties_are_told_without_passwords() -> None:
    before, after = open_save(KITCHEN / "02-script.vsav"), open_save(PLAYERS)
    found = diff(before, after)
    assert [one.what for one in _of(Kind.PLAYER, found)] == ["joined as JP"]
    assert {one.subject for one in _of(Kind.NOTES, found)} >= {"the public notes"}
    told = repr(found)
    assert "secret/1" not in told
    assert "us-secret" not in told
    assert "we land" not in told


def test_a_password_in_a_property_is_not_told() -> None:
    def leak(save: Save) -> None:
        command = next(save.commands.all("SetGlobalProperty"))
        command["value"] = "by us-secret"

    (one,) = diff(*_edited(leak))
    assert one.after == "by (hidden)"


def test_other_commands_are_told_by_their_kind() -> None:
    def tick(save: Save) -> None:
        clock = next(save.commands.all("SetClock"))
        clock["elapsed"] = "5000"

    (one,) = diff(*_edited(tick))
    assert (one.kind, one.subject) == (Kind.OTHER, "SetClock")


def test_an_added_and_a_removed_piece() -> None:
    def add(save: Save) -> None:
        copy = _named(save, "Hill").command.own.replace("+/", "+/99", 1)
        save.commands.insert_after(_named(save, "Hill").command, Command(copy, 1))

    before, after = _edited(add)
    assert [one.kind for one in diff(before, after)] == [Kind.ADDED]
    assert [one.kind for one in diff(after, before)] == [Kind.REMOVED]


def test_steps_that_a_log_continues_with_are_new() -> None:
    one = open_log(GOLDEN / "chain" / "1-US.vlog")
    other = open_log(GOLDEN / "chain" / "2-JP-continued.vlog")
    found = diff_steps(one, other)
    assert [(d.subject, d.what) for d in found] == [
        (f"step {number}", "is new") for number in (11, 12, 13)
    ]


def test_the_one_step_with_another_die_is_found() -> None:
    one = open_log(GOLDEN / "chain-dice" / "2-JP-continued.vlog")
    other = open_log(GOLDEN / "chain" / "2-JP-continued.vlog")
    assert [d.subject for d in diff_steps(one, other)] == ["step 5", "step 5"]


def test_the_shifted_start_is_found() -> None:
    one = open_save(GOLDEN / "chain-shifted" / "2-JP.vlog")
    (found,) = diff(open_save(GOLDEN / "chain" / "2-JP.vlog"), one)
    assert (found.subject, found.before, found.after) == (
        "Southerner",
        "Theatre: (145, 670)",
        "Theatre: (195, 670)",
    )


@pytest.mark.parametrize("kind", list(Kind))
def test_every_kind_makes_a_sentence(kind: Kind) -> None:
    one = Difference(kind, "Hill", "A", "B", what="changed", place="C", note="why")
    assert str(one).startswith(("Hill ", "Hill:", "the boards of Hill", "property Hill"))
    assert str(one).endswith("(why)")


def test_a_damaged_save_does_not_differ_from_itself() -> None:
    text = "begin_save\x1b+/11/obs;7;b\x1b+/11/mark;T\tpiece;;;;P/M;1;1;1\x1b+/1\x1bend_save"
    save = open_save(PLAYERS).with_text(text)
    assert diff(save, save) == []
