"""Manila '45's module says what the rulebook prints; what it does not print is marked as ours."""

from collections import Counter
from functools import cache
from html import unescape

import pytest

from tests.built import module_of, recipe_of, save_of
from vassal_bridge.builder.reading.counterrows import CounterRow
from vassal_bridge.builder.sheets.frommodule import counted_faces
from vassal_bridge.formats.pieces import Piece
from vassal_bridge.formats.properties import Viewer
from vassal_bridge.formats.save import Save
from vassal_bridge.formats.sight import View, closed_maps
from vassal_bridge.formats.traits import Trait
from vassal_bridge.game.hexes import HexId
from vassal_bridge.pictures.art import ModuleArt
from vassal_bridge.pictures.colours import ink_on

GAME = "manila45"
ORGANISATIONS = {  # [2.6], [3.4], [3.5]
    "1cav": ("us", "yellow", "1st Cavalry"),
    "11abn": ("us", "green", "11th Airborne"),
    "37inf": ("us", "orange", "37th Infantry"),
    "xiv": ("us", "blue", "XIV Corps"),
    "mobile": ("jp", "scarlet", "Japanese Forces"),
    "static": ("jp", "scarlet", "Japanese Forces"),
}
NAMED = {  # [2.7], [7.5], [8.8], [8.9], [10.23] and the errata
    "672 Amph": ("xiv", "amphibious tractors"),
    "117 Eng": ("xiv", "bridging engineers"),
    "532 Eng": ("xiv", "bridging engineers"),
    "556 Eng": ("xiv", "bridging engineers"),
    "82C": ("xiv", "heavy mortar"),
    "450": ("mobile", "heavy rocket artillery"),
}
ABBREVIATIONS = {  # [2.7]
    "CF", "EF", "HQS", "IS", "Ind", "K", "KS", "NF", "NP", "NS", "P", "SF", "SP", "SS", "T", "TS",
}  # fmt: skip
TYPES = {  # the types that the text and its publisher name
    "infantry", "cavalry", "naval infantry", "rear-echelon infantry", "glider infantry",
    "paratroopers", "military police", "combat engineers", "bridging engineers",
    "amphibious tractors", "armored cavalry", "tanks", "self-propelled artillery", "anti-tank",
    "field artillery", "heavy artillery", "heavy mortar", "mortars", "heavy weapons",
    "anti-aircraft", "heavy anti-aircraft", "heavy rocket artillery", "combat air support",
}  # fmt: skip
INSIDE_THE_WALL = {"3821", "3822", "3921", "3922"}  # [10.9]
SUDDEN_DEATH = {"2623", "2923", "3522", "4123", "4131", "2830", "3526"}  # [4.3]
ABOVE = {"1805", "1812", "2120", "1723", "1633", "1924"}  # [10.10]
NO_SET_UP = {"3401", "3402", "1613", "1712", "3532", "3531"}  # [3.2]
LAND = INSIDE_THE_WALL | SUDDEN_DEATH | ABOVE | NO_SET_UP | {
    "2119", "2202", "2206", "2207", "2224", "3227", "3228", "3229", "3401", "1900", "2532", "4233",
}  # fmt: skip
TURNS = ("3-5 Feb", "6-8 Feb", "9-11 Feb", "12-14 Feb", "15-17 Feb", "18-20 Feb", "21-23 Feb",
         "24-26 Feb", "27 Feb-1 Mar", "2-4 Mar")  # fmt: skip


def units() -> list[CounterRow]:
    return [row for row in recipe_of(GAME).data.units if row.side]


def cells(column: str) -> dict[str, str]:
    return {row.id: row.cells[column] for row in units()}


@cache
def start(scenario: str) -> Save:
    return save_of(GAME, scenario)


@cache
def seen(scenario: str, side: str) -> dict[str, str]:
    """Return what a side calls each piece of a set-up, by the piece's id."""
    view = View(start(scenario), module_of(GAME), Viewer(side=side))
    return {one.piece.id: one.name for one in view.sorted()}


def pieces(scenario: str) -> dict[str, Piece]:
    found = {piece.marker("unit_id"): piece for piece in start(scenario).pieces}
    return {name: piece for name, piece in found.items() if name}


def place(piece: Piece) -> str:
    return module_of(GAME).default_layouts()[piece.map or ""].location_name(piece.x, piece.y) or ""


def test_2_1_and_2_4_there_are_146_counters() -> None:
    assert sum(row.count for row in recipe_of(GAME).data.counters) == 146


def test_2_6_each_organisation_has_its_colours() -> None:
    module = recipe_of(GAME).module
    assert set(cells("org").values()) == set(ORGANISATIONS)
    for row in units():
        side, fill, _ = ORGANISATIONS[row.cells["org"]]
        assert (row.side, module.kinds[row.kind].fill) == (side, fill)
        ink = module.kinds[row.kind].fields.get("ink", module.fields["ink"])
        assert ink == ("white" if row.cells["org"] == "static" else "black")
    assert ink_on(module.palette["yellow"]) == (0, 0, 0)


def test_2_7_the_units_that_the_text_names_are_there_and_japanese_names_are_its_own() -> None:
    orgs, types = cells("org"), cells("type")
    assert {name: (orgs[name], types[name]) for name in NAMED} == NAMED
    infantry = [row for row in units() if row.side == "jp" and "mm" not in row.id]
    words = {word for row in infantry for word in row.name.split() if word.isalpha()}
    assert words - {"HW", "Mtr", "AT"} == ABBREVIATIONS
    for row in units():
        if row.cells["org"] == "static" and "artillery" in row.cells["type"]:
            assert row.name.removesuffix("mm").isdigit()


def test_2_8_units_are_companies_and_battalions() -> None:
    sizes = Counter(row.size for row in units() if row.kind != "air")
    assert set(sizes) == {"I", "II"}


def test_2_10_and_2_11_every_unit_has_a_type_and_marks_of_the_text() -> None:
    assert set(cells("type").values()) == TYPES
    for row in units():
        assert row.cells["ifc"] in ("", "+")
        assert row.cells["anti"] in ("", "—")
        assert int(row.cells["fire"]) > 0
    assert cells("ifc")["450"] == "+"
    armored = [row for row in units() if row.cells["armored"]]
    assert len({row.cells["type"] for row in armored}) >= 2


def test_7_5_and_10_23_six_air_units_of_ten_come_on_the_third_turn() -> None:
    air = [row for row in units() if row.kind == "air"]
    assert [(row.cells["fire"], row.cells["range"]) for row in air] == [("10", "∞")] * 6
    assert {place(pieces("start")[row.id]) for row in air} == {"9-11 Feb"}


def test_what_is_called_printed_is_printed() -> None:
    edition = cells("edition")
    air = {row.id for row in units() if row.kind == "air"}
    printed = {name for name, value in edition.items() if value == "printed"}
    assert printed == air
    named = {row.id for row in units() if row.cells["edition"] == "named"}
    assert named == set(NAMED)


def test_5_2_the_turns_are_three_days_each() -> None:
    track = [box.box for box in recipe_of(GAME).data.boxes if box.track == "Turn"]
    assert track == list(TURNS)


@pytest.mark.parametrize("hex_id", sorted(LAND))
def test_every_hex_that_the_rules_name_is_land_of_the_map(hex_id: str) -> None:
    game_map = recipe_of(GAME).data.map
    assert game_map.terrain[HexId(hex_id)] != "sea"
    places = module_of(GAME).default_layouts()["Manila"]
    assert places.location_name(*recipe_of(GAME).layout.centre(HexId(hex_id))) == hex_id


def test_2_2_heavy_structures_that_the_text_names_are_there() -> None:
    game_map = recipe_of(GAME).data.map
    named = {"1812": "Fort McKinley", "2119": "Psych. Hospital"}
    for hex_id, name in named.items():
        assert game_map.terrain[HexId(hex_id)] == "heavy"
        assert game_map.names[HexId(hex_id)] == name


def walled_off(feature: str, start: str, more: str = "") -> set[str]:
    """Return the land that is reached from a hex without crossing a hexside feature."""
    game_map = recipe_of(GAME).data.map
    closed = {frozenset((a, b)) for a, b, found in game_map.hexsides if found in (feature, more)}
    reached, todo = {HexId(start)}, [HexId(start)]
    while todo:
        here = todo.pop()
        for there in game_map.sheet.neighbours(here):
            if game_map.terrain.get(there, "sea") == "sea" or there in reached:
                continue
            if frozenset((here, there)) not in closed:
                reached.add(there)
                todo.append(there)
    return {str(one) for one in reached}


def test_10_9_the_wall_holds_four_hexes_and_no_other() -> None:
    assert walled_off("wall", "3821") == INSIDE_THE_WALL


def test_4_3_the_rivers_part_the_north_west_from_the_rest() -> None:
    north = walled_off("major_river", "3522")
    assert north >= SUDDEN_DEATH
    assert not north & {"3821", "3822", "1812", "3401"}
    west = walled_off("major_river", "2830", "minor_river")
    assert west >= {"2830", "2923", "2623"}
    assert "2224" in north - west


def test_10_10_the_contour_parts_high_ground_from_low() -> None:
    low = walled_off("contour", "2224")
    assert not low & ABOVE
    assert "2532" in low


def test_3_4_the_edges_begin_and_end_where_the_text_says() -> None:
    terrain = recipe_of(GAME).data.map.terrain
    south = {h for h in terrain if h[2:] == ("01" if int(h[:2]) % 2 == 0 else "00")}
    north = {h for h in terrain if h[2:] == ("33" if int(h[:2]) % 2 == 0 else "32")}
    for edge, ends in ((south, ("1900", "3401")), (north, ("2532", "4233"))):
        between = [h for h in edge if int(ends[0][:2]) <= int(h[:2]) <= int(ends[1][:2])]
        assert len(between) == int(ends[1][:2]) - int(ends[0][:2]) + 1
        assert "sea" not in {terrain[HexId(h)] for h in between}
    for edge in (south, north):
        places = [recipe_of(GAME).layout.centre(HexId(h))[1] for h in edge]
        assert max(places) - min(places) <= 35  # straight: even columns half a hex to the south


def test_3_4_units_wait_off_the_map_by_organisation() -> None:
    there = {name: place(piece) for name, piece in pieces("start").items()}
    for row in units():
        if row.kind != "air":
            assert there[row.id] == ORGANISATIONS[row.cells["org"]][2]
    assert there["turn"] == "3-5 Feb"


def test_6_5_only_the_japanese_player_sees_what_a_japanese_unit_is() -> None:
    for scenario in ("start", "house_deployment"):
        us, japanese = seen(scenario, "US"), seen(scenario, "Japanese")
        for row in units():
            piece = pieces(scenario)[row.id]
            assert japanese[piece.id].startswith(row.name)
            assert us[piece.id] == ("Japanese unit" if row.side == "jp" else japanese[piece.id])


def test_6_5_both_kinds_of_japanese_units_have_one_back() -> None:
    module = module_of(GAME)
    masks = [
        one
        for slot in module.slots
        for one in module.expand(slot.definition).traits
        if one.type.startswith("obs;")
    ]
    assert len(masks) == 2 * 54  # on the map and in the tray
    assert len({one.type for one in masks}) == 1
    assert {one.state.split(";")[0] for one in masks} == {"Japanese"}


def test_6_5_the_us_dead_pile_is_closed_to_the_japanese_player() -> None:
    module = module_of(GAME)
    closed = closed_maps(module, Viewer(side="Japanese"))
    assert "US Dead Pile" in closed
    assert not closed.intersection(module.maps.keys() - {"US Dead Pile"})
    assert closed_maps(module, Viewer(side="US")) == frozenset()


def test_3_2_and_6_3_our_japanese_set_up_is_lawful() -> None:
    """No unit stands on the map's edge or next to it, two at most in a hex, one of them static."""
    game_map = recipe_of(GAME).data.map
    on_map = set(game_map.terrain)
    around = {h: set(game_map.sheet.neighbours(h)) & on_map for h in on_map}
    edge = {h for h, near in around.items() if len(near) < 6}
    assert edge >= {"3401", "3532", "1613"}
    banned = edge | {h for h in on_map if around[h] & edge}
    assert banned >= NO_SET_UP
    held: dict[str, list[str]] = {}
    orgs = cells("org")
    for name, piece in pieces("house_deployment").items():
        if name in orgs and orgs[name] in ("mobile", "static"):
            held.setdefault(place(piece), []).append(orgs[name])
    assert sum(len(stack) for stack in held.values()) == 54
    for hex_id, stack in held.items():
        assert game_map.terrain[HexId(hex_id)] != "sea"
        assert hex_id not in banned
        assert len(stack) <= 2
        assert stack.count("static") <= 1


def test_every_slot_expands_whole_and_every_picture_is_there() -> None:
    module = module_of(GAME)
    names = {name.removeprefix("images/") for name in module.archive.names}
    for slot in module.slots:
        chain = module.expand(slot.definition).traits
        traits = [Trait(place, one.type, one.state) for place, one in enumerate(chain)]
        assert [trait for trait in traits if trait.is_opaque] == []
        assert chain[-1].type.split(";")[3] in names


def test_the_charts_hold_what_the_text_prints() -> None:
    charts = {chart.style.file: chart.rows for chart in recipe_of(GAME).charts}
    by_rule = Counter((row[0], row[2]) for row in charts["drm.csv"])
    assert by_rule[("-1", "defensive")] == 1  # [9.5]
    assert sorted(int(row[0]) for row in charts["drm.csv"]) == sorted(
        [1, 2, 2, 3, -1, 1, 1, 2, 1, 2, 1, -1, -2, 1, 2, -1, -2, 1]
    )
    costs = {row[0]: row[1] for row in charts["movement.csv"]}
    assert costs["Heavy structure"] == "3"
    assert costs["Urban"] == "2"
    assert costs["Clear, airfield"] == "1"
    assert [row[:2] for row in charts["rubble.csv"]] == [
        ("1 - 5", "no effect"),
        ("6", "rubble"),
    ]


def test_the_crt_obeys_what_the_text_says_of_the_published_one() -> None:
    """It begins at 9 or less and ends at 50 or more; low rolls and more strength are better."""
    (chart,) = [one for one in recipe_of(GAME).charts if one.style.file == "crt_house.csv"]
    assert "house" in chart.style.name
    assert (chart.heads[1], chart.heads[-1]) == ("≤9", "≥50")
    columns = list(zip(*(row[1:] for row in chart.rows), strict=True))
    hits = [column.count("E") for column in columns]
    assert hits == sorted(hits)
    for column, count in zip(columns, hits, strict=True):
        assert set(column) <= {"E", "–"}
        assert column[:count] == ("E",) * count


def test_6_5_japanese_units_of_the_module_are_printed_with_the_flag_on_their_backs() -> None:
    found, refused = counted_faces(ModuleArt(module_of(GAME)))
    assert refused == []
    faces = {faces.markers["unit_id"]: len(faces.images) for faces, _ in found}
    japanese = {row.id for row in units() if row.side == "jp"}
    assert {name for name, count in faces.items() if count == 2} <= japanese
    assert {count for name, count in faces.items() if name in japanese} == {2}


def test_pages_of_charts_read_alike_in_every_encoding() -> None:
    page = module_of(GAME).archive["crt_house.html"].decode("ascii")
    assert "<th>&#8804;9</th>" in page
    assert unescape(page).count("≥50") == 1
