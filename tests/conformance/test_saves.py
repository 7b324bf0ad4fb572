"""Any game with a module of ours: its saves are read and written, hexes are found, games played."""

from __future__ import annotations

import pytest

from automation.policies import Scripted
from tests.built import draft_of, module_of, save_of
from tests.conformance_kit import EDITION, games
from vassal_bridge.binding.geography import ModuleGeography
from vassal_bridge.binding.play import Request, play
from vassal_bridge.formats.position import Position
from vassal_bridge.formats.save import Save
from vassal_bridge.game.dice import SeededDice
from vassal_bridge.game.game import Game
from vassal_bridge.game.simulate import policies_of

every_game = pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
every_scenario = pytest.mark.parametrize(
    ("game", "scenario"),
    [(game, scenario) for game in games() for scenario in game.scenarios],
    ids=lambda value: value if isinstance(value, str) else value.name,
)


@every_scenario
def test_a_scenarios_save_is_its_position(game: Game, scenario: str) -> None:
    found = save_of(game.name, scenario)
    places = ModuleGeography(module_of(game.name), found)
    bound = game.load_binding().read(Position(found), places, EDITION)
    assert bound.state == game.new(scenario, EDITION)
    assert bound.problems == ()


@every_scenario
def test_writing_nothing_gives_the_same_bytes(game: Game, scenario: str) -> None:
    found = save_of(game.name, scenario)
    before = found.to_bytes()
    binding, places = game.load_binding(), ModuleGeography(module_of(game.name), found)
    position = Position(found)
    binding.write(position, places, binding.read(position, places, EDITION), [])
    assert found.to_bytes() == before


@every_game
def test_every_hex_and_every_box_is_found_by_its_pixel(game: Game) -> None:
    found = save_of(game.name, game.scenarios[0])
    places = ModuleGeography(module_of(game.name), found)
    data = draft_of(game.name).recipe.data
    map_name = draft_of(game.name).recipe.board.map_name
    names = [*data.map.terrain, *(box.box for box in data.boxes)]
    assert names
    for name in names:
        assert places.location(map_name, *places.point(map_name, name)) == name


@every_game
def test_a_whole_game_on_a_save_is_proved_and_replayed_to_the_same_bytes(game: Game) -> None:
    begun = save_of(game.name, game.scenarios[0])
    state = game.new(game.scenarios[0], EDITION)
    request = Request(game, game.campaign, None, 1)
    player = policies_of(game)["random"](state, SeededDice(2))
    played = play(begun, module_of(game.name), request, SeededDice(1), player)
    again = Scripted(played.outcome.answers)
    assert play(begun, module_of(game.name), request, SeededDice(1), again).data == played.data
    assert again.left == ()
    after = Save.from_bytes(played.data, name="after.vsav")
    places = ModuleGeography(module_of(game.name), after)
    bound = game.load_binding().read(Position(after), places, EDITION)
    assert bound.state.outcome() is not None
