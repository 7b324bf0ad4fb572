"""Checks what the parts of a recipe say about each other: names that one uses and none has."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Container, Iterable, Mapping
from typing import TYPE_CHECKING

from vassal_bridge.builder.counters.faces import BACK, PLACE, Face
from vassal_bridge.builder.reading.checking import Checker
from vassal_bridge.builder.reading.counterrows import (
    AT_START,
    COUNTERS,
    DECK,
    SLOT,
    CounterRow,
    copies,
)
from vassal_bridge.builder.reading.facerecipe import KindStyle
from vassal_bridge.builder.reading.layouts import layout_names
from vassal_bridge.builder.reading.modulerecipe import SETUPS, ModuleRecipe, WindowStyle
from vassal_bridge.builder.reading.scenarios import Placed

if TYPE_CHECKING:
    from vassal_bridge.builder.recipe import Recipe

MODULE, BOARD = "module.toml", "board.toml"
COLOUR_WORDS = ("", "ground", "ink", "paper")
OF_THE_FACE = frozenset({"word", "label", "band", "left", "right", "strength", "group", "image"})
"""What the shipped layouts show; a recipe that has no such field or column leaves it empty."""


def check_counters(
    checker: Checker,
    module: ModuleRecipe,
    rows: Iterable[CounterRow],
    has_art: Callable[[str], bool],
    prototypes: Iterable[str] = (),
    kept: Container[str] = (),
) -> None:
    """Check module.toml and the rows of counters against each other.

    `prototypes` are those that a recipe has beside its [prototype] tables, `kept` the ids of
    counters whose traits it has from elsewhere.
    """
    rows = list(rows)
    _check_ids(rows)
    _check_decks(checker, module, [row for row in rows if row.id not in kept])
    known = {*module.prototypes, *prototypes}
    columns = {column for row in rows for column in row.cells}
    for row in rows:
        _check_row(module, row, has_art)
    for stranger in sorted(set(module.fills) - {row.id for row in rows}):
        checker.add(MODULE, f"fills.{stranger}", "the game has no such counter")
    for name, kind in module.kinds.items():
        path = f"kind.{name}"
        if kind.prototype:
            _check_known(checker, f"{path}.prototype", kind.prototype, known)
        _check_known(checker, f"{path}.layout", kind.layout, layout_names(module))
        _check_fields(checker, f"{path}.fields", kind.fields, columns)
        for number, face in enumerate(kind.faces, 1):
            if face.layout:
                where = f"{path}.face[{number}].layout"
                _check_known(checker, where, face.layout, layout_names(module))
            _check_fields(checker, f"{path}.face[{number}].fields", face.fields, columns)
    _check_fields(checker, "fields", module.fields, columns)
    for name, style in module.layers.items():
        if bool(style.text) == bool(style.texts):
            checker.add(MODULE, f"layer.{name}", "expected a text or texts: give one of them")
    for name, prototype in module.prototypes.items():
        for layer in prototype.layers:
            _check_known(checker, f"prototype.{name}.layers", layer, module.layers)
        if prototype.mask and prototype.mask not in module.sides:
            message = _unknown(prototype.mask, module.sides, "one of the sides")
            checker.add(MODULE, f"prototype.{name}.mask", message)
    _check_buttons(checker, module)
    _check_layouts(checker, module, columns)


def _check_ids(rows: Iterable[CounterRow]) -> None:
    """Note a counter whose id is another's, also as the second of several is called."""
    taken: dict[str, tuple[str, str]] = {}
    for row in rows:
        who = (row.row.file if row.row is not None else "", row.id)
        for name in copies(row):
            file, other = taken.setdefault(name, who)
            if row.row is not None and (file, other) != who:
                row.row.wrong("id", f"a counter of {other!r} in {file} is called {name!r}, too")


def _check_decks(checker: Checker, module: ModuleRecipe, rows: Iterable[CounterRow]) -> None:
    names = [deck.name for deck in module.decks]
    for number, deck in enumerate(module.decks, 1):
        path = f"deck[{number}]"
        if deck.name in names[: number - 1]:
            checker.add(MODULE, f"{path}.name", f"there are two decks {deck.name!r}")
        if (min(deck.at) < 0) == (not deck.place):
            checker.add(MODULE, path, "expected one of at and place, to say where the deck lies")
        for key, other in (("back_to", deck.back_to), ("reshuffle_to", deck.reshuffle_to)):
            if other and other not in names:
                checker.add(MODULE, f"{path}.{key}", _unknown(other, names, "a [[deck]]"))
        for side in deck.owners:
            if side not in module.sides:
                message = _unknown(side, module.sides, "one of the sides")
                checker.add(MODULE, f"{path}.owners", message)
    down = {deck.name for deck in module.decks if deck.face_down != "never"}
    for row in rows:
        if row.row is None:
            continue
        if row.deck and row.deck not in names:
            row.row.wrong(DECK, _unknown(row.deck, names, f"a [[deck]] of {MODULE}"))
        if row.deck and row.location:
            row.row.wrong(DECK, "expected a deck or a place, found both")
        if row.deck in down and row.kind in module.kinds:
            count = len(module.kinds[row.kind].faces)
            if min(count, row.faces or count) < 2:
                message = "a card that may lie face down needs a back: a second [[kind.NAME.face]]"
                row.row.wrong("kind", message)


def _check_buttons(checker: Checker, module: ModuleRecipe) -> None:
    message = "a button sets a value or asks with a prompt: give one of them"
    for number, one in enumerate(module.properties, 1):
        for place, button in enumerate(one.buttons, 1):
            if bool(button.value) == bool(button.prompt):
                checker.add(MODULE, f"property[{number}].button[{place}]", message)


def _check_row(module: ModuleRecipe, row: CounterRow, has_art: Callable[[str], bool]) -> None:
    """Check what a row names: its kind, its side's colour, its fill and its picture."""
    if row.row is None:
        return
    if row.kind not in module.kinds:
        row.row.wrong("kind", _unknown(row.kind, module.kinds, f"[kind.NAME] of {MODULE}"))
        return
    kind = module.kinds[row.kind]
    for column in ("fill", BACK + "fill"):
        fill = row.cells.get(column, "")
        if fill and fill not in module.palette:
            row.row.wrong(column, _unknown(fill, module.palette.colours, "a colour of [palette]"))
    has_fill = row.cells.get("fill") or module.fills.get(row.id) or kind.fill
    if not has_fill and row.side not in module.side_colours:
        row.row.wrong(
            "side",
            _unknown(row.side, module.side_colours, f"[side_colours] of {MODULE}, or a fill"),
        )
    for column in ("image", BACK + "image"):
        picture = row.cells.get(column, "")
        if picture and not has_art(picture):
            row.row.wrong(
                column, f"expected a picture in the recipe's folder art, found {picture!r}"
            )


def _check_layouts(checker: Checker, module: ModuleRecipe, columns: set[str]) -> None:
    fields = set(module.fields) | OF_THE_FACE
    for kind in module.kinds.values():
        fields |= set(kind.fields)
        for face in kind.faces:
            fields |= set(face.fields)
    for name, layout in module.layouts.items():
        for number, part in enumerate(layout.parts, 1):
            path = f"layout.{name}.part[{number}]"
            for key, text in (("text", part.text), ("fill", part.fill), ("line", part.line),
                              ("colour", part.colour)):  # fmt: skip
                for place in PLACE.findall(text):
                    if place not in columns | fields:
                        message = _unknown(
                            place, columns | fields, f"a column of {COUNTERS} or a field"
                        )
                        checker.add(MODULE, f"{path}.{key}", message)
                plain = key != "text" and not PLACE.search(text)
                if plain and text not in COLOUR_WORDS and text not in module.palette:
                    checker.add(MODULE, f"{path}.{key}", f"expected a colour, found {text!r}")


def _check_fields(
    checker: Checker, path: str, fields: Mapping[str, str], columns: set[str]
) -> None:
    for name, template in fields.items():
        for place in PLACE.findall(template):
            if place not in columns:
                message = _unknown(place, columns, f"a column of {COUNTERS}")
                checker.add(MODULE, f"{path}.{name}", message)


def _check_known(checker: Checker, path: str, name: str, known: Iterable[str]) -> None:
    if name not in known:
        kind = path.rpartition(".")[2].rstrip("s")
        checker.add(MODULE, path, _unknown(name, known, f"a [{kind}.NAME]"))


def _unknown(name: str, known: Iterable[str], what: str) -> str:
    """Return what is said of a name that is not there, with what was perhaps meant."""
    names = list(known)
    near = difflib.get_close_matches(name, names, 1)
    listed = f" ({', '.join(sorted(names))})" if len(names) <= 12 else ""
    return f"expected {what}{listed}, found {name!r}" + (
        f"; did you mean {near[0]}?" if near else ""
    )


def note_backs(checker: Checker, module: ModuleRecipe, rows: Iterable[CounterRow]) -> None:
    """Note the decks whose cards have different backs: they tell which card is which."""
    backs: dict[str, dict[tuple[object, ...], str]] = {}
    for row in rows:
        kind = module.kinds.get(row.kind)
        if row.deck and kind is not None and len(kind.faces) > 1:
            face = Face(module, row, 1)
            shown = tuple(face.text(part.text) for part in face.parts)
            backs.setdefault(row.deck, {}).setdefault((face.ground, shown), row.name)
    for deck, found in backs.items():
        if len(found) > 1:
            one, other = list(found.values())[:2]
            checker.note(
                f"the backs of the deck {deck!r} differ, such as those of {one!r} and {other!r}:"
                " a layout without names, such as card-back, hides which card it is"
            )


def check_places(checker: Checker, recipe: Recipe) -> None:
    """Check where decks lie, what scenarios say of faces and marks, and what a slot's row says."""
    module, places = recipe.module, recipe.places
    maps = {*places.boards}
    homes = {*module.homes.values(), *module.areas}
    homes |= {one.eliminate for one in module.prototypes.values() if one.eliminate}
    for place in sorted(home for home in homes if home not in places):
        checker.add(MODULE, "homes", f"the game has no box {place!r}")
    for number, deck in enumerate(module.decks, 1):
        if deck.map and deck.map not in maps:
            checker.add(MODULE, f"deck[{number}].map", _unknown(deck.map, maps, "a map"))
        if deck.place and (deck.place not in places or deck.place in places.decks):
            message = f"there is no hex or box {deck.place!r}"
            checker.add(MODULE, f"deck[{number}].place", message)
    for number, setup in enumerate(module.setups, 1):
        if setup.file and not recipe.has_file(f"{SETUPS}/{setup.file}"):
            message = f"expected a save in the folder {SETUPS}, found {setup.file!r}"
            checker.add(MODULE, f"setup[{number}].file", message)
    for row in recipe.data.counters:
        if row.slot == AT_START and row.row is not None and not recipe.home(row):
            row.row.wrong(SLOT, "it begins nowhere: expected a hex, a box or a deck")
    kinds = {name: row.kind for row in recipe.data.counters for name in copies(row)}
    for scenario in recipe.data.scenarios.values():
        for name, placed in scenario.units.items():
            kind = module.kinds.get(kinds.get(name, ""))
            if kind is not None:
                path = f"units.{name}"
                _check_placed(checker, recipe, (f"{scenario.name}.toml", path), kind, placed)


def _check_placed(
    checker: Checker, recipe: Recipe, where: tuple[str, str], kind: KindStyle, placed: Placed
) -> None:
    file, path = where
    try:
        kind.face_number(placed.face)
    except ValueError:
        names = ["front", "back", *(face.name for face in kind.faces if face.name)]
        known = names[: 1 + (len(kind.faces) > 1)] + names[2:]
        checker.add(file, f"{path}.face", _unknown(placed.face, known, f"a face of {kind.name}"))
    style = recipe.module.prototypes.get(kind.prototype)
    layers = style.layers if style is not None else ()
    for mark in placed.marks:
        if mark not in layers:
            message = _unknown(mark, layers, f"a mark of [prototype.{kind.prototype}]")
            checker.add(file, f"{path}.marks", message)


def check_board(checker: Checker, recipe: Recipe) -> None:
    """Check the board, the game's places and the module's boxes against each other."""
    module, board, data = recipe.module, recipe.board, recipe.data
    terrains = set(data.map.terrain.values())
    _check_names(checker, "terrain", "hexes.csv", terrains, board.terrain)
    features = {feature for *_, feature in data.map.hexsides}
    _check_names(checker, "feature", "hexsides.csv", features, board.features)
    tracks = {box.track for box in data.boxes}
    _check_names(checker, "track", "boxes.csv", tracks, board.tracks)
    _check_names(checker, "beach", "hexes.csv", set(data.map.beaches.values()), board.beaches)
    _check_size(checker, recipe)
    boxes = {box.box for box in data.boxes}
    for name, window in module.windows.items():
        _check_window(checker, module, name, window, boxes)
    track = module.turns.track
    if track and track not in {box.track for box in data.boxes}:
        checker.add(MODULE, "turns.track", f"there is no track {track!r}")
    charts = [chart.name for chart in module.charts]
    for number, panel in enumerate(board.panels, 1):
        if panel.chart and panel.chart not in charts:
            message = _unknown(panel.chart, charts, f"a [[chart]] of {MODULE}")
            checker.add(BOARD, f"panel[{number}].chart", message)
    for number, strip in enumerate(board.strips, 1):
        for key, end in (("from", strip.start), ("to", strip.end)):
            if end not in data.map.sheet:
                checker.add(BOARD, f"strip[{number}].{key}", f"the sheet has no hex {end!r}")


def _check_size(checker: Checker, recipe: Recipe) -> None:
    """Check that every hex of the game has its middle on the board."""
    width, height = recipe.board.sheet.size
    middles = {hex_id: recipe.layout.centre(hex_id) for hex_id in recipe.data.map.terrain}
    outside = [
        hex_id for hex_id, (x, y) in middles.items() if not (0 <= x < width and 0 <= y < height)
    ]
    if outside:
        x, y = middles[outside[0]]
        message = f"expected a size that holds the hex {outside[0]}, whose middle is at {x}, {y}"
        checker.add(BOARD, "sheet.size", message)


def _check_window(
    checker: Checker, module: ModuleRecipe, name: str, window: WindowStyle, boxes: set[str]
) -> None:
    for side in window.sides:
        if side not in module.sides:
            message = _unknown(side, module.sides, "one of the sides")
            checker.add(MODULE, f"window.{name}.sides", message)
    for box in window.boxes:
        if box in boxes:
            checker.add(MODULE, f"window.{name}.boxes", f"the board has a box {box!r}, too")


def _check_names(
    checker: Checker, key: str, source: str, wanted: set[str], known: Mapping[str, object]
) -> None:
    """Check that the board has a table for each name that a CSV file has."""
    for name in sorted(wanted - set(known)):
        near = difflib.get_close_matches(name, [*known], n=1)
        meant = f"; did you mean {near[0]} there?" if near else ""
        message = f"expected this table, for {source} has the {key} {name!r}{meant}"
        checker.add(BOARD, f"{key}.{name}", message)
