"""Writes a scenario as a save, as if VASSAL had placed every counter and saved.

Piece ids count up from a number in the recipe, as VASSAL's count milliseconds; the traits are
those of the module's slots with their prototypes spliced in, so that a later refresh in VASSAL
finds nothing to change. Source of the order: VASSAL.build.module.GameState (reference 5.3).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from vassal_bridge.binding.binding import EDITION_PROPERTY, GAME_PROPERTY
from vassal_bridge.builder.boards.tracks import PlacedTrack
from vassal_bridge.builder.reading.facerecipe import KindStyle
from vassal_bridge.builder.reading.gamedata import Dial
from vassal_bridge.builder.reading.modulerecipe import GlobalText
from vassal_bridge.builder.reading.scenarios import Placed, Scenario
from vassal_bridge.builder.recipe import Recipe, read_recipe
from vassal_bridge.builder.spelling.traits import TraitText, add_piece, piece_in_play, unmasked
from vassal_bridge.builder.writing.decks import deck_in_play
from vassal_bridge.builder.writing.draft import (
    VASSAL_VERSION,
    Draft,
    draft_module,
    module_metadata,
    turn_names,
)
from vassal_bridge.builder.writing.laiddecks import laid_decks
from vassal_bridge.builder.writing.slots import FACE, Slot, expand, stacked
from vassal_bridge.errors import RuleError
from vassal_bridge.formats.archive import Archive
from vassal_bridge.formats.envelope import VASSAL_37
from vassal_bridge.formats.metadata import MODULE_DATA, SAVE_DATA, Metadata, write_metadata
from vassal_bridge.formats.save import SAVED_GAME
from vassal_bridge.formats.tokens import encode_safely

ESC = "\x1b"
STEP_LAYER = "Step"
USED_LAYER = "HQUsed"
NOT_ELSEWHERE = Placed("")
TRACK_PREFIX = "bridge_"
"""What comes before a track's name in the property that keeps it."""


@dataclass(frozen=True, slots=True)
class _Ids:
    """Piece ids in the order in which they are asked for."""

    taken: list[int]
    first: int

    def next(self) -> str:
        self.taken.append(self.first + len(self.taken))
        return str(self.taken[-1])


def scenario_save(recipe: str | Path | Recipe, scenario: str) -> bytes:
    """Return a scenario of a recipe's game as the bytes of a `.vsav`.

    Raises:
        RecipeError: with every problem of the recipe's files.
        RuleError: there is no such recipe or scenario.
    """
    found = recipe if isinstance(recipe, Recipe) else read_recipe(recipe)
    scenarios = found.data.scenarios
    if scenario not in scenarios:
        names = ", ".join(scenarios) or "none"
        raise RuleError(f"there is no scenario {scenario!r}; there is {names}")
    return draft_scenario_save(draft_module(found), scenarios[scenario])


def draft_scenario_save(draft: Draft, scenario: Scenario) -> bytes:
    """Return a scenario of a module being made as the bytes of a `.vsav`."""
    module = draft.recipe.module
    data = write_metadata(
        Metadata(
            version=module.version,
            vassal_version=VASSAL_VERSION,
            date_saved=module.date_saved,
            description=scenario.title,
        )
    )
    text = setup_text(draft, scenario)
    contents = [
        (SAVED_GAME, VASSAL_37.wrap(text.encode("utf-8"))),
        (SAVE_DATA, data),
        (MODULE_DATA, module_metadata(draft.recipe)),
    ]
    return Archive.of(contents).to_bytes()


def setup_text(draft: Draft, scenario: Scenario) -> str:
    """Return a scenario as a command stream."""
    recipe = draft.recipe
    module = recipe.module
    pieces = encode_safely(["", *_pieces(draft, scenario)], ESC)
    laid = [(recipe.board.map_name, recipe.board.name)] if recipe.has_board else []
    laid += [(window, window) for window in module.windows]
    laid += [(one.name, recipe.first_board(one.name)) for one in recipe.maps if one.style.boards]
    boards = [
        encode_safely([f"{map_name}BoardPicker", board, "0", "0"], "\t") for map_name, board in laid
    ]
    commands = [
        "begin_save",
        "",
        pieces,
        _property(GAME_PROPERTY, module.game),
        _property(EDITION_PROPERTY, module.edition),
        *(_property(one.name, _value(one, scenario)) for one in module.properties),
        *boards[:1],
        "SETUP_STACK\t",
        *boards[1:],
        *_turn_tracker(draft, scenario),
        *[encode_safely(["NOTES\t", "PNOTES\t"], ESC)] * 2,
        "end_save",
    ]
    return encode_safely(commands, ESC)


def _turn_tracker(draft: Draft, scenario: Scenario) -> list[str]:
    """Return the command that sets the turn tracker; none where the game has no turns."""
    turns = turn_names(draft)
    if not turns:
        return []
    active = encode_safely(["true"] * len(turns), ",")
    level = encode_safely([str(_turn_index(draft, scenario)), "0", "0", active], ";")
    return [encode_safely(["TURNTurnTracker0", encode_safely(["0", level], "|")], "\t")]


def _property(name: str, value: str) -> str:
    return encode_safely(["GlobalProperty\t", name, value, "Module"], ";")


def _value(one: GlobalText, scenario: Scenario) -> str:
    """Return a property's value: that of the track that it keeps, where a scenario names it."""
    track = one.name.removeprefix(TRACK_PREFIX)
    return str(scenario.tracks.get(track, one.value))


def _track(draft: Draft, name: str) -> PlacedTrack:
    return next(track for track in draft.board.tracks if track.style.name == name)


def _turn_index(draft: Draft, scenario: Scenario) -> int:
    turns = turn_names(draft)
    for value in scenario.tracks.values():
        if value in turns:
            return turns.index(str(value))
    return 0


def _placed(scenario: Scenario, slot: Slot) -> Placed:
    """Return what a scenario says of a counter: of this one of several, or else of them all."""
    found = scenario.units.get(slot.key) or scenario.units.get(slot.row.id)
    return found or NOT_ELSEWHERE


def place_of(draft: Draft, scenario: Scenario, slot: Slot) -> str:
    """Return the place where a counter stands in a scenario; empty for off the map."""
    row = slot.row
    placed = _placed(scenario, slot)
    dial = draft.recipe.data.dials.get(row.id)
    if dial is not None and dial.field in scenario.tracks:
        return _shown(draft, scenario, dial)
    return placed.location or draft.recipe.home(row)


def _shown(draft: Draft, scenario: Scenario, dial: Dial) -> str:
    """Return the box in which a marker shows a track's value."""
    value = scenario.tracks[dial.field]
    boxes = _track(draft, dial.track).boxes
    if isinstance(value, int):
        digits = sum(1 for other in draft.recipe.data.dials.values() if other.field == dial.field)
        count = value // max(1, dial.unit)
        wanted = str(count % 10 if digits > 1 else count)
        found = [placed.row.box for placed in boxes if placed.row.label == wanted]
    else:
        found = [placed.row.box for placed in boxes if placed.row.box == value]
    if not found:
        raise RuleError(f"the track {dial.track} has no box for {dial.field} = {value}")
    return found[0]


def _pieces(draft: Draft, scenario: Scenario) -> list[str]:
    """Return the AddPiece texts: every counter and card, then the stacks and decks with them."""
    where = [(slot, place_of(draft, scenario, slot)) for slot in draft.at_start.values()]
    ids = _Ids([], draft.recipe.module.first_piece_id)
    pieces: list[str] = []
    holders: list[str] = []

    def put(slots: Iterable[Slot], at: tuple[str, int, int]) -> list[str]:
        """Put counters at a point of a map; return their ids."""
        held = []
        for slot in slots:
            held.append(ids.next())
            pieces.append(add_piece(_chain(draft, scenario, slot, at, held[-1]), held[-1]))
        return held

    rows = [(slot, slot.row, place) for slot, place in where]
    for spot, members in stacked(draft.recipe, draft.board.tracks, rows):
        held = put(members, (spot.map, *spot.at))
        state = encode_safely([spot.map, *(str(one) for one in spot.at), *held, "@@-1"], ";")
        holders.append("+/" + encode_safely([ids.next(), "stack", state], "/"))
    for laid in laid_decks(draft):
        held = put([slot for slot, place in where if place == laid.name], laid.point)
        holders.append(deck_in_play(laid.attributes, laid.point, held, ids.next()))
    return pieces + holders


def _chain(
    draft: Draft, scenario: Scenario, slot: Slot, place: tuple[str, int, int], piece_id: str
) -> list[TraitText]:
    chain = expand(slot.traits, dict(draft.prototypes))
    piece = TraitText(slot.piece, piece_in_play("", "", slot.gpid, place, piece_id).state)
    kind = draft.recipe.module.kinds[slot.row.kind]
    return [*_in_state(chain, kind, _placed(scenario, slot)), piece]


def _in_state(chain: Iterable[TraitText], kind: KindStyle, placed: Placed) -> list[TraitText]:
    """Return a chain whose Layers, Mask and moved mark show what a scenario says."""
    shown = dict.fromkeys(placed.marks, "1")
    shown |= {STEP_LAYER: "1"} if placed.step_loss else {}
    shown |= {USED_LAYER: "1"} if placed.used else {}
    face = kind.face_number(placed.face)
    shown |= {FACE: str(face)} if face is not None else {}
    found = []
    for trait in chain:
        if trait.type.startswith("emb2;"):
            found.append(replace(trait, state=shown.get(trait.layer_name, trait.state)))
        elif trait.type.startswith("markmoved;") and placed.moved:
            found.append(replace(trait, state="true"))
        elif trait.type.startswith("obs;") and face == 1:
            found.append(replace(trait, state=unmasked()))
        else:
            found.append(trait)
    return found
