"""What a viewer may see, what turn it is, and ids kept out of texts."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import GOLDEN
from vassal_bridge.formats.module import Module, open_module
from vassal_bridge.formats.pieces import Piece
from vassal_bridge.formats.save import Save, open_save
from vassal_bridge.formats.secrets import HIDDEN, Redactor
from vassal_bridge.formats.sight import Sight, View, closed_maps
from vassal_bridge.formats.surroundings import viewer_of
from vassal_bridge.formats.tokens import encode_safely
from vassal_bridge.formats.turns import turns_of

PLAYERS = GOLDEN / "kitchen" / "03-two-players.vsav"
WITH_TURNS = sorted(
    path
    for path in GOLDEN.rglob("*.vsav")
    if path.with_suffix(".engine.json").is_file() and path.parent.name != "broken"
)


@pytest.fixture(scope="module")
def modules() -> dict[str, Module]:
    return {name: open_module(GOLDEN / f"{name}.vmod") for name in ("kitchen", "beachhead")}


def _module(path: Path, modules: dict[str, Module]) -> Module:
    return modules["beachhead" if path.parent.name == "beachhead" else "kitchen"]


def _with_player(player: str) -> Save:
    save = open_save(PLAYERS)
    next(save.commands.all("AddPlayer"))["player"] = player
    return save


@pytest.mark.parametrize("path", WITH_TURNS, ids=lambda path: "/".join(path.parts[-2:]))
def test_turn_trackers_show_what_the_engine_shows(path: Path, modules: dict[str, Module]) -> None:
    view = json.loads(path.with_suffix(".engine.json").read_text(encoding="utf-8"))
    wanted = {one["name"]: one["turn"] for one in view["turnTrackers"]}
    assert turns_of(open_save(path), _module(path, modules)) == wanted


def test_without_the_module_a_turn_is_its_numbers() -> None:
    assert turns_of(open_save(PLAYERS)) == {"TurnTracker0": "1 0 0", "TurnTracker1": "5"}


@pytest.mark.parametrize("path", WITH_TURNS, ids=lambda path: "/".join(path.parts[-2:]))
def test_masks_hide_what_the_engine_hides_from_an_observer(
    path: Path, modules: dict[str, Module]
) -> None:
    view = json.loads(path.with_suffix(".engine.json").read_text(encoding="utf-8"))
    pieces = [piece for one in view["maps"] for piece in one["pieces"]]
    save = open_save(path)
    seen = View(save, _module(path, modules)).pieces
    for one in pieces:
        piece = save.pieces[one["id"]]
        found = seen.get(piece.id)
        if one.get("invisibleToMe"):
            assert found is None
        elif found is not None and found.sight is not Sight.FACE_DOWN:
            assert (found.sight is Sight.MASKED) == bool(one.get("obscuredToMe"))


def test_private_maps_are_open_to_their_sides_alone(modules: dict[str, Module]) -> None:
    save, kitchen = open_save(PLAYERS), modules["kitchen"]
    closed = {side: closed_maps(kitchen, viewer_of(save, side)) for side in ("US", "JP")}
    assert "JP Hand" in closed["US"]
    assert "JP Hand" not in closed["JP"]
    assert "US War Room" not in closed["US"]


def test_a_masked_piece_answers_for_its_place_and_for_what_is_outside_the_mask(
    modules: dict[str, Module],
) -> None:
    seen = View(open_save(PLAYERS), modules["kitchen"]).pieces
    masked = next(one for one in seen.values() if one.piece.basic_name == "1st Inf")
    assert masked.sight is Sight.MASKED
    assert masked.value("CurrentMap") == "Theatre"
    assert masked.value("Side") == "US"
    for name in ("Class", "Strength", "BasicName", "Step_Level", "PieceName", "UniqueID"):
        assert masked.value(name) is None


@given(
    st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs")), min_size=1, max_size=20),
    st.lists(st.sampled_from(";,/|\t"), max_size=3),
)
def test_an_id_is_found_however_often_it_was_escaped(player: str, nesting: list[str]) -> None:
    text = player
    for delimiter in nesting:
        text = encode_safely(["a", text, "b"], delimiter)
    cleaned = Redactor(_with_player(player)).clean(f"< {text} >")
    assert HIDDEN in cleaned
    assert player not in cleaned.replace(HIDDEN, "") or len(player) < 2


def test_an_id_that_is_part_of_a_word_hides_no_word() -> None:
    assert Redactor(_with_player("an")).clean("an Indian") == f"{HIDDEN} Indian"


def test_states_hide_the_owners_whom_no_roster_knows() -> None:
    save = open_save(PLAYERS)
    piece = next(one for one in save.pieces if one.trait("obs;") and one.trait("hide;"))
    assert isinstance(piece, Piece)
    for prefix, text in (("obs;", "gone player;|1|gone player"), ("hide;", "gone player")):
        trait = piece.trait(prefix)
        assert trait is not None
        piece.set_state(trait, text)
        told = Redactor(save).state(piece.trait(prefix) or trait)
        assert "gone" not in told
        assert HIDDEN in told
