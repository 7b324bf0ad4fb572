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
from vassal_bridge.builder.counterrows import CounterRow
from vassal_bridge.builder.draft import (
    VASSAL_VERSION,
    Draft,
    draft_module,
    module_metadata,
)
from vassal_bridge.builder.gamedata import Dial
from vassal_bridge.builder.modulerecipe import GlobalText
from vassal_bridge.builder.recipe import Recipe, read_recipe
from vassal_bridge.builder.scenarios import Placed, Scenario
from vassal_bridge.builder.slots import FACE, expand, spots
from vassal_bridge.builder.tracks import PlacedTrack
from vassal_bridge.builder.traits import TraitText, add_piece, piece_in_play
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
    board, module = recipe.board, recipe.module
    pieces = encode_safely(["", *_pieces(draft, scenario)], ESC)
    commands = [
        "begin_save",
        "",
        pieces,
        _property(GAME_PROPERTY, module.game),
        _property(EDITION_PROPERTY, module.edition),
        *(_property(one.name, _value(one, scenario)) for one in module.properties),
        encode_safely([f"{board.map_name}BoardPicker", board.name, "0", "0"], "\t"),
        "SETUP_STACK\t",
        *(
            encode_safely([f"{window}BoardPicker", window, "0", "0"], "\t")
            for window in module.windows
        ),
        *_turn_tracker(draft, scenario),
        *[encode_safely(["NOTES\t", "PNOTES\t"], ESC)] * 2,
        "end_save",
    ]
    return encode_safely(commands, ESC)


def _turn_tracker(draft: Draft, scenario: Scenario) -> list[str]:
    """Return the command that sets the turn tracker; none where the game has no turns."""
    turns = _turns(draft)
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


def _turns(draft: Draft) -> list[str]:
    wanted = draft.recipe.module.turns.track
    tracks = [track for track in draft.board.tracks if track.style.name == wanted]
    return [placed.row.box for track in tracks for placed in track.boxes]


def _track(draft: Draft, name: str) -> PlacedTrack:
    return next(track for track in draft.board.tracks if track.style.name == name)


def _turn_index(draft: Draft, scenario: Scenario) -> int:
    turns = _turns(draft)
    for value in scenario.tracks.values():
        if value in turns:
            return turns.index(str(value))
    return 0


def place_of(draft: Draft, scenario: Scenario, row: CounterRow) -> str:
    """Return the hex or box where a counter stands in a scenario; empty for off the map."""
    placed = scenario.units.get(row.id, NOT_ELSEWHERE)
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
    """Return the AddPiece texts: every counter, then the stacks that hold them."""
    rows = [(slot.row, place_of(draft, scenario, slot.row)) for slot in draft.at_start.values()]
    ids = _Ids([], draft.recipe.module.first_piece_id)
    map_name = draft.recipe.board.map_name
    counters: list[str] = []
    stacks: list[str] = []
    for spot, members in spots(draft.recipe, draft.board.tracks, rows):
        held = []
        for row in members:
            piece_id = ids.next()
            held.append(piece_id)
            chain = _chain(draft, scenario, row, (map_name, *spot.at), piece_id)
            counters.append(add_piece(chain, piece_id))
        x, y = spot.at
        state = encode_safely([map_name, str(x), str(y), *held, "@@-1"], ";")
        stacks.append("+/" + encode_safely([ids.next(), "stack", state], "/"))
    return counters + stacks


def _chain(
    draft: Draft, scenario: Scenario, row: CounterRow, place: tuple[str, int, int], piece_id: str
) -> list[TraitText]:
    slot = draft.at_start[row.id]
    placed = scenario.units.get(row.id, NOT_ELSEWHERE)
    chain = expand(slot.traits, dict(draft.prototypes))
    piece = piece_in_play(slot.image, row.name, slot.gpid, place, piece_id)
    return [*_in_state(chain, placed), piece]


def _in_state(chain: Iterable[TraitText], placed: Placed) -> list[TraitText]:
    """Return a chain whose Layers and moved mark show what a scenario says."""
    shown = {FACE: placed.back, STEP_LAYER: placed.step_loss, USED_LAYER: placed.used}
    on = {FACE: "2", STEP_LAYER: "1", USED_LAYER: "1"}
    found = []
    for trait in chain:
        if trait.type.startswith("emb2;"):
            name = trait.layer_name
            found.append(replace(trait, state=on[name]) if shown.get(name) else trait)
        elif trait.type.startswith("markmoved;") and placed.moved:
            found.append(replace(trait, state="true"))
        else:
            found.append(trait)
    return found
