"""The four games of Island War: what their modules set up is what the text of the rules prints."""

from collections import Counter

import pytest

from tests import island_war_facts as facts
from tests.built import recipe_of, undrawn_module_of, undrawn_save_of
from vassal_bridge.builder.reading.counterrows import CounterRow
from vassal_bridge.game.hexes import HexId, is_hex

GAMES = tuple(facts.TURNS)
BOXED = [(scenario, box) for scenario, boxes in facts.LATER.items() for box in boxes]


def values(row: CounterRow) -> str:
    """Return the figures of a counter as the rules write them: 2-2-10, or 2-2-15/2-6."""
    cells = row.cells
    if cells["barrage"]:
        front = (cells["barrage"], cells["fpf"], cells["range"])
        return f"{'-'.join(front)}/{cells['defense']}-{cells['move']}"
    return f"{cells['attack']}-{cells['defense']}-{cells['move']}"


def standing(game: str, scenario: str) -> list[tuple[CounterRow, str]]:
    """Return each unit of a set-up with the place where the module's grid finds it."""
    save = undrawn_save_of(game, scenario)
    map_name = recipe_of(game).board.map_name
    layout = undrawn_module_of(game).layouts_for(save)[map_name]
    rows = {row.id: row for row in recipe_of(game).data.units}
    found = []
    for piece in save.pieces:
        row = rows.get(piece.marker("unit_id") or "")
        if row is not None:
            assert piece.basic_name == row.name
            found.append((row, layout.location_name(piece.x, piece.y) or ""))
    assert len(found) == len(rows)
    return found


def printed(*lists: str) -> Counter[tuple[str, str, str]]:
    """Return the printed units of some lists: values, designation and hex."""
    found: Counter[tuple[str, str, str]] = Counter()
    for one in lists:
        for figures, units in facts.PRINTED[one].items():
            for unit in units.split(", "):
                designation, hex_id = unit.split("@")
                found[figures, designation, hex_id] += 1
    return found


@pytest.mark.parametrize(("game", "scenario"), facts.SETUPS)
def test_15_1_16_1_14_1_every_printed_unit_stands_on_its_printed_hex(
    game: str, scenario: str
) -> None:
    """And no other unit stands on the map [BR-15.1, 15.2, 15.3; LEY-16.1 to 16.3; SAI-14.1]."""
    on_map = Counter(
        (values(row), row.name, place) for row, place in standing(game, scenario) if is_hex(place)
    )
    assert on_map == printed(*facts.SETUPS[game, scenario])


def test_the_printed_lists_have_the_numbers_of_units_of_the_rules() -> None:
    """A check of the table itself: 11 and 15, 25 and 23, 12, 25 and 24, 42 and 25, 21."""
    counts = {name: sum(printed(name).values()) for name in facts.PRINTED}
    assert list(counts.values()) == [11, 15, 25, 23, 12, 25, 24, 42, 25, 21]


@pytest.mark.parametrize(("game", "scenario"), facts.SETUPS)
def test_a_printed_unit_is_of_the_side_whose_list_names_it(game: str, scenario: str) -> None:
    sides = {
        (figures, unit): "jp" if name == "SAI-14.11" else _side(name)
        for name in facts.SETUPS[game, scenario]
        for figures, units in facts.PRINTED[name].items()
        for unit in units.split(", ")
    }
    for row, place in standing(game, scenario):
        if is_hex(place):
            assert row.side == sides[values(row), f"{row.name}@{place}"]


def _side(name: str) -> str:
    game, _, number = name.partition("-")
    if game == "LEY" and number == "16.12":
        return "jp"
    is_first = number.endswith("1")
    return ("jp" if is_first else "us") if game == "BR" else ("us" if is_first else "jp")


def test_no_printed_value_is_marked_as_of_the_house() -> None:
    for game in ("bloody_ridge", "leyte", "saipan"):
        for scenario in (one for name, one in facts.SETUPS if name == game):
            for row, place in standing(game, scenario):
                if is_hex(place):
                    assert row.cells["mark"] == ""
                    assert row.cells["source"].startswith(("BR-", "LEY-", "SAI-"))


def test_15_23_by_the_errata_two_battalions_arrive_on_turn_21() -> None:
    places = {row.id: place for row, place in standing("bloody_ridge", "scenario_2_moves29")}
    assert (places["JP 1/230"], places["JP 2/230"]) == ("GT 21", "GT 21")
    on_map = [place for place in places.values() if is_hex(place)]
    assert len(on_map) == 25 + 23 - 2


def test_14_12_the_six_landers_stand_on_their_beaches_and_meet_two_units() -> None:
    """Two units must attack [14.12]: the Japanese on 1103 and 0802 are next to landers [7.11]."""
    places = standing("saipan", "historical_landed")
    beaches = facts.BEACHES["saipan", "landing"].split()
    landed = [place for row, place in places if row.side == "us" and is_hex(place)]
    assert sorted(landed) == sorted(beaches)
    assert all(row.kind == "infantry" for row, at in places if at in landed and row.side == "us")
    sheet = recipe_of("saipan").data.map.sheet
    near = {hex_id for beach in beaches for hex_id in sheet.neighbours(HexId(beach))}
    assert {at for row, at in places if row.side == "jp" and at in near} == {"1103", "0802"}


def test_12_34_every_beach_hex_of_the_landing_lies_next_to_the_sea() -> None:
    data = recipe_of("saipan").data
    for beach in facts.BEACHES["saipan", "landing"].split():
        assert data.map.terrain[HexId(beach)] == "beach"
        around = data.map.sheet.neighbours(HexId(beach))
        assert any(hex_id not in data.map.terrain for hex_id in around)


@pytest.mark.parametrize(("scenario", "box"), BOXED)
def test_18_1_18_2_reinforcements_of_leyte_wait_in_the_box_of_their_turn(
    scenario: str, box: str
) -> None:
    waiting = Counter(
        (values(row), row.name) for row, place in standing("leyte", scenario) if place == box
    )
    wanted = Counter(
        (figures, unit)
        for figures, units in facts.LATER[scenario][box].items()
        for unit in units.split()
    )
    assert waiting == wanted


@pytest.mark.parametrize("scenario", facts.OKINAWA)
def test_18_11_to_18_42_okinawa_deploys_the_printed_numbers_of_units(scenario: str) -> None:
    us, jp = facts.OKINAWA[scenario]
    in_play = [
        row
        for row, place in standing("okinawa", scenario)
        if is_hex(place) or place.startswith(("US to", "Japanese"))
    ]
    assert Counter(values(row) for row in in_play if row.side == "us") == us
    assert Counter(values(row) for row in in_play if row.side == "jp") == jp


def test_18_12_three_units_stand_in_yonabaru_and_five_wait_for_the_west() -> None:
    places = standing("okinawa", "outer_shuri")
    town = {place: values(row) for row, place in places if is_hex(place)}
    assert town == {"1912": "2-3-10", "2012": "2-3-10", "2013": "2-3-10"}
    west = Counter(values(row) for row, place in places if place == "Japanese west of 1800")
    assert west == {"3-4-10": 4, "2-3-10": 1}


def test_18_51_18_52_the_campaign_deploys_every_japanese_unit() -> None:
    places = standing("okinawa", "campaign")
    assert {at for row, at in places if row.side == "jp"} == {"Japanese to deploy"}
    us = Counter(values(row) for row, at in places if at == "US to deploy")
    assert us == facts.OKINAWA["outer_shuri"][0]


@pytest.mark.parametrize("game", GAMES)
def test_the_turn_track_has_the_printed_number_of_turns(game: str) -> None:
    boxes = [box.box for box in recipe_of(game).data.boxes if box.track == "Turn"]
    assert boxes == [f"GT {turn}" for turn in range(1, facts.TURNS[game] + 1)]


def test_the_printed_sample_of_leytes_track_is_kept() -> None:
    """Turn 26: 23 December, End Scen 3, ground support 3/0."""
    (box,) = (box for box in recipe_of("leyte").data.boxes if box.box == "GT 26")
    assert box.label == "26|23 Dec|GS 3/0"
    chart = next(one for one in recipe_of("leyte").charts if one.style.name == "Game-turns")
    assert chart.rows[-1][:4] == ("26", "23 Dec", "End of scenario 3", "3/0")


@pytest.mark.parametrize(("game", "scenario"), facts.STARTS)
def test_a_scenario_begins_on_its_printed_turn(game: str, scenario: str) -> None:
    turn = f"GT {facts.STARTS[game, scenario]}"
    assert recipe_of(game).data.scenarios[scenario].tracks["turn"] == turn
    save = undrawn_save_of(game, scenario)
    (command,) = save.commands.all("SetTurn")
    level = command.text.split("|")[1].split(";")
    assert int(level[0]) + 1 == facts.STARTS[game, scenario]


@pytest.mark.parametrize("game", GAMES)
def test_every_hex_that_the_rules_name_is_land(game: str) -> None:
    terrain = recipe_of(game).data.map.terrain
    for hex_id in facts.ON_THE_MAP[game].split():
        assert HexId(hex_id) in terrain, hex_id


@pytest.mark.parametrize(("game", "beach"), facts.BEACHES)
def test_12_2_beaches_have_the_printed_hexes_on_the_coast(game: str, beach: str) -> None:
    data = recipe_of(game).data
    found = [hex_id for hex_id, name in data.map.beaches.items() if name == beach]
    assert sorted(found) == sorted(facts.BEACHES[game, beach].split())
    for hex_id in found:
        around = data.map.sheet.neighbours(hex_id)
        assert len([one for one in around if one in data.map.terrain]) < 6


@pytest.mark.parametrize(("game", "name"), facts.NAMED)
def test_named_places_are_where_the_rules_say(game: str, name: str) -> None:
    names = recipe_of(game).data.map.names
    assert names[HexId(facts.NAMED[game, name])] == name


def test_12_2_bloody_ridge_the_coast_runs_from_2003_to_3003() -> None:
    """Both ends are on the coast and a chain of coastal hexes joins them."""
    data = recipe_of("bloody_ridge").data
    coast = {
        hex_id
        for hex_id in data.map.terrain
        if any(one not in data.map.terrain for one in data.map.sheet.neighbours(hex_id))
    }
    reached, wanted = {HexId("2003")}, HexId("3003")
    while True:
        more = {
            there for here in reached for there in data.map.sheet.neighbours(here) if there in coast
        }
        if more <= reached:
            break
        reached |= more
    assert wanted in reached


def test_17_31_the_four_lines_of_okinawa_cut_the_island_from_coast_to_coast() -> None:
    """Whoever stays on one side of a line never meets the other: north and south are parted."""
    data = recipe_of("okinawa").data
    for line in "abcd":
        crossed = {(a, b) for a, b, feature in data.map.hexsides if feature == f"line_{line}"}
        assert crossed
        closed = crossed | {(b, a) for a, b in crossed}
        north = {min(data.map.terrain, key=lambda one: (one[2:], one))}
        while True:
            more = {
                there
                for here in north
                for there in data.map.sheet.neighbours(here)
                if there in data.map.terrain and (here, there) not in closed
            }
            if more <= north:
                break
            north |= more
        assert HexId("1425") not in north
        assert len(north) < len(data.map.terrain)


def test_2_31_only_types_that_the_rules_name_are_used() -> None:
    named = {
        "infantry", "lvt", "artillery", "coastal_artillery", "special_weapons", "engineer",
        "armor", "anti_aircraft", "anti_tank", "mortar", "mountain_artillery", "parachute",
        "commando", "machine_gun", "recon", "cavalry",
    }  # fmt: skip
    for game in GAMES:
        assert {row.kind for row in recipe_of(game).data.units} <= named | {"beachhead"}


@pytest.mark.parametrize("game", GAMES)
def test_what_no_rule_gives_is_marked_as_of_the_house(game: str) -> None:
    for row in recipe_of(game).data.units:
        source = row.cells["source"]
        assert source
        is_house = source == "house" or "values" in source
        assert (row.cells["mark"] == "h") == is_house, row.id


def _table(name: str) -> dict[str, tuple[str, ...]]:
    (chart,) = (one for one in recipe_of("saipan").charts if one.style.name == name)
    return {row[0]: row[1:] for row in chart.rows}


def test_7_61_the_printed_chart_holds_what_the_text_gives_and_no_more() -> None:
    table = _table("Combat results as far as printed")
    rough = ["-2", "-1", "0", "+1", "+2,3", "+4,5", "+6,7", "+8,9", "+10"]
    assert [cell for cell in table["Rough"] if cell] == rough
    assert table["Broken, Town"][:4] == ("-3", "-2", "-1", "0")
    unknown = {name: cells for name, cells in table.items() if name != "Rough"}
    assert {cell for cells in unknown.values() for cell in cells[4:]} == {"?"}


def test_7_61_our_table_keeps_what_the_text_says_of_the_printed_one() -> None:
    """Headings of rough and town [7.61]; 13 against 4 in jungle, die 1, is D3 [7.0]."""
    table, text = _table("Combat results, house"), _table("Combat results as far as printed")
    assert table["Rough, Mountain"] == text["Rough"]
    assert table["Broken, Town, City"][:4] == text["Broken, Town"][:4]
    column = table["Jungle, river"].index("+8,9")
    assert table["Die 1"][column] == "D3"
    for name in ("Rough, Mountain", "Broken, Town, City", "Jungle, river"):
        assert [cell for cell in table[name] if cell][-1] == "+10"


def test_7_62_in_our_table_a_better_column_or_die_is_never_worse_for_the_attacker() -> None:
    order = ["Ae", "A1", "-", "D1", "D2", "D3", "De"]
    dice = [_table("Combat results, house")[f"Die {die}"] for die in range(1, 7)]
    worth = [[order.index(cell) for cell in row] for row in dice]
    for row in worth:
        assert row == sorted(row)
    for column in zip(*worth, strict=True):
        assert list(column) == sorted(column, reverse=True)
    assert {cell for row in dice for cell in row} == set(order)


@pytest.mark.parametrize("game", GAMES)
def test_the_terrain_chart_tells_every_terrain_of_the_map(game: str) -> None:
    recipe = recipe_of(game)
    (chart,) = (one for one in recipe.charts if one.style.name == "Terrain, house")
    told = {row[0] for row in chart.rows}
    labels = {recipe.board.terrain[name].label for name in recipe.data.map.terrain.values()}
    assert labels <= told
