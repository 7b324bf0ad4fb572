"""Pieces as a player sees them, beside what VASSAL itself answered for every golden save."""

import csv
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import GOLDEN
from vassal_bridge.errors import BindingError
from vassal_bridge.formats.archive import Archive
from vassal_bridge.formats.commands import Command
from vassal_bridge.formats.expressions import NotEvaluated, Options, parse
from vassal_bridge.formats.expressions.evaluator import shown
from vassal_bridge.formats.module import Module, open_module
from vassal_bridge.formats.pieces import Piece
from vassal_bridge.formats.properties import NOWHERE, OBSERVER, Look, Scene, Viewer
from vassal_bridge.formats.save import Save, open_save
from vassal_bridge.formats.sight import View
from vassal_bridge.formats.surroundings import (
    SavedSurroundings,
    find_piece,
    scene_of,
    viewer_of,
    viewers_of,
)

LOSSY = ("Text Label", "07-lossy")
"""One label of this save ends in a backslash, and VASSAL read the next trait's state into it."""


def _views() -> list[Path]:
    """Return VASSAL's views of saves; those of logs tell of their ends, not of the text."""
    found = []
    for path in sorted(GOLDEN.rglob("*.engine*.json")):
        if _save_of(path).is_file():
            found.append(path)
    return found


def _save_of(view: Path) -> Path:
    return view.with_name(view.name.partition(".engine")[0] + ".vsav")


@pytest.fixture(scope="module")
def modules() -> dict[str, Module]:
    return {name: open_module(GOLDEN / f"{name}.vmod") for name in ("kitchen", "beachhead")}


def _scene(view: dict[str, Any], save: Save, module: Module) -> Scene:
    viewer = view["viewer"]
    sides = [player["side"] for player in view["players"] if player["id"] == viewer["id"]]
    side = sides[0] if sides and viewer["name"] != "Observer" else ""
    return scene_of(save, module, Viewer(viewer["id"], side, viewer["name"]))


def _pieces(found: Any) -> Iterator[dict[str, Any]]:
    if isinstance(found, dict):
        if "traits" in found and "id" in found:
            yield found
        else:
            for value in found.values():
                yield from _pieces(value)
    elif isinstance(found, list):
        for value in found:
            yield from _pieces(value)


def _expected(told: dict[str, Any]) -> Iterator[tuple[str, object]]:
    yield "name", told["name"]
    yield "basic_name", told["basicName"]
    yield "is_masked", told.get("obscuredToOthers", False)
    yield "is_masked_to_me", told.get("obscuredToMe", False)
    yield "is_invisible", told.get("invisibleToOthers", False)
    yield "is_invisible_to_me", told.get("invisibleToMe", False)


@pytest.mark.parametrize("path", _views(), ids=lambda path: f"{path.parent.name}-{path.name[:-5]}")
def test_names_and_properties_are_those_of_the_engine(
    path: Path, modules: dict[str, Module]
) -> None:
    view = json.loads(path.read_text(encoding="utf-8"))
    save = open_save(_save_of(path))
    kind = "beachhead" if path.parent.name == "beachhead" else "kitchen"
    scene = _scene(view, save, modules[kind])
    wrong: list[tuple[str, str, object, object]] = []
    count = 0
    for told in _pieces(view["maps"]):
        look = scene.find(told["id"])
        assert look is not None
        if told["basicName"] == LOSSY[0] and path.name.startswith(LOSSY[1]):
            continue
        pairs = [(name, value, getattr(look, name)) for name, value in _expected(told)]
        asked = {"LocationName": told["location"], "CurrentZone": told["zone"]}
        asked |= {"CurrentBoard": told["board"], "DeckName": told.get("deck", "")}
        asked |= told["properties"]
        asked |= {name: "" for name in look.own_names() if name not in asked}
        pairs += [(name, value, shown(look.get(name))) for name, value in asked.items()]
        count += len(pairs)
        wrong += [(told["basicName"], *pair) for pair in pairs if pair[1] != pair[2]]
    assert wrong == []
    assert count > 300


@pytest.mark.parametrize("path", _views(), ids=lambda path: f"{path.parent.name}-{path.name[:-5]}")
def test_the_properties_behind_the_pieces_are_those_of_the_engine(
    path: Path, modules: dict[str, Module]
) -> None:
    view = json.loads(path.read_text(encoding="utf-8"))
    kind = "beachhead" if path.parent.name == "beachhead" else "kitchen"
    there = SavedSurroundings(open_save(_save_of(path)), modules[kind])
    told = view["globalProperties"]
    assert {name: there.value(name, None, NOWHERE) for name in told} == told
    for one in view["maps"]:
        told = one.get("properties") or {}
        assert {name: there.value(name, one["id"], NOWHERE) for name in told} == told


NOT_OURS = {
    "Theatre_isVisible": "whether a window is open is known to the running program only",
}
"""Rows of the table that we leave unanswered, each for its reason."""


def _answer(look: Look, kind: str, text: str) -> tuple[str, bool]:
    """Return what a piece answers for a row, and whether that is nothing at all."""
    if kind == "property":
        value = look.get(text)
        return shown(value), value is None
    if kind == "localizedproperty":
        value = look.get_localized(text)
        return shown(value), value is None
    if kind in ("name", "localizedname"):
        return look.name, False
    value = parse(text, kind).evaluate(look, Options(piece=look))
    return value.text, value.type == "null"


def test_expressions_on_pieces_give_what_the_engine_gives(modules: dict[str, Module]) -> None:
    oracle = Viewer("oracle-password", "", "Oracle")
    scenes: dict[str, Scene] = {}
    wrong: list[object] = []
    left_out: list[str] = []
    with (GOLDEN / "expressions_pieces.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        if row["save"] not in scenes:
            save = open_save(GOLDEN / row["save"])
            scenes[row["save"]] = scene_of(save, modules["kitchen"], oracle)
        look = scenes[row["save"]].find(row["piece"])
        assert look is not None
        if row["expression"] in NOT_OURS:
            continue
        try:
            text, is_null = _answer(look, row["kind"], row["expression"])
        except NotEvaluated:
            left_out.append(row["expression"])
            continue
        is_property = row["kind"].endswith("property")
        if text != row["result"] or (is_property and is_null != (row["type"] == "null")):
            wrong.append((row["n"], row["kind"], row["expression"], row["result"], text))
    assert wrong == []
    assert len(left_out) <= len(rows) // 20, left_out


# --- small examples ----------------------------------------------------------------------------


def look_at(traits: str, states: str, viewer: Viewer = OBSERVER) -> Look:
    """Return a piece of traits around a BasicPiece, texts separated by `|`."""
    types = [*traits.split("|"), "piece;;;a.png;Inf"]
    own = [*states.split("|"), "null;0;0;1;0"]
    text = "/".join(
        "".join("\\" * max(n - 1, 0) + "\t" * bool(n) + part for n, part in enumerate(parts))
        for parts in (types, own)
    )
    return Scene(viewer=viewer).look(Piece(Command(f"+/1/{text}")))


LAYER = "emb2;;128;;;128;;;128;;;;1;false;0;0;f.png,r.png,x.png;Fresh +,+ (tired),Routed;true;Step"


@pytest.mark.parametrize(
    ("level", "name"), [("1", "Fresh Inf"), ("2", "Inf (tired)"), ("3", "Routed"), ("-2", "Inf")]
)
def test_a_layer_names_before_behind_instead_or_not_at_all(level: str, name: str) -> None:
    assert look_at(LAYER, level).name == name


def test_a_layer_that_is_not_active_has_no_image_and_no_name() -> None:
    look = look_at(LAYER, "-2")
    values = [look[f"Step_{end}"] for end in ("Level", "Active", "Image", "Name")]
    assert values == ["-2", "false", "", ""]


def test_the_outermost_of_two_traits_answers() -> None:
    look = look_at("mark;Side|mark;Side", "Red|Blue")
    assert look["Side"] == "Red"
    assert look.piece["Side"] == "Red"


def test_an_unknown_property_is_an_error_or_none() -> None:
    look = look_at("mark;Side", "Red")
    assert look.get("Size") is None
    with pytest.raises(KeyError, match="Size"):
        look["Size"]


@pytest.mark.parametrize(
    ("viewer", "name"),
    [
        (OBSERVER, "Unknown"),
        (Viewer("a", "Red"), "Inf(Unknown)"),
        (Viewer("b", "Blue"), "Unknown"),
    ],
)
def test_a_mask_is_seen_through_by_its_side_alone(viewer: Viewer, name: str) -> None:
    look = look_at("obs;77,130;m.png;Mask;I;Unknown;side:", "Red;", viewer)
    assert look.name == name
    assert look.basic_name == "Inf"
    assert look.is_masked
    assert look_at("obs;77,130;m.png;Mask;I;Unknown;side:", "Red;").name_for(viewer) == name


def test_a_player_is_never_shown_with_their_password() -> None:
    assert "secret" not in repr(Viewer("secret", "Red"))


def test_a_calculated_property_that_asks_for_itself_ends() -> None:
    for text in ("{A+1}", "{B}"):
        look = look_at(f"calcProp;A;{text};|calcProp;B;{{A}};", "|")
        try:
            ended = isinstance(look.get("A"), str)
        except NotEvaluated:
            ended = True
        assert ended


def test_the_roster_gives_the_viewers() -> None:
    save = open_save(GOLDEN / "kitchen" / "03-two-players.vsav")
    assert [viewer.side for viewer in viewers_of(save)] == ["US", "JP"]
    assert viewer_of(save, "JP").name == 'Kenji "健"'
    assert viewer_of(save, "Nobody").player == ""


def test_pieces_are_found_by_the_name_that_is_seen() -> None:
    save = open_save(GOLDEN / "kitchen" / "02-script.vsav")
    scene = scene_of(save)
    counted = Counter(look.name for look in scene.looks())
    assert len(find_piece(scene, "2nd Inf (reduced)")) == counted["2nd Inf (reduced)"] == 1
    assert find_piece(scene, "No such piece") == []


def test_two_players_of_a_side_must_be_told_apart() -> None:
    save = open_save(GOLDEN / "kitchen" / "02-script.vsav")
    roster = next(save.commands.all("AddPlayer"))
    save.commands.insert_after(roster, Command(roster.text.replace("us-secret", "other"), 1))
    with pytest.raises(BindingError, match="found 2"):
        viewer_of(save, "US")


# --- where a piece of a stack stands -----------------------------------------------------------

IN_A_STACK = (
    "begin_save\x1b+/1/piece;;;a.png;Low/null;10;10;1;0\x1b+/2/piece;;;a.png;High/Old Map;1;2;1;0"
    "\x1b+/3/stack/Main Map;50;45;1;2;@@-1\x1b+/4/piece;;;a.png;Card/null;0;0;1;0"
    "\x1b+/5/deck;true;0,0,0;40;40;Always;Always;true;true;true;;;;Draw/Hand;7;8;true;4\x1bend_save"
)


def test_a_piece_stands_where_its_stack_or_deck_does_whatever_its_own_state_says() -> None:
    save = Save(Archive.of([("savedGame", IN_A_STACK.encode("utf-8"))]))
    found = {look.basic_name: look for look in scene_of(save).looks()}
    places = {name: (look.map, look.x, look.y) for name, look in found.items()}
    assert places == {
        "Low": ("Main Map", 50, 45),
        "High": ("Main Map", 50, 45),
        "Card": ("Hand", 7, 8),
    }
    assert (found["Low"]["CurrentMap"], found["High"]["CurrentX"]) == ("Main Map", "50")
    assert found["Card"]["LocationName"] == "Draw"
    assert {seen.place for seen in View(save).sorted()} == {"Main Map: (50, 45)", "Hand: Draw"}


@pytest.mark.parametrize(
    ("text", "shown_text"), [("a$T$b", "ab"), ("$$T$T$x", "x"), ("$Other$", "Other")]
)
def test_a_label_leaves_out_its_own_property(text: str, shown_text: str) -> None:
    look = look_at("label;;L;10;;;t;0;c;0;b;c;$label$;Dialog;0;0;T", text)
    assert (look["T"], look.name) == (shown_text, shown_text)
