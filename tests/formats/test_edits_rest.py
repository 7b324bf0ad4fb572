"""Turns, properties, notes and files are edited; what no edit names stays to the letter."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.conftest import GOLDEN
from tests.edit_kit import KITCHEN, actions, kitchen, opened
from vassal_bridge.errors import AmbiguousName, BindingError, OutputExists
from vassal_bridge.formats.editing.changing import prove
from vassal_bridge.formats.module import Module
from vassal_bridge.formats.pieces import PieceId
from vassal_bridge.formats.save import Save, open_save


@pytest.fixture(scope="module")
def module() -> Module:
    return kitchen()


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
