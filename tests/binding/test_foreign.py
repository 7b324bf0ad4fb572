"""A module deliberately unlike ours is bound, read, played on and proved."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import vassal_bridge
from automation.policies import Sensible
from modules.red_beach import GAME
from modules.red_beach.binding import BINDING
from modules.red_beach.board import ELIMINATED
from modules.red_beach.setup import start
from modules.red_beach.state import State
from tests import foreign_red_beach as foreign
from tests.red_beach_positions import NIGHTS, Draw, scramble
from vassal_bridge.binding.binding import Fact
from vassal_bridge.binding.bindingfile import (
    PieceKey,
    PlaceKey,
    binding_path,
    find_binding,
    read_binding,
    write_binding,
)
from vassal_bridge.binding.foreign import ForeignScheme, binding_for
from vassal_bridge.binding.geography import ModuleGeography
from vassal_bridge.binding.hexnames import HexForm
from vassal_bridge.binding.play import Played, Request, play
from vassal_bridge.binding.proposing import Proposal, propose
from vassal_bridge.binding.wanted import Wanted
from vassal_bridge.errors import BindingError, VerifyError
from vassal_bridge.formats.editing import edits
from vassal_bridge.formats.module import open_module
from vassal_bridge.formats.position import Position
from vassal_bridge.formats.save import Save
from vassal_bridge.game.dice import SeededDice
from vassal_bridge.game.hexes import HexId

DOCS = Path(vassal_bridge.__file__).parent / "docs"


def position(seed: int) -> State:
    """Return a random night's position; the foreign module lacks one fort, so that is gone."""
    draw = Draw(seed)
    found = scramble(start("first_night", "house"), draw, turn=draw.one(NIGHTS))
    units = [
        replace(unit, location=ELIMINATED) if unit.id == foreign.LACKING else unit
        for unit in found.units.values()
    ]
    return State(found.board, units, found.tracks)


@pytest.fixture(scope="module")
def wanted() -> Wanted:
    return BINDING.wanted()


@pytest.fixture(scope="module")
def save() -> Save:
    return foreign.save_of(position(1))


@pytest.fixture(scope="module")
def proposal(wanted: Wanted, save: Save) -> Proposal:
    return propose(GAME.name, foreign.module(), wanted, save)


@pytest.fixture(scope="module")
def blind(wanted: Wanted) -> Proposal:
    """Return the proposal from the module alone."""
    return propose(GAME.name, foreign.module(), wanted)


@pytest.fixture
def bound_home(proposal: Proposal, wanted: Wanted) -> None:
    """Put the binding file into the player's folder."""
    path = binding_path(GAME.name, foreign.NAME)
    path.parent.mkdir(parents=True)
    path.write_text(write_binding(proposal.binding, wanted), encoding="utf-8")


def read(proposal: Proposal, save: Save, wanted: Wanted) -> State:
    binding = BINDING.through(ForeignScheme(proposal.binding, wanted))
    bound = binding.read(Position(save), ModuleGeography(foreign.module(), save), "house")
    assert isinstance(bound.state, State)
    return bound.state


def night(save: Save, seed: int = 7) -> Played:
    request = Request(GAME, "night", "house", seed)
    return play(save, foreign.module(), request, SeededDice(seed), Sensible())


# --- what is proposed --------------------------------------------------------------------------


def test_regions_named_by_rows_and_counted_from_elsewhere_are_the_games_hexes(
    proposal: Proposal, blind: Proposal
) -> None:
    for one in (proposal, blind):
        form = one.binding.hexes
        assert form is not None
        assert (form.map, form.add_columns, form.add_rows) == (
            foreign.ISLAND,
            foreign.ADD_COLUMNS,
            foreign.ADD_ROWS,
        )
        assert one.bound("hex") == one.all_of("hex") > 300


def test_every_counter_is_bound_but_the_one_that_is_lacking(
    proposal: Proposal, blind: Proposal
) -> None:
    for one in (proposal, blind):
        missing = [finding.wanted for finding in one.missing]
        assert missing == [foreign.LACKING]
        assert one.spare == (foreign.SPARE,)


def test_each_counter_is_bound_to_its_own(proposal: Proposal) -> None:
    keys = proposal.binding.pieces
    for name, counter in foreign.counters().items():
        if counter.kind not in ("arty",):  # its five counters may stand for each other
            assert keys[name].name == counter.name


def test_boxes_are_found_in_zones_of_other_names_on_another_map(proposal: Proposal) -> None:
    places = proposal.binding.places
    assert places["JRL 10s 7"].map == foreign.CHARTS
    assert places["Eliminated"] == PlaceKey(foreign.CHARTS, "Casualties")
    assert places["GT 4"].zone == "Game Turn Track"  # "4" alone is said in several zones


def test_faces_are_found_in_a_property_and_in_layers_even_where_the_back_comes_first(
    proposal: Proposal,
) -> None:
    faces = {fact.name: dict(fact.texts) for fact in proposal.binding.facts if fact.field == "face"}
    assert faces == {
        "Strength": {"front": "full", "back": "reduced"},
        "Disrupted": {"front": "-1", "back": "1"},
        "Fire state": {"front": "2", "back": "1"},
    }


def test_a_module_of_something_else_has_none_of_the_counters(wanted: Wanted, golden: Path) -> None:
    found = propose(GAME.name, open_module(golden / "beachhead.vmod"), wanted)
    assert found.bound("counter") < found.all_of("counter") / 10
    assert found.bound("hex") == 0


def test_a_binding_without_hexes_is_read_as_it_was_written(
    wanted: Wanted, golden: Path, tmp_path: Path
) -> None:
    found = propose(GAME.name, open_module(golden / "beachhead.vmod"), wanted).binding
    path = tmp_path / "binding.toml"
    path.write_text(write_binding(found, wanted), encoding="utf-8")
    assert read_binding(path, wanted) == found


def test_hexes_may_be_bound_one_by_one(
    proposal: Proposal, wanted: Wanted, save: Save, tmp_path: Path
) -> None:
    """A module may call every place by a name of its own."""
    form = proposal.binding.hexes
    assert form is not None
    names = {hex_id: form.name(hex_id) for hex_id in wanted.hexes}
    binding = replace(proposal.binding, hexes=HexForm(form.map, ""), hex_names=names)
    path = tmp_path / "binding.toml"
    path.write_text(write_binding(binding, wanted), encoding="utf-8")
    again = replace(proposal, binding=read_binding(path, wanted))
    assert again.binding == binding
    assert read(again, save, wanted) == read(proposal, save, wanted)


# --- the file ----------------------------------------------------------------------------------


def test_a_binding_is_read_as_it_was_written(
    proposal: Proposal, wanted: Wanted, bound_home: None
) -> None:
    path = binding_path(GAME.name, foreign.NAME)
    assert read_binding(path, wanted) == proposal.binding
    assert find_binding(GAME.name, foreign.NAME, wanted) == proposal.binding
    assert find_binding(GAME.name, "Another", wanted) is None


def test_what_was_not_found_is_a_line_to_fill_in(proposal: Proposal, wanted: Wanted) -> None:
    text = write_binding(proposal.binding, wanted)
    assert f'# "{foreign.LACKING}" = "?"' in text.splitlines()


def test_the_file_in_the_docs_can_be_read(wanted: Wanted, tmp_path: Path) -> None:
    page = (DOCS / "own-modules.md").read_text(encoding="utf-8")
    path = tmp_path / "binding.toml"
    path.write_text(page.partition("```toml\n")[2].partition("```")[0], encoding="utf-8")
    found = read_binding(path, wanted)
    assert found.hexes is not None
    assert found.hexes.name(HexId("2308")) == "R08/C33"
    assert found.places["GT 4"] == PlaceKey("Charts", "4", "Game Turn Track")
    assert found.pieces["Jap Inf 1"] == found.pieces["Jap Inf 2"]
    assert [fact.name for fact in found.facts] == ["Strength", "Disrupted"]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("format = 1", "format = 2", "expected format = 1, found 2"),
        ('"turn" = ', '"tun" = ', "the game has no counter 'tun'"),
        ('"GT 4" = ', '"GT 44" = ', "the game has no place 'GT 44'"),
        ("[[facts.face]]", "[[facts.fce]]", "the game has no fact 'fce'"),
        ('trait = "Layer"', 'trait = "Leyer"', "a trait of Layer, Dynamic Property"),
        ('back = "reduced"', 'bck = "reduced"', "expected values for front, back of face"),
        ("add_rows = 2", 'add_rows = "2"', "expected a whole number for add_rows"),
        ("[counters]", "[counters", "expected TOML"),
    ],
)
def test_a_damaged_binding_is_refused_with_what_was_expected(
    old: str, new: str, message: str, wanted: Wanted, bound_home: None
) -> None:
    path = binding_path(GAME.name, foreign.NAME)
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(BindingError) as caught:
        read_binding(path, wanted)
    assert message in str(caught.value)
    assert path.name in str(caught.value)


# --- reading and playing -----------------------------------------------------------------------


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_state_that_a_foreign_save_shows_is_read(
    seed: int, proposal: Proposal, wanted: Wanted
) -> None:
    expected = position(seed)
    assert read(proposal, foreign.save_of(expected), wanted) == expected


def test_a_binding_from_the_module_alone_reads_the_same(
    blind: Proposal, proposal: Proposal, save: Save, wanted: Wanted
) -> None:
    assert read(blind, save, wanted) == read(proposal, save, wanted)


@pytest.mark.parametrize("seed", [1, 4])
def test_a_night_is_played_on_a_foreign_save_and_proved(
    seed: int, proposal: Proposal, wanted: Wanted, bound_home: None
) -> None:
    before = foreign.save_of(position(seed))
    played = night(before, seed)
    after = Save.from_bytes(played.data, name="after.vsav")
    expected = read(proposal, before, wanted)
    for change in played.outcome.changes:
        expected.push(change)
    assert read(proposal, after, wanted) == expected != read(proposal, before, wanted)
    same = sorted(piece.id for piece in before.pieces)
    assert sorted(piece.id for piece in after.pieces) == same


def test_what_the_night_does_not_speak_of_is_byte_for_byte_the_same(
    save: Save, bound_home: None
) -> None:
    played = night(save)
    after = Save.from_bytes(played.data)
    for piece in save.pieces:
        if piece.id not in played.pieces:
            other = after.pieces[piece.id]
            assert (other.type_text, other.state_text) == (piece.type_text, piece.state_text)


def test_the_binding_names_the_edition_to_play_by(
    save: Save, proposal: Proposal, wanted: Wanted, bound_home: None
) -> None:
    path = binding_path(GAME.name, foreign.NAME)
    chosen = replace(proposal.binding, edition="house")
    path.write_text(write_binding(chosen, wanted), encoding="utf-8")
    request = Request(GAME, "night", None, 7)
    played = play(save, foreign.module(), request, SeededDice(7), Sensible())
    assert played.edition == "house"


def test_a_save_of_an_unbound_module_tells_how_to_bind_it(save: Save) -> None:
    with pytest.raises(BindingError, match=r"vassal-bridge bind MODULE\.vmod --game red_beach"):
        night(save)


def test_a_save_that_names_its_game_is_read_by_our_own_binding(
    save: Save, bound_home: None
) -> None:
    ours = "GlobalProperty\t;bridge_game;red_beach;Module" + foreign.ESC
    named = save.with_text(save.text.replace("end_save", ours + "end_save"))
    assert binding_for(GAME, named) is BINDING
    assert binding_for(GAME, save) is not BINDING


def test_a_trait_that_is_bound_wrongly_is_caught_by_the_proof(
    save: Save, proposal: Proposal, wanted: Wanted
) -> None:
    """A binding that shows two facts by one trait writes what is not read back."""
    hits = next(fact for fact in proposal.binding.facts if fact.field == "marker1")
    twice = Fact("used", hits.prefix, hits.name, hits.texts, absent=False)
    facts = (*(fact for fact in proposal.binding.facts if fact.field != "used"), twice)
    path = binding_path(GAME.name, foreign.NAME)
    path.parent.mkdir(parents=True)
    binding = replace(proposal.binding, facts=facts)
    path.write_text(write_binding(binding, wanted), encoding="utf-8")
    with pytest.raises(VerifyError, match="does not show the state"):
        night(save)


def test_a_piece_where_the_binding_knows_no_place_is_warned_about(
    proposal: Proposal, save: Save, wanted: Wanted
) -> None:
    moved = Save.from_bytes(save.to_bytes(), name="moved.vsav")
    company = foreign.counters()["A/1/2"].name
    piece = next(one for one in moved.pieces if one.basic_name == company)
    position = Position(moved)
    legend = (foreign.ISLAND, 40, 40)  # beside the map
    position.apply_all(edits.move(position, piece.id, *legend))
    binding = BINDING.through(ForeignScheme(proposal.binding, wanted))
    bound = binding.read(position, ModuleGeography(foreign.module(), moved), "house")
    assert any(
        "A/1/2" in str(problem) and "not bound" in str(problem) for problem in bound.problems
    )


def test_two_pieces_for_one_unit_are_refused(
    proposal: Proposal, save: Save, wanted: Wanted
) -> None:
    pieces = {**proposal.binding.pieces, "A/1/2": PieceKey("SNLF rikusentai")}
    pieces = {name: key for name, key in pieces.items() if not name.startswith("Jap Inf")}
    binding = replace(proposal.binding, pieces=pieces)
    with pytest.raises(BindingError, match="two pieces are 'A/1/2'"):
        read(replace(proposal, binding=binding), save, wanted)
